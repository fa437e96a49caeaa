/* front.c: which of several points no other one beats.
 *
 * By rising cost, a point is on the front if it gains more than all that cost less, and no less than those of the same cost. */
#include <math.h>
#include <stdlib.h>

#include "points/front.h"
#include "util/text.h"

static int by_cost(const void *one, const void *other)
{
	const struct front_point *a = *(struct front_point *const *)one, *b = *(struct front_point *const *)other;

	if (a->cost != b->cost)
		return a->cost < b->cost ? -1 : 1;
	return (a->gain < b->gain) - (a->gain > b->gain);
}

void front_mark(struct front_point *point, size_t count)
{
	struct front_point **sorted = allocate_array(count + 1, sizeof *sorted);
	double best = -INFINITY, cost = NAN, here = 0;
	size_t counting = 0;

	for (size_t i = 0; i < count; i++) {
		point[i].front = false;
		if (point[i].counts)
			sorted[counting++] = &point[i];
	}
	qsort(sorted, counting, sizeof *sorted, by_cost);
	for (size_t i = 0; i < counting; i++) {
		/* The first of a cost gains most. */
		if (sorted[i]->cost != cost) {
			best = i > 0 && here > best ? here : best;
			cost = sorted[i]->cost;
			here = sorted[i]->gain;
		}
		sorted[i]->front = sorted[i]->gain == here && here > best;
	}
	free(sorted);
}
