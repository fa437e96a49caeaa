/* message_classes.c: see message_classes.h. */
#include "simulate/message_classes.h"

#include <stdlib.h>

#include "simulate/simulate.h"
#include "statistics.h"
#include "util/figures.h"
#include "util/ranks.h"

struct message_classes {
	const struct message_list *list;
	struct histogram **latency;	/* [list->class_count] */
};

struct message_classes *message_classes_new(const struct message_list *list)
{
	struct message_classes *c;

	if (list->class_count == 0)
		return NULL;
	c = allocate(sizeof *c);
	c->list = list;
	c->latency = allocate_array(list->class_count, sizeof(struct histogram *));
	for (unsigned i = 0; i < list->class_count; i++)
		c->latency[i] = histogram_create();
	return c;
}

void message_classes_add(struct message_classes *c, uint64_t number, uint64_t latency)
{
	unsigned class = c->list->class[message_of_word(c->list, (uint32_t)number)];

	if (class > 0)
		histogram_add(c->latency[class - 1], latency);
}

void message_classes_gather(struct message_classes *c)
{
	struct text own = { 0 };

	for (unsigned i = 0; i < c->list->class_count; i++)
		histogram_write(c->latency[i], &own);
	ranks_exchange(own.bytes, own.length);
	for (unsigned r = 0; r < ranks_count(); r++) {
		size_t bytes;
		const char *given = ranks_given(r, &bytes);

		for (unsigned i = 0; r != ranks_rank() && i < c->list->class_count; i++)
			given = histogram_read(c->latency[i], given);
	}
	text_free(&own);
}

json_t *message_classes_json(const struct message_classes *c)
{
	json_t *classes = json_array();

	for (unsigned i = 0; i < c->list->class_count; i++) {
		struct latency_summary latency = latency_of(c->latency[i]);

		json_array_append_new(classes, json_pack("{s:s, s:o}", "name", c->list->class_name[i], "latency", latency_json(&latency)));
	}
	return classes;
}

void message_classes_say(const json_t *classes, struct text *out)
{
	for (size_t i = 0; i < json_array_size(classes); i++) {
		const json_t *class = json_array_get(classes, i), *latency = json_object_get(class, "latency");

		figures_say(class, "  class {name}: ", out);
		latency_say(latency, out);
		figures_say(latency, " from creation to delivery, words: {count}\n", out);
	}
}

void message_classes_free(struct message_classes *c)
{
	if (!c)
		return;
	for (unsigned i = 0; i < c->list->class_count; i++)
		histogram_free(c->latency[i]);
	free(c->latency);
	free(c);
}
