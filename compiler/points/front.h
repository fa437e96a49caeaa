/* front.h: which of several points no other one beats (Pareto). */
#ifndef FTC_POINTS_FRONT_H
#define FTC_POINTS_FRONT_H

#include <stdbool.h>
#include <stddef.h>

struct front_point {
	double cost, gain;	/* the less, and the more, the better */
	bool counts;		/* false: it beats nothing and is not on the front */
	bool front;		/* out: no other point costs no more and gains no less, and is better in one of both */
};

void front_mark(struct front_point *point, size_t count);

#endif
