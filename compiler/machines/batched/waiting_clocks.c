/* waiting_clocks.c: words that wait to be admitted, clock by clock. */
#include "machines/batched/waiting_clocks.h"

#include "util/number.h"

void waiting_reset(struct batched_waiting *w, const struct batched_shape *s, unsigned address)
{
	*w = (struct batched_waiting){ .words = s->degree, .turn = 1, .bucket = (s->leaves - address) % s->leaves };
}

bool waiting_has_room(const struct batched_waiting *w)
{
	return !w->entry[w->words - 1].there;
}

/* The number of a round, its lowest bits on top: which leaf holds which bucket as the round begins. */
static unsigned start_of(const struct batched_shape *s, unsigned turn)
{
	unsigned step = smaller(digit_bits(s->degree + 1), s->levels) - 1;

	return (turn << step | turn >> (s->levels - step)) % s->leaves;
}

/* The oldest word for the bucket's leaf that may be admitted, or NULL. With `order: pairs` none may if an older one has been. */
static struct waiting_word *candidate(struct batched_waiting *w, const struct batched_shape *s)
{
	for (unsigned k = 0; k < w->words; k++) {
		struct waiting_word *e = &w->entry[k];

		if (e->there && e->to == w->bucket && !e->admitted)
			return e;
		if (e->there && e->to == w->bucket && s->ordered)
			return NULL;
	}
	return NULL;
}

/* The next admitted word is picked, then read. */
static void pick(struct batched_waiting *w)
{
	w->chosen = false;
	for (unsigned k = 0; k < w->words && !w->chosen; k++)
		if (w->entry[k].there && w->entry[k].picked) {
			w->choice = w->entry[k];
			w->chosen = true;
		}
	for (unsigned k = 0; k < w->words && !w->chosen; k++)
		if (w->entry[k].there && w->entry[k].admitted && !w->entry[k].joined) {
			w->entry[k].picked = true;
			return;
		}
}

/* The choice is the next round's. */
static void join(struct batched_waiting *w)
{
	for (unsigned k = 0; k < w->words; k++) {
		w->entry[k].joined |= w->entry[k].picked;
		w->entry[k].picked = false;
	}
	w->chosen = false;
}

static void begin_round(struct batched_waiting *w, const struct batched_shape *s, unsigned address)
{
	for (unsigned k = 0; k < w->words; k++) {
		w->entry[k].there &= !w->entry[k].joined;
		w->entry[k].admitted = w->entry[k].picked = w->entry[k].joined = false;
	}
	w->chosen = false;
	w->count = 0;
	w->bucket = (start_of(s, w->turn) + s->leaves - address) % s->leaves;
	w->turn = (w->turn + 1) % s->leaves;
}

/* Entries move on where there was none before them; a word that is stored is the last one. */
static void move(struct batched_waiting *w, uint64_t free, const struct waiting_clock *c)
{
	for (unsigned k = 1; k < w->words; k++)
		if (free >> (k - 1) & 1 && !(free >> k & 1)) {
			w->entry[k - 1] = w->entry[k];
			w->entry[k].there = w->entry[k].picked = false;
		}
	if (c->stores)
		w->entry[w->words - 1] = (struct waiting_word){ .body = c->body, .to = c->to, .there = true };
}

void waiting_step(struct batched_waiting *w, const struct batched_shape *s, unsigned address, const struct waiting_clock *c)
{
	struct waiting_word *asks = candidate(w, s);
	bool grants = asks && c->count < s->degree;
	uint64_t free = 0;

	for (unsigned k = 0; k < w->words; k++)
		free |= (uint64_t)!w->entry[k].there << k;
	w->kept += c->stores;
	w->kept -= c->joins;
	if (c->joins)
		join(w);
	else
		pick(w);
	w->count = c->count + grants;
	w->bucket = (w->bucket + 1) % s->leaves;
	if (grants)
		asks->admitted = true;
	if (c->round_now)
		begin_round(w, s, address);
	move(w, free, c);
}
