/* leaf.c: the leaves of a pruned butterfly that routes in batches: adapters with AXI4-Stream ports, as at any leaf, or the
 * bare wires of their channels. */
#include "leaves/leaf.h"

#include "machines/batched/batched.h"
#include "machines/batched/engine.h"

static unsigned ports(const struct network *net, struct leaf_port *list)
{
	unsigned count = stream_ports(net, list);
	const struct butterfly_parameters *own = butterfly_parameters(net->spec);

	if (own->degree > 0 && own->admission == ADMISSION_PROMISE)
		list[count++] = (struct leaf_port){ "overflow", PORT_OUTPUT, 1, "a word found no place in this leaf, and is lost" };
	return count;
}

const struct leaf batched_leaf = {
	.name = "AXI4-Stream",
	.speaks = LEAF_SPEAKS_MESSAGES,
	.says = "sends and receives messages",
	.ports = ports,
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
