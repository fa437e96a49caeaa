/* simulate.c: simulates a flexible sorter with batches of random words.
 *
 * A batch has any number of words up to l. Its waves are full, or lines stay empty at random; between waves there may be
 * pauses. The same words must leave in order, in as few waves as hold them, each with its own payload. `ready` and
 * `out_start` must come in the very clocks that the report promises. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machines/flexible-sorter/flexible_sorter.h"
#include "machines/flexible-sorter/motion.h"
#include "model.h"
#include "random.h"
#include "simulate/simulate.h"
#include "util/json.h"
#include "util/message.h"
#include "util/text.h"

enum { RESET_CLOCKS = 16, LONGEST_PAUSE = 7, PATIENCE_CLOCKS = 100000 };

static const uint64_t never = UINT64_MAX;

/* The ways in which batches come. */
enum manner { FULL_WAVES, GAPS, FEW_WORDS, MANNERS };

struct flexible_bench {
	const struct simulation *s;
	struct flexible_shape shape;
	struct flexible_moves moves;
	struct word_form form;
	struct model *model;
	const struct model_port *start, *last, *ready, *in, *out_start, *out_last, *out_ready, *out;
	struct random random;
	uint64_t clock;
	/* What enters: the batch, and the wave that is on `in`. */
	unsigned words, sent;		/* of the batch; of them, those that have been given */
	uint64_t *word;			/* [l][words]: the batch */
	bool *gives;			/* [line]: the wave has a word here */
	struct flexible_coming *coming;	/* [l] */
	unsigned first_of_wave;		/* the number of its first word */
	unsigned in_bit;		/* that comes next; word_bits: none */
	enum manner manner;
	bool all_given;			/* the last wave has started */
	unsigned pause;
	uint64_t ready_at;		/* the clock from which `ready` is high; never: as long as the batch is inside */
	/* What leaves. */
	uint64_t due;			/* the clock from which a wave leaves as soon as the receiver is ready */
	uint64_t start_at;		/* the clock of the next out_start; never: not known yet */
	unsigned waves_left;		/* to be announced */
	/* The batch that leaves. The next one may enter before the last bits have left. */
	bool begins_out;		/* the next out_start is its first */
	unsigned words_out;
	uint64_t *expected;		/* [l][words] */
	struct flexible_coming *came;	/* [l] */
	uint64_t *left;			/* [l / s]: the clock of a wave's last bits */
	unsigned got;			/* words that have come */
	uint64_t *out_word;		/* [l][words] */
	bool *fills;			/* [line]: the wave has a word here */
	unsigned out_bit;
	bool last_wave;
	uint64_t batches, all_words;	/* complete ones */
	uint64_t busy_clocks;		/* from the first starts to the last bits */
	uint64_t begun, out_begun;	/* the first start of the batch that enters, that leaves */
};

static unsigned word_bits(const struct flexible_bench *b)
{
	return b->shape.word_bits;
}

static void draw_batch(struct flexible_bench *b)
{
	unsigned most = b->shape.lines * b->shape.columns;
	unsigned varied = random_next(&b->random) & 1 ? b->form.key_bits : 2;
	unsigned width = 1u << random_below(&b->random, 1 + digit_bits(b->shape.columns));

	/* Every other batch is full, or almost. */
	b->words = random_next(&b->random) & 1 ? b->shape.lines * width : (unsigned)random_below(&b->random, most + 1);
	if (b->words > 0 && random_next(&b->random) & 1)
		b->words--;
	b->manner = (enum manner)random_below(&b->random, MANNERS);
	b->sent = 0;
	b->all_given = false;
	for (unsigned i = 0; i < b->words; i++)
		word_draw(&b->form, b->word + (size_t)i * b->form.words, varied, &b->random);
}

/* Chooses which lines of the next wave have words. */
static void draw_wave(struct flexible_bench *b)
{
	unsigned odds = b->manner == FULL_WAVES ? 4 : b->manner == GAPS ? 3 : 1;

	b->first_of_wave = b->sent;
	for (unsigned i = 0; i < b->shape.lines; i++) {
		b->gives[i] = b->sent < b->words && random_below(&b->random, 4) < odds;
		if (b->gives[i])
			b->coming[b->sent++] = (struct flexible_coming){ b->clock, i };
	}
	/* Sometimes the last wave is empty. */
	b->all_given = b->sent == b->words && (b->manner == FULL_WAVES || random_below(&b->random, 4) > 0);
}

static void give_bit(struct flexible_bench *b)
{
	unsigned number = b->first_of_wave;

	for (unsigned i = 0; i < b->shape.lines; i++) {
		uint64_t bit = random_next(&b->random) & 1;		/* of lines without a word it does not matter */

		if (b->in_bit == 0)
			bit = !b->gives[i];
		else if (b->gives[i])
			bit = word_get(b->word + (size_t)number * b->form.words, b->in_bit - 1);
		number += b->gives[i];
		model_set(b->model, b->in, i, 1, bit);
	}
	b->in_bit++;
}

static void feed(struct flexible_bench *b)
{
	bool can = b->clock >= b->ready_at && b->batches < b->s->options.frames, start = can && b->pause == 0;

	if (b->in_bit < word_bits(b))
		give_bit(b);
	if (can && b->pause > 0)
		b->pause--;
	if (start) {
		if (b->all_given || b->begun == never) {
			draw_batch(b);
			b->begun = b->clock;
		}
		draw_wave(b);
		b->in_bit = 0;
		b->pause = random_next(&b->random) & 3 ? 0 : (unsigned)random_below(&b->random, LONGEST_PAUSE) + 1;
		b->ready_at = b->clock + b->shape.period;
	}
	model_set(b->model, b->start, 0, 1, start);
	model_set(b->model, b->last, 0, 1, start ? b->all_given : random_next(&b->random) & 1);
	if (start && b->all_given) {
		b->ready_at = never;
		b->waves_left = flexible_waves(b->shape.lines, b->words);
		b->due = b->clock + flexible_sort_clocks(&b->shape, &b->moves, b->words) - FLEXIBLE_OUT
			 - b->shape.sorter_latency;
		b->begins_out = true;
	}
}

static bool complain(const struct flexible_bench *b, const char *what)
{
	error("batch %" PRIu64 " of %u words, clock %" PRIu64 ": %s", b->batches, b->words_out, b->clock, what);
	return false;
}

static bool complain_of_word(const struct flexible_bench *b, unsigned k, const char *what)
{
	struct text word = {0};

	word_print(&b->form, b->out_word + (size_t)k * b->form.words, &word);
	error("batch %" PRIu64 " of %u words, clock %" PRIu64 ": word %u is %s: %s", b->batches, b->words_out, b->clock, k,
	      word.bytes, what);
	text_free(&word);
	return false;
}

/* The words of a wave are on the first lines; only the last wave may be partly empty. */
static bool check_wave(struct flexible_bench *b)
{
	unsigned lines = b->shape.lines, left = b->words_out - b->got, expected = left < lines ? left : lines;

	for (unsigned i = 0; i < lines; i++)
		if (b->fills[i] != (i < expected))
			return complain(b, b->fills[i] ? "a word comes that has not been sent" : "a line without a word before the last one");
	b->got += expected;
	return true;
}

static bool check_batch(struct flexible_bench *b)
{
	const char *what;
	struct flexible_batch batch = { b->batches, b->words_out, b->expected, b->came, b->left };

	flexible_note_batch(b->s, &b->moves, &b->form, &batch);
	unsigned wrong = words_check(&b->form, b->expected, b->out_word, b->words_out, &what);

	if (wrong < b->words_out)
		return complain_of_word(b, wrong, what);
	b->batches++;
	b->all_words += b->words_out;
	b->busy_clocks += b->clock + 1 - b->out_begun;
	return true;
}

static bool take_bit(struct flexible_bench *b)
{
	if (b->out_bit == 0) {
		for (unsigned i = 0; i < b->shape.lines; i++)
			b->fills[i] = !model_get(b->model, b->out, i, 1);
	} else {
		for (unsigned i = 0; i < b->shape.lines && b->got + i < b->words_out; i++)
			if (b->fills[i])
				word_put(b->out_word + (size_t)(b->got + i) * b->form.words, b->out_bit - 1, model_get(b->model, b->out, i, 1));
	}
	if (++b->out_bit < word_bits(b))
		return true;
	b->left[b->got / b->shape.lines] = b->clock;
	return check_wave(b) && (!b->last_wave || check_batch(b));
}

/* In the clock in which the receiver is asked. */
static void expect_wave(struct flexible_bench *b, bool receiver_ready)
{
	if (b->clock < b->due || !receiver_ready)
		return;
	b->start_at = b->clock + FLEXIBLE_OUT + b->shape.sorter_latency;
	b->due = --b->waves_left > 0 ? b->clock + b->shape.period : never;
	if (b->waves_left == 0)
		b->ready_at = b->clock + b->shape.period;
}

static void begin_out(struct flexible_bench *b)
{
	size_t size = (size_t)b->shape.lines * b->shape.columns * b->form.words * sizeof *b->out_word;

	memset(b->out_word, 0, size);
	memcpy(b->expected, b->word, size);
	memcpy(b->came, b->coming, (size_t)b->words * sizeof *b->came);
	b->words_out = b->words;
	b->got = 0;
	b->out_begun = b->begun;
	b->begins_out = false;
}

static bool collect(struct flexible_bench *b)
{
	bool starts = model_get(b->model, b->out_start, 0, 1);

	if (b->out_bit < word_bits(b) && !take_bit(b))
		return false;
	if (starts != (b->clock == b->start_at))
		return complain(b, starts ? "out_start is high although no wave is due" : "out_start is low although a wave is due");
	if (!starts)
		return true;
	b->last_wave = b->waves_left == 0;
	if (model_get(b->model, b->out_last, 0, 1) != b->last_wave)
		return complain(b, b->last_wave ? "out_last is low with the last wave" : "out_last is high before the last wave");
	if (b->begins_out)
		begin_out(b);
	b->out_bit = 0;
	return true;
}

static bool check_ready(const struct flexible_bench *b, bool expected)
{
	if (model_get(b->model, b->ready, 0, 1) == expected)
		return true;
	return complain(b, expected ? "ready is low although a wave may start" : "ready is high although no wave may start");
}

static bool sort_batches(struct flexible_bench *b)
{
	uint64_t patience = flexible_batch_clocks(&b->shape, &b->moves, b->shape.lines * b->shape.columns) * 64 + PATIENCE_CLOCKS;
	uint32_t not_ready = (uint32_t)(b->s->options.back_pressure * 65536);
	bool good = true;

	model_reset(b->model, RESET_CLOCKS);
	for (; good && b->batches < b->s->options.frames; b->clock++) {
		bool receiver_ready = !(random_mask(&b->random, not_ready) & 1), may_start = b->clock >= b->ready_at;

		model_set(b->model, b->out_ready, 0, 1, receiver_ready);
		feed(b);
		model_eval(b->model);
		good = check_ready(b, may_start) && collect(b);
		expect_wave(b, receiver_ready);
		model_edge(b->model);
		if (good && b->begun != never && b->clock > b->begun + patience)
			good = complain(b, "it has not left");
	}
	return good;
}

static bool find_ports(struct flexible_bench *b)
{
	const struct { const struct model_port **port; const char *name; } ports[] = {
		{ &b->start, "start" }, { &b->last, "last" }, { &b->ready, "ready" }, { &b->in, "in" }, { &b->out_start, "out_start" },
		{ &b->out_last, "out_last" }, { &b->out_ready, "out_ready" }, { &b->out, "out" },
	};

	for (size_t i = 0; i < sizeof ports / sizeof *ports; i++) {
		*ports[i].port = model_port(b->model, ports[i].name);
		if (!*ports[i].port) {
			error("the model has no port %s, which a flexible sorter has", ports[i].name);
			return false;
		}
	}
	return true;
}

static void report(const struct flexible_bench *b, bool passed, struct findings *found)
{
	const struct spec *spec = b->s->network->spec;
	double rate = b->busy_clocks > 0 ? (double)b->all_words / (double)b->busy_clocks : 0;
	json_t *object = spec_identity(spec);

	text_print(&found->text, "%s: sorter of up to %u words of %u + %u bits through %u lines; random batches, seed %lu", spec->name,
		   b->shape.lines * b->shape.columns, b->form.key_bits, spec->payload_bits, b->shape.lines, b->s->options.seed);
	if (b->s->options.back_pressure > 0)
		text_print(&found->text, ", receiver not ready %g of the time", b->s->options.back_pressure);
	text_print(&found->text, "\n  %" PRIu64 " batches, %" PRIu64 " words in %" PRIu64 " clocks%s\n", b->batches, b->all_words, b->clock,
		   passed ? ": every one sorted, every payload with its key,\n  every wave in the clock that the report promises"
		   : ": FAILED, see above");
	text_print(&found->text, "  while batches are inside, a word in %.4g clocks\n", rate > 0 ? 1 / rate : 0);
	json_object_update_new(object, json_pack("{s:i, s:b, s:I, s:I, s:I, s:I, s:f}", "lines", (int)b->shape.lines, "passed", passed,
						 "seed", (json_int_t)b->s->options.seed, "batches", (json_int_t)b->batches, "words",
						 (json_int_t)b->all_words, "clocks", (json_int_t)b->clock, "words_per_clock", rate));
	engine_json(b->s, object);
	engine_say(object, &found->text);
	json_print(object, &found->json);
}

static enum simulation_end run_flexible_sorter(struct simulation *s, struct findings *found)
{
	struct flexible_bench b = { .s = s, .shape = flexible_shape(s->network->spec), .form = word_form_of(s->network->spec),
				    .due = never, .start_at = never, .begun = never };
	size_t most = (size_t)b.shape.lines * b.shape.columns;
	bool good;

	b.in_bit = b.out_bit = b.shape.word_bits;
	b.model = simulation_open(s);
	if (!b.model)
		return SIMULATION_ABSENT;
	b.moves = flexible_moves_make(b.shape.lines, (unsigned)most);
	b.word = allocate_array(most * b.form.words, sizeof *b.word);
	b.out_word = allocate_array(most * b.form.words, sizeof *b.out_word);
	b.expected = allocate_array(most * b.form.words, sizeof *b.expected);
	b.coming = allocate_array(most, sizeof *b.coming);
	b.came = allocate_array(most, sizeof *b.came);
	b.left = allocate_array(b.shape.columns + 1, sizeof *b.left);
	b.gives = allocate_array(b.shape.lines, sizeof *b.gives);
	b.fills = allocate_array(b.shape.lines, sizeof *b.fills);
	random_start(&b.random, s->options.seed, 5);
	good = find_ports(&b) && sort_batches(&b);
	model_close(b.model);
	report(&b, good, found);
	flexible_moves_free(&b.moves);
	free(b.word);
	free(b.out_word);
	free(b.expected);
	free(b.coming);
	free(b.came);
	free(b.left);
	free(b.gives);
	free(b.fills);
	return good ? SIMULATION_PASSED : SIMULATION_FAILED;
}

static bool check(const struct network *net)
{
	(void)net;
	return true;
}

/* A sorter takes words, not messages. */
static const char *const options[] = { "--frames", "--seed", "--back-pressure", "--trace", "--engine", "--log", "--html", "--tries",
					   "--channels", "--window", NULL };

static const struct figure_row figures[] = {
	{ "{lines,words}", "", "lines of the sorter; words of a batch" },
	{ "batches", "batches", "batches sorted" },
	{ "words_per_clock", "words/clock", "words sorted" },
	{ NULL, NULL, NULL },
};

const struct simulator flexible_simulator = {
	.subject = "a flexible sorter", .options = options, .check = check, .tells_trails = true, .run = run_flexible_sorter, .figures = figures,
	.words_are = "Words of a batch wait in columns; each pass sorts the columns, and moves every word to a column of the next pass.",
};
