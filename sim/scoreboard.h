/* scoreboard.h: compares messages received with messages sent.
 *
 * Every message must arrive exactly once, at the leaf it was sent to, with its payload, and in order between a source
 * and a destination, unless the network lets them overtake each other. A message to several leaves must arrive in the same way at each of them but its source, in the
 * source's order among its messages to several, and in one order at all leaves (one_order.h). Only messages
 * under way are stored, and the last few that arrived from each source, to distinguish a duplicate from an invention: runs of
 * any length take little memory.
 */
#ifndef FTC_SIM_SCOREBOARD_H
#define FTC_SIM_SCOREBOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "traffic.h"

/* A message under way, from the moment it is offered: an adapter may send the message on its s_axis and give tready
 * only after it has arrived. */
struct flight {
	struct message message;
	uint64_t offered;		/* clock in which it was first on s_axis */
	uint64_t taken;			/* clock of its handshake there; FLIGHT_NOT_TAKEN before */
};
#define FLIGHT_NOT_TAKEN UINT64_MAX

enum verdict {
	DELIVERY_GOOD,
	DELIVERY_DUPLICATE,		/* it had arrived already */
	/* An earlier one of the same pair is still missing; or, of messages to several leaves, one that others have
	 * heard, or its source has sent, before it. */
	DELIVERY_REORDERED,
	DELIVERY_CORRUPT,		/* one was under way to that leaf, but with another payload */
	DELIVERY_MISROUTED,		/* it was sent to another leaf */
	DELIVERY_MISLABELLED,		/* it was sent there, but as one for a leaf, all, or another group */
	DELIVERY_INVENTED,		/* nobody sent it */
	DELIVERY_COUNT
};

/* "arrived twice" and the like. */
extern const char *const verdict_words[DELIVERY_COUNT];

/* Returns the payload with which a message was sent, as traffic_payload(). */
typedef void payload_of(const void *context, const struct message *m, uint64_t *words);

struct scoreboard;

struct scoreboard *scoreboard_create(unsigned leaves, unsigned payload_bits, payload_of *payload,
				     const void *context);
void scoreboard_free(struct scoreboard *s);
/* Sets the members of groups: bit g - 1 of member_of[leaf], which must outlive the scoreboard, for group g. */
void scoreboard_groups(struct scoreboard *s, const uint64_t *member_of);

/* From now on the messages of a pair may overtake each other. */
void scoreboard_allow_overtaking(struct scoreboard *s);

/* How many leaves must receive a message. */
uint32_t scoreboard_receivers(const struct scoreboard *s, const struct message *m);

/* A message has been put on its source's s_axis. */
void scoreboard_offered(struct scoreboard *s, const struct message *m, uint64_t clock);
/* The handshake of the message last offered by `source`. */
void scoreboard_taken(struct scoreboard *s, uint32_t source, uint64_t clock);

/* Leaf `leaf` has received `payload`, labelled as from `source` and for `to`: itself or, as a destination, several.
 * `which` becomes the message (DELIVERY_GOOD; it is forgotten once no leaf waits for it), or the one expected there
 * (DELIVERY_CORRUPT). For DELIVERY_INVENTED it is unchanged. */
enum verdict scoreboard_delivered(struct scoreboard *s, uint32_t leaf, uint32_t to, uint32_t source,
				  const uint64_t *payload, struct flight *which);

/* The network has thrown away a message of `source` for `leaf`: the oldest under way of this pair, or with `shown`, while the leaf is
 * shown one from there, the next one. False if there is none. */
bool scoreboard_thrown(struct scoreboard *s, uint32_t leaf, uint32_t source, bool shown);

/* Messages offered, and neither delivered nor thrown away. A message to several leaves is delivered when the last of them has received
 * it. */
uint64_t scoreboard_in_flight(const struct scoreboard *s);
uint64_t scoreboard_offered_count(const struct scoreboard *s);
uint64_t scoreboard_delivered_count(const struct scoreboard *s);

/* Whether no message of `source` is under way. */
bool scoreboard_is_idle(const struct scoreboard *s, uint32_t source);
/* The oldest message under way; false when there is none. */
bool scoreboard_oldest(const struct scoreboard *s, struct flight *oldest);

#endif
