/* rivals.h: hypercube, generalized hypercube, torus and mesh, as Table 1 of Oehring et al. (1995) compares them.
 *
 * The printed table has the diameter and the bisection of meshes in the rows of tori, and m^(h+1)/4 for a generalized
 * hypercube of odd m, which is no whole number. The values here are exact for the networks themselves.
 */
#ifndef FTC_MACHINES_RIVALS_H
#define FTC_MACHINES_RIVALS_H

#include <stdbool.h>

enum { MAXIMUM_SIDES = 20 };

/* A product of equal or unequal graphs of one dimension each: side[0] .. side[count - 1] nodes long, each >= 1. */
struct sides {
	unsigned count;
	unsigned side[MAXIMUM_SIDES];
};

struct rival {
	unsigned long nodes;
	unsigned degree;		/* the least; in a mesh, of an inner node. Equal to the connectivity */
	unsigned diameter;
	unsigned long cost;		/* degree times diameter */
	/* Links; exact where equal; the halves differ by at most one node. */
	unsigned long bisection_lower, bisection_upper;
};

/* Products of rings; a ring of two nodes is one link. The bisection is exact when the longest side is even (uniform
 * flow), or all sides are odd (Aroca and Fernandez Anta, Bisection (Band)Width of Product Networks, 2014: that of
 * sides >= 3). */
struct rival torus(const struct sides *sides);
/* Products of linear arrays, without the wrap-around links. The bisection is that of the same paper. */
struct rival mesh(const struct sides *sides);
/* Products of complete graphs: GQ of base m_i in dimension i; a hypercube when all are 2. The bisection is exact:
 * filling the largest complete graphs first leaves the fewest links to cut (Lindsey, Assignment of Numbers to Vertices,
 * 1964). */
struct rival generalized_hypercube(const struct sides *sides);

/* The factors a >= b of `nodes` that are nearest to each other. */
struct sides squarest(unsigned nodes);
/* lg(nodes) sides of 2; count is 0 when nodes is no power of two. */
struct sides hypercube_sides(unsigned nodes);

#endif
