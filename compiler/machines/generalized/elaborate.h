/* elaborate.h: the elaborator of generalized fat trees (Oehring et al. 1995, section 3), which include the CM-5's
 * data network and Bay's pruned butterfly. */
#ifndef FTC_MACHINES_GENERALIZED_ELABORATE_H
#define FTC_MACHINES_GENERALIZED_ELABORATE_H

#include "network/network.h"

/* Fills the tree of `net`, whose spec (of a kind with a height) and plan library must be set. */
void generalized_tree_elaborate(struct network *net);

/* The part of a message's route, in bits, that a router of level l in the paper's numbering uses up where the message
 * turns. At the top, with broadcasts, that is more than in plan.h. */
static inline unsigned generalized_tree_turn_bits(const struct network *net, unsigned l)
{
	const struct spec *spec = net->spec;

	return l == net->levels && spec->broadcast_every > 0 ? digit_bits(spec->children[l]) :
							       turn_bits(spec->children[l]);
}

#endif
