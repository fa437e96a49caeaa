/* packing.h: messages in delivery cycles, some of them still in none; what packed.c works on.
 *
 * Only levels that can bind are looked at. What passes the channel above a vertex has passed those above its children, so a
 * level whose capacity is at least twice that of the level below, or at least its greatest load, never stops anything. In a
 * universal fat-tree most levels near the leaves are of that kind.
 *
 * For each channel a bit for every cycle says whether there is room; the cycles that can take a message are the
 * conjunction of the channels of its way.
 */
#ifndef FTC_SCHEDULE_PACKING_H
#define FTC_SCHEDULE_PACKING_H

#include "schedule/tree.h"

enum { NO_CYCLE = UINT32_MAX, NO_MESSAGE = UINT32_MAX };

struct packing {
	const struct channel_tree *tree;
	const struct demand *demand;	/* none to itself */
	size_t count;

	/* Levels that bind, from the leaves up. Channels are numbered level after level, upwards ones first. */
	unsigned levels;
	unsigned shift[MAXIMUM_LEVELS];	/* L - level: leaf >> shift is the vertex */
	unsigned capacity[MAXIMUM_LEVELS];
	uint32_t first_up[MAXIMUM_LEVELS], first_down[MAXIMUM_LEVELS];
	uint32_t channels;

	unsigned cycles;		/* in use */
	unsigned most_cycles;		/* that there is room for */
	unsigned words;			/* of a channel's bits */
	uint64_t *room;			/* [channel][word]: bit of a cycle: load below capacity; 0 for cycles not in use */
	uint32_t *load;			/* [cycle][channel] */
	uint32_t *cycle;		/* [message], or NO_CYCLE */
	uint32_t *head[2];		/* [cycle][leaf]: first message from, or to, that leaf in that cycle */
	uint32_t *next[2];		/* [message]: the next one there */
};

/* How large a packing would be. */
struct packing_size {
	size_t channels;
	size_t cycle_bytes;		/* of memory for each cycle; messages have their own */
};
struct packing_size packing_size(const struct channel_tree *tree, const struct message_set *set);
void packing_start(struct packing *p, const struct channel_tree *tree, const struct message_set *set, unsigned most_cycles);
void packing_free(struct packing *p);

/* Begins to use more cycles, up to most_cycles. */
void packing_open(struct packing *p, unsigned cycles);

/* Puts a message, which is in no cycle, into one, full or not; takes one out. */
void packing_put(struct packing *p, uint32_t message, uint32_t cycle);
void packing_take(struct packing *p, uint32_t message);

/* The channels of a message's way that bind: fills channel[], from the leaves up, upwards and downwards by turns, so that
 * channel[i] is of level i / 2. Returns how many. */
unsigned packing_way(const struct packing *p, uint32_t message, uint32_t channel[2 * MAXIMUM_LEVELS]);

static inline const uint64_t *packing_room(const struct packing *p, uint32_t channel)
{
	return p->room + (size_t)channel * p->words;
}

#endif
