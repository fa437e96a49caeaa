/* report.c: the report of a pruned butterfly that routes in batches: stages, queues, what a round takes. */
#include <stdlib.h>

#include "machines/batched/rounds.h"
#include "machines/xgft.h"
#include "network/cost.h"
#include "network/leaf.h"
#include "network/report.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"
#include "util/output.h"

struct report {
	const struct spec *spec;
	struct batched_shape shape;
	struct batched_rounds rounds[BATCHED_TRAFFICS];
	struct network *net;
};

/* Clocks of a stage with batches, without the batches themselves. */
static unsigned long fixed_clocks(const struct batched_shape *s, unsigned i)
{
	return batched_stage_clocks(s, i, 1) - s->stage[i].period;
}

/* The round in which every stage has batches: clocks without those of the batches, and of a batch in each stage. */
static unsigned long all_fixed(const struct batched_shape *s)
{
	unsigned long clocks = s->between_rounds;

	for (unsigned i = 0; i < s->levels; i++)
		clocks += fixed_clocks(s, i);
	return clocks;
}

static unsigned long all_periods(const struct batched_shape *s)
{
	unsigned long clocks = 0;

	for (unsigned i = 0; i < s->levels; i++)
		clocks += s->stage[i].period;
	return clocks;
}

static const struct column stage_columns[] = {
	{ "stage", 5, "{stage}" }, { "turns", 6, "{turns}" }, { "vertices", 8, "{vertices}" },
	{ "wires", 5, "{wires}" },
	{ "sorter", 6, "{sorter_clocks}" }, { "count", 5, "{count_clocks}" }, { "period", 6, "{period_clocks}" },
	{ "latency", 7, "{latency_clocks}" }, { "clocks, A > 0", 0, "{fixed_clocks} + {period_clocks} A" },
	{ .label = NULL },
};

static void say_stages(const json_t *object, struct text *out)
{
	text_add(out, "\nStages of a round: stage i moves the words that turn on level i, in A batches\n");
	figures_table(json_object_get(object, "stages"), stage_columns, out);
	text_add(out, "  (levels from the root; vertices of a turn; wires each way of a channel below it; clocks of its sorter, from\n"
		      "  COUNT to the first batch, from batch to batch, from leaf to leaf)\n");
}

static void say_round(const struct batched_shape *s, const json_t *object, struct text *out)
{
	text_print(out, "\nRound: at most %u word%s of a leaf%s\n", s->round_words, s->round_words == 1 ? "" : "s",
		   s->ordered ? ", one for each other leaf" : "");
	figures_say(object, "  {between_rounds_clocks} clocks, and those of its stages; a stage without words takes "
		    "{quiet_stage_clocks}\n"
		    "  a stage has at most 2 ceil(lambda) batches, a round {bound.batches_per_lambda} ceil(lambda) "
		    "(Bay's Lemma 7), so it takes at most\n"
		    "  {bound.fixed_clocks} + {bound.clocks_per_lambda} ceil(lambda) clocks, lambda being the load "
		    "factor of its words\n"
		    "Counts: {count_bits} bits, for all words of a round\n"
		    "Queue of a leaf: {queue_words} words at most, ", out);
	if (s->degree > 0)
		text_print(out, "%u sidetracked ones (Lemma 8) and %u for the rest\n", s->side_words, s->places - s->side_words);
	else
		text_add(out, "N D of this round and D of the next\n");
	figures_say(object, "  {queue_ram_bits} bits of RAM; {memory_bits} with all memories of a leaf, {memory_bits_in_all} of all leaves\n", out);
	if (s->scan)
		figures_say(object, "Admission: the words for each leaf are counted at all leaves in {scan_clocks} clocks; the shortest round "
			    "takes {shortest_round_clocks}\n", out);
}

static const struct column traffic_columns[] = {
	{ "", -12, "{traffic}" }, { "words", 7, "{words}" }, { "lambda", 6, "{lambda:.2f}" },
	{ "batches", 7, "{batches:.2f}" },
	{ "most", 6, "{most_batches}" }, { "sidetracked", 11, "{sidetracked:.2f}" }, { "queue", 5, "{queue_most}" },
	{ "side", 4, "{waiting_most}" }, { "bound", 5, "{waiting_bound}" },
	{ "clocks", 9, "{clocks:.1f}" }, { "most", 8, "{most_clocks}" },
	{ "bits a clock", 12, "{payload_bits_per_clock:.4g}" },
	{ .label = NULL },
};

static void say_traffic(const struct report *r, const json_t *object, struct text *out)
{
	unsigned long rounds = r->rounds[BATCHED_UNIFORM].rounds;

	figures_say(object, "\nRounds, by the model (uniform: seed {seed}, ", out);
	text_print(out, "%lu round%s)\n", rounds, rounds == 1 ? "" : "s");
	figures_table(json_object_get(object, "rounds"), traffic_columns, out);
	text_add(out, "  (side: most sidetracked words at a leaf; bound: what Lemma 8 allows, (d + 1) lg N + d for words of degree d)\n");
}

static struct cost difference(const struct cost *all, const struct cost *part)
{
	return (struct cost){ .lut4 = all->lut4 - part->lut4, .ff = all->ff - part->ff, .cells = all->cells - part->cells };
}

static void print_logic(const struct report *r, struct text *out)
{
	enum { OTHER_PARTS = 3 };
	struct report_part part[MOST_BATCHED_LEVELS + OTHER_PARTS];
	struct cost all = network_cost(r->net), shell = network_shell_cost(r->net), beside = network_adapter_cost(r->net);
	unsigned levels = r->shape.levels, count = levels;

	cost_add(&beside, &shell, 1);
	for (unsigned k = 0; k < levels; k++)
		part[k] = (struct report_part){ format_string("level %u: %u control part%s", k, 1u << k, k ? "s" : ""),
						batched_level_cost(r->net, k) };
	part[count++] = (struct report_part){ copy_string("vertices, sorters"), difference(&all, &beside) };
	part[count++] = (struct report_part){ copy_string("timer"), batched_timer_cost(r->net) };
	if (r->spec->leaf->speaks & LEAF_SPEAKS_MESSAGES)
		part[count++] = (struct report_part){ copy_string("leaf adapters"), batched_leaves_cost(r->net) };
	report_logic_parts(r->net, part, count, out);
	for (unsigned k = 0; k < count; k++)
		free(part[k].name);
}

static json_t *stages_json(const struct batched_shape *s)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < s->levels; i++) {
		const struct batched_stage *t = &s->stage[i];
		json_t *object = json_object();

		JSON_NUMBERS(object, { "stage", i }, { "turns", 1u << i }, { "vertices", batched_vertices(s, i) },
			     { "wires", batched_capacity(s, i + 1) }, { "sorter_clocks", t->sorter_latency },
			     { "count_clocks", t->count_clocks }, { "period_clocks", t->period }, { "latency_clocks", t->latency },
			     { "fixed_clocks", fixed_clocks(s, i) });
		json_array_append_new(list, object);
	}
	return list;
}

static json_t *traffic_json(const struct report *r)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < BATCHED_TRAFFICS; i++) {
		const struct batched_rounds *t = &r->rounds[i];
		json_t *object = json_object();

		json_object_set_new(object, "traffic", json_string(batched_traffic_names[i]));
		JSON_NUMBERS(object, { "rounds", t->rounds }, { "words", t->words }, { "most_batches", t->most_batches },
			     { "most_clocks", t->most_clocks }, { "queue_most", t->queue_most },
			     { "waiting_most", t->waiting_most }, { "waiting_bound", t->waiting_bound });
		json_add_real(object, "lambda", t->lambda);
		json_add_real(object, "batches", t->batches);
		json_add_real(object, "sidetracked", t->sidetracked);
		json_add_real(object, "clocks", t->clocks);
		json_add_real(object, "payload_bits_per_clock", t->bits);
		json_array_append_new(list, object);
	}
	return list;
}

/* A word between two leaves that have a node in common. */
static unsigned long shortest_round(const struct batched_shape *s)
{
	unsigned batches[MOST_BATCHED_LEVELS] = { 0 };

	batches[s->levels - 1] = 1;
	return batched_round_clocks(s, batches);
}

static json_t *report_object(const struct report *r)
{
	const struct batched_shape *s = &r->shape;
	json_t *object = report_json(r->net, NULL);

	JSON_NUMBERS(object, { "count_bits", s->count_bits }, { "queue_words", s->queue_words },
		     { "queue_ram_bits", batched_queue_bits(s) }, { "memory_bits", batched_memory_bits(s) },
		     { "memory_bits_in_all", s->leaves * batched_memory_bits(s) }, { "between_rounds_clocks", s->between_rounds },
		     { "quiet_stage_clocks", s->quiet_stage }, { "seed", BATCHED_SEED });
	if (s->scan)
		JSON_NUMBERS(object, { "scan_clocks", s->leaves }, { "shortest_round_clocks", shortest_round(s) });
	json_object_set_new(object, "stages", stages_json(s));
	json_object_set_new(object, "bound", json_pack("{s:i, s:I, s:I}", "batches_per_lambda", 2 * s->levels, "fixed_clocks",
						      (json_int_t)all_fixed(s), "clocks_per_lambda",
						      (json_int_t)(2 * all_periods(s))));
	json_object_set_new(object, "rounds", traffic_json(r));
	json_object_set_new(object, "saturated", json_pack("{s:f, s:f}", "accepted",
		batched_accepted(r->net, &r->rounds[BATCHED_UNIFORM]), "payload_bits_per_clock", r->rounds[BATCHED_UNIFORM].bits));
	report_reference_json(r->spec, object);
	return object;
}

int batched_report(const struct spec *spec, bool files, struct findings *found)
{
	struct report r = { .spec = spec, .shape = batched_shape(spec), .net = network_elaborate(spec) };
	struct text *out = &found->text;
	char *name = xgft_name(spec);
	json_t *object;

	(void)files;
	for (unsigned i = 0; i < BATCHED_TRAFFICS; i++)
		r.rounds[i] = batched_play(spec, i, BATCHED_SEED, 0);
	text_print(out, "%s: pruned butterfly of %u leaves that routes in batches, the graph of %s\n\n", spec->name, spec->leaves, name);
	free(name);
	report_parameters(spec, out);
	object = report_object(&r);
	say_stages(object, out);
	say_round(&r.shape, object, out);
	say_traffic(&r, object, out);
	print_logic(&r, out);
	report_reference(spec, out);
	json_print(object, &found->json);
	network_free(r.net);
	return EXIT_DONE;
}
