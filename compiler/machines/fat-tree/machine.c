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
	.describe = tree_describe,
	.smaller = "fewer leaves, connections or capacities",
	.end = "leaf",
	.ends = "leaves",
	.read = fat_tree_read,
	.elaborate = fat_tree_elaborate,
	.shape = {
		.channels = fat_tree_channels,
		.reference = fat_tree_reference,
		.guests = GUESTS_BY_UNIVERSALITY,
	},
	.hardware = {
		.lower = fat_tree_lower,
		.resolved = tree_resolved,
		.add_node_logic = fat_tree_add_node_logic,
		.prove = fat_tree_prove,
		.bench = &message_bench,
	},
	.model = {
		.node = &fat_tree_node_model,
		.slots = &fat_tree_slots,
		.deliver = slots_deliver,
		.predict = tries_predict,
		.simulator = &message_simulator,
	},
	.board = {
		.clock = CLOCK_OF_SERIAL_TREES,
		.self_test = &tree_self_test,
	},
	.report = {
		.show = fat_tree_report,
		.messages = tree_report_messages,
		.route = fat_tree_route,
		.shows_word = true,
		.has_files = true,
		.draw = fat_tree_draw,
		.way = fat_tree_way,
		.propose = fat_tree_propose,
	},
};
