/* broadcast.c: broadcasts from every leaf of a generalized fat tree, along every spanning tree, with every single fault.
 *
 *   broadcast TREE [key=value ..]     TREE: a parameter file, with fault registers and broadcasts
 *
 * In every case each leaf sends some messages to all and some to single leaves, mixed, while receivers are now and then not
 * ready for up to three slots, so that they must refuse. All messages must arrive exactly once, in order per sender, and all
 * leaves must hear the broadcasts in one and the same order.
 * The cases: no fault, some times; each node or link dead; and each of these with the roots of all spanning trees but one
 * dead, as long as that one is whole, so that it must be taken. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../xgft/fault_sets.h"
#include "analyse/frame.h"
#include "analyse/xgft.h"
#include "model.h"
#include "random.h"
#include "rtl_model.h"

enum { TO_ALL = 3, TO_ONE = 3, WORDS = TO_ALL + TO_ONE, PAYLOAD = 16, MOST_LEAVES = 32, PATIENCE_SLOTS = 3000, ROUNDS = 20 };

struct trial {
	struct spec spec;
	struct network *net;
	struct frame frame;
	char *library;
	struct model *model;
	struct random random;
	unsigned leaves, label;
	unsigned long cases, broadcasts, singles;
};

/* One case: who has sent and heard what. A payload is its sender, and its place among the sender's words. */
struct run {
	unsigned destination[MOST_LEAVES][WORDS];	/* `leaves`: all */
	unsigned sent[MOST_LEAVES];
	unsigned heard[MOST_LEAVES][MOST_LEAVES][WORDS];	/* [receiver][sender][word] */
	unsigned blocked[MOST_LEAVES];			/* clocks until the receiver is ready again */
	unsigned order[MOST_LEAVES][MOST_LEAVES * TO_ALL], count[MOST_LEAVES];
	unsigned expected, arrived;
};

static void set(struct trial *t, const char *port, unsigned at, unsigned count, uint64_t value)
{
	model_set(t->model, model_port(t->model, port), at, count, value);
}

static unsigned get(struct trial *t, const char *port, unsigned at, unsigned count)
{
	return (unsigned)model_get(t->model, model_port(t->model, port), at, count);
}

static void draw_words(struct trial *t, struct run *r)
{
	for (unsigned s = 0; s < t->leaves; s++) {
		unsigned to_all = TO_ALL;

		for (unsigned k = 0; k < WORDS; k++) {
			bool all = random_below(&t->random, WORDS - k) < to_all;

			to_all -= all;
			r->destination[s][k] = all ? t->leaves : (s + 1 + (unsigned)random_below(&t->random, t->leaves - 1)) % t->leaves;
			r->expected += all ? t->leaves - 1 : 1;
		}
	}
}

static void offer(struct trial *t, struct run *r)
{
	for (unsigned s = 0; s < t->leaves; s++) {
		unsigned k = r->sent[s];

		set(t, "s_axis_tvalid", s, 1, k < WORDS);
		if (k == WORDS)
			continue;
		unsigned to = r->destination[s][k];

		set(t, "s_axis_tdest", s * (t->label + 1), t->label + 1,
		    to == t->leaves ? 1u << t->label : network_label(t->net, to));
		set(t, "s_axis_tdata", s * PAYLOAD, PAYLOAD, s << 8 | k);
	}
	for (unsigned d = 0; d < t->leaves; d++) {
		if (r->blocked[d] > 0)
			r->blocked[d]--;
		else if (random_below(&t->random, 6 * t->frame.slot_clocks) == 0)
			r->blocked[d] = (unsigned)random_below(&t->random, 3 * t->frame.slot_clocks);
		set(t, "m_axis_tready", d, 1, r->blocked[d] == 0 && random_below(&t->random, 16) != 0);
	}
}

static bool complain(const char *what, unsigned receiver, unsigned sender, unsigned word)
{
	printf("# leaf %u, word %u of leaf %u: %s\n", receiver, word, sender, what);
	return false;
}

/* A word has come to leaf d. */
static bool hear(struct trial *t, struct run *r, unsigned d)
{
	unsigned data = get(t, "m_axis_tdata", d * PAYLOAD, PAYLOAD), s = data >> 8, k = data & 255;
	unsigned user = get(t, "m_axis_tuser", d * (t->label + 1), t->label + 1);

	if (s >= t->leaves || k >= WORDS)
		return complain("nobody has sent it", d, s, k);
	bool all = r->destination[s][k] == t->leaves;

	if (user != (network_label(t->net, s) | (all ? 1u << t->label : 0)))
		return complain("wrong source", d, s, k);
	if (s == d || (!all && r->destination[s][k] != d))
		return complain("not for this leaf", d, s, k);
	if (r->heard[d][s][k]++)
		return complain("a second time", d, s, k);
	for (unsigned later = k + 1; later < WORDS; later++)
		if (r->heard[d][s][later] && (r->destination[s][later] == t->leaves) == all)
			return complain("out of order", d, s, k);
	if (all)
		r->order[d][r->count[d]++] = s << 8 | k;
	r->arrived++;
	return true;
}

/* Two leaves have heard the broadcasts of all others in the same order. */
static bool same_order(const struct trial *t, const struct run *r)
{
	for (unsigned d = 1; d < t->leaves; d++)
		for (unsigned i = 0, j = 0; i < r->count[0] && j < r->count[d];) {
			if (r->order[0][i] >> 8 == d)
				i++;
			else if (r->order[d][j] >> 8 == 0)
				j++;
			else if (r->order[0][i++] != r->order[d][j++])
				return complain("heard in another order than by leaf 0", d, r->order[d][j - 1] >> 8, r->order[d][j - 1] & 255);
		}
	return true;
}

static void say_missing(const struct trial *t, const struct run *r)
{
	for (unsigned s = 0; s < t->leaves; s++)
		for (unsigned d = 0; d < t->leaves; d++)
			for (unsigned k = 0; k < WORDS; k++) {
				unsigned to = r->destination[s][k];

				if (s != d && (to == d || to == t->leaves) && !r->heard[d][s][k])
					printf("# leaf %u has not heard word %u of leaf %u, %s, of which %u are sent\n", d, k, s,
					       to == d ? "to it" : "to all", r->sent[s]);
			}
}

static bool run_case(struct trial *t, const struct fault *faults, size_t count)
{
	struct run r = { .expected = 0 };
	unsigned long clocks = (unsigned long)PATIENCE_SLOTS * t->frame.slot_clocks;
	bool good = true;

	t->cases++;
	start_network(t->model, t->net, faults, count);
	draw_words(t, &r);
	for (; good && clocks > 0 && r.arrived < r.expected; clocks--) {
		offer(t, &r);
		model_eval(t->model);
		unsigned ready = get(t, "s_axis_tready", 0, t->leaves), valid = get(t, "m_axis_tvalid", 0, t->leaves);
		const struct model_port *m_ready = model_port(t->model, "m_axis_tready");

		for (unsigned d = 0; good && d < t->leaves; d++) {
			bool takes = model_inputs(t->model)[m_ready->low / 32] >> d & 1;

			good = !(valid >> d & 1) || !takes || hear(t, &r, d);
			r.sent[d] += r.sent[d] < WORDS && ready >> d & 1;
		}
		model_clock(t->model);
	}
	if (good && r.arrived < r.expected) {
		printf("# %u of %u words have arrived\n", r.arrived, r.expected);
		say_missing(t, &r);
		good = false;
	}
	t->broadcasts += (unsigned long)t->leaves * TO_ALL;
	t->singles += (unsigned long)t->leaves * TO_ONE;
	good = good && same_order(t, &r);
	for (size_t i = 0; !good && i < count; i++) {
		char *text = spec_fault_text(&faults[i]);

		printf("# with %s\n", text);
		free(text);
	}
	return good;
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
	struct override overrides[16];
	size_t count = 0;

	for (int i = 2; i < argc && count < 16; i++)
		overrides[count++].text = argv[i];
	if (argc < 2 || !network_read_spec(&t.spec, argv[1], overrides, count))
		return 99;
	t.net = network_elaborate(&t.spec);
	t.leaves = t.spec.leaves;
	t.label = t.net->label_bits;
	frame_plan_network(&t.frame, t.net);
	random_start(&t.random, 1, 1);
	t.library = verilate_network(t.net, "broadcast");
	if (t.library == NULL || t.leaves > MOST_LEAVES || t.spec.payload_bits != PAYLOAD)
		return 99;
	t.model = model_open(t.library);
	bool good = run_cases(&t);

	printf("%s 1 - %u leaves, %u spanning trees, %lu cases, %lu broadcasts, %lu other messages\n1..1\n", good ? "ok" : "not ok",
	       t.leaves, t.spec.parents[1], t.cases, t.broadcasts, t.singles);
	return !good;
}
