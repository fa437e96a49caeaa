/* variants.c: builds the networks of variants.h as graphs, and counts in them. */
#include "machines/hypertree/variants.h"

#include <stdlib.h>

#include "machines/hypertree/hypertree.h"
#include "util/text.h"

static struct graph plain_tree(unsigned n)
{
	struct graph g = graph_new(2u << n);

	for (unsigned x = 2; x < g.nodes; x++)
		graph_join(&g, x, x / 2);
	return g;
}

/* Joins the nodes of a level whose numbers differ in bit b only, 1 being the most significant one behind the first. */
static void join_level(struct graph *g, unsigned level, unsigned b)
{
	for (unsigned x = 1u << level; x < 2u << level; x++)
		graph_join(g, x, x ^ 1u << (level - b));
}

/* More sets ------------------------------------------------------------------------------------------------------- */

/* All nodes of a level are alike: flipping the same bits of all numbers maps the network onto itself. Levels below have no links
 * across yet, so no way leads through them. */
static void join_farthest(struct graph *g, unsigned level, unsigned sets)
{
	unsigned *steps = allocate_array(g->nodes, sizeof *steps), *reached = allocate_array(g->nodes, sizeof *reached);
	unsigned first = 1u << level;

	graph_search(g, first, first, steps, reached);
	for (unsigned i = 0; i < sets && i < level; i++) {
		unsigned farthest = 1;

		for (unsigned b = 2; b <= level; b++)
			if (steps[first ^ 1u << (level - b)] > steps[first ^ 1u << (level - farthest)])
				farthest = b;
		join_level(g, level, farthest);
		steps[first ^ 1u << (level - farthest)] = 0;
	}
	free(steps);
	free(reached);
}

void sets_count(unsigned sets, struct distances between_leaves[SETS_LEVELS + 1])
{
	for (unsigned n = 1; n <= SETS_LEVELS; n++) {
		struct graph g = plain_tree(n);

		for (unsigned m = 1; m <= n; m++)
			join_farthest(&g, m, sets);
		between_leaves[n] = graph_distances(&g, 1u << n);
		graph_free(&g);
	}
}

/* New sequences --------------------------------------------------------------------------------------------------- */

/* Of the distances from each leaf to those of its subtree, or to all leaves if r is 0. */
static unsigned long long sum_in_subtrees(const struct graph *g, unsigned r)
{
	unsigned *steps = allocate_array(g->nodes, sizeof *steps), *reached = allocate_array(g->nodes, sizeof *reached);
	unsigned leaves = g->nodes / 2, each = leaves >> r;
	unsigned long long sum = 0;

	for (unsigned x = leaves; x < g->nodes; x++) {
		graph_search(g, x, x, steps, reached);
		for (unsigned y = x / each * each; y < x / each * each + each; y++)
			sum += steps[y] - 1;
	}
	free(steps);
	free(reached);
	return sum;
}

/* Of the levels below r, the links are those of a Hypertree I whose root is on level r; r = 0: of the whole. */
static struct graph restarted(unsigned r)
{
	struct graph g = plain_tree(RESTART_LEVELS);

	for (unsigned m = 1; m <= RESTART_LEVELS; m++) {
		unsigned bit[MOST_CROSS_PORTS], above = m > r ? r : 0;

		hypertree_link_bits(HYPERTREE_1, m - above, bit);
		join_level(&g, m, above + bit[0]);
	}
	return g;
}

void restart_count(unsigned r, struct restart_count *count)
{
	struct graph one = restarted(0), anew = restarted(r);

	*count = (struct restart_count){ sum_in_subtrees(&one, 0), sum_in_subtrees(&one, r), sum_in_subtrees(&anew, 0),
					 sum_in_subtrees(&anew, r) };
	graph_free(&one);
	graph_free(&anew);
}

/* Indirect n-cube ------------------------------------------------------------------------------------------------- */

struct distances cylinder_distances(unsigned n)
{
	struct graph g = graph_new(n << n);

	for (unsigned s = 0; s < n; s++)
		for (unsigned x = 0; x < 1u << n; x++) {
			unsigned next = (s + 1) % n << n;

			graph_join(&g, (s << n) + x, next + x);
			graph_join(&g, (s << n) + x, next + (x ^ 1u << s));
		}
	struct distances d = graph_distances(&g, 0);

	graph_free(&g);
	return d;
}
