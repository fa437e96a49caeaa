/* interval.h: means of a few independent values or of long runs, and how far they may be off. */
#ifndef FTC_UTIL_INTERVAL_H
#define FTC_UTIL_INTERVAL_H

#include <stdbool.h>
#include <stddef.h>

/* A mean and half of its 95 % confidence interval, by Student's t; INFINITY of a single value. */
struct interval {
	double mean, half;
};
/* Of `count` independent values, 1 or more. */
struct interval interval_of(const double *value, size_t count);

/* Some runs of the same thing, each cut into as many batches of the same length. A batch has a sum and a weight, such as clocks
 * and messages; the mean is that of all sums over all weights. */
struct batches {
	const double *sum, *weight;	/* [run * each + batch] */
	size_t runs, each;
};
struct batch_mean {
	struct interval mean;		/* the mean is NAN where all weights are 0 */
	/* Of neighbouring batches, 0 to 0.9, by the autocorrelation of lag 1. It widens the interval by the factor of an
	 * autoregressive process, and says whether the batches are long enough. */
	double correlation;
	double trend;			/* slope along the runs, in its standard errors */
	/* The runs differ by more than their batches explain (F test, 1 %): they are not of the same thing, such as random
	 * permutations, and the interval is that of the runs' means. */
	bool runs_differ;
};
struct batch_mean interval_of_batches(const struct batches *b);

#endif
