/* node.h: a switching node of an on-line fat-tree: module and proof. */
#ifndef FTC_MACHINES_FAT_TREE_NODE_H
#define FTC_MACHINES_FAT_TREE_NODE_H

#include "machines/binary_node.h"

struct proofs;

/* Makes the module of a node, once; returns its name. */
const char *fat_tree_lower_node(struct design *d, const struct network *net, const struct node *node);

/* Adds proofs of a node, with its concentrators and delay lines cut out, and of those delay lines. */
void prove_node(struct proofs *list, const struct network *net, const struct node *node);

#endif
