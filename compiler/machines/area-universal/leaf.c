/* leaf.c: a mesh of elements with its border: the pins, and the positions that belong to the tree.
 *
 *   timing --> registers --> load, take, step, start, settings_..
 *
 *   pin_in ---> [ pins ] ---------> border_in --> [      ] --> border_out --> [ pins ] -----------> pin_out
 *   down -----> [ receiver ] -----> border_in --> [ mesh ] --> border_out --> [ sender ] ---------> up
 *   down_start --> settings --^                                 start ----> settings --^   '-> up_start
 */
#include "machines/area-universal/area_universal.h"
#include "machines/area-universal/lower.h"

#include <stdlib.h>

#include "lower/leaf.h"
#include "network/network.h"
#include "util/text.h"

struct leaf_module {
	struct design *design;
	struct module *m;
	const struct overlay *o;
	bool probe;
	int border_out;			/* -1: nothing at the border is read */
	int pins_in, positions_in;	/* -1: there are none */
};

static bool has_tree(const struct leaf_module *l)
{
	return l->o->levels > 0;
}

/* Elements keep their control words in a reset. */
bool device_leaf_is_reset(const struct overlay *o)
{
	return o->pins > 0 || o->levels > 0;
}

static void add_registers(struct leaf_module *l)
{
	struct module *m = l->m;
	int timing = module_input(m, "timing", timing_bus_width(l->o), "for all meshes and nodes: load, take, step, ..");

	if (device_leaf_is_reset(l->o))
		module_register_copy(m, bits_whole(m, module_net(m, "clear", 1)), bits_whole(m, module_reset(m)));
	for (enum timing_signal s = 0; s < TIMING_SIGNALS; s++)
		if (timing_width(l->o, s) > 0)
			module_register_copy(m, bits_whole(m, module_net(m, timing_names[s], timing_width(l->o, s))),
					     timing_part(l->o, timing, s));
}

static void add_device_leaf_ports(struct leaf_module *l, const struct network *net)
{
	struct module *m = l->m;

	module_clock(m);
	if (device_leaf_is_reset(l->o))
		module_reset(m);
	add_registers(l);
	module_input(m, "chain_in", 1, "control words, the first element's first");
	module_output(m, "chain_out", 1, NULL);
	leaf_ports_add(m, net, 1);
	if (!has_tree(l))
		return;
	module_input(m, "index", l->o->levels, "the number of this mesh, constant");
	module_output(m, "up", l->o->wires, "the channel above");
	module_output(m, "up_start", 1, "two clocks before cycle 0 is on `up`");
	module_input(m, "down", l->o->wires, NULL);
	module_input(m, "down_start", 1, "two clocks before cycle 0 is on `down`");
}

/* ---- The border ---- */

static struct bits border_bit(const struct leaf_module *l, unsigned b)
{
	int pin = overlay_border_pin(l->o, b), position = overlay_border_position(l->o, b);

	if (pin >= 0)
		return bits_of(l->pins_in, (unsigned)pin, 1);
	if (position >= 0)
		return bits_of(l->positions_in, (unsigned)position, 1);
	return bits_constant(0, 1);
}

static struct bits border_in(const struct leaf_module *l)
{
	struct bits all = { 0 };

	for (unsigned b = 0; b < 4 * l->o->side; b++)
		bits_append(&all, border_bit(l, b));
	return all;
}

static struct bits pins_out(const struct leaf_module *l)
{
	struct bits all = { 0 };

	for (unsigned pin = 0; pin < l->o->pins; pin++)
		bits_append(&all, bits_of(l->border_out, overlay_pin_border(l->o, pin), 1));
	return all;
}

static struct bits positions_out(const struct leaf_module *l)
{
	struct bits all = { 0 };

	for (unsigned p = 0; p < l->o->positions; p++)
		bits_append(&all, bits_of(l->border_out, overlay_tree_border(l->o, p), 1));
	return all;
}

static void add_mesh(struct leaf_module *l)
{
	struct module *m = l->m;
	int in = module_net(m, "border_in", 4 * l->o->side);

	module_assign(m, bits_whole(m, in), expression_of(border_in(l)));
	if (l->probe)
		module_assign(m, bits_whole(m, module_find(m, "borders")), expression_of(bits_whole(m, in)));
	struct instance *i = module_instance(m, l->design, "mesh", 1, "elements");

	instance_parameter(i, "SIDE", l->o->side);
	instance_connect_rest(m, l->design, i);
}

static void add_pins(struct leaf_module *l)
{
	struct instance *i = module_instance(l->m, l->design, "mesh_pins", 1, "pins");

	instance_parameter(i, "PINS", l->o->pins);
	instance_connect(i, "in", bits_whole(l->m, l->pins_in));
	instance_connect(i, "out", pins_out(l));
	instance_connect_rest(l->m, l->design, i);
}

/* Without a tree nothing reads the border beside the pins. */
static void leave_rest(struct leaf_module *l)
{
	struct bits rest = { 0 };

	for (unsigned b = 0; b < 4 * l->o->side; b++)
		if (overlay_border_pin(l->o, b) < 0)
			bits_append(&rest, bits_of(l->border_out, b, 1));
	module_assign(l->m, bits_whole(l->m, module_net(l->m, "border_unused", bits_width(&rest))), expression_of(rest));
}

/* ---- The tree ---- */

static int leaf_settings(struct leaf_module *l, bool down)
{
	struct module *m = l->m;
	struct cyclic_settings s = {
		down ? "down_settings" : "up_settings", overlay_leaf_ram(l->o, 0, down), overlay_leaf_ram(l->o, 1, down),
		bits_whole(m, module_find(m, down ? "down_start" : "start")), bits_whole(m, module_find(m, "index")),
	};

	return add_cyclic_settings(m, l->design, l->o, &s);
}

static void connect_shape(const struct leaf_module *l, struct instance *i, unsigned bits, int settings)
{
	PARAMETERS(i, { "POSITIONS", l->o->positions }, { "WIRES", l->o->wires }, { "BITS", bits });
	instance_connect_clock(l->m, i);
	instance_connect(i, "settings", bits_whole(l->m, settings));
}

/* What is sampled in a clock is on `up` in the next one. */
static void add_sender(struct leaf_module *l)
{
	struct module *m = l->m;
	int up = module_find(m, "up"), settings = leaf_settings(l, false);

	module_register(m, bits_whole(m, module_find(m, "up_start")),
			bits_whole(m, module_find(m, timing_names[TIMING_START])), false);
	if (settings < 0) {
		struct bits all = positions_out(l);

		if (l->o->wires > l->o->positions)
			bits_append(&all, bits_constant(0, l->o->wires - l->o->positions));
		module_register(m, bits_whole(m, up), all, false);
		return;
	}
	struct instance *i = module_instance(m, l->design, "mesh_sender", 1, "sender");

	connect_shape(l, i, l->o->up_bits, settings);
	instance_connect(i, "out", positions_out(l));
	instance_connect(i, "up", bits_whole(m, up));
}

static void add_receiver(struct leaf_module *l)
{
	int settings = leaf_settings(l, true);
	struct instance *i = module_instance(l->m, l->design, "mesh_receiver", 1, "receiver");

	connect_shape(l, i, l->o->down_bits, settings);
	instance_connect_net(l->m, i, "clear", "clear");
	instance_connect_net(l->m, i, "down", "down");
	instance_connect(i, "in", bits_whole(l->m, l->positions_in));
}

static void fill(struct leaf_module *l)
{
	const struct overlay *o = l->o;
	bool read = o->pins > 0 || has_tree(l);

	l->pins_in = o->pins > 0 ? module_net(l->m, "pins_in", o->pins) : -1;
	l->positions_in = has_tree(l) ? module_net(l->m, "positions_in", o->positions) : -1;
	l->border_out = read ? module_net(l->m, "border_out", 4 * o->side) : -1;
	add_mesh(l);
	if (o->pins > 0)
		add_pins(l);
	if (has_tree(l)) {
		add_sender(l);
		add_receiver(l);
	} else if (read) {
		leave_rest(l);
	}
}

const char *device_lower_leaf(struct design *d, const struct network *net)
{
	const struct module *known = design_find(d, "leaf");
	struct overlay o;

	if (known)
		return known->name;
	area_universal_overlay(net, &o);
	struct leaf_module l = { .design = d, .o = &o, .probe = net->spec->probe };

	l.m = design_add(d, copy_string("leaf"), format_string(
		"A mesh of %u x %u elements; %u pins each way; %u positions of its border belong to the tree.\n", o.side,
		o.side, o.pins, o.positions));
	add_device_leaf_ports(&l, net);
	fill(&l);
	return l.m->name;
}

/* ---- As the rest of the compiler sees it ---- */

static unsigned leaf_ports(const struct network *net, struct leaf_port *ports)
{
	const struct device_parameters *own = device_parameters(net->spec);
	unsigned count = 0;

	if (own->pins > 0) {
		ports[count++] = (struct leaf_port){ "pin_in", PORT_INPUT, own->pins, "taken while `pins_taken`" };
		ports[count++] = (struct leaf_port){ "pin_out", PORT_OUTPUT, own->pins, "new with `step_done`" };
	}
	if (net->spec->probe || net->spec->watched)
		ports[count++] = (struct leaf_port){ "latches", PORT_OUTPUT, own->side * own->side, "of the elements" };
	if (!net->spec->probe)
		return count;
	ports[count++] = (struct leaf_port){ "sides", PORT_OUTPUT, 4 * own->side * own->side,
					     "what element e sends on side k, at 4 e + k" };
	ports[count++] = (struct leaf_port){ "borders", PORT_OUTPUT, 4 * own->side,
					     "what comes in at the border, clockwise from the north-west corner" };
	return count;
}

static unsigned leaf_timing_bits(const struct network *net)
{
	struct overlay o;

	area_universal_overlay(net, &o);
	return timing_bus_width(&o);
}

const struct leaf device_leaf = {
	.name = "pins",
	.speaks = LEAF_SPEAKS_STEPS,
	.says = "runs circuits, whose pins change step by step",
	.ports = leaf_ports,
	.timing_bits = leaf_timing_bits,
	.timing_comment = "for all meshes and nodes: load, take, step, ..",
	.lower = device_lower_leaf,
	.cost = area_universal_mesh_cost,
	.cost_is = "meshes",
};
