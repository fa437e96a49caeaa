/* crossing.h: leaves with clocks of their own (parse/crossing.h): what their FIFOs hold and cost, and the section of a report. */
#ifndef FTC_NETWORK_CROSSING_H
#define FTC_NETWORK_CROSSING_H

#include <jansson.h>

#include "network/cost.h"
#include "network/network.h"
#include "util/text.h"

/* Words that a FIFO holds. */
unsigned crossing_places(const struct spec *spec);
/* Estimates the FIFOs of all leaves; 0: there are none. */
struct cost crossing_cost(const struct network *net);

/* A member "clocks" of a report: a fresh object, or NULL; and as text, which is empty without it. */
json_t *crossing_report_json(const struct network *net);
void crossing_report_say(const json_t *object, struct text *out);

#endif
