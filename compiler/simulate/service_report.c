/* service_report.c: who waited, how long, and who was served least, for a person and for a program. */
#include <inttypes.h>
#include <string.h>

#include "model/tries.h"
#include "network/machine.h"
#include "simulate/simulate.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"
#include "util/text.h"

/* A leaf's number; "*" and "@2" as in a file of messages; "root:0" for a stream of the outside. */
static json_t *json_end(const struct simulation *s, uint32_t end)
{
	unsigned leaves = simulation_leaves(s);

	if (end < leaves)
		return json_integer(end + s->network->spec->machine->first_end);
	if (simulation_outside(s) > 0)
		return json_sprintf("root:%" PRIu32, end - leaves);
	return end == leaves ? json_string("*") : json_sprintf("@%" PRIu32, end - leaves);
}

static json_t *json_word(const struct simulation *s, const struct word_service *word)
{
	json_t *object;

	if (!word->exists)
		return json_null();
	object = json_object();
	json_object_set_new(object, "source", json_end(s, word->source));
	JSON_NUMBERS(object, { "offered", word->offered }, { "clocks", word->waited });
	json_object_set_new(object, "tries", json_known(simulation_knows_tries(s), word->tries));
	json_add_real(object, "slots", (double)word->waited / s->network->slot_clocks);
	json_object_set_new(object, "destination", json_end(s, word->destination));
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

/* "leaf 3 for leaf 0" */
static void say_end(const struct machine *machine, const json_t *end, struct text *out)
{
	const char *other = json_string_value(end);

	if (!other)
		text_print(out, "%s %" JSON_INTEGER_FORMAT, machine->end, json_integer_value(end));
	else if (*other == '*')
		text_add(out, "all leaves");
	else if (*other == '@')
		text_print(out, "group %s", other + 1);
	else
		text_print(out, "stream %s of the root", strchr(other, ':') + 1);
}

static void say_ends(const struct machine *machine, const json_t *word, struct text *out)
{
	say_end(machine, json_object_get(word, "source"), out);
	text_add(out, " for ");
	say_end(machine, json_object_get(word, "destination"), out);
}

static void say_word(const struct machine *machine, const char *name, const json_t *word, struct text *out)
{
	if (json_is_null(word))
		return;
	text_print(out, "  %-12s ", name);
	figures_say(word, "{clocks} clocks, {slots:.4g} slots: ", out);
	say_ends(machine, word, out);
	if (figures_has(word, "tries"))
		figures_say(word, json_integer_value(json_object_get(word, "tries")) == 1 ? ", {tries} try"
			    : ", {tries} tries", out);
	figures_say(word, ", from clock {offered} on\n", out);
}

static void say_served(const struct machine *machine, const json_t *served, struct text *out)
{
	if (json_is_null(served))
		return;
	text_print(out, "  served       least %s ", machine->end);
	figures_say(served, "{least_leaf}, {least} words; most ", out);
	text_print(out, "%s ", machine->end);
	figures_say(served, "{most_leaf}, {most} words; ratio {ratio:.2f}", out);
	if (figures_has(served, "starved_leaves")) {
		figures_say(served, "; {starved_leaves} of {waiting_leaves} ", out);
		text_print(out, "%s that always had words to send sent none", machine->ends);
	}
	text_add(out, "\n");
}

void service_say(const struct machine *machine, const json_t *object, struct text *out)
{
	say_word(machine, "longest wait", json_object_get(object, "longest_wait"), out);
	/* Without measured slots the end is that of the run. */
	say_word(machine, "waits at end", json_object_get(object, "waiting"), out);
	say_served(machine, json_object_get(object, "served"), out);
}

/* Receivers that are not ready cost tries, too, which no bound knows; nor does it know dead links, or words that meet others at a leaf
 * for which many are. */
double simulation_tries_bound(const struct simulation *s)
{
	const struct simulate_options *o = &s->options;

	if (o->back_pressure > 0 || (o->demand.loop.window > 0 && !simulation_is_uniform(o)) || o->demand.mix || o->demand.matrix || o->demand.hotspot_count > 1 || s->network->spec->fault_count > 0)
		return 0;
	return tries_bound(s->network, simulation_is_uniform(&s->options));
}

void warn_of_tries(const struct simulation *s, const struct simulate_point *p, double bound, const char *when)
{
	const struct word_service *word = &p->most_tried;
	struct text ends = { 0 };
	json_t *said;

	if (bound == 0 || !p->knows_tries || (double)word->tries <= bound)
		return;
	said = json_word(s, word);
	say_ends(s->network->spec->machine, said, &ends);
	json_decref(said);
	warning("%sa word from %s took %" PRIu64 " tries, %" PRIu64 " clocks: expected at most %.0f tries even if all"
		" %s %s", when, ends.bytes, word->tries, word->waited, bound, s->network->spec->machine->ends,
		simulation_is_uniform(&s->options) ? "always send" : "send there");
	text_free(&ends);
}
