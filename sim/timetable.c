/* timetable.c: which message of a file with times comes into being next at a leaf. */
#include "timetable.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "util/text.h"

struct timetable {
	const struct message_list *list;
	double load;
	uint32_t *source;		/* by message */
	struct heap *queue;		/* by leaf: messages whose clock is known */
	uint32_t *missing;		/* by message: of those it waits for, as many are not delivered */
	uint32_t *left;			/* by message: words that are not delivered */
	/* Those that wait for message i are waiting[waiting_end[i - 1]] .. waiting[waiting_end[i] - 1], in the list's order. */
	uint32_t *waiting, *waiting_end;
	uint32_t *released;		/* leaves, for timetable_released() */
	size_t released_count;
};

/* Far beyond every simulation, and sums do not overflow. */
static const double FOREVER = 0x1p62;

static uint64_t scaled(const struct timetable *t, uint64_t time)
{
	double clocks = (double)time / t->load + 0.5;

	return (uint64_t)(clocks < FOREVER ? clocks : FOREVER);
}

static void push(struct timetable *t, uint32_t message, uint64_t created)
{
	heap_push(&t->queue[t->source[message]], (struct due){ created, message });
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
			push(t, i, scaled(t, t->list->time[i]));
	}
}

struct timetable *timetable_create(const struct message_list *list, double load)
{
	struct timetable *t = allocate(sizeof *t);

	t->list = list;
	t->load = load;
	t->source = allocate_array(list->count, sizeof *t->source);
	t->queue = allocate_array(list->leaves, sizeof *t->queue);
	t->missing = allocate_array(list->count, sizeof *t->missing);
	t->left = allocate_array(list->count, sizeof *t->left);
	t->waiting_end = allocate_array(list->count, sizeof *t->waiting_end);
	t->released = allocate_array(list->count, sizeof *t->released);
	find_sources(t);
	find_waiting(t);
	enter(t);
	return t;
}

void timetable_free(struct timetable *t)
{
	if (!t)
		return;
	for (uint32_t leaf = 0; leaf < t->list->leaves; leaf++)
		heap_free(&t->queue[leaf]);
	free(t->queue);
	free(t->source);
	free(t->missing);
	free(t->left);
	free(t->waiting);
	free(t->waiting_end);
	free(t->released);
	free(t);
}

bool timetable_next(struct timetable *t, uint32_t leaf, uint32_t *number, uint64_t *created)
{
	if (t->queue[leaf].count == 0)
		return false;
	struct due next = heap_pop(&t->queue[leaf]);

	*number = next.what;
	*created = next.clock;
	return true;
}

bool timetable_sooner(struct timetable *t, uint32_t leaf, uint32_t *number, uint64_t *created)
{
	const struct heap *queue = &t->queue[leaf];
	struct due put_back = { *created, *number };

	if (queue->count == 0 || !due_before(queue->item[0], put_back))
		return false;
	timetable_next(t, leaf, number, created);
	push(t, put_back.what, put_back.clock);
	return true;
}

/* The last one that message i waits for was delivered. */
static void release(struct timetable *t, uint32_t i, uint64_t clock)
{
	uint64_t earliest = scaled(t, t->list->time[i]), delayed = clock + scaled(t, t->list->delay[i]);

	push(t, i, delayed > earliest ? delayed : earliest);
	t->released[t->released_count++] = t->source[i];
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

bool timetable_released(struct timetable *t, uint32_t *leaf)
{
	if (!t->released_count)
		return false;
	*leaf = t->released[--t->released_count];
	return true;
}
