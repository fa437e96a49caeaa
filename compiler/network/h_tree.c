/* h_tree.c: the sides of an H-tree, bottom up. */
#include "network/h_tree.h"

#include <math.h>

/* A level of the binary tree: the tracks of a vertex, and of the channel above it. At most two for each doubling of leaves:
 * three children take as many levels as four. */
enum { MOST_STAGES = 2 * MAXIMUM_LEVELS + 2, POINT_EDGES = 4 };
struct stage {
	uint64_t vertex, channel;
	unsigned depth;			/* of the tree's vertices in this stage; 0: they are none of the tree's, or the root */
};

static unsigned children_at(const struct reference_tree *tree, unsigned depth)
{
	return depth < tree->levels ? tree->below[depth] / tree->below[depth + 1] : 0;
}

/* Tracks of the nodes of a vertex. Its edges divide evenly among them, or the busiest one counts for all. */
static uint64_t vertex_tracks(const struct reference_tree *tree, unsigned depth)
{
	uint64_t nodes = tree->nodes[depth], edges = depth > 0 ? tree->capacity[depth] : 0;

	if (depth < tree->levels)
		edges += (uint64_t)children_at(tree, depth) * tree->capacity[depth + 1];
	uint64_t degree = (edges + nodes - 1) / nodes;

	return degree > POINT_EDGES ? nodes * degree : nodes;
}

/* Returns the last stage, that of the leaves. */
static unsigned find_stages(const struct reference_tree *tree, struct stage *stage)
{
	unsigned last = 0;

	for (unsigned k = 0; k <= tree->levels; k++) {
		stage[last].depth = k;
		stage[last].vertex += vertex_tracks(tree, k);
		stage[last].channel += k > 0 ? tree->wires[k] : 0;
		/* An only child lies beside its parent. */
		for (unsigned children = children_at(tree, k); children > 1;) {
			children = (children + 1) / 2;
			stage[++last] = (struct stage){ .channel = children > 1 ? (uint64_t)children * tree->wires[k + 1] : 0 };
		}
	}
	return last;
}

static uint64_t tracks(const struct stage *stage)
{
	return stage->vertex + stage->channel;
}

struct h_tree h_tree_of(const struct reference_tree *tree)
{
	struct stage stage[MOST_STAGES] = {0};
	unsigned last = find_stages(tree, stage), i = last;
	uint64_t side = tracks(&stage[last]);
	struct h_tree h = { 0 };

	for (; i >= 2; i -= 2)
		side = 2 * side + tracks(&stage[i - 2]) + tracks(&stage[i - 1]);
	h.width = h.height = side;
	if (i == 1) {
		/* The root's channels run along the upper edge of both squares. */
		h.width = 2 * side + stage[0].vertex + stage[1].channel;
		h.height = side + stage[0].vertex + stage[1].channel;
	}
	h.area = (double)h.width * (double)h.height;
	h.bound = tree->leaves * log2(tree->leaves) * log2(tree->leaves);
	return h;
}

/* Half of the way between the middles of two squares with `cross` between them. */
static uint64_t half_way(uint64_t side, uint64_t cross)
{
	return (side + cross + 1) / 2;
}

void h_tree_wires(const struct reference_tree *tree, uint64_t *wire)
{
	struct stage stage[MOST_STAGES] = {0};
	uint64_t length[MOST_STAGES] = {0}, way = 0;
	unsigned last = find_stages(tree, stage), i = last;
	uint64_t side = tracks(&stage[last]);

	for (; i >= 2; i -= 2) {
		uint64_t cross = tracks(&stage[i - 2]) + tracks(&stage[i - 1]);

		length[i] = length[i - 1] = half_way(side, cross);
		side = 2 * side + cross;
	}
	if (i == 1)
		length[1] = half_way(side, stage[0].vertex + stage[1].channel);
	for (unsigned s = 1; s <= last; s++) {
		way += length[s];
		if (stage[s].depth > 0) {
			wire[stage[s].depth] = way;
			way = 0;
		}
	}
}
