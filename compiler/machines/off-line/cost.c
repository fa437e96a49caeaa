/* cost.c: the cost of the nodes of an off-line fat-tree. */
#include "machines/in_band.h"
#include "machines/off-line/off_line.h"

#include "machines/tree.h"
#include "network/cost.h"

/* rtl-templates/off-line/settings_register.v and the strobe, which goes up only. */
static struct cost settings_cost(const struct node *node)
{
	unsigned long registers = node->settings + (node->parent_wires > 0 ? node->up_latency : 0);

	return (struct cost){.ff = registers, .cells = registers};
}

/* In band: heads and edges, and two strobes. */
static void add_heads_cost(const struct network *net, const struct node *node, struct level_logic *logic)
{
	struct heads *h = off_line_heads(node);
	struct in_band_clears clears = in_band_clears(node);
	unsigned long registers = (node->parent_wires > 0 ? node->up_latency : 0) + node->down_latency;
	struct cost heads = heads_cost(h), pace = { .ff = registers, .cells = registers };

	for (unsigned t = 0; in_band_resets(net) && t < clears.up + clears.down; t++)
		pace.lut4 += heads_clears(h, t, 1);
	logic->nodes += node->users;
	cost_add(&logic->concentrators, &heads, node->users);
	cost_add(&logic->pace, &pace, node->users);
	heads_free(h);
}

void off_line_add_node_logic(const struct network *net, const struct node *node, struct level_logic *logic)
{
	struct node padding = *node;

	if (is_in_band(net)) {
		add_heads_cost(net, node, logic);
		return;
	}
	padding.up_latency = padding.down_latency = 0;
	struct cost settings = settings_cost(node), pace = tree_pace_cost(&padding);

	logic->nodes += node->users;
	cost_add(&logic->settings, &settings, node->users);
	cost_add(&logic->pace, &pace, node->users);
}
