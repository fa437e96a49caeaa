/* methods.h: the ways of making a schedule. schedule_make() chooses among them and checks what comes out. */
#ifndef FTC_SCHEDULE_METHODS_H
#define FTC_SCHEDULE_METHODS_H

#include "schedule/schedule.h"

/* Each puts messages into cycles 0 .. result - 1: cycle[message], SCHEDULE_LOCAL for a message to oneself. Cycles may stay
 * empty. */

/* Theorem 1: at a vertex whose messages (of one direction) have load factor lambda, r = 2^ceil(lg lambda) sets, 1 where
 * lambda <= 1; on a level as many cycles as the vertex with the greatest r needs; levels one after another. */
unsigned theorem_1(const struct channel_tree *tree, const struct message_set *set, uint32_t *cycle);

/* The r of theorem_1(), without splitting: *bound is levels in use times 2^ceil(lg lambda), what the theorem promises. */
unsigned theorem_1_cycles(const struct channel_tree *tree, const struct message_set *set, unsigned *bound);

/* Corollary 2: does it apply, that is, has every channel a capacity above L? */
bool corollary_2_applies(const struct channel_tree *tree);
/* 2^ceil(lg lambda') cycles, at least 1; lambda' being the load factor for capacities that are L less. */
unsigned corollary_2_cycles(const struct channel_tree *tree, const struct message_set *set);
unsigned corollary_2(const struct channel_tree *tree, const struct message_set *set, uint32_t *cycle);

/* packed.c */
unsigned packed(const struct channel_tree *tree, const struct message_set *set, uint32_t *cycle);

#endif
