/* ranges.h: which wires of a vector are read, and how: ranges of wires, as a vector may have millions of them. */
#ifndef FTC_PLAN_RANGES_H
#define FTC_PLAN_RANGES_H

#include <stddef.h>

/* The wires low .. high - 1, with a value whose meaning is the user's. */
struct range {
	unsigned low, high, value;
};

/* Any number of ranges, which may overlap. Start with {0}. */
struct ranges {
	struct range *item;
	size_t count;
};

/* Adds `width` wires from `low` up; none for width 0. */
void ranges_add(struct ranges *r, unsigned low, unsigned width, unsigned value);
/* Sorts the ranges by their lowest wires. */
void ranges_sort(struct ranges *r);
/* Of sorted ranges: the next run of neighbouring wires that are all in a range of at least this value, looked for from
 * range *at on, which moves behind it. `high` is 0 if there is none. */
struct range ranges_next(const struct ranges *r, size_t *at, unsigned least);
/* How many wires all these runs have. */
unsigned ranges_width(const struct ranges *r, unsigned least);
void ranges_free(struct ranges *r);

#endif
