/* cost.h: what a network can carry and what it is made of, in O(levels).
 *
 * Counts are of the whole tree, 64 bits wide: a subtree type counts as often as it occurs.
 */
#ifndef FTC_NETWORK_COST_H
#define FTC_NETWORK_COST_H

#include "network/network.h"

enum { ELEMENT_KINDS = ELEMENT_DELAY + 1 };

/* How many messages a slot can take from one half of the leaves to the other. */
struct bisection {
	unsigned root;			/* wires each way of the narrower channel beneath the root */
	unsigned min_cut;		/* least number of wires that separates the leaves on its two sides, each
					   way: what the channels further down let through at most */
};
struct bisection network_bisection(const struct network *net);

/* The components of Leiserson 1985, section IV, counted on the network's own nodes. */
struct components {
	unsigned long long wires;	/* incident to the nodes, both ways: 2 (cap(k) + 2 cap(k+1)) each */
	unsigned long long channel_wires;	/* of all channels, both ways; a wire once */
	unsigned long long selectors;	/* one for each input wire and port that it may leave by */
	unsigned long long crosspoints;	/* were every concentrator a full crossbar */
	unsigned long long partial_crosspoints;	/* were it a single stage of his partial concentrators: 6 an input */
	unsigned root_capacity;		/* w of the two bounds; see universal_root_capacity() */
	double bound;			/* n lg(w^3 / n^2), what the paper's O() holds (Theorem 4) */
	double volume;			/* (w lg(n / w))^(3/2), likewise: the volume of the network */
};
struct components network_components(const struct network *net);

/* The root capacity of a universal fat-tree: as given, or for a list of capacities the least w whose universal
 * fat-tree is everywhere at least as wide (connections counted as wires of one leaf), up to the number of leaves. */
unsigned universal_root_capacity(const struct spec *spec);

/* What the nodes of a level are made of. */
struct level_logic {
	unsigned long long nodes;
	unsigned long long selectors;	/* as in struct components */
	unsigned long long elements[ELEMENT_KINDS];	/* in the concentrators, by kind; delay: registers */
	struct cost selection;		/* selectors */
	struct cost concentrators;
	struct cost turns;		/* delay chains of turning messages */
	struct cost settings;		/* off-line: what the switches are set by */
	struct cost pace;		/* registers that keep a level in step, and the strobes */
	struct cost total;
};
void network_level_logic(const struct network *net, unsigned level, struct level_logic *logic);

/* Elements of the whole network, by kind. */
void network_elements(const struct network *net, unsigned long long elements[ELEMENT_KINDS]);
/* [i]: how often plan i of the library stands in the network, by itself or called by another. */
unsigned long long *network_plan_uses(const struct network *net);

/* Estimates, in the target's cells. */
struct cost network_adapter_cost(const struct network *net);	/* all leaf adapters and the frame timer; 0 for bare wires */
struct cost network_cost(const struct network *net);		/* everything in the top module */

void cost_add(struct cost *sum, const struct cost *more, unsigned long long times);

/* Clocks from the start of a frame slot to the start of the next (docs/protocol.md); for a sorter of a word. */
unsigned network_frame_clocks(const struct network *net);

#endif
