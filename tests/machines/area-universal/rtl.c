/* rtl.c: random images in random devices: the C model against the verilated RTL, wire by wire and clock by clock.
 *
 *   rtl [devices] [first seed] [steps of each]
 *
 * Control words and settings are drawn; half of the images send to the east and to the south only, so that little of
 * what was there before a step stays for long. The model runs 64 copies. In the first step all that the model does not
 * know is drawn for each copy: where all 64 agree, the RTL must agree with them. Steps follow each other or pause. A
 * failure prints the clock and the wire; the same seed repeats it. */
#include <inttypes.h>
#include <string.h>

#include "device_rtl.h"
#include "overlay/device_model.h"
#include "random.h"

enum { WORDS = 8, MOST_PINS = 64 * 8 };

struct run {
	struct rtl_device d;
	struct image image;
	struct device_model *model;
	struct random random;
	uint64_t pin_in[MOST_PINS];
	unsigned t;				/* clocks since the first clock of the last step */
	bool begun, active;			/* a step has ever begun; is on its way */
	unsigned unknown;			/* clocks for which the tree plays what the model has not seen */
	unsigned long steps, compared, known;
	bool failed;
};

static unsigned below(struct run *r, unsigned limit)
{
	return (unsigned)random_below(&r->random, limit);
}

/* ---- Images ---- */

static uint16_t draw_control(struct run *r, bool flows)
{
	uint16_t control = (uint16_t)random_next(&r->random);

	for (unsigned k = 0; flows && k < SIDES; k++) {
		static const unsigned from[SIDES] = { NORTH, WEST, NORTH, NORTH };
		unsigned choice = element_choice(control, k);

		if (k == NORTH || k == WEST)
			choice = choice < CHOICE_LATCH ? CHOICE_NOTHING : choice;
		else if (choice == CHOICE_NEXT || choice == CHOICE_OPPOSITE || choice == CHOICE_BEFORE)
			choice = element_through(k, from[k]);
		control = element_with_choice(control, k, choice);
	}
	for (unsigned which = 0; flows && which < 2; which++)
		control = element_with_operand(control, which, below(r, 2) ? NORTH : WEST);
	return control;
}

static void draw_leaf(struct run *r, unsigned leaf, unsigned cycle)
{
	const struct overlay *o = &r->d.o;

	for (unsigned w = 0; w < o->wires; w++) {
		unsigned group = w < o->positions ? (o->positions - w + o->wires - 1) / o->wires : 0;

		image_set(&r->image, overlay_leaf_ram(o, leaf, false), cycle, w * o->up_bits, o->up_bits,
			  group > 0 ? below(r, group) : 0);
		image_set(&r->image, overlay_leaf_ram(o, leaf, true), cycle, w * o->down_bits, o->down_bits, below(r, group + 1));
	}
}

static void draw_node(struct run *r, unsigned level, unsigned index, unsigned cycle)
{
	for (int down = 0; down < 2; down++) {
		struct overlay_ram ram = overlay_node_ram(&r->d.o, level, index, down);

		for (unsigned bit = 0; bit < ram.bits; bit++)
			image_set(&r->image, ram, cycle, bit, 1, below(r, 2));
	}
}

static void draw_image(struct run *r)
{
	const struct overlay *o = &r->d.o;
	bool flows = below(r, 2);

	image_start(&r->image, o, o->levels > 0 ? 1 + below(r, o->depth) : 1);
	r->image.step = OVERLAY_LEAST_STEP + below(r, below(r, 2) ? 8 : 60);
	for (unsigned e = 0; e < overlay_elements(o); e++)
		r->image.control[e] = draw_control(r, flows);
	for (unsigned cycle = 0; cycle < r->image.cycles; cycle++) {
		for (unsigned leaf = 0; leaf < o->meshes && o->levels > 0; leaf++)
			draw_leaf(r, leaf, cycle);
		for (unsigned k = 0; k < o->levels; k++)
			for (unsigned v = 0; v < 1u << k; v++)
				draw_node(r, k, v, cycle);
	}
}

/* ---- Wires ---- */

static void compare(struct run *r, const char *port, unsigned at, uint64_t copies)
{
	uint64_t found = rtl_get(&r->d, port, at, 1);

	r->compared++;
	if (copies + 1 > 1)			/* not all copies agree */
		return;
	r->known++;
	if (found == (copies & 1) || r->failed)
		return;
	r->failed = true;
	printf("# clock %lu, step %lu, clock %u of it: bit %u of %s is %" PRIu64 " in Verilog, not in the model\n", r->d.clock,
	       r->steps, r->t, at, port, found);
}

static void compare_tree(struct run *r)
{
	const struct overlay *o = &r->d.o;

	for (unsigned k = 1; k <= o->levels; k++)
		for (unsigned v = 0; v < 1u << k; v++)
			for (unsigned w = 0; w < o->net->capacity[k]; w++) {
				compare(r, "probe_up", probe_at(o, k, v) + w, device_model_wire(r->model, k, v, false, w));
				compare(r, "probe_down", probe_at(o, k, v) + w, device_model_wire(r->model, k, v, true, w));
			}
}

static void compare_all(struct run *r)
{
	const struct overlay *o = &r->d.o;

	for (unsigned e = 0; e < overlay_elements(o); e++) {
		compare(r, "latches", e, device_model_latch(r->model, e));
		for (unsigned k = 0; k < SIDES; k++)
			compare(r, "sides", SIDES * e + k, device_model_side(r->model, e, k));
	}
	for (unsigned mesh = 0; mesh < o->meshes; mesh++)
		for (unsigned b = 0; b < 4 * o->side; b++)
			if (overlay_border_pin(o, b) >= 0 || o->levels > 0)
				compare(r, "borders", mesh * 4 * o->side + b, device_model_border(r->model, mesh, b));
	for (unsigned pin = 0; pin < o->meshes * o->pins; pin++)
		compare(r, "pin_out", pin, device_model_pins(r->model)[pin]);
	compare_tree(r);
}

/* ---- Clocks ---- */

static void draw_pins(struct run *r)
{
	unsigned pins = r->d.o.meshes * r->d.o.pins;

	for (unsigned pin = 0; pin < pins; pin++) {
		r->pin_in[pin] = below(r, 2) ? ~UINT64_C(0) : 0;
		model_set(r->d.model, model_port(r->d.model, "pin_in"), pin, 1, r->pin_in[pin] & 1);
	}
}

static void tell(struct run *r, const char *what)
{
	if (!r->failed)
		printf("# clock %lu, clock %u of step %lu: %s\n", r->d.clock, r->t, r->steps, what);
	r->failed = true;
}

/* What the ports say of steps must be so. Returns whether this clock is the step's last one. */
static bool check_steps(struct run *r, bool taken, bool *ended)
{
	bool last = r->active && r->t == r->image.step - 1;

	if ((rtl_get(&r->d, "step_done", 0, 1) != 0) != *ended)
		tell(r, *ended ? "no step_done behind a step" : "step_done without a step");
	if (taken && r->active && !last)
		tell(r, "a step begins within another one");
	*ended = last;
	return last;
}

/* Which delivery cycles are under way in the tree, the model does not know until they have passed. */
static void clock_model(struct run *r, bool step, bool taken)
{
	if (r->begun) {
		device_model_clock(r->model, r->t % r->image.cycles, step, taken, r->pin_in);
	} else if (taken) {
		device_model_take(r->model, r->pin_in);
		r->unknown = r->d.o.latency + 2;
		r->begun = true;
	}
	if (r->unknown > 0) {
		device_model_scramble(r->model, &r->random);
		r->unknown--;
	}
}

static void one_clock(struct run *r, bool *ended)
{
	draw_pins(r);
	rtl_set(&r->d, "run", below(r, 4) > 0 || r->steps % 8 > 0);
	rtl_eval(&r->d);
	bool taken = rtl_get(&r->d, "pins_taken", 0, 1), step = check_steps(r, taken, ended);

	if (r->begun)
		compare_all(r);
	rtl_edge(&r->d);
	clock_model(r, step, taken);
	r->t++;
	r->steps += step;
	r->active = taken || (r->active && !step);
	if (taken)
		r->t = 0;
}

static bool load(struct run *r)
{
	rtl_reset(&r->d);
	rtl_write_settings(&r->d, &r->image);
	bool good = rtl_configure(&r->d, r->image.control, NULL, 0)
		    && rtl_configure(&r->d, r->image.control, r->image.control, random_next(&r->random));

	if (!good)
		printf("# the chain of control words gives back others than went in\n");
	return good;
}

static bool run_device(struct run *r, unsigned long steps)
{
	bool ended = false;

	draw_image(r);
	r->model = device_model_new(&r->d.o, &r->image);
	if (load(r))
		while (r->steps < steps && !r->failed && r->d.clock < 100000000)
			one_clock(r, &ended);
	else
		r->failed = true;
	printf("# %u meshes of %u x %u, %u pins, d = %u, S = %u: %lu steps, %lu wires compared, %.1f %% of them known\n",
	       r->d.o.meshes, r->d.o.side, r->d.o.side, r->d.o.pins, r->image.cycles, r->image.step, r->steps, r->compared,
	       100.0 * (double)r->known / (double)(r->compared + !r->compared));
	device_model_free(r->model);
	image_free(&r->image);
	return !r->failed;
}

static char *draw_capacities(struct run *r, unsigned levels)
{
	struct text list = { 0 };

	for (unsigned k = 0; k < levels; k++)
		text_print(&list, "%s%u", k > 0 ? ", " : "capacities=[", 1 + below(r, below(r, 3) > 0 ? 5 : 16));
	text_add(&list, "]");
	return list.bytes;
}

static bool run_seed(uint64_t seed, unsigned long steps)
{
	struct run r = { 0 };
	char *word[WORDS];
	size_t words = 0;

	random_start(&r.random, seed, 0);
	unsigned levels = seed % 4, side = 3 + below(&r, 4);

	word[words++] = format_string("meshes=%u", 1u << levels);
	word[words++] = format_string("mesh-side=%u", side);
	word[words++] = format_string("pins=%u", below(&r, 3) > 0 ? side : below(&r, side));
	word[words++] = format_string("settings-depth=%u", 4 + below(&r, 20));
	word[words++] = copy_string("probe=true");
	if (levels > 0)
		word[words++] = draw_capacities(&r, levels);
	bool good = rtl_open(&r.d, word, words, (uint32_t)seed) && run_device(&r, steps);

	rtl_close(&r.d);
	printf("%s %" PRIu64 " - seed %" PRIu64 "\n", good ? "ok" : "not ok", seed, seed);
	for (size_t i = 0; i < words; i++)
		free(word[i]);
	return good;
}

static unsigned long argument(int argc, char **argv, int i, unsigned long otherwise)
{
	return argc > i ? strtoul(argv[i], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
	unsigned long devices = argument(argc, argv, 1, 4), first = argument(argc, argv, 2, 1);
	bool good = true;

	for (unsigned long i = 0; i < devices; i++)
		good = run_seed(first + i, argument(argc, argv, 3, 200)) && good;
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
