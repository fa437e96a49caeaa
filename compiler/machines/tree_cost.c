/* tree_cost.c: the cost of parts that the nodes of all trees have. */
#include "machines/tree.h"

#include "network/cost.h"

/* rtl-templates/delay_line.v, one for each child that has a sibling. */
struct cost tree_turn_cost(const struct node *node, const struct spec *spec)
{
	unsigned long wires = node->child_wires[0] + node->child_wires[1], depth = node->turn_delay;
	unsigned long address = digit_bits(node->turn_delay);

	if (node->parent_wires == 0 || node->child_wires[1] == 0)
		return (struct cost){0};
	if (spec->delay_ram_threshold > 3 && depth >= spec->delay_ram_threshold)
		return (struct cost){
			.lut4 = 2 * 2 * address,
			.ff = wires + 2 * 2 * address,
			.cells = wires + 2 * 2 * address,
			.ram_bits = wires * depth,
		};
	return (struct cost){.ff = wires * depth, .cells = wires * depth};
}

/* Padding behind the concentrators, and the two strobes from end to end. */
struct cost tree_pace_cost(const struct node *node)
{
	unsigned long registers = (unsigned long)node->up_padding * node->parent_wires +
				  (unsigned long)node->down_padding[0] * node->child_wires[0] +
				  (unsigned long)node->down_padding[1] * node->child_wires[1] +
				  node->up_latency + node->down_latency;

	return (struct cost){.ff = registers, .cells = registers};
}
