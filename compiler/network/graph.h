/* graph.h: a network as a graph, without what its nodes do. */
#ifndef FTC_NETWORK_GRAPH_H
#define FTC_NETWORK_GRAPH_H

#include <stddef.h>

/* Undirected. Leaf i of the network is vertex i. */
struct network_graph {
	unsigned vertices;
	size_t edges;
	struct graph_edge {
		unsigned from, to;
		unsigned units;		/* parallel edges, at least 1: an edge is a wire up and a wire down */
	} *edge;			/* freed by the caller */
};

#endif
