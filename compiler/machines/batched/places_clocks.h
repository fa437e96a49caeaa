/* places_clocks.h: which places of a leaf's store are free, clock by clock, and which words it delivers: what
 * rtl-templates/batched/batch_free.v and batch_delivered.v do. Places have no numbers here: nothing that a leaf shows depends on
 * them. Words are told apart by the numbers that adapter_clocks.c gives them. */
#ifndef FTC_MACHINES_BATCHED_PLACES_CLOCKS_H
#define FTC_MACHINES_BATCHED_PLACES_CLOCKS_H

#include "machines/batched/batched.h"

struct batched_places {
	unsigned places, degree;
	unsigned fills, depth, reserve;		/* places that a reset has not freed yet; on the stack; times that `own` may get one */
	bool front, own, first, second;		/* there is a place at hand */
	bool waits_a, waits_b, waits_out, waits_late;	/* words have left these */
	/* Words for m_axis, of both parities of a round. */
	unsigned word[2][MOST_ROUND_WORDS], listed, listed_next, out;
	bool late, self_waits;			/* the second of two words that came is listed in this clock; one for the leaf itself is */
	unsigned late_word, self;
	bool late_mine, overflow;
};

/* What happens in a clock. */
struct places_clock {
	bool round_now, parity;
	unsigned left;				/* words that were sent and have left: 0 .. 2 */
	bool got_last;				/* the next word for m_axis has been read */
	bool stores;				/* a word from s_axis takes a place */
	bool commit, is_self;			/* one, `own`, is the next round's; it is for the leaf itself */
	unsigned own, kept;			/* kept: words from s_axis that no round has taken */
	unsigned whole, came;			/* words that have come whole, 0 .. 2; the first one, which the second follows */
	bool mine[2];				/* they are for this leaf */
	unsigned takes;				/* words that come and take a place: 0 .. 2 */
	bool lost;				/* another one finds none */
};

/* Behind a reset. */
void places_reset(struct batched_places *p, const struct batched_shape *s);
/* Words that may come at once in this clock. */
unsigned places_room(const struct batched_places *p);
bool places_all_out(const struct batched_places *p);
/* The next word for m_axis: not places_all_out(). */
unsigned places_next(const struct batched_places *p, bool parity);
void places_step(struct batched_places *p, const struct places_clock *c);

#endif
