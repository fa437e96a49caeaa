/* leaf.h: a kind of leaf interface, and all that ftc does with it.
 *
 * Each kind is one constant of this type (leaves/leaf.h). The rest of the compiler sees only this constant, as
 * spec->leaf. Nothing outside leaves/ and machines/ asks which kind it is: code calls an entry, or checks `speaks`.
 */
#ifndef FTC_NETWORK_LEAF_H
#define FTC_NETWORK_LEAF_H

#include <stdbool.h>

struct cost;
struct design;
struct leaf_port;
struct leaf_site;
struct model;
struct module;
struct network;

/* What the outside can do at a leaf. */
enum leaf_speech {
	LEAF_SPEAKS_MESSAGES = 1,	/* sends payloads with destinations, gets them with sources; back-pressure */
	LEAF_SPEAKS_SCHEDULE = 2,	/* sends and receives payloads in the cycles of a schedule */
	LEAF_SPEAKS_WIRES = 4,		/* the bare wires of its channel are ports */
	LEAF_SPEAKS_WORDS = 8,		/* takes and gives bit-serial words */
	LEAF_SPEAKS_STEPS = 16,		/* runs a loaded circuit: takes and gives pins step by step */
};

struct leaf {
	const char *name;		/* "AXI4-Stream" */
	unsigned speaks;		/* enum leaf_speech, or-ed */
	const char *says;		/* predicate for messages: "has bare wires at its leaves" */
	const char *instead;		/* hint if another interface is needed; NULL: none */

	/* Fills `ports` with the ports of a leaf, at most MAXIMUM_LEAF_PORTS; returns how many. NULL: the machine adds
	 * them. */
	unsigned (*ports)(const struct network *net, struct leaf_port *ports);
	/* Width of the timing bus to all leaves. NULL: they need neither the bus nor a clock. */
	unsigned (*timing_bits)(const struct network *net);
	const char *timing_comment;	/* of the port */
	/* Bits of the bus that a reset clears on their way, from `low` on; returns how many. The reset then reaches leaves at once.
	 * NULL: it descends with the bus. */
	unsigned (*strobes)(const struct network *net, unsigned *low);
	/* Adds, once, the module that `add` instantiates; returns its name. NULL: none. */
	const char *(*lower)(struct design *d, const struct network *net);
	/* Instantiates a leaf and connects it to its channel and its ports. NULL: there is no leaf circuit. */
	void (*add)(const struct leaf_site *site);
	/* Adds the timer to the top, with nets `timing`, `leaf_rst` and, with broadcasts, `slot`. NULL: the machine
	 * does. */
	void (*add_timer)(struct design *d, const struct network *net, struct module *top);
	/* Lanes of a leaf that take turns: each has a wire up to all leaves and hands a token to the same lane of the
	 * next leaf. add_timer() then adds nets `turns`, which goes below all else into the timing bus, and of that
	 * width `line_up`, `token_in` and `token_out`. NULL or 0: leaves take no turns. */
	unsigned (*turn_wires)(const struct network *net);
	/* Makes a model in C of the network, its leaves included (sim/model.h), equal to the Verilog in every clock, without a
	 * shell. It reads `net`, which must outlive it. NULL: there is none. */
	struct model *(*model)(const struct network *net);
	/* Why it cannot be made of this network: see network_no_model(). NULL: it can be made of all, or there is none. */
	const char *(*no_model)(const struct network *net);
	bool model_in_ranks;		/* several processes can have parts of that model (model/share.h) */
	bool model_strikes;		/* parts can die in that model while it runs (model.strike of struct machine) */
	/* Estimates all leaves and the timer. NULL: there is no leaf circuit. */
	struct cost (*cost)(const struct network *net);
	const char *cost_is;		/* label of that estimate in reports: "leaf adapters, frame timer" */
};

#endif
