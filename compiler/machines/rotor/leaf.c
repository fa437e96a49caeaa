/* leaf.c: the leaves of a rotor: streams, and nothing but the rotor behind them. */
#include "leaves/leaf.h"
#include "machines/rotor/rotor.h"

const struct leaf rotor_leaf = {
	.name = "AXI4-Stream",
	.speaks = LEAF_SPEAKS_MESSAGES,
	.says = "sends and receives messages",
	.ports = stream_ports,
	.model = rotor_model,
	.cost = rotor_cost,
	.cost_is = "rotor",
};
