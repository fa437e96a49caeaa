/* service_report.c: who waited, how long, and who was served least, for a person and for a program. */
#include <inttypes.h>

#include "model/tries.h"
#include "network/machine.h"
#include "simulate/simulate.h"
#include "util/json.h"
#include "util/message.h"
#include "util/text.h"

/* "leaf 3 for leaf 0" */
static void add_ends(const struct network *net, const struct word_service *word, struct text *out)
{
	const struct machine *machine = net->spec->machine;
	unsigned leaves = net->spec->leaves, first = machine->first_end;

	text_print(out, "%s %" PRIu32 " for ", machine->end, word->source + first);
	if (word->destination < leaves)
		text_print(out, "%s %" PRIu32, machine->end, word->destination + first);
	else if (word->destination == leaves)
		text_add(out, "all leaves");
	else
		text_print(out, "group %" PRIu32, word->destination - leaves);
}

static void text_word(const struct simulation *s, const char *name, const struct word_service *word, struct text *out)
{
	text_print(out, "  %-12s %" PRIu64 " clocks, %.4g slots: ", name, word->waited,
		   (double)word->waited / s->network->slot_clocks);
	add_ends(s->network, word, out);
	if (word->tries && simulation_knows_tries(s))
		text_print(out, ", %" PRIu64 " tr%s", word->tries, word->tries == 1 ? "y" : "ies");
	text_print(out, ", from clock %" PRIu64 " on\n", word->offered);
}

static void text_served(const struct machine *machine, const struct served *served, struct text *out)
{
	text_print(out, "  %-12s least %s %" PRIu32 ", %" PRIu64 " words; most %s %" PRIu32 ", %" PRIu64
		   " words; ratio %.2f", "served", machine->end, served->least_leaf + machine->first_end, served->least,
		   machine->end, served->most_leaf + machine->first_end, served->most, served_ratio(served));
	if (served->starved)
		text_print(out, "; %u of %u %s that always had words to send sent none", served->starved,
			   served->waiting, machine->ends);
	text_add(out, "\n");
}

void service_text(const struct simulation *s, const struct simulate_point *p, struct text *out)
{
	if (p->longest_wait.exists)
		text_word(s, "longest wait", &p->longest_wait, out);
	/* Without measured slots the end is that of the run. */
	if (p->waiting.exists)
		text_word(s, "waits at end", &p->waiting, out);
	if (p->served.waiting)
		text_served(s->network->spec->machine, &p->served, out);
}

static json_t *json_word(const struct simulation *s, const struct word_service *word)
{
	unsigned leaves = s->network->spec->leaves, first = s->network->spec->machine->first_end;
	json_t *object;

	if (!word->exists)
		return json_null();
	object = json_object();
	JSON_NUMBERS(object, { "source", word->source + first }, { "offered", word->offered }, { "clocks", word->waited });
	json_object_set_new(object, "tries", json_known(simulation_knows_tries(s), word->tries));
	json_add_real(object, "slots", (double)word->waited / s->network->slot_clocks);
	/* "*" and "@2" as in a file of messages. */
	if (word->destination < leaves)
		json_add_number(object, "destination", word->destination + first);
	else
		json_object_set_new(object, "destination", word->destination == leaves ? json_string("*")
					    : json_sprintf("@%" PRIu32, word->destination - leaves));
	return object;
}

json_t *served_json(const struct simulation *s, const struct served *served)
{
	int first = (int)s->network->spec->machine->first_end;

	return served->waiting ? json_pack("{s:i, s:i, s:i, s:I, s:i, s:I, s:f}", "waiting_leaves",
					   (int)served->waiting, "starved_leaves", (int)served->starved,
					   "least_leaf", (int)served->least_leaf + first, "least", (json_int_t)served->least,
					   "most_leaf", (int)served->most_leaf + first, "most", (json_int_t)served->most,
					   "ratio", served_ratio(served))
			       : json_null();
}

void service_json(const struct simulation *s, const struct simulate_point *p, const struct service *service,
		  json_t *object)
{
	json_t *leaves = json_array();

	for (uint32_t i = 0; i < service->leaves; i++)
		json_array_append_new(leaves, json_pack("{s:I, s:o, s:I}",
			"delivered", (json_int_t)service->leaf[i].delivered,
			"most_tries", json_known(p->knows_tries, service->leaf[i].most_tries),
			"longest_wait", (json_int_t)service->leaf[i].longest_wait));
	json_object_set_new(object, "most_tried", p->knows_tries ? json_word(s, &p->most_tried) : json_null());
	json_object_set_new(object, "longest_wait", json_word(s, &p->longest_wait));
	json_object_set_new(object, "waiting", json_word(s, &p->waiting));
	json_object_set_new(object, "served", served_json(s, &p->served));
	json_object_set_new(object, "by_leaf", leaves);
}

static bool is_uniform(const struct simulate_options *o)
{
	return o->pattern == PATTERN_UNIFORM && !o->messages;
}

/* Receivers that are not ready cost tries, too, which no bound knows. */
double simulation_tries_bound(const struct simulation *s)
{
	if (s->options.back_pressure > 0)
		return 0;
	return tries_bound(s->network, is_uniform(&s->options));
}

void warn_of_tries(const struct simulation *s, const struct simulate_point *p, double bound, const char *when)
{
	const struct word_service *word = &p->most_tried;
	struct text ends = { 0 };

	if (bound == 0 || !p->knows_tries || (double)word->tries <= bound)
		return;
	add_ends(s->network, word, &ends);
	warning("%sa word from %s took %" PRIu64 " tries, %" PRIu64 " clocks: expected at most %.0f tries even if all"
		" %s %s", when, ends.bytes, word->tries, word->waited, bound, s->network->spec->machine->ends,
		is_uniform(&s->options) ? "always send" : "send there");
	text_free(&ends);
}
