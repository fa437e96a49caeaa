/* in_band_leaf.c: leaf players of a schedule whose settings travel in the messages: a RAM has the headers. */
#include "leaves/leaf.h"
#include "lower/builder.h"
#include "machines/off-line/in_band.h"
#include "machines/off-line/off_line.h"

/* Three pulses: a delivery cycle begins, a delivery cycle ends, heads are cleared. */
static unsigned timing_bits(const struct network *net)
{
	(void)net;
	return 3;
}

static unsigned strobes(const struct network *net, unsigned *low)
{
	*low = 0;
	return timing_bits(net);
}

/* A player per lane. It is told the bits of its headers, and when they come. */
static void add_header_leaf(const struct leaf_site *s)
{
	unsigned lanes = s->net->spec->connections;
	struct module *m = s->m;
	struct instance *i = module_instance(m, s->design, "leaf_header_player", lanes, "%s", s->name);

	instance_parameter(i, "PAYLOAD_BITS", s->net->spec->payload_bits);
	instance_connect_clock(m, i);
	instance_connect(i, "rst", bits_whole(m, s->reset));
	instance_connect(i, "begin_cycle", bits_of(s->timing, 0, 1));
	instance_connect(i, "end_cycle", bits_of(s->timing, 1, 1));
	instance_connect(i, "header", s->told[0]);
	instance_connect(i, "heading", s->told[1]);
	CONNECT(m, i, { "up", s->up }, { "down", s->down });
	leaf_ports_connect(m, i, s->net, s->first, 1);
}

const struct leaf header_leaf = {
	.name = "player of a schedule with headers",
	.speaks = LEAF_SPEAKS_SCHEDULE,
	.says = "plays a schedule",
	.instead = "switching: on-line, without settings, schedule, schedule-cycles and settings-port",
	.ports = player_ports,
	.timing_bits = timing_bits,
	.timing_comment = "begin and end of a delivery cycle, in step at all leaves; a clock behind the begin: heads are cleared",
	.strobes = strobes,
	.add = add_header_leaf,
	.model = in_band_model,
	.cost = header_players_cost,
	.cost_is = "leaf players, timer, headers' RAM",
};
