/* spans.h: sets of whole numbers as sorted spans: the roots that a leaf can no longer reach.
 *
 * In an XGFT, nodes whose betas begin alike are neighbours: one fault loses one span, and a set of faults a few,
 * however large the tree.
 */
#ifndef FTC_MACHINES_SPANS_H
#define FTC_MACHINES_SPANS_H

#include <stdbool.h>
#include <stddef.h>

/* first, first + 1, .. end - 1. */
struct span {
	unsigned first, end;
};

/* Sorted; no two overlap or touch. Start with {0}. */
struct spans {
	struct span *items;
	size_t count;
};

void spans_add(struct spans *set, struct span span);
/* Adds all of `more`. */
void spans_unite(struct spans *set, const struct spans *more);
bool spans_equal(const struct spans *a, const struct spans *b);
/* Finds a number of `within` outside the set: the first from `start` on, else the first of all. */
bool spans_gap(const struct spans *set, struct span within, unsigned start, unsigned *gap);
/* Is any number of `within` outside both sets? */
bool spans_share_gap(const struct spans *a, const struct spans *b, struct span within);
void spans_copy(struct spans *to, const struct spans *from);
void spans_free(struct spans *set);

/* Sorts numbers and drops repetitions; returns how many are left. */
size_t sort_distinct(unsigned *numbers, size_t count);

#endif
