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
#ifndef FTC_MACHINES_PLAYBACK_H
#define FTC_MACHINES_PLAYBACK_H

#include <jansson.h>

#include "network/network.h"

struct heads;
struct settings;
struct text;
struct trails;

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
	struct heads *(*heads)(const struct node *node);	/* in_band_heads(); in band only */
	/* The settings of the network's built-in schedule; `trails`, unless NULL, hears the way of each message. */
	struct settings (*settle)(const struct network *net, struct trails *trails);
	bool falls[];				/* [subtree]: whether that strobe clears a head there or below; in band only */
};

/* playback_report.c: the same for reports: `playback` of a JSON object, and the lines that say it. */
json_t *playback_json(const struct network *net);
void playback_say(const struct network *net, const json_t *object, struct text *out);

#endif
