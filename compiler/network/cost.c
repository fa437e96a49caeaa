/* cost.c: capacities, components and cost, summed over subtree and node types. */
#include "network/cost.h"

#include <math.h>
#include <stdlib.h>

#include "leaves/frame.h"
#include "machines/off-line/playback.h"
#include "machines/generalized/dead_links.h"
#include "util/text.h"

__extension__ typedef unsigned __int128 wide;

static unsigned smaller(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* [i]: wires by which the leaves below subtree i can reach the top of its channel: no channel passes more than it has,
 * or than comes from below. */
static unsigned *all_reaches(const struct network *net)
{
	unsigned *reaches = allocate_array(net->subtree_count, sizeof *reaches);

	for (size_t i = 0; i < net->subtree_count; i++) {
		const struct subtree *v = net->subtree[i];
		unsigned long below = 0;

		for (int side = 0; side < 2 && v->child[side]; side++)
			below += reaches[v->child[side]->index];
		reaches[i] = !v->node || below > v->capacity ? v->capacity : (unsigned)below;
	}
	return reaches;
}

struct bisection network_bisection(const struct network *net)
{
	const struct subtree *root = network_root(net), *left = root->child[0], *right = root->child[1];
	unsigned *reaches = all_reaches(net);
	struct bisection b = {
		.root = smaller(left->capacity, right->capacity),
		.min_cut = smaller(reaches[left->index], reaches[right->index]),
	};

	free(reaches);
	return b;
}

static wide cube(unsigned x)
{
	return (wide)x * x * x;
}

/* Whether cap(k) = min(ceil(n / 2^k), ceil(w / 2^(2k/3))) reaches `capacity`, where it can. */
static bool wide_enough(unsigned leaves, unsigned level, unsigned w, unsigned capacity)
{
	unsigned below = (leaves + (1u << level) - 1) >> level, wanted = smaller(capacity, below);

	/* ceil(w / 2^(2k/3)) >= wanted  <=>  w^3 > (wanted - 1)^3 4^k */
	return wanted == 0 || cube(w) > cube(wanted - 1) << (2 * level);
}

unsigned universal_root_capacity(const struct spec *spec)
{
	unsigned w = 1;

	if (spec->root_capacity > 0)
		return spec->root_capacity;
	for (unsigned k = 0; k <= spec->levels; k++) {
		unsigned capacity = (spec->capacity[k] + spec->connections - 1) / spec->connections;
		unsigned low = w, high = spec->leaves;

		while (low < high) {
			unsigned middle = low + (high - low) / 2;

			if (wide_enough(spec->leaves, k, middle, capacity))
				high = middle;
			else
				low = middle + 1;
		}
		w = low;
	}
	return w;
}

/* Leiserson's lg: max(1, log2 x). */
static double lg(double x)
{
	return fmax(1, log2(x));
}

struct components network_components(const struct network *net)
{
	double n = net->spec->leaves, w;
	struct components c = {.root_capacity = universal_root_capacity(net->spec)};

	for (size_t i = 0; i < net->subtree_count; i++)
		c.channel_wires += 2ULL * net->subtree[i]->users * net->subtree[i]->capacity;
	for (size_t i = 0; i < net->node_count; i++) {
		const struct node *node = net->node[i];
		unsigned long long p = node->parent_wires, a = node->child_wires[0], b = node->child_wires[1];
		unsigned long long inputs = (a + b) + (p + a) + (p + b);	/* of its three concentrators */

		c.wires += node->users * 2 * (p + a + b);
		c.selectors += p > 0 ? node->users * 2 * (p + a + b) : 0;
		c.crosspoints += node->users * (p * (a + b) + a * (p + b) + b * (p + a));
		c.partial_crosspoints += node->users * 6 * inputs;
	}
	w = c.root_capacity;
	c.bound = n * lg(w * w * w / (n * n));
	c.volume = pow(w * lg(n / w), 1.5);
	return c;
}

void cost_add(struct cost *sum, const struct cost *more, unsigned long long times)
{
	sum->lut4 += times * more->lut4;
	sum->ff += times * more->ff;
	sum->cells += times * more->cells;
	sum->ram_bits += times * more->ram_bits;
}

enum { ALL_LEVELS = MAXIMUM_LEVELS + 1 };

/* How often each plan stands in the nodes of a level, the plans that others call included. */
static unsigned long long *plan_uses(const struct network *net, unsigned level)
{
	unsigned long long *uses = allocate_array(net->plans.count + 1, sizeof *uses);

	for (size_t i = 0; i < net->node_count; i++) {
		const struct node *node = net->node[i];
		const struct plan *plans[] = {node->up, node->down[0], node->down[1], node->router_up, node->router_down};
		unsigned long long times = (unsigned long long)node->users * (node->routers > 0 ? node->routers : 1);

		for (int k = 0; k < 5; k++)
			if (plans[k] && (level == ALL_LEVELS || level == node->level))
				uses[plans[k]->index] += times;
	}
	if (net->sorter && level == ALL_LEVELS)
		uses[net->sorter->index]++;
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

/* The selectors of a node: a LUT for each output that is used, a flip-flop that holds the M bit. */
static struct cost selector_cost(const struct node *node)
{
	bool both = node->child_wires[1] > 0;
	unsigned long children = node->child_wires[0] + node->child_wires[1], outputs;

	if (node->parent_wires == 0 || node->routers > 0)	/* a router's are elements of its plans */
		return (struct cost){0};
	outputs = children * (both ? 2 : 1) + node->parent_wires * (both ? 2ul : 1ul);
	return (struct cost){
		.lut4 = outputs,
		.ff = children + node->parent_wires,
		.cells = outputs + children + node->parent_wires,
	};
}

/* rtl-templates/delay_line.v, one for each child that has a sibling. */
static struct cost turn_cost(const struct node *node, const struct spec *spec)
{
	unsigned long wires = node->child_wires[0] + node->child_wires[1], depth = node->turn_delay;
	unsigned long address = digit_bits(node->turn_delay);

	if (node->parent_wires == 0 || node->child_wires[1] == 0)
		return (struct cost){0};
	if (spec->delay_ram_threshold > 3 && depth >= spec->delay_ram_threshold)
		return (struct cost){
			.lut4 = 2 * 2 * address,
			.ff = wires + 2 * 2 * address,
			.cells = wires + 2 * 2 * address,
			.ram_bits = wires * depth,
		};
	return (struct cost){.ff = wires * depth, .cells = wires * depth};
}

/* Padding behind the concentrators, and the two strobes from end to end. */
static struct cost pace_cost(const struct node *node)
{
	unsigned long registers = (unsigned long)node->up_padding * node->parent_wires +
				  (unsigned long)node->down_padding[0] * node->child_wires[0] +
				  (unsigned long)node->down_padding[1] * node->child_wires[1] +
				  node->up_latency + node->down_latency;

	return (struct cost){.ff = registers, .cells = registers};
}

/* The links of a router that may die: a gate on each wire, and two bits of the register. */
static struct cost fault_cost(const struct router_shape *s)
{
	unsigned long wires = 2ul * s->children * s->link_width, bits = 2ul * s->children;

	return (struct cost){ .lut4 = wires, .ff = bits, .cells = wires + bits };
}

/* Routers side by side; their strobes are made once. */
static void add_routers(const struct network *net, const struct node *node, struct level_logic *logic)
{
	const struct router_shape *s = &node->shape;
	unsigned long long times = (unsigned long long)node->users * node->routers;
	/* A delay line for all that turns. */
	struct node turns_like = { .child_wires = { s->children * s->link_width - (s->children > 1), s->children > 1 }, .turn_delay = node->turn_delay,
				   .parent_wires = node->parent_wires };
	struct cost turns = turn_cost(&turns_like, net->spec), pace = pace_cost(node);

	logic->nodes += times;
	cost_add(&logic->turns, &turns, times);
	cost_add(&logic->pace, &pace, node->users);
	if (node->router_up)
		cost_add(&logic->concentrators, &node->router_up->cost, times);
	cost_add(&logic->concentrators, &node->router_down->cost, times);
	if (net->spec->fault_registers) {
		struct cost faults = fault_cost(s);

		cost_add(&logic->pace, &faults, times);
	}
}

/* rtl-templates/settings_register.v and the strobe, which goes up only. */
static struct cost settings_cost(const struct node *node)
{
	unsigned long registers = node->settings + (node->parent_wires > 0 ? node->up_latency : 0);

	return (struct cost){.ff = registers, .cells = registers};
}

/* A node that is set: its concentrators, and what they are set by. */
static void add_off_line_node(const struct node *node, struct level_logic *logic)
{
	const struct plan *plans[] = {node->up, node->down[0], node->down[1]};
	struct node padding = *node;

	padding.up_latency = padding.down_latency = 0;
	struct cost settings = settings_cost(node), pace = pace_cost(&padding);

	logic->nodes += node->users;
	cost_add(&logic->settings, &settings, node->users);
	cost_add(&logic->pace, &pace, node->users);
	for (int i = 0; i < 3; i++)
		if (plans[i])
			cost_add(&logic->concentrators, &plans[i]->cost, node->users);
}

static void add_node(const struct network *net, const struct node *node, struct level_logic *logic)
{
	const struct plan *plans[] = {node->up, node->down[0], node->down[1]};
	struct cost selection = selector_cost(node), turns = turn_cost(node, net->spec), pace = pace_cost(node);

	logic->nodes += node->users;
	if (node->parent_wires > 0)
		logic->selectors += 2ULL * node->users *
				    (node->parent_wires + node->child_wires[0] + node->child_wires[1]);
	cost_add(&logic->selection, &selection, node->users);
	cost_add(&logic->turns, &turns, node->users);
	cost_add(&logic->pace, &pace, node->users);
	for (int i = 0; i < 3; i++)
		if (plans[i])
			cost_add(&logic->concentrators, &plans[i]->cost, node->users);
}

void network_level_logic(const struct network *net, unsigned level, struct level_logic *logic)
{
	*logic = (struct level_logic){0};
	for (size_t i = 0; i < net->node_count; i++)
		if (net->node[i]->level == level && net->node[i]->routers > 0)
			add_routers(net, net->node[i], logic);
		else if (net->node[i]->level == level && net->spec->switching == SWITCHING_OFF_LINE)
			add_off_line_node(net->node[i], logic);
		else if (net->node[i]->level == level)
			add_node(net, net->node[i], logic);
	count_elements(net, level, logic->elements);
	cost_add(&logic->total, &logic->selection, 1);
	cost_add(&logic->total, &logic->concentrators, 1);
	cost_add(&logic->total, &logic->turns, 1);
	cost_add(&logic->total, &logic->settings, 1);
	cost_add(&logic->total, &logic->pace, 1);
}

unsigned network_frame_clocks(const struct network *net)
{
	const struct spec *spec = net->spec;
	struct frame frame;

	if (net->sorter)
		return spec->key_bits + spec->payload_bits;
	if (spec->switching == SWITCHING_OFF_LINE)
		return playback_plan(net).period;
	frame_plan_network(&frame, net);
	return frame.slot_clocks;
}

/* One leaf adapter (rtl-templates/leaf_adapter.v), fitted to what Yosys 0.23 makes of it for P = 8 .. 128, L = 3 .. 20
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
	unsigned long count = digit_bits(network_frame_clocks(net)), cycle = digit_bits(spec->schedule_cycles);
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
	struct frame frame;

	frame_plan_network(&frame, net);
	unsigned long lut4 = 13 + frame.group_bits, ff = frame.source_bits + frame.group_bits + 4;

	return (struct cost){ .lut4 = lut4, .ff = ff, .cells = lut4 + frame.source_bits };
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
	bits = digit_bits(network_frame_clocks(net));	/* rtl-templates/frame_timer.v: a counter and comparisons */
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
	struct cost sum = network_adapter_cost(net);

	if (net->sorter) {
		cost_add(&sum, &net->sorter->cost, 1);
		return sum;
	}
	for (unsigned k = 0; k < net->levels; k++) {
		struct level_logic logic;

		network_level_logic(net, k, &logic);
		cost_add(&sum, &logic.total, 1);
	}
	return sum;
}
