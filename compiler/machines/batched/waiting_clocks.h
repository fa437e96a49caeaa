/* waiting_clocks.h: the words from s_axis that wait until they are admitted to a round, clock by clock: what
 * rtl-templates/batched/batch_queue.v and batch_bucket.v do in a leaf. */
#ifndef FTC_MACHINES_BATCHED_WAITING_CLOCKS_H
#define FTC_MACHINES_BATCHED_WAITING_CLOCKS_H

#include "machines/batched/batched.h"

struct waiting_word {
	uint64_t body;				/* as in the leaf's store */
	unsigned to;
	bool there, admitted, picked, joined;	/* joined: it is the next round's */
};

struct batched_waiting {
	struct waiting_word entry[MOST_ROUND_WORDS];	/* the oldest first */
	unsigned words, kept, turn, bucket;
	unsigned count;				/* of the bucket that the leaf hands on */
	bool chosen;
	struct waiting_word choice;		/* if it is chosen */
};

/* What happens in a clock. */
struct waiting_clock {
	bool round_now, stores, joins;		/* a word lies in the store; the choice is the next round's */
	uint64_t body;
	unsigned to, count;			/* of the word; of the bucket that the leaf holds */
};

/* Behind a reset. */
void waiting_reset(struct batched_waiting *w, const struct batched_shape *s, unsigned address);
bool waiting_has_room(const struct batched_waiting *w);
void waiting_step(struct batched_waiting *w, const struct batched_shape *s, unsigned address, const struct waiting_clock *c);

#endif
