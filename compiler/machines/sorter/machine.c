/* machine.c: Batcher's sorting network of bit-serial words. */
#include <stdlib.h>

#include "machines/sorter/sorter.h"
#include "machines/sorter_proof.h"
#include "network/network.h"
#include "plan/drawing.h"
#include "util/output.h"

static void elaborate(struct network *net)
{
	net->sorter = plan_sorter(&net->plans, sorter_parameters(net->spec)->wires);
	net->latency = net->sorter->latency;
	net->slot_clocks = sorter_parameters(net->spec)->serial.key_bits + net->spec->payload_bits;
	network_use_plan(net, net->sorter, 0, 1);
	net->ends = sorter_parameters(net->spec)->wires;
}

static void prove(struct proofs *list, const struct network *net)
{
	prove_sorter(list, net->sorter);
}

static void draw(const struct network *net, struct output *out)
{
	struct text svg = {0};
	char *path = format_string("%s.svg", net->spec->name);

	plan_drawing(net->sorter, net->spec->name, &svg);
	output_add(out, path, &svg);
	free(path);
}

static void describe(const struct spec *spec, struct text *out)
{
	text_print(out, "Batcher's sorter of %u bit-serial words", sorter_parameters(spec)->wires);
}

const struct leaf words_leaf = {
	.name = "bit-serial words",
	.speaks = LEAF_SPEAKS_WORDS,
	.says = "sorts words",
	.model = sorter_model,
};

static const struct machine_choice choice = { .machine = "sorter" };

const struct kind sorter_kind = {
	.word = "sorter",
	.name = "sorter",
	.keys = sorter_keys,
	.own_size = sizeof(struct sorter_parameters),
	.choices = &choice,
	.read = machine_read,
};

const struct machine sorter_machine = {
	.folder = "sorter",
	.name = "sorter",
	.describe = describe,
	.smaller = "fewer wires",
	.end = "wire",
	.ends = "wires",
	.read = read_sorter,
	.elaborate = elaborate,
	.hardware = {
		.lower = sorter_lower,
		.prove = prove,
		.bench = &sorter_bench,
	},
	.model = { .simulator = &sorter_simulator },
	.board = {
		.clock = { { .family = "ecp5", .fit = { 2.16, 0.557, 0.0206 } } },
		.self_test = &sorter_self_test,
	},
	.report = {
		.show = sorter_report,
		.draw = draw,
	},
};
