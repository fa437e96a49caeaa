/* machine.c: Goodman and Sequin's hypertrees, and the trees that they compare with. */
#include "emit/emit.h"
#include "machines/hypertree/drawing.h"
#include "machines/hypertree/paper.h"
#include "network/network.h"
#include "simulate/simulate.h"
#include "util/text.h"

/* Those that are dead at the start. Without --strike they stay so; and with it, they send and get nothing. */
static void note_dead(struct network *net, const struct hypertree *h)
{
	unsigned dead = 0;

	for (unsigned x = 1; x <= h->nodes; x++)
		dead += h->dead_node[x];
	if (dead == 0)
		return;
	net->dead_ends = allocate_array(h->nodes, sizeof *net->dead_ends);
	for (unsigned x = 1; x <= h->nodes; x++)
		net->dead_ends[x - 1] = h->dead_node[x];
	net->living_ends = h->nodes - dead;
}

static void elaborate(struct network *net)
{
	struct hypertree *h = hypertree_of(net->spec);

	net->ends = h->nodes;
	net->label_bits = h->levels + 1;
	net->slot_clocks = hypertree_frame(h, net->spec->payload_bits);
	net->takes_early = true;
	net->elements_between_registers = 1;	/* as many as there can be */
	note_dead(net, h);
	hypertree_free(h);
}

static void describe(const struct spec *spec, struct text *out)
{
	text_print(out, "%s of %u nodes, %u payload bits", spec->kind->word, spec->leaves, spec->payload_bits);
}

static const struct machine_choice choice = { .machine = "hypertree" };

const struct kind hypertree_kinds[HYPERTREE_KINDS] = {
	[HYPERTREE_1] = {
		.word = "hypertree-1", .name = "hypertree_1", .keys = hypertree_keys,
		.own_size = sizeof(struct hypertree_parameters), .choices = &choice,
		.read = machine_read, .warn = warn_of_hypertree,
		.paper = &hypertree_paper,
	},
	[HYPERTREE_2] = {
		.word = "hypertree-2", .name = "hypertree_2", .keys = hypertree_keys,
		.own_size = sizeof(struct hypertree_parameters), .choices = &choice,
		.read = machine_read, .warn = warn_of_hypertree,
		.paper = &hypertree_paper,
	},
	[FULL_RING] = {
		.word = "full-ring", .name = "full_ring", .keys = ring_tree_keys,
		.own_size = sizeof(struct hypertree_parameters), .choices = &choice, .read = machine_read,
		.paper = &hypertree_paper,
	},
	[HALF_RING] = {
		.word = "half-ring", .name = "half_ring", .keys = ring_tree_keys,
		.own_size = sizeof(struct hypertree_parameters), .choices = &choice, .read = machine_read,
		.paper = &hypertree_paper,
	},
	[BINARY_TREE] = {
		.word = "binary-tree", .name = "binary_tree", .keys = ring_tree_keys,
		.own_size = sizeof(struct hypertree_parameters), .choices = &choice, .read = machine_read,
		.paper = &hypertree_paper,
	},
};

const struct machine hypertree_machine = {
	.folder = "hypertree",
	.name = "hypertree",
	.describe = describe,
	.smaller = "fewer nodes",
	.end = "node",
	.ends = "nodes",
	.first_end = 1,
	.read = read_hypertree,
	.accept = hypertree_accept,
	.elaborate = elaborate,
	.shape = { .forwards = true },
	.hardware = {
		.lower = hypertree_lower,
		.prove = hypertree_prove,
		.bench = &message_bench,
	},
	.model = {
		.predict = hypertree_predict,
		.simulator = &message_simulator,
		.strike = hypertree_strike,
	},
	.board = {
		/* With the self test 31 nodes have reached 111 MHz on an LFE5U of speed 6, nine nodes 105 on an HX8K, and seven 40 on
		 * an UP5K (docs/explanation/hypertree.md). */
		.clock = {
			{ .family = "ecp5", .fastest_mhz = 100, .fit = { 3.25, 0, 0.0526 } },
			{ .family = "ice40", .fastest_mhz = 96 },
			{ .family = "ice40up", .fastest_mhz = 36 },
		},
		.self_test = &hypertree_self_test,
	},
	.report = {
		.show = hypertree_report,
		.has_files = true,
		.route = hypertree_show_route,
		.draw = hypertree_draw,
		.propose = hypertree_propose,
	},
};
