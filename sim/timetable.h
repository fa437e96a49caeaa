/* timetable.h: which message of a file with times comes into being next at a leaf.
 *
 *   time of its own ------------------------------------> agenda
 *   deliveries of those it waits for, and a delay --------^
 *
 * Messages of one leaf that come into being in the same clock keep the order of the file. All times and delays are
 * divided by the load.
 */
#ifndef FTC_SIM_TIMETABLE_H
#define FTC_SIM_TIMETABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "agenda.h"
#include "traffic.h"

struct timetable;

/* The list, which has times, and the agenda, which gets its messages, must outlive the timetable. */
struct timetable *timetable_create(const struct message_list *list, double load, struct agenda *agenda);
void timetable_free(struct timetable *t);

/* Word `word` was delivered in `clock`. From the last word of the last message that another one waits for, that one's clock is
 * known. Clocks do not decrease from call to call. */
void timetable_delivered(struct timetable *t, uint32_t word, uint64_t clock);

#endif
