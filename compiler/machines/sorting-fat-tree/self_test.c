/* self_test.c: the self test of a sorting fat-tree: all leaves send to all. See rtl-templates/board/self_test_tree.v. */
#include "fpga/self_test.h"

#include "fpga/application.h"
#include "fpga/board_top.h"
#include "machines/sorting-fat-tree/hardware.h"
#include "machines/tree.h"

enum {
	ROUND_CLOCKS = 1 << 21,		/* a leaf has a word in each round of the network: long ones make fewer messages */
	MOST_READER_CLOCKS = 16,	/* for a word to be read, rtl-templates/board/self_test_leaf.v, if no other leaf's is counted */
};

/* Waves of all stages up, or down, if each is as long as all its words on one channel make it. A batch passes each level of
 * channels once, and all batches together have no more words than there are leaves. Above a block, and on its buses, each word
 * may need a wave. */
static unsigned long most_waves(const struct sorting_shape *s)
{
	unsigned long waves = 0;

	for (unsigned level = 1; level <= s->height; level++)
		waves += (level < s->height ? s->leaves / sorting_capacity(s, level) : s->leaves) + s->batches;
	return waves;
}

/* The longest sort of a node, and the longest way of a wave through one. */
static void node_clocks(const struct sorting_shape *s, unsigned long *sort, unsigned long *way)
{
	*sort = *way = 0;
	for (unsigned level = 0; level < s->height; level++) {
		unsigned long this_sort = sorting_sort_clocks(s, level, s->level[level].terminals), take = sorting_take_clocks(s, level);

		*sort = this_sort > *sort ? this_sort : *sort;
		*way = take > *way ? take : *way;
	}
}

/* No round is longer. Behind the waves that come down, a node reads as many of its own words at most. Each event of a reader
 * waits for one of another leaf at most once. */
static unsigned long longest_round(const struct network *net)
{
	struct sorting_shape s = sorting_shape(net->spec);
	unsigned long sort, way, waves = most_waves(&s);

	node_clocks(&s, &sort, &way);
	unsigned long stage = s.times.pause + SORTING_FIRST_WAVE + way;

	return sorting_rank_stage(&s) + s.mesh.order + (s.up_stages + s.down_stages + 3) * stage + 3 * waves * s.period + sort +
	       (unsigned long)s.leaves * (MOST_READER_CLOCKS + 1);
}

/* A word comes too late for the round before its own. */
static unsigned long slot(const struct board_top *top)
{
	return 2 * longest_round(top->net);
}

/* One of those that the template takes; labels are parts of its random numbers. */
static unsigned step_bits(const struct board_top *top)
{
	static const unsigned sizes[] = { 12, 10, 8, 6 };
	const struct network *net = top->net;
	unsigned bits = top->step_bits;

	for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
		if (sizes[k] < bits && sizes[k] >= net->label_bits && (unsigned long)net->slot_clocks << bits > ROUND_CLOCKS)
			bits = sizes[k];
	return bits;
}

static unsigned long expected(const struct board_top *top)
{
	return ((1ul << step_bits(top)) - 1) * top->net->ends;
}

static void add_parameters(const struct board_top *top, struct instance *i)
{
	tree_add_parameters(top, i);
	instance_parameter(i, "STEP_BITS", step_bits(top));
}

const struct self_test sorting_self_test = {
	.template = "self_test_tree",
	.unit = "messages",
	.check = self_test_needs_messages,
	.expected = expected,
	.slot = slot,
	.parameters = add_parameters,
	.judges = tree_judges,
	.share = 1,
};
