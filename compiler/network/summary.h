/* summary.h: a network as JSON: the common part of `ftc report --json` and the manifest of `ftc generate`. */
#ifndef FTC_NETWORK_SUMMARY_H
#define FTC_NETWORK_SUMMARY_H

#include <jansson.h>

#include "network/network.h"

/* Adds to `object`: network, name, leaves (sorter: wires), levels (root first, numbered by network_level_number()),
 * latency_clocks, frame_clocks, estimate. */
void summary_add(json_t *object, const struct network *net);

json_t *summary_cost(const struct cost *cost);

#endif
