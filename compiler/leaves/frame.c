/* frame.c: plans a frame slot.
 *
 * In:  sizes of the network and its latency.
 * Out: struct frame; the least acknowledge_at, then the least slot_clocks.
 *
 * "Clock t" is a clock of the slot. A register written at the end of clock t shows its value in clock t + 1.
 */
#include "leaves/frame.h"

#include <string.h>

#include "network/leaf.h"
#include "util/number.h"
#include "util/text.h"

/* Registers from `timing` to events inside the adapter: the copy. */
enum { COPY = 1 };

/* rtl-templates/leaves/turn_timer.v: one of so many slots has a tick. */
enum { TICK_SLOTS = 15 };

/* Clocks for which leaf_dispatch.v takes no words because they move from lane to lane. */
enum { MOVE_ON = 3 };

/* Clocks from the answers to a broadcast until its sender knows the outcome, beyond those of a single message. */
enum { VERDICT = 3 };

/* A shift register with period 65535 decides at random whether words move to the next lane. Sampled every 257 clocks,
 * or a multiple, its period is at most 255 slots, and some leaves see 0 forever; otherwise 0 occurs at most 15 times in
 * a row. */
enum { REPEATS = 257 };

unsigned frame_gather_clocks(unsigned n)
{
	return (digit_bits(n) + 1) / 2;
}

/* A binary tree: a bit for every node except a root where every message turns. */
static void plan_binary_routes(struct frame *f)
{
	bool external = f->external_wires > 0;

	f->depth = f->levels;
	f->up_bits = f->levels - 1 + external;
	/* A route to the outside carries the rest of the label there. */
	f->route_bits = 2 * f->levels - 2 + external + f->root_streams;
	f->stripped_bits = f->route_bits > 0 ? 1 : 0;
}

/* A generalized fat tree: for each level up a one and the digit of the parent; at the turn a zero, unless at the top;
 * then a digit for every level down, at the turn only if there is a choice. */
static void plan_general_routes(struct frame *f)
{
	const struct route_shape *s = &f->shape;
	unsigned h = s->height;

	f->depth = h;
	for (unsigned l = 1; l < h; l++) {
		f->up_bits += 1 + s->parent_bits[l];
		f->path_bits += s->parent_bits[l];
		f->route_bits += s->child_bits[l];
	}
	f->route_bits += f->up_bits + s->turn_bits[h];
	f->stripped_bits = (h > 1 ? 1 : 0) + s->turn_bits[1];
}

/* Whether labels have a bit on top that means the outside or all leaves. */
static bool has_top_bit(const struct frame *f)
{
	return f->external_wires > 0 || f->shape.trees > 0;
}

static void plan_fields(struct frame *f)
{
	bool external = f->external_wires > 0;
	unsigned wire_bits = external ? digit_bits(f->external_wires) : 0;

	if (f->shape.height > 0)
		plan_general_routes(f);
	else
		plan_binary_routes(f);
	f->lane_bits = digit_bits(f->lanes);
	f->number_bits = f->root_streams ? larger(1, larger(f->lane_bits, wire_bits)) : f->lane_bits;
	f->source_bits = f->path_bits + (has_top_bit(f) ? 1 : 0) + f->levels + f->number_bits;
	f->tag_bits = f->root_streams ? f->number_bits : larger(f->lane_bits, smaller(wire_bits, f->levels + f->lane_bits));
	f->group_bits = digit_bits(f->shape.groups + 1);
	f->slot_bits = f->shape.phase_slots > 0 ? larger(1, digit_bits(f->shape.phase_slots)) : 0;
	f->data_clocks = 1 + f->route_bits + 1 + f->source_bits + f->group_bits + f->payload_bits;
	f->acknowledge_clocks = 1 + f->route_bits + (f->tag_bits > 0 ? 1 + f->tag_bits : 0);
}

/* Clocks until a leaf adapter knows the route to a label (leaf_route.v, leaf_path.v) and whether a word goes there
 * (leaf_label*.v). */
static unsigned label_clocks(const struct frame *f)
{
	unsigned top = has_top_bit(f) ? 1 : 0, ones = f->levels - 1 + top;
	unsigned route = ones > 0 ? frame_gather_clocks(ones) : 0;
	unsigned own = f->levels <= 4 ? 1 : frame_gather_clocks(f->levels + top);
	unsigned quads = (f->levels + 3) / 4;
	unsigned none = f->levels <= 4 || f->leaves == 1u << f->levels ? 0 : 2 + digit_bits(quads);

	if (f->shape.height > 0) {
		/* The way down is loaded a clock before the way up. Labels are compared digit by digit. */
		route = f->levels > f->shape.child_bits[1] ? frame_gather_clocks(f->levels - f->shape.child_bits[1]) : 0;
		route = larger(route, 1);
		none = f->leaves == 1u << f->levels ? 0 : 2 + larger(1, frame_gather_clocks(f->depth));
	}
	return larger(route, larger(own, none));
}

static void plan_adapter(struct frame *f)
{
	/* Pairs of label bits, the outside bit, and the valid bit of the other word. */
	unsigned signs = (f->levels + 1) / 2 + (has_top_bit(f) ? 1 : 0) + 1;

	f->label_clocks = label_clocks(f);
	/* A word's destination is compared with those of the other lanes two bits at a time. From one accepted word to
	 * the next: 1 until it is on s_axis, 1 to compare pairs of bits, then to gather a lane's signs, to gather the
	 * lanes, 1 to decide, 1 for the registered s_axis_tready. */
	f->dispatch_clocks = f->lanes == 1 ? 0
		: 1 + 1 + frame_gather_clocks(signs) + frame_gather_clocks(f->lanes) + 1 + 1;
}

/* The clock in which the source of every message is complete in its register. */
static unsigned source_complete(const struct frame *f)
{
	/* Latency; M, route and start bit, less the bits that nodes strip; the source; 1 for the register behind
	 * `down`, 1 for the source register. */
	return f->latency + f->route_bits + 1 - f->stripped_bits + f->source_bits + 2;
}

/* The clock in which rtl-templates/leaves/leaf_group.v says whether the leaf may refuse a broadcast. */
static unsigned group_known(const struct frame *f)
{
	/* Latency; M and start bit, as the whole route is stripped; the source and the group; 1 for the register behind
	 * `down`, 1 for the last bit; then to compare the labels. */
	return f->latency + 1 + f->source_bits + f->group_bits + 2 + larger(1, frame_gather_clocks(f->levels));
}

static void plan_acknowledge(struct frame *f)
{
	/* 1 to choose between a destination to send to and a source to answer, label_clocks to make its route, 1 to
	 * load it together with the M bit. Or the wire is still busy with the data part. */
	f->acknowledge_at = larger(f->data_clocks, source_complete(f) + 1 + f->label_clocks + 1);
	if (f->shape.groups > 0)
		f->acknowledge_at = larger(f->acknowledge_at, group_known(f) + 1 + 1);	/* 1 to choose, 1 to load */
}

/* The clock in which the words of the next slot are on s_axis, or in the registers of their lanes. */
static unsigned next_words(struct frame *f)
{
	unsigned answers_arrive = f->acknowledge_at + f->latency + (f->shape.trees > 0 ? VERDICT : 0);

	f->decide_at = 0;
	if (f->lanes == 1)
		return answers_arrive + 2;	/* 1 for the registered s_axis_tready, 1 until the word is there */

	/* Start bit and tag; 1 for the register behind `down`, 1 for the tag register; 1 to decode the lane that each
	 * wire names, then to gather the wires. */
	unsigned decided = answers_arrive + f->route_bits + 1 - f->stripped_bits + f->tag_bits + 2 + 1
		+ frame_gather_clocks(f->lanes);

	f->decide_at = decided + FRAME_START_AHEAD - COPY;
	/* 1 for the outcome, then words sent in vain move to the next lane. The first word waits on s_axis, but needs
	 * the same clocks as any other, as the destination just forgotten must leave its comparison, and 1 until it is
	 * in the lane's register. */
	return decided + 1 + (f->shape.detour ? MOVE_ON : 0) + f->lanes * f->dispatch_clocks;
}

struct root_times root_times(const struct frame *f)
{
	unsigned route = 2 * f->levels, behind = f->levels + 1;
	struct root_times t = { .message_bits = behind + f->source_bits + f->payload_bits };

	/* The line is free once a message to a leaf, M bit and route included, has left. */
	t.answer_at = route + 1 + f->source_bits + f->payload_bits;
	/* The rest of a route, start bit and tag; then leaf_tags.v: 1 for the last bit, 1 to decode, and the wires. */
	t.decide_at = behind + f->tag_bits + 2 + frame_gather_clocks(larger(2, f->external_wires));
	/* 1 for the registered s_root_tready, 1 until the next word is there; and the answers have left. */
	t.load_at = larger(t.decide_at + 2, route + 1 + f->tag_bits);
	return t;
}

static void plan_slot(struct frame *f)
{
	/* 1 for the choice, label_clocks for the route, 1 to load it. */
	unsigned next_ready = next_words(f) + 1 + f->label_clocks + 1;

	f->slot_clocks = larger(next_ready, f->acknowledge_at + f->acknowledge_clocks);
	if (f->root_streams)
		f->slot_clocks = larger(f->slot_clocks, f->acknowledge_at + root_times(f).load_at + 1);
	f->slot_clocks += f->shape.detour && f->slot_clocks % REPEATS == 0;
	/* frame_timer is silent for a slot. It has a register for each base-4 digit of its counter and one for each
	 * event; the tree has one for each level. */
	f->first_clock = f->slot_clocks + frame_gather_clocks(f->slot_clocks) + 1 + f->depth + FRAME_START_AHEAD;
	/* The start bit follows M by R + 1 clocks. It passes the registers of the longest way up and the two before and
	 * behind them, and is therefore loaded in clock R + 1 - up - 2. */
	f->body_at = f->route_bits + 1 - f->up_bits - 2 + FRAME_START_AHEAD - COPY;
	f->tag_at = f->acknowledge_at + f->body_at;
	/* After the data part's M bits have arrived. */
	f->answer_from = f->latency + 1 + FRAME_START_AHEAD - COPY;
	/* A clock before the first words of the next slot; the tree gets this pulse a clock later than others. */
	f->broadcast_at = f->shape.trees > 0 ? f->slot_clocks - 3 - f->label_clocks : 0;
	/* After the acknowledge part's M bits have arrived. With one lane a word is chosen on s_axis in the last of these clocks,
	 * which is the last possible one: label_clocks later it is loaded. */
	f->answer_to = f->lanes == 1 ? f->slot_clocks - f->label_clocks
				     : f->acknowledge_at + f->latency + 1 + FRAME_START_AHEAD - COPY;
}

/* Clocks from a leaf to the root for what it says to all: a register, then a leaf_any on each level (lower/tree.c). */
static unsigned way_up(const struct frame *f)
{
	unsigned clocks = 1;

	for (unsigned l = 1; l <= f->depth; l++)
		clocks += larger(1, f->shape.height > 0 ? frame_gather_clocks(f->shape.children[l]) : 1);
	return clocks;
}

/* As late in the slot as possible, so that few words come behind the comparison. */
static void plan_turns(struct frame *f)
{
	unsigned up = way_up(f), index_bits = larger(1, digit_bits(f->levels)), round = 1u << index_bits;
	/* With one lane, `stop` and `hold` are registered before the choice of the next word, and the word's bit takes
	 * two registers. With several, the outcome is registered at `decide`. */
	unsigned known = f->lanes == 1 ? f->acknowledge_at + f->latency + 1 : f->decide_at - FRAME_START_AHEAD;
	/* The second mark makes the owner say a one instead of its bit. By then, all must have compared; with one lane,
	 * `announced` is needed until `load_body` of the next slot. */
	unsigned needed = f->lanes == 1 ? f->slot_clocks + f->body_at - COPY : known;
	/* From the first bit of a leaf to the same bit of all leaves: up, at least a register at the top, and down. */
	unsigned way = larger(up + 1 + f->depth, needed + 1 + round - known);

	if (!f->turns)
		return;
	way = (way + round - 1) / round * round;
	f->index_bits = index_bits;
	f->line_registers = way - up - f->depth;
	f->mark_again_at = known - 2 - round + FRAME_START_AHEAD;
	f->mark_at = f->mark_again_at - way;
}

void frame_plan(struct frame *f)
{
	plan_fields(f);
	plan_adapter(f);
	plan_acknowledge(f);
	plan_slot(f);
	plan_turns(f);
}

unsigned frame_stripped_bits(const struct frame *f, unsigned peak)
{
	const struct route_shape *s = &f->shape;
	unsigned stripped = 0, below = 0, l = 1;

	/* Every node on the way strips a bit, except a root where every message turns. */
	if (s->height == 0)
		return 2 * peak - 1 - (peak == f->levels && f->external_wires == 0);
	for (; below + s->child_bits[l] < peak; l++) {
		below += s->child_bits[l];
		stripped += 1 + s->parent_bits[l] + s->child_bits[l];
	}
	return stripped + (l < s->height ? 1 : 0) + s->turn_bits[l];
}

/* Clocks of a message that nothing hinders, by its peak, and when the first can set out (sim/testbench.h). */
static void plan_messages(struct network *net, const struct frame *f)
{
	/* Choice, route and load before the M bit is on the wire; a register for the word of one of several lanes.
	 * Behind the last bit, a register at `down`, one for the payload, and with several lanes one for `full`. */
	unsigned before = 1 + f->label_clocks + 1 + (f->lanes > 1), behind = 2 + (f->lanes > 1);

	net->takes_early = f->lanes > 1;
	net->first_clock = f->first_clock - before;
	net->direct_clocks[0] = before + f->data_clocks - 1 + behind;
	for (unsigned h = 1; h <= f->levels; h++)
		net->direct_clocks[h] = before + f->latency + f->data_clocks - 1 - frame_stripped_bits(f, h) + behind;
}

void frame_plan_network(struct network *net, const struct route_shape *shape)
{
	const struct spec *spec = net->spec;
	struct frame *frame = allocate(sizeof *frame);

	*frame = (struct frame){ .levels = net->label_bits, .leaves = spec->leaves, .lanes = spec->connections,
				 .external_wires = network_root(net)->capacity, .root_streams = network_root_streams(net) > 0,
				 .payload_bits = spec->payload_bits,
				 .latency = net->latency,
				 .turns = spec->turns && spec->leaf->turn_wires };
	if (shape)
		frame->shape = *shape;
	frame_plan(frame);
	net->frame = frame;
	net->slot_clocks = frame->slot_clocks;
	plan_messages(net, frame);
}

uint32_t frame_parents(const struct frame *f, uint32_t wish)
{
	const struct route_shape *s = &f->shape;
	uint32_t path = 0;

	for (unsigned l = 1, at = 0; l < s->height; at += s->parent_bits[l++]) {
		uint32_t digit = wish >> at & ((1u << s->parent_bits[l]) - 1);

		path |= (digit < s->parents[l] ? digit : digit - s->parents[l]) << at;
	}
	return path;
}

void frame_print_turns(const struct frame *f, struct text *out)
{
	if (f->turns)
		text_print(out, "  turns: a word is late after %d to %d slots; of k late ones%s, each has its turn "
			   "within k slots\n", TICK_SLOTS, 2 * TICK_SLOTS, f->lanes > 1 ? " on the same wire" : "");
}

unsigned frame_turn_bits(const struct frame *f)
{
	return f->turns ? 1 + f->index_bits + f->lanes : 0;
}

unsigned frame_timing_bits(const struct frame *f)
{
	return frame_turn_bits(f) + FRAME_TIMING_BITS + (f->shape.trees > 0 ? 1 + f->shape.trees : 0);
}

unsigned frame_list_timer(const struct frame *f, struct frame_parameter list[FRAME_TIMER_LIST])
{
	memcpy(list, (const struct frame_parameter[FRAME_TIMER_LIST]){
		{ "SLOT_CLOCKS", f->slot_clocks },
		{ "ACKNOWLEDGE_AT", f->acknowledge_at }, { "BODY_AT", f->body_at }, { "TAG_AT", f->tag_at },
		{ "ANSWER_FROM", f->answer_from }, { "ANSWER_TO", f->answer_to }, { "DECIDE_AT", f->decide_at },
		{ "BROADCAST_AT", f->broadcast_at }, { "MARK_AT", f->mark_at }, { "MARK_AGAIN_AT", f->mark_again_at },
	}, FRAME_TIMER_LIST * sizeof *list);
	return f->turns ? FRAME_TIMER_LIST : f->shape.trees > 0 ? FRAME_TIMER_LIST - 2 : FRAME_TIMER_LIST - 3;
}

struct route_digits frame_digits(const struct frame *f)
{
	const struct route_shape *s = &f->shape;
	struct route_digits d = { 0 };

	for (unsigned l = s->height; l > 0; l--) {
		d.child_bits = d.child_bits << 3 | s->child_bits[l];
		d.parent_bits = d.parent_bits << 3 | s->parent_bits[l];
		d.turn_digit = d.turn_digit << 1 | (s->turn_bits[l] > 0);
		d.last_label = d.last_label << s->child_bits[l] | (s->children[l] - 1);
		d.last_path = d.last_path << s->parent_bits[l] | (s->parents[l] - 1);
	}
	return d;
}
