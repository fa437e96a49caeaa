/* lower.c: a fat-tree that plays a schedule: nodes of settable concentrators, or of heads, in the frame of players.h
 * (Leiserson 1985, section IV). */
#include <stdlib.h>

#include "lower/tree.h"
#include "machines/binary_node.h"
#include "machines/in_band.h"
#include "machines/off-line/off_line.h"
#include "machines/playback.h"
#include "machines/players.h"
#include "util/text.h"

static char *purpose(const struct network *net, const struct subtree *tree)
{
	(void)net;
	return format_string(
		"A subtree of %u leaves with its root at level %u, channel of %u wires above, %u bits of settings;\n"
		"%u of them in the network.\n",
		tree->leaves, tree->level, tree->capacity, tree->settings, tree->users);
}

/* The node's module, which exists. */
static const struct module *node_module(const struct tree_module *t)
{
	char *name = binary_node_name(t->net, t->tree->node);
	const struct module *m = design_find(t->design, name);

	free(name);
	return m;
}

static void connect_child(struct tree_module *t, struct instance *i, unsigned j)
{
	players_connect_child(t, i, j, module_find(node_module(t), "start") >= 0);
}

static void add_node(struct tree_module *t, const char *module)
{
	const struct node *node = t->tree->node;
	struct module *m = t->m;
	struct instance *i = module_instance(m, t->design, module, 1, "node");

	tree_connect_clock_and_reset(t, i, false);
	players_connect_strobes(t, i);
	if (module_find(design_find(t->design, module), "fall_out") >= 0)
		instance_connect(i, "fall_out", players_fall_below(t));
	if (node->settings > 0)
		instance_connect(i, "settings", bits_of(module_find(m, "settings"), 0, node->settings));
	tree_connect_sides(t, i);
	if (node->parent_wires == 0)
		return;
	CONNECT(m, i, { "parent_out", module_find(m, "up") }, { "parent_in", module_find(m, "down") },
		      { "start_out", module_find(m, "up_start") });
}

static const char *lower_node(struct design *d, const struct network *net, const struct node *node)
{
	return is_in_band(net) ? in_band_lower_node(d, net, node) : off_line_lower_node(d, net, node);
}

void off_line_lower(struct design *d, const struct network *net)
{
	static const struct tree_style style = {
		.child_name = tree_sides,
		.name = binary_subtree_name,
		.purpose = purpose,
		.lower_node = lower_node,
		.add_ports = players_add_ports,
		.add_leaf = players_add_leaf,
		.connect_child = connect_child,
		.add_node = add_node,
	};
	struct module *top = tree_lower(
		d, net, &style,
		format_string(
			"An off-line fat-tree of %u leaves: it plays a schedule, a delivery cycle every %u clocks.\n",
			net->spec->leaves, net->playback->period));

	players_lower(d, net, top);
}
