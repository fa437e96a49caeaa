/* clocks.h: clocks of leaves that have nothing to do with the network's, nor with each other (docs/how-to/clocks.md).
 *
 * Each has a period, a phase and jitter of its own, drawn by a seed. A leaf shares no signal with another one, only with the network: so
 * of the edges between two of the network's, only the order of one leaf's own matters. They come in rounds, in each of which a leaf has an
 * edge at most. A model lets them rise (model.h).
 */
#ifndef FTC_SIM_CLOCKS_H
#define FTC_SIM_CLOCKS_H

#include <stdbool.h>
#include <stdint.h>

struct clocks;

/* Edges of a leaf's clock in one of the network's, at least and at most; and the share of a period by which an edge is early or
 * late, at most. */
#define CLOCKS_SLOWEST 0.3
#define CLOCKS_FASTEST 3.0
#define CLOCKS_JITTER 0.1

struct clocks *clocks_new(unsigned count, uint64_t seed);
/* Accepts NULL. */
void clocks_free(struct clocks *c);
/* The time until the network's next edge has passed: rounds follow. */
void clocks_advance(struct clocks *c);
/* Whether there is one more round, and whether a clock rises in it. */
bool clocks_round(struct clocks *c);
bool clocks_rises(const struct clocks *c, unsigned clock);

#endif
