/* throughput.h: the throughput of a fat-tree when every leaf always has a message, in theory.
 *
 * Load: in every frame slot each lane of each leaf offers a message to a leaf drawn uniformly from all others. Two
 * answers:
 *
 *   fresh   a message that a concentrator drops is forgotten: every slot is drawn anew. The recursion over the levels
 *           is exact (see throughput.c).
 *   retry   as the leaf adapters do: a dropped message stays at the head of its lane and is sent again. Messages queue
 *           at crowded channels, and fewer arrive. There is no closed form for a tree: a Monte Carlo simulation of
 *           slots (not clocks) runs the concentrators' plans on whole messages.
 *
 * Both give the messages that reach their leaf, per leaf and slot.
 */
#ifndef FTC_MACHINES_FAT_TREE_THROUGHPUT_H
#define FTC_MACHINES_FAT_TREE_THROUGHPUT_H

#include <stdbool.h>

#include "network/network.h"

struct throughput {
	double offered;		/* messages per leaf and slot: its lanes, at most one per other leaf */
	double accepted;	/* delivered messages per leaf and slot */
	double error;		/* standard error of `accepted`; 0 for the exact recursion */
	double tries;		/* of a message that arrives, on the average; like the next two only of
				   throughput_slots() */
	unsigned most_tries;	/* suffice for 99.9 % of all messages */
	double fairness;	/* messages that arrive from the worst-served leaf, over those from the best-served */
	double up[MAXIMUM_LEVELS + 1];		/* [k]: mean number of messages on an up channel of level k, k >= 1 */
	double down[MAXIMUM_LEVELS + 1];	/* likewise down */
};

/* With more wires at the leaves (leaves x connections) the recursion's tables take seconds. */
enum { THROUGHPUT_MAXIMUM_WIRES = 1 << 21 };

/* The recursion, for a fat-tree. With several connections it is an approximation: two lanes of a leaf may choose the
 * same destination, which adapters avoid. O(L^2) distributions. */
void throughput_fresh(const struct network *net, struct throughput *result);

/* Simulates slots of the network: a quarter of `slots` to warm up, then `slots` that count. `keep`: retry dropped
 * messages; otherwise all are fresh, to check the recursion. The same seed gives the same result.
 */
void throughput_slots(const struct network *net, bool keep, unsigned long slots, unsigned long seed,
		      struct throughput *result);

/* Wires that throughput_slots() sets in one slot; its time is in proportion. */
unsigned long long throughput_slot_work(const struct network *net);

#endif
