/* front.c: which of several points no other one beats. */
#include "points/front.h"

static bool dominates(const struct front_point *a, const struct front_point *b)
{
	return a->counts && a->cost <= b->cost && a->gain >= b->gain && (a->cost < b->cost || a->gain > b->gain);
}

void front_mark(struct front_point *point, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		point[i].front = point[i].counts;
		for (size_t k = 0; k < count && point[i].front; k++)
			point[i].front = !dominates(&point[k], &point[i]);
	}
}
