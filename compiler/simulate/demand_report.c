/* demand_report.c: what the leaves send, to whom and when, for a person and for a program. */
#include <stdlib.h>

#include "simulate/simulate.h"
#include "util/json.h"
#include "util/message.h"
#include "util/text.h"

char *simulation_pattern_name(const struct traffic_demand *d)
{
	if (d->matrix)
		return format_string("the matrix of %s", name_shown(d->matrix_file));
	return copy_string(demand_csv_pattern(d));
}

char *simulation_traffic_name(const struct traffic_demand *d)
{
	char *pattern = simulation_pattern_name(d);
	struct text t = { 0 };

	text_print(&t, "%s traffic", pattern);
	free(pattern);
	if (d->injection != INJECTION_BERNOULLI)
		text_print(&t, ", %s", injection_names[d->injection]);
	if (d->injection >= INJECTION_ON_OFF)
		text_print(&t, " with bursts of %g", d->burst);
	if (d->rates)
		text_print(&t, ", rates %s", d->rates_text);
	return t.bytes;
}

void demand_json(const struct traffic_demand *d, json_t *object)
{
	char *name = simulation_pattern_name(d);

	json_object_set_new(object, "pattern", json_string(name));
	if (d->loop.window == 0)
		json_object_set_new(object, "injection", json_string(injection_names[d->injection]));
	if (d->injection >= INJECTION_ON_OFF)
		json_add_real(object, "burst", d->burst);
	if (d->rates)
		json_object_set_new(object, "rates", json_string(d->rates_text));
	free(name);
}

const char *demand_csv_pattern(const struct traffic_demand *d)
{
	return d->matrix ? "" : d->mix ? d->mix_text : pattern_names[d->pattern];
}

/* Semicolons stand for commas, which some readers of CSV do not take in quotes. */
static void add_field(const char *text, struct text *out)
{
	for (const char *at = text; *at; at++)
		text_print(out, "%c", *at == ',' ? ';' : *at == '"' || *at == '\n' ? '_' : *at);
}

void demand_csv(const struct traffic_demand *d, struct text *out)
{
	add_field(d->matrix ? name_shown(d->matrix_file) : "", out);
	text_print(out, ",%s,", injection_names[d->injection]);
	if (d->injection >= INJECTION_ON_OFF)
		text_print(out, "%g", d->burst);
	text_add(out, ",");
	add_field(d->rates ? d->rates_text : "", out);
	text_add(out, ",");
	if (d->size)
		add_field(d->size_text, out);
	else if (d->packet_words > 0)
		text_print(out, "%u", d->packet_words);
}
