/* clocks.h: the fabric of a pruned butterfly that routes in batches, clock by clock: all nodes with their control parts, and
 * the timer. The vertices and sorters are models of their plans. Leaves are the caller's. */
#ifndef FTC_MACHINES_BATCHED_CLOCKS_H
#define FTC_MACHINES_BATCHED_CLOCKS_H

#include "machines/batched/batched.h"

/* What is on the wires of a channel in a clock: bits, 0 or 1. */
struct batched_up {
	uint8_t *wire;			/* [batched_capacity()]; NULL above the root */
	uint8_t strobe, sum, sum_valid, max, max_valid, ready, wish;
};
struct batched_down {
	uint8_t *wire;
	uint8_t strobe, command, number_valid, prefix, batches;
};

struct batched_node;
struct batched_timer;
struct batched_clocks {
	struct batched_shape shape;
	/* [vertex]: the channel above it. Vertex 1 is the root, 2v and 2v + 1 are the children of v, and N + k is leaf k. The
	 * caller sets up[N ..]. */
	struct batched_up *up;
	struct batched_down *down;
	/* private: */
	struct batched_node *node;	/* [vertex], 1 .. N - 1 */
	struct batched_timer *timer;
};

/* Of a network of batched_machine, which must outlive it. Behind a reset, with silent leaves. */
struct batched_clocks *batched_clocks_new(const struct network *net);
void batched_clocks_free(struct batched_clocks *c);
/* Whether the timer could begin a round in this clock, but for a wish: `vacant` of rtl-templates/batched/batch_timer.v. */
bool batched_clocks_vacant(const struct batched_clocks *c);
/* One clock edge. */
void batched_clocks_step(struct batched_clocks *c);

#endif
