/* ways.h: the ways of words through a plan of comparators, as its lines and columns.
 *
 * Every wire keeps its line, that of the plan's input which it continues. A comparator stands in the first column behind the
 * columns of those that its inputs come from; columns count from 1, and in each a line has at most one comparator. */
#ifndef FTC_PLAN_WAYS_H
#define FTC_PLAN_WAYS_H

#include "plan/plan.h"

struct ways {
	unsigned lines, columns;
	unsigned *at;			/* [(columns + 1) * lines]: by column, 0 being the inputs, and line, the input whose word is there */
	unsigned *output;		/* [lines]: by line, the plan's output */
};

/* The columns of a plan; 0: it has other elements than comparators and registers. */
unsigned ways_columns(const struct plan *plan);
/* For each wire of a signal, as base[signal] + wire, its line and the column that it comes from; both fresh. */
struct wire_places {
	size_t *base;			/* [signal] */
	unsigned *line, *column;	/* [wire] */
	unsigned columns;
};
struct wire_places wire_places_new(const struct plan *plan);
void wire_places_free(struct wire_places *p);

/* Plays words through a plan with columns. rank[input]: of the word; equal ranks stay where they are. */
struct ways ways_new(const struct plan *plan, const unsigned *rank);
void ways_free(struct ways *w);

#endif
