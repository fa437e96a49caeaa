/* flow.h: the greatest flow between two sets of leaves in a reference tree, as a cut, as a flow, and, in the pruned butterfly,
 * as paths without a common edge (Bay 1992, Lemma 13). */
#ifndef FTC_UNIVERSAL_FLOW_H
#define FTC_UNIVERSAL_FLOW_H

#include <stdint.h>

#include "network/reference.h"

enum side { SIDE_NONE, SIDE_A, SIDE_B };

/* The least capacity of channels whose removal parts A from B. Time O(leaves). side: [leaf]. */
uint64_t reference_cut(const struct reference_tree *tree, const uint8_t *side);

/* A flow from A to B of the same size. */
struct reference_flow {
	uint64_t size;
	/* [depth][vertex]: units on the channel above it: up if positive, down if negative. [0]: one vertex, 0. */
	int64_t *units[MAXIMUM_LEVELS + 1];
};
void reference_flow(const struct reference_tree *tree, const uint8_t *side, struct reference_flow *flow);
void reference_flow_free(const struct reference_tree *tree, struct reference_flow *flow);

/* A vertex <i,j,k> of the pruned butterfly: depth i, k-th of the vertices of tree vertex j. */
struct butterfly_vertex {
	unsigned i, j, k;
};
struct butterfly_path {
	struct butterfly_vertex vertex[2 * MAXIMUM_LEVELS + 1];	/* from a leaf of A to a leaf of B */
	unsigned count;
};

/* The paths of the flow, as many as its size, with no edge in common. `tree` is that of a pruned butterfly. Free the
 * result. */
struct butterfly_path *butterfly_paths(const struct reference_tree *tree, const struct reference_flow *flow);

#endif
