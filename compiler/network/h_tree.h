/* h_tree.h: the area of a network that is laid out as an H-tree along its reference tree, in tracks of a grid of wires.
 *
 * A square holds four squares with a quarter of the leaves each, and a cross between them. The cross holds the square's own
 * vertex, the two vertices below it, and their channels above, one track a wire:
 *
 *   +-----+ | +-----+      side(n) = 2 side(n / 4) + tracks of the two vertices and of the two channels above them
 *   |     | | |     |
 *   +-----+ | +-----+      The channel of the square leaves it at the top. A leaf is a square of its own.
 *   ---o----O----o---
 *   +-----+   +-----+
 *   |     |   |     |
 *   +-----+   +-----+
 *
 * A node of at most four edges is a point of the grid: one track. A node of d > 4 edges is a crossbar: d tracks, one a line.
 * The nodes of a vertex lie on a diagonal: their tracks add up.
 *
 * Two binary levels make one step. A vertex with more than two children counts as a binary tree of vertices without nodes,
 * whose channels are all channels of their children. An odd number of levels leaves two squares, which lie side by side
 * with the root between them: a rectangle of about 2:1, as such trees are drawn in the literature.
 */
#ifndef FTC_NETWORK_H_TREE_H
#define FTC_NETWORK_H_TREE_H

#include "network/reference.h"

struct h_tree {
	uint64_t width, height;		/* in tracks */
	double area;			/* width x height */
	double bound;			/* N lg^2 N: Bay's Theorem 8 asks for that much, up to a constant */
};

/* `tree` must have nodes and wires. */
struct h_tree h_tree_of(const struct reference_tree *tree);

/* Sets wire[k], k = 1 .. tree->levels, to the tracks that a wire of a channel of depth k crosses, from the middle of a vertex to
 * the middle of its parent. */
void h_tree_wires(const struct reference_tree *tree, uint64_t *wire);

#endif
