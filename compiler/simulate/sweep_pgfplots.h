/* sweep_pgfplots.h: the curves of a sweep for LaTeX, which sets their texts. */
#ifndef FTC_SIMULATE_SWEEP_PGFPLOTS_H
#define FTC_SIMULATE_SWEEP_PGFPLOTS_H

#include "util/text.h"

struct sweep_axes {
	const char *end;		/* of struct machine */
	double offered;			/* the greatest load offered */
	double ceiling, step;		/* of the axis of latencies */
};

/* Appends a picture with two axes, latency and throughput over the load, which reads sweep.csv. */
void sweep_pgfplots(const struct sweep_axes *axes, struct text *out);

#endif
