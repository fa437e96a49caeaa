/* measures.h: what Bay's paper says of a device (1992, chapter 6), by formulas: no hardware is needed. */
#ifndef FTC_MACHINES_AREA_UNIVERSAL_MEASURES_H
#define FTC_MACHINES_AREA_UNIVERSAL_MEASURES_H

#include "machines/area-universal/area_universal.h"

/* Of depth k of the tree: a channel, the region of meshes below it, and the node beneath it. */
struct device_depth {
	unsigned capacity;		/* wires each way of a channel above depth k; 0: there is none, the root's own of a device
					   given by hand */
	double elements;		/* of the region: mesh-side^2 2^(H-k) */
	double border;			/* elements along the border of the region, a square or two of them: 4 or 3 sqrt(2) times
					   sqrt(elements). At most so many wires cross it */
	double load;			/* bound of the channel's load factor: border / capacity; 0 without a channel */
	double target_load;		/* the same of the circuit before it is normalised: border / c / capacity; 0 also if the
					   device is given by hand */
	unsigned chain;			/* registers of a delay chain of a node of that depth: 2 k; of the leaves 0 */
};

struct device_measures {
	unsigned levels;		/* H */
	struct device_depth depth[MOST_DEVICE_LEVELS + 1];	/* [0 .. H] */
	unsigned hops;			/* from leaf to leaf, delay chains included: 2 H */
	unsigned longest_wire;		/* Lemma 20: elements that a wire passes within a mesh, at most: 8 mesh-side */
	double load;			/* lambda: the greatest bound of depths 1 .. H; 0 with one mesh */
	unsigned long cycles;		/* Lemma 21 with a = 2: delivery cycles d, at most max(1, 4 lambda) */
};
struct device_measures device_measures(const struct device_parameters *own);

/* The clocks of a step of the model gates-latched, at most, if a message takes `latency` clocks from leaf to leaf:
 * P_out + (d - 1) + latency + 2 + P_in + 1, or P + 1 with one mesh. P: the longest wire. */
unsigned long device_step_bound(const struct device_measures *m, unsigned latency);

#endif
