/* machine.c: Leiserson's fat-tree, switched on-line. */
#include "emit/emit.h"
#include "machines/fat-tree/fat_tree.h"
#include "machines/fat-tree/node.h"
#include "machines/fat_tree_common.h"
#include "machines/leaf_proof.h"
#include "machines/tree.h"
#include "model/slots.h"
#include "model/tries.h"
#include "prove/proof.h"
#include "simulate/simulate.h"

void fat_tree_prove(struct proofs *list, const struct network *net)
{
	for (size_t i = 0; i < net->plans.count; i++)
		prove_concentrator(list, net->plans.plan[i], PROOF_AUTO);
	for (size_t i = 0; i < net->node_count; i++)
		prove_node(list, net, net->node[i]);
	prove_tree_leaves(list, net);
}

const struct machine fat_tree_machine = {
	.folder = "fat-tree",
	.name = "fat-tree",
	.clock = CLOCK_OF_SERIAL_TREES,
	.smaller = "fewer leaves, connections or capacities",
	.end = "leaf",
	.ends = "leaves",
	.read = fat_tree_read,
	.elaborate = fat_tree_elaborate,
	.channels = fat_tree_channels,
	.reference = fat_tree_reference,
	.lower = fat_tree_lower,
	.resolved = tree_resolved,
	.model = &fat_tree_node_model,
	.slots = &fat_tree_slots,
	.deliver = slots_deliver,
	.prove = fat_tree_prove,
	.add_node_logic = fat_tree_add_node_logic,
	.report = fat_tree_report,
	.propose = fat_tree_propose,
	.predict = tries_predict,
	.draw = fat_tree_draw,
	.describe = tree_describe,
	.guests = GUESTS_BY_UNIVERSALITY,
	.bench = &message_bench,
	.self_test = &tree_self_test,
	.simulator = &message_simulator,
};
