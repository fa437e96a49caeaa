/* variants.h: networks that Goodman and Séquin name and do not build: more sets of links across (section 2), new sequences in
 * subtrees (4.1), and the indirect n-cube as a cylinder (5). */
#ifndef FTC_MACHINES_HYPERTREE_VARIANTS_H
#define FTC_MACHINES_HYPERTREE_VARIANTS_H

#include "machines/hypertree/graph.h"

enum {
	SETS_LEVELS = 10, FEWEST_SETS = 3, MOST_SETS = 4,	/* of sets that ftc has no other name for */
	RESTART_LEVELS = 8,
	CYLINDER_LEVELS = 8,
};

/* Between the leaves of a tree of n levels each of whose levels has links of the `sets` bits, or all its bits if these are fewer,
 * whose nodes are farthest apart by links above; of bits that are alike, the most significant. For n = 1 .. SETS_LEVELS. */
void sets_count(unsigned sets, struct distances between_leaves[SETS_LEVELS + 1]);

/* Sums of the distances between all leaves, and between those of each subtree whose root is on level r, each leaf with itself
 * included: of Hypertree I, and with the links of a Hypertree I of its own in each such subtree. */
struct restart_count {
	unsigned long long all, subtrees, all_anew, subtrees_anew;
};
/* In a tree of RESTART_LEVELS levels; 0 < r < RESTART_LEVELS. */
void restart_count(unsigned r, struct restart_count *count);

/* Between all nodes (s, x) of n stages and 2^n rows; (s, x) is joined to (s + 1 mod n, x) and (s + 1 mod n, x with bit s flipped). */
struct distances cylinder_distances(unsigned n);

#endif
