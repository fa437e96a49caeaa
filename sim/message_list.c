/* message_list.c: messages that are known before a run. */
#include "message_list.h"

#include <stdlib.h>
#include <string.h>

#include "util/text.h"

void message_list_start(struct message_list *list, unsigned leaves, unsigned payload_bits)
{
	*list = (struct message_list){ .leaves = leaves, .payload_bits = payload_bits };
	list->first = allocate_array(leaves, sizeof *list->first);
	list->last = allocate_array(leaves, sizeof *list->last);
	memset(list->first, 0xff, leaves * sizeof *list->first);
	memset(list->last, 0xff, leaves * sizeof *list->last);
}

/* Room for one more in an array that begins with `count` zeros if it is not there yet. */
static void *room_behind_zeros(void *array, size_t count, size_t size)
{
	return array ? room_for_one(array, count, size) : allocate_array(2 * count + 1, size);
}

/* Until the first train, words are numbered as messages. */
static void add_words(struct message_list *list, uint32_t number, uint32_t words)
{
	bool first = !list->first_word;

	list->words += words;
	if (first && words == 1)
		return;
	list->first_word = room_behind_zeros(list->first_word, number, sizeof *list->first_word);
	list->first_word[number] = (uint32_t)(list->words - words);
	for (uint32_t i = 0; first && i < number; i++)
		list->first_word[i] = i;
	for (size_t word = first ? 0 : list->words - words; word < list->words; word++) {
		list->message = room_for_one(list->message, word, sizeof *list->message);
		list->message[word] = word < number && first ? (uint32_t)word : number;
	}
}

static void add_times(struct message_list *list, uint32_t number, const struct new_message *m)
{
	if (!list->time && !m->timed)
		return;
	list->time = room_behind_zeros(list->time, number, sizeof *list->time);
	list->time[number] = m->time;
	if (!list->after_end && m->after_count == 0)
		return;
	list->delay = room_behind_zeros(list->delay, number, sizeof *list->delay);
	list->delay[number] = m->delay;
	list->after_end = room_behind_zeros(list->after_end, number, sizeof *list->after_end);
	list->after_end[number] = number > 0 ? list->after_end[number - 1] : 0;
	for (uint32_t i = 0; i < m->after_count; i++) {
		list->after = room_for_one(list->after, list->after_end[number], sizeof *list->after);
		list->after[list->after_end[number]++] = m->after[i];
	}
}

unsigned message_list_class(struct message_list *list, const char *name, size_t length)
{
	for (unsigned i = 0; i < list->class_count; i++)
		if (strlen(list->class_name[i]) == length && memcmp(list->class_name[i], name, length) == 0)
			return i + 1;
	if (list->class_count == MOST_MESSAGE_CLASSES)
		return 0;
	list->class_name = room_for_one(list->class_name, list->class_count, sizeof *list->class_name);
	list->class_name[list->class_count++] = format_string("%.*s", (int)length, name);
	return list->class_count;
}

static void add_class(struct message_list *list, uint32_t number, unsigned class)
{
	if (!list->class && class == 0)
		return;
	list->class = room_behind_zeros(list->class, number, sizeof *list->class);
	list->class[number] = (uint8_t)class;
}

void message_list_add(struct message_list *list, const struct new_message *m)
{
	uint32_t number = (uint32_t)list->count++, last = list->last[m->source];

	list->destination = room_for_one(list->destination, number, sizeof *list->destination);
	list->next = room_for_one(list->next, number, sizeof *list->next);
	list->destination[number] = m->destination;
	list->next[number] = MESSAGE_NONE;
	*(last == MESSAGE_NONE ? &list->first[m->source] : &list->next[last]) = number;
	list->last[m->source] = number;
	add_words(list, number, m->words);
	add_times(list, number, m);
	add_class(list, number, m->class);
}

void messages_free(struct message_list *list)
{
	free(list->destination);
	free(list->next);
	free(list->first);
	free(list->last);
	free(list->way);
	free(list->own_payload);
	free(list->payload);
	free(list->first_word);
	free(list->message);
	free(list->time);
	free(list->delay);
	free(list->after);
	free(list->after_end);
	free(list->class);
	for (unsigned i = 0; i < list->class_count; i++)
		free(list->class_name[i]);
	free(list->class_name);
	*list = (struct message_list){ 0 };
}
