/* ranges.c: ranges of wires. */
#include "plan/ranges.h"

#include <stdlib.h>

#include "util/text.h"

void ranges_add(struct ranges *r, unsigned low, unsigned width, unsigned value)
{
	if (width == 0)
		return;
	r->item = room_for_one(r->item, r->count, sizeof *r->item);
	r->item[r->count++] = (struct range){ low, low + width, value };
}

static int by_lowest(const void *a, const void *b)
{
	const struct range *left = a, *right = b;

	return (left->low > right->low) - (left->low < right->low);
}

void ranges_sort(struct ranges *r)
{
	if (r->count > 1)
		qsort(r->item, r->count, sizeof *r->item, by_lowest);
}

struct range ranges_next(const struct ranges *r, size_t *at, unsigned least)
{
	struct range run = {0};

	for (; *at < r->count; ++*at) {
		const struct range *next = &r->item[*at];

		if (next->value < least)
			continue;
		if (run.high == 0)
			run = *next;
		else if (next->low > run.high)
			break;
		else if (next->high > run.high)
			run.high = next->high;
	}
	return run;
}

unsigned ranges_width(const struct ranges *r, unsigned least)
{
	unsigned width = 0;
	size_t at = 0;

	for (struct range run = ranges_next(r, &at, least); run.high > 0; run = ranges_next(r, &at, least))
		width += run.high - run.low;
	return width;
}

void ranges_free(struct ranges *r)
{
	free(r->item);
	*r = (struct ranges){0};
}
