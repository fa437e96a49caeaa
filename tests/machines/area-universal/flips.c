/* flips.c: an image with one bit flipped is refused, or `ftc verify` notices it, or the bit does not matter.
 *
 *   flips CIRCUIT.v COUNT SEED
 *
 * The circuit is compiled onto four meshes with narrow channels. COUNT times a bit is flipped: of a control word, a
 * setting, S, d, the place or name of a pin or of a latch. The digest is made anew, as it would notice any of them;
 * COUNT other times a bit of the file is flipped, and the digest must notice that.
 *
 *   refused      by the file's reader: a number is out of its range
 *   no circuit   by the decoder, or S is too short, or pins are not those of the circuit
 *   differs      a proof fails: there is a counterexample
 *   longer       all is proved; S is more than is needed, which is said
 *   same         all is proved, and the decoded image and its times are the same as before
 *   equal        all is proved, and the decoded image is another circuit
 *
 * In the last three cases 64 copies of the device must do what 64 copies of the circuit do. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../overlay/device.h"
#include "overlay/check.h"
#include "overlay/compile.h"
#include "overlay/device_model.h"
#include "overlay/netlist_model.h"
#include "prove/proof.h"
#include "random.h"
#include "util/file.h"
#include "util/message.h"
#include "util/process.h"

enum { STEPS = 40, TIMEOUT = 300 };

enum verdict { REFUSED, NO_CIRCUIT, DIFFERS, LONGER, SAME, EQUAL, UNKNOWN, VERDICTS };
static const char *const verdict_names[VERDICTS] = { "refused", "no circuit", "differs", "longer", "same", "equal", "unknown" };

struct trial {
	struct device device;
	const struct overlay *o;
	struct compiled c;
	struct decoded before;
	struct random random;
	char *folder, *circuit, *image, *yosys;		/* paths */
	unsigned count[VERDICTS], failed, number;
};

static unsigned draw(struct trial *t, size_t below)
{
	return (unsigned)random_below(&t->random, below);
}

/* As another program would: ftc never writes over what it has read. */
static bool write_image(const struct trial *t, const struct text *text)
{
	FILE *file = fopen(t->image, "w");
	bool good = file && fwrite(text->bytes, 1, text->length, file) == text->length;

	return file && fclose(file) == 0 && good;
}

static void complain(struct trial *t, const char *what, const char *why)
{
	printf("# flip %u, %s: %s\n", t->number, what, why);
	t->failed++;
}

/* ---- the image ---- */

/* The circuit as Yosys synthesises it, so that this need not be done for each flip. */
static bool read_circuit(struct trial *t, const char *verilog)
{
	struct netlist n;
	struct text json = { 0 };
	int status;

	if (!netlist_read(&n, verilog, NULL, &status))
		return false;
	text_add(&json, n.json);
	netlist_free(&n);
	bool good = write_file(t->circuit, &json) && netlist_read(&t->c.netlist, t->circuit, NULL, &status);

	text_free(&json);
	return good;
}

static bool compile(struct trial *t, const char *verilog)
{
	const struct device_size size = { .meshes = 4, .side = 9, .pins = 6, .depth = 12, .capacity = { 3, 3 } };
	const struct compile_request request = { .seed = 1, .effort = 3, .most_meshes = 4, .spread = true };
	int status;

	device_start(&t->device, &size);
	t->o = &t->device.o;
	if (!read_circuit(t, verilog) || !compile_circuit(&t->c, t->o, &request, &status))
		return false;
	printf("# image of %zu cells on 4 meshes, %zu messages in %u cycles, steps of %u clocks\n", t->c.logic.cell_count,
	       t->c.messages.count, t->c.image.cycles, t->c.image.step);
	char *why;

	return image_decode(&t->before, t->o, &t->c.image, &why);
}

/* ---- the device beside the circuit ---- */

static size_t netlist_latch(const struct netlist *n, const struct image_latch *latch)
{
	size_t i = 0;

	while (strcmp(n->latch[i].name, latch->name) != 0)
		i++;
	return i;
}

static uint64_t differing(const struct trial *t, const struct image *image, const struct netlist_model *circuit,
			  const struct device_model *device)
{
	uint64_t wrong = 0;

	for (size_t i = 0; i < image->output_count; i++)
		wrong |= netlist_model_output(circuit, i)
			 ^ device_model_pins(device)[image->output[i].mesh * t->o->pins + image->output[i].pin];
	for (size_t i = 0; i < image->latch_count; i++) {
		const struct image_latch *latch = &image->latch[i];
		uint64_t s = latch->constant ? 0 : device_model_latch(device, overlay_element(t->o, latch->mesh, latch->row,
											      latch->column));

		wrong |= circuit->latch[netlist_latch(&t->c.netlist, latch)] ^ s ^ (latch->complement ? ~UINT64_C(0) : 0);
	}
	return wrong;
}

/* Whether a device with the image does what the circuit does. */
static bool agrees(struct trial *t, const struct image *image)
{
	const struct netlist *n = &t->c.netlist;
	struct netlist_model circuit;
	struct device_model *device = device_model_new(t->o, image);
	unsigned pins = t->o->meshes * t->o->pins;
	uint64_t *input = allocate_array(n->input_count + 1, sizeof *input), *pin = allocate_array(pins, sizeof *pin), wrong = 0;

	netlist_model_start(&circuit, n);
	for (unsigned step = 0; step < STEPS; step++) {
		for (unsigned i = 0; i < pins; i++)
			pin[i] = random_next(&t->random);
		for (size_t i = 0; i < n->input_count; i++)
			pin[image->input[i].mesh * t->o->pins + image->input[i].pin] = input[i] = random_next(&t->random);
		device_model_take(device, pin);
		device_model_scramble(device, &t->random);
		netlist_model_settle(&circuit, input);
		netlist_model_clock(&circuit);
		device_model_step(device, image->step, NULL);
		wrong |= differing(t, image, &circuit, device);
	}
	netlist_model_free(&circuit);
	device_model_free(device);
	free(input);
	free(pin);
	return wrong == 0;
}

/* ---- what is said of an image ---- */

/* Runs proofs until one fails. DIFFERS, EQUAL if all are proved, or UNKNOWN. */
static enum verdict run_proofs(struct trial *t, struct proofs *list)
{
	char *base = temporary_directory(), *directory = format_string("%s/proofs", base), *remove = format_string("rm -rf %s", base);
	enum verdict verdict = EQUAL;
	int status;

	proofs_add_plants(list);
	if (!output_commit(&list->files, directory, "verify", "flips", &status))
		verdict = UNKNOWN;
	for (size_t i = 0; i < list->count && verdict == EQUAL; i++) {
		struct proof *p = &list->item[i];

		proofs_run(list, p, t->yosys, directory, TIMEOUT);
		verdict = p->result == PROOF_DONE ? EQUAL : p->result == PROOF_FAILED ? DIFFERS : UNKNOWN;
		if (verdict == UNKNOWN)
			complain(t, p->name, proof_result_name(p->result));
	}
	if (system(remove) != 0)
		verdict = UNKNOWN;
	free(remove);
	free(directory);
	free(base);
	return list->count > 0 ? verdict : UNKNOWN;
}

/* Of the file t->image, as `ftc verify --image` has it. */
static enum verdict verify(struct trial *t, struct text *said)
{
	const struct image_request request = { t->image, t->circuit, NULL };
	struct proofs list = { .prefix = "flips" };
	int status;

	message_capture(said);
	bool good = t->device.net->spec->machine->circuits.prove_image(&list, t->device.net, &request, &status);

	message_capture(NULL);
	enum verdict verdict = good ? run_proofs(t, &list) : status == EXIT_USAGE ? REFUSED : NO_CIRCUIT;

	proofs_free(&list);
	return verdict;
}

static bool same_source(const struct decoded_source *a, const struct decoded_source *b)
{
	return a->of == b->of && a->index == b->index && a->complement == b->complement && a->clock == b->clock;
}

/* Whether the image is the same circuit, in the same elements, with the same times, as it was before. */
static bool is_same(const struct trial *t, const struct image *image, const struct decoded *after)
{
	const struct decoded *before = &t->before;
	bool same = image->step == t->c.image.step && after->step == before->step;

	for (unsigned e = 0; e < overlay_elements(t->o); e++)
		same = same && before->used[e] == after->used[e]
		       && (!before->used[e] || (same_source(&before->x[e], &after->x[e]) && same_source(&before->y[e], &after->y[e])
						&& before->steady[e] == after->steady[e]));
	for (unsigned i = 0; i < t->o->meshes * t->o->pins; i++)
		same = same && same_source(&before->pin[i], &after->pin[i]);
	return same;
}

/* All has been proved: in which way is that so? */
static enum verdict judge_proved(struct trial *t, const struct image *image, const char *what)
{
	struct decoded after;
	char *why = NULL;

	if (!image_decode(&after, t->o, image, &why)) {
		complain(t, what, why);
		return UNKNOWN;
	}
	bool same = is_same(t, image, &after), longer = image->step > after.step;

	decoded_free(&after);
	if (!agrees(t, image))
		complain(t, what, "all is proved, but the device does not do what the circuit does");
	return longer ? LONGER : same ? SAME : EQUAL;
}

static void judge(struct trial *t, const struct image *image, const char *what)
{
	struct text file = { 0 }, said = { 0 };

	image_print(image, t->o, &file);
	enum verdict verdict = write_image(t, &file) ? verify(t, &said) : UNKNOWN;

	if (verdict == EQUAL)
		verdict = judge_proved(t, image, what);
	if (verdict == UNKNOWN)
		complain(t, what, "there is no verdict");
	if (verdict <= NO_CIRCUIT && !said.length)
		complain(t, what, "no reason is given");
	t->count[verdict]++;
	text_free(&file);
	text_free(&said);
}

/* ---- flips ---- */

static void flip_number(unsigned *number, unsigned bits, struct trial *t)
{
	*number ^= 1u << draw(t, bits);
}

static const char *flip_control(struct trial *t, struct image *image)
{
	unsigned element = draw(t, overlay_elements(t->o));

	/* Most elements do nothing: most of the bits are of others. */
	for (unsigned tries = draw(t, 4) > 0 ? 500 : 0; tries > 0 && image->control[element] == 0; tries--)
		element = draw(t, overlay_elements(t->o));
	image->control[element] ^= (uint16_t)(1u << draw(t, OVERLAY_CONTROL_BITS));
	return "control";
}

static const char *flip_setting(struct trial *t, struct image *image)
{
	unsigned words = (image->banks - OVERLAY_BANK_FIRST) * image->cycles;
	uint32_t *word = &image->setting[OVERLAY_BANK_FIRST * image->cycles + draw(t, words)];

	for (unsigned tries = 0; tries < 100 && *word == 0; tries++)
		word = &image->setting[OVERLAY_BANK_FIRST * image->cycles + draw(t, words)];
	*word ^= (uint32_t)1 << draw(t, draw(t, 2) ? 12 : OVERLAY_BANK_BITS);
	return "setting";
}

static const char *flip_pin(struct trial *t, struct image *image)
{
	bool input = draw(t, 2);
	struct image_pin *pin = input ? &image->input[draw(t, image->input_count)] : &image->output[draw(t, image->output_count)];

	switch (draw(t, 5)) {
	case 0:
		flip_number(&pin->mesh, 2, t);
		break;
	case 1:
		flip_number(&pin->pin, 3, t);
		break;
	case 2:
		flip_number(&pin->bit, 3, t);
		break;
	case 3:
		pin->vector = !pin->vector;
		break;
	default:
		pin->port[0] ^= (char)(1 << draw(t, 3));
	}
	return "pin";
}

static const char *flip_latch(struct trial *t, struct image *image)
{
	struct image_latch *latch = &image->latch[draw(t, image->latch_count)];

	switch (draw(t, 6)) {
	case 0:
		flip_number(&latch->mesh, 2, t);
		break;
	case 1:
		flip_number(&latch->row, 4, t);
		break;
	case 2:
		flip_number(&latch->column, 4, t);
		break;
	case 3:
		latch->complement = !latch->complement;
		break;
	case 4:
		latch->constant = !latch->constant;
		break;
	default:
		latch->name[0] ^= (char)(1 << draw(t, 3));
	}
	return "latch";
}

static const char *flip_step(struct trial *t, struct image *image)
{
	flip_number(&image->step, 8, t);
	return "step";
}

/* With fewer cycles the settings of the last ones are lost, with more those of new ones are 0. */
static const char *flip_cycles(struct trial *t, struct image *image)
{
	unsigned before = image->cycles, room;

	flip_number(&image->cycles, 4, t);
	room = before + image->cycles;
	uint32_t *setting = allocate_array((size_t)image->banks * room, sizeof *setting);

	for (unsigned bank = 0; bank < image->banks; bank++)
		for (unsigned cycle = 0; cycle < image->cycles && cycle < before; cycle++)
			setting[bank * image->cycles + cycle] = image->setting[bank * before + cycle];
	free(image->setting);
	image->setting = setting;
	return "cycles";
}

/* A copy of the image, as its own file has it. */
static bool copy_image(struct trial *t, struct image *copy)
{
	struct text file = { 0 };

	image_print(&t->c.image, t->o, &file);
	bool good = write_image(t, &file) && image_read(copy, t->o, t->image);

	text_free(&file);
	return good;
}

static void flip(struct trial *t)
{
	static const char *(*const kinds[])(struct trial *, struct image *) = {
		flip_control, flip_control, flip_control, flip_control, flip_setting, flip_setting, flip_setting, flip_pin, flip_latch,
		flip_step, flip_cycles,
	};
	struct image image;

	if (!copy_image(t, &image)) {
		complain(t, "copy", "it cannot be read");
		return;
	}
	const char *what = kinds[draw(t, sizeof kinds / sizeof *kinds)](t, &image);

	judge(t, &image, what);
	image_free(&image);
}

/* A bit of the file: only the case of a letter in a number may be another without notice. */
static void flip_file(struct trial *t)
{
	struct text file = { 0 }, again = { 0 }, said = { 0 };
	struct image image;

	image_print(&t->c.image, t->o, &file);
	char *before = copy_string(file.bytes);

	file.bytes[draw(t, file.length)] ^= (char)(1 << draw(t, 8));
	message_capture(&said);
	bool good = write_image(t, &file) && image_read(&image, t->o, t->image);

	message_capture(NULL);
	if (good) {
		image_print(&image, t->o, &again);
		if (strcmp(again.bytes, before) != 0)
			complain(t, "file", "nobody notices");
		image_free(&image);
	} else if (!said.length)
		complain(t, "file", "no reason is given");
	text_free(&file);
	text_free(&again);
	text_free(&said);
	free(before);
}

static int end(struct trial *t, unsigned count)
{
	unsigned noticed = t->count[REFUSED] + t->count[NO_CIRCUIT] + t->count[DIFFERS] + t->count[LONGER];

	for (unsigned v = 0; v < VERDICTS; v++)
		printf("# %u %s\n", t->count[v], verdict_names[v]);
	/* If hardly anything mattered, or nothing were ever irrelevant, the flips would show little. */
	bool telling = t->count[DIFFERS] > count / 10 && noticed > count / 3 && t->count[SAME] > 0;

	if (!telling)
		printf("# the flips show too little\n");
	printf("%u passed, %u failed\n", 2 * count - t->failed, t->failed + !telling);
	return t->failed > 0 || !telling;
}

int main(int argc, char **argv)
{
	struct trial t = { .yosys = find_tool("yosys") };
	unsigned count = argc > 2 ? (unsigned)atoi(argv[2]) : 200;

	if (!t.yosys) {
		printf("yosys is not installed\n");
		return 77;
	}
	t.folder = temporary_directory();
	t.circuit = format_string("%s/circuit.json", t.folder);
	t.image = format_string("%s/image.json", t.folder);
	random_start(&t.random, argc > 3 ? (uint64_t)atoi(argv[3]) : 1, 0);
	if (argc < 2 || !compile(&t, argv[1]))
		return 1;
	for (t.number = 0; t.number < count; t.number++) {
		flip(&t);
		flip_file(&t);
	}
	int status = end(&t, count);

	decoded_free(&t.before);
	compiled_free(&t.c, t.o);
	device_end(&t.device);
	free(t.folder);
	free(t.circuit);
	free(t.image);
	free(t.yosys);
	return status;
}
