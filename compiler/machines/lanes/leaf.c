/* leaf.c: the leaves of a network of lanes: adapters with AXI4-Stream ports, as at any leaf, or bare wires. lower.c adds them. */
#include "leaves/leaf.h"
#include "machines/lanes/lanes.h"

static unsigned ports(const struct network *net, struct leaf_port *list)
{
	unsigned count = stream_ports(net, list);

	if (!net->spec->packet)
		return count;
	list[count++] = (struct leaf_port){ "s_axis_tlast", PORT_INPUT, 1, "the word is the last of its packet" };
	list[count++] = (struct leaf_port){ "m_axis_tlast", PORT_OUTPUT, 1, "likewise" };
	return count;
}

static const char *no_model(const struct network *net)
{
	return network_has_root_link(net) ? "a link is simulated in Verilog only" : NULL;
}

const struct leaf lane_leaf = {
	.name = "AXI4-Stream",
	.speaks = LEAF_SPEAKS_MESSAGES,
	.says = "sends and receives messages",
	.ports = ports,
	.no_model = no_model,
	.model = lanes_model,
	.cost = lanes_cost,
	.cost_is = "switches, leaf adapters and timer",
};

const struct leaf lane_wires = {
	.name = "bare wires",
	.speaks = LEAF_SPEAKS_WIRES,
	.says = "has bare wires at its leaves",
	.instead = "--set leaf-interface=axi-stream",
	.cost = lanes_cost,
	.cost_is = "switches and timer",
};
