/* heap.h: things that are due, the earliest first; of one clock, the one with the lowest number. */
#ifndef FTC_SIM_HEAP_H
#define FTC_SIM_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct due {
	uint64_t clock;
	uint32_t what;
};

/* Start with `struct heap h = {0};`. item[0] is the first one. */
struct heap {
	struct due *item;
	size_t count;
};

/* Whether a is due before b. */
bool due_before(struct due a, struct due b);

void heap_push(struct heap *h, struct due due);
/* Takes the first one; there must be one. */
struct due heap_pop(struct heap *h);
/* Drops all; the heap can be used again. */
void heap_free(struct heap *h);

#endif
