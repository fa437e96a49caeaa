/* machine.c: a sorter of any number of words through few lines. */
#include "machines/flexible-sorter/flexible_sorter.h"

#include "network/leaf.h"
#include "plan/plan.h"
#include "util/text.h"

static void elaborate(struct network *net)
{
	struct flexible_shape s = flexible_shape(net->spec);

	network_use_plan(net, plan_sorter(&net->plans, s.lines), 0, 1);
	net->slot_clocks = s.period;
	net->ends = s.lines;
}

static void describe(const struct spec *spec, struct text *out)
{
	const struct flexible_parameters *own = flexible_parameters(spec);

	text_print(out, "Sorter of up to %u bit-serial words through %u lines, by Columnsort", own->words, own->lines);
}

const struct leaf flexible_leaf = {
	.name = "bit-serial words",
	.speaks = LEAF_SPEAKS_WORDS,
	.says = "sorts words",
	.model = flexible_model,
	.cost = flexible_cost,
	.cost_is = "banks, rotator, table, control",
};

static const struct machine_choice choice = { .machine = "flexible-sorter" };

const struct kind flexible_sorter_kind = {
	.word = "flexible-sorter",
	.name = "flexible_sorter",
	.keys = flexible_keys,
	.own_size = sizeof(struct flexible_parameters),
	.choices = &choice,
	.read = machine_read,
};

const struct machine flexible_machine = {
	.folder = "flexible-sorter",
	.name = "flexible sorter",
	.describe = describe,
	.smaller = "fewer lines",
	.end = "line",
	.ends = "lines",
	.read = flexible_read,
	.accept = flexible_accept,
	.elaborate = elaborate,
	.hardware = {
		.lower = flexible_lower,
		.prove = flexible_prove,
		.bench = &flexible_bench,
	},
	.model = { .simulator = &flexible_simulator },
	.board = {
		.clock = {
			{ .family = "ecp5", .fastest_mhz = 120 },
			{ .family = "ice40", .fastest_mhz = 84 },
			{ .family = "ice40up", .fastest_mhz = 30 },
		},
		.check_rams = flexible_check_rams,
		.self_test = &flexible_self_test,
	},
	.report = {
		.show = flexible_report,
		.draw = flexible_draw,
	},
};
