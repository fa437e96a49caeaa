/* and_graph.h: an and-inverter graph: a circuit as two-input ANDs whose edges may complement.
 *
 * An edge is 2 node + 1 if it complements. Node 0 is the constant 0; behind it come the leaves, the inputs and then the
 * flip-flops; behind them the ANDs, each behind its operands.
 */
#ifndef FTC_OVERLAY_AND_GRAPH_H
#define FTC_OVERLAY_AND_GRAPH_H

#include <stdbool.h>
#include <stddef.h>

enum { EDGE_FALSE, EDGE_TRUE };

struct and_node {
	unsigned a, b;			/* edges, a < b; of ANDs only */
};
struct and_graph {
	struct and_node *node;
	size_t count;			/* nodes */
	unsigned inputs, latches;
	unsigned *slot;			/* hash table of ANDs: nodes, 0: free */
	size_t room;			/* power of two */
	const bool *complemented;	/* [input]: its complement is there anyway: one more use costs nothing */
};

static inline unsigned edge_node(unsigned edge)
{
	return edge >> 1;
}
static inline unsigned edge_complement(unsigned edge)
{
	return edge & 1;
}
static inline unsigned edge_of(unsigned node)
{
	return 2 * node;
}
static inline unsigned and_graph_input(unsigned input)
{
	return 1 + input;
}
static inline unsigned and_graph_latch(const struct and_graph *g, unsigned latch)
{
	return 1 + g->inputs + latch;
}
static inline bool and_graph_is_input(const struct and_graph *g, unsigned node)
{
	return node > 0 && node <= g->inputs;
}
static inline bool and_graph_is_latch(const struct and_graph *g, unsigned node)
{
	return node > g->inputs && node <= g->inputs + g->latches;
}
static inline bool and_graph_is_and(const struct and_graph *g, unsigned node)
{
	return node > g->inputs + g->latches;
}

/* A graph of leaves only. */
void and_graph_start(struct and_graph *g, unsigned inputs, unsigned latches, const bool *complemented);
void and_graph_free(struct and_graph *g);

/* The edges of functions of edges, with as few new nodes as the rules find. */
unsigned and_graph_both(struct and_graph *g, unsigned a, unsigned b);
unsigned and_graph_xor(struct and_graph *g, unsigned a, unsigned b);
/* `if_1` where s is 1. */
unsigned and_graph_mux(struct and_graph *g, unsigned s, unsigned if_1, unsigned if_0);
/* Bit (a + 2 b + 4 c) of `truth` is the value; of `inputs` edges, 0 .. 3. */
unsigned and_graph_function(struct and_graph *g, unsigned truth, const unsigned *in, unsigned inputs);

#endif
