/* class_report.c: see class_report.h. */
#include "simulate/class_report.h"

#include "simulate/simulate.h"
#include "util/figures.h"

json_t *class_report_json(const struct message_classes *c)
{
	json_t *classes = json_array();

	for (unsigned i = 0; i < message_classes_count(c); i++) {
		struct latency_summary latency = latency_of(message_classes_latency(c, i));

		json_array_append_new(classes, json_pack("{s:s, s:o}", "name", message_classes_name(c, i), "latency", latency_json(&latency)));
	}
	return classes;
}

void class_report_say(const json_t *classes, struct text *out)
{
	for (size_t i = 0; i < json_array_size(classes); i++) {
		const json_t *class = json_array_get(classes, i), *latency = json_object_get(class, "latency");

		figures_say(class, "  class {name}: ", out);
		latency_say(latency, out);
		figures_say(latency, " from creation to delivery, words: {count}\n", out);
	}
}
