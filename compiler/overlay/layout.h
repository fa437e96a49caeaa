/* layout.h: where the parts of a device lie in drawings: meshes in rows and columns, and the tree between them as an H. In
 * pixels, y downwards, from the north-west corner of the whole.
 *
 *   +------+      +------+
 *   |mesh 0|      |mesh 2|	The root's children lie beside each other, theirs above each other, and so on. A channel runs
 *   +------+      +------+	straight from node to node, in the gap between the meshes. A mesh's border lies outside its
 *       |             |	elements, a margin wide, for pins and positions.
 *     node----root--node
 *       |             |
 *   +------+      +------+
 *   |mesh 1|      |mesh 3|
 *   +------+      +------+
 */
#ifndef FTC_OVERLAY_LAYOUT_H
#define FTC_OVERLAY_LAYOUT_H

#include <stdbool.h>

#include "overlay/overlay.h"

struct layout_point {
	double x, y;
};
struct layout_node {
	struct layout_point at;			/* its middle */
	bool across;				/* its children lie left and right of it, else above and below */
};

struct layout {
	const struct overlay *o;
	double cell;				/* side of an element with its share of the space between elements */
	double margin;				/* of a mesh, on each side, for its border */
	double west;				/* more on its west side, for names of pins */
	double pitch;				/* of the wires of channels */
	double width, height;
	struct layout_point *mesh;		/* [mesh]: the corner of its elements, inside its margin */
	struct layout_node *node;		/* [2^level - 1 + index]; NULL with one mesh */
};

/* Lays the device out, with cells of that side, and these margins of meshes. */
struct layout layout_make(const struct overlay *o, double cell, double margin, double west);
void layout_free(struct layout *l);

const struct layout_node *layout_node(const struct layout *l, unsigned level, unsigned index);
/* Width of a channel of that level, both ways side by side; 0 for level 0. */
double layout_bundle(const struct layout *l, unsigned level);
/* The middle line of the channel above vertex `index` of level 1 .. levels: from the node above to the vertex's own node, or
 * to the margin of the mesh. */
void layout_channel(const struct layout *l, unsigned level, unsigned index, struct layout_point *from, struct layout_point *to);
/* The middle of an element, and of a border position, `out` pixels outside its element's cell. */
struct layout_point layout_element(const struct layout *l, unsigned mesh, unsigned row, unsigned column);
struct layout_point layout_border(const struct layout *l, unsigned mesh, unsigned b, double out);

#endif
