/* agenda.c: see agenda.h. */
#include "agenda.h"

#include <stdlib.h>

#include "util/text.h"

struct agenda {
	unsigned leaves;
	struct heap *queue;		/* by leaf */
	uint32_t *released;		/* leaves */
	size_t released_count;
};

struct agenda *agenda_create(unsigned leaves)
{
	struct agenda *a = allocate(sizeof *a);

	a->leaves = leaves;
	a->queue = allocate_array(leaves, sizeof *a->queue);
	return a;
}

void agenda_free(struct agenda *a)
{
	if (!a)
		return;
	for (unsigned leaf = 0; leaf < a->leaves; leaf++)
		heap_free(&a->queue[leaf]);
	free(a->queue);
	free(a->released);
	free(a);
}

void agenda_push(struct agenda *a, uint32_t leaf, struct due due)
{
	heap_push(&a->queue[leaf], due);
}

void agenda_release(struct agenda *a, uint32_t leaf, struct due due)
{
	agenda_push(a, leaf, due);
	a->released = room_for_one(a->released, a->released_count, sizeof *a->released);
	a->released[a->released_count++] = leaf;
}

bool agenda_released(struct agenda *a, uint32_t *leaf)
{
	if (!a->released_count)
		return false;
	*leaf = a->released[--a->released_count];
	return true;
}

bool agenda_next(struct agenda *a, uint32_t leaf, struct due *due)
{
	if (a->queue[leaf].count == 0)
		return false;
	*due = heap_pop(&a->queue[leaf]);
	return true;
}

bool agenda_sooner(struct agenda *a, uint32_t leaf, struct due *due)
{
	struct due put_back = *due;

	if (a->queue[leaf].count == 0 || !due_before(a->queue[leaf].item[0], put_back))
		return false;
	agenda_next(a, leaf, due);
	agenda_push(a, leaf, put_back);
	return true;
}
