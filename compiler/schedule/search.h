/* search.h: local search for a packing: adds message after message to the existing cycles.
 *
 * A message that finds no cycle with room goes into some cycle a. Messages thrown out of a go to one other cycle b,
 * messages thrown out of b go back to a, and so on: a chain. If leaves have one wire each, a chain is the alternating
 * path of Koenig's theorem on edge colouring of bipartite graphs, and succeeds if no other channel is too narrow. A
 * chain that fails is undone. If all fail, the message is placed by force, and messages thrown out wait again (an
 * ejection; a message just placed is protected for some turns).
 */
#ifndef FTC_SCHEDULE_SEARCH_H
#define FTC_SCHEDULE_SEARCH_H

#include "schedule/packing.h"

struct search;

/* Begins a search of a packing, which must outlive it. The seed determines its course. */
struct search *search_start(struct packing *p, uint32_t seed);
void search_free(struct search *s);

/* Puts a message into a cycle with room, if any, searching round robin from the last one found. */
bool search_place(struct search *s, uint32_t message);

/* Queues the message for search_run(). */
void search_wait(struct search *s, uint32_t message);
size_t search_waiting(const struct search *s);

/* Places waiting messages until none is left or `work` is done. Work is counted in words and messages examined, not in
 * time, to make results reproducible; some hundred million take a second. */
void search_run(struct search *s, uint64_t work);

#endif
