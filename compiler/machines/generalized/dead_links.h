/* dead_links.h: which links of a generalized fat tree are dead, as the bits of one bus.
 *
 * Every link to a child belongs to the router above it. All child links of a dead router are dead: no message enters it
 * from below, and none leaves it downwards. A dead leaf has lost its w_1 links.
 *
 * The bus goes down the tree, and each subtree takes its share: the bits of its own routers, router 0 first, each with
 * one bit per child; then the shares of the subtrees of child 0, child 1, and so on.
 */
#ifndef FTC_MACHINES_GENERALIZED_DEAD_LINKS_H
#define FTC_MACHINES_GENERALIZED_DEAD_LINKS_H

#include "network/network.h"

/* Does the hardware handle dead links: are there any, or may there be some at run time? */
static inline bool network_has_dead_links(const struct spec *spec)
{
	return spec->fault_count > 0 || spec->fault_registers;
}

/* Does a leaf try other links for an undelivered message (DETOUR of the templates)? Yes where links are, or may be,
 * dead; and with broadcasts, which must leave by the link on the slot's spanning tree. */
static inline bool network_has_detours(const struct spec *spec)
{
	return network_has_dead_links(spec) || spec->broadcast_every > 0;
}

/* Bits of the share of a subtree of height `l`, 0 .. levels, as in the paper: 0 for a leaf, the whole bus at
 * `levels`. */
unsigned network_links(const struct network *net, unsigned l);

/* The bit of the link from router `index` of level `l` >= 1 to its child number `child` (indices as in xgft.h). */
unsigned network_link(const struct network *net, unsigned l, unsigned index, unsigned child);

struct dead_links {
	unsigned *bit;			/* distinct, ascending */
	size_t count;
};

/* The bits of spec->faults. Levels omitted at the top have none. */
void network_dead_links(const struct network *net, struct dead_links *dead);
void dead_links_free(struct dead_links *dead);

/* Of the routers at the top of each subtree of height `level` >= 1, the one on spanning tree `tree`: beta_1 = tree, all other betas 0. */
unsigned spanning_tree_root(const struct spec *spec, unsigned level, unsigned tree);
/* Spanning trees of Theorem 3 (Oehring et al., section 5.2) on which no fault of the spec lies, of w_1: a broadcast takes one. */
unsigned intact_spanning_trees(const struct spec *spec);

#endif
