/* cost.c: the cost of the routers of a generalized fat tree. */
#include "machines/generalized/generalized.h"

#include "machines/tree.h"
#include "network/cost.h"

/* The links of a router that may die: a gate on each wire, and two bits of the register. */
static struct cost fault_cost(const struct router_shape *s)
{
	unsigned long wires = 2ul * s->children * s->link_width, bits = 2ul * s->children;

	return (struct cost){ .lut4 = wires, .ff = bits, .cells = wires + bits };
}

/* Routers side by side; their strobes are made once. What selects is part of their plans. */
void generalized_add_node_logic(const struct network *net, const struct node *node, struct level_logic *logic)
{
	const struct router_shape *s = &node->shape;
	unsigned long long times = (unsigned long long)node->users * node->routers;
	/* A delay line for all that turns. */
	struct node turns_like = {
		.child_wires = { s->children * s->link_width - (s->children > 1), s->children > 1 },
		.turn_delay = node->turn_delay, .parent_wires = node->parent_wires,
	};
	struct cost turns = tree_turn_cost(&turns_like, net->spec), pace = tree_pace_cost(node), faults = fault_cost(s);

	logic->nodes += times;
	cost_add(&logic->turns, &turns, times);
	cost_add(&logic->pace, &pace, node->users);
	if (net->spec->fault_registers)
		cost_add(&logic->pace, &faults, times);
}
