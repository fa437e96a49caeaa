/* throughput.h: the throughput of a fat-tree when every leaf always has a message, in theory.
 *
 * Load: in every frame slot each lane of each leaf offers a message to a leaf drawn uniformly from all others. Two
 * answers:
 *
 *   fresh   a message that a concentrator drops is forgotten: every slot is drawn anew. The recursion over the levels
 *           is exact (see throughput.c).
 *   retry   as the leaf adapters do: a dropped message stays at the head of its lane and is sent again. Messages queue
 *           at crowded channels, and fewer arrive. There is no closed form for a tree: a Monte Carlo simulation of
 *           slots (model/slots.h) runs the concentrators' plans on whole messages.
 *
 * Both give the messages that reach their leaf, per leaf and slot.
 */
#ifndef FTC_MACHINES_FAT_TREE_THROUGHPUT_H
#define FTC_MACHINES_FAT_TREE_THROUGHPUT_H

#include "model/slots.h"

/* With more wires at the leaves (leaves x connections) the recursion's tables take seconds. */
enum { THROUGHPUT_MAXIMUM_WIRES = 1 << 21 };

/* The recursion, for a fat-tree. With several connections it is an approximation: two lanes of a leaf may choose the
 * same destination, which adapters avoid. O(L^2) distributions. */
void throughput_fresh(const struct network *net, struct throughput *result);

#endif
