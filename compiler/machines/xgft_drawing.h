/* xgft_drawing.h: draws an XGFT with its links, its faults and paths through it. */
#ifndef FTC_MACHINES_XGFT_DRAWING_H
#define FTC_MACHINES_XGFT_DRAWING_H

#include <stdbool.h>
#include <stddef.h>

#include "machines/xgft.h"
#include "util/text.h"

struct output;
struct xgft_ends;

/* Draws the tree of a spec with a height as an SVG page, with `count` coloured paths and dashed dead parts. `bits` are what
 * a link carries in a clock, each way; 1 is not written. Of a tree with too many nodes it draws only the nodes of the
 * paths; without paths, of those from the first leaf to the last that Oehring's section 5.1 has. */
void xgft_drawing(const struct spec *spec, unsigned bits, const struct xgft_path *paths, size_t count, struct text *svg);
/* Adds that drawing as NAME.svg. */
void xgft_draw(const struct spec *spec, unsigned bits, const struct xgft_path *paths, size_t count, struct output *out);
/* The same of a tree that is not too large, with trees of paths from one leaf to all others: of each `of_a_tree` paths. */
void xgft_draw_trees(const struct spec *spec, const struct xgft_path *paths, size_t count, size_t of_a_tree, struct output *out);
/* A graph on the leaves, and its paths. */
struct xgft_guest {
	const char *name;
	const struct xgft_ends *path;	/* [paths] */
	size_t paths;
	const unsigned *leaf;		/* [nodes]: where each node of the graph is */
	unsigned nodes;
};
/* Adds NAME.svg: links as thick as many paths use them, nodes of the graph under their leaves, and its links as arcs. Of a tree with
 * too many nodes it adds nothing. */
void xgft_draw_guest(const struct spec *spec, const struct xgft_guest *guest, struct output *out);
/* A path by the names that nodes have in the drawing; `wires`: of each link. */
struct word_way;
void xgft_way(const struct xgft_path *path, unsigned wires, struct word_way *way);
/* Whether a tree has too many nodes. */
bool xgft_is_sketched(const struct spec *spec);

#endif
