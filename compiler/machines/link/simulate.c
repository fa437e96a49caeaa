/* simulate.c: two ends of a link, each a model of its own with its own clock, and a cable with errors between them.
 *
 * Each end sends numbered words as fast as the link takes them. The words that leave the other end must be these, each once, in
 * order. Only where a session has ended may words be missing: the next one is then the first of a later session. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "bits.h"
#include "joint.h"
#include "machines/link/link.h"
#include "model.h"
#include "random.h"
#include "simulate/simulate.h"
#include "util/json.h"
#include "util/message.h"
#include "util/text.h"

enum { RESET_CLOCKS = 40, WORD_PARTS = (MOST_LINK_BITS + 63) / 64, SESSIONS = 64 };

struct chip {
	struct model *model;
	const struct model_port *rst, *in, *in_valid, *in_ready, *out, *out_valid, *out_ready, *up, *again, *lost;
	unsigned reset;			/* clocks that are left of it */
	bool was_up;
	uint64_t next_reset;		/* clock */
	uint64_t clocks, began, accepted, delivered, missing, first_up;
	uint64_t first[SESSIONS];	/* [session % SESSIONS]: the first word that it took */
	uint64_t sessions, ended;	/* ended: by `lost` */
	uint64_t repeated;
};

struct link_bench {
	const struct simulation *s;
	unsigned bits;
	uint64_t words;			/* each way */
	double clocks;			/* that they take, if no bit is wrong */
	struct random random;
	struct chip chip[2];
	struct joint joint;
};

/* Part `part` of the word; `side` sends it. */
static uint64_t word_part(const struct link_bench *b, unsigned side, uint64_t number, unsigned part)
{
	unsigned left = b->bits - 64 * part;

	return random_mix(number * 32 + part * 2 + side) & bits_low(left < 64 ? left : 64);
}

static bool is_word(const struct link_bench *b, unsigned side, uint64_t number)
{
	const struct chip *to = &b->chip[!side];

	for (unsigned part = 0; 64 * part < b->bits; part++) {
		unsigned left = b->bits - 64 * part, count = left < 64 ? left : 64;

		if (model_get(to->model, to->out, 64 * part, count) != word_part(b, side, number, part))
			return false;
	}
	return true;
}

/* A word leaves the end that does not send it. */
static bool check_word(struct link_bench *b, unsigned side)
{
	struct chip *from = &b->chip[side];
	uint64_t due = from->delivered + from->missing, oldest = from->sessions < SESSIONS ? 0 : from->sessions - SESSIONS;

	if (due < from->accepted && is_word(b, side, due)) {
		from->delivered++;
		return true;
	}
	for (uint64_t k = oldest; k < from->sessions; k++) {
		uint64_t first = from->first[k % SESSIONS];

		if (first > due && first < from->accepted && is_word(b, side, first)) {
			from->missing += first - due;
			from->delivered++;
			return true;
		}
	}
	return error("from end %u to %u: expected word %" PRIu64 " of %" PRIu64 " that were taken, another one came", side, !side, due,
		     from->accepted);
}

static void offer(struct link_bench *b, unsigned side)
{
	struct chip *c = &b->chip[side];

	model_set(c->model, c->in_valid, 0, 1, c->accepted < b->words);
	for (unsigned part = 0; 64 * part < b->bits; part++) {
		unsigned left = b->bits - 64 * part;

		model_set(c->model, c->in, 64 * part, left < 64 ? left : 64, word_part(b, side, c->accepted, part));
	}
}

static void note_session(struct chip *c)
{
	bool up = model_get(c->model, c->up, 0, 1);

	if (up && !c->was_up) {
		c->first[c->sessions++ % SESSIONS] = c->accepted;
		if (c->sessions == 1)
			c->first_up = c->clocks;
	}
	c->was_up = up;
	c->ended += model_get(c->model, c->lost, 0, 1);
	c->repeated += model_get(c->model, c->again, 0, 1);
}

static bool clock_chip(struct link_bench *b, unsigned side)
{
	struct chip *c = &b->chip[side];
	const struct simulate_options *o = &b->s->options;
	bool ready = random_unit(&b->random) >= o->back_pressure, good = true;

	if (c->clocks == c->next_reset)
		c->reset = RESET_CLOCKS;
	model_set(c->model, c->rst, 0, 1, c->reset > 0);
	model_set(c->model, c->out_ready, 0, 1, ready);
	if (c->reset == 0) {
		note_session(c);
		if (ready && model_get(c->model, c->out_valid, 0, 1))
			good = check_word(b, !side);
		if (c->accepted < b->words && model_get(c->model, c->in_ready, 0, 1))
			c->accepted++;
	}
	joint_edge(&b->joint, side);
	if (c->reset > 0 && --c->reset == 0 && o->link.resets > 0)
		c->next_reset = c->clocks + 1 + (uint64_t)(2 * random_unit(&b->random) * b->clocks / (double)o->link.resets);
	c->clocks++;
	offer(b, side);
	return good;
}

static bool all_there(const struct link_bench *b)
{
	return b->chip[0].delivered + b->chip[0].missing >= b->words && b->chip[1].delivered + b->chip[1].missing >= b->words;
}

static struct link_frame frame_of(const struct simulation *s)
{
	struct link_shape shape = link_shape(s->network->spec);

	return link_frame(s->network->spec, &shape);
}

static bool run_words(struct link_bench *b)
{
	struct link_frame f = frame_of(b->s);
	uint64_t told = 0, told_at = 0, patience = (uint64_t)16 * f.clocks << f.silence;
	bool good = true;

	while (good && !all_there(b)) {
		good = clock_chip(b, joint_next(&b->joint));
		uint64_t sum = b->chip[0].delivered + b->chip[1].delivered;

		if (sum != told) {
			told = sum;
			told_at = b->chip[0].clocks;
		} else if (b->chip[0].clocks - told_at > patience) {
			good = error("no word for %" PRIu64 " clocks: %" PRIu64 " and %" PRIu64 " of %" PRIu64 " words have come", patience,
				     b->chip[0].delivered, b->chip[1].delivered, b->words);
			if (b->s->options.link.cuts > 0 || b->s->options.link.bit_errors > 0)
				suggest("more --frames, or fewer --cuts and --bit-errors, if they come faster than an end recovers");
		}
	}
	return good;
}

static void begin_chip(struct link_bench *b, struct model *const model[2], unsigned side)
{
	struct chip *c = &b->chip[side];

	c->model = model[side];
	const struct { const struct model_port **port; const char *name; } ports[] = {
		{ &c->rst, "rst" }, { &c->in, "s_axis_tdata" }, { &c->in_valid, "s_axis_tvalid" }, { &c->in_ready, "s_axis_tready" },
		{ &c->out, "m_axis_tdata" }, { &c->out_valid, "m_axis_tvalid" }, { &c->out_ready, "m_axis_tready" },
		{ &c->up, "up" }, { &c->again, "again" }, { &c->lost, "lost" },
	};

	for (size_t k = 0; k < sizeof ports / sizeof *ports; k++)
		*ports[k].port = joint_port(model, side, ports[k].name);
	c->reset = RESET_CLOCKS;
	c->next_reset = UINT64_MAX;
	offer(b, side);
}

static bool open_chips(struct link_bench *b)
{
	const struct link_options *o = &b->s->options.link;
	struct link_frame f = frame_of(b->s);
	struct model *model[2] = { simulation_open(b->s), NULL };

	model[1] = !model[0] || b->s->options.trace ? model[0] : simulation_open(b->s);
	if (!model[1]) {
		model_close(model[0]);
		return false;
	}
	for (unsigned side = 0; side < 2; side++)
		begin_chip(b, model, side);
	joint_begin(&b->joint, model, "", &(struct joint_options){
		.bit_errors = o->bit_errors, .drift = o->drift, .delay = o->delay, .seed = b->s->options.seed,
		.longest = f.clocks << (f.silence - 2), .trouble_every = o->cuts > 0 ? b->clocks / (double)o->cuts : 0 });
	return true;
}

static void close_chips(struct link_bench *b)
{
	if (b->chip[1].model != b->chip[0].model)
		model_close(b->chip[1].model);
	model_close(b->chip[0].model);
}

/* The share of the pins' bits that were words, since the link came up. */
static double rate(const struct link_bench *b, const struct chip *c)
{
	double clocks = (double)(c->clocks - c->first_up);

	return clocks > 0 ? (double)c->delivered * b->bits / (clocks * b->s->network->spec->link_pins) : 0;
}

static void report(const struct link_bench *b, bool passed, struct findings *found)
{
	const struct spec *spec = b->s->network->spec;
	json_t *object = spec_identity(spec), *ways = json_array();

	text_print(&found->text, "%s: link of words of %u bits; seed %lu; %s\n", spec->name, b->bits, b->s->options.seed,
		   passed ? "every word came once, in order" : "FAILED, see above");
	for (unsigned side = 0; side < 2; side++) {
		const struct chip *c = &b->chip[side];
		const struct cable *cable = &b->joint.chip[side].cable;
		uint64_t bad = b->joint.chip[!side].bad_frames;

		text_print(&found->text, "  from end %u to %u: %" PRIu64 " words in %" PRIu64 " clocks, %.3f of the pins' rate;"
			   " %" PRIu64 " wrong bits, %" PRIu64 " bad frames, %" PRIu64 " frames sent again, %" PRIu64 " troubles;"
			   " %" PRIu64 " session%s, %" PRIu64 " words lost with one\n", side, !side, c->delivered, c->clocks, rate(b, c),
			   cable->wrong, bad, c->repeated, cable->troubles, c->sessions, c->sessions == 1 ? "" : "s",
			   c->missing);
		json_array_append_new(ways, json_pack("{s:I, s:I, s:f, s:I, s:I, s:I, s:I, s:I, s:I}", "delivered", (json_int_t)c->delivered,
			"clocks", (json_int_t)c->clocks, "rate", rate(b, c), "wrong_bits", (json_int_t)cable->wrong, "bad_frames",
			(json_int_t)bad, "frames_again", (json_int_t)c->repeated, "troubles", (json_int_t)cable->troubles,
			"sessions", (json_int_t)c->sessions, "lost", (json_int_t)c->missing));
	}
	json_object_update_new(object, json_pack("{s:b, s:I, s:o}", "passed", passed, "seed", (json_int_t)b->s->options.seed, "ways", ways));
	engine_json(b->s, object);
	engine_say(object, &found->text);
	json_print(object, &found->json);
}

static enum simulation_end run_link(struct simulation *s, struct findings *found)
{
	struct link_bench *b = allocate(sizeof *b);
	enum simulation_end end = SIMULATION_ABSENT;

	*b = (struct link_bench){ .s = s, .bits = s->network->spec->payload_bits,
				  .words = s->options.frames * s->network->spec->link_words };
	b->clocks = (double)s->options.frames * frame_of(s).clocks;
	random_start(&b->random, s->options.seed, 3);
	if (open_chips(b)) {
		bool good = run_words(b);

		report(b, good, found);
		end = good ? SIMULATION_PASSED : SIMULATION_FAILED;
	}
	close_chips(b);
	free(b);
	return end;
}

static bool check(const struct network *net)
{
	(void)net;
	return true;
}

static const char *const options[] = { "--frames", "--seed", "--back-pressure", "--trace", "--engine", "--bit-errors", "--drift", "--delay", "--cuts",
				       "--resets", NULL };

static const struct figure_row figures[] = {
	{ "ways[].delivered", "words", "words in this direction" },
	{ "ways[].rate", "share", "payload over the rate of the pins" },
	{ "ways[].clocks", "clocks", "clocks for these words" },
	{ "ways[].{lost,wrong_bits,bad_frames,frames_again,sessions,troubles}", "",
	  "words lost; errors on the cable; frames sent again; sessions; disturbances" },
	{ NULL, NULL, NULL },
};

const struct simulator link_simulator = { .subject = "a link", .options = options, .check = check, .run = run_link, .figures = figures };
