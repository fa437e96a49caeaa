/* tree_cost.c: the cost of parts that the nodes of all trees have. */
#include "machines/tree.h"

#include "network/cost.h"
#include "network/delay.h"

struct cost tree_turn_cost(const struct node *node, const struct spec *spec)
{
	if (node->parent_wires == 0 || node->child_wires[1] == 0)
		return (struct cost){0};
	struct delay_line line = delay_line_of(spec, node->child_wires[0] + node->child_wires[1], node->turn_delay);

	return delay_line_cost(spec, &line);
}

/* The plans of one way through a node share their strobes: the longest counts. */
static void add_way(struct cost *sum, const struct plan *const *plan, unsigned count)
{
	struct cost most = { 0 };
	bool favor = false, chance = false;

	for (unsigned i = 0; i < count; i++) {
		if (!plan[i] || plan[i]->kind == PLAN_WIRES)
			continue;
		most = plan[i]->pace.ff > most.ff ? plan[i]->pace : most;
		favor = favor || plan_needs_favor(plan[i]);
		chance = chance || plan_chooses(plan[i]);
	}
	cost_add(sum, &most, 1);
	/* The random bit on its way down the tree, and the ties of the first clock. */
	cost_add(sum, &(struct cost){ .lut4 = favor, .ff = favor + chance, .cells = favor + chance }, 1);
}

/* Padding behind the concentrators, the strobes from end to end and inside, and what breaks ties. */
struct cost tree_pace_cost(const struct node *node)
{
	unsigned long registers = (unsigned long)node->up_padding * node->parent_wires +
				  (unsigned long)node->down_padding[0] * node->child_wires[0] +
				  (unsigned long)node->down_padding[1] * node->child_wires[1] +
				  node->up_latency + node->down_latency;
	struct cost sum = {.ff = registers, .cells = registers};

	add_way(&sum, (const struct plan *const []){ node->up, node->router_up }, 2);
	add_way(&sum, (const struct plan *const []){ node->down[0], node->down[1], node->router_down }, 3);
	return sum;
}
