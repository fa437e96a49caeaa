/* rank.c: which points are on the front, and their order. */
#include <stdlib.h>
#include <string.h>

#include "network/machine.h"
#include "points/front.h"
#include "points/points.h"
#include "util/text.h"

/* Figures for other traffic compare with nothing. */
static bool counts(const struct point *point, enum figure_name cost)
{
	return !point->failure && !point->spec.machine->model.predicts_for
	       && point->figure[cost].source != FIGURE_UNKNOWN && point->figure[FIGURE_MBPS].source != FIGURE_UNKNOWN;
}

static void mark_front(struct points *p, enum figure_name cost)
{
	struct front_point *front = allocate_array(p->count + 1, sizeof *front);

	for (size_t i = 0; i < p->count; i++)
		front[i] = (struct front_point){ .cost = p->point[i].figure[cost].value,
						 .gain = p->point[i].figure[FIGURE_MBPS].value,
						 .counts = counts(&p->point[i], cost) };
	front_mark(front, p->count);
	for (size_t i = 0; i < p->count; i++)
		p->point[i].front = front[i].front;
	free(front);
}

static enum figure_name sorted_by;

static int compare(const void *one, const void *other)
{
	const struct point *a = one, *b = other;
	const struct figure *x = &a->figure[sorted_by], *y = &b->figure[sorted_by];
	bool a_known = x->source != FIGURE_UNKNOWN && !a->failure, b_known = y->source != FIGURE_UNKNOWN && !b->failure;

	if (a_known != b_known)
		return a_known ? -1 : 1;
	if (a_known && x->value != y->value)
		return (x->value > y->value) == figure_more_is_better[sorted_by] ? -1 : 1;
	return strcmp(a->name, b->name);
}

void points_rank(struct points *p, enum figure_name cost, enum figure_name by)
{
	mark_front(p, cost);
	sorted_by = by;
	qsort(p->point, p->count, sizeof *p->point, compare);
}
