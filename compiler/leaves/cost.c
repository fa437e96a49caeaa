/* cost.c: estimates of all leaf circuits and their timer. */
#include "leaves/frame.h"
#include "leaves/leaf.h"
#include "leaves/root.h"
#include "parse/family.h"
#include "network/cost.h"

/* One leaf adapter (compiler/leaves/adapter.c), fitted to Yosys 0.23 for P = 8 .. 128, L = 3 .. 20 and c = 1 .. 8 with
 * an error of at most 6 %. */
static struct cost adapter_cost(double payload, double label, double lanes)
{
	double lut4 = payload - 1 + 8.65 * label;
	double ff = 2 * payload + 9 + 8.6 * label;
	double late = payload + 7 + 1.35 * label;	/* flip-flops with no LUT before them */

	if (lanes > 1) {
		lut4 += payload - payload / lanes + 13 + 2.2 * lanes + 1.33 * label;
		ff += payload + 11.2 + 1.8 * lanes + 1.7 * label;
		late += 8 + payload / lanes;
	}
	return (struct cost){
		.lut4 = (unsigned long)(lanes * lut4 + 0.5),
		.ff = (unsigned long)(lanes * ff + 0.5),
		.cells = (unsigned long)(lanes * (lut4 + late) + 0.5),
	};
}

/* rtl-templates/leaves/leaf_player.v, playback_timer.v and the banks. */
struct cost players_cost(const struct network *net)
{
	const struct spec *spec = net->spec;
	unsigned long wires = (unsigned long)spec->leaves * spec->connections, message = 1 + spec->payload_bits;
	unsigned long count = digit_bits(net->slot_clocks), cycle = digit_bits(spec->schedule_cycles);
	struct cost sum = {
		.lut4 = wires * (message + 6) + 2 * count + 2 * cycle + 15,
		.ff = wires * (2 * message + 2) + count + 3 * cycle + 6,
		.ram_bits = (unsigned long)network_root(net)->settings * spec->schedule_cycles,
	};

	sum.cells = sum.lut4 + wires * message;
	return sum;
}

/* rtl-templates/leaves/leaf_header_player.v, playback_timer.v, and a RAM and a header_reader.v for each group of leaves. */
struct cost header_players_cost(const struct network *net)
{
	const struct spec *spec = net->spec;
	unsigned long wires = (unsigned long)spec->leaves * spec->connections, P = spec->payload_bits, rows = net->slot_clocks - P;
	unsigned long groups = (wires + spec->family->block_ram.data_bits - 1) / spec->family->block_ram.data_bits;
	unsigned long count = digit_bits(net->slot_clocks), cycle = digit_bits(spec->schedule_cycles);
	unsigned long address = digit_bits((unsigned)(rows * spec->schedule_cycles)), left = digit_bits((unsigned)rows);
	struct cost sum = {
		.lut4 = wires * (P + 9) + 2 * count + 2 * cycle + 15 + groups * (address + left + 4),
		.ff = wires * (2 * P + 6) + count + 3 * cycle + 8 + groups * (address + left + 1),
		.ram_bits = wires * rows * spec->schedule_cycles,
	};

	sum.cells = sum.lut4 + wires * P;
	return sum;
}

/* Groups (rtl-templates/leaves/leaf_group.v) add one more receive register, with the comparison there instead of in each lane.
 * On the CM-5 with 16 leaves, 4 and 15 groups add per leaf, carried bits included, 25 and 30 LUT4 and 34 and 41
 * flip-flops by Yosys 0.23; this estimate gives 25 and 28, and 33 and 38. */
static struct cost group_cost(const struct network *net)
{
	const struct frame *frame = net->frame;
	unsigned long lut4 = 13 + frame->group_bits, ff = frame->source_bits + frame->group_bits + 4;

	return (struct cost){ .lut4 = lut4, .ff = ff, .cells = lut4 + frame->source_bits };
}

static struct cost timer_cost(const struct network *net)
{
	unsigned long bits = digit_bits(net->slot_clocks);	/* frame_timer.v: a counter and comparisons */

	return (struct cost){ .lut4 = 2 * bits + 20, .ff = 2 * bits + 20, .cells = 3 * bits + 20 };
}

/* What takes turns (rtl-templates/leaves/leaf_turns.v, leaf_turns_many.v), with the registers of every level on the way down
 * and up, and the timer. By Yosys 0.23 without wide multiplexers, trees of 4 to 32 leaves with one lane have per leaf
 * 17.8 to 21.4 LUT4, those with two lanes per lane 18.2 to 19.6. */
static struct cost turns_cost(const struct network *net)
{
	const struct frame *f = net->frame;
	unsigned long lanes = (unsigned long)net->spec->leaves * f->lanes, vertices = 0;
	double lut4 = f->lanes == 1 ? 15.4 + 1.2 * f->levels : 16.9 + 0.7 * f->levels;

	for (unsigned level = 0; level < net->levels; level++)
		vertices += network_vertices(net, level);
	unsigned long down = vertices * (1 + f->index_bits + f->lanes), up = vertices * f->lanes;
	unsigned long pairs = (1ul << f->index_bits) / 2;	/* leaf_announce.v */
	unsigned long timer = f->lanes * (f->line_registers + 1) + f->index_bits + digit_bits(f->slot_clocks) + 6;
	struct cost sum = {
		.lut4 = (unsigned long)((double)lanes * lut4 + 0.5) + 14,
		.ff = lanes * ((f->lanes == 1 ? 15 : 9) + pairs) + down + up + timer,
	};

	sum.cells = sum.lut4 + down + f->lanes * f->line_registers;
	return sum;
}

struct cost adapters_cost(const struct network *net)
{
	const struct spec *spec = net->spec;
	unsigned way = network_way_bits(net), label = network_tdest_bits(net) - way;
	struct cost one = adapter_cost(spec->payload_bits + network_group_bits(spec), label, spec->connections);
	struct cost sum = timer_cost(net), root = root_cost(net), group;

	if (spec->group_count > 0) {
		group = group_cost(net);
		cost_add(&one, &group, 1);
	}
	/* Words sent in vain move from lane to lane: a multiplexer before each bit of a word. */
	if (spec->connections > 1 && net->frame->shape.detour) {
		unsigned long moved = spec->connections * (spec->payload_bits + label);

		cost_add(&one, &(struct cost){ .lut4 = moved, .cells = moved }, 1);
	}
	/* Each lane keeps the way of its word, and compares its slot; the leaf counts slots. */
	if (spec->connections > 1)
		cost_add(&one, &(struct cost){ .ff = way, .cells = way }, spec->connections);
	if (net->frame->slot_bits > 0) {
		unsigned slot = net->frame->slot_bits, compare = (slot + 1) / 2 + 1;

		cost_add(&one, &(struct cost){ .lut4 = compare, .ff = 1, .cells = compare }, spec->connections);
		cost_add(&one, &(struct cost){ .lut4 = slot, .ff = slot, .cells = slot }, 1);
	}
	cost_add(&sum, &one, spec->leaves);
	cost_add(&sum, &root, 1);
	if (spec->turns) {
		struct cost turns = turns_cost(net);

		cost_add(&sum, &turns, 1);
	}
	return sum;
}
