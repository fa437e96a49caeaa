/* cost.c: plans, elements and cost, summed over node types. */
#include "network/cost.h"

#include <stdlib.h>

#include "leaves/frame.h"
#include "machines/generalized/dead_links.h"
#include "network/machine.h"
#include "util/text.h"

void cost_add(struct cost *sum, const struct cost *more, unsigned long long times)
{
	sum->lut4 += times * more->lut4;
	sum->ff += times * more->ff;
	sum->cells += times * more->cells;
	sum->ram_bits += times * more->ram_bits;
}

enum { ALL_LEVELS = MAXIMUM_LEVELS + 1 };

static bool counts(unsigned level, unsigned of)
{
	return level == ALL_LEVELS || level == of;
}

/* How often each plan stands in a level, the plans that others call included. */
static unsigned long long *plan_uses(const struct network *net, unsigned level)
{
	unsigned long long *uses = allocate_array(net->plans.count + 1, sizeof *uses);

	for (size_t i = 0; i < net->use_count; i++)
		if (counts(level, net->use[i].level))
			uses[net->use[i].plan->index] += net->use[i].times;
	for (size_t i = net->plans.count; i-- > 0;) {	/* a plan stands behind those it calls */
		const struct plan *plan = net->plans.plan[i];

		for (size_t k = 0; k < plan->element_count; k++)
			if (plan->element[k].kind == ELEMENT_CALL)
				uses[plan->element[k].plan->index] += uses[i];
	}
	return uses;
}

unsigned long long *network_plan_uses(const struct network *net)
{
	return plan_uses(net, ALL_LEVELS);
}

static void count_elements(const struct network *net, unsigned level, unsigned long long *elements)
{
	unsigned long long *uses = plan_uses(net, level);

	for (size_t i = 0; i < net->plans.count; i++) {
		const struct plan *plan = net->plans.plan[i];

		for (size_t k = 0; k < plan->element_count; k++)
			elements[plan->element[k].kind] += uses[i] * plan->element[k].count;
	}
	free(uses);
}

void network_elements(const struct network *net, unsigned long long elements[ELEMENT_KINDS])
{
	for (int i = 0; i < ELEMENT_KINDS; i++)
		elements[i] = 0;
	count_elements(net, ALL_LEVELS, elements);
}

static void add_total(struct level_logic *logic)
{
	const struct cost *parts[] = { &logic->selection, &logic->concentrators, &logic->turns, &logic->settings, &logic->pace };

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		cost_add(&logic->total, parts[i], 1);
}

static struct level_logic logic_of(const struct network *net, unsigned level)
{
	struct level_logic logic = {0};

	for (size_t i = 0; i < net->node_count; i++)
		if (counts(level, net->node[i]->level))
			net->spec->machine->add_node_logic(net, net->node[i], &logic);
	for (size_t i = 0; i < net->use_count; i++)
		if (counts(level, net->use[i].level))
			cost_add(&logic.concentrators, &net->use[i].plan->cost, net->use[i].times);
	add_total(&logic);
	return logic;
}

void network_level_logic(const struct network *net, unsigned level, struct level_logic *logic)
{
	*logic = logic_of(net, level);
	count_elements(net, level, logic->elements);
}

/* One leaf adapter (compiler/leaves/adapter.c), fitted to what Yosys 0.23 makes of it for P = 8 .. 128, L = 3 .. 20
 * and c = 1 .. 8: at most 6 % off. */
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

/* rtl-templates/leaf_player.v, playback_timer.v and the banks. */
static struct cost players_cost(const struct network *net)
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

/* With groups (rtl-templates/leaf_group.v): what is heard is shifted into one register more, and compared there instead of in
 * each lane. With what is carried: 4 and 15 groups on the CM-5 with 16 leaves have 25 and 30 LUT4 and 34 and 41 flip-flops more a
 * leaf than none by Yosys 0.23, and 25 and 28, and 33 and 38, by this. */
static struct cost group_cost(const struct network *net)
{
	const struct frame *frame = net->frame;
	unsigned long lut4 = 13 + frame->group_bits, ff = frame->source_bits + frame->group_bits + 4;

	return (struct cost){ .lut4 = lut4, .ff = ff, .cells = lut4 + frame->source_bits };
}

struct cost network_adapter_cost(const struct network *net)
{
	const struct spec *spec = net->spec;
	struct cost sum = {0}, one, timer;
	unsigned long bits;

	if (spec->network == NETWORK_SORTER || spec->leaf_interface != LEAF_AXI_STREAM)
		return sum;
	if (spec->switching == SWITCHING_OFF_LINE)
		return players_cost(net);
	one = adapter_cost(spec->payload_bits + network_group_bits(spec), network_tdest_bits(net), spec->connections);
	if (spec->group_count > 0) {
		struct cost group = group_cost(net);

		cost_add(&one, &group, 1);
	}
	bits = digit_bits(net->slot_clocks);	/* rtl-templates/frame_timer.v: a counter and comparisons */
	timer = (struct cost){.lut4 = 2 * bits + 20, .ff = 2 * bits + 20, .cells = 3 * bits + 20};
	/* What was sent in vain moves from lane to lane: a multiplexer before each bit of a word. */
	if (spec->connections > 1 && network_has_detours(spec)) {
		unsigned long moved = spec->connections * (spec->payload_bits + network_tdest_bits(net));

		cost_add(&one, &(struct cost){ .lut4 = moved, .cells = moved }, 1);
	}
	cost_add(&sum, &one, spec->leaves);
	cost_add(&sum, &timer, 1);
	return sum;
}

struct cost network_cost(const struct network *net)
{
	struct cost sum = logic_of(net, ALL_LEVELS).total, adapters = network_adapter_cost(net);

	cost_add(&sum, &adapters, 1);
	return sum;
}
