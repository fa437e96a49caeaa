/* xgft_measures.c: distances, connectivity, cost and leaf bisection of an XGFT. */
#include "machines/xgft_measures.h"

#include <limits.h>
#include <stdlib.h>

#include "machines/xgft.h"
#include "network/reference.h"
#include "util/number.h"
#include "util/message.h"

/* With more leaves the bisection is not searched: time is in proportion to the square of their number. */
enum { MOST_SEARCHED = 4096 };

/* Highest i with m_i > 1 and i > above, or 0. */
static unsigned highest_branching(const struct spec *spec, unsigned above)
{
	unsigned i = spec->height;

	while (i > above && spec->children[i] == 1)
		i--;
	return i > above ? i : 0;
}

/* Lowest i with w_i > 1 and i <= most, or 0. */
static unsigned lowest_choice(const struct spec *spec, unsigned most)
{
	unsigned i = 1;

	while (i <= most && spec->parents[i] == 1)
		i++;
	return i <= most ? i : 0;
}

unsigned xgft_diameter(const struct spec *spec)
{
	return 2 * highest_branching(spec, 0);
}

/* The longest distance from a node of level low to one of level high >= low. The path must cross the link below the
 * lowest beta and the link to the highest alpha in which the two differ; all links between change digits on the way. */
static unsigned longest_between(const struct spec *spec, unsigned low, unsigned high)
{
	unsigned choice = lowest_choice(spec, low), bottom = choice ? choice - 1 : low;
	unsigned branching = highest_branching(spec, high), top = branching ? branching : high;
	unsigned down_first = (low - bottom) + (top - bottom) + (top - high);
	unsigned up_first = (top - low) + (top - bottom) + (high - bottom);

	return down_first < up_first ? down_first : up_first;
}

unsigned xgft_node_diameter(const struct spec *spec)
{
	unsigned longest = 0;

	for (unsigned low = 0; low <= spec->height; low++)
		for (unsigned high = low; high <= spec->height; high++)
			if (longest_between(spec, low, high) > longest)
				longest = longest_between(spec, low, high);
	return longest;
}

/* 2 sum k (m_k - 1) m_1..m_(k-1) / (m_1..m_h - 1): the leaves whose number first differs in digit k are 2k away. */
struct fraction xgft_mean_distance(const struct spec *spec)
{
	struct fraction mean = { 0, spec->leaves - 1 };

	for (unsigned k = 1; k <= spec->height; k++)
		mean.numerator += 2ul * k * (spec->children[k] - 1) * xgft_subtree_leaves(spec, k - 1);
	unsigned long divisor = common_divisor(mean.numerator, mean.denominator);
	mean.numerator /= divisor;
	mean.denominator /= divisor;
	return mean;
}

unsigned xgft_leaf_connectivity(const struct spec *spec)
{
	return spec->parents[1];
}

unsigned xgft_node_connectivity(const struct spec *spec)
{
	unsigned least = UINT_MAX;

	for (unsigned l = 0; l <= spec->height; l++)
		if (xgft_degree(spec, l) < least)
			least = xgft_degree(spec, l);
	return least;
}

unsigned long xgft_cost(const struct spec *spec)
{
	return (unsigned long)spec->parents[1] * xgft_diameter(spec);
}

static const unsigned long never = ULONG_MAX / 4;

/* Least cost for each number of leaves on the other side from a sub-tree's root. */
struct splits {
	unsigned leaves;
	unsigned long *cost;	/* [0 .. leaves] */
};

/* The cost of a sub-tree when its link, of `wires`, may be cut, too: its root is then on the other side. */
static struct splits with_link(const struct splits *inner, unsigned long wires)
{
	struct splits s = { inner->leaves, allocate_array(inner->leaves + 1, sizeof *s.cost) };

	for (unsigned x = 0; x <= s.leaves; x++) {
		unsigned long cut = inner->cost[s.leaves - x] + wires;

		s.cost[x] = inner->cost[x] < cut ? inner->cost[x] : cut;
	}
	return s;
}

/* Joins two sub-trees below one root, up to `most` leaves. Takes over both. */
static struct splits join(struct splits a, const struct splits *b, unsigned most)
{
	unsigned all = a.leaves + b->leaves, end = all < most ? all : most;
	struct splits s = { all, allocate_array(all + 1, sizeof *s.cost) };

	for (unsigned x = 0; x <= all; x++)
		s.cost[x] = never;
	for (unsigned x = 0; x <= a.leaves && x <= end; x++)
		for (unsigned y = 0; y <= b->leaves && x + y <= end; y++)
			if (a.cost[x] + b->cost[y] < s.cost[x + y])
				s.cost[x + y] = a.cost[x] + b->cost[y];
	free(a.cost);
	return s;
}

/* The least cut with `half` leaves on one side: tries every number in every sub-tree. */
static unsigned long search(const struct spec *spec, unsigned half)
{
	struct splits tree = { 1, allocate_array(2, sizeof *tree.cost) };
	unsigned long least;

	tree.cost[1] = never;	/* a leaf is its own root */
	for (unsigned l = 1; l <= spec->height; l++) {
		struct splits child = with_link(&tree, xgft_subtree_roots(spec, l));
		struct splits all = { 0, allocate_array(1, sizeof *all.cost) };

		for (unsigned i = 0; i < spec->children[l]; i++)
			all = join(all, &child, l == spec->height ? spec->leaves - half : UINT_MAX);
		free(child.cost);
		free(tree.cost);
		tree = all;
	}
	least = tree.cost[half] < tree.cost[spec->leaves - half] ? tree.cost[half] : tree.cost[spec->leaves - half];
	free(tree.cost);
	return least;
}

/* ceil(half * W_(l+1) / m_1..m_l) for the l < h where it is least. */
static unsigned long least_share(const struct spec *spec, unsigned half)
{
	unsigned long least = never;

	for (unsigned l = 0; l < spec->height; l++) {
		unsigned long leaves = xgft_subtree_leaves(spec, l);
		unsigned long wires = (unsigned long)half * xgft_subtree_roots(spec, l + 1);

		if ((wires + leaves - 1) / leaves < least)
			least = (wires + leaves - 1) / leaves;
	}
	return least;
}

/* The cheapest way to take `half` leaves as sub-trees, as large as fit, then smaller ones, starting at each height.
 * The rest of a split sub-tree is cut off. */
static unsigned long least_of_whole(const struct spec *spec, unsigned half)
{
	unsigned long least = never;

	for (unsigned start = 0; start < spec->height; start++) {
		unsigned long cost = 0;
		unsigned rest = half;

		for (unsigned l = start + 1; l-- > 0;) {
			unsigned leaves = xgft_subtree_leaves(spec, l);

			cost += (unsigned long)(rest / leaves) * xgft_subtree_roots(spec, l + 1);
			rest %= leaves;
		}
		least = cost < least ? cost : least;
	}
	return least;
}

struct bisection_bounds xgft_leaf_bisection(const struct spec *spec)
{
	unsigned half = spec->leaves / 2;
	struct bisection_bounds b = { least_share(spec, half), least_of_whole(spec, half) };

	if (b.lower < b.upper && spec->leaves <= MOST_SEARCHED)
		b.lower = b.upper = search(spec, half);
	return b;
}

unsigned long xgft_bisection_formula_twice(const struct spec *spec)
{
	return (unsigned long)spec->children[spec->height] * xgft_subtree_roots(spec, spec->height);
}

bool xgft_is_pruned_butterfly(const struct spec *spec)
{
	bool is = spec->link_width == 1;

	for (unsigned i = 1; i <= spec->height; i++)
		is = is && spec->children[i] == 2 && spec->parents[i] == (i % 2 ? 2 : 1);
	return is;
}

bool xgft_reference(const struct spec *spec, struct reference_tree *tree)
{
	bool proved = xgft_is_pruned_butterfly(spec);

	if (spec->fault_count > 0) {
		error("%s has faults: expected a whole network, of which all channels of a depth are alike", spec->name);
		return suggest("--set faults=[]");
	}
	*tree = (struct reference_tree){
		.leaves = spec->leaves, .levels = spec->height, .gamma_numerator = proved, .gamma_denominator = 1,
		.gamma_by = proved ? "Bay's Lemma 13" : NULL, .is_butterfly = proved,
	};
	for (unsigned k = 0; k <= spec->height; k++) {
		unsigned level = spec->height - k;

		tree->below[k] = xgft_subtree_leaves(spec, level);
		if (k > 0)
			tree->capacity[k] = xgft_subtree_roots(spec, level + 1) * spec->link_width;
		tree->nodes[k] = xgft_subtree_roots(spec, level);
		tree->wires[k] = 2 * tree->capacity[k];
	}
	return true;
}
