/* node.h: a switching node of a binary tree, and its names. */
#ifndef FTC_MACHINES_FAT_TREE_NODE_H
#define FTC_MACHINES_FAT_TREE_NODE_H

#include "lower/builder.h"
#include "network/network.h"

struct proofs;

/* Names of modules: the level, and "edge" for the one at the right edge of an incomplete tree. Fresh strings. */
char *binary_node_name(const struct network *net, const struct node *node);
char *binary_subtree_name(const struct network *net, const struct subtree *tree);

/* The module of a node, which is made once: its name. */
const char *fat_tree_lower_node(struct design *d, const struct network *net, const struct node *node);

/* Where messages leave a node. */
struct node_port {
	const char *name;		/* "parent" */
	const struct plan *plan;	/* NULL, or one of wires: nothing is to be decided */
	unsigned padding;		/* registers behind it so that all nodes of the level keep step */
	int out;			/* net */
};

/* Adds the plan's concentrator from `in` to a port, with its input `control` ("start") connected to `value`. Where nothing is to be
 * decided, wires go straight, and those that nobody feeds are idle. Takes over `in` and `value`. */
void node_add_port(struct design *d, struct module *m, const struct node_port *port, struct bits in, const char *control,
		   struct bits value);

/* Proves a node, its concentrators and delay lines cut out, and those delay lines. */
void prove_node(struct proofs *list, const struct network *net, const struct node *node);

#endif
