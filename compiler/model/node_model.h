/* node_model.h: the model of one vertex of a tree: a machine describes its nodes, network_model.c walks the tree. */
#ifndef FTC_MODEL_NODE_MODEL_H
#define FTC_MODEL_NODE_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "model/line.h"
#include "network/network.h"

/* A vertex of the tree, expanded, with the channel above it. */
struct vertex {
	const struct subtree *tree;
	struct vertex **child;		/* [tree->children]; NULL: not there */
	uint8_t *up, *down;		/* wires of the channel above, in this clock */
	struct line up_strobe, down_strobe;	/* strobes on their way through the node */
	const uint8_t *told;		/* this node's bits of the bus, 0 or 1 each: see told_bits() */
	void *node;			/* private to the machine */
};

/* Control inputs of a node in this clock. */
struct node_strobes {
	bool from_below, from_above;	/* strobes of the children's and of the parent's messages */
	bool broadcast;			/* messages go to all leaves */
	uint8_t chance_up, chance_down;	/* random bits for the way up and down, 0 or 1 */
};

struct node_model {
	/* Bits of a subtree on the bus that goes down the tree: the top node's, then those of its first child's
	 * subtree, and so on. NULL: no bus. */
	unsigned (*told_bits)(const struct network *net, const struct subtree *tree);
	/* Sets the bits that are initially not 0; NULL: all are 0. */
	void (*tell)(const struct network *net, uint8_t *told);

	/* Make and free v->node; the rest of the vertex exists. */
	void *(*new)(const struct network *net, const struct vertex *v);
	void (*free)(const struct vertex *v);
	/* Computes the wires to the parent, v->up, from the children's `up`. Not at the root of a tree without an
	 * outside. */
	void (*show_up)(struct vertex *v);
	/* Computes the wires to the children, their `down`, from v->down. */
	void (*show_down)(struct vertex *v);
	/* Performs a rising clock edge; network_model.c clocks the strobes' lines. */
	void (*clock)(struct vertex *v, const struct node_strobes *now);
};

#endif
