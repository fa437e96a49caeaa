/* xgft_graph_bisection.c: the edge bisection of Oehring et al. (1995), section 2, which halves all nodes of an XGFT.
 *
 * An XGFT turned upside down is the XGFT whose children are the parents, in reverse order: whatever bounds the one
 * bounds the other. */
#include "machines/xgft_measures.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "machines/xgft.h"
#include "util/message.h"
#include "util/number.h"

enum {
	MOST_RELAXED = 1024,	/* leaves, or roots: time is in proportion to the square of their number */
	MOST_SEARCHED = 64,	/* nodes of a graph whose halves are all tried */
	MOST_STEPS = 1000000,	/* of that search; then the bounds stand */
	SCALE = 16,		/* prices of a node are in sixteenths of a link */
};

struct shape {
	unsigned height;
	unsigned m[MAXIMUM_LEVELS + 1], w[MAXIMUM_LEVELS + 1];
	unsigned long below[MAXIMUM_LEVELS + 1];	/* m_1 .. m_l */
	unsigned long roots[MAXIMUM_LEVELS + 1];	/* w_1 .. w_l */
	unsigned long nodes;				/* of all levels */
	unsigned long degree;				/* no node has more links */
};

static struct shape shape_of(const struct spec *spec, bool upside_down)
{
	struct shape s = { .height = spec->height, .below = { 1 }, .roots = { 1 }, .nodes = xgft_all_nodes(spec) };

	for (unsigned l = 1; l <= s.height; l++) {
		unsigned from = s.height + 1 - l;

		s.m[l] = upside_down ? spec->parents[from] : spec->children[l];
		s.w[l] = upside_down ? spec->children[from] : spec->parents[l];
		s.below[l] = s.below[l - 1] * s.m[l];
		s.roots[l] = s.roots[l - 1] * s.w[l];
	}
	for (unsigned l = 0; l <= s.height; l++)
		s.degree = xgft_degree(spec, l) > s.degree ? xgft_degree(spec, l) : s.degree;
	return s;
}

/* A cut that exists: half of the copies below the roots and half of the roots (Theorem 1). A middle copy is cut in the
 * same way, and each root goes with that root of the copy to which it is linked; the roots at the copy's odd one part. */
static unsigned long halved(const struct shape *s)
{
	unsigned long cost = 0;

	for (unsigned l = 1; l <= s->height; l++) {
		unsigned long parting = s->roots[l - 1] % 2 ? (s->w[l] + 1) / 2 : 0;

		if (s->m[l] % 2)
			cost += s->roots[l] * (s->m[l] / 2) + parting;
		else
			cost = s->roots[l] * (s->m[l] / 2);
	}
	return cost;
}

/* Flow ------------------------------------------------------------------------------------------------------------ */

/* Ways for two strings of digits below base[first .. last] to differ in `at` and in no digit beyond, towards `last`
 * (step 1) or `first` (step -1); of at = none, to be equal. */
static long double differing(const unsigned *base, unsigned first, unsigned last, unsigned at, bool highest)
{
	long double ways = 1;

	for (unsigned k = first; k <= last; k++) {
		bool equal = at == 0 || (highest ? k > at : k < at);

		ways *= k == at ? (long double)base[k] * (base[k] - 1) : equal ? base[k] : (long double)base[k] * base[k];
	}
	return ways;
}

/* Adds the links on shortest paths between nodes of levels i <= j: from the one on level i down to where the lowest
 * beta that differs can change, up to where the highest alpha can, and down to level j. */
static void add_paths(const struct shape *s, unsigned i, unsigned j, long double *load)
{
	long double between = i == j ? 0.5L : 1;

	for (unsigned k = i + 1; k <= j; k++)
		between *= (long double)s->m[k] * s->w[k];
	for (unsigned beta = 0; beta <= i; beta++)
		for (unsigned alpha = j; alpha <= s->height; alpha++) {
			long double paths = between * differing(s->w, 1, i, beta, false) *
				differing(s->m, j + 1, s->height, alpha > j ? alpha : 0, true);

			for (unsigned k = beta ? beta - 1 : i; k < alpha; k++)
				load[k] += (k >= i && k < j ? 1 : 2) * paths;
		}
}

/* If every two nodes exchange a unit by their shortest paths, shared evenly, then the links of a level carry alike, as
 * the graph is symmetric: halves exchange (n/2)^2 units through a cut of which no link carries more than the fullest. */
static unsigned long flow_bound(const struct shape *s)
{
	long double load[MAXIMUM_LEVELS + 1] = {0}, fullest = 0;
	unsigned long half = s->nodes / 2;

	for (unsigned i = 0; i <= s->height; i++)
		for (unsigned j = i; j <= s->height; j++)
			add_paths(s, i, j, load);
	for (unsigned l = 0; l < s->height; l++) {
		long double links = (long double)s->below[s->height] / (long double)s->below[l] *
			(long double)s->roots[l + 1];

		fullest = load[l] / links > fullest ? load[l] / links : fullest;
	}
	/* Rounding must not add to what is proved. */
	return (unsigned long)ceill((long double)half * (long double)(s->nodes - half) / fullest * (1 - 1e-9L));
}

/* Relaxation ------------------------------------------------------------------------------------------------------ */

static const long never = LONG_MAX / 4;

/* Of a tree of `leaves`: the least cost for each number of leaves on side 1, by the side of the root. */
struct cuts {
	unsigned leaves;
	long *cost[2];
};

static long *join(const long *a, unsigned leaves_a, const long *b, unsigned leaves_b)
{
	long *sum = allocate_array(leaves_a + leaves_b + 1, sizeof *sum);

	for (unsigned x = 0; x <= leaves_a + leaves_b; x++)
		sum[x] = never;
	for (unsigned x = 0; x <= leaves_a; x++)
		for (unsigned y = 0; y <= leaves_b; y++)
			if (a[x] + b[y] < sum[x + y])
				sum[x + y] = a[x] + b[y];
	return sum;
}

/* The costs of `count` sub-trees below a root on a side, with the links to it. */
static long *below_root(const struct cuts *tree, unsigned side, unsigned count, long link)
{
	long *child = allocate_array(tree->leaves + 1, sizeof *child), *all = allocate_array(1, sizeof *all);

	for (unsigned x = 0; x <= tree->leaves; x++) {
		long cut = tree->cost[!side][x] + link;

		child[x] = tree->cost[side][x] < cut ? tree->cost[side][x] : cut;
	}
	all[0] = 0;
	for (unsigned i = 0; i < count; i++) {
		long *more = join(all, i * tree->leaves, child, tree->leaves);

		free(all);
		all = more;
	}
	free(child);
	return all;
}

/* Raises bound[a] to the least of cut + price (half - nodes on side 1) over the cuts of the tree of which side 1 has a
 * leaves. */
static void raise_bounds(const struct shape *s, long price, long *bound)
{
	struct cuts tree = { 1, { allocate_array(2, sizeof(long)), allocate_array(2, sizeof(long)) } };

	tree.cost[0][1] = tree.cost[1][0] = never;
	tree.cost[1][1] = -price;
	for (unsigned l = 1; l <= s->height; l++) {
		long link = SCALE * (long)s->roots[l];
		struct cuts all = { tree.leaves * s->m[l],
				    { below_root(&tree, 0, s->m[l], link), below_root(&tree, 1, s->m[l], link) } };

		for (unsigned x = 0; x <= all.leaves; x++)
			all.cost[1][x] -= price * (long)s->roots[l];
		free(tree.cost[0]);
		free(tree.cost[1]);
		tree = all;
	}
	for (unsigned a = 0; a <= tree.leaves; a++) {
		long cost = tree.cost[0][a] < tree.cost[1][a] ? tree.cost[0][a] : tree.cost[1][a];

		cost += price * (long)(s->nodes / 2);
		bound[a] = cost > bound[a] ? cost : bound[a];
	}
	free(tree.cost[0]);
	free(tree.cost[1]);
}

/* Fixed parents beta_1 .. beta_h leave a tree with all leaves and one of the W_l nodes of each sub-tree of height l. If
 * the parents are drawn by lot, a link to level l is in the tree with probability 1 / W_l, a node with 1 / W_l: the
 * links cut, those of the tree counted W_l times, and the nodes on side 1, likewise, are those of the whole graph on
 * the average. All trees have the same leaves on side 1, and for each number of them and each price of a node the
 * average cannot be less than the least. */
static unsigned long relaxed_bound(const struct shape *s)
{
	unsigned leaves = (unsigned)s->below[s->height];
	long least = never, *bound;

	if (s->below[s->height] > MOST_RELAXED || (double)s->nodes * (double)s->degree > 1e15)
		return 0;
	bound = allocate_array(leaves + 1, sizeof *bound);
	for (long i = -SCALE; i <= SCALE; i++)
		raise_bounds(s, i * (long)s->degree, bound);
	for (unsigned a = 0; a <= leaves; a++)
		least = bound[a] < least ? bound[a] : least;
	free(bound);
	return ((unsigned long)least + SCALE - 1) / SCALE;
}

/* Search ---------------------------------------------------------------------------------------------------------- */

struct search {
	unsigned count, steps;
	unsigned degree[MOST_SEARCHED], neighbour[MOST_SEARCHED][MOST_SEARCHED];
	unsigned order[MOST_SEARCHED];
	unsigned towards[2][MOST_SEARCHED];	/* neighbours already on a side */
	unsigned room[2];
	unsigned long best, enough;
};

static void start_search(const struct spec *spec, struct search *s)
{
	unsigned first = 0;

	for (unsigned l = 0; l < spec->height; l++) {
		for (unsigned i = 0; i < spec->level_nodes[l]; i++)
			for (unsigned p = 0; p < spec->parents[l + 1]; p++) {
				unsigned a = first + i, b = first + spec->level_nodes[l] + xgft_parent(spec, l, i, p);

				s->neighbour[a][s->degree[a]++] = b;
				s->neighbour[b][s->degree[b]++] = a;
			}
		first += spec->level_nodes[l];
	}
	s->count = first + spec->level_nodes[spec->height];
	s->room[0] = s->count / 2;
	s->room[1] = s->count - s->room[0];
}

/* Breadth first: the graph is connected. */
static void order_nodes(struct search *s)
{
	bool seen[MOST_SEARCHED] = { true };
	unsigned tail = 1;

	for (unsigned head = 0; head < tail; head++) {
		unsigned at = s->order[head];

		for (unsigned i = 0; i < s->degree[at]; i++)
			if (!seen[s->neighbour[at][i]]) {
				seen[s->neighbour[at][i]] = true;
				s->order[tail++] = s->neighbour[at][i];
			}
	}
}

/* Links that are cut wherever the nodes from order[at] on go. */
static unsigned unavoidable(const struct search *s, unsigned at)
{
	unsigned sum = 0;

	for (; at < s->count; at++)
		sum += smaller(s->towards[0][s->order[at]], s->towards[1][s->order[at]]);
	return sum;
}

static void put(struct search *s, unsigned node, unsigned side, unsigned change)
{
	s->room[side] -= change;
	for (unsigned i = 0; i < s->degree[node]; i++)
		s->towards[side][s->neighbour[node][i]] += change;
}

static void try_sides(struct search *s, unsigned at, unsigned long cut)
{
	if (s->best <= s->enough || s->steps == 0 || cut + unavoidable(s, at) >= s->best)
		return;
	s->steps--;
	if (at == s->count) {
		s->best = cut;
		return;
	}
	unsigned node = s->order[at], likely = s->towards[1][node] > s->towards[0][node];

	for (unsigned i = 0; i < 2; i++) {
		unsigned side = likely ^ i;

		if (s->room[side] == 0)
			continue;
		put(s, node, side, 1);
		try_sides(s, at + 1, cut + s->towards[!side][node]);
		put(s, node, side, -1u);
	}
}

/* Tries all halves of a small graph. */
static void search_graph(const struct spec *spec, struct bisection_bounds *b)
{
	struct search *s = allocate_array(1, sizeof *s);

	s->steps = MOST_STEPS;
	s->best = b->upper;
	s->enough = b->lower;
	start_search(spec, s);
	order_nodes(s);
	try_sides(s, 0, 0);
	b->upper = s->best;
	if (s->steps > 0)
		b->lower = s->best;
	free(s);
}

struct bisection_bounds xgft_graph_bisection(const struct spec *spec)
{
	struct shape shapes[] = { shape_of(spec, false), shape_of(spec, true) };
	struct bisection_bounds b = { flow_bound(&shapes[0]), ULONG_MAX };

	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
		unsigned long lower = relaxed_bound(&shapes[i]), upper = halved(&shapes[i]);

		b.lower = lower > b.lower ? lower : b.lower;
		b.upper = upper < b.upper ? upper : b.upper;
	}
	if (b.lower < b.upper && shapes[0].nodes <= MOST_SEARCHED)
		search_graph(spec, &b);
	return b;
}
