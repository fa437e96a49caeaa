/* xgft.h: the graph XGFT(h; m_1..m_h; w_1..w_h): labels, indices, neighbours, distances (Oehring et al. 1995).
 *
 * A node is (l, i): its level (leaves 0, roots h) and its index on that level. Its label is
 * (l; alpha_h .. alpha_(l+1), beta_l .. beta_1) with alpha_i < m_i and beta_i < w_i. The alphas are the digits of the
 * leaves beneath: alpha_h is the most significant digit of a leaf's number. The betas name the parents on the
 * way up. The index is A W_l + q, where A is the number with digits alpha_h .. alpha_(l+1), W_l = w_1 .. w_l, and
 * q = (beta_1 w_2 + beta_2) w_3 + .. + beta_l: beta_1, written last, counts most. So the nodes of a level whose betas
 * begin alike are neighbours, and a parent's q is its child's times w_(l+1) plus which parent it is.
 *
 * The paper's own index formulas (section 4.1) hold for the highest level only; those here follow from its recursive
 * definition (section 3). Every function needs a spec of generalized_machine, a level <= h and an index on that level.
 */
#ifndef FTC_MACHINES_XGFT_H
#define FTC_MACHINES_XGFT_H

#include <stddef.h>
#include <stdint.h>

#include "parse/spec.h"

/* digit[i] for i = 1 .. h is alpha_i where i > level, beta_i where i <= level. */
struct xgft_label {
	unsigned level;
	unsigned digit[MAXIMUM_LEVELS + 1];
};

void xgft_label(const struct spec *spec, unsigned level, unsigned index, struct xgft_label *label);
unsigned xgft_index(const struct spec *spec, const struct xgft_label *label);

/* The index of a parent of (level, index), level < h: the one with beta_(level+1) = `parent` < w_(level+1). */
unsigned xgft_parent(const struct spec *spec, unsigned level, unsigned index, unsigned parent);
/* The index of a child of (level, index), level > 0: the one with alpha_level = `child` < m_level. */
unsigned xgft_child(const struct spec *spec, unsigned level, unsigned index, unsigned child);

/* W_level = w_1 .. w_level: roots of a sub-tree of height `level`. */
unsigned xgft_subtree_roots(const struct spec *spec, unsigned level);
/* m_1 .. m_level: leaves of a sub-tree of height `level`. */
unsigned xgft_subtree_leaves(const struct spec *spec, unsigned level);

/* A leaf's label in messages: the digits of its number side by side, each with the bits of its greatest value; and
 * the bits of such a label, at most 26: there are at most 2^20 leaves, and the worst case, 5 children, takes 3 bits. */
uint32_t xgft_leaf_label(const struct spec *spec, unsigned leaf);
unsigned xgft_label_bits(const struct spec *spec);

/* Links between `level` < h and the level above. */
unsigned long xgft_links(const struct spec *spec, unsigned level);
/* Nodes and links of all levels. */
unsigned long xgft_all_nodes(const struct spec *spec);
unsigned long xgft_all_links(const struct spec *spec);
/* Links at a node of a level: w_1 at a leaf, m_l + w_(l+1) between, m_h at a root. */
unsigned xgft_degree(const struct spec *spec, unsigned level);

/* The height of the smallest sub-tree with both leaves, at which shortest paths turn; their length is twice that. 0
 * when a = b. */
unsigned xgft_turn_level(const struct spec *spec, unsigned a, unsigned b);

/* See struct machine. The nodes of a level are numbered behind those of the levels below it. */
struct network_graph;
void xgft_graph(const struct spec *spec, struct network_graph *graph);

/* Fills the tree of a network whose spec is set: subtrees, nodes, ends, levels, capacities, label bits. What routers are made of,
 * their latencies among it, is left to the machine. */
struct network;
void xgft_tree_elaborate(struct network *net);
/* Can the tree become hardware? As a graph it may have larger nodes than any router. */
bool xgft_is_buildable(const struct spec *spec);
/* The same, with a message if not. */
bool xgft_require_buildable(const struct spec *spec);
/* The wires of all links, each way. */
uint64_t xgft_channel_wires(const struct spec *spec);

/* "XGFT(4; 4,4,4,4; 2,2,2,4)". A fresh string. */
char *xgft_name(const struct spec *spec);

/* A path from leaf to leaf: 2 top + 1 nodes, `top` links up and as many down, by the same betas. */
struct xgft_path {
	unsigned top;
	unsigned node[2 * MAXIMUM_LEVELS + 1];	/* indices; node[j] is on level j up to top, then on level 2 top - j */
};

/* The links from `leaf` up to the node of level `top` whose betas form the number `way` (q above): link[l] is the one
 * between levels l and l + 1, numbered behind those of lower levels: child by child, parent by parent. */
void xgft_way_links(const struct spec *spec, unsigned leaf, unsigned top, unsigned way, size_t link[MAXIMUM_LEVELS]);
/* The betas of the number `way` of a node of level `top`: beta[1] .. beta[top]. */
void xgft_way_betas(const struct spec *spec, unsigned top, unsigned way, unsigned *beta);
/* Both ends of a path that turns at `top`, those of `a` first; `down` is added to the numbers of those of `b`. Returns how many. */
unsigned xgft_path_links(const struct spec *spec, unsigned a, unsigned b, unsigned top, unsigned way, size_t down,
			 size_t link[2 * MAXIMUM_LEVELS]);

/* The path from `source` to `destination` that goes up to level `top` >= xgft_turn_level() by the parents
 * beta[1] .. beta[top] (beta[0] is not read). */
void xgft_path(const struct spec *spec, unsigned source, unsigned destination, unsigned top, const unsigned *beta,
	       struct xgft_path *path);
/* Level of the path's node j. */
unsigned xgft_path_level(const struct xgft_path *path, unsigned j);

/* Path p_i of section 5.1, i < w_1: beta_1 = i and all other betas 0. The w_1 paths share only their end nodes. */
void xgft_disjoint_path(const struct spec *spec, unsigned source, unsigned destination, unsigned top, unsigned i,
			struct xgft_path *path);

#endif
