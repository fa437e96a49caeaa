/* players.c: leaf players of a schedule; those of one whose settings travel in the messages. */
#include "machines/players.h"

#include "leaves/leaf.h"
#include "lower/builder.h"
#include "machines/in_band.h"

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

unsigned player_strobes(const struct network *net, unsigned *low)
{
	*low = 0;
	return net->spec->leaf->timing_bits(net);
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

/* Three pulses: a delivery cycle begins, a delivery cycle ends, heads are cleared. */
static unsigned timing_bits(const struct network *net)
{
	(void)net;
	return 3;
}

/* It is told the bits of its headers, and when they come. */
static void add_header_leaf(const struct leaf_site *s)
{
	add_player(s, "leaf_header_player", "header", "heading");
}

const struct leaf header_leaf = {
	.name = "player of a schedule with headers",
	.speaks = LEAF_SPEAKS_SCHEDULE,
	.says = "plays a schedule",
	.instead = "switching: on-line, without settings, schedule, schedule-cycles and settings-port",
	.ports = player_ports,
	.timing_bits = timing_bits,
	.timing_comment = "begin and end of a delivery cycle, in step at all leaves; a clock behind the begin: heads are cleared",
	.strobes = player_strobes,
	.add = add_header_leaf,
	.model = in_band_model,
	.cost = header_players_cost,
	.cost_is = "leaf players, timer, headers' RAM",
};
