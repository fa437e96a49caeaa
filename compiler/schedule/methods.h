/* methods.h: the methods that make schedules. schedule_make() chooses among them and checks the result. */
#ifndef FTC_SCHEDULE_METHODS_H
#define FTC_SCHEDULE_METHODS_H

#include "schedule/schedule.h"

/* Each assigns messages to cycles 0 .. result - 1: cycle[message], SCHEDULE_LOCAL for a local message. Cycles may be
 * empty. */

/* Theorem 1: a vertex whose messages (of one direction) have load factor lambda takes r = 2^ceil(lg lambda) sets, 1 if
 * lambda <= 1; a level takes as many cycles as its greatest r; levels follow one another. */
unsigned theorem_1(const struct channel_tree *tree, const struct message_set *set, uint32_t *cycle);

/* The result of theorem_1(), without splitting. *bound is the theorem's guarantee: levels in use times
 * 2^ceil(lg lambda). */
unsigned theorem_1_cycles(const struct channel_tree *tree, const struct message_set *set, unsigned *bound);

/* Whether corollary 2 applies: every channel has a capacity above L. */
bool corollary_2_applies(const struct channel_tree *tree);
/* 2^ceil(lg lambda') cycles, at least 1, where lambda' is the load factor for capacities reduced by L. */
unsigned corollary_2_cycles(const struct channel_tree *tree, const struct message_set *set);
unsigned corollary_2(const struct channel_tree *tree, const struct message_set *set, uint32_t *cycle);

/* packed.c */
unsigned packed(const struct channel_tree *tree, const struct message_set *set, uint32_t *cycle);

#endif
