/* cut.h: a circuit in parts, and what that costs: parts of partition.c.
 *
 *   cut.c    the nets as a hypergraph; moves of vertices between parts, with the cost kept up to date; annealing
 *   ways.c   how long the ways between latches and pins will be, roughly, and so which nets should not cross meshes
 *
 * A vertex is a cell or a bit of a port. A net is a literal: its driver, and the cells and outputs that read it. It costs a
 * message for each part that reads it, but the driver's.
 */
#ifndef FTC_OVERLAY_CUT_H
#define FTC_OVERLAY_CUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "overlay/logic.h"
#include "overlay/overlay.h"
#include "random.h"

enum vertex_kind { VERTEX_CELL, VERTEX_INPUT, VERTEX_OUTPUT, VERTEX_KINDS };

/* Vertices: cells, then inputs, then outputs. */
struct cut_graph {
	const struct logic *l;
	size_t cells, inputs, outputs, vertices, nets, pins;
	size_t *first_pin;			/* [nets + 1] */
	unsigned *pin;				/* of net n from first_pin[n] on: its driver, then its readers, each once */
	size_t *first_net;			/* [vertices + 1] */
	unsigned *net;				/* of vertex v from first_net[v] on: the nets that it drives or reads */
	unsigned *cell_order;			/* [cells]: each after those whose gates it reads */
};
void cut_graph_make(struct cut_graph *g, const struct logic *l);
void cut_graph_free(struct cut_graph *g);
enum vertex_kind vertex_kind(const struct cut_graph *g, unsigned vertex);

/* How much of each kind a part takes. */
struct cut_limits {
	unsigned parts;				/* 2 .. OVERLAY_MOST_MESHES */
	unsigned least[VERTEX_KINDS], most[VERTEX_KINDS];
	unsigned leave;				/* nets that may leave a part */
	unsigned enter[OVERLAY_MOST_LEVELS + 1];	/* [height]: that may enter it and turn so high above it or higher */
	unsigned levels, wires[OVERLAY_MOST_LEVELS + 1];	/* of the tree; [level]: of a channel */
};

/* A partition of the vertices. */
struct cut {
	const struct cut_graph *g;
	struct cut_limits limits;
	unsigned *part;				/* [vertex] */
	const int *fixed;			/* [vertex]: the part that it must have, or -1; NULL: none must */
	unsigned *count;			/* [net * parts + part]: vertices of the net there */
	uint64_t *present;			/* [net]: a bit for each part with a vertex of it */
	unsigned size[VERTEX_KINDS][OVERLAY_MOST_MESHES];
	unsigned out[OVERLAY_MOST_MESHES];	/* nets that leave */
	unsigned in[OVERLAY_MOST_LEVELS + 1][OVERLAY_MOST_MESHES];	/* [height]: nets that enter, as in the limits */
	float *weight;				/* [pin]: what it costs if this reader is not in the driver's part */
	/* The sums. */
	unsigned long messages, heights;	/* heights: over all messages the level at which they turn, from the leaves */
	unsigned long excess;			/* nets that find no position */
	double critical;			/* weights of the readers in other parts than their drivers */
};
/* All in part 0. */
void cut_start(struct cut *c, const struct cut_graph *g, const struct cut_limits *limits);
void cut_free(struct cut *c);
void cut_move(struct cut *c, unsigned vertex, unsigned part);
/* The sums as one number: messages first. */
double cut_cost(const struct cut *c);
/* Has vertices in parts for good: they go there, and no other function moves them. `fixed` as in the cut. */
void cut_fix(struct cut *c, const int *fixed);
/* Whether the vertex may leave its part, a part would still have room for it, and its own enough of its kind without it. */
bool cut_may_move(const struct cut *c, unsigned vertex, unsigned part);
/* The delivery cycles that the messages will take: by the channel with the greatest load for its wires, at least 1. */
unsigned cut_cycles(const struct cut *c);
/* Moves the vertices that cost least until every part keeps its limits, which must be possible. */
void cut_repair(struct cut *c);
/* Changes the weights of readers and so c->critical. weight[pins]. */
void cut_weigh(struct cut *c, const float *weight);

/* Moves and exchanges vertices at random, worse ones less and less often. The work is bounded by `moves`. */
void cut_anneal(struct cut *c, struct random *random, unsigned long moves, double hot);

/* Ways through gates, from latches and inputs to latches and outputs, in clocks. */
struct way_clocks {
	unsigned hop;				/* from a gate to the next one in its mesh */
	unsigned cross;				/* more if it is in another */
};
/* The length of the longest one; *crossings: how often one of that length leaves a mesh. criticality[pin], unless NULL:
 * the longest way through a reader's end of a net, divided by that. */
unsigned longest_way(const struct cut *c, struct way_clocks clocks, unsigned *crossings, float *criticality);

#endif
