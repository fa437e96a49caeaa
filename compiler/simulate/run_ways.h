/* run_ways.h: the ways of the words of a run, also from chip to chip, and what links carry where no model tells it. */
#ifndef FTC_SIMULATE_RUN_WAYS_H
#define FTC_SIMULATE_RUN_WAYS_H

#include "network/machine.h"
#include "simulate/simulate.h"

/* Where words begin and end, of all chips. */
static inline unsigned run_ends(const struct simulation *s)
{
	return simulation_chips(s) * s->network->ends;
}

struct run_ways {
	const struct simulation *s;
	bool crosses;			/* it is known by which root words leave a chip and come to one: there is one */
	unsigned cable;			/* words that the cable takes in a slot, rounded up */
};

struct run_ways run_ways_of(const struct simulation *s);

/* The way from leaf to leaf. Vertices of the second chip have indices above those of the first one by the leaves of a chip. False: it is not
 * known, and *way means nothing. */
bool run_way(const struct run_ways *w, unsigned source, unsigned destination, struct word_way *way);

/* Of accesses over a bus and of joined chips no model tells tries: fills s->trails with those that arrived, by the first so many deliveries,
 * each in the slot of its delivery. Whether it has done so. */
bool run_ways_tell(const struct simulation *s, size_t deliveries);

#endif
