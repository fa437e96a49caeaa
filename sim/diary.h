/* diary.h: what happens at a rank's leaves, kept until the ranks meet.
 *
 * Each rank drives some of the leaves and keeps the account of the messages that these send (account.h). Where a message
 * arrives is often another rank's leaf. So each rank writes down what happens; when the ranks meet, each gets what has
 * happened to its messages elsewhere, and accounts for everything in the order in which it would have happened in one
 * process.
 */
#ifndef FTC_SIM_DIARY_H
#define FTC_SIM_DIARY_H

#include <stdbool.h>
#include <stdint.h>

#include "account.h"

struct diary;

/* Of one rank, for words of so many bits. `rank_of`: the rank that drives a leaf. */
struct diary *diary_new(unsigned payload_bits, unsigned (*rank_of)(const void *context, uint32_t leaf), const void *context);
/* Accepts NULL. */
void diary_free(struct diary *d);

/* In clock `now`, in the order of a clock: a message that became due is on its port; messages are taken; messages are received,
 * the leaves' numbers ascending; messages that follow those taken are on their ports from the next clock on. */
void diary_due(struct diary *d, uint64_t now, const struct message *m);
void diary_taken(struct diary *d, uint64_t now, uint32_t leaf);
/* As account_received(); the message is from leaf `source`. */
void diary_received(struct diary *d, uint64_t now, uint32_t leaf, uint32_t source, uint64_t user, bool last, uint64_t arrived,
		    const uint64_t *payload);
void diary_next(struct diary *d, uint64_t now, const struct message *m);

/* An exchange of all ranks. Then the account, which stays at its clock, has all that is written in any diary about this rank's
 * messages, and the diary is empty. */
void diary_settle(struct diary *d, struct account *a);

#endif
