/* leaf.c: the processors of a hypertree. Adapters stand in the nodes (node.c): here are their ports and their cost. */
#include "leaves/leaf.h"
#include "machines/hypertree/model.h"

unsigned hypertree_leaf_ports(unsigned payload_bits, unsigned number_bits, struct leaf_port *ports)
{
	unsigned count = 0;

	ports[count++] = (struct leaf_port){ "s_axis_tdata", PORT_INPUT, payload_bits, "words to send: payload" };
	ports[count++] = (struct leaf_port){ "s_axis_tdest", PORT_INPUT, number_bits, "destination node" };
	ports[count++] = (struct leaf_port){ "s_axis_tvalid", PORT_INPUT, 1, NULL };
	ports[count++] = (struct leaf_port){ "s_axis_tready", PORT_OUTPUT, 1, NULL };
	ports[count++] = (struct leaf_port){ "m_axis_tdata", PORT_OUTPUT, payload_bits, "words received: payload" };
	ports[count++] = (struct leaf_port){ "m_axis_tuser", PORT_OUTPUT, number_bits, "source node" };
	ports[count++] = (struct leaf_port){ "m_axis_tvalid", PORT_OUTPUT, 1, NULL };
	ports[count++] = (struct leaf_port){ "m_axis_tready", PORT_INPUT, 1, NULL };
	return count;
}

static unsigned ports(const struct network *net, struct leaf_port *list)
{
	return hypertree_leaf_ports(net->spec->payload_bits, network_tdest_bits(net), list);
}

const struct leaf hypertree_leaf = {
	.name = "AXI4-Stream",
	.speaks = LEAF_SPEAKS_MESSAGES,
	.says = "sends and receives messages",
	.ports = ports,
	.model = hypertree_stream_model,
	.model_strikes = true,
	.cost = hypertree_cost,
	.cost_is = "nodes with their adapters",
};
