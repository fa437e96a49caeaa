/* usage.h: what an image uses of a device, counted from its control words. */
#ifndef FTC_OVERLAY_USAGE_H
#define FTC_OVERLAY_USAGE_H

#include "overlay/compile.h"

struct mesh_usage {
	unsigned cells;			/* elements that are a gate or hold a flip-flop */
	unsigned passing;		/* others that wires pass */
	unsigned fan_out;		/* elements in which something leaves on several sides */
	unsigned wires;			/* side wires in use, those that leave the mesh included */
	unsigned all_wires;
};
struct mesh_usage mesh_usage(const struct overlay *o, const struct image *image, const struct mesh_task *task);

enum { LENGTH_CLASSES = 12 };
/* Wires between gates, latches and pads, by the elements that they pass. */
struct wire_lengths {
	size_t count[LENGTH_CLASSES];	/* class k: 2^k .. 2^(k+1) - 1 hops; what has none is in class 0 */
	size_t wires;
	unsigned longest;
	unsigned long hops;		/* of all */
};
struct wire_lengths wire_lengths(const struct overlay *o, const struct mesh_task *tasks);

#endif
