/* series.c: see series.h. */
#include "simulate/series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scoreboard.h"
#include "util/ranks.h"
#include "util/text.h"

/* Stretches of a run; batches of all runs, and of one at least. */
enum { MOST_STRETCHES = 1 << 20, BATCHES = 64, LEAST_BATCHES = 4 };

/* Of what was offered. */
static const double growing_share = 0.02;
/* In standard errors; of neighbouring batches. */
static const double trend_limit = 2, correlation_limit = 0.5;

const struct closeness usual_closeness = { 0.1, 0.02 };

/* ---- Collecting ---- */

static void fold(struct series *s)
{
	for (size_t i = 0; i < s->count; i++) {
		struct stretch one = s->stretch[i];

		s->stretch[i] = (struct stretch){ 0 };
		s->stretch[i / 2].created += one.created;
		s->stretch[i / 2].delivered += one.delivered;
		s->stretch[i / 2].clocks += one.clocks;
	}
	s->count = (s->count + 1) / 2;
	s->each *= 2;
}

static struct stretch *stretch_at(struct series *s, uint64_t clock)
{
	uint64_t slot = clock / s->slot_clocks;

	s->each = s->each ? s->each : 1;
	while (slot / s->each >= MOST_STRETCHES)
		fold(s);
	size_t at = (size_t)(slot / s->each);

	if (at >= s->room) {
		size_t room = at + 1 + at / 2;

		s->stretch = reallocate(s->stretch, room * sizeof *s->stretch);
		memset(s->stretch + s->room, 0, (room - s->room) * sizeof *s->stretch);
		s->room = room;
	}
	s->count = at >= s->count ? at + 1 : s->count;
	return &s->stretch[at];
}

/* Two parts become one. */
static void fold_parts(struct series *s)
{
	for (size_t i = 0; i < SERIES_PARTS; i++) {
		struct histogram *part = s->part[i];

		s->part[i] = NULL;
		if (part && !s->part[i / 2]) {
			s->part[i / 2] = part;
		} else if (part) {
			histogram_merge(s->part[i / 2], part);
			histogram_free(part);
		}
	}
	s->part_slots *= 2;
}

static void note_in_part(struct series *s, uint64_t now, uint64_t latency)
{
	uint64_t slot = now / s->slot_clocks;

	while (slot / s->part_slots >= SERIES_PARTS)
		fold_parts(s);
	struct histogram **part = &s->part[slot / s->part_slots];

	*part = *part ? *part : histogram_create();
	histogram_add(*part, latency);
}

void series_note(void *context, const struct flight *which, uint32_t leaf, uint64_t now)
{
	struct series *s = context;
	struct stretch *at = stretch_at(s, now);

	(void)leaf;
	at->delivered++;
	at->clocks += now - which->message.created;
	if (s->part_slots > 0)
		note_in_part(s, now, now - which->message.created);
}

void series_note_created(struct series *s, uint64_t created)
{
	stretch_at(s, created)->created++;
}

void series_note_traffic(struct series *s, struct traffic *traffic, struct series_source *head, unsigned leaves, uint64_t end)
{
	struct message m;

	traffic_set_end(traffic, end);
	for (uint32_t leaf = 0; leaf < leaves; leaf++)
		for (;; head[leaf].has = false) {
			if (!head[leaf].has && !traffic_next(traffic, leaf, &m))
				break;
			if (!head[leaf].has)
				head[leaf] = (struct series_source){ true, m.created };
			if (head[leaf].created >= end)
				break;
			series_note_created(s, head[leaf].created);
		}
}

void series_free(struct series *s)
{
	free(s->stretch);
	for (size_t i = 0; i < SERIES_PARTS; i++)
		histogram_free(s->part[i]);
	*s = (struct series){ 0 };
}

static void add_given(struct series *s, const char *bytes, size_t count)
{
	unsigned each;

	memcpy(&each, bytes, sizeof each);
	stretch_at(s, 0);
	while (s->each < each)
		fold(s);
	for (size_t i = 0; i < (count - sizeof each) / sizeof(struct stretch); i++) {
		struct stretch one, *at = stretch_at(s, (uint64_t)i * each * s->slot_clocks);

		memcpy(&one, bytes + sizeof each + i * sizeof one, sizeof one);
		at->created += one.created;
		at->delivered += one.delivered;
		at->clocks += one.clocks;
	}
}

void series_gather(struct series *s)
{
	struct text bytes = { 0 };

	stretch_at(s, 0);
	text_add_bytes(&bytes, &s->each, sizeof s->each);
	text_add_bytes(&bytes, s->stretch, s->count * sizeof *s->stretch);
	ranks_exchange(bytes.bytes, bytes.length);
	text_free(&bytes);
	for (unsigned r = 1; r < ranks_count() && ranks_rank() == 0; r++) {
		size_t count;
		const char *given = ranks_given(r, &count);

		add_given(s, given, count);
	}
}

/* ---- Judging ---- */

enum figure { CREATED, DELIVERED, CLOCKS, WAITING, FIGURES };

/* Sums of the batches of all runs. */
struct cut {
	double *sum[FIGURES];		/* [run * each + batch]; WAITING: how much more waits at its end than at its beginning */
	double *slots;			/* of each batch */
	size_t runs, each;
};

/* Batches of a run of so many stretches. */
static size_t batches_of(size_t runs, size_t stretches)
{
	size_t each = BATCHES / runs > LEAST_BATCHES ? BATCHES / runs : LEAST_BATCHES;

	return stretches < each ? stretches : each;
}

static void add_batch(struct cut *c, const struct series *s, size_t at, size_t first, size_t end)
{
	for (size_t i = first; i < end && i < s->count; i++) {
		const struct stretch *one = &s->stretch[i];

		c->sum[CREATED][at] += one->created;
		c->sum[DELIVERED][at] += one->delivered;
		c->sum[CLOCKS][at] += (double)one->clocks;
		c->sum[WAITING][at] += (double)one->created - one->delivered;
	}
	c->slots[at] = (double)(end - first) * s->each;
}

/* The stretches from `first` to before `end`, of which the first ones are left out if they do not fill all batches. */
static struct cut cut_runs(struct series *const *run, size_t runs, size_t first, size_t end)
{
	struct cut c = { .runs = runs, .each = batches_of(runs, end - first) };
	size_t length = c.each ? (end - first) / c.each : 0;

	for (size_t k = 0; k < FIGURES; k++)
		c.sum[k] = allocate_array(runs * c.each + 1, sizeof *c.sum[k]);
	c.slots = allocate_array(runs * c.each + 1, sizeof *c.slots);
	first = end - c.each * length;
	for (size_t r = 0; r < runs; r++)
		for (size_t i = 0; i < c.each; i++)
			add_batch(&c, run[r], r * c.each + i, first + i * length, first + (i + 1) * length);
	return c;
}

static void free_cut(struct cut *c)
{
	for (size_t k = 0; k < FIGURES; k++)
		free(c->sum[k]);
	free(c->slots);
}

static struct batch_mean mean_of(const struct cut *c, enum figure figure, const double *weight)
{
	return interval_of_batches(&(struct batches){ c->sum[figure], weight, c->runs, c->each });
}

/* How much what waits has grown in the second half of all runs, and whether chance explains it. */
static double growth_of(const struct cut *c, bool *chance)
{
	size_t half = c->each / 2;
	double created = 0, waiting = 0, *sum = allocate_array(c->runs * half + 1, sizeof *sum),
	       *weight = allocate_array(c->runs * half + 1, sizeof *weight);

	for (size_t r = 0; r < c->runs; r++)
		for (size_t i = 0; i < half; i++) {
			size_t from = r * c->each + c->each - half + i;

			sum[r * half + i] = c->sum[WAITING][from];
			weight[r * half + i] = 1;
			created += c->sum[CREATED][from];
			waiting += c->sum[WAITING][from];
		}
	struct batch_mean m = interval_of_batches(&(struct batches){ sum, weight, c->runs, half });

	*chance = half == 0 || !(m.mean.mean > m.mean.half);
	free(sum);
	free(weight);
	return created > 0 ? waiting / created : 0;
}

static bool is_close(struct interval x, double share)
{
	return x.mean > 0 && x.half <= share * x.mean;
}

static bool is_steady(const struct batch_mean *m)
{
	return fabs(m->trend) <= trend_limit;
}

/* Gives all runs stretches of as many slots; returns how many. */
static unsigned even_out(struct series *const *run, size_t runs)
{
	unsigned each = 1;

	for (size_t r = 0; r < runs; r++) {
		stretch_at(run[r], 0);
		each = run[r]->each > each ? run[r]->each : each;
	}
	for (size_t r = 0; r < runs; r++)
		while (run[r]->each < each)
			fold(run[r]);
	return each;
}

struct judgement series_judge(struct series *const *run, size_t runs, uint64_t first, uint64_t end,
			      const struct closeness *close)
{
	unsigned each = even_out(run, runs);
	struct cut c = cut_runs(run, runs, (size_t)((first + each - 1) / each), (size_t)(end / each));
	struct batch_mean accepted = mean_of(&c, DELIVERED, c.slots), latency = mean_of(&c, CLOCKS, c.sum[DELIVERED]);
	const struct batch_mean *counts = &latency;
	struct judgement j = { .offered = mean_of(&c, CREATED, c.slots).mean, .accepted = accepted.mean, .latency = latency.mean };
	bool chance;

	j.grown = growth_of(&c, &chance);
	j.saturated = j.grown > growing_share && !chance;
	for (size_t i = 0; i < runs * c.each; i++)
		j.messages += (uint64_t)c.sum[DELIVERED][i];
	counts = j.saturated ? &accepted : &latency;
	j.steady = j.messages > 0 && is_steady(counts);
	bool long_enough = counts->correlation <= correlation_limit;

	/* Runs that are too short differ, too. */
	j.runs_differ = counts->runs_differ && long_enough;
	j.converged = j.steady && long_enough
		      && is_close(counts->mean, j.saturated ? close->accepted : close->latency);
	free_cut(&c);
	return j;
}
