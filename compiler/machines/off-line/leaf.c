/* leaf.c: leaf players, which send and receive in the cycles of a schedule. */
#include <stdlib.h>

#include "leaves/leaf.h"
#include "lower/builder.h"
#include "machines/off-line/off_line.h"
#include "prove/stream.h"

unsigned player_ports(const struct network *net, struct leaf_port *ports)
{
	unsigned lanes = net->spec->connections, data = lanes * net->spec->payload_bits, count = 0;

	ports[count++] = (struct leaf_port){ "s_axis_tdata", PORT_INPUT, data,
					     "messages to send, in the order of the schedule" };
	ports[count++] = (struct leaf_port){ "s_axis_tvalid", PORT_INPUT, lanes, NULL };
	ports[count++] = (struct leaf_port){ "s_axis_tready", PORT_OUTPUT, lanes, NULL };
	ports[count++] = (struct leaf_port){ "m_axis_tdata", PORT_OUTPUT, data, "messages received" };
	ports[count++] = (struct leaf_port){ "m_axis_tvalid", PORT_OUTPUT, lanes, "for a clock: take them" };
	return count;
}

/* Two pulses: a delivery cycle begins, a delivery cycle ends. */
static unsigned timing_bits(const struct network *net)
{
	(void)net;
	return 2;
}

static unsigned strobes(const struct network *net, unsigned *low)
{
	*low = 0;
	return timing_bits(net);
}

void add_player(const struct leaf_site *s, const char *player, const char *first, const char *second)
{
	unsigned lanes = s->net->spec->connections;
	struct module *m = s->m;
	struct instance *i = module_instance(m, s->design, player, lanes, "%s", s->name);

	instance_parameter(i, "PAYLOAD_BITS", s->net->spec->payload_bits);
	instance_connect_clock(m, i);
	instance_connect(i, "rst", bits_whole(m, s->reset));
	instance_connect(i, "begin_cycle", bits_of(s->timing, 0, 1));
	instance_connect(i, "end_cycle", bits_of(s->timing, 1, 1));
	instance_connect(i, first, s->told[0]);
	instance_connect(i, second, s->told[1]);
	CONNECT(m, i, { "up", s->up }, { "down", s->down });
	leaf_ports_connect(m, i, s->net, s->first, 1);
}

/* One bit says whether it sends in the cycle that begins, another whether it receives. */
static void add_player_leaf(const struct leaf_site *s)
{
	add_player(s, "leaf_player", "send", "receive");
}

void prove_players(struct proofs *list, const struct network *net)
{
	static const struct stream_proof stream = { 0 };

	if (net->spec->leaf != &player_leaf)
		return;
	struct design *d = design_lower(net);
	struct circuit c = circuit_of(list, "leaf_player");

	c.parameters = parameter_options(instance_of(d, "leaf_player"), NULL);
	c.cells = 8 + 2ul * net->spec->payload_bits;
	prove_stream(list, &c, d, "leaf_player", "player of a leaf", &stream);
	circuit_free(&c);
	prove_resets(list, d, "leaf_player");
	design_free(d);
}

const struct leaf player_leaf = {
	.name = "player of a schedule",
	.speaks = LEAF_SPEAKS_SCHEDULE,
	.says = "plays a schedule",
	.instead = "switching: on-line, without schedule, schedule-cycles and settings-port",
	.ports = player_ports,
	.timing_bits = timing_bits,
	.timing_comment = "begin and end of a delivery cycle, in step at all leaves",
	.strobes = strobes,
	.add = add_player_leaf,
	.model = off_line_model,
	.cost = players_cost,
	.cost_is = "leaf players, timer, settings' RAM",
};
