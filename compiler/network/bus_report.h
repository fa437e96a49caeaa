/* bus_report.h: what is known of a bus before it is simulated: its map, the places at slaves, the clocks of a load that is alone. */
#ifndef FTC_NETWORK_BUS_REPORT_H
#define FTC_NETWORK_BUS_REPORT_H

#include <jansson.h>

#include "network/network.h"

/* A load that meets no other access: clocks from the edge at which its master raises it to the edge at which it gets the data. */
struct bus_lone {
	bool known;
	bool exact;			/* the network has slots: then the members below are known, too */
	double mean;			/* over all masters and slaves, and the clocks of a slot in which it is raised */
	unsigned least, most;
	unsigned slot;			/* clocks from one chance to send to the next */
	unsigned spare;			/* clocks beyond the first that a memory may take before it costs a slot, wherever it is */
};
struct bus_lone bus_lone_load(const struct network *net);

/* Of a network with a bus: a fresh object, and the section of the report that says it. `parts`, a list of objects with "name" and
 * "estimate", may be added. */
json_t *bus_report_json(const struct network *net);
void bus_report_say(const json_t *object, struct text *out);

#endif
