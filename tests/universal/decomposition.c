/* decomposition.c: Theorems 5 and 8 and Theorem 10's bounds, against trees cut, balanced and counted a second time.
 *
 *   test-decomposition DECOMPOSITION.TXT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "machines/fat-tree/fat_tree.h"
#include "machines/fat_tree_common.h"
#include "parse/family.h"
#include "parse/shell.h"
#include "random_guests.h"
#include "universal/universality.h"

static const char *oracle;

/* What the recursion below finds of a level. */
struct seen {
	unsigned boxes, most_processors;
	uint64_t most_out;
};

/* A box of the recursion: who is inside. */
struct box {
	double low[MOST_DIMENSIONS], side[MOST_DIMENSIONS];
	unsigned *inside, count;
};

struct recursion {
	const struct placed *guest;
	const struct cutting *cutting;
	struct seen level[MOST_CUTS + 1];
	double gamma;
	unsigned deepest;		/* cut that parted two processors */
};

static uint64_t leaving(const struct placed *guest, const struct box *box)
{
	bool *inside = allocate_array(guest->processors, sizeof *inside);
	uint64_t out = 0;

	for (unsigned i = 0; i < box->count; i++)
		inside[box->inside[i]] = true;
	for (size_t i = 0; i < guest->wires; i++)
		if (inside[guest->wire[i].a] != inside[guest->wire[i].b])
			out += guest->wire[i].messages;
	free(inside);
	return out;
}

static double surface(const struct placed *guest, const struct box *box)
{
	const double *s = box->side;

	return guest->dimensions == 2 ? 2 * (s[0] + s[1]) : 2 * (s[0] * s[1] + s[1] * s[2] + s[0] * s[2]);
}

/* Cuts a box, and its halves, to the depth of the whole tree. */
static void cut(struct recursion *r, const struct box *box, unsigned level, bool parent_shared)
{
	const struct placed *guest = r->guest;
	unsigned axis = level % guest->dimensions;
	uint64_t out;

	if (!box->count)
		return;
	out = leaving(guest, box);
	r->level[level].boxes++;
	if (box->count > r->level[level].most_processors)
		r->level[level].most_processors = box->count;
	if (out > r->level[level].most_out)
		r->level[level].most_out = out;
	assert_true(surface(guest, box) <= r->cutting->level[level].surface_bound * (1 + 1e-12));
	assert_true(fabs(surface(guest, box) - r->cutting->level[level].surface) <= 1e-9 * surface(guest, box));
	if (parent_shared)
		r->gamma = fmax(r->gamma, (double)out / surface(guest, box));
	if (box->count > 1 && level + 1 > r->deepest)
		r->deepest = level + 1;
	if (level == r->cutting->depth)
		return;
	for (unsigned half = 0; half < 2; half++) {
		struct box part = *box;

		part.side[axis] /= 2;
		part.low[axis] += half * part.side[axis];
		part.inside = allocate_array(box->count, sizeof *part.inside);
		part.count = 0;
		for (unsigned i = 0; i < box->count; i++)
			if ((guest->at[box->inside[i] * guest->dimensions + axis] >= box->low[axis] +
			     part.side[axis]) == half)
				part.inside[part.count++] = box->inside[i];
		cut(r, &part, level + 1, box->count > 1);
		free(part.inside);
	}
}

static void check_cutting(const struct placed *guest, const struct cutting *c)
{
	struct recursion r = { .guest = guest, .cutting = c };
	struct box whole = { .inside = allocate_array(guest->processors, sizeof *whole.inside),
			     .count = guest->processors };

	for (unsigned axis = 0; axis < guest->dimensions; axis++) {
		whole.low[axis] = c->low[axis];
		whole.side[axis] = c->side;
		for (unsigned v = 0; v < guest->processors; v++) {
			double at = guest->at[v * guest->dimensions + axis] - c->low[axis];

			assert_true(at >= 0 && at < c->side);
		}
	}
	for (unsigned v = 0; v < guest->processors; v++)
		whole.inside[v] = v;
	cut(&r, &whole, 0, true);
	assert_int_equal(r.deepest, c->depth);
	for (unsigned i = 0; i <= c->depth; i++) {
		assert_int_equal(r.level[i].boxes, c->level[i].boxes);
		assert_int_equal(r.level[i].most_processors, c->level[i].most_processors);
		assert_int_equal(r.level[i].most_out, c->level[i].most_out);
		/* Attained by every third box, in the plane by every second. */
		if (i % guest->dimensions == 1)
			assert_true(fabs(c->level[i].surface / c->level[i].surface_bound - 1) < 1e-9);
	}
	assert_true(fabs(r.gamma - c->gamma) <= 1e-9 * c->gamma);
	free(whole.inside);
}

/* All sets of the balanced tree. */
struct sets {
	const struct cutting *cutting;
	unsigned levels;
	unsigned processors[MAXIMUM_LEVELS + 1];	/* of a level, all together */
	unsigned most_trees;		/* of a height, in one set */
	unsigned depth;			/* least level whose sets hold one processor */
};

struct heights {
	unsigned trees[MOST_CUTS + 1], tallest;
};

static void count_height(void *context, unsigned height, leaf_number index)
{
	struct heights *h = context;

	(void)index;
	h->trees[height]++;
	h->tallest = height > h->tallest ? height : h->tallest;
}

static void check_set(void *context, const struct balanced_set *set)
{
	struct sets *sets = context;
	const struct cutting *c = sets->cutting;
	struct necklace necklace = { c->leaf, c->processors };
	unsigned long size = 1ul << set->level;
	struct heights heights = {0};

	sets->processors[set->level] += set->processors;
	assert_int_equal(pearls_black(&necklace, &set->pearls), set->processors);
	assert_true(set->processors <= (c->processors + size - 1) / size && set->processors >= c->processors / size);
	if (set->level <= c->depth)
		assert_true(pearls_count(&set->pearls) == (leaf_number)1 << (c->depth - set->level));
	if (set->processors > 1 && set->level + 1 > sets->depth)
		sets->depth = set->level + 1;
	for (unsigned i = 0; i < 2; i++)
		pearls_forest(&necklace, &set->pearls.string[i], count_height, &heights);
	for (unsigned h = 0; h <= MOST_CUTS; h++) {
		assert_true(heights.trees[h] <= 4);
		sets->most_trees = heights.trees[h] > sets->most_trees ? heights.trees[h] : sets->most_trees;
	}
	assert_true(set->level + heights.tallest <= c->depth || set->level > c->depth);
}

static unsigned log2_up(unsigned n)
{
	unsigned bits = 0;

	while (1u << bits < n)
		bits++;
	return bits;
}

/* Every leaf at most once. */
static void check_distinct(const unsigned *leaf, unsigned processors, unsigned leaves)
{
	bool *used = allocate_array(leaves, sizeof *used);

	for (unsigned v = 0; v < processors; v++) {
		assert_true(leaf[v] < leaves && !used[leaf[v]]);
		used[leaf[v]] = true;
	}
	free(used);
}

static unsigned check_balanced(const struct cutting *c, unsigned leaves)
{
	struct leaf_tree tree = { leaves, log2_up(leaves) };
	struct sets sets = { .cutting = c, .levels = tree.levels };
	unsigned *leaf = allocate_array(c->processors, sizeof *leaf);

	identify_pearls(c, &tree, leaf, check_set, &sets);
	check_distinct(leaf, c->processors, leaves);
	for (unsigned k = 0; k <= tree.levels; k++)
		assert_int_equal(sets.processors[k], c->processors);
	assert_int_equal(sets.depth, log2_up(c->processors));
	free(leaf);
	return sets.most_trees;
}

static void test_cutting_planes(void **state)
{
	struct random random;

	(void)state;
	random_start(&random, 5, 0);
	for (unsigned round = 0; round < 120; round++) {
		unsigned dimensions = 2 + round % 2, n = 2 + (unsigned)random_below(&random, 60);
		struct placed guest;
		struct cutting c;

		random_guest(&guest, &random, n, dimensions, 16, round % 3 == 0, 3 * n);
		assert_true(cutting_make(&c, &guest));
		check_cutting(&guest, &c);
		cutting_free(&c);
		placed_free(&guest);
	}
}

/* The sizes of the table, and in each a depth that is at least the balanced one's and, without clusters, at most the
 * side's. */
static void test_balanced_trees_of_the_table(void **state)
{
	FILE *file = fopen(oracle, "r");
	char line[200];
	unsigned n, side, kind, r, depth, trees, rows = 0;
	struct random random;

	(void)state;
	assert_non_null(file);
	random_start(&random, 8, 0);
	while (fgets(line, sizeof line, file)) {
		struct placed guest;
		struct cutting c;

		if (*line == '#')
			continue;
		assert_int_equal(sscanf(line, "%u %u %u %u %u %u", &n, &side, &kind, &r, &depth, &trees), 6);
		random_guest(&guest, &random, n, 3, side, kind == 3, 4 * n);
		assert_true(cutting_make(&c, &guest));
		assert_int_equal(depth, log2_up(n));
		assert_true(c.depth >= depth && r >= depth && trees <= 4);
		assert_true(kind == 3 || c.depth <= 3 * log2_up(side));
		check_balanced(&c, 1u << depth);
		check_balanced(&c, 4u << depth);
		cutting_free(&c);
		placed_free(&guest);
		rows++;
	}
	fclose(file);
	assert_true(rows >= 80);
}

static void test_balanced_trees(void **state)
{
	struct random random;
	unsigned most_trees = 0;

	(void)state;
	random_start(&random, 8, 1);
	for (unsigned round = 0; round < 400; round++) {
		unsigned n = 2 + (unsigned)random_below(&random, 300), trees;
		struct placed guest;
		struct cutting c;

		random_guest(&guest, &random, n, 2 + round % 2, 32, round % 4 == 0, n);
		assert_true(cutting_make(&c, &guest));
		trees = check_balanced(&c, 1u << log2_up(n));
		most_trees = trees > most_trees ? trees : most_trees;
		cutting_free(&c);
		placed_free(&guest);
	}
	/* The bound is no less than it must be. */
	assert_int_equal(most_trees, 4);
}

/* Trees that are not complete: no subtree gets more than its leaves. */
static void test_any_number_of_leaves(void **state)
{
	struct random random;

	(void)state;
	random_start(&random, 8, 2);
	for (unsigned leaves = 2; leaves <= 40; leaves++) {
		struct leaf_tree tree = { leaves, log2_up(leaves) };

		for (unsigned n = 2; n <= leaves; n++) {
			unsigned *leaf = allocate_array(n, sizeof *leaf);
			struct placed guest;
			struct cutting c;

			random_guest(&guest, &random, n, 3, 16, n % 2, 2 * n);
			assert_true(cutting_make(&c, &guest));
			identify_pearls(&c, &tree, leaf, NULL, NULL);
			check_distinct(leaf, n, leaves);
			identify_natural(&tree, n, leaf);
			check_distinct(leaf, n, leaves);
			for (unsigned v = 1; v < n; v++)
				assert_true(leaf[v] > leaf[v - 1]);
			identify_random(&tree, n, leaves, leaf);
			check_distinct(leaf, n, leaves);
			identify_metis(&guest, &tree, 1, leaf);
			check_distinct(leaf, n, leaves);
			cutting_free(&c);
			placed_free(&guest);
			free(leaf);
		}
	}
}

/* Two cliques, of any labels, joined by one wire: whoever halves a guest well finds it, and then the halves of each
 * clique. */
static void test_metis_finds_cliques(void **state)
{
	enum { SIZE = 16 };
	struct leaf_tree tree = { 2 * SIZE, 5 };

	(void)state;
	for (unsigned stride = 3; stride < 2 * SIZE; stride += 2) {
		struct placed guest = { .processors = 2 * SIZE };
		unsigned leaf[2 * SIZE];
		uint64_t out[MAXIMUM_LEVELS + 1];

		for (unsigned a = 0; a < 2 * SIZE; a++)
			for (unsigned b = a + 1; b < 2 * SIZE; b++)
				if (a / SIZE == b / SIZE || (a == 3 && b == SIZE + 3))
					placed_wire(&guest, a * stride % (2 * SIZE), b * stride % (2 * SIZE), 1);
		identify_metis(&guest, &tree, stride, leaf);
		check_distinct(leaf, 2 * SIZE, 2 * SIZE);
		universality_loads(&guest, &tree, leaf, out);
		assert_int_equal(out[1], 1);
		assert_int_equal(out[2], SIZE * SIZE / 4 + 1);
		placed_free(&guest);
	}
}

/* A heavy wire keeps its ends together. */
static void test_metis_heeds_messages(void **state)
{
	struct leaf_tree tree = { 8, 3 };
	struct placed guest = { .processors = 8 };
	unsigned leaf[8];

	(void)state;
	for (unsigned a = 0; a < 8; a++)
		for (unsigned b = a + 1; b < 8; b++)
			placed_wire(&guest, a, b, a + b == 7 ? 100 : 1);
	identify_metis(&guest, &tree, 1, leaf);
	for (unsigned a = 0; a < 8; a++)
		assert_int_equal(leaf[a] / 2, leaf[7 - a] / 2);
	placed_free(&guest);
}

/* Every channel that a message passes, counted one by one. */
static void walk(const struct spec *spec, const struct message_set *set, uint64_t *up, uint64_t *down)
{
	for (size_t i = 0; i < set->count; i++) {
		unsigned a = set->demand[i].source, b = set->demand[i].destination;

		/* Channels are numbered as the vertices beneath them: the root is 1, the children of v are 2v and 2v +
		 * 1. */
		for (a += 1u << spec->levels, b += 1u << spec->levels; a != b; a /= 2, b /= 2) {
			up[a]++;
			down[b]++;
		}
	}
}

static void check_identified(const struct universality *u, enum identification way)
{
	const struct spec *spec = u->spec;
	const struct identified *by = &u->by[way];
	uint64_t *up = allocate_array(2ul << spec->levels, sizeof *up);
	uint64_t *down = allocate_array(2ul << spec->levels, sizeof *down);
	uint64_t out[MAXIMUM_LEVELS + 1] = {0}, over = 0, under = 1;
	unsigned long *degree = placed_degrees(u->guest);

	walk(spec, &by->set, up, down);
	for (unsigned k = 1; k <= spec->levels; k++)
		for (unsigned v = 1u << k; v < 2u << k; v++) {
			assert_int_equal(up[v], down[v]);
			out[k] = up[v] > out[k] ? up[v] : out[k];
			if (up[v] * under > over * spec->capacity[k]) {
				over = up[v];
				under = spec->capacity[k];
			}
		}
	for (unsigned k = 1; k <= spec->levels; k++)
		assert_int_equal(out[k], u->level[k].out[way]);
	assert_int_equal(over * by->lambda.denominator, by->lambda.numerator * under);
	for (unsigned v = 0; v < u->guest->processors; v++)
		assert_int_equal(up[(1u << spec->levels) + by->leaf[v]], degree[v]);
	check_distinct(by->leaf, u->guest->processors, spec->leaves);
	assert_true(by->cycles >= load_factor_cycles(&by->lambda) && by->cycles <= by->theorem_1_cycles);
	free(up);
	free(down);
	free(degree);
}

static struct spec tree_of(unsigned leaves, unsigned root_capacity, unsigned connections)
{
	struct spec spec = { .kind = &fat_tree_kind, .machine = &fat_tree_machine, .family = families, .shell = &no_shell,
			     .leaves = leaves, .levels = log2_up(leaves), .connections = connections,
			     .root_capacity = root_capacity, .payload_bits = 8, .source = "test" };

	for (unsigned k = 0; k < spec.levels; k++)
		spec.capacity[k] = spec_universal_capacity(&spec, root_capacity, k);
	spec.capacity[spec.levels] = connections;
	return spec;
}

/* Theorem 10: counts never exceed the bounds. */
static void test_universality(void **state)
{
	static char name[] = "t";
	struct random random;

	(void)state;
	random_start(&random, 10, 0);
	for (unsigned round = 0; round < 150; round++) {
		unsigned leaves = 4 + (unsigned)random_below(&random, 200),
			n = 2 + (unsigned)random_below(&random, leaves - 1);
		struct spec spec = tree_of(leaves, 1 + (unsigned)random_below(&random, leaves), 1 + round % 3);
		struct placed guest;
		struct universality u;

		spec.name = name;
		random_guest(&guest, &random, n, 2 + round % 2, 32, round % 5 == 0, 2 * n);
		assert_true(universality_measure(&u, &spec, &guest, round));
		assert_true(u.balanced || (leaves & (leaves - 1)));
		for (unsigned way = 0; way < IDENTIFICATIONS; way++)
			check_identified(&u, way);
		for (unsigned k = 1; k <= spec.levels; k++) {
			const struct universal_level *level = &u.level[k];
			uint64_t pearls = level->out[IDENTIFY_PEARLS];

			assert_true(pearls <= level->forest && pearls <= level->by_degree && pearls <= level->bound);
			if (u.balanced)
				assert_true(level->forest <= level->theorem_8
					    && (double)level->theorem_8 <= level->corollary_9 * (1 + 1e-9));
		}
		double lambda = (double)u.by[IDENTIFY_PEARLS].lambda.numerator /
			(double)u.by[IDENTIFY_PEARLS].lambda.denominator;
		assert_true(lambda <= u.by_cuts.load_factor);
		assert_true(u.by[IDENTIFY_PEARLS].cycles <= u.by_cuts.cycles);
		if (u.balanced)
			assert_true(u.by_cuts.load_factor <= u.by_volume.load_factor * (1 + 1e-9)
				    && u.by_cuts.cycles <= u.by_volume.cycles);
		universality_free(&u);
		placed_free(&guest);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cutting_planes),
		cmocka_unit_test(test_balanced_trees_of_the_table),
		cmocka_unit_test(test_balanced_trees),
		cmocka_unit_test(test_any_number_of_leaves),
		cmocka_unit_test(test_metis_finds_cliques),
		cmocka_unit_test(test_metis_heeds_messages),
		cmocka_unit_test(test_universality),
	};

	if (argc != 2)
		return 99;
	oracle = argv[1];
	return cmocka_run_group_tests(tests, NULL, NULL);
}
