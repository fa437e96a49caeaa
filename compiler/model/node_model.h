/* node_model.h: what moves at a vertex of a tree: a machine says it for its nodes, network_model.c walks the tree. */
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
	const uint8_t *told;		/* this node's bits of what the machine is told, 0 or 1 each: see below */
	void *node;			/* the machine's own */
};

/* What reaches a node besides messages, in this clock. */
struct node_strobes {
	bool from_below, from_above;	/* strobes of what comes from the children and from the parent */
	bool broadcast;			/* messages go to all leaves */
};

struct node_model {
	/* A node is told some bits, by a bus that goes down the tree: first those of the node at the top of a subtree, then those of
	 * the subtree of its first child, and so on. How many there are for a subtree; NULL: none. */
	unsigned (*told_bits)(const struct network *net, const struct subtree *tree);
	/* Sets those that are not 0 at the beginning; NULL: all are. */
	void (*tell)(const struct network *net, uint8_t *told);

	/* Makes and frees v->node; all else of the vertex is there. */
	void *(*new)(const struct network *net, const struct vertex *v);
	void (*free)(const struct vertex *v);
	/* Puts out the wires to the parent, v->up: the children's are known. Not at the root of a tree without an outside. */
	void (*show_up)(struct vertex *v);
	/* Puts out the wires to the children, their `down`: v->down is known. */
	void (*show_down)(struct vertex *v);
	/* A rising clock edge; the strobes' lines are clocked by the walk. */
	void (*clock)(struct vertex *v, const struct node_strobes *now);
};

#endif
