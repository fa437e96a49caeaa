/* messages_report.c: `ftc report --messages`: rounds of the messages of a file, as text and JSON. */
#include <stdlib.h>

#include "machines/sorting-fat-tree/rounds.h"
#include "schedule/sources.h"
#include "util/json.h"
#include "util/limit.h"
#include "util/message.h"
#include "util/output.h"

static double quotient(const struct sorting_load *l)
{
	return (double)l->words / l->wires;
}

/* Sums over all rounds. */
struct sums {
	size_t words;
	unsigned local, local_waves, up, sorts, down, repeats, lockstep[2], waves;
	unsigned long clocks[SORTING_PHASES], all, bound;
	double load[2];			/* the greatest, up and down */
};

/* By the load factor of the round. */
static unsigned long bound_of(const struct sorting_shape *s, const struct sorting_round *r)
{
	struct sorting_bound bound;

	sorting_bound(s, sorting_load_factor(r), &bound);
	return bound.all;
}

static void add_round(struct sums *sum, const struct sorting_round *r, unsigned long bound)
{
	sum->bound += bound;
	sum->words += r->words;
	sum->local += r->local;
	sum->local_waves += r->local_waves;
	sum->up += r->up_waves;
	sum->sorts += r->column_sorts;
	sum->down += r->down_waves;
	sum->repeats += r->repeats;
	sum->lockstep[0] += r->lockstep_up;
	sum->lockstep[1] += r->lockstep_down;
	sum->waves = r->most_waves > sum->waves ? r->most_waves : sum->waves;
	for (unsigned p = 0; p < SORTING_PHASES; p++)
		sum->clocks[p] += r->clocks[p];
	sum->all += r->all_clocks;
	sum->load[0] = quotient(&r->up_load) > sum->load[0] ? quotient(&r->up_load) : sum->load[0];
	sum->load[1] = quotient(&r->down_load) > sum->load[1] ? quotient(&r->down_load) : sum->load[1];
}

static void print_sums(const struct sorting_shape *s, const struct sums *sum, unsigned rounds, struct text *out)
{
	const unsigned waves[SORTING_PHASES] = {
		[SORTING_LOCAL] = sum->local_waves, [SORTING_UP] = sum->up, [SORTING_SORT] = sum->sorts, [SORTING_DOWN] = sum->down,
	};

	text_add(out, "  part   waves or column sorts  clocks\n");
	for (unsigned p = 0; p < SORTING_PHASES; p++)
		text_print(out, "  %-5s  %21u  %6lu\n", sorting_phase_names[p], waves[p], sum->clocks[p]);
	text_print(out, "  all                           %6lu\n", sum->all);
	text_print(out, "  at most, by the load factor   %6lu  (Bay's Theorem 3)\n", sum->bound);
	text_print(out, "Local: %u words. Waves that buses carried again: %u\n", sum->local, sum->repeats);
	text_print(out, "Load factor of a round: up %.3f, down %.3f; a batch takes at most %u wave%s of a channel\n", sum->load[0],
		   sum->load[1], sum->waves, sum->waves == 1 ? "" : "s");
	text_print(out, "Bay's lockstep, channels alone, %u stages of at least a wave: %u up, %u down\n",
		   rounds * (s->up_stages + 1), sum->lockstep[0], sum->lockstep[1]);
	text_print(out, "Throughput: %.4g payload bits a clock in the whole network\n",
		   (double)sum->words * s->payload_bits / (double)sum->all);
}

static json_t *load_json(const struct sorting_load *l)
{
	return json_pack("{s:i, s:i, s:f}", "words", l->words, "wires", l->wires, "value", quotient(l));
}

static json_t *round_json(const struct sorting_shape *s, const struct sorting_round *r, unsigned long bound)
{
	json_t *object = json_object(), *clocks = json_object();

	JSON_NUMBERS(object, { "words", r->words }, { "local", r->local }, { "local_waves", r->local_waves }, { "up_waves", r->up_waves },
		     { "column_sorts", r->column_sorts }, { "down_waves", r->down_waves }, { "bus_repeats", r->repeats },
		     { "lockstep_up", r->lockstep_up }, { "lockstep_down", r->lockstep_down }, { "most_waves", r->most_waves });
	json_object_set_new(object, "peaks", json_list(r->peak, s->height));
	json_object_set_new(object, "up_stages", json_list(r->up, s->up_stages));
	json_object_set_new(object, "down_stages", json_list(r->down, s->down_stages));
	json_object_set_new(object, "up_load", load_json(&r->up_load));
	json_object_set_new(object, "down_load", load_json(&r->down_load));
	json_object_set_new(object, "batch_load", load_json(&r->batch_load));
	for (unsigned p = 0; p < SORTING_PHASES; p++)
		json_add_number(clocks, sorting_phase_names[p], r->clocks[p]);
	json_add_number(clocks, "all", r->all_clocks);
	json_add_number(clocks, "at_most", bound);
	json_object_set_new(object, "clocks", clocks);
	return object;
}

int sorting_report_messages(const struct spec *spec, const char *path, struct findings *found)
{
	struct sorting_shape s = sorting_shape(spec);
	struct message_set set;
	struct sums sum = {0};
	json_t *object, *list;

	if (!source_file(&set, path, spec, "all messages of a round are there when it begins"))
		return EXIT_USAGE;
	limit_stage("the model", "fewer messages of one leaf");
	struct sorting_rounds rounds = sorting_deal(&s, &set);
	uint32_t *destination = allocate_array(s.leaves, sizeof *destination);
	struct sorting_model *m = sorting_model_new(&s);

	object = spec_identity(spec);
	list = json_array();
	for (unsigned i = 0; i < rounds.count; i++) {
		struct sorting_round r;

		sorting_round_words(&rounds, i, destination);
		sorting_model_round(m, destination, NULL, &r);
		unsigned long bound = bound_of(&s, &r);

		add_round(&sum, &r, bound);
		json_array_append_new(list, round_json(&s, &r, bound));
	}
	text_print(&found->text, "%s: %u leaves; %zu word%s in %u round%s, by the model\n\n", spec->name, s.leaves, sum.words,
		   sum.words == 1 ? "" : "s", rounds.count, rounds.count == 1 ? "" : "s");
	print_sums(&s, &sum, rounds.count, &found->text);
	json_add_number(object, "clocks", sum.all);
	json_object_set_new(object, "rounds", list);
	json_print(object, &found->json);
	sorting_model_free(m);
	sorting_rounds_free(&rounds);
	free(destination);
	free(set.demand);
	return EXIT_DONE;
}
