/* watch.c: counts rounds while a pruned butterfly that routes in batches is simulated: batches, clocks, words that were
 * sidetracked, words in a leaf, and the load factor of each round beside its batches.
 *
 * All is read off wires: the commands of the timer, and those between leaves and network. The words of a round are those
 * that are delivered before the next one begins: no round does before readers have taken all words of the last. */
#include "machines/batched/watch.h"

#include <inttypes.h>
#include <stdlib.h>

#include "machines/batched/motion.h"
#include "network/reference.h"
#include "scoreboard.h"
#include "statistics.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"
#include "util/number.h"
#include "util/text.h"

enum { WIRES = 2 };		/* of a leaf, each way */

/* The ports that are read. */
struct watched_ports {
	const struct model_port *command, *rests, *up_strobe, *up, *down_strobe, *down;
	const struct model_port *s_valid, *s_ready, *m_valid, *m_ready, *overflow;
};

/* The rounds whose load factor, rounded up, is the same. */
struct loaded_rounds {
	uint64_t rounds, batches, most_batches;	/* batches: of all these rounds; most: of one */
	unsigned most_of_stage;			/* batches of one stage */
};

struct watch {
	struct batched_shape shape;
	struct reference_tree tree;
	uint64_t first, end;		/* rounds that begin in these clocks are counted */
	const struct model *model;	/* once it is known .. */
	struct watched_ports port;	/* .. and its ports */
	unsigned bits, bit_count;	/* of the command that is coming in */
	unsigned *held;			/* [leaf]: words in it */
	uint32_t *arrived;		/* [wire of a leaf]: whether a word came in the clock before */
	bool arrivals;			/* some word did */

	/* The round that is under way. */
	bool begun, rested;
	uint64_t began;
	unsigned stages;		/* that have begun */
	unsigned batches[MOST_BATCHED_LEVELS];
	struct demand *word;		/* delivered in it */
	size_t words, word_room;

	/* All rounds that are counted. */
	uint64_t rounds;
	struct histogram *round_batches, *round_clocks;
	uint64_t stage_batches[MOST_BATCHED_LEVELS], most_batches[MOST_BATCHED_LEVELS];
	uint64_t sidetracked;
	unsigned most_held;
	struct reference_load heaviest;	/* of the round with the greatest lambda */
	double lambda_sum;
	struct loaded_rounds *loaded;	/* [load factor, rounded up] */
	size_t loaded_room;
	uint64_t round_words;
	bool broken;			/* a stage took more batches than its load factors allow, or a word was lost: after a message */
	struct batched_motion *motion;
};

static void *begin(const struct simulation *s)
{
	struct watch *w = allocate_array(1, sizeof *w);
	const struct simulate_options *o = &s->options;
	uint64_t slot = s->network->slot_clocks;

	w->shape = batched_shape(s->network->spec);
	s->network->spec->machine->shape.reference(s->network->spec, &w->tree);
	w->first = simulation_ends_itself(o) ? 0 : o->warmup * slot;
	/* A round that begins before clock 0 does so in one of the last clocks of all. */
	w->end = simulation_ends_itself(o) ? UINT64_MAX - BATCHED_COMMAND_CLOCKS : w->first + o->frames * slot;
	w->held = allocate_array(w->shape.leaves, sizeof *w->held);
	w->arrived = allocate_array(WIRES * w->shape.leaves, sizeof *w->arrived);
	w->round_batches = histogram_create();
	w->round_clocks = histogram_create();
	w->motion = batched_motion_new(s);
	return w;
}

static void end_watch(void *watched)
{
	struct watch *w = watched;

	histogram_free(w->round_batches);
	histogram_free(w->round_clocks);
	free(w->held);
	free(w->arrived);
	free(w->word);
	free(w->loaded);
	batched_motion_free(w->motion);
	free(w);
}

static void find_ports(struct watch *w, const struct model *m)
{
	w->port = (struct watched_ports){
		.command = model_port(m, "watch_command"), .rests = model_port(m, "watch_vacant"),
		.up_strobe = model_port(m, "watch_up_strobe"), .up = model_port(m, "watch_up"),
		.down_strobe = model_port(m, "watch_down_strobe"), .down = model_port(m, "watch_down"),
		.s_valid = model_port(m, "s_axis_tvalid"), .s_ready = model_port(m, "s_axis_tready"),
		.m_valid = model_port(m, "m_axis_tvalid"), .m_ready = model_port(m, "m_axis_tready"),
		.overflow = model_port(m, "overflow"),
	};
}

static bool is_high(const struct model *m, const struct model_port *port, unsigned at)
{
	return model_get(m, port, at, 1);
}

/* Whether the round that is under way is counted. */
static bool counts(const struct watch *w)
{
	return w->begun && w->began >= w->first && w->began < w->end;
}

/* What ceil(lambda up) + floor(lambda down) is: no stage has more batches. */
static uint64_t most_batches_of(const struct reference_load *load)
{
	return (load->up.load + load->up.capacity - 1) / load->up.capacity + load->down.load / load->down.capacity;
}

static void check_stages(struct watch *w, const struct reference_load *load)
{
	uint64_t most = most_batches_of(load);

	for (unsigned i = 0; i < w->shape.levels && !w->broken; i++) {
		if (w->batches[i] <= most)
			continue;
		error("clock %" PRIu64 ": stage %u of a round had %u batches: expected at most %" PRIu64
		      ", by the load factors of its %zu words", w->began, i, w->batches[i], most, w->words);
		w->broken = true;
	}
}

static double factor_value(const struct reference_factor *f)
{
	return (double)f->load / (double)f->capacity;
}

/* Counts the round that is over among those of its load factor. */
static void add_loaded(struct watch *w, const struct reference_factor *lambda, uint64_t batches)
{
	size_t at = (size_t)((lambda->load + lambda->capacity - 1) / lambda->capacity);

	if (at >= w->loaded_room) {
		size_t room = 2 * at + 2;

		w->loaded = reallocate(w->loaded, room * sizeof *w->loaded);
		for (size_t i = w->loaded_room; i < room; i++)
			w->loaded[i] = (struct loaded_rounds){0};
		w->loaded_room = room;
	}
	struct loaded_rounds *r = &w->loaded[at];

	r->rounds++;
	r->batches += batches;
	r->most_batches = batches > r->most_batches ? batches : r->most_batches;
	for (unsigned i = 0; i < w->shape.levels; i++)
		r->most_of_stage = w->batches[i] > r->most_of_stage ? w->batches[i] : r->most_of_stage;
}

static void end_round(struct watch *w)
{
	struct message_set set = { w->word, w->words };
	struct reference_load load;
	uint64_t batches = 0;

	if (!counts(w))
		return;
	reference_load(&w->tree, &set, &load);
	check_stages(w, &load);
	for (unsigned i = 0; i < w->shape.levels; i++) {
		batches += w->batches[i];
		w->stage_batches[i] += w->batches[i];
		if (w->batches[i] > w->most_batches[i])
			w->most_batches[i] = w->batches[i];
	}
	histogram_add(w->round_batches, batches);
	add_loaded(w, &load.both, batches);
	if (w->rounds++ == 0 || factor_value(&load.both) > factor_value(&w->heaviest.both))
		w->heaviest = load;
	w->lambda_sum += factor_value(&load.both);
	w->round_words += w->words;
}

static void begin_round(struct watch *w, uint64_t now)
{
	if (w->begun)
		batched_motion_round(w->motion, w->began, w->batches);
	end_round(w);
	w->begun = true;
	w->rested = false;
	w->began = now;
	w->stages = 0;
	w->words = 0;
	for (unsigned i = 0; i < w->shape.levels; i++)
		w->batches[i] = 0;
}

/* A command has come in whole; its start bit was there in clock `start`. */
static void obey(struct watch *w, uint64_t start)
{
	enum { SLOT = 6, ROUND = 7 };

	if (w->bits == ROUND)
		begin_round(w, start);
	else if (w->bits == SLOT)
		w->batches[w->stages - 1]++;
	else
		w->stages++;
}

static void watch_command(struct watch *w, const struct model *m, uint64_t now)
{
	bool bit = is_high(m, w->port.command, 0);

	if (w->bit_count == 0 && !bit)
		return;
	w->bits = w->bit_count == 0 ? 1 : 2 * w->bits + bit;
	if (++w->bit_count < BATCHED_COMMAND_CLOCKS)
		return;
	w->bit_count = 0;
	obey(w, now - (BATCHED_COMMAND_CLOCKS - 1));
}

/* A round is over in the clock before the one in which the next could begin. */
static void watch_rest(struct watch *w, const struct model *m, uint64_t now)
{
	if (!w->begun || w->rested || !is_high(m, w->port.rests, 0))
		return;
	w->rested = true;
	if (counts(w))
		histogram_add(w->round_clocks, now + 1 - w->began);
}

/* Words come to a leaf, or go. */
static void change_held(struct watch *w, unsigned leaf, unsigned come, unsigned gone)
{
	w->held[leaf] += come - gone;
	if (w->held[leaf] > w->most_held)
		w->most_held = w->held[leaf];
}

static void watch_wires(struct watch *w, const struct model *m, uint64_t now)
{
	bool sent = is_high(m, w->port.up_strobe, 0), came = is_high(m, w->port.down_strobe, 0);

	for (unsigned i = 0; w->arrivals && counts(w) && i < WIRES * w->shape.leaves; i++)
		w->sidetracked += w->arrived[i] && !is_high(m, w->port.down, i);
	w->arrivals = came;
	if (sent)
		batched_motion_slot(w->motion, now);
	for (unsigned i = 0; (sent || came) && i < WIRES * w->shape.leaves; i++) {
		w->arrived[i] = came && is_high(m, w->port.down, i);
		change_held(w, i / WIRES, w->arrived[i], sent && is_high(m, w->port.up, i));
	}
}

static void watch_streams(struct watch *w, const struct model *m)
{
	const uint32_t *in = model_inputs((struct model *)m), *out = model_outputs(m);

	for (unsigned at = 0; at < w->shape.leaves; at += 32) {
		uint32_t taken = in[(w->port.s_valid->low + at) / 32] & out[(w->port.s_ready->low + at) / 32];
		uint32_t given = out[(w->port.m_valid->low + at) / 32] & in[(w->port.m_ready->low + at) / 32];

		for (unsigned i = 0; (taken | given) >> i && i < 32; i++) {
			if (at + i >= w->shape.leaves)
				break;
			change_held(w, at + i, taken >> i & 1, given >> i & 1);
		}
	}
}

/* The user has promised that no more than d words of a round go to a leaf. */
static void watch_overflow(struct watch *w, const struct model *m, uint64_t now)
{
	for (unsigned leaf = 0; leaf < w->shape.leaves && !w->broken; leaf++) {
		if (!is_high(m, w->port.overflow, leaf))
			continue;
		error("clock %" PRIu64 ": leaf %u has lost a word, and says `overflow`: expected no more than its degree, %u, of a round for "
		      "a leaf", now, leaf, w->shape.degree);
		suggest("--set admission=scan; or messages that keep the degree, as of --pattern permutation");
		w->broken = true;
	}
}

static void see(void *context, const struct model *m, uint64_t now)
{
	struct watch *w = context;

	w->model = m;
	if (!w->port.command)
		find_ports(w, m);
	watch_rest(w, m, now);
	watch_command(w, m, now);
	watch_wires(w, m, now);
	watch_streams(w, m);
	if (w->port.overflow)
		watch_overflow(w, m, now);
}

static void note(void *context, const struct flight *which, uint32_t leaf, uint64_t now)
{
	struct watch *w = context;

	(void)now;
	batched_motion_word(w->motion, which, leaf, w->model);
	if (w->words == w->word_room) {
		w->word_room = w->word_room ? 2 * w->word_room : 64;
		w->word = reallocate(w->word, w->word_room * sizeof *w->word);
	}
	w->word[w->words++] = (struct demand){ which->message.source, leaf };
}

static const bool *failed(const void *watched)
{
	return &((const struct watch *)watched)->broken;
}

static bool check(const struct simulation *s, void *watched)
{
	struct watch *w = watched;

	(void)s;
	begin_round(w, UINT64_MAX);	/* the last one is over */
	w->begun = false;
	return !w->broken;
}

/* Bay's Lemma 7: a stage of a round whose load factor, rounded up, is `lambda` has no more batches. */
static unsigned long stage_bound(size_t lambda)
{
	return 2 * (unsigned long)lambda;
}

static json_t *loaded_json(const struct watch *w)
{
	json_t *list = json_array();

	for (size_t i = 0; i < w->loaded_room; i++) {
		const struct loaded_rounds *r = &w->loaded[i];

		if (r->rounds == 0)
			continue;
		json_t *row = json_object();

		JSON_NUMBERS(row, { "lambda_at_most", i }, { "rounds", r->rounds }, { "batches_max", r->most_batches },
			     { "stage_batches_max", r->most_of_stage }, { "stage_batches_bound", stage_bound(i) });
		json_add_real(row, "batches_mean", (double)r->batches / (double)r->rounds);
		json_array_append_new(list, row);
	}
	return list;
}

static json_t *summary_json(const struct histogram *h)
{
	struct latency_summary all = latency_of(h);

	return latency_json(&all);
}

static void json(const void *watched, json_t *object)
{
	const struct watch *w = watched;
	json_t *stages = json_array();
	double rounds = w->rounds ? (double)w->rounds : 1;

	for (unsigned i = 0; i < w->shape.levels; i++)
		json_array_append_new(stages, json_pack("{s:i, s:f, s:I}", "stage", (int)i, "mean",
							(double)w->stage_batches[i] / rounds, "max",
							(json_int_t)w->most_batches[i]));
	JSON_NUMBERS(object, { "rounds", w->rounds }, { "round_words", w->round_words }, { "sidetracked", w->sidetracked },
		     { "queue_max", w->most_held }, { "queue_words", w->shape.queue_words });
	json_object_set_new(object, "batches", summary_json(w->round_batches));
	json_object_set_new(object, "round_clocks", summary_json(w->round_clocks));
	json_object_set_new(object, "stage_batches", stages);
	json_add_real(object, "lambda_mean", w->lambda_sum / rounds);
	json_object_set_new(object, "by_lambda", loaded_json(w));
	if (w->rounds == 0)
		return;
	json_object_set_new(object, "lambda", json_pack("{s:o, s:o, s:o}", "both", reference_factor_json(&w->heaviest.both),
							"up", reference_factor_json(&w->heaviest.up), "down",
							reference_factor_json(&w->heaviest.down)));
}

static const struct column stage_columns[] = {
	{ "stage", 5, "{stage}" }, { "batches, mean", 13, "{mean:.2f}" }, { "max", 4, "{max}" }, { .label = NULL },
};

static void say_loaded(const json_t *rows, struct text *out)
{
	text_add(out, "\n  load factor   rounds  batches, mean   max  of a stage  at most\n");
	for (size_t i = 0; i < json_array_size(rows); i++) {
		const json_t *row = json_array_get(rows, i);

		text_add(out, figures_has(row, "lambda_at_most") ? "  up to " : "        ");
		figures_say(row, "{lambda_at_most:5}  {rounds:7}  {batches_mean:13.2f}  {batches_max:4}  {stage_batches_max:10}  "
			    "{stage_batches_bound:7}\n", out);
	}
}

static void say_rounds(const json_t *object, struct text *out)
{
	figures_say(object, "  a round      mean {round_clocks.mean:.1f}, p99 {round_clocks.p99}, max {round_clocks.max} "
		    "clocks until the next may begin\n"
		    "  batches      mean {batches.mean:.2f}, max {batches.max} a round\n"
		    "  load factor  mean {lambda_mean:.3g}; the greatest {lambda.both.numerator}/{lambda.both.denominator}, "
		    "up {lambda.up.numerator}/{lambda.up.denominator}, "
		    "down {lambda.down.numerator}/{lambda.down.denominator}\n"
		    "  sidetracked  {sidetracked} times\n"
		    "  queue        at most {queue_max} words in a leaf, of {queue_words}\n\n", out);
	figures_table(json_object_get(object, "stage_batches"), stage_columns, out);
	say_loaded(json_object_get(object, "by_lambda"), out);
}

static void say(const json_t *object, struct text *out)
{
	double rounds = json_number_value(json_object_get(object, "rounds"));
	double words = json_number_value(json_object_get(object, "round_words"));

	figures_say(object, "  rounds       {rounds}, of ", out);
	text_print(out, "%.4g words each\n", rounds > 0 ? words / rounds : 0);
	if (rounds > 0)
		say_rounds(object, out);
}

const struct watcher batched_watcher = {
	.begin = begin, .clock = see, .delivery = note, .check = check, .failed = failed, .json = json, .say = say, .free = end_watch,
};

static const struct figure_row figures[] = {
	{ "rounds", "rounds", "rounds in the measured slots" },
	{ "round_words", "words", "words in these rounds" },
	{ "{round_clocks,batches}.{mean,p50,p99,max}", "clocks; batches", "length of a round; batches per round" },
	{ "{round_clocks,batches}.count", "rounds", "rounds measured" },
	{ "{round_clocks,batches}.exact", "", "false: p50 and p99 are too high by up to 1/2048" },
	{ "stage_batches[].{stage,mean,max}", "batches", "batches of a stage in a round" },
	{ "by_lambda[].{lambda_at_most,rounds}", "rounds", "rounds with a load factor up to this" },
	{ "by_lambda[].{batches_mean,batches_max,stage_batches_max,stage_batches_bound}", "batches",
	  "batches of these rounds; of one stage, and their bound" },
	{ "lambda.{up,down,both}.{value,numerator,denominator,depth,vertex}", "",
	  "greatest load factor, and its place" },
	{ "lambda_mean", "", "mean load factor of the rounds" },
	{ "{queue_max,queue_words}", "words", "most words in a queue; its capacity" },
	{ "sidetracked", "words", "words that went up another way" },
	{ NULL, NULL, NULL },
};

const struct simulator batched_simulator = {
	.subject = "messages", .check = simulate_messages_check, .tells_trails = true, .run = simulate_messages, .watcher = &batched_watcher,
	.figures = figures,
};

/* Messages to the leaf that receives the most. */
static unsigned most_received(const struct message_list *list)
{
	unsigned *received = allocate_array(list->leaves, sizeof *received), most = 0;

	for (size_t m = 0; m < list->count; m++)
		most = larger(most, ++received[list->destination[m]]);
	free(received);
	return most;
}

/* The messages have a degree, which is that of their round: nothing waits for another one. */
static bool take_degree(struct butterfly_parameters *own, unsigned received)
{
	unsigned degree = larger(own->round_words, received);

	if (degree > MOST_ROUND_WORDS) {
		error("--one-round: a leaf gets %u messages: expected at most %d in a round, with degree", degree, MOST_ROUND_WORDS);
		return suggest("--set degree=0");
	}
	if (degree != own->degree)
		warning("--one-round: degree is %u instead of %u: so many of the messages go from a leaf, or to a leaf", degree, own->degree);
	own->degree = own->round_words = degree;
	own->admission = ADMISSION_PROMISE;
	return true;
}

bool batched_one_round(struct spec *spec, const struct message_list *list)
{
	struct butterfly_parameters *own = spec->own;
	unsigned most = 0;

	for (unsigned leaf = 0; leaf < list->leaves; leaf++) {
		unsigned count = 0;

		for (uint32_t m = list->first[leaf]; m != MESSAGE_NONE; m = list->next[m])
			count++;
		if (count > MOST_ROUND_WORDS)
			return error("--one-round: leaf %u sends %u messages: expected at most %d in a round", leaf, count,
				     MOST_ROUND_WORDS);
		if (count > most)
			most = count;
	}
	own->round_words = most ? most : 1;
	if (own->degree > 0 && !take_degree(own, most_received(list)))
		return false;
	own->order = ORDER_NONE;
	return true;
}
