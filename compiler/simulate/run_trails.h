/* run_trails.h: the ways of a run's words (sim/trails.h) as columns of its page. */
#ifndef FTC_SIMULATE_RUN_TRAILS_H
#define FTC_SIMULATE_RUN_TRAILS_H

#include "simulate/columns.h"
#include "simulate/simulate.h"

/* Adds the columns, and to `meta` what they count: trails, links and their ends, all null if the run has no trails. A trail that
 * arrived is that of one of the first `deliveries` of s->log, where these are enough; those before it between the same ends are of
 * the same word. */
void run_trails_add(struct columns *c, const struct simulation *s, size_t deliveries, json_t *meta);

#endif
