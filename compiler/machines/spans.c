/* spans.c: sets of whole numbers as sorted spans. */
#include "machines/spans.h"

#include <stdlib.h>
#include <string.h>

#include "util/text.h"

void spans_add(struct spans *set, struct span span)
{
	size_t at = 0, last;

	while (at < set->count && set->items[at].end < span.first)
		at++;
	/* Spans that overlap or touch the new one merge with it. */
	for (last = at; last < set->count && set->items[last].first <= span.end; last++) {
		span.first = set->items[last].first < span.first ? set->items[last].first : span.first;
		span.end = set->items[last].end > span.end ? set->items[last].end : span.end;
	}
	if (last == at)
		set->items = reallocate(set->items, (set->count + 1) * sizeof *set->items);
	memmove(set->items + at + 1, set->items + last, (set->count - last) * sizeof *set->items);
	set->items[at] = span;
	set->count = set->count + 1 - (last - at);
}

void spans_unite(struct spans *set, const struct spans *more)
{
	for (size_t i = 0; i < more->count; i++)
		spans_add(set, more->items[i]);
}

bool spans_equal(const struct spans *a, const struct spans *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++)
		if (a->items[i].first != b->items[i].first || a->items[i].end != b->items[i].end)
			return false;
	return true;
}

/* The first number from `start` on outside the set. */
static unsigned first_gap(const struct spans *set, unsigned start)
{
	for (size_t i = 0; i < set->count; i++)
		if (set->items[i].first <= start && start < set->items[i].end)
			start = set->items[i].end;
	return start;
}

bool spans_gap(const struct spans *set, struct span within, unsigned start, unsigned *gap)
{
	unsigned found = first_gap(set, start < within.first ? within.first : start);

	if (found >= within.end)
		found = first_gap(set, within.first);
	if (found >= within.end)
		return false;
	*gap = found;
	return true;
}

bool spans_share_gap(const struct spans *a, const struct spans *b, struct span within)
{
	unsigned at = within.first;

	for (;;) {
		unsigned next = first_gap(b, first_gap(a, at));

		if (next >= within.end)
			return false;
		if (next == at)
			return true;
		at = next;
	}
}

void spans_copy(struct spans *to, const struct spans *from)
{
	*to = (struct spans){0};
	if (from->count == 0)
		return;
	to->items = allocate_array(from->count, sizeof *to->items);
	memcpy(to->items, from->items, from->count * sizeof *to->items);
	to->count = from->count;
}

void spans_free(struct spans *set)
{
	free(set->items);
	*set = (struct spans){0};
}

static int by_number(const void *a, const void *b)
{
	unsigned first = *(const unsigned *)a, second = *(const unsigned *)b;

	return (first > second) - (first < second);
}

size_t sort_distinct(unsigned *numbers, size_t count)
{
	size_t kept = 0;

	if (count > 0)
		qsort(numbers, count, sizeof *numbers, by_number);
	for (size_t i = 0; i < count; i++)
		if (i == 0 || numbers[i] != numbers[kept - 1])
			numbers[kept++] = numbers[i];
	return kept;
}
