/* leaf.h: what stands at the leaves of a network, and all that ftc does with it.
 *
 * A kind of leaf is one constant of this type (leaves/leaf.h), which is all that the rest of the compiler sees: spec->leaf.
 * Nothing outside leaves/ and machines/ asks which one it has. It calls an entry, or looks at what the leaf speaks.
 */
#ifndef FTC_NETWORK_LEAF_H
#define FTC_NETWORK_LEAF_H

#include <stdbool.h>

struct cost;
struct design;
struct leaf_port;
struct leaf_site;
struct module;
struct network;

/* What can be done at a leaf from outside. */
enum leaf_speech {
	LEAF_SPEAKS_MESSAGES = 1,	/* sends a payload to a destination, and hears from whom one is, with back-pressure */
	LEAF_SPEAKS_SCHEDULE = 2,	/* sends and receives payloads in the cycles of a schedule */
	LEAF_SPEAKS_WIRES = 4,		/* the bare wires of its channel are ports */
	LEAF_SPEAKS_WORDS = 8,		/* takes and gives bit-serial words */
};

struct leaf {
	const char *name;		/* "AXI4-Stream" */
	unsigned speaks;		/* enum leaf_speech, or-ed */
	const char *says;		/* what a network with such leaves does, in messages: "has bare wires at its leaves" */
	const char *instead;		/* what to try who needs leaves that speak something else; NULL: nothing */

	/* Fills `ports` with what a leaf shows to the world, at most MAXIMUM_LEAF_PORTS; returns how many. NULL: its machine adds
	 * them. */
	unsigned (*ports)(const struct network *net, struct leaf_port *ports);
	/* Width of the bus that tells all leaves the time. NULL: they need none, nor a clock. */
	unsigned (*timing_bits)(const struct network *net);
	const char *timing_comment;	/* of the port */
	/* Adds the module of which add() makes instances, once: its name. NULL: it needs none. */
	const char *(*lower)(struct design *d, const struct network *net);
	/* Puts what stands at a leaf there and joins it to its channel and its ports. NULL: nothing does. */
	void (*add)(const struct leaf_site *site);
	/* Adds what makes the time to the top, with nets `timing`, which may be wider than what the leaves get, and `leaf_rst`.
	 * NULL: its machine does. */
	void (*add_timer)(struct design *d, const struct network *net, struct module *top);
	/* Estimates all that stands at the leaves, and the timer. NULL: nothing does. */
	struct cost (*cost)(const struct network *net);
	const char *cost_is;		/* what that is of, in reports: "leaf adapters, frame timer" */
};

#endif
