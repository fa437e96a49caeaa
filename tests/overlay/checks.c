/* checks.c: the decoder of images against images that are right, and against ones that are not.
 *
 *   checks COUNT SEED [FLIPS]
 *
 * Random circuits are compiled onto random devices. The image must pass image_check(), and 64 copies of the device with it
 * must do what 64 copies of the circuit do, whatever earlier steps have left. Then FLIPS (100) single bits of it are
 * flipped, one at a time, control words and settings alike:
 *
 *   noticed        image_check() refuses
 *   irrelevant     it does not. Then the bit must be of something that nothing uses: the choice of a side on which the
 *                  router has put nothing, an operand of an element without a cell, a setting of a wire without a message
 *                  in that cycle; or it exchanges equals. In any case the device must still do what the circuit does
 *
 * Last, whatever else an image says is changed: steps, pins, latches, names; and some devices are set by hand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "overlay/check.h"
#include "overlay/compile.h"
#include "overlay/device_model.h"
#include "overlay/element.h"
#include "overlay/fill.h"
#include "overlay/netlist_model.h"
#include "random_circuit.h"
#include "util/number.h"

enum { LEAST_CELLS = 20, MOST_CELLS = 80 };

static unsigned long failed, passed, images, cells_in_all, messages, flips, noticed, irrelevant, harmless, wrong_unnoticed;

struct trial {
	struct random random;
	struct device device;
	const struct overlay *o;
	enum logic_model model;
	struct compiled c;
	struct image before;			/* c.image without the flipped bit */
	unsigned number;
};

static unsigned draw(struct trial *t, unsigned below)
{
	return (unsigned)random_below(&t->random, below);
}

static void expect(const struct trial *t, bool good, const char *what)
{
	passed += good;
	failed += !good;
	if (!good)
		printf("case %u: %s\n", t->number, what);
}

/* ---- an image -------------------------------------------------------------------------------------------------------- */

static bool route_all(struct trial *t)
{
	unsigned short_by;

	t->c.task = mesh_tasks_make(t->o, &t->c.logic, &t->c.partition, &t->c.messages);
	if (!meshes_lay_out(t->c.task, t->o, &t->c.logic, &t->c.partition, &t->c.messages, t->number, 2, &short_by))
		return false;
	timing_make(&t->c.timing, t->o, &t->c.logic, &t->c.partition, &t->c.messages, t->c.task);
	image_fill(&t->c.image, t->o, &t->c.logic, t->model, &t->c.messages, t->c.task, t->c.timing.step);
	return true;
}

/* The circuit on as many meshes as the device has. False if it does not fit. */
static bool compile(struct trial *t)
{
	struct partition_request request = { .most_meshes = t->o->meshes, .fullest = 0.4, .seed = t->number };
	char *why = NULL;

	logic_make(&t->c.logic, &t->c.netlist, t->model);
	bool good = partition_make(&t->c.partition, t->o, &t->c.logic, &request, &why)
		    && messages_make(&t->c.messages, &t->c.image, t->o, &t->c.logic, &t->c.partition, draw(t, 4), &why);

	free(why);
	if (!good)
		return false;
	return route_all(t);
}

static void end_trial(struct trial *t)
{
	timing_free(&t->c.timing, t->o->meshes);
	if (t->c.task)
		mesh_tasks_free(t->c.task, t->o->meshes);
	messages_drop(&t->c.messages);
	image_free(&t->c.image);
	partition_free(&t->c.partition);
	logic_free(&t->c.logic);
	netlist_free(&t->c.netlist);
	device_end(&t->device);
}

/* ---- the device beside the circuit ----------------------------------------------------------------------------------- */

/* What must agree: outputs, and flip-flops that are in the device. */
struct values {
	uint64_t *output, *latch;
};

static struct values values_new(const struct trial *t)
{
	return (struct values){ allocate_array(t->c.image.output_count + 1, sizeof(uint64_t)),
				allocate_array(t->c.image.latch_count + 1, sizeof(uint64_t)) };
}

static void values_of_device(const struct trial *t, const struct image *image, const struct device_model *device, struct values *v)
{
	for (size_t i = 0; i < image->output_count; i++)
		v->output[i] = device_model_pins(device)[image->output[i].mesh * t->o->pins + image->output[i].pin];
	for (size_t i = 0; i < image->latch_count; i++) {
		const struct image_latch *latch = &image->latch[i];

		v->latch[i] = latch->constant ? 0 : device_model_latch(device, overlay_element(t->o, latch->mesh, latch->row, latch->column));
		v->latch[i] ^= latch->complement ? ~UINT64_C(0) : 0;
	}
}

static void values_of_circuit(const struct trial *t, const struct netlist_model *circuit, struct values *v)
{
	size_t next = 0;

	for (size_t i = 0; i < t->c.netlist.output_count; i++)
		v->output[i] = netlist_model_output(circuit, i);
	for (size_t i = 0; i < t->c.netlist.latch_count; i++)
		if (t->c.logic.latch[i].where != LATCH_UNUSED)
			v->latch[next++] = circuit->latch[i];
}

static bool same_values(const struct trial *t, const struct values *a, const struct values *b)
{
	return memcmp(a->output, b->output, t->c.image.output_count * sizeof *a->output) == 0
	       && memcmp(a->latch, b->latch, t->c.image.latch_count * sizeof *a->latch) == 0;
}

static void values_free(struct values *v)
{
	free(v->output);
	free(v->latch);
}

/* Random inputs; pins that the circuit does not use are random, too. */
static void draw_pins(struct trial *t, uint64_t *input, uint64_t *pin)
{
	const struct image *image = &t->c.image;

	for (unsigned i = 0; i < t->o->meshes * t->o->pins; i++)
		pin[i] = random_next(&t->random);
	for (size_t i = 0; i < image->input_count; i++)
		pin[image->input[i].mesh * t->o->pins + image->input[i].pin] = input[i] = random_next(&t->random);
}

static void step_device(struct trial *t, const struct image *image, struct device_model *device, const uint64_t *pin)
{
	device_model_take(device, pin);
	device_model_scramble(device, &t->random);
	device_model_step(device, image->step, NULL);
}

/* Runs a device with the image beside the circuit, or, with the image as it was before, beside a device with that one.
 * Whether they agree. */
static bool agrees(struct trial *t, const struct image *before, unsigned steps)
{
	struct netlist_model circuit;
	struct device_model *device = device_model_new(t->o, &t->c.image), *other = before ? device_model_new(t->o, before) : NULL;
	uint64_t *input = allocate_array(t->c.netlist.input_count + 1, sizeof *input);
	uint64_t *pin = allocate_array((size_t)t->o->meshes * t->o->pins + 1, sizeof *pin);
	struct values is = values_new(t), wanted = values_new(t);
	bool good = true;

	netlist_model_start(&circuit, &t->c.netlist);
	for (unsigned step = 0; step < steps && good; step++) {
		draw_pins(t, input, pin);
		step_device(t, &t->c.image, device, pin);
		values_of_device(t, &t->c.image, device, &is);
		if (before) {
			step_device(t, before, other, pin);
			values_of_device(t, before, other, &wanted);
		} else {
			netlist_model_settle(&circuit, input);
			netlist_model_clock(&circuit);
			values_of_circuit(t, &circuit, &wanted);
		}
		good = same_values(t, &is, &wanted);
	}
	device_model_free(device);
	if (other)
		device_model_free(other);
	netlist_model_free(&circuit);
	values_free(&is);
	values_free(&wanted);
	free(input);
	free(pin);
	return good;
}

/* ---- flipped bits ---------------------------------------------------------------------------------------------------- */

/* Elements that hold cells. */
static bool holds_cell(const struct trial *t, unsigned element)
{
	unsigned size = t->o->side * t->o->side;
	const struct mesh_task *task = &t->c.task[element / size];

	for (unsigned i = 0; i < task->cells; i++)
		if (task->row[i] * t->o->side + task->column[i] == element % size)
			return true;
	return false;
}

/* Whether it may be that nobody notices a flipped bit of a control word: see above. */
static bool may_flip_control(const struct trial *t, unsigned element, unsigned bit)
{
	if (bit < 12)
		return element_choice(t->c.image.control[element], bit / 3) == CHOICE_NOTHING;
	return !holds_cell(t, element);
}

/* Of a leaf's RAM: there is no message on that wire in that cycle. */
static bool may_flip_leaf(const struct trial *t, unsigned leaf, bool down, unsigned cycle, unsigned bit)
{
	unsigned wire = bit / (down ? t->o->down_bits : t->o->up_bits);

	for (size_t i = 0; i < t->c.messages.count; i++) {
		const struct message *m = &t->c.messages.message[i];
		const struct traveller *r = &t->c.messages.traveller[m->traveller];

		if (m->cycle == cycle && (down ? m->to == leaf && m->wire == wire : r->mesh == leaf && r->wire == wire))
			return false;
	}
	return true;
}

/* The judgement on one flipped image. `excused`: that nobody notices has a reason. */
static void judge(struct trial *t, bool excused, const char *what)
{
	char *why = NULL, *says;

	flips++;
	if (!image_check(t->o, &t->c.image, &t->c.logic, &why)) {
		noticed++;
		expect(t, why && *why, "no reason is given");
		free(why);
		return;
	}
	bool good = agrees(t, &t->before, 20);

	says = format_string("%s: nobody notices, %s", what, good ? "but it may matter" : "and it matters");
	excused ? irrelevant++ : harmless++;
	wrong_unnoticed += !good;
	expect(t, good, says);
	free(says);
}

static void flip_control(struct trial *t)
{
	unsigned element = draw(t, overlay_elements(t->o)), bit = draw(t, OVERLAY_CONTROL_BITS);

	/* Most elements do nothing: half of the bits are of others. */
	for (unsigned tries = draw(t, 2) * 200; tries > 0 && t->c.image.control[element] == 0; tries--)
		element = draw(t, overlay_elements(t->o));
	bool excused = may_flip_control(t, element, bit);
	char *what = format_string("bit %u of element %u", bit, element);

	t->c.image.control[element] ^= (uint16_t)(1u << bit);
	judge(t, excused, what);
	t->c.image.control[element] ^= (uint16_t)(1u << bit);
	free(what);
}

static void flip_setting(struct trial *t)
{
	const struct overlay *o = t->o;
	bool down = draw(t, 2), leaf = draw(t, 2);
	unsigned level = draw(t, o->levels), index = draw(t, leaf ? o->meshes : 1u << level);
	struct overlay_ram ram = leaf ? overlay_leaf_ram(o, index, down) : overlay_node_ram(o, level, index, down);

	if (ram.bits == 0)
		return;
	unsigned cycle = draw(t, t->c.image.cycles), bit = draw(t, ram.bits);
	uint32_t old = image_get(&t->c.image, ram, cycle, bit, 1);
	bool excused = leaf ? may_flip_leaf(t, index, down, cycle, bit) : true;
	char *what = format_string("bit %u of %s %u %s in cycle %u", bit, leaf ? "leaf" : "node", index, down ? "down" : "up", cycle);

	image_set(&t->c.image, ram, cycle, bit, 1, !old);
	judge(t, excused, what);
	image_set(&t->c.image, ram, cycle, bit, 1, old);
	free(what);
}

static void flip_bits(struct trial *t, unsigned count)
{
	struct image *image = &t->c.image;
	unsigned elements = overlay_elements(t->o);

	t->before = *image;
	image->control = memcpy(allocate_array(elements, sizeof *image->control), image->control, elements * sizeof *image->control);
	image->setting = memcpy(allocate_array((size_t)image->banks * image->cycles, sizeof *image->setting), image->setting,
				(size_t)image->banks * image->cycles * sizeof *image->setting);
	for (unsigned i = 0; i < count; i++)
		if (t->o->levels > 0 && draw(t, 2))
			flip_setting(t);
		else
			flip_control(t);
	free(t->before.control);
	free(t->before.setting);
}

/* ---- other changes --------------------------------------------------------------------------------------------------- */

/* The image must be refused for a reason with these words. */
static void refused(struct trial *t, const char *words)
{
	char *why = NULL;
	bool good = !image_check(t->o, &t->c.image, &t->c.logic, &why);

	char *says = format_string("refused for \"%s\": expected \"%s\"", why ? why : "nothing", words);

	expect(t, good && why && strstr(why, words), says);
	free(says);
	free(why);
}

static void change_step(struct trial *t)
{
	t->c.image.step++;
	refused(t, "a step is");
	t->c.image.step -= 2;
	refused(t, "a step is");
	t->c.image.step++;
}

static void change_names(struct trial *t)
{
	struct image *image = &t->c.image;

	image->circuit[0] ^= 1;
	refused(t, "the image is of");
	image->circuit[0] ^= 1;
	image->circuit_digest[3] ^= 1;
	refused(t, "the image is of");
	image->circuit_digest[3] ^= 1;
	image->device[0] ^= 1;
	refused(t, "the image is for device");
	image->device[0] ^= 1;
	image->output[0].port[0] ^= 1;
	refused(t, "output bit 0 is bit 0 of");
	image->output[0].port[0] ^= 1;
	image->input[0].vector ^= true;
	refused(t, "input bit 0 is");
	image->input[0].vector ^= true;
	image->output_count--;
	refused(t, "output bits, the circuit");
	image->output_count++;
	image->output[0].mesh = t->o->meshes;
	refused(t, "which is not there");
}

static void exchange_pins(struct trial *t, struct image_pin *pin, size_t count, const char *words)
{
	if (count < 2)
		return;
	struct image_pin kept = pin[0];

	pin[0].mesh = pin[1].mesh;
	pin[0].pin = pin[1].pin;
	refused(t, "is not there or taken");
	pin[1].mesh = kept.mesh;
	pin[1].pin = kept.pin;
	/* Where both bits are equal, it does not matter which is which. */
	if (words)
		refused(t, words);
	pin[1].mesh = pin[0].mesh;
	pin[1].pin = pin[0].pin;
	pin[0] = kept;
}

static void change_latches(struct trial *t)
{
	struct image *image = &t->c.image;

	if (image->latch_count == 0)
		return;
	struct image_latch *latch = &image->latch[draw(t, (unsigned)image->latch_count)];

	latch->complement ^= true;
	refused(t, "latch");
	latch->complement ^= true;
	latch->constant ^= true;
	refused(t, "");
	latch->constant ^= true;
	latch->name[0] ^= 1;
	refused(t, "is there: expected");
	latch->name[0] ^= 1;
	image->latch_count--;
	refused(t, "is nowhere");
	image->latch_count++;
	if (latch->constant)
		return;
	struct image_latch kept = *latch;

	latch->row = (latch->row + 1) % t->o->side;
	latch->column = (latch->column + 1) % t->o->side;
	/* The place is wrong, or what is read from there. */
	refused(t, "");
	*latch = kept;
}

/* ---- a circuit ------------------------------------------------------------------------------------------------------- */

static bool uses_inputs(const struct trial *t)
{
	const struct logic *l = &t->c.logic;
	bool first = false, second = false;

	for (size_t c = 0; c < l->cell_count; c++) {
		first |= l->cell[c].x.of == LITERAL_INPUT && l->cell[c].x.index == 0;
		second |= l->cell[c].x.of == LITERAL_INPUT && l->cell[c].x.index == 1;
	}
	return first && second;
}

static void check_decoded(struct trial *t)
{
	struct decoded d;
	char *why = NULL;
	unsigned cells = 0;

	if (!image_decode(&d, t->o, &t->c.image, &why)) {
		expect(t, false, why);
		free(why);
		return;
	}
	for (unsigned e = 0; e < overlay_elements(t->o); e++) {
		cells += d.used[e];
		expect(t, !d.used[e] || holds_cell(t, e), "an element without a cell is in use");
	}
	expect(t, cells == t->c.logic.cell_count, "there are fewer elements in use than cells");
	expect(t, d.step == t->c.timing.step, "the step is another one than the compiler has found");
	decoded_free(&d);
}

static void one_circuit(struct trial *t, unsigned count)
{
	char *why = NULL;
	bool good = image_check(t->o, &t->c.image, &t->c.logic, &why);

	images++;
	cells_in_all += t->c.logic.cell_count;
	messages += t->c.messages.count;
	expect(t, good, why ? why : "");
	free(why);
	check_decoded(t);
	if (t->model == LOGIC_FLIP_FLOPS)
		expect(t, agrees(t, NULL, 60), "the device does not do what the circuit does");
	if (!good)
		return;
	flip_bits(t, count);
	change_step(t);
	exchange_pins(t, t->c.image.input, t->c.image.input_count, uses_inputs(t) ? "" : NULL);
	exchange_pins(t, t->c.image.output, t->c.image.output_count, NULL);
	change_latches(t);
	change_names(t);
}

/* A circuit of which not too much is left. How many cells that are. */
static size_t draw_circuit(struct trial *t)
{
	for (;;) {
		struct random_circuit size = { .gates = 30 + draw(t, 200), .latches = 2 + draw(t, 30), .inputs = 2 + draw(t, 10),
					       .outputs = 2 + draw(t, 10) };
		struct logic l;

		random_circuit_make(&t->c.netlist, &size, &t->random);
		logic_make(&l, &t->c.netlist, t->model);
		size_t cells = l.cell_count;

		logic_free(&l);
		if (cells >= LEAST_CELLS && cells <= MOST_CELLS)
			return cells;
		netlist_free(&t->c.netlist);
	}
}

static void one_case(struct trial *t, unsigned count)
{
	struct device_size size = { .meshes = 1u << draw(t, 4), .depth = 12 };

	t->model = draw(t, 4) > 0 ? LOGIC_FLIP_FLOPS : LOGIC_GATES_LATCHED;
	size_t cells = draw_circuit(t);

	/* A mesh that is not much larger than it must be. */
	for (size.side = 6; 3 * size.side * size.side * size.meshes < 10 * cells;)
		size.side++;
	size.pins = smaller(size.side, 2 + 12 / size.meshes + draw(t, 4));
	for (unsigned k = 0; k < OVERLAY_MOST_LEVELS; k++)
		size.capacity[k] = k > 0 ? smaller(size.capacity[k - 1], 1 + draw(t, 6)) : 1 + draw(t, 6);
	device_start(&t->device, &size);
	t->o = &t->device.o;
	if (compile(t))
		one_circuit(t, count);
	end_trial(t);
}

/* ---- by hand --------------------------------------------------------------------------------------------------------- */

/* Output pin 0 of mesh `mesh` is in use, and nothing else. */
static void start_by_hand(struct image *image, const struct overlay *o, unsigned cycles, unsigned mesh)
{
	image_start(image, o, cycles);
	image->step = 100;
	image->output_count = 1;
	image->output = allocate_array(1, sizeof *image->output);
	image->output[0] = (struct image_pin){ .port = copy_string("out"), .mesh = mesh };
}

/* What leaves an element on a side is what comes in on another. */
static void lead(struct image *image, const struct overlay *o, unsigned mesh, unsigned row, unsigned column, unsigned from, unsigned to)
{
	uint16_t *control = &image->control[overlay_element(o, mesh, row, column)];

	*control = element_with_choice(*control, to, element_through(to, from));
}

/* Decoding must fail with these words, or, if NULL, succeed; *step is then the step. */
static void decode_by_hand(const struct overlay *o, const struct image *image, const char *words, unsigned *step)
{
	struct trial none = { .number = 0 };
	struct decoded d;
	char *why = NULL;
	bool good = image_decode(&d, o, image, &why);

	expect(&none, good == !words && (good || strstr(why, words)), why ? why : words ? words : "nothing is wrong");
	if (good && step)
		*step = d.step;
	if (good)
		decoded_free(&d);
	free(why);
}

/* A square of four elements round which a wire runs; then with a gate in the ring. */
static void by_hand_circles(void)
{
	struct device_size size = { .meshes = 1, .side = 3, .pins = 1, .depth = 4 };
	struct device device;
	struct image image;
	const struct overlay *o = &device.o;

	device_start(&device, &size);
	start_by_hand(&image, o, 1, 0);
	lead(&image, o, 0, 2, 0, NORTH, WEST);
	lead(&image, o, 0, 1, 0, EAST, SOUTH);
	lead(&image, o, 0, 1, 0, EAST, NORTH);
	lead(&image, o, 0, 0, 0, SOUTH, EAST);
	lead(&image, o, 0, 0, 1, WEST, SOUTH);
	lead(&image, o, 0, 1, 1, NORTH, WEST);
	decode_by_hand(o, &image, "a way runs in a circle", NULL);
	/* A gate does not end the way: only a latch does. */
	uint16_t *gate = &image.control[overlay_element(o, 0, 0, 1)];

	*gate = element_with_choice(element_with_operand(element_with_operand(0, 0, WEST), 1, WEST), SOUTH, CHOICE_GATE);
	decode_by_hand(o, &image, "a way runs in a circle", NULL);
	*gate = element_with_choice(*gate, SOUTH, CHOICE_NOT_LATCH);
	decode_by_hand(o, &image, NULL, NULL);
	image.output[0].pin = 1;
	decode_by_hand(o, &image, "which is not there", NULL);
	image_free(&image);
	device_end(&device);
}

/* Where nothing is, a wire is steady at once, and each element on its way takes a clock. */
static void by_hand_nothing(void)
{
	struct device_size size = { .meshes = 1, .side = 8, .pins = 1, .depth = 4 };
	struct device device;
	struct image image;
	const struct overlay *o = &device.o;
	unsigned step = 0;

	device_start(&device, &size);
	start_by_hand(&image, o, 1, 0);
	for (unsigned row = 1; row < 7; row++)
		lead(&image, o, 0, row, 0, NORTH, SOUTH);
	lead(&image, o, 0, 7, 0, NORTH, WEST);
	decode_by_hand(o, &image, NULL, &step);
	expect(&(struct trial){ 0 }, step == 1 + 7, "the step of a wire with nothing is wrong");
	image_free(&image);
	device_end(&device);
}

/* Position p is on wire p mod 4; wire 0 has positions 0, 4 and 8. Mesh 1 shows at its pin what it gets at position 0. */
static void by_hand_messages(void)
{
	struct device_size size = { .meshes = 2, .side = 3, .pins = 1, .depth = 4, .capacity = { 4 } };
	struct device device;
	struct image image;
	const struct overlay *o = &device.o;
	struct overlay_ram up, down;
	unsigned step = 0;

	device_start(&device, &size);
	up = overlay_leaf_ram(o, 0, false);
	down = overlay_leaf_ram(o, 1, true);
	start_by_hand(&image, o, 2, 1);
	for (unsigned row = 0; row < 2; row++)
		lead(&image, o, 1, row, 0, NORTH, SOUTH);
	lead(&image, o, 1, 2, 0, NORTH, WEST);
	/* Position 0 of mesh 0 shows a latch, position 4, on the same wire, another's complement. */
	uint16_t silent = element_with_operand(element_with_operand(0, 0, SOUTH), 1, SOUTH);

	image.control[0] = element_with_choice(silent, NORTH, CHOICE_LATCH);
	image.control[overlay_element(o, 0, 1, 2)] = element_with_choice(silent, EAST, CHOICE_NOT_LATCH);
	decode_by_hand(o, &image, "is read, but nothing loads it", NULL);
	image_set(&image, down, 1, 0, o->down_bits, 1);
	decode_by_hand(o, &image, NULL, &step);
	/* The border wire is steady at 1, which plays cycle 1; then L + 2, and three elements. */
	expect(&(struct trial){ 0 }, step == 1 + 1 + o->latency + 2 + 3, "the step of a message is wrong");
	image_set(&image, down, 0, 0, o->down_bits, 1);
	decode_by_hand(o, &image, NULL, NULL);
	image_set(&image, up, 0, 0, o->up_bits, 1);
	decode_by_hand(o, &image, "is loaded in cycles 0 and 1 from different places", NULL);
	image_set(&image, down, 1, 0, o->down_bits, 0);
	decode_by_hand(o, &image, NULL, &step);
	/* Cycle 0 comes a clock later. */
	expect(&(struct trial){ 0 }, step == 1 + 2 + o->latency + 2 + 3, "the wait for a cycle is wrong");
	image_set(&image, up, 0, 0, o->up_bits, (1u << o->up_bits) - 1);
	decode_by_hand(o, &image, "which has no such position", NULL);
	image.cycles = 5;
	decode_by_hand(o, &image, "the image has 5 cycles", NULL);
	image.cycles = 2;
	image_free(&image);
	device_end(&device);
}

/* Outputs of crossbars that choose among three: number 3 is none. */
static void by_hand_choices(void)
{
	struct device_size size = { .meshes = 4, .side = 3, .pins = 1, .depth = 4, .capacity = { 2, 3 } };
	struct device device;
	struct image image;
	const struct overlay *o = &device.o;

	device_start(&device, &size);
	start_by_hand(&image, o, 1, 1);
	for (unsigned row = 0; row < 2; row++)
		lead(&image, o, 1, row, 0, NORTH, SOUTH);
	lead(&image, o, 1, 2, 0, NORTH, WEST);
	image_set(&image, overlay_leaf_ram(o, 1, true), 0, 0, o->down_bits, 1);
	decode_by_hand(o, &image, NULL, NULL);
	const struct plan *plan = network_node(o->net, 1)->down[1];
	struct choice choice = plan_choice(plan, 0, 0);
	unsigned low = network_node(o->net, 1)->down[0]->settings;

	for (unsigned bit = 0; bit < digit_bits(choice.count); bit++)
		image_set(&image, overlay_node_ram(o, 1, 0, true), 0, low + choice.setting + bit * choice.step, 1, 1);
	expect(&(struct trial){ 0 }, choice.count == 3, "the choice is not among three");
	decode_by_hand(o, &image, "chooses wire 3 of 3", NULL);
	image_free(&image);
	device_end(&device);
}

int main(int argc, char **argv)
{
	unsigned count = argc > 1 ? (unsigned)atoi(argv[1]) : 20, bits = argc > 3 ? (unsigned)atoi(argv[3]) : 100;
	unsigned first = argc > 4 ? (unsigned)atoi(argv[4]) : 0;
	uint64_t seed = argc > 2 ? (uint64_t)atoi(argv[2]) : 1;

	by_hand_circles();
	by_hand_nothing();
	by_hand_messages();
	by_hand_choices();
	for (unsigned i = first; i < count; i++) {
		struct trial t = { .number = i };

		random_start(&t.random, seed, i);
		one_case(&t, bits);
	}
	printf("# %lu images of %lu cells with %lu messages; %lu bits flipped: %lu noticed, %lu of nothing in use, %lu others without effect, %lu wrong\n", images, cells_in_all, messages, flips,
	       noticed, irrelevant, harmless, wrong_unnoticed);
	if (2 * images < count - first) {
		printf("too few circuits fit\n");
		failed++;
	}
	printf("%lu passed, %lu failed\n", passed, failed);
	return failed > 0;
}
