/* leaf.c: the leaves of a pruned butterfly that routes in batches: adapters with AXI4-Stream ports, as at any leaf, or the
 * bare wires of their channels. */
#include "leaves/leaf.h"

#include "machines/batched/batched.h"
#include "machines/batched/engine.h"

const struct leaf batched_leaf = {
	.name = "AXI4-Stream",
	.speaks = LEAF_SPEAKS_MESSAGES,
	.says = "sends and receives messages",
	.ports = stream_ports,
	.no_model = batched_no_model,
	.model = batched_engine,
	.cost = batched_cost,
	.cost_is = "leaf adapters, control parts, timer",
};

const struct leaf batched_wires = {
	.name = "bare wires",
	.speaks = LEAF_SPEAKS_WIRES,
	.says = "has bare wires at its leaves",
	.ports = batched_wire_ports,
	.cost = batched_fabric_cost,
	.cost_is = "control parts, timer",
	.instead = "--set leaf-interface=axi-stream",
};
