/* graph.h: networks as plain graphs: shortest distances, and the loads of their links under a rule of routing.
 *
 * Hypertrees are measured here, and beside them the networks that the paper compares them with and that ftc does not
 * build. Nodes have numbers 0 .. nodes - 1; a hypertree's have their heap numbers, and node 0 has no links.
 */
#ifndef FTC_MACHINES_HYPERTREE_GRAPH_H
#define FTC_MACHINES_HYPERTREE_GRAPH_H

#include <stdbool.h>

enum { MOST_NEIGHBOURS = 12 };

struct graph_node {
	unsigned degree;
	unsigned neighbour[MOST_NEIGHBOURS];
};

struct graph {
	unsigned nodes;
	struct graph_node *node;
};

struct graph graph_new(unsigned nodes);
/* Adds a link, unless a == b or the link exists. */
void graph_join(struct graph *g, unsigned a, unsigned b);
void graph_free(struct graph *g);
/* The greatest number of links at a node. */
unsigned graph_degree(const struct graph *g);
/* Which neighbour of `from` the node `to` is; it must be one. */
unsigned graph_port(const struct graph *g, unsigned from, unsigned to);

/* Of all ordered pairs of nodes with numbers `first` and above, each node with itself included. */
struct distances {
	unsigned long long pairs;	/* with a path between them */
	unsigned long long sum;		/* of the links on shortest paths */
	unsigned longest;
	/* Locality, section 3.2.3: each node sends 2^-d messages to the nodes at each distance d, if there are any. The
	 * messages, and the links on their shortest paths; exact up to distance 32. */
	double local_messages, local_sum;
};
struct distances graph_distances(const struct graph *g, unsigned first);
/* Sets steps[x], of each node x, to 1 + the links of the shortest way from a node to x; 0: there is none. With `to` != `from` it
 * ends at this node, and does not go by a link between both. `reached`: room for all nodes. */
void graph_search(const struct graph *g, unsigned from, unsigned to, unsigned *steps, unsigned *reached);
/* Of all links that another way goes round: the ends of each, by the shortest such way. No locality. */
struct distances graph_detours(const struct graph *g);

/* A rule of routing. A message has one of `modes` modes for its whole way; mode() is that of a source and a target. */
struct graph_rule {
	const void *network;		/* for the functions */
	unsigned modes;
	unsigned (*mode)(const void *network, unsigned source, unsigned target);	/* NULL: one mode */
	unsigned (*next)(const void *network, unsigned mode, unsigned at, unsigned target);
	/* For how many targets this one stands, 0 if another one stands for it: of targets that are equivalent, one is
	 * enough for sums. NULL: each stands for itself. */
	unsigned (*weight)(const void *network, unsigned target);
};

/* What one message from every node of first .. last to every other one makes of links. */
struct graph_loads {
	unsigned long long sum;		/* links on all ways */
	unsigned longest;		/* way */
	/* [node * MOST_NEIGHBOURS + port]: messages that leave `node` by this port */
	unsigned long long *leaving;
};
struct graph_loads graph_loads(const struct graph *g, unsigned first, const struct graph_rule *rule);
/* The messages from a node to a neighbour. */
unsigned long long graph_load(const struct graph *g, const struct graph_loads *loads, unsigned from, unsigned to);
void graph_loads_free(struct graph_loads *loads);

#endif
