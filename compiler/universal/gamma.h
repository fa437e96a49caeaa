/* gamma.h: how many paths without a common edge a network has, against the greatest flow in its reference tree.
 *
 * gamma of a network is the least quotient of the two over all pairs of sets of leaves. With at most four leaves all pairs
 * are measured; with more, pairs that are drawn: what they show is an upper bound of gamma, and no proof of anything.
 */
#ifndef FTC_UNIVERSAL_GAMMA_H
#define FTC_UNIVERSAL_GAMMA_H

#include <stdbool.h>

#include "network/graph.h"
#include "network/reference.h"

enum { MOST_EXHAUSTED = 4 };		/* leaves of a network of which all pairs of sets are measured */

struct measured_gamma {
	unsigned long pairs;		/* of sets of leaves; 0: none were measured */
	bool all;			/* those are all pairs of disjoint sets, none empty; else they were drawn */
	unsigned long seed;		/* if they were drawn */
	uint64_t paths, flow;		/* of the first pair with the least quotient: disjoint paths, flow in the tree */
};

/* The greatest number of paths from A to B no two of which share an edge (Dinic's algorithm). side: [leaf], of `leaves`
 * leaves (enum side, universal/flow.h). */
uint64_t graph_paths(const struct network_graph *graph, unsigned leaves, const uint8_t *side);

/* Draws a pair: a share of the leaves for either side, in blocks of neighbours, so that all channels become narrow in some
 * pair. The sides are disjoint, and neither is empty. */
struct random;
void gamma_draw(struct random *random, unsigned leaves, uint8_t *side);

/* Measures `pairs` drawn pairs, or all where there are at most MOST_EXHAUSTED leaves. `graph` is that of a network with
 * that reference tree. */
struct measured_gamma gamma_measure(const struct network_graph *graph, const struct reference_tree *tree, unsigned long pairs,
				    unsigned long seed);

#endif
