/* player.h: drives a network that plays a schedule, and checks every arrival and its time.
 *
 *   clock after `play`   2+L                 2+L + c period          + end_at + 1
 *                        the leaves take     words of cycle c        the words of cycle c - 1
 *                        words of cycle 0                            are on m_axis, for this clock only
 *
 * All events are predictable. Every clock is checked: which leaves are ready, which words arrive, and that no others
 * do.
 */
#ifndef FTC_SIM_PLAYER_H
#define FTC_SIM_PLAYER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model.h"

/* A scheduled message: lanes are the wires of a leaf's channel, 0 .. lanes - 1. */
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
	unsigned period, end_at;		/* see machines/playback.h */
	const struct player_message *message;
	size_t count;
	/* [message * words], least significant word first; words = ceil(payload_bits / 64) */
	const uint64_t *payload;
	uint64_t *received;			/* likewise: the words that arrived; or NULL */
	unsigned absent;			/* one in so many messages comes too late and is not sent; 0: none */
	unsigned rounds;			/* rounds to play without a pause; at least 1 */
	/* Called for every correct arrival: of message `m`, offered in clock `offered`, in clock `now`; clocks from
	 * `play` on. NULL: not called. */
	void (*delivery)(void *context, uint32_t m, uint64_t offered, uint64_t now);
	void *context;
};

struct player_result {
	uint64_t clocks;			/* from `play` until the network is empty */
	uint64_t sent, delivered;
};

/* Resets the network and plays. False after a message with the error, its place and its time. */
bool player_run(const struct player *p, struct player_result *result);

#endif
