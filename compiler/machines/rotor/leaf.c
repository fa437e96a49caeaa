/* leaf.c: the leaves of a rotor: streams, and nothing but the rotor behind them. */
#include "leaves/leaf.h"
#include "machines/rotor/rotor.h"

static unsigned ports(const struct network *net, struct leaf_port *list)
{
	unsigned count = stream_ports(net, list);

	if (rotor_shape(net->spec).stop_bits == 0)
		return count;
	list[count++] = (struct leaf_port){ "m_axis_dropped", PORT_OUTPUT, 1, "a word for the leaf was thrown away .." };
	list[count++] = (struct leaf_port){ "m_axis_lost", PORT_OUTPUT, net->label_bits, ".. that this leaf had sent" };
	return count;
}

const struct leaf rotor_leaf = {
	.name = "AXI4-Stream",
	.speaks = LEAF_SPEAKS_MESSAGES,
	.says = "sends and receives messages",
	.ports = ports,
	.model = rotor_model,
	.cost = rotor_cost,
	.cost_is = "rotor",
};
