/* leaf.h: what a leaf shows to the world, and how the ports of many leaves lie side by side.
 *
 * The ports of a subtree are vectors, leaf i's share at [i * width +: width]; a subtree passes the lower part to its
 * left child and the upper part to its right one. One table serves the leaf, every subtree and the top.
 */
#ifndef FTC_LEAVES_LEAF_H
#define FTC_LEAVES_LEAF_H

#include "network/network.h"
#include "lower/design.h"

struct frame;

/* A kind of leaf: what stands at the leaves of a network, spec->leaf. */
struct leaf {
	const char *name;		/* "AXI4-Stream" */
	unsigned speaks;		/* enum leaf_speech, or-ed */
	const char *says;		/* what a network with such leaves does, in messages: "has bare wires at its leaves" */
	const char *instead;		/* what to try who needs leaves that speak something else; NULL: nothing */
};

/* What can be done at a leaf from outside. */
enum leaf_speech {
	LEAF_SPEAKS_MESSAGES = 1,	/* sends a payload to a destination, and hears from whom one is, with back-pressure */
	LEAF_SPEAKS_SCHEDULE = 2,	/* sends and receives payloads in the cycles of a schedule */
	LEAF_SPEAKS_WIRES = 4,		/* the bare wires of its channel are ports */
	LEAF_SPEAKS_WORDS = 8,		/* takes and gives bit-serial words */
};

/* speech.c: do the leaves speak that? False after a message if not, which says what needs it: "a Wishbone slave". */
bool require_speech(const struct spec *spec, enum leaf_speech speech, const char *who);

extern const struct leaf stream_leaf, player_leaf, wires_leaf, words_leaf;

struct leaf_port {
	const char *name;
	enum port_direction direction;
	unsigned width;			/* per leaf */
	const char *comment;
};

enum { MAXIMUM_LEAF_PORTS = 8 };

/* Fills `ports` with those of the network's leaf interface; returns how many. */
unsigned leaf_ports(const struct network *net, struct leaf_port ports[MAXIMUM_LEAF_PORTS]);

/* Width of the timing bus inside the tree. */
unsigned lower_timing_bits(const struct network *net);

/* The module of a leaf adapter, for a network or for a slot: made once; returns its name. `plain`: for devices where
 * every flip-flop has a LUT and few have pins of their own. */
const char *lower_leaf(struct design *d, const struct network *net);
const char *lower_adapter(struct design *d, const struct frame *frame, bool plain);

/* The parameters of the frame timer that goes with the network. */
void frame_timer_parameters(const struct network *net, struct instance *i);

#endif
