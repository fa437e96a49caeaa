/* leaf.c: leaf players, which send and receive in the cycles of a schedule. */
#include <stdlib.h>

#include "leaves/leaf.h"
#include "lower/builder.h"
#include "machines/off-line/off_line.h"
#include "machines/players.h"
#include "prove/stream.h"

/* Two pulses: a delivery cycle begins, a delivery cycle ends. */
static unsigned timing_bits(const struct network *net)
{
	(void)net;
	return 2;
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
	.strobes = player_strobes,
	.add = add_player_leaf,
	.model = off_line_model,
	.cost = players_cost,
	.cost_is = "leaf players, timer, settings' RAM",
};
