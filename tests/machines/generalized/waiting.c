/* waiting.c: no word waits forever in a generalized fat tree with dead links and broadcasts, and a reset amid traffic
 * leaves no trace.
 *
 *   waiting CASE TREE [key=value ..]     TREE: a parameter file, with fault registers
 *
 * The cases:
 *   reader     every leaf sends to leaf 0, a slow reader; the last leaf also wants to broadcast, and must get through
 *   detour     leaf 0 always wants to broadcast; a word to one leaf is in a lane whose link is dead, and must move on
 *   chance     the first link of every leaf is dead; each leaf sends a word, which must move to another lane
 *   reset      resets while messages and broadcasts are under way; new ones must arrive as if nothing
 *              had gone before */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "leaves/frame.h"
#include "model.h"
#include "random.h"
#include "rtl_model.h"

enum { MOST_LEAVES = 64, PATIENCE_SLOTS = 400, CHANCE_SLOTS = 60, RESETS = 300, TAKES = 8, WORD = 8 };

struct trial {
	struct spec spec;
	struct network *net;
	struct frame frame;
	struct model *model;
	struct random random;
	unsigned leaves, label, width;		/* width: of a label with the bit on top, where there is one */
	uint64_t valid, ready;			/* s_axis_tvalid, m_axis_tready */
};

static void set(struct trial *t, const char *port, unsigned at, unsigned count, uint64_t value)
{
	model_set(t->model, model_port(t->model, port), at, count, value);
}

static uint64_t get(struct trial *t, const char *port, unsigned at, unsigned count)
{
	return model_get(t->model, model_port(t->model, port), at, count);
}

/* Leaf s offers a word to leaf `to`, or to all when there is no such leaf. */
static void offer(struct trial *t, unsigned s, unsigned to, unsigned word)
{
	unsigned P = t->spec.payload_bits;

	set(t, "s_axis_tdest", s * t->width, t->width, to >= t->leaves ? 1u << t->label : network_label(t->net, to));
	set(t, "s_axis_tdata", s * P, P < WORD ? P : WORD, word);
	t->valid |= (uint64_t)1 << s;
}

/* A clock. The ports that took a word, and those that gave one. */
static void clock_it(struct trial *t, uint64_t *taken, uint64_t *given)
{
	set(t, "s_axis_tvalid", 0, t->leaves, t->valid);
	set(t, "m_axis_tready", 0, t->leaves, t->ready);
	model_eval(t->model);
	*taken = get(t, "s_axis_tready", 0, t->leaves) & t->valid;
	*given = get(t, "m_axis_tvalid", 0, t->leaves) & t->ready;
}

static unsigned user(struct trial *t, unsigned d)
{
	return (unsigned)get(t, "m_axis_tuser", d * (t->width + network_group_bits(&t->spec)), t->width);
}

static unsigned data(struct trial *t, unsigned d)
{
	unsigned P = t->spec.payload_bits;

	return (unsigned)get(t, "m_axis_tdata", d * P, P < WORD ? P : WORD);
}

static void start(struct trial *t, const struct fault *faults, size_t count)
{
	t->valid = t->ready = 0;
	start_network(t->model, t->net, faults, count);
}

/* With `every` clocks between the word and its reader. */
static bool slow_reader(struct trial *t, unsigned every)
{
	unsigned last = t->leaves - 1, heard = 0, singles = 0, since = 0;
	unsigned long clocks = (unsigned long)PATIENCE_SLOTS * t->frame.slot_clocks;

	start(t, NULL, 0);
	for (unsigned s = 1; s < last; s++)
		offer(t, s, 0, s);
	offer(t, last, t->leaves, last);
	for (; clocks > 0; clocks--) {
		uint64_t taken, given;

		t->ready = ~(uint64_t)0 << 1;
		if (get(t, "m_axis_tvalid", 0, 1))
			since++;
		t->ready |= since > every;
		clock_it(t, &taken, &given);
		if (given & 1) {
			since = 0;
			if (user(t, 0) >> t->label)
				heard++;
			else
				singles++;
		}
		model_clock(t->model);
	}
	printf("# a word is taken %u clocks (of slots of %u) after it came: %u broadcasts, %u other words in %u "
	       "slots\n", every,
	       t->frame.slot_clocks, heard, singles, PATIENCE_SLOTS);
	return heard >= 10 && singles >= 10;
}

static bool reader(struct trial *t)
{
	bool good = true;

	for (unsigned k = 0; k < 3 * TAKES; k++)
		good &= slow_reader(t, k * t->frame.slot_clocks / TAKES);
	return good;
}

/* A word to all, one to leaf 1, and again words to all for ever. */
static bool detour_of(struct trial *t, unsigned lane)
{
	struct fault fault = { .is_link = true, .parent = lane };
	unsigned long clocks = (unsigned long)PATIENCE_SLOTS * t->frame.slot_clocks;
	unsigned sent = 0, heard = 0;
	bool arrived = false;

	start(t, &fault, 1);
	for (; clocks > 0 && !arrived; clocks--) {
		uint64_t taken, given;

		t->ready = ~(uint64_t)0;
		offer(t, 0, sent == lane ? t->leaves - 1 : t->leaves, sent & 127);
		clock_it(t, &taken, &given);
		sent += taken & 1;
		if (given >> (t->leaves - 1) & 1) {
			if (user(t, t->leaves - 1) >> t->label)
				heard++;
			else
				arrived = true;
		}
		model_clock(t->model);
	}
	printf("# link %u dead: the word %s, after %u broadcasts\n", lane, arrived ? "came" : "did not come", heard);
	return arrived;
}

static bool detour(struct trial *t)
{
	bool good = true;

	for (unsigned lane = 0; lane < t->spec.parents[1]; lane++)
		good &= detour_of(t, lane);
	return good;
}

static bool chance(struct trial *t)
{
	struct fault faults[MOST_LEAVES] = { { 0 } };
	unsigned long clocks = (unsigned long)CHANCE_SLOTS * t->frame.slot_clocks;
	uint64_t missing = 0;

	for (unsigned i = 0; i < t->leaves; i++) {
		faults[i] = (struct fault){ .is_link = true, .index = i };
		missing |= (uint64_t)1 << i;
	}
	start(t, faults, t->leaves);
	for (unsigned i = 0; i < t->leaves; i++)
		offer(t, i, (i + 1) % t->leaves, i);
	for (; clocks > 0 && missing; clocks--) {
		uint64_t taken, given;

		t->ready = ~(uint64_t)0;
		clock_it(t, &taken, &given);
		t->valid &= ~taken;
		for (unsigned d = 0; d < t->leaves; d++)
			if (given >> d & 1)
				missing &= ~((uint64_t)1 << (d + t->leaves - 1) % t->leaves);
		model_clock(t->model);
	}
	for (unsigned i = 0; i < t->leaves; i++)
		if (missing >> i & 1)
			printf("# leaf %u is not heard; a slot has %u clocks\n", i, t->frame.slot_clocks);
	return !missing;
}

/* Words that say which reset they come behind, from every leaf, to single leaves and to all. The first word of all
 * leaves is waited for but in the last case of all. */
static bool after_reset(struct trial *t, unsigned number, bool last)
{
	unsigned sent[MOST_LEAVES] = { 0 }, each = 4, expected = 0, arrived = 0;
	unsigned heard[MOST_LEAVES][MOST_LEAVES] = { { 0 } };
	unsigned to[MOST_LEAVES][4];
	unsigned long clocks = last ? (unsigned long)PATIENCE_SLOTS * t->frame.slot_clocks
				    : 2 + random_below(&t->random, 8 * t->frame.slot_clocks);
	bool all_lanes = t->spec.broadcast_every > 0;
	bool stay_valid = random_below(&t->random, 2);

	if (!stay_valid)
		t->valid = 0;
	set(t, "s_axis_tvalid", 0, t->leaves, t->valid);
	t->valid = 0;
	model_reset(t->model, 32);
	for (unsigned s = 0; s < t->leaves; s++)
		for (unsigned k = 0; k < each; k++) {
			to[s][k] = all_lanes && random_below(&t->random, 2) ? t->leaves
				 : (s + 1 + (unsigned)random_below(&t->random, t->leaves - 1)) % t->leaves;
			expected += to[s][k] == t->leaves ? t->leaves - 1 : 1;
		}
	for (; clocks > 0 && arrived < expected; clocks--) {
		uint64_t taken, given;

		t->valid = 0;
		for (unsigned s = 0; s < t->leaves; s++)
			if (sent[s] < each)
				offer(t, s, to[s][sent[s]], (number & 63) << 2 | sent[s]);
		if (random_below(&t->random, 64) == 0)
			t->ready = random_next(&t->random) | (random_below(&t->random, 2) ? ~(uint64_t)0 : 0);
		clock_it(t, &taken, &given);
		for (unsigned d = 0; d < t->leaves; d++) {
			sent[d] += taken >> d & 1;
			if (!(given >> d & 1))
				continue;
			unsigned u = user(t, d), w = data(t, d), s = 0;

			while (s < t->leaves && network_label(t->net, s) != (u & ((1u << t->label) - 1)))
				s++;
			if (w >> 2 != (number & 63) || s == t->leaves ||
			    to[s][w & 3] != (u >> t->label ? t->leaves : d) || s == d
			    || heard[d][s] & 1u << (w & 3)) {
				printf("# leaf %u got %x from %x behind reset %u\n", d, w, u, number);
				return false;
			}
			heard[d][s] |= 1u << (w & 3);
			arrived++;
		}
		model_clock(t->model);
	}
	if (last && arrived < expected)
		printf("# %u of %u words arrived behind reset %u\n", arrived, expected, number);
	return !last || arrived == expected;
}

static bool reset(struct trial *t)
{
	start(t, NULL, 0);
	for (unsigned i = 0; i < RESETS; i++)
		if (!after_reset(t, i, i % 8 == 7))
			return false;
	return true;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		bool (*run)(struct trial *);
	} cases[] = { { "reader", reader }, { "detour", detour }, { "chance", chance }, { "reset", reset } };
	struct trial t = { .valid = 0 };
	size_t which = 0;

	while (argc > 1 && which < sizeof cases / sizeof *cases && strcmp(cases[which].name, argv[1]) != 0)
		which++;
	if (argc < 3 || which == sizeof cases / sizeof *cases ||
	    !read_with_words(&t.spec, argv[2], argv + 3, (size_t)argc - 3))
		return 99;
	t.net = network_elaborate(&t.spec);
	t.leaves = t.spec.leaves;
	t.label = t.net->label_bits;
	t.width = t.label + (t.spec.broadcast_every > 0);
	t.frame = *t.net->frame;
	random_start(&t.random, 1, 1);
	t.model = open_network(t.net, "waiting", &(struct model_start){ .random_registers = 7 });
	if (!t.model || t.leaves > MOST_LEAVES)
		return 99;
	bool good = cases[which].run(&t);

	printf("%s 1 - %s: %u leaves, slots of %u clocks\n1..1\n", good ? "ok" : "not ok", cases[which].name, t.leaves,
	       t.frame.slot_clocks);
	return !good;
}
