/* machine.c: Oehring's generalized fat trees, switched off-line: xgft, gft, cm-5 and pruned-butterfly with `switching: off-line`. */
#include "machines/in_band.h"
#include "machines/phased/phased.h"
#include "machines/playback.h"
#include "machines/players.h"
#include "machines/tree.h"
#include "machines/xgft.h"
#include "machines/xgft_drawing.h"
#include "machines/xgft_measures.h"

static void elaborate(struct network *net)
{
	xgft_tree_elaborate(net);
	in_band_plan(net, phased_heads);
	net->playback->settle = phased_settle;
}

static void draw(const struct network *net, struct output *out)
{
	xgft_draw(net->spec, 1, NULL, 0, out);
}

const struct machine phased_machine = {
	.folder = "phased",
	.name = "off-line generalized fat tree",
	.describe = tree_describe,
	.smaller = "fewer leaves or parents",
	.end = "leaf",
	.ends = "leaves",
	.read = phased_read,
	.accept = xgft_require_buildable,
	.elaborate = elaborate,
	.load = phased_load,
	.shape = {
		.levels_from_leaves = true,
		.reference = xgft_reference,
		.graph = xgft_graph,
		.guests = GUESTS_BY_CONSTRUCTION,
		.phases = true,
	},
	.hardware = {
		.lower = phased_lower,
		.resolved = tree_resolved,
		.add_node_logic = phased_add_node_logic,
		.prove = phased_prove,
	},
	.model = {
		.simulator = &schedule_simulator,
	},
	.board = {
		.self_test = &schedule_self_test,
	},
	.report = {
		.show = phased_report,
		.draw = draw,
	},
};
