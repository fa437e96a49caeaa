/* elaborate.c: generalized fat trees as shared subtrees: one type per level. */
#include "machines/generalized/elaborate.h"

#include "leaves/frame.h"
#include "machines/generalized/dead_links.h"
#include "util/text.h"

static struct node *add_node(struct network *net, unsigned l, unsigned routers)
{
	const struct spec *spec = net->spec;
	struct node *node = allocate(sizeof *node);

	node->level = net->levels - l;
	node->routers = routers;
	node->shape = (struct router_shape){ .children = spec->children[l], .link_width = spec->link_width,
					     .parents = l < net->levels ? spec->parents[l + 1] : 0,
					     .directed = spec->up_routing != UP_ROUTING_FIRST_FREE,
					     .copies = spec->broadcast_every > 0 };
	node->child_wires[0] = node->child_wires[1] = routers * spec->link_width;
	node->parent_wires = routers * node->shape.parents * spec->link_width;
	if (l < net->levels) {
		node->router_up = plan_router_up(&net->plans, &node->shape);
		node->up_latency = node->router_up->latency;
	}
	node->router_down = plan_router_down(&net->plans, &node->shape);
	node->down_latency = node->router_down->latency;
	node->index = (unsigned)net->node_count;
	net->node = reallocate(net->node, (net->node_count + 1) * sizeof(struct node *));
	net->node[net->node_count++] = node;
	return node;
}

static struct subtree *add_subtree(struct network *net, unsigned l, const struct subtree *below, struct node *node)
{
	struct subtree *tree = allocate(sizeof *tree);

	tree->level = net->levels - l;
	tree->leaves = 1;
	tree->users = net->spec->leaves;
	for (unsigned below = 1; below <= l; below++)
		tree->users /= net->spec->children[below];
	tree->child = allocate_array(node && node->shape.children > 2 ? node->shape.children : 2, sizeof *tree->child);
	if (node) {
		tree->node = node;
		tree->capacity = node->parent_wires;
		tree->children = node->shape.children;
		tree->digit_bits = digit_bits(tree->children);
		tree->leaves = tree->children * below->leaves;
		for (unsigned j = 0; j < tree->children; j++)
			tree->child[j] = below;
		node->users = tree->users;
		network_use_plan(net, node->router_up, node->level, (unsigned long long)node->users * node->routers);
		network_use_plan(net, node->router_down, node->level, (unsigned long long)node->users * node->routers);
	} else {
		tree->capacity = net->spec->connections;
	}
	tree->index = (unsigned)net->subtree_count;
	net->subtree = reallocate(net->subtree, (net->subtree_count + 1) * sizeof(struct subtree *));
	net->subtree[net->subtree_count++] = tree;
	return tree;
}

/* A message that turns has left the up part of the router, and enters the down part with those from above. */
static void set_turn_delays(struct network *net)
{
	for (size_t i = 0; i < net->node_count; i++) {
		struct node *node = net->node[i];

		if (node->router_up)
			node->turn_delay = net->down_arrival[node->level] - net->up_arrival[node->level] -
					   node->up_latency;
	}
}

/* The part of a route that a router of level l uses up on the way up: the bit that says up, and the parent's digit. */
static unsigned up_bits(const struct network *net, unsigned l)
{
	const struct spec *spec = net->spec;

	return l < net->levels ?
		       1 + (spec->up_routing == UP_ROUTING_FIRST_FREE ? 0 : digit_bits(spec->parents[l + 1])) :
		       0;
}

/* The same on the way down: the child's digit. */
static unsigned down_bits(const struct network *net, unsigned l)
{
	return digit_bits(net->spec->children[l]);
}

static struct route_shape shape_of(const struct network *net)
{
	const struct spec *spec = net->spec;
	struct route_shape shape = {
		.height = net->levels, .up_routing = spec->up_routing, .detour = network_has_detours(spec),
		.trees = spec->broadcast_every > 0 ? spec->parents[1] : 0, .groups = spec->group_count, .phase_slots = spec->phase_slots,
	};

	for (unsigned l = 1; l <= net->levels; l++) {
		shape.children[l] = spec->children[l];
		shape.child_bits[l] = digit_bits(spec->children[l]);
		shape.parents[l] = l < net->levels ? spec->parents[l + 1] : 1;
		shape.parent_bits[l] = digit_bits(shape.parents[l]);
		shape.turn_bits[l] = generalized_tree_turn_bits(net, l);
	}
	return shape;
}

void generalized_tree_elaborate(struct network *net)
{
	const struct spec *spec = net->spec;
	unsigned routers = 1;

	/* There are several selectors before every concentrator, each with more loads than in Leiserson's node. For
	 * the fastest clock they are followed by a register (340 or 368 MHz of XGFT(2; 4, 4; 2, 2),
	 * docs/benchmarks.md). */
	net->plans.input_level = net->plans.spacing > 1;
	/* No message climbs to a node whose only child has all leaves below it. */
	net->ends = spec->leaves;
	net->levels = spec->height;
	while (net->levels > 1 && spec->children[net->levels] == 1)
		net->levels--;
	const struct subtree *tree = add_subtree(net, 0, NULL, NULL);

	net->capacity[net->levels] = spec->connections;
	for (unsigned l = 1; l <= net->levels; l++) {
		routers *= spec->parents[l];
		net->children[net->levels - l] = spec->children[l];
		tree = add_subtree(net, l, tree, add_node(net, l, routers));
		net->capacity[tree->level] = tree->capacity;
		net->label_bits += tree->digit_bits;
		net->route_bits += l < net->levels ?
					   up_bits(net, l) + down_bits(net, l) :
					   generalized_tree_turn_bits(net, l);
	}
	network_set_arrivals(net);
	set_turn_delays(net);

	const struct route_shape shape = shape_of(net);

	frame_plan_network(net, &shape);
}
