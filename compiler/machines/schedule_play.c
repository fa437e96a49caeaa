/* schedule_play.c: an off-line network plays its built-in schedule: every leaf gets words in the order of the schedule, and
 * every clock is compared with the schedule's prediction. */
#include <inttypes.h>
#include <stdlib.h>

#include "machines/playback.h"
#include "machines/players.h"
#include "machines/settings.h"
#include "model.h"
#include "player.h"
#include "random.h"
#include "schedule/schedule.h"
#include "simulate/delivery_log.h"
#include "simulate/simulate.h"
#include "statistics.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/text.h"

/* The messages, with random payloads. */
struct workload {
	struct player_message *message;
	uint64_t *payload;
	size_t count, local;
	struct histogram *latency;	/* of the network alone: from M bit to M bit */
};

static unsigned payload_words(const struct spec *spec)
{
	return (spec->payload_bits + 63) / 64;
}

static struct workload make_workload(const struct simulation *s, const struct playback *playback)
{
	const struct schedule_file *file = s->network->schedule;
	struct settings settings = playback->settle(s->network, s->trails);
	unsigned words = payload_words(s->network->spec), last_bits = s->network->spec->payload_bits - 64 * (words - 1);
	struct workload w = { .latency = histogram_create() };
	struct random random;

	random_start(&random, s->options.seed, 4);
	w.message = allocate_array(file->set.count + 1, sizeof *w.message);
	w.payload = allocate_array(file->set.count * words + 1, sizeof *w.payload);
	for (size_t m = 0; m < file->set.count; m++) {
		const struct demand *d = &file->set.demand[m];
		const struct passage_of_message *p = &settings.passage[m];

		if (file->schedule.cycle[m] == SCHEDULE_LOCAL) {
			w.local++;
			continue;
		}
		for (unsigned k = 0; k < words; k++)
			w.payload[w.count * words + k] = random_next(&random) >> (k + 1 < words ? 0 : 64 - last_bits);
		w.message[w.count++] = (struct player_message){ file->schedule.cycle[m], d->source, d->destination,
								p->source_lane, p->destination_lane };
		histogram_add(w.latency, playback->latency[p->turn_level]);
	}
	settings_free(&settings);
	return w;
}

static json_t *json_report(const struct simulation *s, const struct workload *w, const struct player_result *r,
			   double rate, bool passed)
{
	const struct spec *spec = s->network->spec;
	struct latency_summary latency = latency_of(w->latency);
	json_t *object = spec_identity(spec);

	JSON_NUMBERS(object, { "leaves", spec->leaves }, { "payload_bits", spec->payload_bits },
		     { "slot_clocks", s->network->slot_clocks });
	json_object_set_new(object, "passed", json_boolean(passed));
	json_add_real(object, "offered", rate);
	json_add_real(object, "accepted", rate);
	json_object_set_new(object, "latency", latency_json(&latency));
	JSON_NUMBERS(object, { "sent", r->sent }, { "delivered", r->delivered }, { "local", w->local },
		     { "retries", 0 }, { "seed", s->options.seed },
		     { "cycles", s->network->schedule->schedule.cycles },
		     { "cycle_clocks", s->network->playback->period }, { "clocks", r->clocks });
	engine_json(s, object);
	return object;
}

static void report(const struct simulation *s, const struct playback *playback, const struct workload *w,
		   const struct player_result *r, bool passed, struct findings *found)
{
	const struct spec *spec = s->network->spec;
	unsigned cycles = s->network->schedule->schedule.cycles;
	double rate = cycles > 0 ? (double)w->count / cycles / spec->leaves : 0;
	json_t *object = json_report(s, w, r, rate, passed);
	struct text *text = &found->text;

	text_print(text, "%s: %u leaves, payload of %u bits; plays %s, seed %lu\n", spec->name, spec->leaves,
		   spec->payload_bits, spec->schedule_path, s->options.seed);
	text_print(text, "  %-12s %u, each of %u clocks; all is over after %" PRIu64 " clocks\n", "cycles", cycles,
		   playback->period, r->clocks);
	text_print(text, "  %-12s %" PRIu64 " sent, %" PRIu64 " delivered%s", "messages", r->sent, r->delivered,
		   passed ? ": each at the predicted leaf in the predicted clock, intact" : ": FAILED, see above");
	if (w->local > 0)
		text_print(text, "; %zu to their own leaf do not travel", w->local);
	text_print(text,
		   "\n  %-12s %.4f messages per leaf and cycle, %.4g payload bits per clock in the whole network\n",
		   "rate", rate, rate * spec->leaves * spec->payload_bits / playback->period);
	text_print(text, "  %-12s ", "latency");
	latency_say(json_object_get(object, "latency"), text);
	figures_say(object, " from leaf to leaf, of {latency.count} messages\n", text);
	engine_say(object, text);
	json_print(object, &found->json);
}

struct listener {
	const struct simulation *s;
	const struct workload *w;
};

/* A message of a schedule comes into being when it is offered. */
static void note(void *context, uint32_t m, uint64_t offered, uint64_t now)
{
	const struct listener *l = context;
	const struct player_message *message = &l->w->message[m];

	delivery_log_add(l->s->log, &(struct logged){ message->source, message->destination, message->cycle, offered, offered, now });
}

static enum simulation_end run_schedule_play(struct simulation *s, struct findings *found)
{
	const struct spec *spec = s->network->spec;
	const struct playback *playback = s->network->playback;
	struct workload w = make_workload(s, playback);
	struct player_result result = { 0 };
	struct listener listener = { s, &w };
	struct player p = {
		.model = simulation_open(s), .leaves = spec->leaves, .lanes = spec->connections,
		.levels = s->network->levels, .payload_bits = spec->payload_bits,
		.cycles = s->network->schedule->schedule.cycles, .period = playback->period,
		.end_at = playback->end_at, .message = w.message, .count = w.count, .payload = w.payload, .rounds = 1,
		.delivery = s->log ? note : NULL, .context = &listener,
	};
	bool opened = p.model, good = opened && player_run(&p, &result) && result.delivered == w.count;

	model_close(p.model);
	if (opened)
		report(s, playback, &w, &result, good, found);
	histogram_free(w.latency);
	free(w.message);
	free(w.payload);
	return good ? SIMULATION_PASSED : opened ? SIMULATION_FAILED : SIMULATION_ABSENT;
}

/* The schedule fixes sources, destinations and times. */
static const char *const options[] = { "--seed", "--trace", "--log", "--html", "--channels", "--window", "--tries", "--engine", "--pieces", "--processes", NULL };

static bool check(const struct network *net)
{
	return require_schedule(net, "ftc simulate");
}

static const struct figure_row figures[] = {
	{ "cycles", "cycles", "delivery cycles of the schedule" },
	{ "cycle_clocks", "clocks", "length of a delivery cycle" },
	{ NULL, NULL, NULL },
};

const struct simulator schedule_simulator = {
	.subject = "a network that plays a schedule", .options = options, .check = check, .run = run_schedule_play,
	.tells_trails = true, .figures = figures,
};
