/* subtree.c: a subtree: its node, or the routers at its top, its child subtrees, and the channels between them. The module hierarchy is
 * the tree, one module per distinct subtree. */
#include <stdlib.h>

#include "leaves/frame.h"
#include "machines/generalized/dead_links.h"
#include "lower/builder.h"
#include "leaves/leaf.h"
#include "util/text.h"

struct subtree_module {
	struct design *design;
	struct module *m;
	const struct network *net;
	const struct subtree *tree;
	bool adapters;
	int *up, *down;			/* [child]: wires of the channel */
	int *up_start;			/* [child] */
	int down_start;
	int timing, address, reset;		/* with adapters */
	int copy;			/* where the routers hear of broadcasts */
};

/* "left_up" and "right_up" for Leiserson's two children, "child_3_up" for the fourth of several. A fresh string. */
static char *child_name(const struct subtree_module *sm, unsigned j, const char *what)
{
	if (sm->tree->node->routers > 0)
		return format_string("child_%u%s", j, what);
	return format_string("%s%s", j == 0 ? "left" : "right", what);
}

static int child_net(struct subtree_module *sm, unsigned j, const char *what, unsigned width)
{
	char *name = child_name(sm, j, what);
	int net = module_net(sm->m, name, width);

	free(name);
	return net;
}

/* Leaves below the children before this one. */
static unsigned leaves_before(const struct subtree_module *sm, unsigned j)
{
	return j == 0 ? 0 : j * sm->tree->child[0]->leaves;
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
static void connect_leaf_ports(struct subtree_module *sm, struct instance *i, unsigned j)
{
	struct leaf_port ports[MAXIMUM_LEAF_PORTS];
	unsigned count = leaf_ports(sm->net, ports);
	unsigned first = leaves_before(sm, j), leaves = sm->tree->child[j]->leaves;

	for (unsigned k = 0; k < count; k++)
		instance_connect(i, ports[k].name, bits_of(module_find(sm->m, ports[k].name),
							   first * ports[k].width, leaves * ports[k].width));
}

/* The label of a child: the way to it from the root, a bit, or the digit of its number, per level. */
static struct bits child_address(const struct subtree_module *sm, unsigned j)
{
	struct bits b = { 0 };

	if (sm->tree->digit_bits > 0)
		b = bits_constant(j, sm->tree->digit_bits);
	if (sm->address >= 0)
		bits_append(&b, bits_whole(sm->m, sm->address));
	return b;
}

/* Leaf i's bits of the bus of members: of which groups it is one. */
static struct bits members(const struct subtree_module *sm, unsigned j)
{
	unsigned groups = sm->net->spec->group_count;

	return bits_of(module_find(sm->m, "members"), leaves_before(sm, j) * groups, sm->tree->child[j]->leaves * groups);
}

/* A bare leaf: its channel's wires are ports of the network. */
static void join_bare_leaf(struct subtree_module *sm, unsigned j)
{
	struct module *m = sm->m;
	unsigned c = sm->net->spec->connections, first = leaves_before(sm, j) * c;

	module_assign(m, bits_whole(m, sm->up[j]), expression_of(bits_of(module_find(m, "leaf_up"), first, c)));
	module_assign(m, bits_of(module_find(m, "leaf_down"), first, c), expression_of(bits_whole(m, sm->down[j])));
}

static void connect_channel(struct subtree_module *sm, struct instance *i, unsigned j)
{
	instance_connect(i, "up", bits_whole(sm->m, sm->up[j]));
	instance_connect(i, "up_start", bits_of(sm->up_start[j], 0, 1));
	instance_connect(i, "down", bits_whole(sm->m, sm->down[j]));
	instance_connect(i, "down_start", bits_of(sm->down_start, 0, 1));
}

static void add_adapter(struct subtree_module *sm, unsigned j)
{
	const char *module = lower_leaf(sm->design, sm->net);
	char *name = child_name(sm, j, "_leaf");
	struct instance *i = module_instance(sm->m, sm->design, module, 1, "%s", name);

	free(name);
	connect_clock_and_reset(sm, i, false);
	instance_connect(i, "timing", bits_whole(sm->m, sm->timing));
	instance_connect(i, "address", child_address(sm, j));
	if (sm->net->spec->group_count > 0)
		instance_connect(i, "members", members(sm, j));
	connect_channel(sm, i, j);
	connect_leaf_ports(sm, i, j);
}

/* What a probe shows of a subtree: the channel above every vertex below it, first child first, each followed by
 * what is inside. */
static unsigned probe_width(const struct subtree *tree)
{
	unsigned width = 0;

	for (unsigned j = 0; j < tree->children; j++)
		if (tree->child[j] != NULL)
			width += tree->child[j]->capacity + probe_width(tree->child[j]);
	return width;
}

/* The share of child j's subtree of the bus of dead links, which begins with that of the routers here. */
static void connect_dead_links(struct subtree_module *sm, struct instance *i, unsigned j)
{
	unsigned l = sm->net->levels - sm->tree->level, share = network_links(sm->net, l - 1);
	unsigned own = network_links(sm->net, l) - sm->tree->children * share;

	instance_connect(i, "dead", bits_of(module_find(sm->m, "dead"), own + j * share, share));
}

static void add_child_subtree(struct subtree_module *sm, unsigned j)
{
	const struct subtree *child = sm->tree->child[j];
	const char *module = lower_subtree(sm->design, sm->net, child);
	char *name = child_name(sm, j, "");
	struct instance *i = module_instance(sm->m, sm->design, module, 1, "%s", name);

	free(name);

	connect_clock_and_reset(sm, i, false);
	if (sm->adapters) {
		instance_connect(i, "timing", bits_whole(sm->m, sm->timing));
		instance_connect(i, "address", child_address(sm, j));
	} else {
		int start = j == 0 ? module_find(sm->m, "leaf_down_start") : child_net(sm, j, "_leaf_down_start_unused", 1);

		instance_connect(i, "leaf_up_start", bits_of(module_find(sm->m, "leaf_up_start"), 0, 1));
		if (sm->copy >= 0)
			instance_connect(i, "broadcast", bits_of(sm->copy, 0, 1));
		instance_connect(i, "leaf_down_start", bits_of(start, 0, 1));
	}
	connect_channel(sm, i, j);
	connect_leaf_ports(sm, i, j);
	if (network_has_dead_links(sm->net->spec))
		connect_dead_links(sm, i, j);
	if (sm->net->spec->group_count > 0)
		instance_connect(i, "members", members(sm, j));
	if (sm->net->spec->probe)
		for (int up = 0; up < 2; up++)
			instance_connect(i, up ? "probe_up" : "probe_down",
					 bits_whole(sm->m, child_net(sm, j, up ? "_probe_up" : "_probe_down",
								     probe_width(child))));
}

static void add_child(struct subtree_module *sm, unsigned j)
{
	const struct subtree *child = sm->tree->child[j];
	bool leaf = child->node == NULL, first = j == 0;

	sm->up[j] = child_net(sm, j, "_up", child->capacity);
	sm->down[j] = child_net(sm, j, "_down", child->capacity);
	if (leaf && !sm->adapters) {
		sm->up_start[j] = module_find(sm->m, "leaf_up_start");
		join_bare_leaf(sm, j);
		if (first)
			module_assign(sm->m, bits_of(module_find(sm->m, "leaf_down_start"), 0, 1),
				      expression_of(bits_of(sm->down_start, 0, 1)));
		return;
	}
	/* All strobes of a level are the same; the first child's is used. */
	sm->up_start[j] = child_net(sm, j, first ? "_up_start" : "_up_start_unused", 1);
	if (leaf)
		add_adapter(sm, j);
	else
		add_child_subtree(sm, j);
}

/* The name of a port as its module has it, which lives as long as the design. */
static const char *port_name(const struct subtree_module *sm, const char *module, const char *format, unsigned number)
{
	const struct module *used = design_find(sm->design, module);
	char *name = format_string(format, number);
	const char *port = used->net[module_find(used, name)].name;

	free(name);
	return port;
}

/* The routers side by side, each with its wires of every channel. They keep step, so their strobes are made once. */
static void add_routers(struct subtree_module *sm)
{
	const struct node *node = sm->tree->node;
	struct module *m = sm->m;
	const char *module = lower_router(sm->design, sm->net, node);
	struct instance *i = module_instance(m, sm->design, module, node->routers, "router");
	bool root = node->parent_wires == 0;

	connect_clock_and_reset(sm, i, true);
	for (unsigned j = 0; j < sm->tree->children; j++) {
		instance_connect(i, port_name(sm, module, "child_%u_in", j), bits_whole(m, sm->up[j]));
		instance_connect(i, port_name(sm, module, "child_%u_out", j), bits_whole(m, sm->down[j]));
	}
	if (network_has_dead_links(sm->net->spec))
		instance_connect(i, "dead", bits_of(module_find(m, "dead"), 0, node->routers * node->shape.children));
	if (plan_copies(node->router_down))
		instance_connect(i, "copy", bits_of(sm->copy, sm->adapters ? FRAME_TIMING_BITS : 0, 1));
	int from_above = root ? sm->up_start[0] : module_find(m, "down_start");
	struct strobe down = strobe_make(m, from_above, "down_started", node->down_latency);

	if (plan_uses_strobe(node->router_down))
		instance_connect(i, "down_start", bits_of(from_above, 0, 1));
	module_assign(m, bits_of(sm->down_start, 0, 1), expression_of(strobe_after(&down, node->down_latency)));
	if (root)
		return;
	struct strobe up = strobe_make(m, sm->up_start[0], "up_started", node->up_latency);

	instance_connect(i, "up_start", bits_of(sm->up_start[0], 0, 1));
	instance_connect(i, "parent_out", bits_whole(m, module_find(m, "up")));
	instance_connect(i, "parent_in", bits_whole(m, module_find(m, "down")));
	module_assign(m, bits_of(module_find(m, "up_start"), 0, 1), expression_of(strobe_after(&up, node->up_latency)));
}

static void add_node(struct subtree_module *sm)
{
	const struct node *node = sm->tree->node;
	const char *module = lower_node(sm->design, sm->net, node);
	struct instance *i = module_instance(sm->m, sm->design, module, 1, "node");

	connect_clock_and_reset(sm, i, true);
	instance_connect(i, "up_start", bits_of(sm->up_start[0], 0, 1));
	for (unsigned j = 0; j < 2; j++)
		if (sm->tree->child[j] != NULL) {
			instance_connect(i, j ? "right_in" : "left_in", bits_whole(sm->m, sm->up[j]));
			instance_connect(i, j ? "right_out" : "left_out", bits_whole(sm->m, sm->down[j]));
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

		for (unsigned j = 0; j < sm->tree->children; j++) {
			const struct subtree *child = sm->tree->child[j];

			if (child == NULL)
				continue;
			bits_append(&all, bits_whole(sm->m, up ? sm->up[j] : sm->down[j]));
			if (child->node != NULL) {
				char *name = child_name(sm, j, up ? "_probe_up" : "_probe_down");

				bits_append(&all, bits_whole(sm->m, module_find(sm->m, name)));
				free(name);
			}
		}
		int port = module_output(sm->m, up ? "probe_up" : "probe_down", bits_width(&all),
					 "every channel below: first child's wires, what is inside, next child's, ..");

		module_assign(sm->m, bits_whole(sm->m, port), expression_of(all));
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
		unsigned timing_bits = lower_timing_bits(sm->net);
		int timing = module_input(m, "timing", timing_bits, "from the frame timer, in step at all leaves");

		if (network_address_bits(sm->net, sm->tree->level) > 0)
			sm->address = module_input(m, "address", network_address_bits(sm->net, sm->tree->level), sm->tree->node->routers > 0 ?
						   "the way here from the root, a digit per level" :
						   "the way here from the root, 0 left, 1 right");
		sm->timing = module_net(m, "timing_below", timing_bits);
		sm->copy = sm->timing;
		sm->reset = module_net(m, "rst_below", 1);
		module_register_copy(m, bits_whole(m, sm->reset), bits_of(module_reset(m), 0, 1));
		module_register_copy(m, bits_whole(m, sm->timing), bits_whole(m, timing));
	} else {
		module_input(m, "leaf_up_start", 1, "strobe: M bits are on leaf_up");
		module_output(m, "leaf_down_start", 1, "strobe: M bits are on leaf_down");
		sm->copy = sm->net->spec->broadcast_every > 0 ? module_input(m, "broadcast", 1, "messages go to all leaves") : -1;
	}
	if (network_has_dead_links(sm->net->spec))
		module_input(m, "dead", network_links(sm->net, sm->net->levels - sm->tree->level),
			     "links: of the routers here, each child's in turn; of child 0's subtree; ..");
	if (sm->net->spec->group_count > 0)
		module_input(m, "members", sm->net->spec->group_count * sm->tree->leaves, "each leaf's groups, a bit for each");
	add_leaf_ports(sm);
	if (capacity > 0) {
		module_output(m, "up", capacity, "the channel above");
		module_output(m, "up_start", 1, NULL);
		module_input(m, "down", capacity, NULL);
		module_input(m, "down_start", 1, NULL);
	}
	sm->down_start = module_net(m, "children_down_start", 1);
}

char *lower_subtree_name(const struct network *net, const struct subtree *tree)
{
	if (tree->node->routers > 0)
		return format_string("subtree_%u", net->levels - tree->level);
	for (unsigned i = 0; i < tree->index; i++)
		if (net->subtree[i]->level == tree->level)
			return format_string("subtree_%u_edge", tree->level);
	return format_string("subtree_%u", tree->level);
}

static char *purpose(const struct network *net, const struct subtree *tree)
{
	if (tree->node->routers > 0)
		return format_string("A subtree of height %u: %u children, %u routers side by side, %u leaves, channel of %u wires\n"
				     "above; %u of them in the network.\n", net->levels - tree->level, tree->children,
				     tree->node->routers, tree->leaves, tree->capacity, tree->users);
	return format_string("A subtree of %u leaves with its root at level %u, channel of %u wires above;\n"
			     "%u of them in the network.\n", tree->leaves, tree->level, tree->capacity, tree->users);
}

const char *lower_subtree(struct design *d, const struct network *net, const struct subtree *tree)
{
	char *name = lower_subtree_name(net, tree);
	const struct module *known = design_find(d, name);

	if (known != NULL) {
		free(name);
		return known->name;
	}
	for (unsigned j = 0; j < tree->children; j++)
		if (tree->child[j] != NULL && tree->child[j]->node != NULL)
			lower_subtree(d, net, tree->child[j]);
	if (net->spec->leaf_interface == LEAF_AXI_STREAM)
		lower_leaf(d, net);
	if (tree->node->routers > 0)
		lower_router(d, net, tree->node);
	else
		lower_node(d, net, tree->node);

	struct subtree_module sm = { .design = d, .net = net, .tree = tree,
				     .adapters = net->spec->leaf_interface == LEAF_AXI_STREAM };

	sm.up = allocate_array(tree->children, sizeof *sm.up);
	sm.down = allocate_array(tree->children, sizeof *sm.down);
	sm.up_start = allocate_array(tree->children, sizeof *sm.up_start);
	sm.m = design_add(d, name, purpose(net, tree));
	add_ports(&sm);
	for (unsigned j = 0; j < tree->children; j++)
		if (tree->child[j] != NULL)
			add_child(&sm, j);
	if (tree->node->routers > 0)
		add_routers(&sm);
	else
		add_node(&sm);
	if (net->spec->probe)
		add_probe(&sm);
	free(sm.up);
	free(sm.down);
	free(sm.up_start);
	return sm.m->name;
}
