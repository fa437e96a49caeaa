/* graph.h: graphs built from the definitions, and slow and obvious ways to measure them.
 *
 * Nothing of ftc is used here: this is what ftc is held against. */
#ifndef XGFT_TEST_GRAPH_H
#define XGFT_TEST_GRAPH_H

#include <stdbool.h>

enum { MOST_HEIGHT = 10, UNREACHED = 1 << 20 };

/* Nodes 0 .. count - 1; multiple links between two nodes do not occur. */
struct graph {
	unsigned count;
	unsigned *degree;
	unsigned **neighbour;
};

/* A graph of `count` nodes without links; links two of its nodes; are these two linked? */
void graph_start(struct graph *g, unsigned count);
void graph_link(struct graph *g, unsigned a, unsigned b);
bool graph_linked(const struct graph *g, unsigned a, unsigned b);
void graph_free(struct graph *g);

/* An XGFT by the recursion of Oehring et al. (1995), section 3: m copies of the smaller one and W_h new nodes, of which
 * b is linked to a where a mod W_(h-1) = floor(b / w_h). Node (l, i) is number first[l] + i. */
struct xgft_graph {
	struct graph g;
	unsigned height;
	unsigned nodes[MOST_HEIGHT + 1], first[MOST_HEIGHT + 2];
};
void xgft_build(struct xgft_graph *x, unsigned height, const unsigned *m, const unsigned *w);

/* Bay's pruned butterfly (thesis, chapter 2) of 4^q leaves: node <i,j,k> is number bay_node(). */
void bay_build(struct graph *g, unsigned q);
unsigned bay_node(unsigned q, unsigned i, unsigned j, unsigned k);

/* The product of paths, rings (`wrap`) or complete graphs (`complete`). */
void product_build(struct graph *g, const unsigned *side, unsigned count, bool wrap, bool complete);

/* Distances from a node, UNREACHED where there is no way; nodes of which dead[] is true are no way either (NULL:
 * none). */
void graph_distances(const struct graph *g, unsigned from, const bool *dead, unsigned *distance);

/* The most paths from s to t that share no node but their ends. */
unsigned graph_disjoint_paths(const struct graph *g, unsigned s, unsigned t);
/* The fewest nodes whose removal leaves a graph that is not connected, or only one node. */
unsigned graph_connectivity(const struct graph *g);

/* The fewest links between two sides of which either has as many of the counted nodes as the other (one more if they
 * are odd). */
unsigned graph_bisection(const struct graph *g, const bool *counted);

#endif
