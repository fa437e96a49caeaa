/* machine.c: the pruned butterfly that routes in batches. */
#include "machines/batched/batches.h"
#include "machines/batched/watch.h"

#include "emit/emit.h"
#include "machines/xgft_measures.h"
#include "machines/xgft.h"

/* A word's share of a round in which every stage has one batch. No leaf can send much more than a word in so many clocks. */
static unsigned word_share(const struct batched_shape *s)
{
	unsigned long clocks = s->between_rounds;

	for (unsigned i = 0; i < s->levels; i++)
		clocks += batched_stage_clocks(s, i, 1);
	return (unsigned)((clocks + s->round_words - 1) / s->round_words);
}

static void elaborate(struct network *net)
{
	struct batched_shape s = batched_shape(net->spec);

	net->ends = s.leaves;
	net->label_bits = s.levels;
	net->slot_clocks = word_share(&s);
	net->takes_early = true;
	net->may_overtake = !s.ordered;
	batched_add_plans(net);
}

static void describe(const struct spec *spec, struct text *out)
{
	text_print(out, "Pruned butterfly on chip of %u leaves, %u payload bits, routed in batches", spec->leaves,
		   spec->payload_bits);
}

const struct machine batched_machine = {
	.folder = "batched",
	.name = "deterministic pruned butterfly",
	.describe = describe,
	.smaller = "fewer leaves or round-words",
	.end = "leaf",
	.ends = "leaves",
	.read = batched_read,
	.elaborate = elaborate,
	.shape = {
		.forwards = true,
		.reference = xgft_reference,
		.guests = GUESTS_BY_AREA,
		.graph = xgft_graph,
	},
	.hardware = {
		.lower = batched_lower,
		.prove = batched_prove,
		.bench = &message_bench,
	},
	.model = {
		.deliver = batched_deliver,
		.predict = batched_predict,
		.simulator = &batched_simulator,
		.one_round = batched_one_round,
	},
	.board = {
		.clock = {
			{ .family = "ecp5", .fastest_mhz = 100, .fit = { 4.96, 0, 0.0206 } },
			{ .family = "ice40", .fastest_mhz = 84 },
			{ .family = "ice40up", .fastest_mhz = 30 },
		},
		.check_rams = batched_check_rams,
		.self_test = &batched_self_test,
	},
	.report = {
		.show = batched_report,
		.messages = batched_report_messages,
		.route = batched_route,
		.draw = batched_draw,
		.propose = batched_propose,
	},
};
