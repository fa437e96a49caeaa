/* lower.c: the on-line fat-tree: nodes with selectors. */
#include "leaves/root.h"
#include "machines/fat-tree/fat_tree.h"

#include <stdlib.h>

#include "machines/binary_node.h"
#include "machines/fat-tree/node.h"
#include "machines/fat_tree_faults.h"
#include "machines/on_line.h"
#include "util/text.h"

static char *purpose(const struct network *net, const struct subtree *tree)
{
	(void)net;
	return format_string("A subtree of %u leaves with its root at level %u, channel of %u wires above;\n"
			     "%u of them in the network.\n", tree->leaves, tree->level, tree->capacity, tree->users);
}

static void add_ports(struct tree_module *t)
{
	on_line_add_ports(t);
	if (has_dead_wires(t->net->spec))
		module_input(t->m, "dead", fat_tree_wires(t->tree), "wires: of the channel above; of the left subtree's; ..");
}

/* Child j's share of the bus of dead wires. */
static struct bits dead_share(const struct tree_module *t, unsigned j)
{
	unsigned first = t->tree->capacity + (j > 0 ? fat_tree_wires(t->tree->child[0]) : 0);

	return bits_of(module_find(t->m, "dead"), first, fat_tree_wires(t->tree->child[j]));
}

static void connect_child(struct tree_module *t, struct instance *i, unsigned j)
{
	on_line_connect_child(t, i, j);
	if (has_dead_wires(t->net->spec))
		instance_connect(i, "dead", dead_share(t, j));
}

/* The node's own channels: above, then those of its children. */
static void connect_dead(struct tree_module *t, struct instance *i)
{
	struct bits dead = bits_of(module_find(t->m, "dead"), 0, t->tree->capacity);

	for (unsigned j = 0; j < 2; j++)
		if (t->tree->child[j]) {
			struct bits share = dead_share(t, j);

			bits_append(&dead, bits_of(share.slice[0].net, share.slice[0].low, t->tree->child[j]->capacity));
			free(share.slice);
		}
	instance_connect(i, "dead", dead);
}

static void add_leaf(struct tree_module *t, unsigned j)
{
	on_line_add_leaf(t, j, (struct bits){ 0 });
}

/* With adapters, a slot of silence follows a reset and comes down the tree behind the last timing pulse before it.
 * Strobes may leave the tree meanwhile, except to the outside. Bare wires are reset everywhere at once: the first
 * strobe may follow in the next clock. */
static void add_node(struct tree_module *t, const char *module)
{
	const struct node *node = t->tree->node;
	struct module *m = t->m;
	struct instance *i = module_instance(m, t->design, module, 1, "node");

	tree_connect_clock_and_reset(t, i, !t->net->spec->external);
	instance_connect(i, "up_start", bits_of(t->up_start[0], 0, 1));
	tree_connect_chances(t, i, node_chooses(node, false), node_chooses(node, true));
	tree_connect_sides(t, i);
	if (has_dead_wires(t->net->spec))
		connect_dead(t, i);
	instance_connect(i, "down_start_out", bits_of(t->down_start, 0, 1));
	if (node->parent_wires == 0)
		return;
	CONNECT(m, i, { "up_start_out", module_find(m, "up_start") }, { "parent_out", module_find(m, "up") },
		      { "down_start", module_find(m, "down_start") }, { "parent_in", module_find(m, "down") });
}

/* Adds the outside: messages up with their strobe, and messages down in the same clock. */
static void add_external(const struct network *net, struct module *top)
{
	struct instance *root = tree_root(top);
	unsigned w = network_root(net)->capacity;
	bool streams = network_root_streams(net) > 0;
	int start = streams ? module_net(top, "root_start", 1)
			    : module_output(top, "root_start", 1, "strobe: M bits are on root_up, and are taken from root_down");
	int up = streams ? module_net(top, "root_up", w) : module_output(top, "root_up", w, "messages to the outside (docs/reference/protocol.md)");
	int down = streams ? module_net(top, "root_down", w) : module_input(top, "root_down", w, "messages from the outside");

	CONNECT(top, root, { "up", up }, { "up_start", start }, { "down", down }, { "down_start", start });
}

static void add_dead(struct design *d, const struct network *net, struct module *top)
{
	unsigned wires = fat_tree_wires(network_root(net));
	uint8_t *built_in = allocate_array(wires, 1);

	fat_tree_set_dead(net, built_in);
	on_line_add_dead(d, net, top, built_in, wires);
	free(built_in);
}

void fat_tree_lower(struct design *d, const struct network *net)
{
	static const struct tree_style style = {
		.child_name = tree_sides,
		.address_comment = "the way here from the root, 0 left, 1 right",
		.down_strobes = true,
		.name = binary_subtree_name,
		.purpose = purpose,
		.lower_node = fat_tree_lower_node,
		.add_ports = add_ports,
		.add_leaf = add_leaf,
		.connect_child = connect_child,
		.add_node = add_node,
	};

	if (network_root_streams(net) > 0)
		root_lower(d, net);
	struct module *top = on_line_lower(d, net, &style);

	if (net->spec->external)
		add_external(net, top);
	tree_show_probes(d, net, top);
	if (has_dead_wires(net->spec))
		instance_connect(tree_root(top), "dead", bits_whole(top, module_net(top, "dead", fat_tree_wires(network_root(net)))));
	on_line_add_timer(d, net, top);
	if (has_dead_wires(net->spec))
		add_dead(d, net, top);
	if (network_root_streams(net) > 0)
		root_add(d, net, top);
}
