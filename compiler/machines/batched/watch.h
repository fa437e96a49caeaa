/* watch.h: simulations of a pruned butterfly that routes in batches. */
#ifndef FTC_MACHINES_BATCHED_WATCH_H
#define FTC_MACHINES_BATCHED_WATCH_H

#include "machines/batched/batched.h"
#include "simulate/simulate.h"

/* message_simulator's, with the counts of rounds. It reads further ports of the top, that a network with spec->watched has:
 *   watch_command              the timer's commands
 *   watch_vacant               the timer could begin a round: the last one is over, and readers have its words
 *   watch_up_strobe, watch_up  from the leaves; strobe of leaf 0, two wires of each leaf, those of leaf 0 lowest
 *   watch_down_strobe, watch_down  likewise to the leaves
 */
extern const struct simulator batched_simulator;

/* struct machine's: round-words are what the busiest leaf sends, and pairs may be out of order, or their words would wait for
 * further rounds. */
bool batched_one_round(struct spec *spec, const struct message_list *list);

#endif
