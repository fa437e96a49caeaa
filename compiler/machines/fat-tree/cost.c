/* cost.c: the cost of the nodes of an on-line fat-tree. */
#include "machines/fat-tree/fat_tree.h"

#include "machines/fat_tree_faults.h"
#include "machines/tree.h"
#include "network/cost.h"

/* The selectors of a node: a LUT for each used output and a flip-flop for the M bit. */
static struct cost selector_cost(const struct node *node)
{
	bool both = node->child_wires[1] > 0;
	unsigned long children = node->child_wires[0] + node->child_wires[1], outputs;

	if (node->parent_wires == 0)
		return (struct cost){0};
	outputs = children * (both ? 2 : 1) + node->parent_wires * (both ? 2ul : 1ul);
	return (struct cost){
		.lut4 = outputs,
		.ff = children + node->parent_wires,
		.cells = outputs + children + node->parent_wires,
	};
}

/* Wires that may die: a gate on each that comes from a child, two bits of the register for each channel below, and what
 * concentrators make of them: the count of dead wires before each, the choice of its number, and whether a rank is surplus. */
static struct cost fault_cost(const struct node *node)
{
	const struct plan *plans[] = { node->up, node->down[0], node->down[1] };
	unsigned long below = node->child_wires[0] + node->child_wires[1], lut4 = below;

	for (int i = 0; i < 3; i++)
		if (plans[i])
			lut4 += 2ul * plan_living_layers(plans[i]) * plans[i]->outputs + plans[i]->outputs;
	return (struct cost){ .lut4 = lut4, .ff = 2 * below, .cells = lut4 + 2 * below };
}

void fat_tree_add_node_logic(const struct network *net, const struct node *node, struct level_logic *logic)
{
	struct cost selection = selector_cost(node), turns = tree_turn_cost(node, net->spec),
		    pace = tree_pace_cost(node);

	logic->nodes += node->users;
	if (node->parent_wires > 0)
		logic->selectors += 2ULL * node->users *
				    (node->parent_wires + node->child_wires[0] + node->child_wires[1]);
	cost_add(&logic->selection, &selection, node->users);
	cost_add(&logic->turns, &turns, node->users);
	cost_add(&logic->pace, &pace, node->users);
	if (net->spec->fault_registers) {
		struct cost faults = fault_cost(node);

		cost_add(&logic->pace, &faults, node->users);
	}
}
