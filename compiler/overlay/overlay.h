/* overlay.h: an area-universal device as the compiler of circuits sees it (Bay 1992, chapter 6).
 *
 * The device is `meshes` squares of side x side elements (element.h), which are the leaves of a fat-tree with 2^levels
 * leaves. The machine (compiler/machines/area-universal) fills this struct; everything in compiler/overlay reads it.
 *
 * Border positions of a mesh are numbered 0 .. 4 side - 1 clockwise from the north-west corner: the north row from west
 * to east, the east column from north to south, the south row from east to west, the west column from south to north. A
 * corner element has two positions. Each position has the wire that leaves its element there, and a register whose value
 * enters it there.
 *
 *   pin i of a mesh, i < pins    position 3 side + floor(i side / pins): on the west side
 *   tree position p              the p-th of the other positions, p < positions; on wire p mod wires of the leaf's
 *                                channel, as number p / wires of its group
 *
 * Delivery cycle c of a pass takes one clock. In it wire w of a leaf's channel up carries the border wire of one position of
 * its group, and wire w down is loaded into the register of one position of its group, or of none.
 */
#ifndef FTC_OVERLAY_OVERLAY_H
#define FTC_OVERLAY_OVERLAY_H

#include <stdbool.h>

#include "network/network.h"

enum {
	OVERLAY_MOST_MESHES = 64,
	OVERLAY_MOST_LEVELS = 6,
	OVERLAY_LEAST_SIDE = 3, OVERLAY_MOST_SIDE = 64,
	OVERLAY_BANK_BITS = 32,			/* of a bank of settings: the width of settings_data */
	OVERLAY_CONTROL_BITS = 16,		/* of an element's control word */
	OVERLAY_BANK_LAST_CYCLE = 0,		/* the bank whose value is d - 1 */
	OVERLAY_BANK_STEP_LENGTH = 1,		/* the bank whose value is S - 1 */
	OVERLAY_BANK_FIRST = 2,			/* the first bank of a RAM */
	OVERLAY_LEAST_STEP = 4,			/* clocks: the least S that the step timer can count */
	OVERLAY_MOST_STEP = 1 << 16,
};

struct overlay {
	const struct network *net;		/* the network whose tree this is */
	unsigned meshes, levels;		/* meshes = 2^levels, 1 .. OVERLAY_MOST_MESHES */
	unsigned side;				/* OVERLAY_LEAST_SIDE .. OVERLAY_MOST_SIDE */
	unsigned pins;				/* of a mesh, each way: 0 .. side */
	unsigned positions;			/* T = 4 side - pins; 0 with one mesh */
	unsigned wires;				/* of a leaf's channel, each way; 0 with one mesh */
	unsigned group;				/* G = ceil(positions / wires): the most positions on a wire */
	unsigned up_bits, down_bits;		/* of a leaf's settings for a wire: digit_bits(G), digit_bits(G + 1) */
	unsigned latency;			/* L: clocks from a leaf's wire up to any leaf's wire down */
	unsigned depth;				/* delivery cycles that the RAMs hold */
	unsigned banks;				/* of settings, OVERLAY_BANK_FIRST included */
	char digest[17];			/* of the parameters that an image depends on */
};

/* The RAMs of settings, each in banks of OVERLAY_BANK_BITS, the lowest bits first. Banks are numbered from
 * OVERLAY_BANK_FIRST: leaf 0 up, leaf 0 down, leaf 1 up, ..; then the nodes from level levels - 1 up to the root, each level
 * from the left, up before down. A RAM without bits has no bank.
 *
 *   leaf up     wire w: `up_bits` bits from bit w up_bits: the number within its group of the position sent
 *   leaf down   wire w: `down_bits` bits from bit w down_bits: 0 none, or 1 + the number within its group of the position
 *   node up     the settings of node->up (plan.h); the root has none
 *   node down   the settings of node->down[0], then those of node->down[1]
 */
struct overlay_ram {
	unsigned first;				/* bank */
	unsigned bits;				/* 0: there is no such RAM, all its choices are constant */
};
struct overlay_ram overlay_leaf_ram(const struct overlay *o, unsigned leaf, bool down);
/* Of node `index` (from the left) of `level` (0: the root). */
struct overlay_ram overlay_node_ram(const struct overlay *o, unsigned level, unsigned index, bool down);

/* Fills `o` for a network whose leaves are meshes, from its tree: capacities, latency and settings of its nodes. With one
 * mesh the network has no tree: net->levels is 0. */
void overlay_start(struct overlay *o, const struct network *net, unsigned side, unsigned pins, unsigned depth);

/* Of border position b: the element, and the side of it (enum compass of element.h) on which it lies. */
struct overlay_place {
	unsigned row, column, side;
};
struct overlay_place overlay_border(const struct overlay *o, unsigned b);
/* The border position of pin i < pins, and of tree position p < positions. */
unsigned overlay_pin_border(const struct overlay *o, unsigned pin);
unsigned overlay_tree_border(const struct overlay *o, unsigned position);
/* What border position b is: the number of its pin, or -1; the number of its tree position, or -1. */
int overlay_border_pin(const struct overlay *o, unsigned b);
int overlay_border_position(const struct overlay *o, unsigned b);

/* Number of an element in the chain of control registers: mesh by mesh, row by row, from west to east. The bits of
 * element 0 enter configure_in first, bit 0 before bit 1. */
static inline unsigned overlay_element(const struct overlay *o, unsigned mesh, unsigned row, unsigned column)
{
	return (mesh * o->side + row) * o->side + column;
}
static inline unsigned overlay_elements(const struct overlay *o)
{
	return o->meshes * o->side * o->side;
}

#endif
