/* node.c: a switching node: selectors, turn delays, concentrators (Leiserson 1985, figure 3). */
#include "machines/fat-tree/node.h"

#include <stdlib.h>

#include "lower/tree.h"
#include "machines/fat_tree_faults.h"
#include "util/text.h"

struct node_module {
	struct design *design;
	struct module *m;
	const struct network *net;
	const struct node *node;
	struct strobe up, down;		/* strobes of the children's and of the parent's M bits */
	int child_in[2], child_out[2], parent_in, parent_out;
	int turn[2];			/* messages from a child for its sibling */
	int turning[2];			/* likewise, in step with the parent's */
	int climbing[2];		/* messages from a child for the parent */
	int falling[2];			/* messages from the parent for a child */
	int favor_down;			/* breaks ties of choices in the clock of the strobe; -1: none */
	int dead;			/* port: dead wires of the channel above, then of the children's; -1: none ever is */
};

static void add_selectors(struct node_module *nm, const char *side, int in, const struct strobe *start, int zero,
			  int one)
{
	struct instance *i = module_instance(nm->m, nm->design, "selector", nm->m->net[in].width,
					     "%s_selector", side);

	instance_connect_clock(nm->m, i);
	instance_connect(i, "start", strobe_after(start, 1));
	CONNECT(nm->m, i, { "in", in }, { "zero", zero }, { "one", one });
}

static void select_from_child(struct node_module *nm, int side)
{
	struct module *m = nm->m;
	unsigned width = nm->node->child_wires[side];
	bool sibling = nm->node->child_wires[1 - side] > 0;

	nm->turn[side] = module_named_net(m, width, sibling ? "%s_turn" : "%s_turn_unused", tree_sides[side]);
	nm->climbing[side] = module_named_net(m, width, "%s_climbing", tree_sides[side]);
	add_selectors(nm, tree_sides[side], nm->child_in[side], &nm->up, nm->turn[side], nm->climbing[side]);
}

/* Turning messages wait for messages from the parent. */
static void add_turn_delay(struct node_module *nm)
{
	struct bits in = { 0 }, out = { 0 };

	for (int side = 0; side < 2; side++) {
		nm->turning[side] = module_named_net(nm->m, nm->node->child_wires[side], "%s_turning",
						     tree_sides[side]);
		bits_append(&in, bits_whole(nm->m, nm->turn[side]));
		bits_append(&out, bits_whole(nm->m, nm->turning[side]));
	}
	lower_delay_line(nm->m, nm->design, nm->net, "turn_delay", in, out, nm->node->turn_delay);
}

static void select_from_parent(struct node_module *nm)
{
	for (int side = 0; side < 2; side++)
		nm->falling[side] = module_named_net(nm->m, nm->node->parent_wires, nm->node->child_wires[side] > 0 ?
						     "falling_%s" : "falling_%s_unused", tree_sides[side]);
	add_selectors(nm, "parent", nm->parent_in, &nm->down, nm->falling[0], nm->falling[1]);
}

/* What breaks the ties in the clock of the strobe of one plan or two, on the way up or down; -1: nothing has to. */
static int ties(struct node_module *nm, bool up, const struct plan *plan, const struct plan *other)
{
	bool top = nm->node->parent_wires == 0;

	if (!(plan && plan_needs_favor(plan)) && !(other && plan_needs_favor(other)))
		return -1;
	return lower_ties(nm->m, nm->design, up ? "up" : "down", up || top ? &nm->up : &nm->down, !top,
			  module_find(nm->m, tree_chances[up]));
}

static void add_up_port(struct node_module *nm)
{
	struct bits in = bits_whole(nm->m, nm->climbing[0]);

	if (nm->node->child_wires[1] > 0)
		bits_append(&in, bits_whole(nm->m, nm->climbing[1]));
	node_add_port(nm->design, nm->m,
		      &(struct node_port){ "parent", nm->node->up, nm->node->up_padding, nm->parent_out,
					   tree_chances[1], ties(nm, true, nm->node->up, NULL) }, in, "start",
		      strobe_after(&nm->up, 1));
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
	struct node_port port = { tree_sides[side], nm->node->down[side], nm->node->down_padding[side],
				  nm->child_out[side], tree_chances[0], nm->favor_down };

	node_add_port(nm->design, nm->m, &port, in, "start",
		      top ? strobe_after(&nm->up, 0) : strobe_after(&nm->down, 1));
}

static void add_fat_tree_node_ports(struct node_module *nm)
{
	const struct node *node = nm->node;
	struct module *m = nm->m;
	int up_start, down_start;

	for (int up = 0; up < 2; up++)
		if (node_chooses(node, up))
			module_input(m, tree_chances[up], 1, up ? "random, for choices on the way up"
								: "random, for choices on the way down");
	up_start = module_input(m, "up_start", 1, "strobe of the M bits that come from the children");
	for (int side = 0; side < 2; side++)
		if (node->child_wires[side] > 0)
			nm->child_in[side] = module_input(m, tree_side_ports[side][0], node->child_wires[side], NULL);
	for (int side = 0; side < 2; side++)
		if (node->child_wires[side] > 0)
			nm->child_out[side] = module_output(m, tree_side_ports[side][1], node->child_wires[side], NULL);
	int down_out = module_output(m, "down_start_out", 1, "strobe of the M bits that go to the children");

	if (node->parent_wires == 0) {
		nm->up = strobe_make(m, up_start, "up_started", node->down_latency, false);
		module_assign(m, bits_of(down_out, 0, 1), expression_of(strobe_after(&nm->up, node->down_latency)));
		return;
	}
	int up_out = module_output(m, "up_start_out", 1, "strobe of the M bits that go to the parent");

	nm->parent_out = module_output(m, "parent_out", node->parent_wires, NULL);
	down_start = module_input(m, "down_start", 1, "strobe of the M bits that come from the parent");
	nm->parent_in = module_input(m, "parent_in", node->parent_wires, NULL);
	nm->up = strobe_make(m, up_start, "up_started", node->up_latency, false);
	nm->down = strobe_make(m, down_start, "down_started", node->down_latency, false);
	module_assign(m, bits_of(up_out, 0, 1), expression_of(strobe_after(&nm->up, node->up_latency)));
	module_assign(m, bits_of(down_out, 0, 1), expression_of(strobe_after(&nm->down, node->down_latency)));
}

/* Those of a port, for its concentrator: from bit `low` of the node's on. */
static void name_dead(struct node_module *nm, const char *name, unsigned low, unsigned wires)
{
	int dead = module_named_net(nm->m, wires, "%s_dead", name);

	module_assign(nm->m, bits_whole(nm->m, dead), expression_of(bits_of(nm->dead, low, wires)));
}

/* Whatever a dead wire shows does not come in. */
static void cut_dead(struct node_module *nm, int side, unsigned low)
{
	unsigned wires = nm->node->child_wires[side];
	int living = module_named_net(nm->m, wires, "%s_living", tree_sides[side]);
	struct instance *i = module_instance(nm->m, nm->design, "living_links", 1, "%s_links", tree_sides[side]);

	PARAMETERS(i, { "CHILDREN", wires }, { "WIRES", 1 });
	instance_connect(i, "dead", bits_of(nm->dead, low, wires));
	instance_connect(i, "in", bits_whole(nm->m, nm->child_in[side]));
	instance_connect(i, "out", bits_whole(nm->m, living));
	nm->child_in[side] = living;
}

static void add_dead(struct node_module *nm)
{
	const struct node *node = nm->node;
	unsigned p = node->parent_wires;

	nm->dead = module_input(nm->m, "dead", p + node->child_wires[0] + node->child_wires[1],
				"dead wires: of the channel above, of the left child's, of the right child's");
	if (p > 0)
		name_dead(nm, "parent", 0, p);
	for (int side = 0; side < 2; side++)
		if (node->child_wires[side] > 0) {
			unsigned low = p + (side ? node->child_wires[0] : 0);

			name_dead(nm, tree_sides[side], low, node->child_wires[side]);
			cut_dead(nm, side, low);
		}
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

const char *fat_tree_lower_node(struct design *d, const struct network *net, const struct node *node)
{
	struct node_module nm = { .design = d, .net = net, .node = node };
	const char *known = NULL;

	nm.m = node_begin(d, net, node, purpose, &known);
	if (!nm.m)
		return known;
	add_fat_tree_node_ports(&nm);
	if (has_dead_wires(net->spec))
		add_dead(&nm);
	if (node->parent_wires > 0) {
		for (int side = 0; side < 2; side++)
			if (node->child_wires[side] > 0)
				select_from_child(&nm, side);
		if (node->child_wires[1] > 0)
			add_turn_delay(&nm);
		select_from_parent(&nm);
		add_up_port(&nm);
	}
	nm.favor_down = ties(&nm, false, node->down[0], node->down[1]);
	for (int side = 0; side < 2; side++)
		if (node->child_wires[side] > 0)
			add_down_port(&nm, side);
	return nm.m->name;
}
