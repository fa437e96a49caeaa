/* traffic_parts.h: the parts of a pattern's traffic, for traffic.c: for whom a message is, and when it comes into being. */
#ifndef FTC_SIM_TRAFFIC_PARTS_H
#define FTC_SIM_TRAFFIC_PARTS_H

#include "random.h"
#include "traffic.h"

/* ---- patterns.c: destinations ---- */

struct destinations;

/* The stream of random numbers, of those that a seed is divided into, for the permutation; those of the sources begin at 16. */
enum { TRAFFIC_STREAM_PERMUTATION = 1 };

/* What `p` points to must outlive it. */
struct destinations *destinations_new(const struct traffic_parameters *p);
void destinations_free(struct destinations *d);
/* Draws the destination of a message from `leaf`, which has some. */
uint32_t destinations_draw(const struct destinations *d, struct random *random, uint32_t leaf);
/* The leaf sends to nobody. */
bool destinations_none(const struct destinations *d, uint32_t leaf);

/* ---- injection.c: clocks ---- */

/* A source's process: in each of `trials` equal parts of a slot it creates something, or not. */
struct arrivals {
	double chance;			/* of a part, in the mean */
	uint64_t threshold;		/* 2^53 of it, rounded up: what random_unit() is below, in its steps */
	uint64_t end, end_trial;	/* the first part that begins in or behind clock `end`, once that is asked for */
	unsigned trials;
	uint64_t trial;			/* the next one */
	bool on;			/* within a burst: until its end .. */
	double until;			/* .. or without one: until the next, in parts; of a Poisson process: the next event */
};

/* A process of `rate` events a slot. */
void arrivals_start(struct arrivals *a, const struct traffic_parameters *p, struct random *random, double rate);
/* The clock of the next event; false: there is none before p->end. */
bool arrivals_next(struct arrivals *a, const struct traffic_parameters *p, struct random *random, uint64_t *clock);

#endif
