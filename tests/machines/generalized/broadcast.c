/* broadcast.c: messages to all leaves and to groups from every leaf of a generalized fat tree, along every spanning
 * tree, with every single fault.
 *
 *   broadcast TREE [key=value ..]     TREE: a parameter file, with fault registers and broadcasts
 *
 * In every case each leaf sends a mixture of messages: some to all leaves or, with groups, to some of them, and some to
 * single leaves. Receivers are sometimes not ready for up to three slots, and must refuse. All messages must arrive as
 * sim/scoreboard.h says: exactly once, in order per sender, and messages to several leaves in the same order
 * everywhere. With groups one receiver is always slow, and each case has a second run, in which one leaf holds a
 * message that is never taken. Two others keep sending to groups with this leaf and are refused every time. All other
 * messages go to groups without this leaf and must get through, as must the leaf's own messages to all and to any
 * group.
 * The cases: no fault, several times; each node or link dead; and each of these with the roots of all spanning trees
 * but one dead, provided that this one is intact, and must be used. */
#include <stdio.h>
#include <stdlib.h>

#include "fault_sets.h"
#include "leaves/frame.h"
#include "machines/xgft.h"
#include "model.h"
#include "random.h"
#include "rtl_model.h"
#include "scoreboard.h"

enum { TO_SEVERAL = 3, TO_ONE = 3, WORDS = TO_SEVERAL + TO_ONE, MOST_LEAVES = 16, PATIENCE_SLOTS = 3000, ROUNDS = 12,
       FILLER = 15, REFUSED = 14, WORD_BITS = 4, STUCK = 2, NOBODY = MOST_LEAVES };

struct trial {
	struct spec spec;
	struct network *net;
	struct frame frame;
	char *library;
	struct model *model;
	struct random random;
	unsigned leaves, label, group_bits, payload;
	unsigned long cases, broadcasts, multicasts, singles;
};

/* One case. A payload is its sender, and its place among the sender's words. */
struct run {
	struct scoreboard *scoreboard;
	unsigned deaf, slow;				/* leaves, or NOBODY */
	unsigned stuck[STUCK];				/* who send what the deaf leaf refuses, or NOBODY */
	unsigned destination[MOST_LEAVES][WORDS];	/* as of a message in sim/traffic.h */
	unsigned sent[MOST_LEAVES];
	bool offered[MOST_LEAVES];			/* the word sent[leaf] is on its s_axis */
	unsigned blocked[MOST_LEAVES];			/* clocks until the receiver is ready again */
	uint64_t clock;
};

static void set(struct trial *t, const char *port, unsigned at, unsigned count, uint64_t value)
{
	model_set(t->model, model_port(t->model, port), at, count, value);
}

static unsigned get(struct trial *t, const char *port, unsigned at, unsigned count)
{
	return (unsigned)model_get(t->model, model_port(t->model, port), at, count);
}

static bool is_member(const struct trial *t, unsigned leaf, unsigned group)
{
	return t->spec.member_of[leaf] >> (group - 1) & 1;
}

/* All leaves, or a group; not one that the deaf leaf is in. There must be one. */
static unsigned draw_several(struct trial *t, unsigned deaf)
{
	unsigned group;

	do
		group = (unsigned)random_below(&t->random, t->spec.group_count + 1);
	while (deaf != NOBODY && (group == 0 || is_member(t, deaf, group)));
	return t->leaves + group;
}

static unsigned draw_single(struct trial *t, unsigned source, unsigned deaf)
{
	unsigned to;

	do
		to = (unsigned)random_below(&t->random, t->leaves);
	while (to == source || to == deaf);
	return to;
}

static void draw_words(struct trial *t, struct run *r)
{
	for (unsigned s = 0; s < t->leaves; s++) {
		unsigned several = TO_SEVERAL;

		for (unsigned k = 0; k < WORDS; k++) {
			bool now = random_below(&t->random, WORDS - k) < several;

			several -= now;
			r->destination[s][k] = now ? draw_several(t, s == r->deaf ? NOBODY : r->deaf)
						       : draw_single(t, s, r->deaf);
			t->broadcasts += r->destination[s][k] == t->leaves;
			t->multicasts += r->destination[s][k] > t->leaves;
		}
	}
	t->singles += (unsigned long)t->leaves * TO_ONE;
}

static void payload_of_word(const void *context, const struct message *m, uint64_t *words)
{
	(void)context;
	*words = m->source << WORD_BITS | m->number;
}

static bool is_stuck(const struct run *r, unsigned leaf)
{
	return leaf == r->stuck[0] || leaf == r->stuck[1];
}

/* All leaves, or a group that the deaf leaf is in. */
static unsigned draw_refused(struct trial *t, unsigned deaf)
{
	unsigned group;

	do
		group = (unsigned)random_below(&t->random, t->spec.group_count + 1);
	while (group > 0 && !is_member(t, deaf, group));
	return t->leaves + group;
}

static void put_word(struct trial *t, struct run *r, unsigned s, unsigned to, unsigned word)
{
	unsigned width = t->label + 1;

	set(t, "s_axis_tvalid", s, 1, 1);
	set(t, "s_axis_tdest", s * width, width, to >= t->leaves ? 1u << t->label | (to - t->leaves)
	    : network_label(t->net, to));
	set(t, "s_axis_tdata", s * t->payload, t->payload, s << WORD_BITS | word);
	scoreboard_offered(r->scoreboard, &(struct message){ .source = s, .destination = to, .number = word },
			   r->clock);
}

static void offer(struct trial *t, struct run *r)
{
	for (unsigned s = 0; s < t->leaves; s++) {
		if (r->sent[s] == WORDS)
			set(t, "s_axis_tvalid", s, 1, 0);
		else if (!r->offered[s] && is_stuck(r, s))
			put_word(t, r, s, draw_refused(t, r->deaf), REFUSED);
		else if (!r->offered[s])
			put_word(t, r, s, r->destination[s][r->sent[s]], r->sent[s]);
		r->offered[s] = r->sent[s] < WORDS;
	}
	for (unsigned d = 0; d < t->leaves; d++) {
		if (r->blocked[d] > 0)
			r->blocked[d]--;
		else if (random_below(&t->random, 6 * t->frame.slot_clocks) == 0)
			r->blocked[d] = (unsigned)random_below(&t->random, 3 * t->frame.slot_clocks);
		bool ready = r->blocked[d] == 0 && random_below(&t->random, 16) != 0;

		if (d == r->slow)
			ready = random_below(&t->random, t->frame.slot_clocks) == 0;
		set(t, "m_axis_tready", d, 1, ready && d != r->deaf);
	}
}

/* A word has come to leaf d. */
static bool hear(struct trial *t, struct run *r, unsigned d)
{
	unsigned width = t->label + 1 + t->group_bits, source = 0, to = d;
	unsigned user = get(t, "m_axis_tuser", d * width, width), label = user & ((1u << t->label) - 1);
	uint64_t data = get(t, "m_axis_tdata", d * t->payload, t->payload);
	struct flight which = { .offered = 0 };

	while (source < t->leaves && network_label(t->net, source) != label)
		source++;
	if (user >> t->label & 1)
		to = t->leaves + (user >> (t->label + 1));
	else if (user >> t->label != 0)
		to = UINT32_MAX;	/* one to a single leaf, with a group */
	enum verdict verdict = scoreboard_delivered(r->scoreboard, d, to, source, &data, &which);

	if (verdict == DELIVERY_GOOD && which.message.number == REFUSED) {
		printf("# clock %llu, leaf %u takes what leaf %u has refused\n", (unsigned long long)r->clock, d,
		       r->deaf);
		return false;
	}
	if (verdict != DELIVERY_GOOD)
		printf("# clock %llu, leaf %u, word 0x%llx of leaf %u for %u: %s\n", (unsigned long long)r->clock, d,
		       (unsigned long long)data, source, to, verdict_words[verdict]);
	return verdict == DELIVERY_GOOD;
}

/* Clocks in which the network settles between edges. False when something has come that should not. */
static bool step(struct trial *t, struct run *r)
{
	const struct model_port *m_ready = model_port(t->model, "m_axis_tready");
	bool good = true;

	model_eval(t->model);
	unsigned ready = get(t, "s_axis_tready", 0, t->leaves), valid = get(t, "m_axis_tvalid", 0, t->leaves);

	for (unsigned d = 0; good && d < t->leaves; d++) {
		bool takes = model_inputs(t->model)[m_ready->low / 32] >> d & 1;

		good = !(valid >> d & 1) || !takes || hear(t, r, d);
		if (r->offered[d] && ready >> d & 1) {
			scoreboard_taken(r->scoreboard, d, r->clock);
			r->offered[d] = false;
			r->sent[d] += is_stuck(r, d) ? WORDS : 1;
		}
	}
	model_clock(t->model);
	r->clock++;
	return good;
}

/* The deaf leaf gets a word that it never takes. */
static bool fill(struct trial *t, struct run *r)
{
	unsigned sender = (r->deaf + 1) % t->leaves, patience = 100 * t->frame.slot_clocks;
	bool taken = false;

	put_word(t, r, sender, r->deaf, FILLER);
	do {
		model_eval(t->model);
		taken = taken || get(t, "s_axis_tready", sender, 1);
		model_clock(t->model);
		set(t, "s_axis_tvalid", sender, 1, !taken);
		model_eval(t->model);
	} while (--patience > 0 && !(taken && get(t, "m_axis_tvalid", r->deaf, 1)));
	if (patience == 0)
		printf("# no word comes to leaf %u\n", r->deaf);
	return patience > 0;
}

static bool is_done(const struct trial *t, const struct run *r)
{
	unsigned left = r->deaf == NOBODY ? 0 : 1;

	for (unsigned s = 0; s < t->leaves; s++)
		if (is_stuck(r, s))
			left++;
		else if (r->sent[s] < WORDS)
			return false;
	return scoreboard_in_flight(r->scoreboard) == left;
}

static void say_missing(const struct trial *t, const struct run *r)
{
	struct flight oldest = { .offered = 0 };

	printf("# %llu of %llu words are missing\n", (unsigned long long)scoreboard_in_flight(r->scoreboard),
	       (unsigned long long)scoreboard_offered_count(r->scoreboard));
	for (unsigned s = 0; s < t->leaves; s++)
		if (r->sent[s] < WORDS)
			printf("# leaf %u waits with word %u for %u\n", s, r->sent[s], r->destination[s][r->sent[s]]);
	if (scoreboard_oldest(r->scoreboard, &oldest))
		printf("# the oldest is word %u of leaf %u for %u\n", (unsigned)oldest.message.number,
		       oldest.message.source, oldest.message.destination);
}

static bool run_once(struct trial *t, const struct fault *faults, size_t count, unsigned deaf)
{
	struct run r = { .deaf = deaf, .slow = NOBODY, .stuck = { NOBODY, NOBODY } };
	uint64_t end = (uint64_t)PATIENCE_SLOTS * t->frame.slot_clocks;
	bool good;

	t->cases++;
	if (t->spec.group_count > 0)
		r.slow = (unsigned)random_below(&t->random, t->leaves);
	for (unsigned i = 0; deaf != NOBODY && i < STUCK; i++)
		r.stuck[i] = (deaf + 1 + (unsigned)random_below(&t->random, t->leaves - 1)) % t->leaves;
	r.scoreboard = scoreboard_create(t->leaves, t->payload, payload_of_word, NULL);
	scoreboard_groups(r.scoreboard, t->spec.member_of);
	start_network(t->model, t->net, faults, count);
	draw_words(t, &r);
	good = deaf == NOBODY || fill(t, &r);
	while (good && r.clock < end && !is_done(t, &r)) {
		offer(t, &r);
		good = step(t, &r);
	}
	if (good && !is_done(t, &r)) {
		say_missing(t, &r);
		good = false;
	}
	if (!good && deaf != NOBODY)
		printf("# leaf %u is deaf\n", deaf);
	for (size_t i = 0; !good && i < count; i++) {
		char *text = spec_fault_text(&faults[i]);

		printf("# with %s\n", text);
		free(text);
	}
	scoreboard_free(r.scoreboard);
	return good;
}

/* A leaf that is not in all groups; NOBODY when there is none. */
static unsigned draw_deaf(struct trial *t)
{
	unsigned first = (unsigned)random_below(&t->random, t->leaves);
	uint64_t all = t->spec.group_count > 0 ? UINT64_MAX >> (64 - t->spec.group_count) : 0;

	for (unsigned i = 0; i < t->leaves && t->spec.group_count > 0; i++)
		if (t->spec.member_of[(first + i) % t->leaves] != all)
			return (first + i) % t->leaves;
	return NOBODY;
}

static bool run_case(struct trial *t, const struct fault *faults, size_t count)
{
	unsigned deaf = draw_deaf(t);

	return run_once(t, faults, count, NOBODY) && (deaf == NOBODY || run_once(t, faults, count, deaf));
}

/* Is the part on spanning tree `tree`, whose betas are `tree`, 0, .. 0? */
static bool is_on_tree(const struct spec *spec, const struct fault *f, unsigned tree)
{
	struct xgft_label label;
	unsigned level = f->level, index = f->index;

	if (f->is_link) {
		index = xgft_parent(spec, level, index, f->parent);
		level++;
	}
	xgft_label(spec, level, index, &label);
	bool on = label.digit[1] == tree;

	for (unsigned l = 2; l <= level; l++)
		on = on && label.digit[l] == 0;
	return on;
}

/* A fault in each spanning tree but one: its root. */
static size_t break_other_trees(const struct trial *t, unsigned tree, struct fault *faults)
{
	const struct spec *spec = &t->spec;
	unsigned roots = xgft_subtree_roots(spec, t->net->levels) / spec->parents[1];
	size_t count = 0;

	for (unsigned other = 0; other < spec->parents[1]; other++)
		if (other != tree)
			faults[count++] = (struct fault){ .level = t->net->levels, .index = other * roots };
	return count;
}

static bool run_cases(struct trial *t)
{
	unsigned parts, trees = t->spec.parents[1];
	struct fault *part = all_parts(&t->spec, &parts);
	struct fault faults[MAXIMUM_PARENTS + 1];
	bool good = true;

	for (unsigned round = 0; good && round < ROUNDS; round++)
		good = run_case(t, NULL, 0);
	for (unsigned i = 0; good && i < parts && trees > 1; i++) {
		good = run_case(t, &part[i], 1);
		for (unsigned tree = 0; good && tree < trees; tree++)
			if (!is_on_tree(&t->spec, &part[i], tree)) {
				size_t count = break_other_trees(t, tree, faults);

				/* A leaf must still reach every other one by other paths, too. */
				faults[count++] = part[i];
				good = run_case(t, faults, count);
			}
	}
	free(part);
	return good;
}

int main(int argc, char **argv)
{
	struct trial t = { .cases = 0 };

	if (argc < 2 || !read_with_words(&t.spec, argv[1], argv + 2, (size_t)argc - 2))
		return 99;
	t.net = network_elaborate(&t.spec);
	t.leaves = t.spec.leaves;
	t.label = t.net->label_bits;
	t.group_bits = network_group_bits(&t.spec);
	t.payload = t.spec.payload_bits;
	t.frame = *t.net->frame;
	random_start(&t.random, 1, 1);
	t.library = verilate_network(t.net, "broadcast");
	if (!t.library || t.leaves > MOST_LEAVES || t.payload < 2 * WORD_BITS)
		return 99;
	t.model = model_open_as(t.library, &(struct model_start){ .random_registers = 7 });
	bool good = run_cases(&t);

	printf("%s 1 - %u leaves, %u spanning trees, %lu cases, %lu messages to all, %lu to groups, %lu to one leaf\n"
	       "1..1\n",
	       good ? "ok" : "not ok", t.leaves, t.spec.parents[1], t.cases, t.broadcasts, t.multicasts, t.singles);
	return !good;
}
