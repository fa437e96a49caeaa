/* table_head.h: what stands above the tables of a run: its command, the clocks of a slot and the network's parameters, each line behind
 * a #. */
#ifndef FTC_SIMULATE_TABLE_HEAD_H
#define FTC_SIMULATE_TABLE_HEAD_H

#include "simulate/simulate.h"
#include "util/text.h"

/* The slot of a step: that in which its words are on their wires. */
uint64_t trail_slot(const struct simulation *s, uint32_t step);
/* Whether all trails of the run are in s->trails. False after a message that names the option. */
bool trails_complete(const struct simulation *s, const char *option);

void table_head(const struct simulation *s, struct text *out);

#endif
