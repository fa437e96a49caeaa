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
	.clock = CLOCK_OF_SERIAL_TREES,
	.smaller = "fewer leaves, parents or link-width",
	.read = generalized_read,
	.accept = generalized_accept,
	.end = "leaf",
	.ends = "leaves",
	.levels_from_leaves = true,
	.guests = GUESTS_BY_CONSTRUCTION,
	.route = generalized_route,
	.elaborate = generalized_tree_elaborate,
	.reference = xgft_reference,
	.graph = xgft_graph,
	.lower = generalized_lower,
	.resolved = tree_resolved,
	.model = &generalized_node_model,
	.slots = &generalized_slots,
	.deliver = slots_deliver,
	.prove = generalized_prove,
	.add_node_logic = generalized_add_node_logic,
	.report = generalized_report,
	.propose = generalized_propose,
	.predict = tries_predict,
	.report_has_files = true,
	.draw = draw,
	.describe = tree_describe,
	.bench = &message_bench,
	.self_test = &tree_self_test,
	.simulator = &message_simulator,
};
