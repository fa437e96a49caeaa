/* interval.h: means of a few independent values, and how far they may be off. */
#ifndef FTC_UTIL_INTERVAL_H
#define FTC_UTIL_INTERVAL_H

#include <stddef.h>

/* A mean and half of its 95 % confidence interval, by Student's t; INFINITY of a single value. */
struct interval {
	double mean, half;
};
/* Of `count` independent values, 1 or more. */
struct interval interval_of(const double *value, size_t count);

#endif
