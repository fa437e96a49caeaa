/* fat_tree_elaborate.c: Leiserson's fat-tree as shared subtrees, with the time at which each message passes. */
#include "machines/fat_tree_common.h"

#include "leaves/frame.h"
#include "machines/fat_tree_faults.h"
#include "network/network.h"
#include "util/text.h"

/* The subtree types of a level, one or two: complete, or cut off by the right edge of the tree. */
struct level_types {
	struct subtree *full;
	struct subtree *edge;
};

static unsigned leaves_below(const struct network *net, unsigned level)
{
	return 1u << (net->levels - level);
}

static struct node *add_node(struct network *net, unsigned level, const struct subtree *left,
			     const struct subtree *right, unsigned parent_wires)
{
	struct node *node = allocate(sizeof *node);

	node->level = level;
	node->child_wires[0] = left->capacity;
	node->child_wires[1] = right ? right->capacity : 0;
	node->parent_wires = parent_wires;
	node->index = (unsigned)net->node_count;
	net->node = reallocate(net->node, (net->node_count + 1) * sizeof(struct node *));
	net->node[net->node_count++] = node;
	return node;
}

static struct subtree *add_subtree(struct network *net, unsigned level, unsigned leaves, unsigned users,
				   const struct subtree *left, const struct subtree *right)
{
	struct subtree *tree = allocate(sizeof *tree);

	tree->level = level;
	tree->leaves = leaves;
	tree->users = users;
	tree->child = allocate_array(2, sizeof *tree->child);
	if (left) {
		tree->children = 2;
		tree->child[0] = left;
		tree->child[1] = right;
		tree->digit_bits = 1;
	}
	tree->capacity = fat_tree_channel_capacity(net->spec, level, leaves);
	if (level == 0 && !net->spec->external)
		tree->capacity = 0;
	if (left) {
		struct node *node = add_node(net, level, left, right, tree->capacity);

		node->users = users;
		tree->node = node;
	}
	tree->index = (unsigned)net->subtree_count;
	net->subtree = reallocate(net->subtree, (net->subtree_count + 1) * sizeof(struct subtree *));
	net->subtree[net->subtree_count++] = tree;
	return tree;
}

/* Settings replace the decisions, and no message has a route bit. */
static bool set_in_advance(const struct network *net)
{
	return net->spec->switching != SWITCHING_ON_LINE;
}

static struct level_types add_level(struct network *net, unsigned level, struct level_types below)
{
	unsigned n = net->spec->leaves, size = leaves_below(net, level), rest = n % size;
	struct level_types here = { NULL, NULL };

	if (level == net->levels) {
		here.full = add_subtree(net, level, 1, n, NULL, NULL);
		return here;
	}
	if (n >= size)
		here.full = add_subtree(net, level, size, n / size, below.full, below.full);
	if (rest > size / 2)
		here.edge = add_subtree(net, level, rest, 1, below.full, below.edge);
	else if (rest == size / 2)
		here.edge = add_subtree(net, level, rest, 1, below.full, NULL);
	else if (rest > 0)
		here.edge = add_subtree(net, level, rest, 1, below.edge, NULL);
	return here;
}

/* Chooses the concentrators of a node. A root without an outside only joins its two sides: it has no selectors and,
 * where all wires fit, no registers. */
static void choose_plans(struct network *net, struct node *node)
{
	bool top = node->parent_wires == 0, living = has_dead_wires(net->spec) && !set_in_advance(net);
	const struct plan *(*make)(struct plan_library *, unsigned, unsigned) = living ? plan_living : plan_concentrator;

	if (!top)
		node->up = make(&net->plans, node->child_wires[0] + node->child_wires[1],
					     node->parent_wires);
	for (int side = 0; side < 2; side++) {
		unsigned r = node->parent_wires + node->child_wires[1 - side], s = node->child_wires[side];

		if (s > 0 && r > 0 && (living || !(top && r <= s)))
			node->down[side] = make(&net->plans, r, s);
		network_use_plan(net, node->down[side], node->level, node->users);
	}
	network_use_plan(net, node->up, node->level, node->users);
}

static unsigned plan_settings(const struct plan *plan)
{
	return plan ? plan->settings : 0;
}

/* Children come before their parents. */
static void count_settings(struct network *net)
{
	for (size_t i = 0; i < net->node_count; i++)
		net->node[i]->settings = plan_settings(net->node[i]->up) + plan_settings(net->node[i]->down[0])
					 + plan_settings(net->node[i]->down[1]);
	for (size_t i = 0; i < net->subtree_count; i++) {
		struct subtree *tree = net->subtree[i];

		if (!tree->node && net->spec->leaf_interface == LEAF_AXI_STREAM)
			tree->settings = 2 * tree->capacity;
		if (tree->node)
			tree->settings = tree->node->settings;
		for (unsigned j = 0; j < tree->children; j++)
			if (tree->child[j])
				tree->settings += tree->child[j]->settings;
	}
}

static unsigned plan_clocks(const struct plan *plan)
{
	return plan ? plan->latency : 0;
}

/* On-line: clocks for the route bit, whose place M takes. */
static unsigned strip_clocks(const struct network *net, const struct node *node)
{
	return node->parent_wires > 0 && !set_in_advance(net);
}

/* All nodes of a level keep step with the slowest. */
static void set_latencies(struct network *net, unsigned level)
{
	/* A register is needed even between two leaves at a bare root. */
	unsigned up = 0, down = net->levels == 1;

	for (size_t i = 0; i < net->node_count; i++) {
		const struct node *node = net->node[i];
		unsigned strip = strip_clocks(net, node);

		if (node->level != level)
			continue;
		if (node->up && strip + plan_clocks(node->up) > up)
			up = strip + plan_clocks(node->up);
		for (int side = 0; side < 2; side++)
			if (strip + plan_clocks(node->down[side]) > down)
				down = strip + plan_clocks(node->down[side]);
	}
	for (size_t i = 0; i < net->node_count; i++) {
		struct node *node = net->node[i];
		unsigned strip = strip_clocks(net, node);

		if (node->level != level)
			continue;
		node->up_latency = up;
		node->down_latency = down;
		node->up_padding = node->up ? up - strip - plan_clocks(node->up) : 0;
		for (int side = 0; side < 2; side++)
			node->down_padding[side] = down - strip - plan_clocks(node->down[side]);
	}
}

static void set_turn_delays(struct network *net)
{
	for (size_t i = 0; i < net->node_count; i++) {
		struct node *node = net->node[i];

		node->turn_delay = net->down_arrival[node->level] - net->up_arrival[node->level];
	}
}

void fat_tree_elaborate(struct network *net)
{
	struct level_types types = { NULL, NULL };

	net->levels = net->spec->levels;
	net->ends = net->spec->leaves;
	/* There are selectors before every concentrator. */
	net->plans.input_level = !set_in_advance(net);
	for (unsigned k = net->levels + 1; k-- > 0;) {
		net->passes[k] = net->spec->capacity[k];
		/* The root's own channel exists with an outside only, whatever its capacity would be. */
		net->capacity[k] = k > 0 || net->spec->external ? net->spec->capacity[k] : 0;
		net->children[k] = k < net->levels ? 2 : 0;
		types = add_level(net, k, types);
	}
	for (size_t i = 0; i < net->node_count; i++)
		choose_plans(net, net->node[i]);
	for (unsigned k = 0; k < net->levels; k++)
		set_latencies(net, k);
	network_set_arrivals(net);
	if (set_in_advance(net))
		count_settings(net);
	/* One setting for a whole cycle serves all ways, the short ones earlier. */
	if (net->spec->switching != SWITCHING_OFF_LINE)
		set_turn_delays(net);
	net->label_bits = net->levels;
	net->route_bits = 2 * net->levels - (net->spec->external ? 1 : 2);
	fat_tree_note_dead_leaves(net);
	if (!set_in_advance(net))
		frame_plan_network(net, has_dead_wires(net->spec) ? &(struct route_shape){ .detour = true } : NULL);
}

void fat_tree_channels(const struct network *net, struct channel_tree *tree)
{
	for (unsigned k = 1; k <= net->levels; k++)
		tree->capacity[k] = net->passes[k];
}
