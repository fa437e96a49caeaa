/* machine.c: Bay's sorting fat-tree. */
#include "machines/sorting-fat-tree/hardware.h"

#include "emit/emit.h"
#include "util/text.h"

static void describe(const struct spec *spec, struct text *out)
{
	text_print(out, "Sorting fat-tree on chip of %u leaves, %u payload bits", spec->leaves, spec->payload_bits);
}

static const struct machine_choice choice = { .machine = "sorting-fat-tree" };

const struct kind sorting_fat_tree_kind = {
	.word = "sorting-fat-tree",
	.name = "sorting_fat_tree",
	.keys = sorting_keys,
	.own_size = sizeof(struct sorting_parameters),
	.choices = &choice,
	.read = machine_read,
};

const struct machine sorting_machine = {
	.folder = "sorting-fat-tree",
	.name = "sorting fat-tree",
	.describe = describe,
	.smaller = "fewer leaves",
	.end = "leaf",
	.ends = "leaves",
	.read = sorting_read,
	.accept = sorting_accept,
	.elaborate = sorting_elaborate,
	.shape = { .forwards = true, .reference = sorting_reference, .guests = GUESTS_BY_AREA },
	.hardware = {
		.lower = sorting_lower,
		.prove = sorting_prove,
		.bench = &message_bench,
	},
	.model = {
		.deliver = sorting_deliver,
		.predict = sorting_predict,
		.predicts_for = "random permutations",
		.simulator = &sorting_simulator,
	},
	.board = {
		.clock = {
			{ .family = "ecp5", .fastest_mhz = 100, .fit = { 5.68, 0, 0.0206 } },
			{ .family = "ice40", .fastest_mhz = 84 },
			{ .family = "ice40up", .fastest_mhz = 30 },
		},
		.check_rams = sorting_check_rams,
		.self_test = &sorting_self_test,
	},
	.report = {
		.show = sorting_report,
		.has_files = true,
		.messages = sorting_report_messages,
		.draw = sorting_draw,
	},
};
