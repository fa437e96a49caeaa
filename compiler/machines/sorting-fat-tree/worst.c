/* worst.c: the most clocks of a round whose load factor is known: Bay's Theorem 3 with its constants (thesis, 1992, section 3.3).
 *
 * A channel of level k carries at most lambda cap(k) words of a round, and of a batch at most the share that Lemma 11 leaves
 * it. From that the waves of each stage follow, and from the waves its clocks (times.c). */
#include "machines/sorting-fat-tree/rounds.h"

#include <stdlib.h>

#include "util/number.h"
#include "util/text.h"

struct worst {
	const struct sorting_shape *s;
	unsigned long lambda;
};

static unsigned least(unsigned long a, unsigned b)
{
	return a < b ? (unsigned)a : b;
}

static unsigned long longer(unsigned long a, unsigned long b)
{
	return a > b ? a : b;
}

/* Of all words in the channel above a vertex of level k: each leaf sends one. */
static unsigned load(const struct worst *w, unsigned k, bool down)
{
	unsigned below = w->s->leaves >> k;

	return least(w->lambda * sorting_capacity(w->s, k), down ? w->s->leaves - below : below);
}

/* Of a batch: words of k peak levels are shared out, and each share is rounded up (Lemma 11). */
static unsigned batch_load(const struct worst *w, unsigned k, bool down)
{
	unsigned all = load(w, k, down), B = w->s->batches;

	return least((all + k * (B - 1ul)) / B, all);
}

static unsigned waves(const struct worst *w, unsigned k, bool down)
{
	return quotient_up(batch_load(w, k, down), sorting_capacity(w->s, k));
}

/* The words that turn at a node of level i come from both of its children. */
static unsigned peak_set(const struct worst *w, unsigned i)
{
	return 2 * load(w, i + 1, false);
}

static unsigned long up_stage(const struct worst *w, unsigned stage)
{
	const struct sorting_shape *s = w->s;
	unsigned long clocks = s->times.pause;

	for (unsigned k = s->height; k > 0; k--)
		if (sorting_batch_of(s, stage, s->height - k) < s->batches)
			clocks = longer(clocks, sorting_up_stage(s, k, waves(w, k, false)));
	return clocks;
}

/* Fewer words may take longer: the columns of the last ones are as many, and are filled later. */
static unsigned long sort_stage(const struct worst *w)
{
	unsigned long clocks = 0;

	for (unsigned i = 0; i < w->s->height; i++)
		for (unsigned words = peak_set(w, i), n = 0; n <= words; n++)
			clocks = longer(clocks, sorting_sort_stage(w->s, i, n));
	return clocks;
}

static unsigned long down_stage_of(const struct worst *w, unsigned i, unsigned batch)
{
	const struct sorting_shape *s = w->s;
	unsigned channel = i > 0 ? waves(w, i, true) : 0, own = sorting_feed_waves(s, i, peak_set(w, i), batch);

	return sorting_down_stage(s, i, channel, channel, own);
}

/* Words for a block: a full wave may be for a single leaf, which takes a word in each turn of the buses. */
static unsigned long land_stage(const struct worst *w, unsigned batch)
{
	const struct sorting_shape *s = w->s;
	unsigned count = waves(w, s->height, true), words = batch_load(w, s->height, true);
	unsigned *turns = allocate_array(count + 1, sizeof *turns);
	unsigned long clocks;

	for (unsigned k = 0; k < count; k++, words -= turns[k - 1])
		turns[k] = least(words, s->mesh_side);
	clocks = sorting_land_stage(s, count, turns, batch == s->batches - 1);
	free(turns);
	return clocks;
}

static unsigned long down_stage(const struct worst *w, unsigned stage)
{
	const struct sorting_shape *s = w->s;
	unsigned long clocks = s->times.pause;

	for (unsigned i = 0; i <= s->height; i++) {
		unsigned batch = sorting_batch_of(s, stage, i);

		if (batch < s->batches)
			clocks = longer(clocks, i < s->height ? down_stage_of(w, i, batch) : land_stage(w, batch));
	}
	return clocks;
}

/* Local words load no channel: all words of a block may be local, and for one leaf. */
static unsigned long local_stage(const struct sorting_shape *s)
{
	unsigned turns[MOST_MESH_SIDE];

	for (unsigned k = 0; k < s->mesh_side; k++)
		turns[k] = s->mesh_side;
	return sorting_order_stage(s, s->mesh_side, turns);
}

unsigned long sorting_greatest_load(const struct sorting_shape *s)
{
	unsigned long most = 0;

	for (unsigned k = 1; k <= s->height; k++)
		most = longer(most, quotient_up(s->leaves - (s->leaves >> k), sorting_capacity(s, k)));
	return most;
}

unsigned long sorting_load_factor(const struct sorting_round *r)
{
	const struct sorting_load *u = &r->up_load, *d = &r->down_load;

	return larger(quotient_up(u->words, u->wires), quotient_up(d->words, d->wires));
}

void sorting_bound(const struct sorting_shape *s, unsigned long lambda, struct sorting_bound *bound)
{
	struct worst w = { .s = s, .lambda = lambda };
	unsigned long *clocks = bound->clocks;

	*bound = (struct sorting_bound){ .clocks = { [SORTING_RANKS] = sorting_rank_stage(s), [SORTING_LOCAL] = local_stage(s),
						     [SORTING_SORT] = sort_stage(&w) } };
	for (unsigned stage = 0; stage < s->up_stages; stage++)
		clocks[SORTING_UP] += up_stage(&w, stage);
	for (unsigned stage = 0; stage < s->down_stages; stage++)
		clocks[SORTING_DOWN] += down_stage(&w, stage);
	for (unsigned p = 0; p < SORTING_PHASES; p++)
		bound->all += clocks[p];
}
