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
	uint32_t *first_waiting, *next_waiting;	/* by message: lists of those that wait for its delivery */
	uint32_t *released;		/* leaves, for timetable_released() */
	size_t released_count;
};

/* Far beyond every simulation, and sums do not overflow. */
static const double FOREVER = 0x1p62;

static uint64_t scaled(const struct timetable *t, uint32_t message)
{
	double clocks = (double)t->list->time[message] / t->load + 0.5;

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

/* Queues the messages whose clock is known. The lists of the others are made from behind: in the file's order. */
static void enter(struct timetable *t)
{
	memset(t->first_waiting, 0xff, t->list->count * sizeof *t->first_waiting);
	for (uint32_t i = (uint32_t)t->list->count; i-- > 0;) {
		uint32_t after = t->list->after ? t->list->after[i] : MESSAGE_NONE;

		if (after != MESSAGE_NONE) {
			t->next_waiting[i] = t->first_waiting[after];
			t->first_waiting[after] = i;
		} else {
			push(t, i, scaled(t, i));
		}
	}
}

struct timetable *timetable_create(const struct message_list *list, double load)
{
	struct timetable *t = allocate(sizeof *t);

	t->list = list;
	t->load = load;
	t->source = allocate_array(list->count, sizeof *t->source);
	t->queue = allocate_array(list->leaves, sizeof *t->queue);
	t->first_waiting = allocate_array(list->count, sizeof *t->first_waiting);
	t->next_waiting = allocate_array(list->count, sizeof *t->next_waiting);
	t->released = allocate_array(list->count, sizeof *t->released);
	find_sources(t);
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
	free(t->first_waiting);
	free(t->next_waiting);
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

void timetable_delivered(struct timetable *t, uint32_t number, uint64_t clock)
{
	for (uint32_t i = t->first_waiting[number]; i != MESSAGE_NONE; i = t->next_waiting[i]) {
		push(t, i, clock + scaled(t, i));
		t->released[t->released_count++] = t->source[i];
	}
}

bool timetable_released(struct timetable *t, uint32_t *leaf)
{
	if (!t->released_count)
		return false;
	*leaf = t->released[--t->released_count];
	return true;
}
