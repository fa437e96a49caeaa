/* lower_subtree.c: a subtree: its node, its two child subtrees, and the channels between them. The module hierarchy is
 * the tree, one module per distinct subtree. */
#include <stdlib.h>

#include "analyse/frame.h"
#include "lower/builder.h"
#include "lower/leaf.h"
#include "util/text.h"

static const char *const side_name[2] = { "left", "right" };

struct subtree_module {
	struct design *design;
	struct module *m;
	const struct network *net;
	const struct subtree *tree;
	bool adapters;
	int up[2], down[2];		/* channels to the children, wires */
	int up_start[2], down_start;
	int timing, address, reset;	/* with adapters */
};

static int side_net(struct module *m, const char *format, int side, unsigned width)
{
	char *name = format_string(format, side_name[side]);
	int net = module_net(m, name, width);

	free(name);
	return net;
}

/* With adapters there is a slot of silence after a reset, and it comes down the tree behind the last timing pulse
 * from before. Strobes leave the tree meanwhile; only where they leave it to the outside, they must not. Bare wires are
 * reset at once, everywhere: the first strobe may follow in the next clock. */
static void connect_clock_and_reset(const struct subtree_module *sm, struct instance *i, bool node)
{
	const struct module *used = design_find(sm->design, i->module);
	bool silence = node && !sm->net->spec->external;

	if (!sm->adapters) {
		instance_connect_common(sm->m, sm->design, i);
		return;
	}
	if (used == NULL || module_find(used, "clk") >= 0)
		instance_connect_clock(sm->m, i);
	if (used == NULL || module_find(used, "rst") >= 0)
		instance_connect(i, "rst", silence ? bits_constant(0, 1) : bits_whole(sm->m, sm->reset));
}

/* This child's share of the leaf ports. */
static void connect_leaf_ports(struct subtree_module *sm, struct instance *i, int side)
{
	struct leaf_port ports[MAXIMUM_LEAF_PORTS];
	unsigned count = leaf_ports(sm->net, ports);
	unsigned first = side == 0 ? 0 : sm->tree->child[0]->leaves, leaves = sm->tree->child[side]->leaves;

	for (unsigned k = 0; k < count; k++)
		instance_connect(i, ports[k].name, bits_of(module_find(sm->m, ports[k].name),
							   first * ports[k].width, leaves * ports[k].width));
}

/* The label of a child: the way to it from the root, one bit per level. */
static struct bits child_address(const struct subtree_module *sm, int side)
{
	struct bits b = bits_constant((unsigned)side, 1);

	if (sm->address >= 0)
		bits_append(&b, bits_whole(sm->m, sm->address));
	return b;
}

/* A bare leaf: its channel's wires are ports of the network. */
static void join_bare_leaf(struct subtree_module *sm, int side)
{
	struct module *m = sm->m;
	unsigned c = sm->net->spec->connections, first = side == 0 ? 0 : sm->tree->child[0]->leaves * c;

	module_assign(m, bits_whole(m, sm->up[side]), just(bits_of(module_find(m, "leaf_up"), first, c)));
	module_assign(m, bits_of(module_find(m, "leaf_down"), first, c), just(bits_whole(m, sm->down[side])));
}

static void connect_channel(struct subtree_module *sm, struct instance *i, int side)
{
	instance_connect(i, "up", bits_whole(sm->m, sm->up[side]));
	instance_connect(i, "up_start", bits_of(sm->up_start[side], 0, 1));
	instance_connect(i, "down", bits_whole(sm->m, sm->down[side]));
	instance_connect(i, "down_start", bits_of(sm->down_start, 0, 1));
}

static void add_adapter(struct subtree_module *sm, int side)
{
	struct instance *i = module_instance(sm->m, sm->design, "leaf_adapter", 1, "%s_leaf", side_name[side]);

	leaf_adapter_parameters(sm->net, i);
	connect_clock_and_reset(sm, i, false);
	instance_connect(i, "timing", bits_whole(sm->m, sm->timing));
	instance_connect(i, "address", child_address(sm, side));
	connect_channel(sm, i, side);
	connect_leaf_ports(sm, i, side);
}

/* What a probe shows of a subtree: the channel above every vertex below it, left side first, each followed by
 * what is inside. */
static unsigned probe_width(const struct subtree *tree)
{
	unsigned width = 0;

	for (int side = 0; side < 2; side++)
		if (tree->child[side] != NULL)
			width += tree->child[side]->capacity + probe_width(tree->child[side]);
	return width;
}

static void add_child_subtree(struct subtree_module *sm, int side)
{
	const struct subtree *child = sm->tree->child[side];
	const char *module = lower_subtree(sm->design, sm->net, child);
	struct instance *i = module_instance(sm->m, sm->design, module, 1, "%s", side_name[side]);

	connect_clock_and_reset(sm, i, false);
	if (sm->adapters) {
		instance_connect(i, "timing", bits_whole(sm->m, sm->timing));
		instance_connect(i, "address", child_address(sm, side));
	} else {
		int start = side == 0 ? module_find(sm->m, "leaf_down_start")
				      : module_net(sm->m, "right_leaf_down_start_unused", 1);

		instance_connect(i, "leaf_up_start", bits_of(module_find(sm->m, "leaf_up_start"), 0, 1));
		instance_connect(i, "leaf_down_start", bits_of(start, 0, 1));
	}
	connect_channel(sm, i, side);
	connect_leaf_ports(sm, i, side);
	if (sm->net->spec->probe)
		for (int up = 0; up < 2; up++)
			instance_connect(i, up ? "probe_up" : "probe_down",
					 bits_whole(sm->m, side_net(sm->m, up ? "%s_probe_up" : "%s_probe_down",
								    side, probe_width(child))));
}

static void add_child(struct subtree_module *sm, int side)
{
	const struct subtree *child = sm->tree->child[side];
	bool leaf = child->node == NULL, first = side == 0;

	sm->up[side] = side_net(sm->m, "%s_up", side, child->capacity);
	sm->down[side] = side_net(sm->m, "%s_down", side, child->capacity);
	if (leaf && !sm->adapters) {
		sm->up_start[side] = module_find(sm->m, "leaf_up_start");
		join_bare_leaf(sm, side);
		if (first)
			module_assign(sm->m, bits_of(module_find(sm->m, "leaf_down_start"), 0, 1),
				      just(bits_of(sm->down_start, 0, 1)));
		return;
	}
	/* All strobes of a level are the same; the left child's is used. */
	sm->up_start[side] = side_net(sm->m, first ? "%s_up_start" : "%s_up_start_unused", side, 1);
	if (leaf)
		add_adapter(sm, side);
	else
		add_child_subtree(sm, side);
}

static void add_node(struct subtree_module *sm)
{
	const struct node *node = sm->tree->node;
	const char *module = lower_node(sm->design, sm->net, node);
	struct instance *i = module_instance(sm->m, sm->design, module, 1, "node");

	connect_clock_and_reset(sm, i, true);
	instance_connect(i, "up_start", bits_of(sm->up_start[0], 0, 1));
	for (int side = 0; side < 2; side++)
		if (sm->tree->child[side] != NULL) {
			instance_connect(i, side ? "right_in" : "left_in", bits_whole(sm->m, sm->up[side]));
			instance_connect(i, side ? "right_out" : "left_out", bits_whole(sm->m, sm->down[side]));
		}
	instance_connect(i, "down_start_out", bits_of(sm->down_start, 0, 1));
	if (node->parent_wires == 0)
		return;
	instance_connect(i, "up_start_out", bits_of(module_find(sm->m, "up_start"), 0, 1));
	instance_connect(i, "parent_out", bits_whole(sm->m, module_find(sm->m, "up")));
	instance_connect(i, "down_start", bits_of(module_find(sm->m, "down_start"), 0, 1));
	instance_connect(i, "parent_in", bits_whole(sm->m, module_find(sm->m, "down")));
}

static void add_probe(struct subtree_module *sm)
{
	for (int up = 0; up < 2; up++) {
		struct bits all = { 0 };

		for (int side = 0; side < 2; side++) {
			const struct subtree *child = sm->tree->child[side];

			if (child == NULL)
				continue;
			bits_append(&all, bits_whole(sm->m, up ? sm->up[side] : sm->down[side]));
			if (child->node != NULL) {
				char *name = format_string(up ? "%s_probe_up" : "%s_probe_down", side_name[side]);

				bits_append(&all, bits_whole(sm->m, module_find(sm->m, name)));
				free(name);
			}
		}
		int port = module_output(sm->m, up ? "probe_up" : "probe_down", bits_width(&all),
					 "every channel below: left child's wires, what is inside, right child's, ..");

		module_assign(sm->m, bits_whole(sm->m, port), just(all));
	}
}

static void add_leaf_ports(struct subtree_module *sm)
{
	struct leaf_port ports[MAXIMUM_LEAF_PORTS];
	unsigned count = leaf_ports(sm->net, ports);

	for (unsigned k = 0; k < count; k++) {
		unsigned width = ports[k].width * sm->tree->leaves;

		if (ports[k].direction == PORT_INPUT)
			module_input(sm->m, ports[k].name, width, ports[k].comment);
		else
			module_output(sm->m, ports[k].name, width, ports[k].comment);
	}
}

static void add_ports(struct subtree_module *sm)
{
	struct module *m = sm->m;
	unsigned capacity = sm->tree->capacity;

	sm->address = -1;
	if (sm->adapters) {
		module_clock(m);
		int timing = module_input(m, "timing", FRAME_TIMING_BITS, "from the frame timer, in step at all leaves");

		if (sm->tree->level > 0)
			sm->address = module_input(m, "address", sm->tree->level, "the way here from the root, 0 left, 1 right");
		sm->timing = module_net(m, "timing_below", FRAME_TIMING_BITS);
		sm->reset = module_net(m, "rst_below", 1);
		module_register_copy(m, bits_whole(m, sm->reset), bits_of(module_reset(m), 0, 1));
		module_register_copy(m, bits_whole(m, sm->timing), bits_whole(m, timing));
	} else {
		module_input(m, "leaf_up_start", 1, "strobe: M bits are on leaf_up");
		module_output(m, "leaf_down_start", 1, "strobe: M bits are on leaf_down");
	}
	add_leaf_ports(sm);
	if (capacity > 0) {
		module_output(m, "up", capacity, "the channel above");
		module_output(m, "up_start", 1, NULL);
		module_input(m, "down", capacity, NULL);
		module_input(m, "down_start", 1, NULL);
	}
	sm->down_start = module_net(m, "children_down_start", 1);
}

static char *subtree_name(const struct network *net, const struct subtree *tree)
{
	for (unsigned i = 0; i < tree->index; i++)
		if (net->subtree[i]->level == tree->level)
			return format_string("subtree_%u_edge", tree->level);
	return format_string("subtree_%u", tree->level);
}

const char *lower_subtree(struct design *d, const struct network *net, const struct subtree *tree)
{
	char *name = subtree_name(net, tree);
	const struct module *known = design_find(d, name);

	if (known != NULL) {
		free(name);
		return known->name;
	}
	for (int side = 0; side < 2; side++)
		if (tree->child[side] != NULL && tree->child[side]->node != NULL)
			lower_subtree(d, net, tree->child[side]);
	lower_node(d, net, tree->node);

	struct subtree_module sm = { .design = d, .net = net, .tree = tree,
				     .adapters = net->spec->leaf_interface == LEAF_AXI_STREAM };

	sm.m = design_add(d, name, format_string("A subtree of %u leaves with its root at level %u, channel of %u wires above;\n"
						 "%u of them in the network.\n", tree->leaves, tree->level,
						 tree->capacity, tree->users));
	add_ports(&sm);
	for (int side = 0; side < 2; side++)
		if (tree->child[side] != NULL)
			add_child(&sm, side);
	add_node(&sm);
	if (net->spec->probe)
		add_probe(&sm);
	return sm.m->name;
}
