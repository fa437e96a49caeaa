/* wires.h: the wires of messages whose delivery cycles are known: parts of messages.c.
 *
 *   sending.c         the wire on which each traveller leaves its mesh
 *   tree_settings.c   the settings of all nodes, and so the wire on which each message arrives
 */
#ifndef FTC_OVERLAY_WIRES_H
#define FTC_OVERLAY_WIRES_H

#include <stdbool.h>

#include "overlay/compile.h"

/* Tree positions on a wire of a leaf's channel: the last wires may have one fewer than the others, or none. */
static inline unsigned positions_on(const struct overlay *o, unsigned wire)
{
	return wire < o->positions ? (o->positions - wire + o->wires - 1) / o->wires : 0;
}

/* Tree positions of a leaf that messages may come to which turn `height` levels above it, 1 .. levels, or higher. An input
 * of a crossbar reaches no output with a greater number: what came by few wires arrives on the first wires of a wider
 * channel. */
static inline unsigned positions_from(const struct overlay *o, unsigned height)
{
	unsigned wires = o->wires, count = 0;

	for (unsigned level = o->levels - height + 1; level <= o->levels; level++)
		wires = o->net->capacity[level] < wires ? o->net->capacity[level] : wires;
	for (unsigned wire = 0; wire < wires; wire++)
		count += positions_on(o, wire);
	return count;
}

/* Gives every traveller a wire: two of a mesh that send in the same cycle have different ones, and no wire has more
 * travellers than positions. Of wires that are equally good, it takes one from number `turn` on. Where that takes another position for the same literal, messages move to a new traveller.
 * False if there is no such assignment that it finds; m is then still consistent, but its wires mean nothing. */
bool sending_wires(struct messages *m, const struct overlay *o, unsigned turn);

/* Sets all nodes of the tree in `image` for these cycles and wires up, and every message's wire. False if more messages would
 * arrive on a wire of a leaf than it has positions; *mesh is then the leaf. */
bool tree_settings(struct messages *m, struct image *image, const struct overlay *o, unsigned *mesh);

#endif
