/* splitting.h: halving a set of messages so that the load of every channel is halved, too: matching and tracing, out of the
 * proof of Theorem 1 (Leiserson 1985, section III).
 *
 * A set is kept as two lists of its messages, in the order of their sources and in that of their destinations; a part of it is
 * the same stretch of both. Splitting a part:
 *
 *   matching	pairs ends: within each leaf, then what is left over (one at most) with what is left over at the sibling, and
 *		so on. So all ends beneath any channel but one at most are paired among themselves.
 *   tracing	gives the two of a pair different halves, at sources and at destinations: along a message to its
 *		destination, over to the mate there, back to its source, over to the mate there, ..; every such round is even.
 *
 * Messages that turn at the same vertex in the same direction have their ways beneath it in common with their ends; so the
 * load of every channel is split to within one. For others that is so at the leaves, and roughly so above.
 */
#ifndef FTC_SCHEDULE_SPLITTING_H
#define FTC_SCHEDULE_SPLITTING_H

#include "schedule/tree.h"

enum end { AT_SOURCE, AT_DESTINATION, ENDS };

struct splitter {
	const struct channel_tree *tree;
	const struct message_set *set;
	size_t count;			/* of messages, those to oneself left out */
	uint32_t *list[ENDS];
	uint32_t *mate[ENDS];		/* [end][message], or none */
	uint8_t *side;			/* [message]: which half it goes to */
	uint32_t *scratch;		/* of a list's length */
	uint32_t *start;		/* of bundles: where each begins in the lists, one more at the end; else NULL */
};

/* In bundles: messages that turn at vertex v are together, from left to right as bundle 2v, from right to left as 2v + 1. */
void splitter_start_bundles(struct splitter *s, const struct channel_tree *tree, const struct message_set *set);
/* All as one; those of a leaf in the order of the heights to which they go. */
void splitter_start_whole(struct splitter *s, const struct channel_tree *tree, const struct message_set *set);
void splitter_free(struct splitter *s);

/* Splits the part at start .. start + count of the lists in two, which stand there one behind the other then; returns the size of
 * the first. */
size_t splitter_halve(struct splitter *s, size_t start, size_t count);

#endif
