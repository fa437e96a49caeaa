/* images.c: images that are written are read back; damaged ones are refused, each with its message.
 *
 *   images COUNT SEED      random images of random devices; digits, lines and names changed at random
 *
 * One fixed image goes through a table of damages. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "overlay/image.h"
#include "overlay/logic.h"
#include "random.h"
#include "util/message.h"

static unsigned long failed, passed;

static void expect(bool good, const char *where, const char *what)
{
	passed += good;
	failed += !good;
	if (!good)
		printf("%s: %s\n", where, what);
}

/* ---- images ---------------------------------------------------------------------------------------------------------- */

static unsigned draw(struct random *random, unsigned below)
{
	return (unsigned)random_below(random, below);
}

static char *draw_name(struct random *random, unsigned number)
{
	static const char *const odd[] = { "plain", "with blank", "with \"quotes\"", "back\\slash", "\\escaped[3]", "caf\303\251", "a\tb" };

	return format_string("%s_%u", odd[draw(random, 7)], number);
}

/* Distinct pins, as many as there are or fewer. */
static size_t draw_pins(struct image_pin **list, const struct overlay *o, struct random *random)
{
	size_t count = 0;

	*list = allocate_array((size_t)o->meshes * o->pins + 1, sizeof **list);
	for (unsigned i = 0; i < o->meshes * o->pins; i++)
		if (draw(random, 2)) {
			bool vector = draw(random, 2);

			(*list)[count++] = (struct image_pin){ draw_name(random, i), vector ? draw(random, 40) : 0, vector, i / o->pins,
							       i % o->pins };
		}
	return count;
}

static void draw_latches(struct image *image, const struct overlay *o, struct random *random)
{
	image->latch_count = draw(random, 10);
	image->latch = allocate_array(image->latch_count + 1, sizeof *image->latch);
	for (unsigned i = 0; i < image->latch_count; i++) {
		struct image_latch *latch = &image->latch[i];

		*latch = (struct image_latch){ .name = draw_name(random, i), .constant = draw(random, 4) == 0,
					       .complement = draw(random, 2) };
		if (latch->constant)
			continue;
		latch->mesh = draw(random, o->meshes);
		latch->row = draw(random, o->side);
		latch->column = draw(random, o->side);
	}
}

/* Any bits of a RAM, in all of its cycles. */
static void draw_ram(struct image *image, struct overlay_ram ram, struct random *random)
{
	for (unsigned cycle = 0; cycle < image->cycles; cycle++)
		for (unsigned bit = 0; bit < ram.bits; bit++)
			image_set(image, ram, cycle, bit, 1, draw(random, 2));
}

static void draw_image(struct image *image, const struct overlay *o, struct random *random)
{
	image_start(image, o, o->levels > 0 ? 1 + draw(random, o->depth) : 1);
	image->circuit = draw_name(random, 0);
	snprintf(image->circuit_digest, sizeof image->circuit_digest, "%016llx", (unsigned long long)random_next(random));
	image->model = draw(random, LOGIC_MODELS);
	image->step = OVERLAY_LEAST_STEP + draw(random, 1000);
	for (unsigned e = 0; e < overlay_elements(o); e++)
		image->control[e] = (uint16_t)random_next(random);
	for (unsigned leaf = 0; o->levels > 0 && leaf < o->meshes; leaf++)
		for (unsigned down = 0; down < 2; down++)
			draw_ram(image, overlay_leaf_ram(o, leaf, down), random);
	for (unsigned level = 0; level < o->levels; level++)
		for (unsigned i = 0; i < 1u << level; i++)
			for (unsigned down = 0; down < 2; down++)
				draw_ram(image, overlay_node_ram(o, level, i, down), random);
	image->input_count = draw_pins(&image->input, o, random);
	image->output_count = draw_pins(&image->output, o, random);
	draw_latches(image, o, random);
}

static bool same_pins(const struct image_pin *a, size_t a_count, const struct image_pin *b, size_t b_count)
{
	bool same = a_count == b_count;

	for (size_t i = 0; i < a_count && same; i++)
		same = strcmp(a[i].port, b[i].port) == 0 && a[i].bit == b[i].bit && a[i].vector == b[i].vector && a[i].mesh == b[i].mesh
		       && a[i].pin == b[i].pin;
	return same;
}

static bool same_latches(const struct image *a, const struct image *b)
{
	bool same = a->latch_count == b->latch_count;

	for (size_t i = 0; i < a->latch_count && same; i++) {
		const struct image_latch *c = &a->latch[i], *d = &b->latch[i];

		same = strcmp(c->name, d->name) == 0 && c->constant == d->constant && c->mesh == d->mesh && c->row == d->row
		       && c->column == d->column && c->complement == d->complement;
	}
	return same;
}

static bool same_image(const struct image *a, const struct image *b, const struct overlay *o)
{
	return strcmp(a->device, b->device) == 0 && strcmp(a->circuit, b->circuit) == 0
	       && strcmp(a->circuit_digest, b->circuit_digest) == 0 && a->model == b->model && a->cycles == b->cycles
	       && a->step == b->step && a->banks == b->banks
	       && memcmp(a->control, b->control, overlay_elements(o) * sizeof *a->control) == 0
	       && memcmp(a->setting, b->setting, (size_t)a->banks * a->cycles * sizeof *a->setting) == 0
	       && same_pins(a->input, a->input_count, b->input, b->input_count)
	       && same_pins(a->output, a->output_count, b->output, b->output_count) && same_latches(a, b);
}

/* Fields of any width, across banks too, beside an array of bits. */
static void random_fields(struct image *image, struct overlay_ram ram, struct random *random)
{
	bool *bit = allocate_array((size_t)image->cycles * ram.bits + 1, sizeof *bit);
	bool good = true;

	for (unsigned cycle = 0; cycle < image->cycles; cycle++)
		for (unsigned i = 0; i < ram.bits; i++)
			bit[cycle * ram.bits + i] = image_get(image, ram, cycle, i, 1);
	for (unsigned i = 0; i < 200 && ram.bits > 0; i++) {
		unsigned cycle = draw(random, image->cycles), low = draw(random, ram.bits), width = 1 + draw(random, 32);
		uint32_t value = (uint32_t)random_next(random), is;

		width = width < ram.bits - low ? width : ram.bits - low;
		image_set(image, ram, cycle, low, width, value);
		for (unsigned k = 0; k < width; k++)
			bit[cycle * ram.bits + low + k] = value >> k & 1;
		cycle = draw(random, image->cycles);
		low = draw(random, ram.bits);
		width = 1 + draw(random, ram.bits - low < 32 ? ram.bits - low : 32);
		is = image_get(image, ram, cycle, low, width);
		for (unsigned k = 0; k < 32; k++)
			good &= (is >> k & 1) == (k < width && bit[cycle * ram.bits + low + k]);
	}
	expect(good, "fields", "a field is another than was set");
	free(bit);
}

/* ---- files ----------------------------------------------------------------------------------------------------------- */

static char *folder;

static char *write_image(const char *bytes, size_t length)
{
	char *path = format_string("%s/image.json", folder);
	FILE *file = fopen(path, "w");

	if (!file || fwrite(bytes, 1, length, file) != length || fclose(file) != 0)
		exit(2);
	return path;
}

/* Reads an image; `said` becomes what that printed on standard error. */
static bool read_back(struct image *image, const struct overlay *o, const char *bytes, size_t length, char **said)
{
	char *path = write_image(bytes, length), *log = format_string("%s/log", folder), words[4096];
	int shown = dup(STDERR_FILENO), file = open(log, O_CREAT | O_TRUNC | O_RDWR, 0600);

	fflush(stderr);
	dup2(file, STDERR_FILENO);
	bool good = image_read(image, o, path);

	fflush(stderr);
	dup2(shown, STDERR_FILENO);
	close(shown);
	ssize_t count = pread(file, words, sizeof words - 1, 0);

	words[count > 0 ? count : 0] = 0;
	*said = copy_string(words);
	close(file);
	free(path);
	free(log);
	return good;
}

/* ---- random images --------------------------------------------------------------------------------------------------- */

/* One character of the file becomes another that could stand there. */
static void change_character(struct text *t, struct random *random)
{
	static const char digits[] = "0123456789abcdef";

	for (;;) {
		size_t at = draw(random, (unsigned)t->length);
		const char *old = strchr(digits, t->bytes[at]);

		if (!old || !*old)
			continue;
		t->bytes[at] = digits[((unsigned)(old - digits) + 1 + draw(random, 15)) % 16];
		return;
	}
}

/* A refusal has its place, its message, and what to do. */
static bool is_message(const char *said)
{
	return strstr(said, "image.json") && strstr(said, "error: ") && strstr(said, "try: ftc compile");
}

static void damage_at_random(const struct text *whole, const struct overlay *o, struct random *random, const char *where)
{
	struct image image;
	char *said;

	for (unsigned i = 0; i < 20; i++) {
		struct text t = { 0 };

		text_add_bytes(&t, whole->bytes, whole->length);
		change_character(&t, random);
		bool good = read_back(&image, o, t.bytes, t.length, &said);

		expect(!good, where, "a changed digit is accepted");
		expect(is_message(said), where, said);
		if (good)
			image_free(&image);
		free(said);
		text_free(&t);
	}
	for (unsigned i = 0; i < 10; i++) {
		size_t length = draw(random, (unsigned)whole->length - 2);

		expect(!read_back(&image, o, whole->bytes, length, &said) && is_message(said), where, "a cut file is accepted");
		free(said);
	}
}

static void random_image(unsigned number, uint64_t seed)
{
	struct random random;
	struct device device;
	struct image image, again;
	struct text t = { 0 };
	char *where = format_string("case %u", number), *said;

	random_start(&random, seed, number);
	struct device_size size = { .meshes = 1u << draw(&random, 5), .side = 3 + draw(&random, 8), .depth = 4 + draw(&random, 10) };

	size.pins = draw(&random, size.side + 1);
	for (unsigned k = 0; k < OVERLAY_MOST_LEVELS; k++)
		size.capacity[k] = 1 + draw(&random, 12);
	device_start(&device, &size);
	draw_image(&image, &device.o, &random);
	if (device.o.levels > 0) {
		random_fields(&image, overlay_leaf_ram(&device.o, draw(&random, device.o.meshes), draw(&random, 2)), &random);
		random_fields(&image, overlay_node_ram(&device.o, 0, 0, true), &random);
		random_fields(&image, overlay_node_ram(&device.o, device.o.levels - 1, 0, draw(&random, 2)), &random);
	}
	image_print(&image, &device.o, &t);
	bool good = read_back(&again, &device.o, t.bytes, t.length, &said);

	expect(good, where, said);
	free(said);
	if (good) {
		expect(same_image(&image, &again, &device.o), where, "another image is read than was written");
		image_free(&again);
	}
	damage_at_random(&t, &device.o, &random, where);
	image_free(&image);
	text_free(&t);
	device_end(&device);
	free(where);
}

/* ---- damages --------------------------------------------------------------------------------------------------------- */

static const struct device_size fixed_size = { .meshes = 4, .side = 5, .pins = 2, .depth = 8, .capacity = { 3, 5 } };

static void fixed_image(struct image *image, const struct overlay *o)
{
	image_start(image, o, 3);
	image->circuit = copy_string("circuit");
	strcpy(image->circuit_digest, "0123456789abcdef");
	image->step = 77;
	for (unsigned e = 0; e < overlay_elements(o); e++)
		image->control[e] = (uint16_t)(e * 257);
	image->input_count = image->output_count = 2;
	image->input = allocate_array(2, sizeof *image->input);
	image->output = allocate_array(2, sizeof *image->output);
	image->input[0] = (struct image_pin){ copy_string("a"), 0, false, 0, 1 };
	image->input[1] = (struct image_pin){ copy_string("b"), 3, true, 2, 0 };
	image->output[0] = (struct image_pin){ copy_string("c"), 0, true, 1, 0 };
	image->output[1] = (struct image_pin){ copy_string("c"), 1, true, 1, 1 };
	image->latch_count = 2;
	image->latch = allocate_array(2, sizeof *image->latch);
	image->latch[0] = (struct image_latch){ copy_string("q"), false, 3, 4, 2, true };
	image->latch[1] = (struct image_latch){ .name = copy_string("one"), .constant = true, .complement = true };
}

/* In the text of the fixed image `from` becomes `to`; what must be said then. */
static const struct damage {
	const char *from, *to, *message;
} damages[] = {
	{ "\"ftc-image\"", "\"ftc-schedule\"", "image.json:2:3: error: not an image: expected \"format\": \"ftc-image\"" },
	{ "  \"format\": \"ftc-image\",\n", "", "not an image" },
	{ "\"version\": 1", "\"version\": 2", "image.json:3:3: error: \"version\" is 2: expected a whole number from 1 to 1" },
	{ "\"meshes\": 4", "\"meshes\": 8", "but its digest that of 4 meshes of 5 x 5" },
	{ "\"capacities\": [3, 5]", "\"capacities\": [3, 6]", "something was changed in the file" },
	{ "\"capacities\": [3, 5]", "\"capacities\": 3", "\"capacities\" of \"device\" is 3: expected a list" },
	{ "\"side\": 5", "\"side\": \"5\"", "\"side\" of \"device\" is \"5\": expected a whole number from 1 to 64" },
	{ "\"side\": 5, ", "", "\"side\" of \"device\" is missing" },
	{ "\"depth\": 8", "\"dept\": 8", "\"dept\" of \"device\" is no part of an image" },
	{ "{\"digest\": \"", "{\"digest\": \"x", "\"digest\" of \"device\" is \"x" },
	{ "\"model\": \"flip-flops\"", "\"model\": \"flipflops\"",
	  "image.json:6:3: error: \"model\" is \"flipflops\": expected flip-flops or gates-latched" },
	{ "\"cycles\": 3", "\"cycles\": 9", "\"cycles\" is 9: expected a whole number from 1 to 8" },
	{ "\"cycles\": 3", "\"cycles\": 2", "expected 2 words of 8 hexadecimal digits" },
	{ "\"cycles\": 3", "\"cycles\": 3.0", "\"cycles\" is 3.0: expected a whole number" },
	{ "\"step\": 77", "\"step\": 3", "\"step\" is 3: expected a whole number from 4 to 65536" },
	{ "\"step\": 77", "\"step\": 76", "something was changed in the file" },
	{ "\"0000 0101 0202 0303 0404\"", "\"0000 0101 0202 0303 040\"",
	  "row 0 of mesh 0 of \"control\" is \"0000 0101 0202 0303 040\", wrong at word 4: expected 5 words of 4 hexadecimal digits" },
	{ "\"0000 0101 0202 0303 0404\"", "\"0000 0101 02G2 0303 0404\"", "image.json:11:8: error: row 0 of mesh 0" },
	{ "\"0000 0101 0202 0303 0404\"", "\"0000 0101 0202 0303 0404 0505\"", "wrong at word 4" },
	{ "\"0000 0101 0202 0303 0404\"", "\"0001 0101 0202 0303 0404\"", "something was changed in the file" },
	{ "      \"0000 0101 0202 0303 0404\",\n", "", "\"control\" has 4 rows in mesh 0: expected 5" },
	{ "\"control\": [", "\"control\": [[],", "\"control\" has 5 meshes: expected 4" },
	{ "\"settings\": [", "\"settings\": [\"00000000 00000000 00000000\",", "\"settings\" has" },
	{ "\"settings\": [\n    \"00000000 00000000", "\"settings\": [\n    \"00000000 80000000", "bank 2 of \"settings\" is 80000000 in cycle 1" },
	{ "\"settings\": [\n    \"00000000 00000000", "\"settings\": [\n    \"00000000 00000001", "something was changed in the file" },
	{ "\"settings\"", "\"setting\"", "\"setting\" is no part of an image: expected \"settings\"" },
	{ "\"inputs\"", "\"input\"", "\"input\" is no part of an image: expected \"inputs\"" },
	{ "\"mesh\": 0, \"pin\": 1}", "\"mesh\": 4, \"pin\": 1}", "\"mesh\" of item 0 of \"inputs\" is 4: expected a whole number from 0 to 3" },
	{ "\"mesh\": 0, \"pin\": 1}", "\"mesh\": 0, \"pin\": 2}", "\"pin\" of item 0 of \"inputs\" is 2: expected a whole number from 0 to 1" },
	{ "\"mesh\": 1, \"pin\": 1}", "\"mesh\": 1, \"pin\": 0}", "items 0 and 1 of \"outputs\" are both at pin 0 of mesh 1" },
	{ "\"port\": \"a\"", "\"port\": 7", "\"port\" of item 0 of \"inputs\" is 7: expected a name" },
	{ "\"port\": \"a\"", "\"port\": \"A\"", "something was changed in the file" },
	{ "\"bit\": 3, ", "", "something was changed in the file" },
	{ "\"bit\": 3", "\"bit\": -3", "\"bit\" of item 1 of \"inputs\" is -3" },
	{ "\"row\": 4", "\"row\": 5", "\"row\" of item 0 of \"latches\" is 5: expected a whole number from 0 to 4" },
	{ "\"column\": 2", "\"colum\": 2", "\"colum\" of item 0 of \"latches\" is no part of an image: expected \"column\"" },
	{ "\"complement\": true", "\"complement\": 1", "\"complement\" of item 0 of \"latches\" is 1: expected true or false" },
	{ "\"complement\": true", "\"complement\": false", "something was changed in the file" },
	{ "\"constant\": true", "\"constant\": false", "something was changed in the file" },
	{ "\"latches\": [", "\"latches\": {", "no JSON: " },
	{ "\"cycles\": 3,", "\"cycles\": 3, \"cycles\": 3,", "image.json:7:23: error: no JSON: duplicate object key" },
	{ "\"cycles\": 3,", "\"cycles\": 3, \"extra\": 3,", "\"extra\" is no part of an image" },
	{ "\n}\n", "\n", "the image ends here: expected more, it has been cut off" },
	{ "\"digest\": \"0123456789abcdef\"", "\"digest\": \"0123456789abcde\"", "\"digest\" of \"circuit\" is \"0123456789abcde\"" },
	{ "\"circuit\": {", "\"circuit\": 5, \"was\": {", "\"was\" is no part of an image" },
};

static void apply(const struct text *whole, const struct damage *d, const struct overlay *o)
{
	const char *at = strstr(whole->bytes, d->from);
	struct text t = { 0 };
	struct image image;
	char *said;

	expect(at, d->from, "is not in the image");
	if (!at)
		return;
	text_add_bytes(&t, whole->bytes, (size_t)(at - whole->bytes));
	text_add(&t, d->to);
	text_add(&t, at + strlen(d->from));
	bool good = read_back(&image, o, t.bytes, t.length, &said);

	expect(!good, d->to, "is accepted");
	expect(strstr(said, d->message) && is_message(said), d->to, said);
	if (good)
		image_free(&image);
	free(said);
	text_free(&t);
}

/* An image of a device that differs in one size. */
static void other_devices(const struct overlay *o, const struct text *whole)
{
	struct device_size sizes[] = { fixed_size, fixed_size, fixed_size, fixed_size, fixed_size };

	sizes[0].side = 6;
	sizes[1].pins = 3;
	sizes[2].depth = 9;
	sizes[3].capacity[0] = 4;
	sizes[4] = (struct device_size){ .meshes = 1, .side = 5, .pins = 2, .depth = 8 };
	for (unsigned i = 0; i < 5; i++) {
		struct device other;
		struct image image;
		char *said;

		device_start(&other, &sizes[i]);
		bool good = read_back(&image, &other.o, whole->bytes, whole->length, &said);

		expect(!good && is_message(said) && strstr(said, "the image is for another device: 4 meshes of 5 x 5")
		       && strstr(said, o->digest) && strstr(said, other.o.digest), "another device", said);
		free(said);
		device_end(&other);
	}
}

static void refuse(const struct overlay *o, const char *bytes)
{
	struct image image;
	char *said;
	bool good = read_back(&image, o, bytes, strlen(bytes), &said);

	expect(!good && is_message(said), bytes, said);
	free(said);
}

static void fixed_damages(void)
{
	struct device device;
	struct image image, again;
	struct text t = { 0 };
	char *said;

	device_start(&device, &fixed_size);
	fixed_image(&image, &device.o);
	image_print(&image, &device.o, &t);
	for (size_t i = 0; i < sizeof damages / sizeof *damages; i++)
		apply(&t, &damages[i], &device.o);
	other_devices(&device.o, &t);
	/* Indented in another way it is the same image. */
	json_t *json = json_loads(t.bytes, 0, NULL);
	char *compact = json_dumps(json, JSON_COMPACT);

	bool good = read_back(&again, &device.o, compact, strlen(compact), &said);

	expect(good && same_image(&image, &again, &device.o), "compact", said);
	if (good)
		image_free(&again);
	free(said);
	refuse(&device.o, "");
	refuse(&device.o, "[]");
	json_decref(json);
	free(compact);
	image_free(&image);
	text_free(&t);
	device_end(&device);
}

int main(int argc, char **argv)
{
	char name[] = "/tmp/ftc-test-images-XXXXXX";
	unsigned count = argc > 1 ? (unsigned)atoi(argv[1]) : 20;
	uint64_t seed = argc > 2 ? (uint64_t)atoi(argv[2]) : 1;

	folder = mkdtemp(name);
	if (!folder)
		return 2;
	fixed_damages();
	for (unsigned i = 0; i < count; i++)
		random_image(i, seed);
	char *command = format_string("rm -r %s", folder);

	failed += system(command) != 0;
	free(command);
	printf("%lu passed, %lu failed\n", passed, failed);
	return failed > 0;
}
