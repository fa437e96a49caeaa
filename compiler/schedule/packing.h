/* packing.h: a partial assignment of messages to delivery cycles, the data structure of packed.c.
 *
 * Only levels that can bind are considered. Messages on the channel above a vertex have passed the channels above its
 * children. A level whose capacity is at least twice that of the level below, or at least its greatest load, therefore
 * never binds. In a universal fat-tree most levels near the leaves do not bind.
 *
 * Each channel has a bit for every cycle that says whether there is room. The AND over the channels of a message's path
 * gives the cycles that can take the message.
 */
#ifndef FTC_SCHEDULE_PACKING_H
#define FTC_SCHEDULE_PACKING_H

#include "schedule/tree.h"

enum { NO_CYCLE = UINT32_MAX, NO_MESSAGE = UINT32_MAX };

struct packing {
	const struct channel_tree *tree;
	const struct demand *demand;	/* without local messages */
	size_t count;

	/* Levels that bind, from the leaves up. Channels are numbered level by level, upwards ones first. */
	unsigned levels;
	unsigned shift[MAXIMUM_LEVELS];	/* L - level: leaf >> shift is the vertex */
	unsigned capacity[MAXIMUM_LEVELS];
	uint32_t first_up[MAXIMUM_LEVELS], first_down[MAXIMUM_LEVELS];
	uint32_t channels;

	unsigned cycles;		/* in use */
	unsigned most_cycles;		/* allocated */
	unsigned words;			/* for a channel's bits */
	uint64_t *room;			/* [channel][word]: bit of a cycle: load below capacity, and in use */
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
void packing_start(struct packing *p, const struct channel_tree *tree, const struct message_set *set,
		   unsigned most_cycles);
void packing_free(struct packing *p);

/* Begins to use more cycles, up to most_cycles. */
void packing_open(struct packing *p, unsigned cycles);

/* Puts an unassigned message into a cycle, even a full one; takes a message out of its cycle. */
void packing_put(struct packing *p, uint32_t message, uint32_t cycle);
void packing_take(struct packing *p, uint32_t message);

/* The binding channels of a message's path: fills channel[] from the leaves up, upwards and downwards alternating, with
 * channel[i] on level i / 2. Returns how many. */
unsigned packing_way(const struct packing *p, uint32_t message, uint32_t channel[2 * MAXIMUM_LEVELS]);

static inline const uint64_t *packing_room(const struct packing *p, uint32_t channel)
{
	return p->room + (size_t)channel * p->words;
}

#endif
