/* search.h: local search for a packing: one more message, and one more, into the cycles that there are.
 *
 * A message that finds no cycle with room is put into a cycle a all the same; what that throws out of a goes to one other
 * cycle b, what this throws out of b goes back to a, and so on: a chain. Where leaves have one wire each it is the alternating
 * path of Koenig's theorem on the edge colouring of bipartite graphs, and always ends well if no other channel is too narrow.
 * A chain that does not end well is undone. If none does, the message is put somewhere by force, and what it throws out waits
 * again (an ejection; what has just been placed is safe for some turns).
 */
#ifndef FTC_SCHEDULE_SEARCH_H
#define FTC_SCHEDULE_SEARCH_H

#include "schedule/packing.h"

struct search;

/* Begins a search of a packing, which must outlive it. From another seed it takes another way. */
struct search *search_start(struct packing *p, uint32_t seed);
void search_free(struct search *s);

/* Puts a message into a cycle that has room, if there is one: the next after the last that was found so. */
bool search_place(struct search *s, uint32_t message);

/* The message waits for search_run(). */
void search_wait(struct search *s, uint32_t message);
size_t search_waiting(const struct search *s);

/* Places what waits until nothing does, or until it has done `work` (in words and messages that it looked at: a clock
 * would not give the same result twice; some hundred millions take a second). */
void search_run(struct search *s, uint64_t work);

#endif
