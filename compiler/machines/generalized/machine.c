/* machine.c: Oehring's generalized fat trees. */
#include "emit/emit.h"
#include "machines/generalized/elaborate.h"
#include "machines/generalized/generalized.h"
#include "machines/generalized/router.h"
#include "machines/leaf_proof.h"
#include "machines/tree.h"
#include "machines/xgft.h"
#include "machines/xgft_drawing.h"
#include "machines/xgft_measures.h"
#include "model/slots.h"
#include "model/tries.h"
#include "prove/proof.h"
#include "simulate/simulate.h"

static bool is_router(const struct plan *plan)
{
	return plan->kind == PLAN_ROUTER_UP || plan->kind == PLAN_ROUTER_DOWN;
}

void generalized_prove(struct proofs *list, const struct network *net)
{
	for (size_t i = 0; i < net->plans.count; i++)
		if (!is_router(net->plans.plan[i]))
			prove_concentrator(list, net->plans.plan[i], PROOF_AUTO);
	for (size_t i = 0; i < net->node_count; i++)
		prove_router(list, net, net->node[i]);
	for (size_t i = 0; i < net->subtree_count; i++)
		if (net->subtree[i]->node)
			prove_subtree(list, net, net->subtree[i]);
	prove_tree_leaves(list, net);
}

static void draw(const struct network *net, struct output *out)
{
	xgft_draw(net->spec, 1, NULL, 0, out);
}

const struct machine generalized_machine = {
	.folder = "generalized",
	.name = "generalized fat tree",
	.describe = tree_describe,
	.smaller = "fewer leaves, parents or link-width",
	.end = "leaf",
	.ends = "leaves",
	.read = generalized_read,
	.accept = generalized_accept,
	.elaborate = generalized_tree_elaborate,
	.shape = {
		.levels_from_leaves = true,
		.reference = xgft_reference,
		.graph = xgft_graph,
		.guests = GUESTS_BY_CONSTRUCTION,
		.phases = true,
	},
	.hardware = {
		.lower = generalized_lower,
		.resolved = tree_resolved,
		.add_node_logic = generalized_add_node_logic,
		.prove = generalized_prove,
		.bench = &message_bench,
	},
	.model = {
		.node = &generalized_node_model,
		.slots = &generalized_slots,
		.deliver = slots_deliver,
		.predict = tries_predict,
		.simulator = &message_simulator,
		.messages = generalized_messages,
	},
	.board = {
		.clock = CLOCK_OF_SERIAL_TREES,
		.self_test = &tree_self_test,
	},
	.report = {
		.show = generalized_report,
		.has_files = true,
		.route = generalized_route,
		.draw = draw,
		.way = generalized_way,
		.propose = generalized_propose,
	},
};
