/* channel_table.h: what each link of a network carries in a run, as CSV: a line for each link and window of slots.
 *
 *   # ftc 0.1: ftc simulate tree16.yaml --channels channels.csv
 *   # slot: 41 clocks
 *   # ... the parameters
 *   # window: 100 slots
 *   slot,from,to,wires,carried,delivered,lost,refused,load
 *   0,4.0,3.0,1,57,40,9,0,0.57
 *
 * `slot` is the first one of the window. A link leads from a vertex to a vertex, each by the level and index of the machine's drawing,
 * and takes a word on each of its wires in a slot. Of the words that it carries some are delivered in that try; some are lost at the
 * vertex that it leads to, or refused by the leaf there. `load` is carried / (wires x slots of the window). Links that carry nothing
 * in a window have no line in it. */
#ifndef FTC_SIMULATE_CHANNEL_TABLE_H
#define FTC_SIMULATE_CHANNEL_TABLE_H

#include "simulate/simulate.h"
#include "util/text.h"

/* Of a run whose trails are in s->trails. False after a message: not all are. */
bool channel_table_print(const struct simulation *s, struct text *out);

#endif
