/* fat_tree_layout.h: a fat-tree in three dimensions, by Leiserson's Lemma 3 and Theorem 4 (1985, section IV), and its wires.
 *
 * A node of m wires fills a slab between the boxes of its two subtrees. By Lemma 3 it fits in h sqrt(m) x h sqrt(m) x sqrt(m) / h, for
 * any h of 1 .. sqrt(m), so the slab is m / sqrt(area) thick. The next node's slab stands across it, and its edge touches that one:
 * channels need no further room. All constants of the lemma's O() are 1, and a leaf is a cube of side 1. */
#ifndef FTC_MACHINES_FAT_TREE_LAYOUT_H
#define FTC_MACHINES_FAT_TREE_LAYOUT_H

#include <jansson.h>

#include "network/network.h"

struct output;

/* A box of level k = 0 .. L holds a subtree; of the leaves' level all sides are 1, and there is no slab. */
struct fat_tree_box {
	uint64_t side[3];
	unsigned axis;			/* along which the two boxes below lie, with the slab between them */
	uint64_t slab;			/* its thickness */
	uint64_t wires;			/* m: of the node, 2 (cap(k) + 2 cap(k + 1)) */
};

struct fat_tree_layout {
	unsigned levels;
	struct fat_tree_box box[MAXIMUM_LEVELS + 1];	/* [k] */
	/* The longest wire of a channel above a box of level k = 1 .. L, at most: along the sides of both slabs; and in the flat H-tree
	 * (network/h_tree.h), from the middle of a vertex to that of the next. */
	uint64_t wire[MAXIMUM_LEVELS + 1], flat[MAXIMUM_LEVELS + 1];
	double volume;
};

/* Of a full tree of these levels: vertices with fewer leaves, at its right edge, count as the others. */
void fat_tree_layout(const struct network *net, struct fat_tree_layout *layout);

/* A fresh object: the box of the tree, its volume, also over `bound`, the volume inside Theorem 4's O(); and a list of levels. */
json_t *fat_tree_layout_json(const struct network *net, double bound);
/* A table of it. */
void fat_tree_layout_say(const json_t *object, struct text *out);
/* fat_tree_layout_drawing.c: adds layout.svg, in which the halves of each box are drawn apart. */
void fat_tree_layout_draw(const struct network *net, struct output *out);

#endif
