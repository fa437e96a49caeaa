/* timetable.c: which message of a file with times comes into being next at a leaf. */
#include "timetable.h"

#include <stdlib.h>
#include <string.h>

#include "util/text.h"

struct timetable {
	const struct message_list *list;
	double load;
	uint32_t *source;		/* by message */
	struct agenda *agenda;		/* gets messages whose clock is known */
	uint32_t *missing;		/* by message: of those it waits for, as many are not delivered */
	uint32_t *left;			/* by message: words that are not delivered */
	/* Those that wait for message i are waiting[waiting_end[i - 1]] .. waiting[waiting_end[i] - 1], in the list's order. */
	uint32_t *waiting, *waiting_end;
};

/* Far beyond every simulation, and sums do not overflow. */
static const double FOREVER = 0x1p62;

static uint64_t scaled(const struct timetable *t, uint64_t time)
{
	double clocks = (double)time / t->load + 0.5;

	return (uint64_t)(clocks < FOREVER ? clocks : FOREVER);
}

static void find_sources(struct timetable *t)
{
	const struct message_list *list = t->list;

	for (uint32_t leaf = 0; leaf < list->leaves; leaf++)
		for (uint32_t i = list->first[leaf]; i != MESSAGE_NONE; i = list->next[i])
			t->source[i] = leaf;
}

/* Turns the table of whom each message waits for round. */
static void find_waiting(struct timetable *t)
{
	const struct message_list *list = t->list;
	uint32_t total = list->count > 0 && list->after_end ? list->after_end[list->count - 1] : 0;
	uint32_t *place = t->waiting_end;

	t->waiting = allocate_array(total + 1, sizeof *t->waiting);
	for (uint32_t i = 0; i < total; i++)
		place[list->after[i]]++;
	for (uint32_t i = 0, sum = 0; i < list->count; i++) {
		uint32_t count = place[i];

		place[i] = sum;
		sum += count;
	}
	for (uint32_t i = 0; i < list->count; i++) {
		const uint32_t *after = message_after(list, i, &t->missing[i]);

		for (uint32_t k = 0; k < t->missing[i]; k++)
			t->waiting[place[after[k]]++] = i;
	}
}

/* Queues the messages whose clock is known. */
static void enter(struct timetable *t)
{
	for (uint32_t i = 0; i < t->list->count; i++) {
		t->left[i] = message_words(t->list, i);
		if (t->missing[i] == 0)
			agenda_push(t->agenda, t->source[i], (struct due){ scaled(t, t->list->time[i]), i });
	}
}

struct timetable *timetable_create(const struct message_list *list, double load, struct agenda *agenda)
{
	struct timetable *t = allocate(sizeof *t);

	t->list = list;
	t->load = load;
	t->agenda = agenda;
	t->source = allocate_array(list->count, sizeof *t->source);
	t->missing = allocate_array(list->count, sizeof *t->missing);
	t->left = allocate_array(list->count, sizeof *t->left);
	t->waiting_end = allocate_array(list->count, sizeof *t->waiting_end);
	find_sources(t);
	find_waiting(t);
	enter(t);
	return t;
}

void timetable_free(struct timetable *t)
{
	if (!t)
		return;
	free(t->source);
	free(t->missing);
	free(t->left);
	free(t->waiting);
	free(t->waiting_end);
	free(t);
}

/* The last one that message i waits for was delivered. */
static void release(struct timetable *t, uint32_t i, uint64_t clock)
{
	uint64_t earliest = scaled(t, t->list->time[i]), delayed = clock + scaled(t, t->list->delay[i]);

	agenda_release(t->agenda, t->source[i], (struct due){ delayed > earliest ? delayed : earliest, i });
}

void timetable_delivered(struct timetable *t, uint32_t word, uint64_t clock)
{
	uint32_t number = message_of_word(t->list, word);

	if (--t->left[number] > 0)
		return;
	for (uint32_t k = number > 0 ? t->waiting_end[number - 1] : 0; k < t->waiting_end[number]; k++)
		if (--t->missing[t->waiting[k]] == 0)
			release(t, t->waiting[k], clock);
}
