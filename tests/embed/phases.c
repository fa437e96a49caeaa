/* phases.c: slots and parents of D-relations against the tree as a graph, and of small sets against all colourings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "machines/phases.h"
#include "random.h"
#include "trees.h"
#include "util/text.h"

enum { MOST_VERTICES = 1 << 12, MOST_DEGREE = 32 };

/* Each directed link of the graph, and the slot + 1 that used it last, slot after slot. */
static unsigned last_slot[MOST_VERTICES][MOST_DEGREE];

static unsigned neighbour_number(const struct graph *g, unsigned from, unsigned to)
{
	unsigned n = 0;

	while (g->neighbour[from][n] != to)
		assert_true(++n < g->degree[from]);
	return n;
}

/* Walks the message's path along links of the graph; each must be unused in its slot. */
static void walk(const struct phases *p, const struct phase_message *m, const struct xgft_graph *x)
{
	unsigned top = xgft_turn_level(p->spec, m->source, m->destination), beta[MAXIMUM_LEVELS + 1], way = m->way;
	struct xgft_path path;

	for (unsigned l = top; l >= 1; l--) {
		beta[l] = way % p->spec->parents[l];
		way /= p->spec->parents[l];
	}
	assert_int_equal(way, 0);
	xgft_path(p->spec, m->source, m->destination, top, beta, &path);
	assert_int_equal(path.node[0], m->source);
	assert_int_equal(path.node[2 * top], m->destination);
	for (unsigned j = 0; j < 2 * top; j++) {
		unsigned from = x->first[xgft_path_level(&path, j)] + path.node[j];
		unsigned to = x->first[xgft_path_level(&path, j + 1)] + path.node[j + 1];
		unsigned *last = &last_slot[from][neighbour_number(&x->g, from, to)];

		assert_true(m->slot < p->slots);
		assert_int_not_equal(*last, m->slot + 1);
		*last = m->slot + 1;
	}
}

/* The messages are sorted by slot, and are those of the set. */
static void check(const struct phases *p, const struct message_set *set, const struct xgft_graph *x)
{
	unsigned leaves = p->spec->leaves, *left = allocate_array((size_t)leaves * leaves, sizeof *left);

	memset(last_slot, 0, sizeof last_slot);
	for (size_t i = 0; i < set->count; i++)
		left[set->demand[i].source * leaves + set->demand[i].destination]++;
	for (size_t i = 0; i < p->count; i++) {
		const struct phase_message *m = &p->message[i];

		assert_true(i == 0 || m->slot >= p->message[i - 1].slot);
		assert_true(left[m->source * leaves + m->destination]-- > 0);
		walk(p, m, x);
	}
	for (unsigned a = 0; a < leaves; a++)
		for (unsigned b = 0; b < leaves; b++)
			assert_true(a == b || left[a * leaves + b] == 0);
	free(left);
}

/* D permutations, one on the other. */
static void relation(struct message_set *set, unsigned leaves, unsigned degree, struct random *random)
{
	unsigned *to = allocate_array(leaves, sizeof *to);

	*set = (struct message_set){ .demand = allocate_array((size_t)leaves * degree, sizeof *set->demand) };
	for (unsigned d = 0; d < degree; d++) {
		for (unsigned i = 0; i < leaves; i++) {
			unsigned j = (unsigned)random_below(random, i + 1);

			to[i] = to[j];
			to[j] = i;
		}
		for (unsigned i = 0; i < leaves; i++)
			set->demand[set->count++] = (struct demand){ i, to[i] };
	}
	free(to);
}

static const struct { unsigned height, m[8], w[8]; bool rearrangeable; } trees[] = {
	{ 6, { 2, 2, 2, 2, 2, 2 }, { 2, 2, 2, 2, 2, 2 }, true },
	{ 4, { 3, 3, 3, 3 }, { 3, 3, 3, 3 }, true },
	{ 3, { 4, 4, 4 }, { 4, 4, 4 }, true },
	{ 8, { 2, 2, 2, 2, 2, 2, 2, 2 }, { 2, 2, 2, 2, 2, 2, 2, 2 }, true },
	{ 3, { 4, 4, 4 }, { 1, 4, 4 }, true },
	{ 3, { 4, 4, 4 }, { 2, 2, 4 }, false },
	{ 3, { 3, 2, 4 }, { 2, 3, 1 }, false },
};

static void test_relations(void **state)
{
	struct random random;

	random_start(&random, 48, 0);
	for (unsigned k = 0; k < 200; k++) {
		unsigned t = k % 5, degree = 1 + k / 5 % 6;
		struct spec spec = tree_spec(trees[t].height, trees[t].m, trees[t].w);
		struct message_set set;
		struct xgft_graph x;
		struct phases p;
		unsigned level;

		relation(&set, spec.leaves, degree, &random);
		tree_graph(&spec, &x);
		phases_take(&p, &spec, &set);
		assert_true(phases_konig_applies(&spec, &level));
		phases_make(&p, PHASES_KONIG);
		/* A leaf may send some of its words to itself: the degree is then less. */
		assert_true(p.degree <= degree);
		assert_int_equal(p.slots, (p.degree + spec.parents[1] - 1) / spec.parents[1]);
		check(&p, &set, &x);
		phases_free(&p);
		graph_free(&x.g);
		free(set.demand);
	}
	(void)state;
}

/* By paths that were spread, random sets take the congestion, or up to two slots more. */
static void test_paths(void **state)
{
	unsigned more[3] = { 0 };
	struct random random;

	random_start(&random, 49, 0);
	for (unsigned k = 0; k < 56; k++) {
		unsigned t = k % 7, level;
		struct spec spec = tree_spec(trees[t].height, trees[t].m, trees[t].w);
		struct message_set set;
		struct xgft_graph x;
		struct phases p;

		relation(&set, spec.leaves, 1 + k / 7 % 4, &random);
		tree_graph(&spec, &x);
		phases_take(&p, &spec, &set);
		assert_int_equal(phases_konig_applies(&spec, &level), trees[t].rearrangeable);
		phases_spread(&p);
		phases_make(&p, PHASES_PATHS);
		assert_true(p.slots >= p.congestion && p.slots <= p.congestion + 2);
		more[p.slots - p.congestion]++;
		check(&p, &set, &x);
		phases_free(&p);
		graph_free(&x.g);
		free(set.demand);
	}
	print_message("slots above the congestion: none %u, one %u, two %u\n", more[0], more[1], more[2]);
	(void)state;
}

/* Whether messages i .. can have slots below `slots` without meeting: all are tried. */
static bool can_colour(struct phases *p, size_t i, unsigned slots)
{
	size_t first, second, count = p->count;
	unsigned level;

	if (i == count)
		return true;
	for (unsigned s = 0; s < slots; s++) {
		p->message[i].slot = s;
		p->count = i + 1;
		bool good = phases_check(p, &first, &second, &level);
		p->count = count;
		if (good && can_colour(p, i + 1, slots))
			return true;
	}
	return false;
}

/* Never more slots than the fewest of all colourings of the same paths. */
static void test_fewest(void **state)
{
	struct spec spec = tree_spec(2, (unsigned[]){ 3, 3 }, (unsigned[]){ 2, 2 });
	struct random random;

	random_start(&random, 50, 0);
	for (unsigned k = 0; k < 60; k++) {
		struct message_set set;
		struct phases p;

		relation(&set, spec.leaves, 1 + k % 2, &random);
		phases_take(&p, &spec, &set);
		for (size_t i = 0; i < p.count; i++)
			p.message[i].way = (unsigned)random_below(&random,
				xgft_subtree_roots(&spec, xgft_turn_level(&spec, p.message[i].source, p.message[i].destination)));
		phases_make(&p, PHASES_PATHS);
		unsigned slots = p.slots;

		assert_true(slots == 0 || !can_colour(&p, 0, slots - 1));
		phases_free(&p);
		free(set.demand);
	}
	(void)state;
}

/* Two messages that meet are found, whichever link they share. */
static void test_meetings(void **state)
{
	struct spec spec = tree_spec(2, (unsigned[]){ 2, 2 }, (unsigned[]){ 2, 2 });
	struct phase_message meet[][2] = {
		{ { 0, 1, 0, 1 }, { 0, 2, 0, 2 } },	/* up from leaf 0 by wire 1 */
		{ { 0, 3, 0, 0 }, { 1, 2, 0, 0 } },	/* up and down between levels 1 and 2 */
		{ { 0, 2, 0, 1 }, { 3, 2, 0, 0 } },	/* down to leaf 2 by wire 0 */
	};
	size_t first, second;
	unsigned level;

	for (unsigned k = 0; k < 3; k++) {
		struct phases p = { .spec = &spec, .slots = 2, .count = 2, .message = meet[k] };

		assert_false(phases_check(&p, &first, &second, &level));
		assert_true(first == 1 && second == 0 && level == (k == 1));
		meet[k][1].slot = 1;
		assert_true(phases_check(&p, &first, &second, &level));
	}
	(void)state;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_relations), cmocka_unit_test(test_paths), cmocka_unit_test(test_fewest),
		cmocka_unit_test(test_meetings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
