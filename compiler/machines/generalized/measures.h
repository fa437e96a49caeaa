/* measures.h: what section 4 of Oehring et al. (1995) says of an XGFT: distances, connectivity, cost and bisection.
 *
 * Everything takes time by levels, so a million leaves take as long as twenty, except the exact bisection where no
 * formula has it (xgft_bisection()). Every function wants a spec of generalized_machine.
 */
#ifndef FTC_MACHINES_GENERALIZED_MEASURES_H
#define FTC_MACHINES_GENERALIZED_MEASURES_H

#include <stdbool.h>

#include "parse/spec.h"

/* The longest distance between two leaves: 2h where m_h > 1 (section 4.2). */
unsigned xgft_diameter(const struct spec *spec);
/* The longest distance between any two nodes. A path may have to go down first, to change a low beta, and then up. */
unsigned xgft_node_diameter(const struct spec *spec);

/* Mean distance between two different leaves, in lowest terms (section 4.3, whose closed form for GFT misprints). */
struct fraction {
	unsigned long numerator, denominator;
};
struct fraction xgft_mean_distance(const struct spec *spec);

/* Between two leaves there are w_1 paths without a common node (Theorem 2). The graph as a whole can fall apart with
 * fewer nodes gone, as few as the least degree: a root has only m_h links. */
unsigned xgft_leaf_connectivity(const struct spec *spec);
unsigned xgft_node_connectivity(const struct spec *spec);

/* Table 1: the degree of a leaf times the diameter. */
unsigned long xgft_cost(const struct spec *spec);

/* The least number of links whose removal leaves two halves of the leaves (one more in one of them when they are odd)
 * without a path between them; switches may be on either side.
 *
 * Cutting an XGFT costs what cutting the tree costs in which all W_l nodes of a sub-tree of height l are one and its
 * link to the tree above has W_(l+1) wires. That gives
 *
 *   least >= floor(n/2) * min over l < h of W_(l+1) / (m_1 .. m_l)
 *
 * with equality where floor(n/2) leaves are whole sub-trees of that l. Where they are not, small trees are searched
 * (dynamic programming) and large ones get bounds. */
struct bisection_bounds {
	unsigned long lower, upper;	/* exact where they are equal */
	unsigned long formula_twice;	/* m_h w_1..w_h: twice the paper's formula, and what Theorem 1 proves as bound */
};
struct bisection_bounds xgft_bisection(const struct spec *spec);

#endif
