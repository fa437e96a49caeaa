/* self_test.c: the self test of a pruned butterfly that routes in batches: all leaves send to all. See
 * rtl-templates/board/self_test_tree.v. */
#include "fpga/application.h"
#include "fpga/board_top.h"
#include "fpga/self_test.h"
#include "machines/batched/batched.h"
#include "machines/tree.h"
#include "util/message.h"

/* No round is longer: a stage has most batches if all words of the round, N D, climb over the same two wires. */
static unsigned long longest_round(const struct batched_shape *s)
{
	unsigned long batches = ((unsigned long)s->leaves * s->round_words + 1) / 2, clocks = s->between_rounds;

	for (unsigned i = 0; i < s->levels; i++)
		clocks += batched_stage_clocks(s, i, batches);
	return clocks;
}

/* Nor does a leaf take longer to look at all of its words, where it reads a nibble in one clock of four. */
static unsigned long longest_look(const struct batched_shape *s)
{
	return 4ul * s->queue_words * s->word_nibbles;
}

/* Rounds until all leaves' words for one leaf have been admitted: 1 where a round takes any. */
static unsigned long rounds_to_one(const struct batched_shape *s)
{
	return s->scan ? (s->leaves + s->degree - 1) / s->degree : 1;
}

/* A word comes too late for the round before its own. */
static unsigned long slot(const struct board_top *top)
{
	struct batched_shape s = batched_shape(top->net->spec);

	return (1 + rounds_to_one(&s)) * (longest_round(&s) + longest_look(&s));
}

/* Its words go to leaves at random: it cannot keep a promise. */
static bool check(const struct network *net)
{
	const struct butterfly_parameters *own = butterfly_parameters(net->spec);

	if (!self_test_needs_messages(net))
		return false;
	if (own->degree == 0 || own->admission == ADMISSION_SCAN)
		return true;
	error("the self test sends to any leaf, with degree: %u and admission: promise: expected admission: scan", own->degree);
	return suggest("--set admission=scan");
}

const struct self_test batched_self_test = {
	.template = "self_test_tree",
	.unit = "messages",
	.in_steps = true,
	.check = check,
	.expected = self_test_all_messages,
	.slot = slot,
	.parameters = tree_add_parameters,
	.judges = tree_judges,
	.share = 1,
};
