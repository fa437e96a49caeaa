/* timetable.c: which message of a file with times comes into being next at a leaf. */
#include "timetable.h"

#include <stdlib.h>
#include <string.h>

#include "util/text.h"

struct timetable {
	const struct message_list *list;
	double load;
	uint32_t *source;		/* by message */
	uint64_t *created;		/* by message, once it is known */
	uint32_t *queue;		/* a heap for each leaf, one behind the other */
	size_t *start;			/* by leaf: of its heap in `queue` */
	uint32_t *queued;		/* by leaf: length of its heap */
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

static bool is_before(const struct timetable *t, uint32_t a, uint32_t b)
{
	return t->created[a] < t->created[b] || (t->created[a] == t->created[b] && a < b);
}

static void push(struct timetable *t, uint32_t message)
{
	uint32_t leaf = t->source[message], at = t->queued[leaf]++, *heap = t->queue + t->start[leaf];

	for (; at && is_before(t, message, heap[(at - 1) / 2]); at = (at - 1) / 2)
		heap[at] = heap[(at - 1) / 2];
	heap[at] = message;
}

static uint32_t pop(struct timetable *t, uint32_t leaf)
{
	uint32_t *heap = t->queue + t->start[leaf], count = --t->queued[leaf];
	uint32_t top = heap[0], moved = heap[count], at = 0, child;

	while ((child = 2 * at + 1) < count) {
		if (child + 1 < count && is_before(t, heap[child + 1], heap[child]))
			child++;
		if (is_before(t, moved, heap[child]))
			break;
		heap[at] = heap[child];
		at = child;
	}
	heap[at] = moved;
	return top;
}

/* Gives every leaf room for all of its messages. */
static void find_sources(struct timetable *t)
{
	const struct message_list *list = t->list;
	size_t start = 0;

	for (uint32_t leaf = 0; leaf < list->leaves; leaf++) {
		t->start[leaf] = start;
		for (uint32_t i = list->first[leaf]; i != MESSAGE_NONE; i = list->next[i], start++)
			t->source[i] = leaf;
	}
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
			t->created[i] = scaled(t, i);
		}
	}
	for (uint32_t i = 0; i < t->list->count; i++)
		if (!t->list->after || t->list->after[i] == MESSAGE_NONE)
			push(t, i);
}

struct timetable *timetable_create(const struct message_list *list, double load)
{
	struct timetable *t = allocate(sizeof *t);

	t->list = list;
	t->load = load;
	t->source = allocate_array(list->count, sizeof *t->source);
	t->created = allocate_array(list->count, sizeof *t->created);
	t->queue = allocate_array(list->count, sizeof *t->queue);
	t->start = allocate_array(list->leaves, sizeof *t->start);
	t->queued = allocate_array(list->leaves, sizeof *t->queued);
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
	free(t->source);
	free(t->created);
	free(t->queue);
	free(t->start);
	free(t->queued);
	free(t->first_waiting);
	free(t->next_waiting);
	free(t->released);
	free(t);
}

bool timetable_next(struct timetable *t, uint32_t leaf, uint32_t *number, uint64_t *created)
{
	if (!t->queued[leaf])
		return false;
	*number = pop(t, leaf);
	*created = t->created[*number];
	return true;
}

bool timetable_sooner(struct timetable *t, uint32_t leaf, uint32_t *number, uint64_t *created)
{
	uint32_t put_back = *number;

	if (!t->queued[leaf] || !is_before(t, t->queue[t->start[leaf]], put_back))
		return false;
	timetable_next(t, leaf, number, created);
	push(t, put_back);
	return true;
}

void timetable_delivered(struct timetable *t, uint32_t number, uint64_t clock)
{
	for (uint32_t i = t->first_waiting[number]; i != MESSAGE_NONE; i = t->next_waiting[i]) {
		t->created[i] = clock + scaled(t, i);
		push(t, i);
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
