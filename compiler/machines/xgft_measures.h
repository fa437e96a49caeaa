/* xgft_measures.h: the measures of an XGFT in section 4 of Oehring et al. (1995): distances, connectivity, cost and
 * bisection.
 *
 * Time is in proportion to the levels, not the leaves, except for the bisections of smaller trees. Every function needs a spec of generalized_machine.
 */
#ifndef FTC_MACHINES_XGFT_MEASURES_H
#define FTC_MACHINES_XGFT_MEASURES_H

#include "parse/spec.h"

/* The longest distance between two leaves: 2h where m_h > 1 (section 4.2). */
unsigned xgft_diameter(const struct spec *spec);
/* The longest distance between any two nodes. A path may have to go down first to change a low beta, and then up. */
unsigned xgft_node_diameter(const struct spec *spec);

/* Mean distance between two different leaves, in lowest terms (section 4.3, whose closed form for a GFT has a
 * misprint). */
struct fraction {
	unsigned long numerator, denominator;
};
struct fraction xgft_mean_distance(const struct spec *spec);

/* Between two leaves there are w_1 paths without a common node (Theorem 2). The whole graph can fall apart when
 * fewer nodes fail, as few as the least degree: a root has only m_h links. */
unsigned xgft_leaf_connectivity(const struct spec *spec);
unsigned xgft_node_connectivity(const struct spec *spec);

/* Table 1: the degree of a leaf times the diameter. */
unsigned long xgft_cost(const struct spec *spec);

/* Links; exact where both are equal. Halves of an odd number differ by one. */
struct bisection_bounds {
	unsigned long lower, upper;
};

/* The edge bisection of section 2: the least number of links whose removal splits the graph into two parts of equally
 * many nodes, switches included.
 *
 * The upper bound is that of a cut; the lower one is proved by a flow between all nodes and, with up to 1024 leaves or
 * roots, by cuts of the trees of which the graph is made. Often they meet. Otherwise graphs of up to 64 nodes are
 * searched. */
struct bisection_bounds xgft_graph_bisection(const struct spec *spec);

/* The least number of links whose removal leaves no path between two halves of the leaves; switches may be on either
 * side. More than the edge bisection, or less.
 *
 * Cutting an XGFT costs as much as cutting a tree in which all W_l nodes of a sub-tree of height l are one, whose
 * link to the tree above has W_(l+1) wires. That gives
 *
 *   least >= floor(n/2) * min over l < h of W_(l+1) / (m_1 .. m_l)
 *
 * with equality where floor(n/2) leaves are whole sub-trees of that l. Otherwise small trees are searched (dynamic
 * programming) and large ones get bounds. */
struct bisection_bounds xgft_leaf_bisection(const struct spec *spec);

/* m_h w_1 .. w_h: twice the paper's formula for the edge bisection, and the bound that Theorem 1 proves. */
unsigned long xgft_bisection_formula_twice(const struct spec *spec);

/* Whether the graph is that of Bay's pruned butterfly, or half of one, which has an odd power of two of leaves: what is true of
 * the paths and flows of the whole is true of its half, as no path leaves the sub-tree that holds its ends. */
bool xgft_is_pruned_butterfly(const struct spec *spec);
/* See struct machine: a sub-tree's nodes of one level make one vertex. */
struct reference_tree;
bool xgft_reference(const struct spec *spec, struct reference_tree *tree);

#endif
