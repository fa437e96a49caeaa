/* elaborate.c: generalized fat trees with routers of concentrators. */
#include "machines/generalized/elaborate.h"

#include "leaves/frame.h"
#include "machines/generalized/dead_links.h"
#include "machines/xgft.h"

/* The two parts of a level's routers. */
static void plan_routers(struct network *net, struct node *node)
{
	node->shape.directed = net->spec->up_routing != UP_ROUTING_FIRST_FREE;
	node->shape.copies = net->spec->broadcast_every > 0;
	if (node->parent_wires > 0) {
		node->router_up = plan_router_up(&net->plans, &node->shape);
		node->up_latency = node->router_up->latency;
	}
	node->router_down = plan_router_down(&net->plans, &node->shape);
	node->down_latency = node->router_down->latency;
	network_use_plan(net, node->router_up, node->level, (unsigned long long)node->users * node->routers);
	network_use_plan(net, node->router_down, node->level, (unsigned long long)node->users * node->routers);
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
		.trees = spec->broadcast_every > 0 ? spec->parents[1] : 0,
		.trees_at_once = spec->broadcast_trees == BROADCAST_BY_ALL ? spec->parents[1] : 1, .groups = spec->group_count, .phase_slots = spec->phase_slots,
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
	/* There are several selectors before every concentrator, each with more loads than in Leiserson's node. For
	 * the fastest clock they are followed by a register (340 or 368 MHz of XGFT(2; 4, 4; 2, 2),
	 * docs/measured/benchmarks.md). */
	net->plans.input_level = net->plans.spacing > 1;
	xgft_tree_elaborate(net);
	for (unsigned l = 1; l <= net->levels; l++) {
		plan_routers(net, net->node[l - 1]);
		net->route_bits += l < net->levels ?
					   up_bits(net, l) + down_bits(net, l) :
					   generalized_tree_turn_bits(net, l);
	}
	network_set_arrivals(net);
	set_turn_delays(net);

	const struct route_shape shape = shape_of(net);

	frame_plan_network(net, &shape);
}
