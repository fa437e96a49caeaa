/* throughput.h: what a fat-tree delivers when every leaf always has a message, in theory.
 *
 * Load: in every frame slot each lane of each leaf offers a message to a leaf drawn uniformly from all others. Two
 * answers:
 *
 *   fresh   a message that a concentrator drops is forgotten: every slot is drawn anew. The recursion over the levels
 *           is exact (see throughput.c).
 *   retry   what the leaf adapters do: a dropped message stays at the head of its lane and is sent again. What is
 *           blocked piles up in front of what is crowded, so less is delivered. There is no closed form for a tree; this
 *           is a Monte Carlo simulation of slots, not of clocks: it knows channels and concentrators (each lets those
 *           messages through that its plan lets through), no wires' bits.
 *
 * Both say how many messages reach their leaf, per leaf and slot.
 */
#ifndef FTC_MACHINES_FAT_TREE_THROUGHPUT_H
#define FTC_MACHINES_FAT_TREE_THROUGHPUT_H

#include <stdbool.h>

#include "network/network.h"

struct throughput {
	double offered;		/* messages per leaf and slot: its lanes, at most one per other leaf */
	double accepted;	/* delivered messages per leaf and slot */
	double error;		/* standard error of `accepted`; 0 for the exact recursion */
	double up[MAXIMUM_LEVELS + 1];		/* [k]: mean number of messages on an up channel of level k, k >= 1 */
	double down[MAXIMUM_LEVELS + 1];	/* likewise down */
};

/* Beyond so many wires at the leaves (leaves x connections) the recursion's tables get large (seconds). */
enum { THROUGHPUT_MAXIMUM_WIRES = 1 << 21 };

/* The recursion, for a fat-tree. With more than one connection it is an approximation, since it lets two lanes of a
 * leaf choose the same destination, which the adapters do not. O(L^2) distributions. */
void throughput_fresh(const struct network *net, struct throughput *result);

/* Simulates slots of the network: a quarter of `slots` to warm up, then `slots` that count. `keep` says what becomes
 * of dropped messages: true, retry; false, fresh (to check the recursion by). The same seed gives the same result.
 */
void throughput_slots(const struct network *net, bool keep, unsigned long slots, unsigned long seed,
		      struct throughput *result);

/* Wires that throughput_slots() sets in one slot: what its time is proportional to. */
unsigned long long throughput_slot_work(const struct network *net);

#endif
