/* leaf.c: the leaves of a network of lanes: adapters with AXI4-Stream ports, as at any leaf, or bare wires. lower.c adds them. */
#include "leaves/leaf.h"
#include "machines/lanes/lanes.h"

static unsigned ports(const struct network *net, struct leaf_port *list)
{
	return stream_leaf.ports(net, list);
}

const struct leaf lane_leaf = {
	.name = "AXI4-Stream",
	.speaks = LEAF_SPEAKS_MESSAGES,
	.says = "sends and receives messages",
	.ports = ports,
	.cost = lanes_cost,
	.cost_is = "switches, leaf adapters and timer",
	.slave_cost = wishbone_cost,
};

const struct leaf lane_wires = {
	.name = "bare wires",
	.speaks = LEAF_SPEAKS_WIRES,
	.says = "has bare wires at its leaves",
	.instead = "--set leaf-interface=axi-stream",
	.cost = lanes_cost,
	.cost_is = "switches and timer",
};
