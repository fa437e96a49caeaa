/* faults.c: w_1 - 1 faults never separate two leaves, and ftc's count of the remaining leaves is right.
 *
 * Covers every XGFT with at most 32 leaves, height at most 3 and w_i at most 4 that has w_1 >= 2. By symmetry one leaf
 * may be leaf 0. The w_1 disjoint paths between it and every other leaf are walked in the graph of the definition. As
 * w_1 - 1 nodes or links lie on at most w_1 - 1 of the paths, this proves the claim for all sets of that size. The sets
 * are also tried, with the routes that ftc finds: all sets where there are few, random ones elsewhere. The number of
 * cases is printed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "machines/xgft.h"
#include "machines/generalized/paths.h"
#include "fault_sets.h"
#include "trees.h"
#include "util/text.h"

enum { MOST_LEAVES = 32, MOST_PARENTS = 4, MOST_SETS = 400 };

static uint32_t random_state = 1;

static unsigned random_below(unsigned limit)
{
	random_state = random_state * 1664525u + 1013904223u;
	return (unsigned)((uint64_t)random_state * limit >> 32);
}

/* Node (level, index) as a number of the graph. */
static unsigned number_of(const struct xgft_graph *x, unsigned level, unsigned index)
{
	return x->first[level] + index;
}

/* Is the path one of the graph, from its source to its destination, up and then down? */
static void check_path(const struct spec *spec, const struct xgft_graph *x, const struct xgft_path *path,
		       unsigned source, unsigned destination)
{
	assert_true(path->top <= spec->height);
	assert_int_equal(path->node[0], source);
	assert_int_equal(path->node[2 * path->top], destination);
	for (unsigned j = 0; j < 2 * path->top; j++)
		assert_true(graph_linked(&x->g, number_of(x, xgft_path_level(path, j), path->node[j]),
					 number_of(x, xgft_path_level(path, j + 1), path->node[j + 1])));
}

/* Does the path use a dead node or link? Decided by the graph alone. */
static bool is_dead(const struct spec *spec, const struct xgft_path *path)
{
	for (size_t i = 0; i < spec->fault_count; i++) {
		const struct fault *f = &spec->faults[i];

		for (unsigned j = 0; j <= 2 * path->top; j++) {
			unsigned level = xgft_path_level(path, j);

			if (level != f->level || path->node[j] != f->index)
				continue;
			if (!f->is_link)
				return true;
			unsigned parent = xgft_parent(spec, level, f->index, f->parent);
			bool before = j > 0 && xgft_path_level(path, j - 1) == level + 1 && path->node[j - 1] == parent;
			bool after = j < 2 * path->top && xgft_path_level(path, j + 1) == level + 1 &&
				     path->node[j + 1] == parent;
			if (before || after)
				return true;
		}
	}
	return false;
}

/* Calls visit for every tree that is meant. */
static void for_each_tree(void (*visit)(struct spec *spec, struct xgft_graph *x))
{
	for (unsigned height = 1; height <= 3; height++) {
		unsigned limit[3] = { MOST_LEAVES, height > 1 ? MOST_LEAVES : 1, height > 2 ? MOST_LEAVES : 1 }, m[3];
		unsigned shapes = 1;

		for (unsigned i = 0; i < height; i++)
			shapes *= MOST_PARENTS;
		for (m[0] = 1; m[0] <= limit[0]; m[0]++)
			for (m[1] = 1; m[1] <= limit[1] && m[0] * m[1] <= MOST_LEAVES; m[1]++)
				for (m[2] = 1; m[2] <= limit[2] && m[0] * m[1] * m[2] <= MOST_LEAVES; m[2]++)
					for (unsigned s = 0; s < shapes && m[0] * m[1] * m[2] > 1; s++) {
						unsigned w[3] = { s % MOST_PARENTS + 1,
								  s / MOST_PARENTS % MOST_PARENTS + 1,
								  s / MOST_PARENTS / MOST_PARENTS + 1 };
						struct spec spec = tree_spec(height, m, w);
						struct xgft_graph x;

						if (w[0] < 2)
							continue;
						tree_graph(&spec, &x);
						visit(&spec, &x);
						graph_free(&x.g);
					}
	}
}

static unsigned long trees, cases;

static void check_disjoint(struct spec *spec, struct xgft_graph *x)
{
	unsigned *user = allocate_array(x->g.count, sizeof *user);

	trees++;
	for (unsigned leaf = 1; leaf < spec->leaves; leaf++) {
		memset(user, 0, x->g.count * sizeof *user);
		for (unsigned i = 0; i < spec->parents[1]; i++) {
			struct xgft_path path;

			assert_true(xgft_disjoint_route(spec, 0, leaf, i, &path));
			check_path(spec, x, &path, 0, leaf);
			assert_int_equal(2 * path.top, 2 * xgft_turn_level(spec, 0, leaf));
			for (unsigned j = 1; j < 2 * path.top; j++)
				assert_int_equal(user[number_of(x, xgft_path_level(&path, j), path.node[j])]++, 0);
		}
		cases++;
	}
	free(user);
}

static void disjoint_paths_exist_in_every_small_tree(void **state)
{
	(void)state;
	trees = cases = 0;
	for_each_tree(check_disjoint);
	print_message("# %lu trees, %lu pairs of leaves, each with w_1 disjoint paths\n", trees, cases);
	assert_int_equal(trees, 15861);
}

/* From leaf 0 to every other there is a route, and it is alive. */
static void check_routes(const struct spec *spec, const struct xgft_graph *x)
{
	static const unsigned beta[MAXIMUM_LEVELS + 1];

	for (unsigned leaf = 1; leaf < spec->leaves; leaf++) {
		struct xgft_path path;

		assert_true(xgft_route(spec, 0, leaf, beta, &path));
		assert_false(is_dead(spec, &path));
		if (leaf == 1 || leaf + 1 == spec->leaves)
			check_path(spec, x, &path, 0, leaf);
	}
	cases++;
}

static unsigned long exhausted;

static void delete_faults(struct spec *spec, struct xgft_graph *x)
{
	unsigned count, size = spec->parents[1] - 1, set[MOST_PARENTS];
	struct fault *all = all_parts(spec, &count), faults[MOST_PARENTS];
	bool exhaustive = size == 1 || sets_of(size, count) <= MOST_SETS;
	unsigned tried = 0;

	trees++;
	exhausted += exhaustive;
	first_set(set, size);
	spec->faults = faults;
	spec->fault_count = size;
	do {
		for (unsigned i = 0; i < size; i++)
			faults[i] = all[exhaustive ? set[i] : random_below(count)];
		check_routes(spec, x);
	} while (exhaustive ? next_set(set, size, count) : ++tried < 20);
	free(all);
}

static void faults_are_avoided_in_every_small_tree(void **state)
{
	(void)state;
	trees = cases = exhausted = 0;
	for_each_tree(delete_faults);
	print_message("# %lu trees, %lu sets of w_1 - 1 faults tried: all sets of %lu trees, 20 by chance of each "
		      "other\n", trees,
		      cases, exhausted);
	assert_true(exhausted > trees / 3);
}

/* Is there a path up to level `top` and down again between a and b? By trying every parent. */
static bool reaches_over(const struct spec *spec, unsigned a, unsigned b, unsigned top)
{
	unsigned ways = xgft_subtree_roots(spec, top);

	for (unsigned way = 0; way < ways; way++) {
		unsigned beta[MAXIMUM_LEVELS + 1], rest = way;
		struct xgft_path path;

		for (unsigned i = 1; i <= top; i++) {
			beta[i] = rest % spec->parents[i];
			rest /= spec->parents[i];
		}
		xgft_path(spec, a, b, top, beta, &path);
		if (!is_dead(spec, &path))
			return true;
	}
	return false;
}

static bool reaches(const struct spec *spec, unsigned a, unsigned b)
{
	return reaches_over(spec, a, b, xgft_turn_level(spec, a, b));
}

static bool is_cut_off(const struct survivors *left, unsigned leaf)
{
	for (size_t i = 0; i < left->cut_off_count; i++)
		if (leaf >= left->cut_off[i].first && leaf < left->cut_off[i].first + left->cut_off[i].count)
			return true;
	return false;
}

/* Joins leaves that reach each other: part[] has the same number for leaves that are connected. Returns the number of
 * pairs of leaves with a path. */
static unsigned long join_leaves(const struct spec *spec, unsigned *part)
{
	unsigned long pairs = 0;

	for (unsigned a = 0; a < spec->leaves; a++)
		part[a] = a;
	for (unsigned a = 0; a < spec->leaves; a++)
		for (unsigned b = a + 1; b < spec->leaves; b++) {
			unsigned from = part[b], to = part[a];
			static const unsigned beta[MAXIMUM_LEVELS + 1];
			struct xgft_path path;
			bool found = xgft_route(spec, a, b, beta, &path);

			assert_int_equal(found, reaches(spec, a, b));
			pairs += found;
			for (unsigned c = 0; found && c < spec->leaves; c++)
				part[c] = part[c] == from ? to : part[c];
		}
	return pairs;
}

/* Compares the leaves outside the largest part with those that are named. Sets equally large: one that reaches a root
 * is the largest, and of leaves that are all alone only one that is the only one to do so. */
static void check_cut_off(const struct spec *spec, const struct survivors *left)
{
	unsigned part[80], rank[80] = {0}, most = 0, cut_off = 0, equal = 0;

	assert_int_equal(left->pairs, join_leaves(spec, part));
	for (unsigned a = 0; a < spec->leaves; a++)
		rank[part[a]] += 2;
	for (unsigned a = 0; a < spec->leaves; a++)
		rank[part[a]] |= reaches_over(spec, a, a, spec->height);
	for (unsigned a = 0; a < spec->leaves; a++)
		most = rank[part[a]] > most ? rank[part[a]] : most;
	for (unsigned a = 0; a < spec->leaves; a++) {
		cut_off += is_cut_off(left, a);
		equal += rank[part[a]] == most;
		/* Of parts of the same rank any may be the one that counts. */
		if (rank[part[a]] < most)
			assert_true(is_cut_off(left, a));
		for (unsigned b = 0; b < spec->leaves; b++)
			assert_true(part[a] != part[b] || is_cut_off(left, a) == is_cut_off(left, b));
	}
	assert_int_equal(cut_off, most / 2 == 1 && equal > 1 ? spec->leaves : spec->leaves - most / 2);
	assert_int_equal(left->cut_off_leaves, cut_off);
}

static bool node_is_gone(const struct spec *spec, unsigned level, unsigned index)
{
	for (size_t i = 0; i < spec->fault_count; i++) {
		const struct fault *f = &spec->faults[i];

		if (!f->is_link && f->level == level && f->index == index)
			return true;
	}
	return false;
}

/* A link that is dead, or one of whose ends is. */
static bool link_is_gone(const struct spec *spec, unsigned level, unsigned index, unsigned parent)
{
	for (size_t i = 0; i < spec->fault_count; i++) {
		const struct fault *f = &spec->faults[i];

		if (f->is_link && f->level == level && f->index == index && f->parent == parent)
			return true;
	}
	return node_is_gone(spec, level, index) || node_is_gone(spec, level + 1,
								xgft_parent(spec, level, index, parent));
}

static void check_counts(const struct spec *spec, const struct survivors *left)
{
	for (unsigned l = 0; l <= spec->height; l++) {
		unsigned long nodes = 0, links = 0;

		for (unsigned i = 0; i < spec->level_nodes[l]; i++) {
			nodes += !node_is_gone(spec, l, i);
			for (unsigned p = 0; l < spec->height && p < spec->parents[l + 1]; p++)
				links += !link_is_gone(spec, l, i, p);
		}
		assert_int_equal(left->nodes[l], nodes);
		assert_int_equal(left->links[l], links);
	}
}

/* Every root gives its links to the half of the copies to which it has fewer. */
static void check_bisection(const struct spec *spec, const struct survivors *left)
{
	unsigned top = spec->height, half = spec->children[top] / 2, w = spec->parents[top];
	unsigned (*side)[2] = allocate_array(spec->level_nodes[top], sizeof *side);
	unsigned long bisection = 0;

	for (unsigned i = 0; i < spec->level_nodes[top - 1]; i++)
		for (unsigned p = 0; p < w; p++)
			if (!link_is_gone(spec, top - 1, i, p))
				side[xgft_parent(spec, top - 1, i, p)][i / xgft_subtree_roots(spec, top - 1) >= half]++;
	for (unsigned root = 0; root < spec->level_nodes[top]; root++)
		bisection += side[root][0] < side[root][1] ? side[root][0] : side[root][1];
	assert_int_equal(left->bisection, bisection);
	free(side);
}

/* Up to `most` distinct faults below level `end`, one in twelve of a leaf. */
static void choose_faults(struct spec *spec, struct fault *faults, unsigned most, unsigned end)
{
	unsigned count, wanted = random_below(most + 1);
	struct fault *all = all_parts(spec, &count);

	spec->faults = faults;
	spec->fault_count = 0;
	while (wanted-- > 0) {
		struct fault f = all[random_below(count)];
		bool known = f.level >= end;

		if (random_below(12) == 0)
			f = (struct fault){ false, 0, random_below(spec->leaves), 0 };
		for (size_t i = 0; i < spec->fault_count; i++)
			known = known || memcmp(&faults[i], &f, sizeof f) == 0;
		if (!known)
			faults[spec->fault_count++] = f;
	}
	free(all);
}

/* Faults in any number, of leaves, too. */
static void what_is_left_is_said(void **state)
{
	unsigned parted = 0;

	(void)state;
	for (int i = 0; i < 3000; i++) {
		unsigned m[3], w[3], height = 1 + random_below(3);
		struct fault faults[10];
		struct survivors left;

		for (unsigned l = 0; l < height; l++) {
			m[l] = 1 + random_below(4);
			w[l] = 1 + random_below(3);
		}
		m[0]++;
		struct spec spec = tree_spec(height, m, w);
		choose_faults(&spec, faults, 10, height + 1);
		xgft_survivors(&spec, &left);
		check_cut_off(&spec, &left);
		check_counts(&spec, &left);
		check_bisection(&spec, &left);
		parted += left.cut_off_leaves > 0;
		survivors_free(&left);
	}
	assert_true(parted > 500);
}

/* Faults in the first sub-tree of a large tree: inside, the losses are those of the sub-tree alone; outside leaves are
 * lost to the inside leaves that can no longer leave the sub-tree. */
static void large_trees_lose_as_much(void **state)
{
	static const unsigned m[] = { 2, 3, 2, 16, 16, 16, 16 }, w[] = { 2, 2, 2, 2, 2, 2, 2 };
	struct spec small = tree_spec(3, m, w), large = tree_spec(7, m, w);
	static const unsigned beta[MAXIMUM_LEVELS + 1];
	unsigned locked_in = 0;

	(void)state;
	for (int i = 0; i < 300; i++) {
		struct fault faults[12];
		struct survivors few, many;
		struct xgft_path path;
		unsigned locked = 0;

		choose_faults(&small, faults, 12, small.height);
		large.faults = faults;
		large.fault_count = small.fault_count;
		xgft_survivors(&small, &few);
		xgft_survivors(&large, &many);
		for (unsigned leaf = 0; leaf < small.leaves; leaf++)
			locked += !xgft_route(&large, leaf, large.leaves - 1, beta, &path);
		assert_int_equal(many.all_pairs - many.pairs,
				 few.all_pairs - few.pairs +
				 (unsigned long long)locked * (large.leaves - small.leaves));
		for (unsigned l = 0; l < small.height; l++)
			assert_int_equal(large.level_nodes[l] - many.nodes[l], small.level_nodes[l] - few.nodes[l]);
		locked_in += locked > 0;
		survivors_free(&few);
		survivors_free(&many);
	}
	assert_true(locked_in > 30);
}

/* What xgft_require_connected() says; "" when it is content. A fresh string. */
static char *said_of(struct spec *spec, struct fault *faults, size_t count)
{
	FILE *said = tmpfile();
	int standard_error = dup(STDERR_FILENO);
	char text[300] = "";

	assert_non_null(said);
	spec->faults = faults;
	spec->fault_count = count;
	dup2(fileno(said), STDERR_FILENO);
	bool connected = xgft_require_connected(spec);
	dup2(standard_error, STDERR_FILENO);
	close(standard_error);
	rewind(said);
	size_t length = fread(text, 1, sizeof text - 1, said);
	fclose(said);
	assert_int_equal(connected, length == 0);
	return copy_string(text);
}

static void leaves_that_are_cut_off_are_named(void **state)
{
	static const unsigned twos[] = { 2, 2, 2 };
	struct spec spec = tree_spec(3, twos, twos);
	static struct told { size_t count; struct fault faults[4]; const char *said; } cases[] = {
		{ 0, { { 0 } }, "" },
		{ 1, { { false, 1, 0, 0 } }, "" },
		{ 1, { { false, 0, 6, 0 } }, "the faults cut off leaf 6:" },
		{ 2, { { false, 1, 0, 0 }, { false, 1, 1, 0 } }, "the faults cut off leaves 0-1:" },
		{ 4, { { true, 0, 3, 0 }, { true, 0, 3, 1 }, { false, 1, 6, 0 }, { false, 1, 7, 0 } },
		  "the faults cut off leaves 3 and 6-7:" },
		/* Over other leaves there is a way between these two, but no message turns there. */
		{ 2, { { true, 0, 0, 0 }, { true, 0, 2, 1 } },
		  "the faults leave 1 pair of leaves without a path up and down:" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char *said = said_of(&spec, cases[i].faults, cases[i].count);

		assert_true(*cases[i].said ? strstr(said, cases[i].said) != NULL : !*said);
		free(said);
	}
}

/* Where no set of leaves is larger than another: the dead ones are cut off; or all, if all are alone alike. */
static void dead_leaves_are_named(void **state)
{
	static const unsigned two[] = { 2, 2 }, one[] = { 1, 1 };
	struct spec pair = tree_spec(1, two, one), four = tree_spec(2, two, one);
	static struct told { bool is_four; size_t count; struct fault faults[3]; const char *said; } cases[] = {
		{ false, 1, { { false, 0, 0, 0 } }, "the faults cut off leaf 0:" },
		{ false, 1, { { false, 0, 1, 0 } }, "the faults cut off leaf 1:" },
		{ false, 1, { { true, 0, 0, 0 } }, "the faults cut off leaf 0:" },
		{ false, 1, { { false, 1, 0, 0 } }, "the faults cut off leaves 0-1:" },
		{ false, 2, { { false, 0, 0, 0 }, { false, 1, 0, 0 } }, "the faults cut off leaves 0-1:" },
		{ true, 1, { { true, 1, 0, 0 } }, "the faults cut off leaves 0-1:" },
		{ true, 1, { { true, 1, 1, 0 } }, "the faults cut off leaves 2-3:" },
		{ true, 2, { { false, 1, 0, 0 }, { false, 0, 2, 0 } }, "the faults cut off leaves 0-2:" },
		{ true, 2, { { false, 1, 0, 0 }, { false, 1, 1, 0 } }, "the faults cut off leaves 0-3:" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char *said = said_of(cases[i].is_four ? &four : &pair, cases[i].faults, cases[i].count);

		assert_non_null(strstr(said, cases[i].said));
		free(said);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(disjoint_paths_exist_in_every_small_tree),
		cmocka_unit_test(faults_are_avoided_in_every_small_tree),
		cmocka_unit_test(what_is_left_is_said),
		cmocka_unit_test(large_trees_lose_as_much),
		cmocka_unit_test(leaves_that_are_cut_off_are_named),
		cmocka_unit_test(dead_leaves_are_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
