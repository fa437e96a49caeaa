/* hamming.h: distances between nodes of one level whose addresses differ in a single bit: what Goodman and Séquin's
 * Figures 2 and 3 and Table I count. */
#ifndef FTC_MACHINES_HYPERTREE_HAMMING_H
#define FTC_MACHINES_HYPERTREE_HAMMING_H

#include "machines/hypertree/hypertree.h"

enum { HAMMING_LEVELS = 20 };		/* of Table I */

/* Where messages may go. */
enum hamming_reach {
	HAMMING_BEFORE,		/* up, without the links of the level itself: by these distances they are chosen */
	HAMMING_ABOVE,		/* up, with the links of the level */
	HAMMING_WHOLE,		/* anywhere in a tree without end */
};

/* Sets distance[b] for each bit b = 1 .. level. The same for all nodes of the level: changing the same bits of all
 * addresses maps the network onto itself. Only for hypertrees and binary trees, level 1 .. HAMMING_LEVELS. */
void hamming_distances(enum hypertree_kind kind, unsigned level, enum hamming_reach reach,
		       unsigned distance[HAMMING_LEVELS + 1]);

/* The greatest of them. */
unsigned hamming_worst(enum hypertree_kind kind, unsigned level, enum hamming_reach reach);

#endif
