/* cost.c: the cost of a device's nodes and meshes; checked against Yosys by tests/machines/area-universal. */
#include "machines/area-universal/cost.h"

#include "machines/tree.h"

const char *const device_part_names[DEVICE_PARTS] = {
	[DEVICE_ELEMENTS] = "elements", [DEVICE_PINS] = "pins", [DEVICE_BORDERS] = "borders", [DEVICE_SETTINGS] = "settings",
	[DEVICE_TIMING] = "timing",
};

/* rtl-templates/element.v. On an iCE40 control bits share no cell with logic. */
static const struct cost element = { .lut4 = 21, .ff = 21, .cells = 38 };

static unsigned cycle_bits(const struct overlay *o)
{
	return digit_bits(o->depth);
}

/* rtl-templates/cyclic_settings.v: the RAM, the register in it and the one behind it, the counter and the bank's number. */
static struct cost settings_cost(const struct overlay *o, struct overlay_ram ram)
{
	unsigned long ff = ram.bits > 0 ? 2 * ram.bits + cycle_bits(o) : 0;

	return (struct cost){ .lut4 = ram.bits > 0 ? 2 * cycle_bits(o) : 0, .ff = ff, .cells = ff,
			      .ram_bits = (unsigned long)ram.bits << cycle_bits(o) };
}

void area_universal_add_node_logic(const struct network *net, const struct node *node, struct level_logic *logic)
{
	struct overlay o;
	struct cost turns = tree_turn_cost(node, net->spec), pace = tree_pace_cost(node);

	area_universal_overlay(net, &o);
	logic->nodes += node->users;
	for (int down = 0; down < 2; down++) {
		struct cost settings = settings_cost(&o, overlay_node_ram(&o, node->level, 0, down));

		cost_add(&logic->settings, &settings, node->users);
	}
	cost_add(&logic->turns, &turns, node->users);
	cost_add(&logic->pace, &pace, node->users);
}

/* rtl-templates/mesh_sender.v and mesh_receiver.v. */
static struct cost border_cost(const struct overlay *o)
{
	unsigned long luts = 2ul * o->positions + o->positions, ff = o->positions + o->wires;

	return (struct cost){ .lut4 = luts, .ff = ff, .cells = luts };
}

static struct cost leaf_settings_cost(const struct overlay *o)
{
	struct cost sum = { 0 };

	for (int down = 0; down < 2; down++) {
		struct cost way = settings_cost(o, overlay_leaf_ram(o, 0, down));

		cost_add(&sum, &way, 1);
	}
	return sum;
}

/* Of one mesh. */
static struct cost part_cost(const struct overlay *o, enum device_part part)
{
	struct cost sum = { 0 };

	if (part == DEVICE_ELEMENTS)
		cost_add(&sum, &element, o->side * o->side);
	else if (part == DEVICE_PINS)
		sum = (struct cost){ .lut4 = 2ul * o->pins, .ff = 2ul * o->pins, .cells = 2ul * o->pins };
	else if (part == DEVICE_BORDERS && o->levels > 0)
		sum = border_cost(o);
	else if (part == DEVICE_SETTINGS && o->levels > 0)
		sum = leaf_settings_cost(o);
	return sum;
}

struct cost device_part_cost(const struct network *net, enum device_part part)
{
	struct overlay o;
	struct cost sum = { 0 };

	area_universal_overlay(net, &o);
	struct cost mesh = part_cost(&o, part);

	cost_add(&sum, &mesh, o.meshes);
	return sum;
}

struct cost area_universal_mesh_cost(const struct network *net)
{
	struct cost sum = { 0 };

	for (enum device_part part = 0; part < DEVICE_PARTS; part++) {
		struct cost cost = device_part_cost(net, part);

		cost_add(&sum, &cost, 1);
	}
	return sum;
}
