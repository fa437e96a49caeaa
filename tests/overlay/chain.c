/* chain.c: random circuits through the whole compiler of circuits, and their images through the model of a device.
 *
 *   chain DEVICE.yaml COUNT SEED [STEPS [TIGHT]]
 *
 * Each circuit goes onto 1, 2, 4 or 8 meshes with channels of few wires. 64 copies of the device with the image make STEPS
 * steps (200) beside 64 copies of the circuit; before each step all that earlier steps may have left in the device becomes
 * random. Every output and every flip-flop must agree. Every TIGHT-th image (10) also runs with steps that are a clock too
 * short, without the random remains: how many of these fail is printed, and must be at least one in ten of them.
 *
 * A last line "N passed, N failed" sums up. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/machine.h"
#include "network/network.h"
#include "overlay/compile.h"
#include "overlay/device_model.h"
#include "overlay/netlist_model.h"
#include "random_circuit.h"
#include "util/message.h"
#include "util/text.h"

enum { MOST_PINS = 64 * 64, MOST_SIDE = 40 };

struct trial {
	struct network *net;
	struct overlay o;
	struct compiled c;
	unsigned side;
};

static struct network *make_device(const char *path, unsigned meshes, unsigned side, unsigned capacity)
{
	char *list = copy_string("capacities="), *text[4];
	struct override set[4];
	unsigned levels = 0, count = 2;

	while (1u << levels < meshes)
		levels++;
	for (unsigned k = 0; k < levels; k++) {
		char *longer = format_string("%s%s%u", list, k > 0 ? "," : "", capacity);

		free(list);
		list = longer;
	}
	if (levels == 1) {
		free(list);
		list = format_string("capacities=[%u]", capacity);
	}
	text[0] = format_string("meshes=%u", meshes);
	text[1] = format_string("mesh-side=%u", side);
	text[2] = list;
	text[3] = copy_string("settings-depth=64");	/* enough for channels of one wire */
	if (levels > 0)
		count = 4;
	for (unsigned i = 0; i < 4; i++)
		set[i].text = text[i];
	struct network *net = network_read(path, set, count);

	for (unsigned i = 0; i < 4; i++)
		free(text[i]);
	return net;
}

/* The pins of a step by the device's numbers; pins that the circuit lacks are random. */
static void spread_pins(const struct trial *t, const uint64_t *input, uint64_t *pin, struct random *random)
{
	for (unsigned i = 0; i < t->o.meshes * t->o.pins; i++)
		pin[i] = random_next(random);
	for (size_t i = 0; i < t->c.image.input_count; i++)
		pin[t->c.image.input[i].mesh * t->o.pins + t->c.image.input[i].pin] = input[i];
}

/* The netlist's number of a flip-flop of the image, which leaves out those on which no output depends. */
static size_t netlist_latch(const struct netlist *n, const struct image_latch *latch)
{
	size_t i = 0;

	while (i < n->latch_count && strcmp(n->latch[i].name, latch->name) != 0)
		i++;
	if (i == n->latch_count)
		abort();
	return i;
}

/* Which copies differ, after a step of both. */
static uint64_t differing(const struct trial *t, const struct netlist_model *circuit, const struct device_model *device)
{
	const struct image *image = &t->c.image;
	uint64_t wrong = 0;

	for (size_t i = 0; i < image->output_count; i++)
		wrong |= netlist_model_output(circuit, i)
			 ^ device_model_pins(device)[image->output[i].mesh * t->o.pins + image->output[i].pin];
	for (size_t i = 0; i < image->latch_count; i++) {
		const struct image_latch *latch = &image->latch[i];
		uint64_t s = latch->constant ? 0 : device_model_latch(device, overlay_element(&t->o, latch->mesh, latch->row,
											       latch->column));

		wrong |= circuit->latch[netlist_latch(&t->c.netlist, latch)] ^ s ^ (latch->complement ? ~UINT64_C(0) : 0);
	}
	return wrong;
}

/* Runs both for `steps` steps; the number of the first step after which a copy differs, or `steps`. */
static unsigned compare(const struct trial *t, unsigned steps, unsigned length, bool scramble, struct random *random)
{
	const struct netlist *n = &t->c.netlist;
	struct netlist_model circuit;
	struct device_model *device = device_model_new(&t->o, &t->c.image);
	uint64_t *input = allocate_array(n->input_count + 1, sizeof *input), pin[MOST_PINS];
	unsigned step;

	netlist_model_start(&circuit, n);
	for (step = 0; step < steps; step++) {
		for (size_t i = 0; i < n->input_count; i++)
			input[i] = random_next(random);
		spread_pins(t, input, pin, random);
		device_model_take(device, pin);
		if (scramble)
			device_model_scramble(device, random);
		netlist_model_settle(&circuit, input);
		netlist_model_clock(&circuit);
		device_model_step(device, length, NULL);
		if (differing(t, &circuit, device))
			break;
	}
	device_model_free(device);
	netlist_model_free(&circuit);
	free(input);
	return step;
}

/* Compiles the circuit onto the smallest square that will do. False if none does. */
static bool compile(struct trial *t, const char *path, unsigned meshes, unsigned capacity, const struct random_circuit *size,
		    uint64_t seed)
{
	struct compile_request request = { .seed = seed, .effort = 2, .most_meshes = meshes, .spread = meshes > 1 };
	struct random random;
	int status;

	for (;; t->side += 2) {
		t->net = make_device(path, meshes, t->side, capacity);
		if (!t->net)
			return false;
		t->net->spec->machine->circuits.overlay(t->net, &t->o);
		random_start(&random, seed, 1);
		random_circuit_make(&t->c.netlist, size, &random);
		if (compile_circuit(&t->c, &t->o, &request, &status))
			return true;
		/* It was laid out, but the check has refused the image: nothing that more room would mend. */
		if (t->c.task)
			return false;
		compiled_free(&t->c, &t->o);
		t->c = (struct compiled){ 0 };
		network_free(t->net);
		t->net = NULL;
		if (t->side > MOST_SIDE)
			return false;
	}
}

struct tally {
	unsigned passed, failed, tight, tried_short;
	unsigned long cells, elements, messages, crossing, cycles, bound;
};

static void one_circuit(struct tally *tally, const char *path, uint64_t seed, unsigned steps, bool short_too)
{
	struct trial t = { 0 };
	struct random random;
	struct text refusals = { 0 };

	random_start(&random, seed, 0);
	struct random_circuit size = {
		.gates = 5 + (unsigned)random_below(&random, 146), .latches = (unsigned)random_below(&random, 20),
		.inputs = 1 + (unsigned)random_below(&random, 8), .outputs = 1 + (unsigned)random_below(&random, 8),
	};
	unsigned meshes = 1u << random_below(&random, 4), capacity = 1 + (unsigned)random_below(&random, 6);

	/* A gate becomes about a cell, and a third of the elements hold cells. */
	t.side = 4;
	while (t.side * t.side * meshes < 3 * size.gates || t.side * meshes < 8)
		t.side++;
	message_capture(&refusals);
	bool good = compile(&t, path, meshes, capacity, &size, seed);

	message_capture(NULL);
	if (good) {
		unsigned step = compare(&t, steps, t.c.image.step, true, &random);

		good = step == steps;
		if (!good)
			printf("seed %llu: step %u differs\n", (unsigned long long)seed, step);
		tally->cells += t.c.logic.cell_count;
		tally->elements += overlay_elements(&t.o);
		tally->messages += t.c.messages.count;
		tally->crossing += t.c.messages.count > 0;
		tally->cycles += t.c.messages.count > 0 ? t.c.messages.cycles : 0;
		tally->bound += t.c.messages.count > 0 ? load_factor_cycles(&t.c.messages.lambda) : 0;
	} else if (t.c.task)
		printf("seed %llu: %s", (unsigned long long)seed, refusals.bytes);
	else
		printf("seed %llu: %u gates do not go onto %u meshes with channels of %u\n", (unsigned long long)seed, size.gates, meshes,
		       capacity);
	if (good && short_too && t.c.image.step > OVERLAY_LEAST_STEP) {
		tally->tried_short++;
		tally->tight += compare(&t, steps, t.c.image.step - 1, false, &random) < steps;
	}
	tally->passed += good;
	tally->failed += !good;
	text_free(&refusals);
	if (t.net)
		compiled_free(&t.c, &t.o);
	network_free(t.net);
}

int main(int argc, char **argv)
{
	struct tally tally = { 0 };
	unsigned steps = argc > 4 ? (unsigned)atoi(argv[4]) : 200, every = argc > 5 ? (unsigned)atoi(argv[5]) : 10;

	if (argc < 4)
		return 2;
	for (int i = 0; i < atoi(argv[2]); i++)
		one_circuit(&tally, argv[1], strtoull(argv[3], NULL, 10) + (uint64_t)i, steps, i % (int)every == 0);
	printf("%lu cells on %lu elements; %lu circuits with messages, %lu of them, in %lu cycles where %lu is the least\n", tally.cells,
	       tally.elements, tally.crossing, tally.messages, tally.cycles, tally.bound);
	printf("%u of %u fail with a step that is a clock too short\n", tally.tight, tally.tried_short);
	if (tally.tight * 10 < tally.tried_short) {
		printf("fewer than one in ten\n");
		tally.failed++;
	}
	printf("%u passed, %u failed\n", tally.passed, tally.failed);
	return tally.failed > 0;
}
