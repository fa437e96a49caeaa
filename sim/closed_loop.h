/* closed_loop.h: closed loops of requests and replies, for traffic.c.
 *
 *   think ---> request ---delivered---> reply ---delivered---> round trip
 *     ^                                                            |
 *     +------------------------------------------------------------+
 *
 * A leaf has `window` places, each of which goes round by itself.
 */
#ifndef FTC_SIM_CLOSED_LOOP_H
#define FTC_SIM_CLOSED_LOOP_H

#include "agenda.h"
#include "traffic_parts.h"

struct closed_loop;

/* p->demand.loop; `agenda`, which outlives it, gets places. `random`: [leaf]. What `p` points to must outlive it. */
struct closed_loop *closed_loop_create(const struct traffic_parameters *p, struct destinations *destinations, struct agenda *agenda,
				       struct random *const *random);
void closed_loop_free(struct closed_loop *l);

/* Leaf `leaf` begins a message for `place` with word `number`: returns its words, and sets for whom it is. */
unsigned closed_loop_begin(struct closed_loop *l, uint32_t leaf, uint32_t place, uint64_t number, uint32_t *destination);
/* Undoes the last closed_loop_begin() of the leaf, whose first word has not been sent; returns its place. */
uint32_t closed_loop_undo(struct closed_loop *l, uint32_t leaf);
/* Word `number` of leaf `source` was delivered in `clock`. Whether that ends a round trip. */
bool closed_loop_delivered(struct closed_loop *l, uint32_t source, uint64_t number, uint64_t clock, struct round_trip *trip);

#endif
