/* simulate.c: runs images in the verilated device, step by step beside the circuits as their authors wrote them.
 *
 * One image follows the other without a reset, in the middle of a step. Each is loaded through the device's own ports, read back, and started. In every step all pins are new and random,
 * those that the circuit does not use, too; between some steps the device stands still. Each output pin and each flip-flop
 * must be what the circuit has. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "machines/area-universal/area_universal.h"
#include "machines/area-universal/motion.h"
#include "machines/area-universal/reference.h"
#include "machines/area-universal/same_circuit.h"
#include "model.h"
#include "overlay/image.h"
#include "random.h"
#include "simulate/simulate.h"
#include "util/json.h"
#include "util/message.h"
#include "util/text.h"

enum { RESET_CLOCKS = 16, LONGEST_STALL = 9, START_CLOCKS = 64 };

/* An image, and the circuit that it must be. */
struct pair {
	char *path, *against;			/* files */
	struct image image;
	struct netlist netlist;
	struct reference reference;
	size_t *input, *output, *latch;		/* [netlist's] number in the image */
	size_t latches_compared;
	uint64_t clocks, steps, stalls;		/* of its run */
};

struct device_bench {
	const struct simulation *s;
	struct overlay o;
	struct pair *pair;
	size_t pairs, circuits;			/* as the options name them; as many, or it is refused */
	struct pair *now;			/* the one that runs */
	struct model *model;
	const struct model_port *run, *pins_taken, *step_done, *pin_in, *pin_out, *configure, *configure_in, *configure_out,
		*configure_valid, *settings_write, *settings_bank, *settings_cycle, *settings_data, *latches;
	struct random random;
	bool *offered;				/* [meshes * pins]: on pin_in */
	bool *taken[2];				/* likewise: of the steps that have begun and not ended, the first one first */
	unsigned begun;				/* how many these are */
	unsigned stall;				/* clocks for which `run` stays low */
	uint64_t since;				/* clocks since something happened */
	bool *shown;				/* [meshes * pins]: on pin_out, at the end of a step */
	struct device_motion motion;		/* of the first image, for --html */
};

static bool find_ports(struct device_bench *b)
{
	const struct { const struct model_port **port; const char *name; } ports[] = {
		{ &b->run, "run" }, { &b->pins_taken, "pins_taken" }, { &b->step_done, "step_done" }, { &b->configure, "configure" },
		{ &b->configure_in, "configure_in" }, { &b->configure_out, "configure_out" },
		{ &b->configure_valid, "configure_valid" }, { &b->settings_write, "settings_write" },
		{ &b->settings_bank, "settings_bank" }, { &b->settings_cycle, "settings_cycle" }, { &b->settings_data, "settings_data" },
		{ &b->latches, "latches" },
	};

	for (size_t i = 0; i < sizeof ports / sizeof *ports; i++) {
		*ports[i].port = model_port(b->model, ports[i].name);
		if (!*ports[i].port)
			return error("the model has no port %s, which a device has", ports[i].name);
	}
	b->pin_in = model_port(b->model, "pin_in");
	b->pin_out = model_port(b->model, "pin_out");
	return true;
}

/* ---- Names ---- */

static size_t *match_pins(const struct image_pin *pin, size_t count, const struct netlist_pin *wanted, size_t wanted_count)
{
	size_t *match = allocate_array(wanted_count + 1, sizeof *match);

	for (size_t i = 0; i < wanted_count; i++)
		match[i] = image_find_pin(pin, count, &wanted[i]);
	return match;
}

/* Flip-flops by name. What nothing reads is in no image, and what synthesis has made anew is not in the source. */
static void match_latches(struct pair *p)
{
	for (size_t i = 0; i < p->netlist.latch_count; i++) {
		p->latch[i] = SIZE_MAX;
		for (size_t k = 0; k < p->image.latch_count && p->latch[i] == SIZE_MAX; k++)
			if (strcmp(p->image.latch[k].name, p->netlist.latch[i].name) == 0)
				p->latch[i] = k;
		p->latches_compared += p->latch[i] != SIZE_MAX && p->reference.latch[i].port;
	}
}

static bool match_ports(struct pair *p)
{
	const struct netlist *n = &p->netlist;

	if (!image_has_clocks(&p->image, p->path) || !image_lists_circuit(&p->image, p->path, n))
		return false;
	p->input = match_pins(p->image.input, p->image.input_count, n->input, n->input_count);
	p->output = match_pins(p->image.output, p->image.output_count, n->output, n->output_count);
	p->latch = allocate_array(n->latch_count + 1, sizeof *p->latch);
	return true;
}

/* ---- The device ---- */

static void clock(struct device_bench *b)
{
	model_eval(b->model);
	model_edge(b->model);
	b->now->clocks++;
}

static void write_setting(struct device_bench *b, unsigned bank, unsigned cycle, uint32_t data)
{
	model_set(b->model, b->settings_write, 0, 1, 1);
	model_set(b->model, b->settings_bank, 0, b->settings_bank->width, bank);
	model_set(b->model, b->settings_cycle, 0, b->settings_cycle->width, cycle);
	model_set(b->model, b->settings_data, 0, b->settings_data->width, data);
	clock(b);
	model_set(b->model, b->settings_write, 0, 1, 0);
}

static bool control_bit(const uint16_t *control, unsigned bit)
{
	return control[bit / OVERLAY_CONTROL_BITS] >> bit % OVERLAY_CONTROL_BITS & 1;
}

/* Passes the chain through once: all control words in, the old ones out, each bit some clocks later. Whether these are
 * `expected`; NULL: any. */
static bool pass_chain(struct device_bench *b, const uint16_t *in, const uint16_t *expected)
{
	unsigned bits = overlay_elements(&b->o) * OVERLAY_CONTROL_BITS, out = 0;
	bool same = true;

	for (unsigned i = 0; i < bits + START_CLOCKS; i++) {
		model_set(b->model, b->configure, 0, 1, i < bits);
		model_set(b->model, b->configure_in, 0, 1, i < bits && control_bit(in, i));
		model_eval(b->model);
		if (model_get(b->model, b->configure_valid, 0, 1) && out < bits) {
			same = same && (!expected || model_get(b->model, b->configure_out, 0, 1) == control_bit(expected, out));
			out++;
		}
		model_edge(b->model);
		b->now->clocks++;
	}
	return same && out == bits;
}

static bool load(struct device_bench *b)
{
	const struct image *image = &b->now->image;

	/* Ends a step that is under way. */
	if (!pass_chain(b, image->control, NULL))
		return error("the chain of control words gives back fewer bits than it has");
	write_setting(b, OVERLAY_BANK_LAST_CYCLE, 0, image->cycles - 1);
	write_setting(b, OVERLAY_BANK_STEP_LENGTH, 0, image->step - 1);
	for (unsigned bank = OVERLAY_BANK_FIRST; bank < image->banks; bank++)
		for (unsigned cycle = 0; cycle < image->cycles; cycle++)
			write_setting(b, bank, cycle, image->setting[bank * image->cycles + cycle]);
	return pass_chain(b, image->control, image->control)
	       || error("the chain of control words gives back others than were loaded");
}

static void draw_pins(struct device_bench *b)
{
	for (unsigned pin = 0; pin < b->o.meshes * b->o.pins; pin++) {
		b->offered[pin] = random_next(&b->random) & 1;
		model_set(b->model, b->pin_in, pin, 1, b->offered[pin]);
	}
}

/* ---- Beside the circuit ---- */

static uint64_t reference_value(const struct device_bench *b, const struct reference_bit *bit)
{
	return model_get(b->now->reference.model, bit->port, bit->bit, 1);
}

static void show_reference(struct device_bench *b)
{
	const struct netlist *n = &b->now->netlist;

	for (size_t i = 0; i < n->input_count; i++) {
		const struct image_pin *pin = &b->now->image.input[b->now->input[i]];

		model_set(b->now->reference.model, b->now->reference.input[i].port, b->now->reference.input[i].bit, 1,
			  b->taken[0][pin->mesh * b->o.pins + pin->pin]);
	}
	model_eval(b->now->reference.model);
}

static bool compare_outputs(const struct device_bench *b)
{
	const struct netlist *n = &b->now->netlist;

	for (size_t i = 0; i < n->output_count; i++) {
		const struct image_pin *pin = &b->now->image.output[b->now->output[i]];
		uint64_t expected = reference_value(b, &b->now->reference.output[i]);

		if (model_get(b->model, b->pin_out, pin->mesh * b->o.pins + pin->pin, 1) != expected)
			return error("step %" PRIu64 ": output %s, bit %u, is %d: expected %d", b->now->steps, n->output[i].port,
				     n->output[i].bit, !expected, (int)expected);
	}
	return true;
}

static bool compare_latches(const struct device_bench *b)
{
	for (size_t i = 0; i < b->now->netlist.latch_count; i++) {
		if (b->now->latch[i] == SIZE_MAX || !b->now->reference.latch[i].port)
			continue;
		const struct image_latch *latch = &b->now->image.latch[b->now->latch[i]];
		uint64_t s = latch->constant ? 0 : model_get(b->model, b->latches,
							     overlay_element(&b->o, latch->mesh, latch->row, latch->column), 1);
		uint64_t expected = reference_value(b, &b->now->reference.latch[i]);

		if ((s ^ latch->complement) != expected)
			return error("after step %" PRIu64 ": flip-flop %s is %d: expected %d", b->now->steps, latch->name, !expected,
				     (int)expected);
	}
	return true;
}

static void note_step(struct device_bench *b)
{
	if (!b->s->options.html || b->now != b->pair)
		return;
	for (unsigned pin = 0; pin < b->o.meshes * b->o.pins; pin++)
		b->shown[pin] = model_get(b->model, b->pin_out, pin, 1);
	device_motion_step(&b->motion, b->taken[0], b->shown);
}

/* The pins of a step that has begun. */
static bool take_pins(struct device_bench *b)
{
	if (b->begun == 2)
		return error("step %" PRIu64 ": a third step begins before it has ended", b->now->steps);
	memcpy(b->taken[b->begun++], b->offered, b->o.meshes * b->o.pins * sizeof *b->offered);
	return true;
}

static bool end_step(struct device_bench *b)
{
	bool *first = b->taken[0];

	if (b->begun == 0)
		return error("step %" PRIu64 " ends before it has begun", b->now->steps);
	show_reference(b);
	if (!compare_outputs(b))
		return false;
	note_step(b);
	model_edge(b->now->reference.model);
	model_eval(b->now->reference.model);
	if (!compare_latches(b))
		return false;
	b->taken[0] = b->taken[1];
	b->taken[1] = first;
	b->begun--;
	b->now->steps++;
	return true;
}

/* Mostly steps follow each other; after some of them the device stands still for some clocks. */
static void draw_run(struct device_bench *b)
{
	if (b->stall > 0)
		b->stall--;
	else if (random_below(&b->random, 4 * b->now->image.step) == 0)
		b->stall = b->now->image.step + (unsigned)random_below(&b->random, LONGEST_STALL);
	b->now->stalls += b->stall > 0;
	model_set(b->model, b->run, 0, 1, b->stall == 0);
}

/* Pins that are not taken must not matter: they change again and again. */
static bool one_clock(struct device_bench *b)
{
	draw_run(b);
	if (random_below(&b->random, 16) == 0)
		draw_pins(b);
	model_eval(b->model);
	bool done = model_get(b->model, b->step_done, 0, 1), taken = model_get(b->model, b->pins_taken, 0, 1);

	if ((done && !end_step(b)) || (taken && !take_pins(b)))
		return false;
	model_edge(b->model);
	b->now->clocks++;
	if (taken)
		draw_pins(b);
	b->since = done || taken ? 0 : b->since + 1;
	if (b->since > 3 * (uint64_t)b->now->image.step + START_CLOCKS)
		return error("step %" PRIu64 " does not %s", b->now->steps, b->begun > 0 ? "end" : "begin");
	return true;
}

/* The device still runs what was there before, and may be anywhere in a step. */
static bool run_pair(struct device_bench *b)
{
	model_set(b->model, b->run, 0, 1, 0);
	if (!load(b))
		return false;
	b->begun = b->stall = 0;
	b->since = 0;
	draw_pins(b);
	model_eval(b->now->reference.model);
	if (!compare_latches(b))
		return false;
	while (b->now->steps < b->s->options.steps)
		if (!one_clock(b))
			return false;
	return true;
}

static json_t *report_pair(const struct device_bench *b, const struct pair *p, bool passed, struct text *text)
{
	text_print(text, "%s: image of %s, steps of %u clocks, %u delivery cycle%s; random pins, seed %lu\n",
		   b->s->network->spec->name, p->image.circuit, p->image.step, p->image.cycles, p->image.cycles == 1 ? "" : "s",
		   b->s->options.seed);
	text_print(text, "  %" PRIu64 " steps in %" PRIu64 " clocks, %" PRIu64 " of them between steps%s\n", p->steps, p->clocks,
		   p->stalls, passed ? "" : ": FAILED, see above");
	text_print(text, "  compared with %s: %zu outputs and %zu of %zu flip-flops in every step\n", p->netlist.source,
		   p->netlist.output_count, p->latches_compared, p->netlist.latch_count);
	return json_pack("{s:s, s:b, s:I, s:I, s:i, s:i, s:I, s:I, s:I}", "circuit", p->image.circuit, "passed", passed, "steps",
			 (json_int_t)p->steps, "clocks", (json_int_t)p->clocks, "step_clocks", (int)p->image.step, "cycles",
			 (int)p->image.cycles, "outputs", (json_int_t)p->netlist.output_count, "flip_flops",
			 (json_int_t)p->latches_compared, "flip_flops_of_circuit", (json_int_t)p->netlist.latch_count);
}

/* Of the images up to the one that failed, or of all. */
static void report(const struct device_bench *b, bool passed, struct findings *found)
{
	json_t *object = spec_identity(b->s->network->spec), *images = json_array();

	for (const struct pair *p = b->pair; p <= b->now; p++)
		json_array_append_new(images, report_pair(b, p, passed || p < b->now, &found->text));
	json_object_update_new(object, json_pack("{s:b, s:I, s:o}", "passed", passed, "seed", (json_int_t)b->s->options.seed, "images",
						 images));
	engine_json(b->s, object);
	engine_say(object, &found->text);
	json_print(object, &found->json);
}

/* ---- Files ---- */

static bool add_image(const char *path, void *context)
{
	struct device_bench *b = context;

	b->pair = room_for_one(b->pair, b->pairs, sizeof *b->pair);
	b->pair[b->pairs++] = (struct pair){ .path = copy_string(path) };
	return true;
}

static bool add_circuit(const char *path, void *context)
{
	struct device_bench *b = context;

	if (b->circuits < b->pairs)
		b->pair[b->circuits].against = copy_string(path);
	b->circuits++;
	return true;
}

/* The images and circuits that the options name, in their order. */
static bool name_pairs(struct device_bench *b)
{
	text_each_piece(b->s->options.image, add_image, b);
	text_each_piece(b->s->options.against, add_circuit, b);
	return b->pairs == b->circuits
	       || error("--image names %zu file%s, --against %zu: expected a circuit for each image", b->pairs,
			b->pairs == 1 ? "" : "s", b->circuits);
}

static bool read_pair(struct device_bench *b, struct pair *p, int *status)
{
	return image_read(&p->image, &b->o, p->path) && netlist_read(&p->netlist, p->against, b->s->options.top, status)
	       && match_ports(p);
}

/* Reads images and circuits, before anything is built. */
static bool load_files(struct simulation *s, int *status)
{
	struct device_bench *b = allocate(sizeof *b);
	size_t pins;

	s->loaded = b;
	b->s = s;
	area_universal_overlay(s->network, &b->o);
	pins = b->o.meshes * b->o.pins + 1;
	b->offered = allocate_array(pins, sizeof *b->offered);
	b->shown = allocate_array(pins, sizeof *b->shown);
	for (unsigned i = 0; i < 2; i++)
		b->taken[i] = allocate_array(pins, sizeof *b->offered);
	*status = EXIT_USAGE;
	if (!s->options.image || !s->options.against) {
		error("%s is missing: a device is simulated with an image, beside the circuit that it shall be",
		      s->options.image ? "--against" : "--image");
		return suggest("--image circuit.image.json --against circuit.v");
	}
	if (!name_pairs(b))
		return false;
	for (size_t i = 0; i < b->pairs; i++)
		if (!read_pair(b, &b->pair[i], status))
			return false;
	return true;
}

static void unload(struct simulation *s)
{
	struct device_bench *b = s->loaded;

	if (!b)
		return;
	model_close(b->model);
	for (size_t i = 0; i < b->pairs; i++) {
		struct pair *p = &b->pair[i];

		reference_close(&p->reference);
		netlist_free(&p->netlist);
		image_free(&p->image);
		free(p->input);
		free(p->output);
		free(p->latch);
		free(p->path);
		free(p->against);
	}
	free(b->pair);
	free(b->offered);
	free(b->shown);
	free(b->motion.pin_in);
	free(b->motion.pin_out);
	free(b->taken[0]);
	free(b->taken[1]);
	free(b);
}

static bool open_references(struct device_bench *b)
{
	int status;

	for (size_t i = 0; i < b->pairs; i++) {
		struct pair *p = &b->pair[i];

		if (!reference_open(&p->reference, &p->netlist, b->s->options.top, &status))
			return false;
		match_latches(p);
	}
	return true;
}

static enum simulation_end run_circuits(struct simulation *s, struct findings *found)
{
	struct device_bench *b = s->loaded;
	bool passed = true;

	random_start(&b->random, s->options.seed, 0);
	if (!open_references(b))
		return SIMULATION_ABSENT;
	b->model = simulation_open(s);
	if (!b->model || !find_ports(b))
		return SIMULATION_ABSENT;
	model_reset(b->model, RESET_CLOCKS);
	b->motion.o = &b->o;
	b->motion.image = &b->pair->image;
	for (size_t i = 0; i < b->pairs && passed; i++) {
		b->now = &b->pair[i];
		passed = run_pair(b);
	}
	report(b, passed, found);
	return passed ? SIMULATION_PASSED : SIMULATION_FAILED;
}

static bool print_page(const struct simulation *s, const struct findings *found, struct text *html)
{
	const struct device_bench *b = s->loaded;

	return device_motion_page(&b->motion, s, found, b->pairs, html);
}

static bool check(const struct network *net)
{
	(void)net;
	return true;
}

static const char *const options[] = { "--image", "--against", "--top-module", "--steps", "--seed", "--trace", "--engine", "--pieces", "--processes", "--html", NULL };

static const struct figure_row figures[] = {
	{ "images[].{circuit,passed}", "",
	  "a circuit; its outputs and flip-flops agreed with the source in each step" },
	{ "images[].{steps,clocks}", "", "length of the run" },
	{ "images[].step_clocks", "clocks", "length of a step" },
	{ "images[].cycles", "cycles", "delivery cycles of a step" },
	{ "images[].{outputs,flip_flops,flip_flops_of_circuit}", "",
	  "outputs and flip-flops compared; flip-flops of the source" },
	/* Compile. */
	{ "{device,circuit,source,model}", "", "what was compiled, and the model of flip-flops" },
	{ "{inputs,outputs,gates_read,nands,inverters}", "",
	  "bits of the circuit; gates as read; NANDs of two; elements that invert" },
	{ "flip_flops.{read,in_elements,behind_nands,equal,constant,unused}", "",
	  "as read; in elements; those of them in the element of a NAND; left out: equal to others, constant, unused" },
	{ "{mesh_side,elements,meshes_used,attempts}", "",
	  "size of the device; meshes with gates; tries to place and route" },
	{ "meshes[].{gates,passing,fan_out}", "elements",
	  "elements with a gate; with only passing wires; with fan-out" },
	{ "meshes[].{side_wires,all_side_wires}", "wires", "wires between neighbours: in use; all" },
	{ "wires.{count,hops,longest,lemma_20}", "",
	  "wires within meshes; their hops; hops of the longest; its bound by Bay's Lemma 20" },
	{ "wires.by_length[]", "wires", "wires with 1 hop, 2 to 3, 4 to 7, ..." },
	{ "messages.{count,nets}", "messages", "messages between meshes in a step; nets that need them" },
	{ "messages.{cycles,least_cycles}", "cycles", "delivery cycles of a step; lower bound for any schedule" },
	{ "messages.{load_factor,lemma_21}", "", "load factor of the fat-tree; factor of Bay's Lemma 21" },
	{ "step", "clocks", "length of a step of the circuit" },
	{ "clock_mhz", "MHz", "clock of the device" },
	{ "steps_per_second", "1/s", "steps at this clock" },
	{ "critical_way[].{clock,what}", "", "events that a step waits for, and their clocks" },
	{ NULL, NULL, NULL },
};

const struct simulator device_simulator = {
	.figures = figures,
	.subject = "a device", .options = options, .check = check, .load = load_files, .unload = unload, .run = run_circuits, .watches = true, .page = print_page,
};
