/* cost.c: estimates of a device's nodes and meshes. Flip-flops and RAMs are counted; LUTs and cells are fitted to Yosys 0.23
 * as `ftc build` runs it (tests/machines/area-universal/cost.sh). */
#include "machines/area-universal/cost.h"

#include "machines/area-universal/lower.h"
#include "machines/tree.h"
#include "parse/family.h"
#include "util/number.h"

const char *const device_part_names[DEVICE_PARTS] = {
	[DEVICE_ELEMENTS] = "elements", [DEVICE_PINS] = "pins", [DEVICE_BORDERS] = "borders", [DEVICE_SETTINGS] = "settings",
	[DEVICE_TIMING] = "timing",
};

/* What a part has beside its LUTs: flip-flops, of which `lone` have an iCE40's cell for themselves. */
static struct cost parts(unsigned long lut4, unsigned long ff, unsigned long lone)
{
	return (struct cost){ .lut4 = lut4, .ff = ff, .cells = lut4 + lone };
}

static bool has_free_enables(const struct network *net)
{
	return net->spec->family->free_enables;
}

/* ---- Settings ---- */

/* rtl-templates/area-universal/cyclic_settings.v. Yosys takes what costs least (memory_libmap, and the RAMs of techlibs): a bit of
 * flip-flops costs 1, the port of a block RAM 2, and what chooses among several LUT RAMs 2.5; RAMs cost what struct
 * family says. */
enum {
	PORT_COST = 2,
	CHOICE_COST2 = 5,		/* twice as much */
	BANK_LUTS = 3,			/* its number is compared */
};

static unsigned blocks(unsigned of, unsigned each)
{
	return (of + each - 1) / each;
}

/* What chooses one of `count` bits. */
static unsigned long choice_luts(unsigned count)
{
	return count > 1 ? (2ul * (count - 1) + 2) / 3 : 0;
}

/* A bank behind its comparison, with the register that a RAM has and the one that follows. */
static struct cost bank_with_lut_ram(const struct family *f, unsigned rows, unsigned bits)
{
	const struct lut_ram *ram = &f->lut_ram;
	unsigned deep = blocks(rows, ram->words), wide = blocks(bits, ram->bits);

	if (wide * (deep * 2 * ram->cost + (deep - 1) * CHOICE_COST2) <= 2 * f->block_ram.cost)
		return parts((unsigned long)deep * wide * ram->luts + bits * choice_luts(deep) + (deep > 1 ? deep : 0),
			     2ul * bits, 0);
	return (struct cost){ .ff = bits > f->block_ram.registered_bits ? bits : 0, .ram_bits = f->block_ram.bits };
}

static struct cost bank_without_lut_ram(const struct family *f, unsigned rows, unsigned bits)
{
	unsigned rams = blocks(bits, f->block_ram.wide_bits);

	if (rows * bits > f->block_ram.cost * rams + PORT_COST)
		return (struct cost){ .ff = bits, .cells = bits, .ram_bits = rams * f->block_ram.bits };
	unsigned long kept = (unsigned long)rows * bits;

	return parts(kept + bits * choice_luts(rows) + rows, kept + 2ul * bits, bits);
}

/* Each bit of a counter up to a LUT's inputs is a LUT; a longer one has carries, too. */
static unsigned long counter_luts(unsigned bits)
{
	return bits <= 4 ? bits : 2ul * bits;
}

static struct cost settings_cost(const struct network *net, const struct overlay *o, struct overlay_ram ram)
{
	const struct family *f = net->spec->family;
	unsigned cycle = cycle_number_bits(o), rows = 1u << cycle;
	struct cost sum = { 0 };

	if (ram.bits > 0)
		sum = parts(counter_luts(cycle), cycle, 0);
	for (unsigned low = 0; low < ram.bits; low += OVERLAY_BANK_BITS) {
		unsigned bits = smaller(ram.bits - low, OVERLAY_BANK_BITS);
		struct cost bank = (f->lut_ram.words > 0 ? bank_with_lut_ram : bank_without_lut_ram)(f, rows, bits);
		struct cost compare = parts(BANK_LUTS, 0, 0);

		cost_add(&sum, &bank, 1);
		cost_add(&sum, &compare, 1);
	}
	return sum;
}

/* ---- Nodes ---- */

/* Registers behind the concentrators. Strobes go up from left children only. */
static struct cost pace_cost(const struct node *node, bool left)
{
	unsigned long registers = (unsigned long)node->up_padding * node->parent_wires + node->down_latency + (left ? node->up_latency : 0);

	for (unsigned side = 0; side < 2; side++)
		registers += (unsigned long)node->down_padding[side] * node->child_wires[side];
	return parts(0, registers, registers);
}

void area_universal_add_node_logic(const struct network *net, const struct node *node, struct level_logic *logic)
{
	struct overlay o;
	struct cost turns = tree_turn_cost(node, net->spec);
	unsigned left = (node->level > 0 ? node->users : 0) / 2;

	area_universal_overlay(net, &o);
	logic->nodes += node->users;
	for (int down = 0; down < 2; down++) {
		struct cost settings = settings_cost(net, &o, overlay_node_ram(&o, node->level, 0, down)), pace = pace_cost(node, down == 0);

		cost_add(&logic->settings, &settings, node->users);
		cost_add(&logic->pace, &pace, down == 0 ? left : node->users - left);
	}
	cost_add(&logic->turns, &turns, node->users);
}

/* ---- Meshes ---- */

/* rtl-templates/area-universal/element.v. On an iCE40, control bits share no cell with logic, nor does s. */
static struct cost elements_cost(const struct network *net, const struct overlay *o)
{
	enum { LUTS = 21, FLIP_FLOPS = 21, LONE = 17, UNREAD_LUTS = 6 };
	unsigned long n = (unsigned long)o->side * o->side;
	unsigned long unread = o->levels == 0 && !net->spec->family->large_arrays ? 4ul * o->side - o->pins : 0;

	return parts(LUTS * n - UNREAD_LUTS * unread, FLIP_FLOPS * n - unread, LONE * n);
}

/* rtl-templates/area-universal/mesh_pins.v */
static struct cost pins_cost(const struct overlay *o)
{
	return parts(0, 2ul * o->pins, 2ul * o->pins);
}

/* rtl-templates/area-universal/mesh_sender.v and mesh_receiver.v. */
static struct cost border_cost(const struct network *net, const struct overlay *o)
{
	unsigned long luts = 0, receiver = has_free_enables(net) ? 1 : 2;

	if (o->levels == 0)
		return (struct cost){ 0 };
	for (unsigned wire = 0; o->up_bits > 0 && wire < o->wires && wire < o->positions; wire++)
		luts += choice_luts(larger(2, blocks(o->positions - wire, o->wires)));
	return parts(luts + receiver * o->positions, o->positions + o->wires, o->up_bits > 0 ? 0 : o->wires);
}

static struct cost leaf_settings_cost(const struct network *net, const struct overlay *o)
{
	struct cost sum = { 0 };

	for (int down = 0; o->levels > 0 && down < 2; down++) {
		struct cost way = settings_cost(net, o, overlay_leaf_ram(o, 0, down));

		cost_add(&sum, &way, 1);
	}
	return sum;
}

/* ---- Timing ---- */

/* Bits of the widest bank of a RAM. */
static unsigned bank_width(struct overlay_ram ram)
{
	return smaller(ram.bits, OVERLAY_BANK_BITS);
}

static unsigned leaf_data_bits(const struct overlay *o)
{
	return larger(bank_width(overlay_leaf_ram(o, 0, false)), bank_width(overlay_leaf_ram(o, 0, true)));
}

/* Registers of a mesh: of its reset, and of what it reads of the timing. */
static unsigned long leaf_registers(const struct overlay *o)
{
	unsigned long registers = 3 + (o->pins > 0);

	return o->levels == 0 ? registers : registers + 1 + bank_number_bits(o) + cycle_number_bits(o) + leaf_data_bits(o);
}

/* Meshes that read `start`: those with settings for the way up, and those with the strobe of their node. */
static unsigned long started_leaves(const struct overlay *o)
{
	return o->levels == 0 ? 0 : o->up_bits > 0 ? o->meshes : o->meshes / 2;
}

/* Of all subtrees: what any vertex below reads of the data, all else, and the reset. */
static unsigned long subtree_registers(const struct overlay *o)
{
	unsigned rest = timing_bus_width(o) - OVERLAY_BANK_BITS + 1, data = o->levels > 0 ? leaf_data_bits(o) : 0;
	unsigned long registers = 0;

	for (unsigned k = o->levels; k-- > 0;) {
		data = larger(data, bank_width(overlay_node_ram(o, k, 0, false)));
		data = larger(data, bank_width(overlay_node_ram(o, k, 0, true)));
		registers += (1ul << k) * (rest + data);
	}
	return registers;
}

/* rtl-templates/area-universal/step_timer.v, and what carries its signals to the meshes. */
static struct cost timing_cost(const struct network *net, const struct overlay *o)
{
	enum { CLOCK = 16, STATE = 5, SHOWN = 4 };
	unsigned long cycle = o->levels > 0 ? cycle_number_bits(o) : 0, strobes = SHOWN * timing_delay(o) + 1;
	unsigned long timer = 2 * CLOCK + STATE + 2 * cycle + (o->levels > 0);
	unsigned long carried = strobes + o->meshes * leaf_registers(o) + started_leaves(o) + subtree_registers(o)
				+ (o->levels > 0 ? o->meshes / 2 : 0);

	return parts((has_free_enables(net) ? 42 : 54) + 2 * cycle, timer + carried, CLOCK + cycle + carried);
}

/* ---- All ---- */

static struct cost mesh_part_cost(const struct network *net, const struct overlay *o, enum device_part part)
{
	switch (part) {
	case DEVICE_ELEMENTS:
		return elements_cost(net, o);
	case DEVICE_PINS:
		return pins_cost(o);
	case DEVICE_BORDERS:
		return border_cost(net, o);
	default:
		return leaf_settings_cost(net, o);
	}
}

struct cost device_part_cost(const struct network *net, enum device_part part)
{
	struct overlay o;
	struct cost sum = { 0 };

	area_universal_overlay(net, &o);
	if (part == DEVICE_TIMING)
		return timing_cost(net, &o);
	struct cost mesh = mesh_part_cost(net, &o, part);

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
