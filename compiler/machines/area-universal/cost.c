/* cost.c: the cost of a device's nodes and meshes; checked against Yosys by tests/machines/area-universal. */
#include "machines/area-universal/area_universal.h"

#include "machines/area-universal/lower.h"
#include "machines/tree.h"
#include "network/cost.h"

enum {
	ELEMENT_LUTS = 21, ELEMENT_FLIP_FLOPS = 21,	/* rtl-templates/element.v */
	ELEMENT_CELLS = 38,			/* iCE40: control bits share no cell with logic */
};

/* rtl-templates/cyclic_settings.v: the RAM, the register in it and the one behind it, the counter and the bank's number. */
static struct cost settings_cost(const struct overlay *o, struct overlay_ram ram)
{
	unsigned long ff = ram.bits > 0 ? 2 * ram.bits + cycle_number_bits(o) : 0;

	return (struct cost){ .lut4 = ram.bits > 0 ? 2 * cycle_number_bits(o) : 0, .ff = ff, .cells = ff,
			      .ram_bits = (unsigned long)ram.bits << cycle_number_bits(o) };
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

struct cost area_universal_mesh_cost(const struct network *net)
{
	struct overlay o;

	area_universal_overlay(net, &o);
	unsigned long elements = (unsigned long)o.side * o.side, timing = timing_bus_width(&o) + 1, pins = 2ul * o.pins;
	struct cost mesh = { .lut4 = ELEMENT_LUTS * elements + pins, .ff = ELEMENT_FLIP_FLOPS * elements + pins + timing,
			     .cells = ELEMENT_CELLS * elements + pins + timing };
	struct cost sum = { 0 };

	if (o.levels > 0) {
		struct cost border = border_cost(&o), up = settings_cost(&o, overlay_leaf_ram(&o, 0, false)),
			    down = settings_cost(&o, overlay_leaf_ram(&o, 0, true));

		cost_add(&mesh, &border, 1);
		cost_add(&mesh, &up, 1);
		cost_add(&mesh, &down, 1);
	}
	cost_add(&sum, &mesh, o.meshes);
	return sum;
}
