/* throughput.c: the predicted throughput, against an enumeration of all possibilities. */
#include "networks.h"

#include <math.h>

#include "machines/fat-tree/distribution.h"
#include "model/passage.h"
#include "machines/fat-tree/throughput.h"

enum { MOST_LEAVES = 8, MOST_WIRES = 64, NOBODY = -1 };

/* A tree small enough to pass messages through by hand, one connection a leaf. */
struct toy {
	const struct network *net;
	struct passage *passage;	/* NULL: the first wires win */
	struct chances *chances;
	uint64_t clock;			/* of the choices */
	unsigned destination[MOST_LEAVES];
	bool arrived[MOST_LEAVES];
};

/* Through a plan, whose choices see other random bits every time. */
static void pass(struct toy *t, const struct plan *plan, bool up, const int *in, unsigned r, int *out)
{
	enum { CLOCKS = 97 };
	struct passing passing[MOST_WIRES];
	unsigned count = 0;

	for (unsigned i = 0; i < r; i++)
		if (in[i] != NOBODY)
			passing[count++] = (struct passing){ .message = (uint32_t)in[i], .wire = i };
	count = passage_run(t->passage, plan, chances_view(t->chances, up, 0, t->clock += CLOCKS), passing, count);
	for (unsigned i = 0; i < count; i++)
		out[passing[i].wire] = (int)passing[i].message;
}

static unsigned concentrate(struct toy *t, const struct plan *plan, bool up, const int *in, unsigned r, int *out,
			    unsigned s)
{
	unsigned through = 0;

	for (unsigned i = 0; i < s; i++)
		out[i] = NOBODY;
	if (plan && t->passage) {
		pass(t, plan, up, in, r, out);
		return s;
	}
	for (unsigned i = 0; i < r && through < s; i++)
		if (in[i] != NOBODY)
			out[through++] = in[i];
	return s;
}

static unsigned filter(const struct toy *t, const int *in, unsigned count, unsigned first, unsigned leaves, bool inside,
		       int *out)
{
	for (unsigned i = 0; i < count; i++) {
		bool below = in[i] != NOBODY && t->destination[in[i]] >= first &&
			     t->destination[in[i]] < first + leaves;

		out[i] = in[i] != NOBODY && below == inside ? in[i] : NOBODY;
	}
	return count;
}

/* Messages on the up channel of v, whose leftmost leaf is `first`. */
static unsigned rise(struct toy *t, const struct subtree *v, unsigned first, int *out)
{
	int in[MOST_WIRES], below[MOST_WIRES];
	unsigned count = 0, leaf = first;

	if (!v->node) {
		out[0] = (int)first;
		return 1;
	}
	for (int side = 0; side < 2 && v->child[side]; side++) {
		unsigned n = rise(t, v->child[side], leaf, below);

		count += filter(t, below, n, first, v->leaves, false, in + count);
		leaf += v->child[side]->leaves;
	}
	return concentrate(t, v->node->up, true, in, count, out, v->capacity);
}

static void fall(struct toy *t, const struct subtree *v, unsigned first, const int *above, unsigned width)
{
	if (!v->node) {
		for (unsigned i = 0; i < width; i++)
			if (above[i] != NOBODY)
				t->arrived[above[i]] = true;
		return;
	}
	for (int side = 0; side < 2 && v->child[side]; side++) {
		unsigned left = v->child[0]->leaves, mine = side ? first + left : first;
		unsigned leaves = v->child[side]->leaves, n;
		int in[MOST_WIRES], out[MOST_WIRES], across[MOST_WIRES];

		n = filter(t, above, width, mine, leaves, true, in);
		if (v->child[1 - side]) {
			unsigned m = rise(t, v->child[1 - side], side ? first : first + left, across);

			n += filter(t, across, m, mine, leaves, true, in + n);
		}
		n = concentrate(t, v->node->down[side], false, in, n, out, v->child[side]->capacity);
		fall(t, v->child[side], mine, out, n);
	}
}

static unsigned pass_slot(struct toy *t)
{
	unsigned arrived = 0;

	memset(t->arrived, 0, sizeof t->arrived);
	fall(t, network_root(t->net), 0, NULL, 0);
	for (unsigned i = 0; i < t->net->spec->leaves; i++)
		arrived += t->arrived[i];
	return arrived;
}

/* Destinations as one number, base n - 1. */
static unsigned long states(unsigned n)
{
	return (unsigned long)(pow(n - 1, n) + 0.5);
}

static void decode(struct toy *t, unsigned long code)
{
	unsigned n = t->net->spec->leaves;

	for (unsigned i = 0; i < n; i++) {
		unsigned d = (unsigned)(code % (n - 1));

		t->destination[i] = d + (d >= i);
		code /= n - 1;
	}
}

static const char *const trees[] = {
	"leaves: 2", "leaves: 3", "leaves: 4", "leaves: 4\ncapacities: [1, 1]", "leaves: 5",
	"leaves: 6\nroot-capacity: 4",
	"leaves: 7\ncapacities: [2, 2, 1]", "leaves: 7", "leaves: 6\ncapacities: [3, 1, 1]",
};

/* The recursion is exact: the mean over all (n-1)^n choices of destinations. */
static void fresh_is_the_mean_of_all_cases(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
		struct spec spec;
		char *yaml = format_string("network: fat-tree\n%s\n", trees[i]);
		struct network *net = network_from(&spec, yaml);
		struct toy t = {.net = net};
		unsigned long long arrived = 0;
		struct throughput theory;

		for (unsigned long code = 0; code < states(spec.leaves); code++) {
			decode(&t, code);
			arrived += pass_slot(&t);
		}
		throughput_fresh(net, &theory);
		assert_near(theory.accepted, (double)arrived / states(spec.leaves) / spec.leaves, 1e-12);
		network_done(&spec, net);
		free(yaml);
	}
}

/* One step of the Markov chain of retried messages: where the weight of a state goes. */
static void spread(const struct toy *t, unsigned long code, double weight, double *next)
{
	unsigned n = t->net->spec->leaves, count = 1;
	unsigned long base = 0, scale = 1, *add = allocate_array(states(n), sizeof *add);

	for (unsigned i = 0; i < n; i++, scale *= n - 1, code /= n - 1) {
		if (!t->arrived[i]) {
			base += code % (n - 1) * scale;
			continue;
		}
		for (unsigned d = n - 1; d-- > 0;)
			for (unsigned k = 0; k < count; k++)
				add[d * count + k] = add[k] + d * scale;
		count *= n - 1;
	}
	for (unsigned k = 0; k < count; k++)
		next[base + add[k]] += weight / count;
	free(add);
}

/* Accepted messages per leaf and slot in the chain's steady state. Choices are random: the mean over many steps. */
static double steady_state(struct toy *t)
{
	enum { STEPS = 200 };		/* to settle; as many count */
	unsigned n = t->net->spec->leaves;
	unsigned long count = states(n);
	double *now = allocate_array(count, sizeof *now), *next = allocate_array(count, sizeof *next), accepted = 0;

	for (unsigned long code = 0; code < count; code++)
		now[code] = 1.0 / (double)count;
	for (int step = 0; step < 2 * STEPS; step++) {
		double *swap = now;

		memset(next, 0, count * sizeof *next);
		for (unsigned long code = 0; code < count; code++) {
			decode(t, code);
			unsigned passed = pass_slot(t);

			accepted += step < STEPS ? 0 : now[code] * passed / n / STEPS;
			spread(t, code, now[code], next);
		}
		now = next;
		next = swap;
	}
	free(now);
	free(next);
	return accepted;
}

static void retry_is_the_steady_state(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
		struct spec spec;
		char *yaml = format_string("network: fat-tree\n%s\n", trees[i]);
		struct network *net = network_from(&spec, yaml);
		struct toy t = { .net = net, .passage = passage_create(&net->plans), .chances = chances_new() };
		struct throughput theory;

		if (spec.leaves <= 5) {
			double exact = steady_state(&t);

			throughput_slots(net, &(struct slot_run){ .slots = 40000, .seed = 7 }, &theory);
			assert_true(fabs(theory.accepted - exact) <= 4 * theory.error + 1e-9);
			assert_true(theory.error < 0.003);
		}
		passage_free(t.passage);
		chances_free(t.chances);
		network_done(&spec, net);
		free(yaml);
	}
}

/* Slots whose dropped messages are forgotten agree with the recursion, channel by channel, in larger trees. */
static void slots_agree_with_the_recursion(void **state)
{
	static const char *const large[] = {
		"leaves: 64", "leaves: 100\nroot-capacity: 30", "leaves: 37\nexternal: true",
		"leaves: 64\nconcentrator: batcher\ncapacities: [10, 9, 8, 4, 2, 1]",
	};

	(void)state;
	for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
		struct spec spec;
		char *yaml = format_string("network: fat-tree\n%s\n", large[i]);
		struct network *net = network_from(&spec, yaml);
		struct throughput theory, slots, again;

		throughput_fresh(net, &theory);
		throughput_slots(net, &(struct slot_run){ .slots = 1000, .seed = 3, .forget = true }, &slots);
		assert_true(fabs(slots.accepted - theory.accepted) < 4 * slots.error);
		for (unsigned k = 1; k <= net->levels; k++) {
			assert_near(slots.up[k], theory.up[k], 0.015 * theory.up[k]);
			assert_near(slots.down[k], theory.down[k], 0.015 * theory.down[k]);
		}
		throughput_slots(net, &(struct slot_run){ .slots = 1000, .seed = 3, .forget = true }, &again);
		assert_true(again.accepted == slots.accepted);
		throughput_slots(net, &(struct slot_run){ .slots = 1000, .seed = 3 }, &again);
		assert_true(again.accepted < theory.accepted - 0.01);	/* waiting messages stand in the way */
		network_done(&spec, net);
		free(yaml);
	}
}

/* The error that is stated is the spread that is seen from seed to seed. */
static void error_is_the_spread(void **state)
{
	enum { SEEDS = 60 };
	struct spec spec;
	struct network *net = network_from(&spec, "network: fat-tree\nleaves: 16\nroot-capacity: 8\n");
	double sum = 0, squares = 0, stated = 0, spread;

	(void)state;
	for (unsigned long seed = 1; seed <= SEEDS; seed++) {
		struct throughput slots;

		throughput_slots(net, &(struct slot_run){ .slots = 320, .seed = seed, .forget = true }, &slots);
		sum += slots.accepted;
		squares += slots.accepted * slots.accepted;
		stated += slots.error / SEEDS;
	}
	spread = sqrt((squares - sum * sum / SEEDS) / (SEEDS - 1));
	assert_near(stated, spread, 0.25 * spread);
	network_done(&spec, net);
}

/* A single switch with room for everything but the leaves' own wires delivers 1 - (1 - 1/(n-1))^(n-1) fresh. */
static void wide_tree_is_a_crossbar(void **state)
{
	struct spec spec;
	struct network *net = network_from(&spec, "network: fat-tree\nleaves: 16\ncapacities: [64, 64, 64, 1]\n");
	struct throughput theory;

	(void)state;
	throughput_fresh(net, &theory);
	assert_near(theory.accepted, 1 - pow(1 - 1.0 / 15, 15), 1e-12);
	network_done(&spec, net);
}

static void several_connections(void **state)
{
	struct spec spec;
	struct network *net = network_from(&spec, "network: fat-tree\nleaves: 4\nconnections: 4\n");
	struct throughput theory;

	(void)state;
	/* three others, three lanes in use, all different */
	throughput_slots(net, &(struct slot_run){ .slots = 100, .seed = 1 }, &theory);
	assert_true(theory.offered == 3 && theory.accepted == 3);
	network_done(&spec, net);
}

static void large_trees_take_moments(void **state)
{
	struct spec spec;
	struct network *net = network_from(&spec, "network: fat-tree\nleaves: 1048576\n");
	struct throughput theory;

	(void)state;
	throughput_fresh(net, &theory);
	assert_near(theory.up[1], 524288.0 * 524288 / 1048575, 1e-3);
	assert_true(theory.accepted > 0.52 && theory.accepted < 0.53);
	network_done(&spec, net);
}

static void thinning_is_binomial(void **state)
{
	struct distribution ten = distribution_constant(10), some = distribution_thin(&ten, 0.3), fewer;
	double power = 1;

	(void)state;
	for (int i = 0; i < 10; i++)
		power *= 0.7;
	assert_int_equal(some.low, 0);
	assert_near(some.p[0], power, 1e-15);
	assert_near(some.p[3], 120 * pow(0.3, 3) * pow(0.7, 7), 1e-15);
	fewer = distribution_thin(&some, 0.5);		/* thinning twice is thinning once by the product */
	assert_near(fewer.p[2], 45 * pow(0.15, 2) * pow(0.85, 8), 1e-15);
	distribution_limit(&some, 2);
	assert_int_equal(some.count, 3);
	assert_near(some.p[0] + some.p[1] + some.p[2], 1, 1e-15);
	assert_near(distribution_mean(&fewer), 1.5, 1e-14);
	distribution_free(&ten);
	distribution_free(&some);
	distribution_free(&fewer);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(thinning_is_binomial),
		cmocka_unit_test(fresh_is_the_mean_of_all_cases),
		cmocka_unit_test(retry_is_the_steady_state),
		cmocka_unit_test(slots_agree_with_the_recursion),
		cmocka_unit_test(error_is_the_spread),
		cmocka_unit_test(wide_tree_is_a_crossbar),
		cmocka_unit_test(several_connections),
		cmocka_unit_test(large_trees_take_moments),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
