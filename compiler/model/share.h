/* share.h: which leaves of a network each of several processes simulates (util/ranks.h).
 *
 * The tree is cut at a level. Each rank has some of the subtrees beneath, side by side; what is above the cut all ranks
 * simulate alike.
 */
#ifndef FTC_MODEL_SHARE_H
#define FTC_MODEL_SHARE_H

#include <stdint.h>

#include "network/network.h"

struct share {
	unsigned level;			/* of the subtrees' roots, 1 .. levels; the network's levels: of leaves */
	uint32_t first, end;		/* the rank's leaves, from `first` to before `end` */
};

/* The share of one of `count` ranks, at most share_most(). The level is the highest whose subtrees go to the ranks in equal
 * numbers, or nearly so. The network's machine has slots. */
struct share share_of(const struct network *net, unsigned rank, unsigned count);
/* By rank: the leaf behind its own. Fresh. */
uint32_t *share_ends(const struct network *net, unsigned count);
/* The greatest number of ranks: the leaves'. */
unsigned share_most(const struct network *net);

#endif
