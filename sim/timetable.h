/* timetable.h: which message of a file with times comes into being next at a leaf.
 *
 *   time of its own ------------------------------------> queue of its leaf, the earliest first --> next
 *   deliveries of those it waits for, and a delay --------^
 *
 * Messages of one leaf that come into being in the same clock keep the order of the file. All times and delays are
 * divided by the load.
 */
#ifndef FTC_SIM_TIMETABLE_H
#define FTC_SIM_TIMETABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "traffic.h"

struct timetable;

/* The list, which has times, must outlive the timetable. */
struct timetable *timetable_create(const struct message_list *list, double load);
void timetable_free(struct timetable *t);

/* Takes the next message of the leaf whose clock is known; false when there is none. */
bool timetable_next(struct timetable *t, uint32_t leaf, uint32_t *number, uint64_t *created);
/* If such a message of the leaf comes into being before message *number, of clock *created, takes it and puts that one
 * back. */
bool timetable_sooner(struct timetable *t, uint32_t leaf, uint32_t *number, uint64_t *created);
/* Word `word` was delivered in `clock`. From the last word of the last message that another one waits for, that one's clock is
 * known. Clocks do not decrease from call to call. */
void timetable_delivered(struct timetable *t, uint32_t word, uint64_t clock);
/* A leaf for which timetable_delivered() has made a clock known, each once for each message; false: no more. */
bool timetable_released(struct timetable *t, uint32_t *leaf);

#endif
