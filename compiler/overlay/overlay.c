/* overlay.c: the geometry of an area-universal device: borders, pins, tree positions, banks of settings. */
#include "overlay/overlay.h"

#include "overlay/element.h"
#include "util/digest.h"
#include "util/text.h"

struct overlay_place overlay_border(const struct overlay *o, unsigned b)
{
	unsigned along = b % o->side, last = o->side - 1;

	switch ((enum compass)(b / o->side)) {
	case NORTH:
		return (struct overlay_place){ 0, along, NORTH };
	case EAST:
		return (struct overlay_place){ along, last, EAST };
	case SOUTH:
		return (struct overlay_place){ last, last - along, SOUTH };
	default:
		return (struct overlay_place){ last - along, 0, WEST };
	}
}

unsigned overlay_pin_border(const struct overlay *o, unsigned pin)
{
	return 3 * o->side + pin * o->side / o->pins;
}

int overlay_border_pin(const struct overlay *o, unsigned b)
{
	for (unsigned pin = 0; pin < o->pins; pin++)
		if (overlay_pin_border(o, pin) == b)
			return (int)pin;
	return -1;
}

int overlay_border_position(const struct overlay *o, unsigned b)
{
	unsigned pins_before = 0;

	if (o->positions == 0)
		return -1;
	for (unsigned pin = 0; pin < o->pins; pin++) {
		if (overlay_pin_border(o, pin) == b)
			return -1;
		pins_before += overlay_pin_border(o, pin) < b;
	}
	return (int)(b - pins_before);
}

/* No pin comes before the west side, on which pins ascend. */
unsigned overlay_tree_border(const struct overlay *o, unsigned position)
{
	unsigned b = position;

	for (unsigned pin = 0; pin < o->pins && overlay_pin_border(o, pin) <= b; pin++)
		b++;
	return b;
}

static unsigned banks_of(unsigned bits)
{
	return (bits + OVERLAY_BANK_BITS - 1) / OVERLAY_BANK_BITS;
}

static unsigned leaf_bits(const struct overlay *o, bool down)
{
	return o->wires * (down ? o->down_bits : o->up_bits);
}

static unsigned plan_bits(const struct plan *plan)
{
	return plan ? plan->settings : 0;
}

static unsigned node_bits(const struct overlay *o, unsigned level, bool down)
{
	const struct node *node = network_node(o->net, level);

	return down ? plan_bits(node->down[0]) + plan_bits(node->down[1]) : plan_bits(node->up);
}

struct overlay_ram overlay_leaf_ram(const struct overlay *o, unsigned leaf, bool down)
{
	unsigned up = leaf_bits(o, false), both = banks_of(up) + banks_of(leaf_bits(o, true));

	return (struct overlay_ram){ OVERLAY_BANK_FIRST + leaf * both + (down ? banks_of(up) : 0), leaf_bits(o, down) };
}

/* Banks of all vertices below `level`. */
static unsigned banks_below(const struct overlay *o, unsigned level)
{
	unsigned banks = OVERLAY_BANK_FIRST + o->meshes * (banks_of(leaf_bits(o, false)) + banks_of(leaf_bits(o, true)));

	for (unsigned k = level + 1; k < o->levels; k++)
		banks += (1u << k) * (banks_of(node_bits(o, k, false)) + banks_of(node_bits(o, k, true)));
	return banks;
}

struct overlay_ram overlay_node_ram(const struct overlay *o, unsigned level, unsigned index, bool down)
{
	unsigned up = banks_of(node_bits(o, level, false)), both = up + banks_of(node_bits(o, level, true));

	return (struct overlay_ram){ banks_below(o, level) + index * both + (down ? up : 0), node_bits(o, level, down) };
}

static unsigned all_banks(const struct overlay *o)
{
	if (o->levels == 0)
		return OVERLAY_BANK_FIRST;
	return banks_below(o, 0) + banks_of(node_bits(o, 0, false)) + banks_of(node_bits(o, 0, true));
}

/* Version 1 of what a device is to an image. */
static void set_digest(struct overlay *o)
{
	struct text t = { 0 };

	text_print(&t, "area-universal 1: %u meshes, side %u, pins %u, depth %u, latency %u, capacities", o->meshes, o->side, o->pins,
		   o->depth, o->latency);
	for (unsigned k = 1; k <= o->levels; k++)
		text_print(&t, " %u", o->net->capacity[k]);
	digest_text(&t, o->digest);
	text_free(&t);
}

void overlay_start(struct overlay *o, const struct network *net, unsigned side, unsigned pins, unsigned depth)
{
	*o = (struct overlay){ .net = net, .meshes = 1u << net->levels, .levels = net->levels, .side = side, .pins = pins,
			       .depth = depth };
	if (net->levels > 0) {
		o->positions = 4 * side - pins;
		o->wires = net->capacity[net->levels];
		o->group = (o->positions + o->wires - 1) / o->wires;
		o->up_bits = digit_bits(o->group);
		o->down_bits = digit_bits(o->group + 1);
		o->latency = net->latency;
	}
	o->banks = all_banks(o);
	set_digest(o);
}
