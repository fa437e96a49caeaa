/* series.h: a run delivery by delivery: when it becomes steady, and what it delivers from then on.
 *
 * The beginning of a run, in which an empty network fills, is not what lasts. It is found by the marginal standard error
 * rule (MSER-5, White 1997): of all beginnings that could be cut off, up to half of the run, the one that leaves the mean of
 * the rest with the least standard error.
 */
#ifndef FTC_SIMULATE_SERIES_H
#define FTC_SIMULATE_SERIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "testbench.h"

/* Collects the deliveries of one run. */
struct series {
	unsigned slot_clocks;
	struct arrival {
		uint64_t created, now;			/* clocks */
	} *arrival;
	size_t count;
};

/* A testbench_delivery; the context is a struct series. */
void series_note(void *context, const struct flight *which, uint32_t leaf, uint64_t now);
void series_free(struct series *s);

/* The steady part of a run; flat, to pass from one process to another. */
struct steady {
	unsigned warmup;		/* slots cut off */
	bool found;			/* false: it was still changing at half of the run, where it was cut */
	struct queue {			/* messages, in these slots */
		double offered;		/* created */
		double grown;		/* more wait at their end than at their beginning */
		double waiting;		/* at the beginning and at the end, in all */
	} queue;
	double accepted;		/* messages per slot, of the whole network */
	double latency;			/* clocks from creation to delivery: mean of the messages created in these slots */
	uint64_t p50, p99;
	size_t messages;		/* of that mean */
};

/* Of a run of so many slots from clock 0 on, in which `created` messages were made. */
struct steady series_steady(const struct series *s, unsigned slots, uint64_t created);

/* Whether more and more waits: 2 % of what was offered, beyond what chance makes. Queues of several runs may be added. */
bool queue_grows(const struct queue *q);

/* How many of `count` values, at most half, are no part of what lasts: MSER with means of `batch` values. *found: as above. */
size_t series_warmup(const double *value, size_t count, size_t batch, bool *found);

#endif
