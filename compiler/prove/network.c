/* network.c: all that is proved of a network. */
#include "prove/proof.h"

static bool is_router(const struct plan *plan)
{
	return plan->kind == PLAN_ROUTER_UP || plan->kind == PLAN_ROUTER_DOWN;
}

void prove_network(struct proofs *list, const struct design *design, const struct network *net)
{
	if (net->sorter != NULL) {
		prove_sorter(list, net->sorter);
		return;
	}
	for (size_t i = 0; i < net->node_count && net->spec->switching == SWITCHING_OFF_LINE; i++)
		prove_off_line_node(list, net, net->node[i]);
	if (net->spec->switching == SWITCHING_OFF_LINE)
		return;
	for (size_t i = 0; i < net->plans.count; i++)
		if (!is_router(net->plans.plan[i]))
			prove_concentrator(list, net->plans.plan[i], PROOF_AUTO);
	for (size_t i = 0; i < net->node_count; i++)
		if (net->node[i]->routers > 0)
			prove_router(list, design, net, net->node[i]);
		else
			prove_node(list, design, net, net->node[i]);
	for (size_t i = 0; i < net->subtree_count; i++)
		if (net->subtree[i]->node != NULL && net->subtree[i]->node->routers > 0)
			prove_subtree(list, design, net, net->subtree[i]);
}
