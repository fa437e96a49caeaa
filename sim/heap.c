/* heap.c: a binary heap: no item is due before its parent. */
#include "heap.h"

#include <stdlib.h>

#include "util/text.h"

bool due_before(struct due a, struct due b)
{
	return a.clock < b.clock || (a.clock == b.clock && a.what < b.what);
}

void heap_push(struct heap *h, struct due due)
{
	size_t at;

	h->item = room_for_one(h->item, h->count, sizeof *h->item);
	for (at = h->count++; at > 0 && due_before(due, h->item[(at - 1) / 2]); at = (at - 1) / 2)
		h->item[at] = h->item[(at - 1) / 2];
	h->item[at] = due;
}

struct due heap_pop(struct heap *h)
{
	struct due first = h->item[0], moved = h->item[--h->count];
	size_t at = 0, child;

	while ((child = 2 * at + 1) < h->count) {
		if (child + 1 < h->count && due_before(h->item[child + 1], h->item[child]))
			child++;
		if (due_before(moved, h->item[child]))
			break;
		h->item[at] = h->item[child];
		at = child;
	}
	h->item[at] = moved;
	return first;
}

void heap_free(struct heap *h)
{
	free(h->item);
	*h = (struct heap){ 0 };
}
