/* playback.h: the timing of an off-line network's delivery cycle.
 *
 *   clock   -1        0         up_arrival[k]        ...            period - 1
 *           begin     M bits    a node of level k    the last bits
 *                     leave     has the settings     are at the leaves
 *                     leaves    of this cycle
 *
 * A message is an M bit and the payload, without a route. Its path is a circuit of switches from leaf to leaf with one
 * register per node: a message that turns low arrives before one that turns high, and none waits. A node changes its
 * settings in the clock in which the M bits of a cycle come from below. By then all bits of the cycle before must have
 * left it, those from above last. A cycle is therefore longer than a message.
 */
#ifndef FTC_MACHINES_OFF_LINE_PLAYBACK_H
#define FTC_MACHINES_OFF_LINE_PLAYBACK_H

#include "network/network.h"

struct playback {
	unsigned message_clocks;		/* M bit and payload */
	/* [k], k < L: clocks from the M bit at a leaf to that at another, by a turn at level k. */
	unsigned latency[MAXIMUM_LEVELS + 1];
	unsigned end_at;			/* clock in which leaves take and forget the results of a cycle */
	/* By the timer's count, which is levels + 2 ahead: the RAM is asked for the next settings. */
	unsigned advance_at;
	unsigned period;			/* clocks from cycle to cycle */
	/* Of settings that travel in the messages (in_band.h), otherwise 0: bits of the longest header; the clock in which the
	 * strobe that clears heads on the way down is at the root; the same by the timer's count. */
	unsigned header_bits, fall, fall_at;
	bool falls[];				/* [subtree]: whether that strobe clears a head there or below; in band only */
};

/* Sets playback and slot_clocks of a network whose tree and latency are elaborated. */
void playback_plan(struct network *net);

#endif
