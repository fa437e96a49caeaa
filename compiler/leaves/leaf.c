/* leaf.c: the ports and parameters of what stands at the leaves. */
#include "leaves/leaf.h"

#include "leaves/frame.h"
#include "lower/builder.h"

const struct leaf stream_leaf = {
	.name = "AXI4-Stream", .speaks = LEAF_SPEAKS_MESSAGES,
	.says = "sends and receives messages",
};
const struct leaf player_leaf = {
	.name = "player of a schedule", .speaks = LEAF_SPEAKS_SCHEDULE,
	.says = "plays a schedule", .instead = "--set switching=on-line",
};
const struct leaf wires_leaf = {
	.name = "bare wires", .speaks = LEAF_SPEAKS_WIRES,
	.says = "has bare wires at its leaves", .instead = "--set leaf-interface=axi-stream",
};
const struct leaf words_leaf = { .name = "bit-serial words", .speaks = LEAF_SPEAKS_WORDS, .says = "sorts words" };

unsigned leaf_ports(const struct network *net, struct leaf_port ports[MAXIMUM_LEAF_PORTS])
{
	const struct spec *spec = net->spec;
	unsigned label = network_tdest_bits(net), count = 0;

	if (spec->leaf_interface == LEAF_WIRES) {
		ports[count++] = (struct leaf_port){ "leaf_up", PORT_INPUT, spec->connections, "from the leaves" };
		ports[count++] = (struct leaf_port){ "leaf_down", PORT_OUTPUT, spec->connections, "to the leaves" };
		return count;
	}
	if (spec->switching == SWITCHING_OFF_LINE) {
		unsigned lanes = spec->connections;

		ports[count++] = (struct leaf_port){ "s_axis_tdata", PORT_INPUT, lanes * spec->payload_bits, "messages to send, in the order of the schedule" };
		ports[count++] = (struct leaf_port){ "s_axis_tvalid", PORT_INPUT, lanes, NULL };
		ports[count++] = (struct leaf_port){ "s_axis_tready", PORT_OUTPUT, lanes, NULL };
		ports[count++] = (struct leaf_port){ "m_axis_tdata", PORT_OUTPUT, lanes * spec->payload_bits, "messages received" };
		ports[count++] = (struct leaf_port){ "m_axis_tvalid", PORT_OUTPUT, lanes, "for a clock: take them" };
		return count;
	}
	ports[count++] = (struct leaf_port){ "s_axis_tdata", PORT_INPUT, spec->payload_bits, "messages to send: payload" };
	ports[count++] = (struct leaf_port){ "s_axis_tdest", PORT_INPUT, label, "destination leaf" };
	ports[count++] = (struct leaf_port){ "s_axis_tvalid", PORT_INPUT, 1, NULL };
	ports[count++] = (struct leaf_port){ "s_axis_tready", PORT_OUTPUT, 1, NULL };
	ports[count++] = (struct leaf_port){ "m_axis_tdata", PORT_OUTPUT, spec->payload_bits, "messages received: payload" };
	ports[count++] = (struct leaf_port){ "m_axis_tuser", PORT_OUTPUT, label + network_group_bits(spec), "source leaf" };
	ports[count++] = (struct leaf_port){ "m_axis_tvalid", PORT_OUTPUT, 1, NULL };
	ports[count++] = (struct leaf_port){ "m_axis_tready", PORT_INPUT, 1, NULL };
	return count;
}

unsigned lower_timing_bits(const struct network *net)
{
	return frame_timing_bits(net->frame);
}

const char *lower_leaf(struct design *d, const struct network *net)
{
	/* On iCE40 eight flip-flops share one clock enable and one reset, and each has a LUT before it. */
	return lower_adapter(d, net->frame, net->spec->family != FAMILY_ECP5);
}

void frame_timer_parameters(const struct network *net, struct instance *i)
{
	struct frame_parameter list[FRAME_TIMER_LIST];
	unsigned count = frame_list_timer(net->frame, list);

	for (unsigned k = 0; k < count; k++)
		instance_parameter(i, list[k].name, list[k].value);
}
