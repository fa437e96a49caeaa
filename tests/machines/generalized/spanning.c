/* spanning.c: which broadcasts go at once over the spanning trees of Oehring et al., section 5.2 and Theorem 3.
 *
 * Every XGFT with at most 8 leaves, height at most 3 and w_i at most 3, as a graph by its definition. Tree t has the nodes with
 * beta_1 = t and other betas 0. Each broadcast climbs by its tree to the root, and comes down to all leaves, its own included.
 * For every choice of a source for each tree, also one leaf for several, the broadcasts together use each link at most once each
 * way, and every leaf hears each. No more can go to a leaf that sends none: it has w_1 links. The number of choices is printed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "trees.h"
#include "util/text.h"

enum { MOST_LEAVES = 8, MOST_PARENTS = 3, LEVELS = 3 };

static unsigned long choices, trees;

/* A tree under test: links as (parent, child) pairs, by numbers of the graph. */
struct forest {
	const struct spec *spec;
	struct xgft_graph x;
	unsigned *used;			/* [from x count + to]: words on this link, this way */
	unsigned *heard;		/* [leaf x w_1 + tree] */
};

/* The node of a tree, by the definition: index a W_l + t W_l / w_1 above the leaf. */
static unsigned node_of(const struct forest *f, unsigned tree, unsigned level, unsigned leaf)
{
	unsigned below = 1, roots = 1;

	for (unsigned l = 1; l <= level; l++) {
		below *= f->spec->children[l];
		roots *= f->spec->parents[l];
	}
	return f->x.first[level] + (level == 0 ? leaf : leaf / below * roots + tree * (roots / f->spec->parents[1]));
}

static void pass(struct forest *f, unsigned from, unsigned to)
{
	assert_true(graph_linked(&f->x.g, from, to));
	f->used[from * f->x.g.count + to]++;
}

static void broadcast(struct forest *f, unsigned tree, unsigned source)
{
	for (unsigned l = 0; l < f->spec->height; l++)
		pass(f, node_of(f, tree, l, source), node_of(f, tree, l + 1, source));
	for (unsigned leaf = 0; leaf < f->spec->leaves; leaf++) {
		for (unsigned l = f->spec->height; l > 0; l--) {
			unsigned from = node_of(f, tree, l, leaf), to = node_of(f, tree, l - 1, leaf);

			/* One copy serves all leaves below. */
			if (l == 1 || f->used[from * f->x.g.count + to] == 0)
				pass(f, from, to);
		}
		f->heard[leaf * f->spec->parents[1] + tree]++;
	}
}

static void check_choice(struct forest *f, const unsigned *source)
{
	size_t links = (size_t)f->x.g.count * f->x.g.count;

	memset(f->used, 0, links * sizeof *f->used);
	memset(f->heard, 0, f->spec->leaves * f->spec->parents[1] * sizeof *f->heard);
	for (unsigned t = 0; t < f->spec->parents[1]; t++)
		broadcast(f, t, source[t]);
	for (size_t i = 0; i < links; i++)
		assert_true(f->used[i] <= 1);
	for (unsigned i = 0; i < f->spec->leaves * f->spec->parents[1]; i++)
		assert_int_equal(f->heard[i], 1);
	choices++;
}

static void check_tree(const struct spec *spec)
{
	struct forest f = { .spec = spec };
	unsigned source[MOST_PARENTS] = { 0 }, t;

	tree_graph(spec, &f.x);
	f.used = allocate_array((size_t)f.x.g.count * f.x.g.count, sizeof *f.used);
	f.heard = allocate_array(spec->leaves * spec->parents[1], sizeof *f.heard);
	do {
		check_choice(&f, source);
		for (t = 0; t < spec->parents[1] && ++source[t] == spec->leaves; t++)
			source[t] = 0;
	} while (t < spec->parents[1]);
	for (unsigned leaf = 0; leaf < spec->leaves; leaf++)
		assert_int_equal(f.x.g.degree[leaf], spec->parents[1]);
	free(f.used);
	free(f.heard);
	graph_free(&f.x.g);
	trees++;
}

/* All lists m and w of each height. */
static void all_trees(void **state)
{
	unsigned m[LEVELS] = { 1, 1, 1 }, w[LEVELS] = { 1, 1, 1 };

	(void)state;
	for (unsigned code = 0; code < MOST_LEAVES * MOST_LEAVES * MOST_LEAVES * 27; code++) {
		unsigned rest = code, leaves = 1;

		for (unsigned i = 0; i < LEVELS; i++, rest /= MOST_LEAVES)
			leaves *= m[i] = 1 + rest % MOST_LEAVES;
		for (unsigned i = 0; i < LEVELS; i++, rest /= 3)
			w[i] = 1 + rest % 3;
		for (unsigned height = 1; height <= LEVELS && leaves > 1 && leaves <= MOST_LEAVES; height++) {
			bool plain = true;

			for (unsigned i = height; i < LEVELS; i++)
				plain = plain && m[i] == 1 && w[i] == 1;
			struct spec spec = tree_spec(height, m, w);

			if (plain && m[height - 1] > 1)
				check_tree(&spec);
		}
	}
	print_message("%lu trees, %lu choices of sources\n", trees, choices);
	assert_true(choices > 10000);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(all_trees) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
