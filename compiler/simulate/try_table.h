/* try_table.h: each try of a run's words, as CSV.
 *
 *   # ... as table_head() writes it
 *   slot,source,destination,number,end,way
 *   17,3,9,0,lost,4.3 3.1 2.0
 *   18,3,9,0,arrived,4.3 3.1 2.0 1.0 2.2 3.4 4.9
 *
 * Lines are in the order in which tries begin. The number is the word's as in the log (delivery_log.h); it is empty if the word was not
 * delivered. A try ends in `lost`, `refused` (by its leaf, which it has come to) or `arrived`. The way has the vertices by the level and
 * index of the machine's drawing, from the leaf on; a lost try has come to the last of them. Where nodes store words, a try is a way
 * with waits, and @SLOT behind a vertex is the slot in which the word left for it, where that is later than the last one's. */
#ifndef FTC_SIMULATE_TRY_TABLE_H
#define FTC_SIMULATE_TRY_TABLE_H

#include "simulate/simulate.h"
#include "util/text.h"

/* Of a run whose trails are in s->trails, and its deliveries in s->log. False after a message: not all are. */
bool try_table_print(const struct simulation *s, struct text *out);

#endif
