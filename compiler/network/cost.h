/* cost.h: the components of a network, counted in O(levels).
 *
 * Counts are of the whole tree, 64 bits wide: a subtree type counts as often as it occurs.
 */
#ifndef FTC_NETWORK_COST_H
#define FTC_NETWORK_COST_H

#include "network/network.h"

enum { ELEMENT_KINDS = ELEMENT_DELAY + 1 };

/* The components of all nodes of a level. */
struct level_logic {
	unsigned long long nodes;
	unsigned long long selectors;	/* one for each pair of an input wire and an output port within reach */
	unsigned long long elements[ELEMENT_KINDS];	/* in the concentrators, by kind; delay: registers */
	struct cost selection;		/* selectors */
	struct cost concentrators;
	struct cost turns;		/* delay chains of turning messages */
	struct cost settings;		/* off-line: registers of the switch settings */
	struct cost pace;		/* registers that keep a level in step, and the strobes */
	struct cost total;
};
void network_level_logic(const struct network *net, unsigned level, struct level_logic *logic);

/* Elements of the whole network, by kind. */
void network_elements(const struct network *net, unsigned long long elements[ELEMENT_KINDS]);
/* [i]: how often plan i of the library occurs in the network, by itself or called by another. A fresh array. */
unsigned long long *network_plan_uses(const struct network *net);

/* Estimates, in the target's cells: all leaf adapters and the frame timer, 0 for bare wires; the shell of all
 * leaves, 0 without; everything in the top module, or in that of the shell. */
struct cost network_adapter_cost(const struct network *net);
struct cost network_shell_cost(const struct network *net);
struct cost network_cost(const struct network *net);

/* How many block RAMs of a family a cost fills. */
unsigned long cost_block_rams(const struct cost *cost, const struct family *family);

void cost_add(struct cost *sum, const struct cost *more, unsigned long long times);

#endif
