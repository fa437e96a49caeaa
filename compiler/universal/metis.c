/* metis.c: which processor of a guest goes to which leaf of a fat-tree, by the graph partitioner METIS.
 *
 * METIS halves the guest with few messages between the halves, then each half, and so on. Its halves are only about
 * equal: processors with the least loss change sides until both subtrees have enough leaves. */
#include "universal/identify.h"

#include <metis.h>
#include <stdlib.h>

/* The processors of one subtree: order[0 .. count - 1]. */
struct bisection {
	const struct adjacency *joined;
	const struct leaf_tree *tree;
	uint64_t seed;
	idx_t *local;			/* [processor]: its number in the current part, or -1 */
	idx_t *side;			/* [number]: 0 or 1 */
	unsigned *spare;		/* room for the right half */
	unsigned *leaf;
};

/* The part's graph in METIS' form. */
struct part_graph {
	idx_t *first, *neighbour, *weight;
};

static void make_graph(const struct bisection *b, const unsigned *order, unsigned count, struct part_graph *g)
{
	size_t wires = 0, at = 0;

	for (unsigned i = 0; i < count; i++)
		wires += b->joined->first[order[i] + 1] - b->joined->first[order[i]];
	g->first = allocate_array(count + 1u, sizeof *g->first);
	g->neighbour = allocate_array(wires, sizeof *g->neighbour);
	g->weight = allocate_array(wires, sizeof *g->weight);
	for (unsigned i = 0; i < count; i++)
		b->local[order[i]] = (idx_t)i;
	for (unsigned i = 0; i < count; i++) {
		for (size_t k = b->joined->first[order[i]]; k < b->joined->first[order[i] + 1]; k++) {
			idx_t other = b->local[b->joined->neighbour[k]];

			if (other < 0)
				continue;
			g->neighbour[at] = other;
			g->weight[at++] = (idx_t)b->joined->messages[k];
		}
		g->first[i + 1] = (idx_t)at;
	}
	for (unsigned i = 0; i < count; i++)
		b->local[order[i]] = -1;
}

/* The decrease in messages between the sides if `v` changes sides. */
static int64_t gain(const struct part_graph *g, const idx_t *side, unsigned v)
{
	int64_t sum = 0;

	for (idx_t k = g->first[v]; k < g->first[v + 1]; k++)
		sum += side[g->neighbour[k]] == side[v] ? -(int64_t)g->weight[k] : (int64_t)g->weight[k];
	return sum;
}

/* Moves processors, highest gain first, until `left` of them are on side 0. */
static void even_out(const struct part_graph *g, idx_t *side, unsigned count, unsigned left)
{
	unsigned have = 0;

	for (unsigned i = 0; i < count; i++)
		have += side[i] == 0;
	while (have != left) {
		idx_t from = have > left ? 0 : 1;
		unsigned best = count;
		int64_t best_gain = 0;

		for (unsigned i = 0; i < count; i++) {
			if (side[i] != from)
				continue;
			int64_t this_gain = gain(g, side, i);
			if (best == count || this_gain > best_gain) {
				best = i;
				best_gain = this_gain;
			}
		}
		side[best] = !from;
		have += from == 0 ? -1u : 1u;
	}
}

/* Assigns the processors of a part to sides. */
static void bisect(const struct bisection *b, const unsigned *order, unsigned count, unsigned left)
{
	struct part_graph g;
	idx_t vertices = (idx_t)count, constraints = 1, parts = 2, cut, options[METIS_NOPTIONS];
	real_t share[2] = { (real_t)left / (real_t)count, (real_t)(count - left) / (real_t)count };

	make_graph(b, order, count, &g);
	for (unsigned i = 0; i < count; i++)
		b->side[i] = i >= left;
	METIS_SetDefaultOptions(options);
	options[METIS_OPTION_SEED] = (idx_t)(b->seed & 0x7fffffff);
	options[METIS_OPTION_UFACTOR] = 1;
	/* METIS is not asked about tiny parts and parts without edges: they keep their order. */
	if (count > 2 && left < count && g.first[count]
	    && METIS_PartGraphRecursive(&vertices, &constraints, g.first, g.neighbour, NULL, NULL, g.weight, &parts,
					share, NULL, options, &cut, b->side) != METIS_OK)
		for (unsigned i = 0; i < count; i++)
			b->side[i] = i >= left;
	even_out(&g, b->side, count, left);
	free(g.first);
	free(g.neighbour);
	free(g.weight);
}

static void place_part(const struct bisection *b, unsigned level, unsigned vertex, unsigned *order, unsigned count)
{
	unsigned left, at = 0, right = 0;

	if (!count)
		return;
	if (level == b->tree->levels) {
		b->leaf[*order] = vertex;
		return;
	}
	left = leaf_tree_left(b->tree, level, vertex, count);
	bisect(b, order, count, left);
	for (unsigned i = 0; i < count; i++) {
		if (b->side[i])
			b->spare[right++] = order[i];
		else
			order[at++] = order[i];
	}
	for (unsigned i = 0; i < right; i++)
		order[at + i] = b->spare[i];
	place_part(b, level + 1, 2 * vertex, order, left);
	place_part(b, level + 1, 2 * vertex + 1, order + left, count - left);
}

void identify_metis(const struct placed *guest, const struct leaf_tree *tree, uint64_t seed, unsigned *leaf)
{
	unsigned n = guest->processors, *order = allocate_array(n, sizeof *order);
	struct adjacency joined;
	struct bisection b = { &joined, tree, seed, allocate_array(n, sizeof *b.local),
			       allocate_array(n, sizeof *b.side), allocate_array(n, sizeof *b.spare), leaf };

	adjacency_make(&joined, guest);
	for (unsigned i = 0; i < n; i++) {
		order[i] = i;
		b.local[i] = -1;
	}
	place_part(&b, 0, 0, order, n);
	adjacency_free(&joined);
	free(b.local);
	free(b.side);
	free(b.spare);
	free(order);
}

char *identify_metis_version(void)
{
	return format_string("METIS %d.%d.%d", METIS_VER_MAJOR, METIS_VER_MINOR, METIS_VER_SUBMINOR);
}
