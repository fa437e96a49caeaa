/* scoreboard.h: what was sent against what arrived.
 *
 * Every message must arrive exactly once, at the leaf it was sent to, with its payload, and in order between a source
 * and a destination. One to several leaves must arrive so at each of them but its source, in order of the source among its
 * messages to several, and in one order at all leaves: that in which they were first heard anywhere. Only messages on their way are remembered (and, to tell a duplicate from an invention, the
 * last few that arrived from each source), so runs of any length are checked in little memory.
 */
#ifndef FTC_SIM_SCOREBOARD_H
#define FTC_SIM_SCOREBOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "traffic.h"

/* A message on its way. It is on its way as soon as it is offered: an adapter may send what stands on its
 * s_axis, and say tready only once it knows that it has arrived. */
struct flight {
	struct message message;
	uint64_t offered;		/* clock in which it was first on s_axis */
	uint64_t taken;			/* clock of its handshake there; FLIGHT_NOT_TAKEN before */
};
#define FLIGHT_NOT_TAKEN UINT64_MAX

enum verdict {
	DELIVERY_GOOD,
	DELIVERY_DUPLICATE,		/* it had arrived already */
	DELIVERY_REORDERED,		/* an earlier one of the same pair is still missing; or, of messages to several leaves,
					   one that others have heard, or its source has sent, before it */
	DELIVERY_CORRUPT,		/* one was on its way there, but its payload was another */
	DELIVERY_MISROUTED,		/* it was sent to another leaf */
	DELIVERY_MISLABELLED,		/* it was sent there, but comes as for others: for one leaf, all, or another group */
	DELIVERY_INVENTED,		/* nobody sent it */
	DELIVERY_COUNT
};

/* "arrived twice" and the like. */
extern const char *const verdict_words[DELIVERY_COUNT];

/* Gives the payload that a message was sent with, as traffic_payload(). */
typedef void payload_of(const void *context, const struct message *m, uint64_t *words);

struct scoreboard;

struct scoreboard *scoreboard_create(unsigned leaves, unsigned payload_bits, payload_of *payload,
				     const void *context);
void scoreboard_free(struct scoreboard *s);
/* Which leaves are members of groups: bit g - 1 of member_of[leaf], which must outlive the scoreboard, for group g. */
void scoreboard_groups(struct scoreboard *s, const uint64_t *member_of);

/* A message has been put on its source's s_axis. */
void scoreboard_offered(struct scoreboard *s, const struct message *m, uint64_t clock);
/* The handshake of the message that was offered last by `source`. */
void scoreboard_taken(struct scoreboard *s, uint32_t source, uint64_t clock);

/* Leaf `leaf` has got `payload`, labelled as coming from `source` and being for `to`: itself or, as a destination, several.
 * `which` becomes the message that it is (DELIVERY_GOOD; when no leaf waits for it any more it is forgotten), or the one that was expected there (DELIVERY_CORRUPT). For
 * DELIVERY_INVENTED it is unchanged. */
enum verdict scoreboard_delivered(struct scoreboard *s, uint32_t leaf, uint32_t to, uint32_t source,
				  const uint64_t *payload, struct flight *which);

/* Messages offered and not delivered; one to several leaves is delivered when it has come to the last of them. */
uint64_t scoreboard_in_flight(const struct scoreboard *s);
uint64_t scoreboard_offered_count(const struct scoreboard *s);
uint64_t scoreboard_delivered_count(const struct scoreboard *s);

/* The message that has been on its way for longest; false when there is none. */
bool scoreboard_oldest(const struct scoreboard *s, struct flight *oldest);

#endif
