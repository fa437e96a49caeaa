/* bitstream.c: loads images into the device in a bitstream, and compares what it does with models in C. */
#include "host/bitstream.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/library/ftc-host.h"
#include "host/simulated.h"
#include "network/machine.h"
#include "overlay/compile.h"
#include "overlay/device_model.h"
#include "overlay/element.h"
#include "overlay/netlist_model.h"
#include "random.h"
#include "util/figures.h"
#include "util/file.h"
#include "util/message.h"
#include "util/paths.h"
#include "util/process.h"

enum {
	PATIENCE_MS = 300000,		/* such netlists are slow */
	STEPS = 64,			/* of each image */
	FEW_ELEMENTS = 300, RANDOM_IMAGES = 3,	/* of a device with no more; else one: loading takes long */
	SEED = 1, STREAM = 7,
	SPARE_CLOCKS = 8,
};

/* The device and a host. */
struct bench {
	struct check *check;
	const struct board_top *top;
	struct overlay o;
	struct board_simulation simulated;
	struct ftc_host *host;
	struct ftc_host_device who;
	struct random random;
	size_t row_bytes;
	uint8_t in[STEPS * OVERLAY_MOST_MESHES * OVERLAY_MOST_SIDE / 8], out[STEPS * OVERLAY_MOST_MESHES * OVERLAY_MOST_SIDE / 8];
	struct text record;
	char *why;			/* why it fails; NULL: it has not failed so far */
};

static unsigned pins_of(const struct bench *b)
{
	return b->o.meshes * b->o.pins;
}

static bool fail(struct bench *b, char *why)
{
	text_print(&b->record, "%s\n", why);
	free(b->why);
	b->why = why;
	return false;
}

static bool host_failed(struct bench *b, const char *doing)
{
	return fail(b, format_string("%s: %s", doing, ftc_host_message(b->host)));
}

static bool connect_host(struct bench *b)
{
	struct ftc_host_options options = FTC_HOST_OPTIONS;

	options.timeout_ms = PATIENCE_MS;
	options.attempts = 1;		/* nothing is lost */
	b->host = ftc_host_create(&options);
	if (!b->host || ftc_host_attach(b->host, b->simulated.terminal, b->top->baud) != FTC_HOST_DONE
	    || ftc_host_device_identify(b->host, b->o.digest, &b->who) != FTC_HOST_DONE)
		return b->host ? host_failed(b, "identify") : fail(b, copy_string("there is no memory for a host"));
	b->row_bytes = ftc_host_device_row(&b->who);
	return true;
}

/* ---- steps ---- */

static bool pin_of(const uint8_t *row, unsigned pin)
{
	return row[pin / 8] >> pin % 8 & 1;
}

/* Loads the image and makes STEPS steps with random pins. */
static bool run_image(struct bench *b, const struct image *image, const char *name)
{
	const struct ftc_host_image loaded = {
		.control = image->control, .cycles = image->cycles, .step = image->step, .setting = image->setting,
	};

	progress("check: %s", name);
	text_print(&b->record, "%s: %u delivery cycles, steps of %u clocks\n", name, image->cycles, image->step);
	if (ftc_host_device_load(b->host, &loaded) != FTC_HOST_DONE)
		return host_failed(b, "load");
	for (size_t i = 0; i < STEPS * b->row_bytes; i++)
		b->in[i] = (uint8_t)random_next(&b->random);
	if (ftc_host_device_step(b->host, b->in, STEPS, b->out) != FTC_HOST_DONE)
		return host_failed(b, "step");
	b->check->images++;
	b->check->steps += STEPS;
	return true;
}

static bool wrong_pin(struct bench *b, const char *name, unsigned step, unsigned mesh, unsigned pin, bool value)
{
	return fail(b, format_string("in step %u of %s, output pin %u of mesh %u is %d instead of %d", step + 1, name, pin, mesh,
				     value, !value));
}

/* ---- random images ---- */

/* May the side show anything? Not if it leads north or west within the mesh: there only latches are sent, so that no value runs
 * in a circle, and all are steady before the step ends. */
static bool is_free(const struct bench *b, unsigned row, unsigned column, unsigned side)
{
	return side == EAST || side == SOUTH || (side == NORTH ? row == 0 : column == 0) || b->o.side == 1;
}

static uint16_t draw_control(struct bench *b, unsigned row, unsigned column)
{
	uint16_t control = 0;

	for (unsigned side = 0; side < SIDES; side++) {
		unsigned any = 1 + (unsigned)random_below(&b->random, CHOICES - 1), latch = CHOICE_LATCH + any % 2;

		control = element_with_choice(control, side, is_free(b, row, column, side) ? any : latch);
	}
	for (unsigned which = 0; which < 2; which++)
		control = element_with_operand(control, which, (unsigned)random_below(&b->random, SIDES));
	return control;
}

/* Nothing crosses the tree: no register takes anything from it. */
static void draw_image(struct bench *b, struct image *image)
{
	image_start(image, &b->o, 1);
	image->step = 2 * b->o.side + SPARE_CLOCKS;
	for (unsigned mesh = 0; mesh < b->o.meshes; mesh++)
		for (unsigned row = 0; row < b->o.side; row++)
			for (unsigned column = 0; column < b->o.side; column++)
				image->control[overlay_element(&b->o, mesh, row, column)] = draw_control(b, row, column);
}

static void show_row(const struct bench *b, unsigned step, uint64_t *pins)
{
	for (unsigned pin = 0; pin < pins_of(b); pin++)
		pins[pin] = pin_of(b->in + step * b->row_bytes, pin);
}

static bool compare_with_model(struct bench *b, const struct image *image, const char *name)
{
	struct device_model *m = device_model_new(&b->o, image);
	uint64_t *pins = allocate_array(pins_of(b), sizeof *pins);
	bool good = true;

	show_row(b, 0, pins);
	device_model_take(m, pins);
	for (unsigned step = 0; step < STEPS && good; step++) {
		show_row(b, step + 1 < STEPS ? step + 1 : 0, pins);
		device_model_step(m, image->step, pins);
		for (unsigned pin = 0; pin < pins_of(b) && good; pin++) {
			bool value = pin_of(b->out + step * b->row_bytes, pin);

			if (value != (device_model_pins(m)[pin] & 1))
				good = wrong_pin(b, name, step, pin / b->o.pins, pin % b->o.pins, value);
		}
	}
	free(pins);
	device_model_free(m);
	return good;
}

static bool check_random(struct bench *b, unsigned number)
{
	char *name = format_string("random image %u", number);
	struct image image;

	draw_image(b, &image);
	bool good = run_image(b, &image, name) && compare_with_model(b, &image, name);
	image_free(&image);
	free(name);
	return good;
}

/* ---- a circuit in all meshes ---- */

/* A flip-flop for each mesh, which takes whether the one before it is as the input. */
static void print_ring(const struct bench *b, struct text *blif)
{
	unsigned n = b->o.meshes;

	text_add(blif, ".model ring\n.inputs in\n.outputs");
	for (unsigned i = 0; i < n; i++)
		text_print(blif, " q%u", i);
	for (unsigned i = 0; i < n; i++)
		text_print(blif, "\n.names in q%u d%u\n11 1\n00 1\n.latch d%u q%u 0", (i + n - 1) % n, i, i, i);
	text_add(blif, "\n.end\n");
}

static bool read_ring(const struct bench *b, struct netlist *n)
{
	char *folder = temporary_directory(), *path = format_string("%s/ring.blif", folder);
	struct text blif = { 0 };
	int status;

	print_ring(b, &blif);
	bool good = write_file(path, &blif) && netlist_read(n, path, NULL, &status);
	text_free(&blif);
	free(path);
	free(folder);
	return good;
}

static bool compare_with_netlist(struct bench *b, const struct compiled *c, const char *name)
{
	struct netlist_model m;
	bool good = true;

	netlist_model_start(&m, &c->netlist);
	for (unsigned step = 0; step < STEPS && good; step++) {
		const struct image_pin *in = c->image.input;
		uint64_t input = pin_of(b->in + step * b->row_bytes, in->mesh * b->o.pins + in->pin);

		netlist_model_settle(&m, &input);
		for (size_t i = 0; i < c->image.output_count && good; i++) {
			const struct image_pin *out = &c->image.output[i];
			bool value = pin_of(b->out + step * b->row_bytes, out->mesh * b->o.pins + out->pin);

			if (value != (netlist_model_output(&m, i) & 1))
				good = wrong_pin(b, name, step, out->mesh, out->pin, value);
		}
		netlist_model_clock(&m);
	}
	netlist_model_free(&m);
	return good;
}

/* False, too, if it cannot be compiled: then there is a message, and b->why is NULL. */
static bool check_ring(struct bench *b)
{
	static const char name[] = "a ring through all meshes";
	const struct compile_request q = { .seed = SEED, .effort = 1, .most_meshes = b->o.meshes, .spread = true };
	struct compiled c = { 0 };
	int status;

	if (!read_ring(b, &c.netlist))
		return false;
	bool good = compile_circuit(&c, &b->o, &q, &status);
	if (good)
		text_print(&b->record, "%zu messages between meshes\n", c.messages.count);
	good = good && run_image(b, &c.image, name) && compare_with_netlist(b, &c, name);
	compiled_free(&c, &b->o);
	return good;
}

/* ---- the check ---- */

static bool check_images(struct bench *b)
{
	unsigned count = overlay_elements(&b->o) <= FEW_ELEMENTS ? RANDOM_IMAGES : 1;

	for (unsigned i = 0; i < count; i++)
		if (!check_random(b, i + 1))
			return false;
	return b->o.levels == 0 || check_ring(b);
}

static enum check_end simulate(struct bench *b, const struct check_netlist *n)
{
	char *library = check_model(n);
	double start = seconds_now();
	bool good = false;

	if (library && board_simulation_run(&b->simulated, library, b->top, n->mhz))
		good = connect_host(b) && check_images(b);
	b->check->seconds = seconds_now() - start;
	free(library);
	ftc_host_free(b->host);
	board_simulation_stop(&b->simulated);
	return good ? CHECK_PASSED : b->why ? CHECK_FAILED : CHECK_TOOL;
}

void bitstream_check_run(struct check *check, const struct board_top *top, const struct flow *flow)
{
	struct bench *b = allocate(sizeof *b);
	struct check_netlist netlist;

	b->check = check;
	b->top = top;
	random_start(&b->random, SEED, STREAM);
	top->net->spec->machine->circuits.overlay(top->net, &b->o);
	check->end = CHECK_TOOL;
	if (check_make_netlist(check, top, flow, &netlist)) {
		b->why = check_before_power(&netlist, top);
		check->end = b->why ? CHECK_FAILED : simulate(b, &netlist);
	}
	progress_end();
	if (check->end == CHECK_FAILED)
		check_tell_failure(check, top, flow, &netlist, "the test of its device", b->why);
	if (b->record.length)
		output_add(&check->logs, "log/check.log", &b->record);
	check_netlist_free(&netlist);
	free(b->why);
	free(b);
}

json_t *bitstream_check_json(const struct check *check, const struct board_top *top)
{
	return json_pack("{s:s, s:b, s:i, s:i, s:f}", "subject", check_subject(top->board), "passed", check->end == CHECK_PASSED,
			 "images", (int)check->images, "steps", (int)check->steps, "seconds", check->seconds);
}

void bitstream_check_say(const json_t *check, const struct board_top *top, struct text *out)
{
	(void)top;
	figures_say(check, !figures_has(check, "passed") ? "  checked      {subject}: failed\n" :
		    "  checked      {subject}: {images} image{images:s} loaded and read back, "
		    "{steps} steps as computed\n", out);
}
