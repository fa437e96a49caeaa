/* machine.c: Leiserson's fat-tree, switched off-line: the kind fat-tree with `switching: off-line`. */
#include "machines/fat_tree_common.h"
#include "machines/in_band.h"
#include "machines/off-line/off_line.h"
#include "machines/off-line/partial_cost.h"
#include "machines/playback.h"
#include "machines/players.h"
#include "machines/tree.h"
#include "network/network.h"
#include "network/reference.h"
#include "prove/proof.h"
#include "util/number.h"

static void elaborate(struct network *net)
{
	if (net->plans.wish != PLAN_PARTIAL)
		net->plans.wish = PLAN_CROSSBAR;
	fat_tree_elaborate(net);
	if (net->spec->concentrator == CONCENTRATOR_PARTIAL)
		partial_capacities(net, &net->plans.partials, net->passes);
	if (is_in_band(net))
		in_band_plan(net, off_line_heads);
	else
		playback_plan(net);
	net->playback->settle = off_line_settle;
}

static void prove(struct proofs *list, const struct network *net)
{
	if (is_in_band(net)) {
		prove_heads(list, net);
		return;
	}
	for (size_t i = 0; i < net->node_count; i++)
		prove_off_line_node(list, net, net->node[i]);
	prove_players(list, net);
}

/* Behind partial concentrators a channel surely takes only some of its wires' messages; the worst share bounds all flows. */
static bool reference(const struct spec *spec, struct reference_tree *tree)
{
	if (!fat_tree_reference(spec, tree))
		return false;
	if (spec->concentrator != CONCENTRATOR_PARTIAL)
		return true;
	struct network *net = network_elaborate(spec);
	struct channel_tree taken = channel_tree_of(net);

	for (unsigned k = 1; k <= tree->levels; k++)
		if ((uint64_t)taken.capacity[k] * tree->gamma_denominator
		    < (uint64_t)tree->gamma_numerator * tree->capacity[k]) {
			tree->gamma_numerator = taken.capacity[k];
			tree->gamma_denominator = tree->capacity[k];
		}
	unsigned divisor = (unsigned)common_divisor(tree->gamma_numerator, tree->gamma_denominator);

	tree->gamma_numerator /= divisor;
	tree->gamma_denominator /= divisor;
	tree->gamma_by = "partial concentrators";
	network_free(net);
	return true;
}

const struct machine off_line_machine = {
	.folder = "off-line",
	.name = "off-line fat-tree",
	.describe = tree_describe,
	.smaller = "fewer leaves, connections or capacities",
	.end = "leaf",
	.ends = "leaves",
	.read = off_line_read,
	.elaborate = elaborate,
	.load = off_line_load,
	.shape = {
		.channels = fat_tree_channels,
		.reference = reference,
		.guests = GUESTS_BY_UNIVERSALITY,
	},
	.hardware = {
		.lower = off_line_lower,
		.resolved = tree_resolved,
		.add_node_logic = off_line_add_node_logic,
		.prove = prove,
	},
	.model = {
		.node = &off_line_node_model,
		.predict = off_line_predict,
		.predicts_for = "a word of each leaf to each other one, by a schedule",
		.simulator = &schedule_simulator,
	},
	.board = {
		/* ECP5's block RAMs need 5.8 ns from the clock to their outputs, and the logic that reads them is at some
		 * distance. This limits the settings of a schedule. */
		.clock = { { .family = "ecp5", .fastest_mhz = 120, .fit = { 6.46, 0, 0.0206 } } },
		.self_test = &schedule_self_test,
	},
	.report = {
		.show = off_line_report,
		.has_files = true,
		.draw = fat_tree_draw,
		.way = fat_tree_way,
		.propose = off_line_propose,
	},
};
