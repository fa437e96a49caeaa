/* machine.c: generalized fat trees with lanes: several bits a clock on each wire. */
#include "machines/lanes/lanes.h"

#include <string.h>

#include "emit/emit.h"
#include "machines/tree.h"
#include "simulate/simulate.h"

static void elaborate(struct network *net)
{
	struct lane_shape s = lane_shape(net->spec);

	net->ends = s.leaves;
	net->label_bits = s.label_bits - (s.roots > 0);
	net->slot_clocks = s.slot;
	net->elements_between_registers = 1;	/* as many as there can be */
	/* The first slot is silent. A word is on m_axis in the clock after `done`. */
	net->first_clock = s.slot;
	for (unsigned peak = 0; peak <= MAXIMUM_LABEL_BITS; peak++)
		net->direct_clocks[peak] = s.done_at + 1;
}

static void describe(const struct spec *spec, struct text *out)
{
	struct lane_shape s = lane_shape(spec);

	text_print(out, "Fat-tree network on chip of %u leaves, %u payload bits, %u bits a clock", spec->leaves,
		   spec->payload_bits, s.width);
}

static unsigned resolved(const struct network *net, const char *key)
{
	return strcmp(key, "lanes") == 0 ? lane_shape(net->spec).width : 0;
}

const struct machine lanes_machine = {
	.folder = "lanes",
	.name = "fat tree with lanes",
	.describe = describe,
	.smaller = "fewer leaves",
	.end = "leaf",
	.ends = "leaves",
	.read = lanes_read,
	.elaborate = elaborate,
	.hardware = {
		.lower = lanes_lower,
		.resolved = resolved,
		.prove = lanes_prove,
		.bench = &message_bench,
	},
	.model = {
		.predict = lanes_predict,
		.simulator = &message_simulator,
	},
	.board = {
		.clock = {
			{ .family = "ecp5", .fastest_mhz = 150, .fit = { 2.66, 0, 0.0526 } },
			{ .family = "ice40", .fastest_mhz = 96, .fit = { 3.79, 0, 0.0779 } },
			{ .family = "ice40up", .fastest_mhz = 36 },
		},
		.self_test = &lanes_self_test,
	},
	.report = {
		.show = lanes_report,
		.route = lanes_route,
		.draw = lanes_draw,
		.way = lanes_way,
		.propose = lanes_propose,
	},
};
