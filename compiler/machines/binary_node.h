/* binary_node.h: what the switching nodes of all binary trees share: names, and ports that concentrators drive. */
#ifndef FTC_MACHINES_BINARY_NODE_H
#define FTC_MACHINES_BINARY_NODE_H

#include "lower/builder.h"
#include "network/network.h"

/* Module names: the level, and "edge" for the node at the right edge of an incomplete tree. Fresh strings. */
char *binary_node_name(const struct network *net, const struct node *node);
char *binary_subtree_name(const struct network *net, const struct subtree *tree);

/* Begins the module of a node, without ports, and makes those of its plans. NULL, with the name in `*known`, when there
 * is one already. `purpose` is its header. */
struct module *node_begin(struct design *d, const struct network *net, const struct node *node,
			  char *(*purpose)(const struct node *node), const char **known);

/* A port by which messages leave a node. */
struct node_port {
	const char *name;		/* "parent" */
	const struct plan *plan;	/* NULL or a plan of wires: there is no choice */
	unsigned padding;		/* registers after it: all nodes of a level keep step */
	int out;			/* net */
	const char *chance;		/* the node's port with random bits, if the plan chooses */
	int favor;			/* net: breaks ties in the clock of the strobe, if the plan needs it */
};

/* Adds the plan's concentrator from `in` to a port and connects its input `control` ("start") to `value`. The net NAME_dead
 * names the dead outputs of a plan that can have such. Without a choice, wires go straight, and those without
 * a source are idle. Takes over `in` and `value`. */
void node_add_port(struct design *d, struct module *m, const struct node_port *port, struct bits in,
		   const char *control, struct bits value);

#endif
