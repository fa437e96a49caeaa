/* cutting.h: the decomposition tree made by cutting planes (Leiserson 1985, Theorem 5).
 *
 * The guest lies in a cube (in the plane: a square). A plane halves it across the first axis, planes halve its halves
 * across the second, and so on, axis after axis, until no box holds two processors. That takes r cuts, the same for all
 * boxes: the tree has 2^r leaves, most of them empty. A box of level i has volume v / 2^i and a surface of at most 4
 * 4^(1/3) (v / 2^i)^(2/3); in the plane a circumference of at most 3 2^(1/2) (v / 2^i)^(1/2).
 *
 * Leaves are not stored. A leaf's number has a bit for each plane, first plane first: the side on which the leaf lies.
 */
#ifndef FTC_UNIVERSAL_CUTTING_H
#define FTC_UNIVERSAL_CUTTING_H

#include "universal/placed.h"

__extension__ typedef unsigned __int128 leaf_number;

enum { MOST_CUTS_OF_AXIS = 40, MOST_CUTS = MOST_DIMENSIONS * MOST_CUTS_OF_AXIS };

/* What the boxes of a level let through. */
struct box_level {
	unsigned boxes;			/* boxes that hold processors */
	unsigned most_processors;	/* in one of them */
	uint64_t most_out;		/* w_i: the most messages that leave a box in a step; equally many enter */
	double surface;			/* of a box */
	double surface_bound;		/* Theorem 5's */
};

struct cutting {
	unsigned dimensions, processors;
	double low[MOST_DIMENSIONS], side;	/* of the cube */
	unsigned depth;			/* r */
	unsigned *processor;		/* [i]: from the first leaf to the last */
	leaf_number *leaf;		/* [i]: where processor[i] is, 0 .. 2^r - 1, ascending */
	struct box_level *level;	/* [0 .. r] */
	double gamma;			/* least with most_out <= gamma * surface for every box that holds two
					   processors or is half of one that does */
};

/* The cube is the guest's own. Without one it is the smallest that leaves each processor, on all sides, half the
 * least distance along an axis. Prints one message and returns false when MOST_CUTS planes do not separate two
 * processors. */
bool cutting_make(struct cutting *cutting, const struct placed *guest);
void cutting_free(struct cutting *cutting);

#endif
