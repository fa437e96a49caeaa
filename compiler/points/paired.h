/* paired.h: networks side by side that all get the same messages at the same time (common random numbers).
 *
 *   seed --> run of network 1 --+
 *     |                         +--> difference of the seed --> mean and interval of all seeds
 *     +----> run of network 2 --+
 *
 * What differs from seed to seed alike in all networks drops out of the difference: its interval is mostly narrower than those of
 * the networks themselves. Time is that of the networks' clocks. What is paired:
 *
 *   loads       a message has the same source, destination and packet in all networks, and is created at the same second, to a clock.
 *   closed loop request k of a leaf has the same server and time of thinking.
 *   workload    the same messages.
 */
#ifndef FTC_POINTS_PAIRED_H
#define FTC_POINTS_PAIRED_H

#include <jansson.h>

#include "points/points.h"
#include "simulate/workload.h"
#include "traffic.h"

struct paired_request {
	const struct traffic_demand *demand;	/* [point] */
	const struct collective *workload;	/* in place of it; NULL: none */
	/* [loads]: messages per end in a slot of the first network; one, which nothing depends on, of a closed loop or a workload. */
	const double *load;
	size_t loads;
	unsigned long slots;			/* measured slots of the first network, behind a quarter as many; others have as long */
	unsigned long seed, seeds;		/* the first, and how many, 2 .. */
};

/* Runs all points: a fresh object, whose "networks" are rows by load and point. What failed is reported on standard error; then
 * *done becomes false. */
json_t *paired_json(struct points *p, const struct paired_request *r, bool *done);
/* Such an object as a table for people. */
void paired_say(const json_t *object, const struct points *p, const struct paired_request *r, struct text *out);

#endif
