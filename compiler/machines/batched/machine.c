/* machine.c: the pruned butterfly that routes in batches. */
#include "machines/batched/batches.h"

#include "machines/generalized/measures.h"
#include "machines/generalized/xgft.h"

static void elaborate(struct network *net)
{
	struct batched_shape s = batched_shape(net->spec);

	net->ends = s.leaves;
	net->label_bits = s.levels;
	/* A round in which every stage has one batch. */
	net->slot_clocks = s.between_rounds;
	for (unsigned i = 0; i < s.levels; i++)
		net->slot_clocks += (unsigned)batched_stage_clocks(&s, i, 1);
	net->latency = s.stage[0].latency;
	net->takes_early = true;
}

static void describe(const struct spec *spec, struct text *out)
{
	text_print(out, "Pruned butterfly on chip of %u leaves, %u payload bits, routed in batches", spec->leaves,
		   spec->payload_bits);
}

const struct machine batched_machine = {
	.name = "deterministic pruned butterfly",
	.smaller = "fewer leaves or round-words",
	.end = "leaf",
	.ends = "leaves",
	.forwards = true,
	.elaborate = elaborate,
	.reference = xgft_reference,
	.graph = xgft_graph,
	.deliver = batched_deliver,
	.describe = describe,
};
