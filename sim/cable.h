/* cable.h: one way of a cable in a simulation: what is on the pins at each edge of its clock arrives later, at times wrong, or not
 * at all. */
#ifndef FTC_SIM_CABLE_H
#define FTC_SIM_CABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "random.h"

/* What happens to a cable, for some edges. */
enum cable_trouble { CABLE_GOOD, CABLE_STOPS, CABLE_NOISE, CABLE_SKIPS, CABLE_REPEATS, CABLE_TROUBLES };

enum { MOST_UNDER_WAY = 1024 };		/* edges; a power of 2 */

struct cable {
	struct random random;
	unsigned pins;
	double bit_errors;		/* share of the bits that are wrong */
	double trouble_every;		/* edges from one trouble to the next, on average; 0: none */
	unsigned longest;		/* edges of a trouble */
	double until_error, until_trouble;	/* bits, edges */
	enum cable_trouble trouble;
	unsigned rest;			/* edges of it */
	uint64_t wrong, troubles;	/* bits, so far */
	struct { int64_t at; unsigned bits; } edge[MOST_UNDER_WAY];
	unsigned in, out;
};

/* Starts a cable whose other fields than the random ones are set. */
void cable_start(struct cable *c, uint64_t seed, unsigned way);
/* An edge of the clock, which arrives at `at`. */
void cable_put(struct cable *c, int64_t at, unsigned bits);
/* When the next edge arrives; INT64_MAX: none is under way. */
int64_t cable_next(const struct cable *c);
unsigned cable_take(struct cable *c);

#endif
