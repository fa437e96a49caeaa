/* partial_cost.h: the cost of partial concentrators beside full ones, and the capacity that they leave. */
#ifndef FTC_MACHINES_OFF_LINE_PARTIAL_COST_H
#define FTC_MACHINES_OFF_LINE_PARTIAL_COST_H

#include <jansson.h>

#include "network/network.h"
#include "plan/partial.h"

/* One size of concentrator, r > s. Costs are for one. Setting bits choose between the inputs of an output. */
struct partial_cost {
	unsigned long long number;	/* in the network */
	const struct partial_concentrator *partial;	/* r, s and the guaranteed number of messages */
	unsigned long lut4, setting_bits;
	/* r -> s in full with settings: output j chooses between the r - s + 1 inputs from j on, which is enough, and
	 * no crossbar has fewer. */
	unsigned long crossbar_lut4, crossbar_bits;
	unsigned long online_lut4;	/* r -> s in full, on-line, of the cheaper kind */
};

/* All sizes in the tree; *costs is a fresh array. */
size_t partial_costs(const struct network *net, struct partial_library *library, struct partial_cost **costs);

/* capacity[k], k = 0 .. L: messages each way per cycle that every channel of level k takes with partial
 * concentrators: all its wires if none concentrates onto it; 0 for an absent outside. The network must be elaborated
 * with `concentrator: partial`: its right edge then has the wires that this needs. */
void partial_capacities(const struct network *net, struct partial_library *library, unsigned *capacity);

/* For `ftc report`: a fresh object with `concentrators` and `capacity`, and the section of text that shows it. */
json_t *partial_json(const struct network *net);
void partial_say(const struct network *net, const json_t *partial, struct text *out);

#endif
