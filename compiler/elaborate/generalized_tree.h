/* generalized_tree.h: the elaborator of generalized fat trees (Oehring et al. 1995, section 2), and with them of the CM-5's data
 * network and of Bay's pruned butterfly. */
#ifndef FTC_ELABORATE_GENERALIZED_TREE_H
#define FTC_ELABORATE_GENERALIZED_TREE_H

#include "elaborate/network.h"

/* Fills the tree of `net`, whose spec (a kind with a height) and plan library are set. */
void generalized_tree_elaborate(struct network *net);

/* Parts of the route of a message in an XGFT, in bits: a router of level l of the paper uses up the bit that says up, and
 * the digit of the parent; down_bits() by a message from above, turn_bits() (plan.h) by one that turns. */
unsigned generalized_tree_up_bits(const struct network *net, unsigned l);
unsigned generalized_tree_down_bits(const struct network *net, unsigned l);

#endif
