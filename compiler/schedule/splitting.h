/* splitting.h: halves a set of messages and with it the load of every channel, by matching and tracing as in the proof
 * of Theorem 1 (Leiserson 1985, section III).
 *
 * A set is kept as two lists of its messages, by source and by destination; a part of the set is the same range of
 * both. Splitting a part:
 *
 *   matching	pairs ends: within each leaf, then the leftover (one at most) with the sibling's leftover, and so on up
 *		the tree. All ends beneath any channel except at most one are thus paired among themselves.
 *   tracing	sends the two messages of a pair to different halves, at sources and at destinations: along a message to
 *		its destination, over to the mate, back to the mate's source, over to the mate there; cycles are even.
 *
 * For messages that turn at the same vertex in the same direction, the load of every channel is split to within one: a
 * message uses exactly the channels between its ends and that vertex. For other sets this holds at the leaves, and
 * roughly above.
 */
#ifndef FTC_SCHEDULE_SPLITTING_H
#define FTC_SCHEDULE_SPLITTING_H

#include "schedule/tree.h"

enum end { AT_SOURCE, AT_DESTINATION, ENDS };

struct splitter {
	const struct channel_tree *tree;
	const struct message_set *set;
	size_t count;			/* of messages, without local ones */
	uint32_t *list[ENDS];
	uint32_t *mate[ENDS];		/* [end][message], or none */
	uint8_t *side;			/* [message]: its half */
	uint32_t *scratch;		/* of a list's length */
	uint32_t *start;		/* with bundles: where each begins in the lists, and the end; else NULL */
};

/* Starts with bundles: messages that turn at vertex v, from left to right as bundle 2v, from right to left as 2v +
 * 1. */
void splitter_start_bundles(struct splitter *s, const struct channel_tree *tree, const struct message_set *set);
/* Starts with one part; a leaf's messages are in the order of the heights at which they turn. */
void splitter_start_whole(struct splitter *s, const struct channel_tree *tree, const struct message_set *set);
void splitter_free(struct splitter *s);

enum { HALVING = 60 };			/* steps of the budget that splitter_halve() takes for each message */
/* Splits the part start .. start + count - 1 of the lists in two, which take its place one behind the other; returns
 * the size of the first. */
size_t splitter_halve(struct splitter *s, size_t start, size_t count);

#endif
