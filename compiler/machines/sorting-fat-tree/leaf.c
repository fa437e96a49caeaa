/* leaf.c: the leaves of a sorting fat-tree: terminals with AXI4-Stream ports, as at any leaf, or the bare wires of a terminal. */
#include "leaves/leaf.h"

#include "machines/sorting-fat-tree/hardware.h"

const struct leaf sorting_leaf = {
	.name = "AXI4-Stream",
	.speaks = LEAF_SPEAKS_MESSAGES,
	.says = "sends and receives messages",
	.ports = stream_ports,
	.no_model = sorting_no_model,
	.model = sorting_engine,
	.cost = sorting_cost,
	.cost_is = "nodes, control parts, terminals, timer",
};

const struct leaf sorting_wires = {
	.name = "bare wires",
	.speaks = LEAF_SPEAKS_WIRES,
	.says = "has bare wires at its leaves",
	.ports = sorting_wire_ports,
	.cost = sorting_fabric_cost,
	.cost_is = "nodes, control parts, timer",
	.instead = "--set leaf-interface=axi-stream",
};
