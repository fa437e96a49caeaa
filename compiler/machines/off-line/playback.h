/* playback.h: when everything in a delivery cycle of an off-line network happens.
 *
 *   clock   -1        0         up_arrival[k]        ...            period - 1
 *           begin     M bits    a node of level k    the last bits
 *                     leave     has the settings     are at the leaves
 *                     leaves    of this cycle
 *
 * A message is an M bit and the payload, no route. It is one circuit of switches from leaf to leaf, a register per node,
 * so one that turns low arrives before one that turns high: nothing waits. A node changes its settings in the very clock in which the M bits
 * of a cycle come from below; by then all bits of the cycle before must have left it, those from above last. That is what makes a
 * cycle longer than a message.
 */
#ifndef FTC_MACHINES_OFF_LINE_PLAYBACK_H
#define FTC_MACHINES_OFF_LINE_PLAYBACK_H

#include "network/network.h"

struct playback {
	unsigned message_clocks;		/* M bit and payload */
	unsigned latency[MAXIMUM_LEVELS + 1];	/* [k], k < L: clocks from the M bit at a leaf to that at another, by a turn at level k */
	unsigned end_at;			/* clock in which leaves take what the cycle before has brought, and forget it */
	unsigned advance_at;			/* by the timer's count, which is levels + 2 ahead: the RAM is asked for the next settings */
	unsigned period;			/* clocks from cycle to cycle */
};

/* Sets playback and slot_clocks of a network whose tree and latency are elaborated. */
void playback_plan(struct network *net);

#endif
