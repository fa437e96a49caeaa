/* in_band_leaf.c: leaf players of a schedule whose settings travel in the messages: a RAM has the headers. */
#include "leaves/leaf.h"
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
	.strobes = strobes,
	.add = add_header_leaf,
	.model = in_band_model,
	.cost = header_players_cost,
	.cost_is = "leaf players, timer, headers' RAM",
};
