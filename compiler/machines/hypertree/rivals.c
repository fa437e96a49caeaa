/* rivals.c: makes the networks that the paper compares, and counts in them. */
#include "machines/hypertree/rivals.h"

#include <math.h>
#include <stddef.h>

const char *const rival_names[RIVALS] = {
	[RIVAL_BINARY] = "binary tree",
	[RIVAL_HALF_RING] = "half ring",
	[RIVAL_FULL_RING] = "full ring",
	[RIVAL_CUBE] = "n-cube",
	[RIVAL_HYPERTREE_1] = "Hypertree I",
	[RIVAL_HYPERTREE_2] = "Hypertree II",
	[RIVAL_DE_BRUIJN] = "de Bruijn",
	[RIVAL_SHUFFLE] = "Hypertree I, shuffled",
	[RIVAL_RINGED] = "Hypertree I, half ring",
};

const struct rival_print rival_prints[RIVALS] = {
	[RIVAL_BINARY] = { "2n - 2 + 2/N", "6n - 6 + 6/N", "" },
	[RIVAL_HALF_RING] = { "2n - 139/32 + 31/(4N)", "8n - 139/8 + 31/N", "n > 2" },
	[RIVAL_FULL_RING] = { "2n - 5 + 8/N", "10n - 25 + 40/N", "n > 1" },
	[RIVAL_CUBE] = { "n/2", "n^2/2", "" },
	[RIVAL_HYPERTREE_1] = { "5n/4 - 4/3 + 4/(3N) - (n mod 2)/12", "5n - 16/3 + 16/(3N) - (n mod 2)/3", "n > 1" },
};

struct rival_formula rival_table_2(enum rival rival, unsigned levels)
{
	long long n = levels, N = 1LL << levels, square = N * N;

	switch (rival) {
	case RIVAL_BINARY:
		return (struct rival_formula){ (2 * n - 2) * square + 2 * N, square };
	case RIVAL_HALF_RING:
		return (struct rival_formula){ (64 * n - 139) * square + 248 * N, n > 2 ? 32 * square : 0 };
	case RIVAL_FULL_RING:
		return (struct rival_formula){ (2 * n - 5) * square + 8 * N, n > 1 ? square : 0 };
	case RIVAL_CUBE:
		return (struct rival_formula){ n * square, 2 * square };
	case RIVAL_HYPERTREE_1:
		return (struct rival_formula){ (15 * n - 16 - n % 2) * square + 16 * N, n > 1 ? 12 * square : 0 };
	default:
		return (struct rival_formula){0};
	}
}

/* n-cube ---------------------------------------------------------------------------------------------------------- */

static struct graph cube(unsigned n)
{
	struct graph g = graph_new(1u << n);

	for (unsigned x = 0; x < g.nodes; x++)
		for (unsigned b = 0; b < n; b++)
			graph_join(&g, x, x ^ 1u << b);
	return g;
}

/* Of the bits that differ, the lowest first. */
static unsigned next_in_cube(const void *network, unsigned mode, unsigned at, unsigned target)
{
	unsigned differ = at ^ target;

	(void)network;
	(void)mode;
	return at ^ (differ & -differ);
}

static void count_cube_traffic(const struct graph *g, struct hypertree_traffic *traffic)
{
	struct graph_loads loads = graph_loads(g, 0, &(struct graph_rule){ .modes = 1, .next = next_in_cube });

	traffic->sum = loads.sum;
	traffic->longest = loads.longest;
	for (unsigned x = 0; x < g->nodes; x++) {
		for (unsigned k = 0; k < g->node[x].degree; k++) {
			unsigned long long out = graph_load(g, &loads, x, g->node[x].neighbour[k]);
			unsigned long long in = graph_load(g, &loads, g->node[x].neighbour[k], x);

			traffic->busiest = out + in > traffic->busiest ? out + in : traffic->busiest;
			traffic->busiest_way = out > traffic->busiest_way ? out : traffic->busiest_way;
		}
	}
	graph_loads_free(&loads);
}

static void count_cube(unsigned n, struct rival_count *count)
{
	struct graph g = cube(n);

	count->ports = n;
	count->nodes = count->leaves = g.nodes;
	count->between_leaves = count->between_all = graph_distances(&g, 0);
	count_cube_traffic(&g, &count->traffic);
	graph_free(&g);
}

/* de Bruijn ------------------------------------------------------------------------------------------------------- */

/* Node x of 2^(n+1) is joined to 2x and 2x + 1, without their first bit. */
static void count_de_bruijn(unsigned n, struct rival_count *count)
{
	struct graph g = graph_new(2u << n);

	for (unsigned x = 0; x < g.nodes; x++) {
		graph_join(&g, x, 2 * x % g.nodes);
		graph_join(&g, x, (2 * x + 1) % g.nodes);
	}
	count->ports = 4;
	count->nodes = count->leaves = g.nodes;
	count->between_leaves = count->between_all = graph_distances(&g, 0);
	graph_free(&g);
}

/* Trees ----------------------------------------------------------------------------------------------------------- */

/* Leaf i is joined to the leaf whose number is that of i, turned by one bit. */
static void add_shuffle(struct graph *g, unsigned n)
{
	unsigned N = 1u << n;

	for (unsigned i = 0; i < N; i++)
		graph_join(g, N + i, N + (2 * i % N + 2 * i / N));
}

/* Joins cousins on all levels, as a half ring of that size does. */
static void add_half_ring(struct graph *g, unsigned n)
{
	struct hypertree *ring = hypertree_new(HALF_RING, (2u << n) - 1);

	for (unsigned x = 2; x <= ring->nodes; x++)
		graph_join(g, x, hypertree_neighbour(ring, x, PORT_CROSS_0));
	hypertree_free(ring);
}

static void count_ringed(unsigned n, struct rival_count *count)
{
	struct hypertree *h = hypertree_new(HYPERTREE_1, (2u << n) - 1);
	struct graph g = hypertree_graph(h);

	add_half_ring(&g, n);
	count->ports = h->ports + 1;
	count->nodes = h->nodes;
	count->leaves = 1u << n;
	count->between_leaves = graph_distances(&g, hypertree_first_leaf(h));
	count->between_all = graph_distances(&g, 1);
	count->around = graph_detours(&g);
	graph_free(&g);
	hypertree_free(h);
}

static void count_tree(enum hypertree_kind kind, unsigned n, bool shuffle, struct rival_count *count)
{
	struct hypertree *h = hypertree_new(kind, (2u << n) - 1);
	struct graph g = hypertree_graph(h);
	struct hypertree_traffic all;

	if (shuffle)
		add_shuffle(&g, n);
	count->ports = h->ports;
	count->nodes = h->nodes;
	count->leaves = 1u << n;
	count->between_leaves = graph_distances(&g, hypertree_first_leaf(h));
	count->between_all = graph_distances(&g, 1);
	if (!shuffle)
		hypertree_traffic(h, hypertree_first_leaf(h), &count->traffic);
	if (!shuffle && kind <= HYPERTREE_2) {
		count->around = graph_detours(&g);
		hypertree_traffic(h, 1, &all);
		count->rule_sum = all.sum;
		hypertree_plain_traffic(h, 1, &all);
		count->plain_sum = all.sum;
	}
	graph_free(&g);
	hypertree_free(h);
}

void rival_count(enum rival rival, unsigned n, struct rival_count *count)
{
	*count = (struct rival_count){0};
	switch (rival) {
	case RIVAL_BINARY: count_tree(BINARY_TREE, n, false, count); break;
	case RIVAL_HALF_RING: count_tree(HALF_RING, n, false, count); break;
	case RIVAL_FULL_RING: count_tree(FULL_RING, n, false, count); break;
	case RIVAL_HYPERTREE_1: count_tree(HYPERTREE_1, n, false, count); break;
	case RIVAL_HYPERTREE_2: count_tree(HYPERTREE_2, n, false, count); break;
	case RIVAL_SHUFFLE: count_tree(HYPERTREE_1, n, true, count); break;
	case RIVAL_RINGED: count_ringed(n, count); break;
	case RIVAL_CUBE: count_cube(n, count); break;
	default: count_de_bruijn(n, count);
	}
}

bool rival_is_local(const struct distances *all)
{
	double power = ldexp(1, (int)all->longest);

	return all->local_sum * (power - 1) == all->local_messages * (2 * (power - 1) - all->longest);
}
