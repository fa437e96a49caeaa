/* message_classes.c: see message_classes.h. */
#include "simulate/message_classes.h"

#include <stdlib.h>

#include "util/ranks.h"
#include "util/text.h"

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

unsigned message_classes_count(const struct message_classes *c)
{
	return c->list->class_count;
}

const char *message_classes_name(const struct message_classes *c, unsigned class)
{
	return c->list->class_name[class];
}

const struct histogram *message_classes_latency(const struct message_classes *c, unsigned class)
{
	return c->latency[class];
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
