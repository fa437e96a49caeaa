/* player.h: drives a network that plays a schedule, and checks what arrives where and when.
 *
 *   clock after `play`   2+L                 2+L + c period          + end_at + 1
 *                        the leaves take     words of cycle c        what cycle c - 1 has brought
 *                        words of cycle 0                            is on m_axis, for this clock only
 *
 * Everything is predicted, so everything is checked in every clock: which leaves are ready and which are not, what arrives, and that
 * nothing else does.
 */
#ifndef FTC_SIM_PLAYER_H
#define FTC_SIM_PLAYER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model.h"

/* A message that is scheduled: lanes are the wires of a leaf's channel, 0 .. lanes - 1. */
struct player_message {
	uint32_t cycle;
	uint32_t source, destination;
	unsigned source_lane, destination_lane;
};

struct player {
	struct model *model;			/* reset already, or fresh */
	unsigned leaves, lanes, levels;
	unsigned payload_bits;
	unsigned cycles;			/* of a round; at least 1 */
	unsigned period, end_at;		/* analyse/playback.h */
	const struct player_message *message;
	size_t count;
	const uint64_t *payload;		/* [message * words], least significant word first; words = ceil(payload_bits / 64) */
	uint64_t *received;			/* likewise: what arrived; or NULL */
	unsigned absent;			/* of so many messages one has no word in time and is not sent; 0: none */
	unsigned rounds;			/* to play, one right behind the other; at least 1 */
};

struct player_result {
	uint64_t clocks;			/* from `play` until nothing is under way */
	uint64_t sent, delivered;
};

/* Resets the network and plays. False after a message that says what was wrong, where and when. */
bool player_run(const struct player *p, struct player_result *result);

#endif
