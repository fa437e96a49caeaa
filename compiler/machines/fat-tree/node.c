/* node.c: a switching node: selectors, turn delays, concentrators (Leiserson 1985, figure 3). */
#include <stdlib.h>
#include <string.h>

#include "lower/builder.h"
#include "util/text.h"

static const char *const side_name[2] = { "left", "right" };

struct node_module {
	struct design *design;
	struct module *m;
	const struct network *net;
	const struct node *node;
	struct strobe up, down;		/* with the children's and with the parent's M bits */
	int child_in[2], child_out[2], parent_in, parent_out;
	int turning[2];			/* messages from a child for its sibling, in step with the parent's */
	int climbing[2];		/* messages from a child for the parent */
	int falling[2];			/* messages from the parent for a child */
};

static int named_net(struct module *m, const char *format, const char *side, unsigned width)
{
	char *name = format_string(format, side);
	int net = module_net(m, name, width);

	free(name);
	return net;
}

static void add_selectors(struct node_module *nm, const char *side, int in, const struct strobe *start, int zero,
			  int one)
{
	struct instance *i = module_instance(nm->m, nm->design, "selector", nm->m->net[in].width,
					     "%s_selector", side);

	instance_connect_clock(nm->m, i);
	instance_connect(i, "start", strobe_after(start, 1));
	instance_connect(i, "in", bits_whole(nm->m, in));
	instance_connect(i, "zero", bits_whole(nm->m, zero));
	instance_connect(i, "one", bits_whole(nm->m, one));
}

/* Turning messages wait for those that come down. */
static int add_turn_delay(struct node_module *nm, const char *side, int in)
{
	unsigned width = nm->m->net[in].width;
	int out = named_net(nm->m, "%s_turning", side, width);
	struct instance *i = module_instance(nm->m, nm->design, "delay_line", 1, "%s_turn_delay", side);

	instance_parameter(i, "WIDTH", width);
	instance_parameter(i, "DEPTH", nm->node->turn_delay);
	if (nm->net->spec->delay_ram_threshold > 0)
		instance_parameter(i, "RAM_FROM", nm->net->spec->delay_ram_threshold);
	instance_connect_clock(nm->m, i);
	instance_connect(i, "in", bits_whole(nm->m, in));
	instance_connect(i, "out", bits_whole(nm->m, out));
	return out;
}

static void select_from_child(struct node_module *nm, int side)
{
	struct module *m = nm->m;
	unsigned width = nm->node->child_wires[side];
	bool sibling = nm->node->child_wires[1 - side] > 0;
	int turn = named_net(m, sibling ? "%s_turn" : "%s_turn_unused", side_name[side], width);

	nm->climbing[side] = named_net(m, "%s_climbing", side_name[side], width);
	add_selectors(nm, side_name[side], nm->child_in[side], &nm->up, turn, nm->climbing[side]);
	if (sibling)
		nm->turning[side] = add_turn_delay(nm, side_name[side], turn);
}

static void select_from_parent(struct node_module *nm)
{
	for (int side = 0; side < 2; side++)
		nm->falling[side] = named_net(nm->m, nm->node->child_wires[side] > 0 ? "falling_%s" :
					      "falling_%s_unused", side_name[side], nm->node->parent_wires);
	add_selectors(nm, "parent", nm->parent_in, &nm->down, nm->falling[0], nm->falling[1]);
}

/* Registers behind a port so that all nodes of the level keep step. */
static struct bits pad(struct node_module *nm, struct bits out, const char *port, unsigned clocks)
{
	for (unsigned k = 0; k < clocks; k++) {
		char *name = format_string("%s_early_%u", port, clocks - k);
		int net = module_net(nm->m, name, bits_width(&out));

		module_register(nm->m, out, bits_whole(nm->m, net), false);
		out = bits_whole(nm->m, net);
		free(name);
	}
	return out;
}

/* `in` through the plan to the port `out`. Without a plan, or with one that has nothing to decide, wires
 * go straight, and those that nobody feeds are idle. */
static void add_port(struct node_module *nm, const char *port, const struct plan *plan, struct bits start,
		     struct bits in, int out, unsigned padding)
{
	struct bits target = pad(nm, bits_whole(nm->m, out), port, padding);

	if (plan == NULL || plan->kind == PLAN_WIRES) {
		unsigned idle = bits_width(&target) - bits_width(&in);

		bits_append(&in, bits_of(NET_ZERO, 0, idle));
		if (plan == NULL)
			module_assign(nm->m, target, expression_of(in));
		else
			module_register(nm->m, target, in, false);
		free(start.slice);
		return;
	}
	struct instance *i = module_instance(nm->m, nm->design, lower_plan(nm->design, plan), 1,
					     "%s_concentrator", port);

	instance_connect_common(nm->m, nm->design, i);
	instance_connect(i, "start", start);
	instance_connect(i, "in", in);
	instance_connect(i, "out", target);
}

static void add_up_port(struct node_module *nm)
{
	struct bits in = bits_whole(nm->m, nm->climbing[0]);

	if (nm->node->child_wires[1] > 0)
		bits_append(&in, bits_whole(nm->m, nm->climbing[1]));
	add_port(nm, "parent", nm->node->up, strobe_after(&nm->up, 1), in, nm->parent_out, nm->node->up_padding);
}

static void add_down_port(struct node_module *nm, int side)
{
	bool top = nm->node->parent_wires == 0, sibling = nm->node->child_wires[1 - side] > 0;
	struct bits in = { 0 };

	if (top) {
		in = bits_whole(nm->m, nm->child_in[1 - side]);
	} else {
		in = bits_whole(nm->m, nm->falling[side]);
		if (sibling)
			bits_append(&in, bits_whole(nm->m, nm->turning[1 - side]));
	}
	add_port(nm, side_name[side], nm->node->down[side],
		 top ? strobe_after(&nm->up, 0) : strobe_after(&nm->down, 1), in, nm->child_out[side],
		 nm->node->down_padding[side]);
}

static void add_ports(struct node_module *nm)
{
	const struct node *node = nm->node;
	struct module *m = nm->m;
	int up_start, down_start;

	up_start = module_input(m, "up_start", 1, "strobe of the M bits that come from the children");
	for (int side = 0; side < 2; side++)
		if (node->child_wires[side] > 0) {
			char *name = format_string("%s_in", side_name[side]);

			nm->child_in[side] = module_input(m, name, node->child_wires[side], NULL);
			free(name);
		}
	for (int side = 0; side < 2; side++)
		if (node->child_wires[side] > 0) {
			char *name = format_string("%s_out", side_name[side]);

			nm->child_out[side] = module_output(m, name, node->child_wires[side], NULL);
			free(name);
		}
	int down_out = module_output(m, "down_start_out", 1, "strobe of the M bits that go to the children");

	if (node->parent_wires == 0) {
		nm->up = strobe_make(m, up_start, "up_started", node->down_latency);
		module_assign(m, bits_of(down_out, 0, 1), expression_of(strobe_after(&nm->up, node->down_latency)));
		return;
	}
	int up_out = module_output(m, "up_start_out", 1, "strobe of the M bits that go to the parent");

	nm->parent_out = module_output(m, "parent_out", node->parent_wires, NULL);
	down_start = module_input(m, "down_start", 1, "strobe of the M bits that come from the parent");
	nm->parent_in = module_input(m, "parent_in", node->parent_wires, NULL);
	nm->up = strobe_make(m, up_start, "up_started", node->up_latency);
	nm->down = strobe_make(m, down_start, "down_started", node->down_latency);
	module_assign(m, bits_of(up_out, 0, 1), expression_of(strobe_after(&nm->up, node->up_latency)));
	module_assign(m, bits_of(down_out, 0, 1), expression_of(strobe_after(&nm->down, node->down_latency)));
}

static char *purpose(const struct node *node)
{
	if (node->parent_wires == 0)
		return format_string("The root: what comes from one side goes to the other.\n");
	return format_string("A switching node of level %u: %u + %u wires below, %u above, each way.\n"
			     "Up: %u clocks. Down: %u clocks. A message that turns here waits %u clocks for those\n"
			     "that come down.\n", node->level, node->child_wires[0], node->child_wires[1],
			     node->parent_wires, node->up_latency, node->down_latency, node->turn_delay);
}

char *lower_node_name(const struct network *net, const struct node *node)
{
	for (size_t i = 0; i < net->node_count; i++)
		if (net->node[i]->level == node->level && net->node[i] != node && node->index > i)
			return format_string("node_%u_edge", node->level);
	return format_string("node_%u", node->level);
}

const char *lower_node(struct design *d, const struct network *net, const struct node *node)
{
	char *name = lower_node_name(net, node);
	const struct module *known = design_find(d, name);

	if (known != NULL) {
		free(name);
		return known->name;
	}
	const struct plan *plans[] = { node->up, node->down[0], node->down[1] };

	for (int i = 0; i < 3; i++)
		if (plans[i] != NULL && plans[i]->kind != PLAN_WIRES)
			lower_plan(d, plans[i]);

	struct node_module nm = { .design = d, .net = net, .node = node };

	nm.m = design_add(d, name, purpose(node));
	add_ports(&nm);
	if (node->parent_wires > 0) {
		for (int side = 0; side < 2; side++)
			if (node->child_wires[side] > 0)
				select_from_child(&nm, side);
		select_from_parent(&nm);
		add_up_port(&nm);
	}
	for (int side = 0; side < 2; side++)
		if (node->child_wires[side] > 0)
			add_down_port(&nm, side);
	return nm.m->name;
}
