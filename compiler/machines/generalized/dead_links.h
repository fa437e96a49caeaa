/* dead_links.h: which links of a generalized fat tree are dead, as the bits of one bus.
 *
 * Every link to a child belongs to the router above it. A dead router is one all of whose links to children are dead: then
 * nothing that it sends up ever came in, and nothing that it sends down gets out. A dead leaf has lost its w_1 links.
 *
 * The bus goes down the tree, each subtree takes its share: first the bits of its own routers, router 0 first, each with
 * one bit per child; then the share of child 0's subtree, of child 1's, and so on.
 */
#ifndef FTC_MACHINES_GENERALIZED_DEAD_LINKS_H
#define FTC_MACHINES_GENERALIZED_DEAD_LINKS_H

#include "network/network.h"

/* Does the hardware know of dead links: are there any, or may there be some at run time? */
static inline bool network_has_dead_links(const struct spec *spec)
{
	return spec->fault_count > 0 || spec->fault_registers;
}

/* Does what a leaf has sent in vain try other links (DETOUR of the templates)? Where links are, or may be, dead; and with
 * broadcasts, for one must leave by the link that is on the slot's spanning tree. */
static inline bool network_has_detours(const struct spec *spec)
{
	return network_has_dead_links(spec) || spec->broadcast_every > 0;
}

/* Bits of the share of a subtree of height `l`, 0 .. levels, as in the paper: 0 of a leaf; the whole bus at `levels`. */
unsigned network_links(const struct network *net, unsigned l);

/* The bit of the link from router `index` of level `l` >= 1 to its child number `child` (indices as in analyse/xgft.h). */
unsigned network_link(const struct network *net, unsigned l, unsigned index, unsigned child);

struct dead_links {
	unsigned *bit;			/* distinct, ascending */
	size_t count;
};

/* Those of spec->faults; of levels that are left out at the top there are none. */
void network_dead_links(const struct network *net, struct dead_links *dead);
void dead_links_free(struct dead_links *dead);

#endif
