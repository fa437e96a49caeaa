/* simulate.c: simulates a sorter with random words.
 *
 * In every frame n random words enter, one per wire, most significant bit first. Some keys come from a few values:
 * equal keys meet. The same words must leave, with ascending keys from wire 0, each with its own payload. The next
 * frame follows at once or after a pause of some clocks. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "machines/sorter/motion.h"
#include "machines/sorter/sorter.h"
#include "model.h"
#include "random.h"
#include "simulate/simulate.h"
#include "util/json.h"
#include "util/message.h"
#include "util/text.h"

enum { RESET_CLOCKS = 16, PATIENCE_CLOCKS = 100000, LONGEST_PAUSE = 7 };

struct sorter_bench {
	const struct simulation *s;
	struct model *model;
	const struct model_port *start, *in, *out_start, *out;
	unsigned wires, word_bits;
	struct word_form form;
	struct random random;
	uint64_t *sent;				/* a ring of frames, [frame % ring][wire][word] */
	uint64_t *got;				/* [wire][word] */
	uint64_t *begun;			/* [frame % ring]: the clock of its start */
	unsigned ring;
	uint64_t frames_in, frames_out;		/* complete ones */
	unsigned in_bit, out_bit;		/* of the frame that enters or leaves; word_bits: none */
	unsigned pause;
	uint64_t clock, first_start, latency;
	uint64_t frames;
};

/* Bit 0 of a word is the first on the wire. */
static uint64_t *frame_of(struct sorter_bench *b, uint64_t frame)
{
	return b->sent + frame % b->ring * b->wires * b->form.words;
}

static void draw_frame(struct sorter_bench *b)
{
	uint64_t *frame = frame_of(b, b->frames_in);
	/* Every other frame has few different keys. */
	unsigned varied = random_next(&b->random) & 1 ? b->form.key_bits : 2;

	for (unsigned w = 0; w < b->wires; w++)
		word_draw(&b->form, frame + w * b->form.words, varied, &b->random);
}

/* Sets this clock's start and bits. */
static void feed(struct sorter_bench *b)
{
	bool last = b->in_bit + 1 >= b->word_bits, start = false;

	if (last && b->pause && b->in_bit >= b->word_bits)
		b->pause--;
	else if (last && !(b->pause && b->in_bit < b->word_bits) && b->frames_in < b->frames
		 && b->frames_in + 2 < b->frames_out + b->ring)
		start = true;
	model_set(b->model, b->start, 0, 1, start);
	if (b->in_bit < b->word_bits) {
		const uint64_t *frame = frame_of(b, b->frames_in - 1);

		for (unsigned w = 0; w < b->wires; w++)
			model_set(b->model, b->in, w, 1, word_get(frame + w * b->form.words, b->in_bit));
		b->in_bit++;
	}
	if (start) {
		if (!b->frames_in)
			b->first_start = b->clock;
		draw_frame(b);
		b->begun[b->frames_in % b->ring] = b->clock;
		b->frames_in++;
		b->in_bit = 0;
		b->pause = random_next(&b->random) & 3 ? 0 : (unsigned)random_below(&b->random, LONGEST_PAUSE) + 1;
	}
}

static bool complain(const struct sorter_bench *b, const char *what, unsigned wire)
{
	struct text word = {0};

	word_print(&b->form, b->got + wire * b->form.words, &word);
	error("frame %" PRIu64 ", clock %" PRIu64 ": out[%u] is %s: %s", b->frames_out, b->clock, wire, word.bytes,
	      what);
	text_free(&word);
	return false;
}

/* Compares the frame that has left with the one that entered. */
static bool check_frame(struct sorter_bench *b)
{
	const char *what;
	struct sorted_frame frame = { b->frames_out, b->begun[b->frames_out % b->ring], b->clock, frame_of(b, b->frames_out), b->got };

	sorter_note_frame(b->s, &b->form, &frame);
	unsigned wrong = words_check(&b->form, frame_of(b, b->frames_out), b->got, b->wires, &what);

	return wrong == b->wires || complain(b, what, wrong);
}

static bool collect(struct sorter_bench *b)
{
	bool good = true;

	if (b->out_bit < b->word_bits) {
		for (unsigned w = 0; w < b->wires; w++)
			word_put(b->got + w * b->form.words, b->out_bit, model_get(b->model, b->out, w, 1));
		if (++b->out_bit == b->word_bits) {
			good = check_frame(b);
			b->frames_out++;
		}
	}
	if (!model_get(b->model, b->out_start, 0, 1))
		return good;
	if (b->out_bit < b->word_bits || b->frames_out == b->frames_in) {
		error("clock %" PRIu64 ": out_start is high although no frame is due", b->clock);
		return false;
	}
	if (!b->frames_out)
		b->latency = b->clock - b->first_start;
	b->out_bit = 0;
	memset(b->got, 0, b->wires * b->form.words * sizeof *b->got);
	return good;
}

static bool sort_frames(struct sorter_bench *b)
{
	uint64_t limit = b->frames * (b->word_bits + LONGEST_PAUSE + 1) + PATIENCE_CLOCKS;
	bool good = true;

	model_reset(b->model, RESET_CLOCKS);
	for (; good && b->frames_out < b->frames; b->clock++) {
		feed(b);
		model_eval(b->model);
		good = collect(b);
		model_edge(b->model);
		if (good && b->clock > limit) {
			error("no progress: %" PRIu64 " of %" PRIu64 " frames have left after %" PRIu64 " clocks",
			      b->frames_out, b->frames, b->clock);
			good = false;
		}
	}
	return good;
}

static bool find_ports(struct sorter_bench *b)
{
	b->start = model_port(b->model, "start");
	b->in = model_port(b->model, "in");
	b->out_start = model_port(b->model, "out_start");
	b->out = model_port(b->model, "out");
	if (!b->start || !b->in || !b->out_start || !b->out)
		error("the model does not have the ports of a sorter");
	return b->start && b->in && b->out_start && b->out;
}

static void report(const struct sorter_bench *b, bool passed, struct findings *found)
{
	const struct simulation *s = b->s;
	uint64_t sent = b->frames_in * b->wires, delivered = b->frames_out * b->wires;
	double rate = b->clock ? (double)delivered / b->wires / (double)b->clock : 0;
	struct text *text = &found->text;
	json_t *latency, *object;

	text_print(text, "%s: sorter of %u words of %u + %u bits; random words, seed %lu\n", s->network->spec->name,
		   b->wires, sorter_parameters(s->network->spec)->serial.key_bits, s->network->spec->payload_bits,
		   s->options.seed);
	text_print(text, "  %" PRIu64 " frames in %" PRIu64 " clocks%s\n  latency %" PRIu64 " clocks\n", b->frames_out,
		   b->clock, passed ? ": every one sorted, every payload with its key" : ": FAILED, see above",
		   b->latency);
	latency = json_pack("{s:I, s:f, s:I, s:I, s:I}", "count", (json_int_t)delivered, "mean", (double)b->latency, "p50", (json_int_t)b->latency,
			    "p99", (json_int_t)b->latency, "max", (json_int_t)b->latency);
	object = spec_identity(s->network->spec);
	json_object_update_new(object, json_pack("{s:i, s:i, s:i, s:b, s:f, s:f, s:o, s:I, s:I, s:i, s:I, s:I, s:I}",
			   "wires", (int)b->wires, "payload_bits", (int)s->network->spec->payload_bits, "slot_clocks",
			   (int)s->network->slot_clocks, "passed", passed, "offered", rate, "accepted", rate,
			   "latency", latency, "sent", (json_int_t)sent, "delivered", (json_int_t)delivered,
			   "retries", 0, "seed", (json_int_t)s->options.seed, "frames", (json_int_t)b->frames_out,
			   "clocks", (json_int_t)b->clock));
	engine_json(s, object);
	engine_say(object, text);
	json_print(object, &found->json);
}

static enum simulation_end run_sorter(struct simulation *s, struct findings *found)
{
	const struct spec *spec = s->network->spec;
	struct sorter_bench b = { .s = s, .wires = sorter_parameters(spec)->wires, .frames = s->options.frames };
	bool good;

	b.form = word_form_of(spec);
	b.word_bits = b.in_bit = b.out_bit = b.form.bits;
	/* Room for the frames under way, and one that enters. */
	b.ring = s->network->latency / b.word_bits + 4;
	b.model = simulation_open(s);
	if (!b.model)
		return SIMULATION_ABSENT;
	b.sent = allocate_array((size_t)b.ring * b.wires * b.form.words, sizeof *b.sent);
	b.begun = allocate_array(b.ring, sizeof *b.begun);
	b.got = allocate_array((size_t)b.wires * b.form.words, sizeof *b.got);
	random_start(&b.random, s->options.seed, 3);
	good = find_ports(&b) && sort_frames(&b);
	model_close(b.model);
	report(&b, good, found);
	free(b.sent);
	free(b.begun);
	free(b.got);
	return good ? SIMULATION_PASSED : SIMULATION_FAILED;
}

static bool check(const struct network *net)
{
	(void)net;
	return true;
}

/* A sorter takes words, not messages. */
static const char *const options[] = { "--frames", "--seed", "--trace", "--engine", "--log", "--html", "--tries", "--channels", "--window",
					   NULL };

static const struct figure_row figures[] = {
	{ "wires", "wires", "wires of the sorter" },
	{ "{offered,accepted}", "frames/clock", "frames begun, and frames ended" },
	{ NULL, NULL, NULL },
};

const struct simulator sorter_simulator = {
	.subject = "a sorter", .options = options, .check = check, .tells_trails = true, .run = run_sorter, .figures = figures,
	.words_are = "Words of a frame go to the wires of their ranks: a comparator exchanges two words or leaves them.",
};
