/* lower.c: the generalized fat tree: parallel routers, the buses for dead links, broadcasts and groups. */
#include <stdlib.h>

#include "leaves/frame.h"
#include "machines/generalized/dead_links.h"
#include "machines/generalized/generalized.h"
#include "machines/generalized/router.h"
#include "machines/xgft.h"
#include "machines/on_line.h"
#include "model/node_model.h"
#include "network/leaf.h"
#include "util/text.h"

/* ---- Subtrees ---- */

char *generalized_subtree_name(const struct network *net, const struct subtree *tree)
{
	return format_string("subtree_%u", net->levels - tree->level);
}

static char *purpose(const struct network *net, const struct subtree *tree)
{
	return format_string(
		"A subtree of height %u: %u children, %u routers side by side, %u leaves, channel of %u wires\n"
		"above; %u of them in the network.\n",
		net->levels - tree->level, tree->children, tree->node->routers, tree->leaves, tree->capacity,
		tree->users);
}

static void add_generalized_tree_ports(struct tree_module *t)
{
	const struct spec *spec = t->net->spec;

	on_line_add_ports(t);
	if (spec->broadcast_every > 0 && t->timing < 0)
		module_input(t->m, "broadcast", 1, "messages go to all leaves");
	if (network_has_dead_links(spec))
		module_input(t->m, "dead", network_links(t->net, t->net->levels - t->tree->level),
			     "links: of the routers here, each child's in turn; of child 0's subtree; ..");
	if (spec->group_count > 0)
		module_input(t->m, "members", spec->group_count * t->tree->leaves,
			     "each leaf's groups, a bit for each");
}

/* Child j's bits of the bus of members: the groups of each of its leaves. */
static struct bits members(const struct tree_module *t, unsigned j)
{
	unsigned groups = t->net->spec->group_count;

	return bits_of(module_find(t->m, "members"), tree_leaves_before(t, j) * groups,
		       t->tree->child[j]->leaves * groups);
}

static void add_leaf(struct tree_module *t, unsigned j)
{
	on_line_add_leaf(t, j, t->net->spec->group_count > 0 ? members(t, j) : (struct bits){ 0 });
}

/* Connects child j's share of the bus of dead links, which begins with the routers of this subtree. */
static void connect_dead_links(struct tree_module *t, struct instance *i, unsigned j)
{
	unsigned l = t->net->levels - t->tree->level, share = network_links(t->net, l - 1);
	unsigned own = network_links(t->net, l) - t->tree->children * share;

	instance_connect(i, "dead", bits_of(module_find(t->m, "dead"), own + j * share, share));
}

static void connect_child(struct tree_module *t, struct instance *i, unsigned j)
{
	on_line_connect_child(t, i, j);
	if (network_has_dead_links(t->net->spec))
		connect_dead_links(t, i, j);
	if (t->net->spec->group_count > 0)
		instance_connect(i, "members", members(t, j));
}

/* The port's name in its module, which lives as long as the design. */
static const char *port_name(const struct tree_module *t, const char *module, const char *format, unsigned number)
{
	const struct module *used = design_find(t->design, module);
	char *name = format_string(format, number);
	const char *port = used->net[module_find(used, name)].name;

	free(name);
	return port;
}

/* The signal that announces broadcasts to the routers. */
static struct bits copy(const struct tree_module *t)
{
	return t->timing >= 0 ? bits_of(t->timing, frame_turn_bits(t->net->frame) + TIMING_BROADCAST, 1)
			      : bits_of(module_find(t->m, "broadcast"), 0, 1);
}

static void connect_router(struct tree_module *t, struct instance *i)
{
	const struct node *node = t->tree->node;
	struct module *m = t->m;
	const char *module = i->module;

	tree_connect_clock_and_reset(t, i, true);
	for (unsigned j = 0; j < t->tree->children; j++) {
		instance_connect(i, port_name(t, module, "child_%u_in", j), bits_whole(m, t->up[j]));
		instance_connect(i, port_name(t, module, "child_%u_out", j), bits_whole(m, t->down[j]));
	}
	if (network_has_dead_links(t->net->spec))
		instance_connect(i, "dead", bits_of(module_find(m, "dead"), 0, node->routers * node->shape.children));
	tree_connect_chances(t, i, node_chooses(node, false), node_chooses(node, true));
	if (plan_copies(node->router_down))
		instance_connect(i, "copy", copy(t));
}

/* Adds the routers side by side, each with its wires of every channel. They keep step and share their strobes. */
static void add_routers(struct tree_module *t, const char *module)
{
	const struct node *node = t->tree->node;
	struct module *m = t->m;
	struct instance *i = module_instance(m, t->design, module, node->routers, "router");
	bool root = node->parent_wires == 0;

	connect_router(t, i);
	int from_above = root ? t->up_start[0] : module_find(m, "down_start");
	struct strobe down = strobe_make(m, from_above, "down_started", node->down_latency, false);

	if (plan_uses_strobe(node->router_down))
		instance_connect(i, "down_start", bits_of(from_above, 0, 1));
	module_assign(m, bits_of(t->down_start, 0, 1), expression_of(strobe_after(&down, node->down_latency)));
	if (root)
		return;
	struct strobe up = strobe_make(m, t->up_start[0], "up_started", node->up_latency, false);

	CONNECT(m, i, { "up_start", t->up_start[0] }, { "parent_out", module_find(m, "up") },
		      { "parent_in", module_find(m, "down") });
	module_assign(m, bits_of(module_find(m, "up_start"), 0, 1), expression_of(strobe_after(&up, node->up_latency)));
}

/* ---- The top ---- */

/* The groups of each leaf, as a constant. */
static struct bits members_constant(const struct spec *spec)
{
	struct bits b = { 0 };

	for (unsigned leaf = 0; leaf < spec->leaves; leaf++)
		bits_append(&b, bits_constant(spec->member_of[leaf], spec->group_count));
	return b;
}

/* The links that are dead by the parameters, and those that become so. */
static void add_dead_links(struct design *d, const struct network *net, struct module *m)
{
	unsigned links = network_links(net, net->levels);
	uint8_t *built_in = allocate_array(links + 1, 1);

	generalized_node_model.tell(net, built_in);
	on_line_add_dead(d, net, m, built_in, links);
	free(built_in);
}

/* The links of spanning tree t among the bits of `dead`: those below its routers. */
static struct bits tree_links(const struct network *net, int dead, unsigned t)
{
	const struct spec *spec = net->spec;
	struct bits b = { 0 };

	for (unsigned l = 1; l <= net->levels; l++) {
		unsigned roots = xgft_subtree_roots(spec, l), root = spanning_tree_root(spec, l, t);

		for (unsigned v = 0; v < spec->leaves / xgft_subtree_leaves(spec, l); v++)
			bits_append(&b, bits_of(dead, network_link(net, l, v * roots + root, 0), spec->children[l]));
	}
	return b;
}

/* Adds the timer that selects the slots for broadcasts and their spanning trees. */
static void add_broadcast_timer(struct design *d, const struct network *net, struct module *m)
{
	unsigned trees = net->spec->parents[1];
	int broken = module_net(m, "broken", trees), dead = module_find(m, "dead");

	for (unsigned t = 0; t < trees && dead >= 0; t++) {
		struct bits links = tree_links(net, dead, t);
		struct instance *i = module_instance(m, d, "leaf_any", 1, "tree_%u_broken", t);

		instance_parameter(i, "WIDTH", bits_width(&links));
		instance_connect_clock(m, i);
		instance_connect(i, "in", links);
		instance_connect(i, "any", bits_of(broken, t, 1));
	}
	if (dead < 0)
		module_assign(m, bits_whole(m, broken), expression_of(bits_constant(0, trees)));
	struct instance *i = module_instance(m, d, "broadcast_timer", 1, "broadcast_timer");

	PARAMETERS(i, { "EVERY", net->spec->broadcast_every }, { "TREES", trees }, { "TREES_AND_ONE", trees + 1 },
		      { "ALL", net->spec->broadcast_trees == BROADCAST_BY_ALL });
	instance_connect_clock(m, i);
	instance_connect(i, "rst", bits_of(module_reset(m), 0, 1));
	CONNECT(m, i, { "slot", module_find(m, "slot") }, { "broken", broken },
		{ "timing", module_find(m, "broadcast_timing") });
}

void generalized_lower(struct design *d, const struct network *net)
{
	static const struct tree_style style = {
		.address_comment = "the way here from the root, a digit per level",
		.down_strobes = true,
		.name = generalized_subtree_name,
		.purpose = purpose,
		.lower_node = lower_router,
		.add_ports = add_generalized_tree_ports,
		.add_leaf = add_leaf,
		.connect_child = connect_child,
		.add_node = add_routers,
	};
	const struct spec *spec = net->spec;
	struct module *top = on_line_lower(d, net, &style);

	tree_show_probes(d, net, top);
	if (spec->group_count > 0)
		instance_connect(tree_root(top), "members", members_constant(spec));
	if (network_has_dead_links(spec))
		instance_connect(tree_root(top), "dead",
				 bits_whole(top, module_net(top, "dead", network_links(net, net->levels))));
	on_line_add_timer(d, net, top);
	if (module_find(top, "broadcast_timing") >= 0)
		add_broadcast_timer(d, net, top);
	if (network_has_dead_links(spec))
		add_dead_links(d, net, top);
}
