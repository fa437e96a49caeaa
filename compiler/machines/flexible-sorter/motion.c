/* motion.c: see motion.h.
 *
 * The banks are played word by word (columnsort_model.c), each word being its place among the sorted ones; so it is known in which
 * column every word is before each pass. Passes take equal times from the last wave's start to the first that leaves. */
#include "machines/flexible-sorter/motion.h"

#include <stdlib.h>
#include <string.h>

#include "simulate/delivery_log.h"
#include "trails.h"

static const uint64_t no_word = UINT64_MAX;

/* A word while they are put in order. */
struct ranked {
	const uint64_t *word;
	unsigned words, number;		/* of 64 bits; in its batch */
};

static int by_word(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	for (unsigned k = 0; k < x->words; k++)
		if (x->word[k] != y->word[k])
			return x->word[k] < y->word[k] ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

/* By place in the sorted batch the number of the word. */
static unsigned *order_of(const struct word_form *form, const struct flexible_batch *b)
{
	struct ranked *ranked = allocate_array(b->words + 1, sizeof *ranked);
	unsigned *number = allocate_array(b->words + 1, sizeof *number);

	for (unsigned i = 0; i < b->words; i++)
		ranked[i] = (struct ranked){ b->sent + (size_t)i * form->words, form->words, i };
	qsort(ranked, b->words, sizeof *ranked, by_word);
	for (unsigned i = 0; i < b->words; i++)
		number[i] = ranked[i].number;
	free(ranked);
	return number;
}

static void add_deliveries(const struct simulation *s, unsigned lines, const struct flexible_batch *b, const unsigned *number)
{
	for (unsigned i = 0; i < b->words; i++) {
		const struct flexible_coming *c = &b->coming[number[i]];

		delivery_log_add(s->log, &(struct logged){ c->line, i % lines, b->number, c->clock, c->clock, b->left[i / lines] });
	}
}

/* ---- ways ---- */

struct tracking {
	struct trails *trails;
	const struct flexible_moves *m;
	unsigned words;
	uint64_t last_wave, clocks;	/* when the passes begin, and for how long they last */
	const struct flexible_width *width;
	uint32_t *trail;		/* [place among the sorted words] */
	unsigned *column;		/* [the same]: before the pass */
};

/* Behind a pass, or before the first one: the banks that the next one reads. */
static void see_banks(void *context, unsigned pass, const uint64_t *half)
{
	struct tracking *t = context;
	unsigned lines = t->m->lines;

	if (pass > 0)
		trails_step(t->trails, t->last_wave + (pass - 1) * t->clocks / t->width->passes);
	for (unsigned place = 0; place < t->width->columns * lines; place++) {
		uint64_t word = half[place];
		unsigned column = place / lines;

		if (word >= t->words)
			continue;
		if (pass > 0)
			trails_hop(t->trails, t->trail[word], &(struct trail_link){ trail_vertex(pass - 1, t->column[word]),
										    trail_vertex(pass, column), lines }, place % lines);
		t->column[word] = column;
	}
}

/* A trail for each word of the waves, and the banks filled with them. */
static void take_waves(struct tracking *t, struct flexible_banks *banks, const struct flexible_batch *b, const unsigned *number)
{
	unsigned lines = t->m->lines, *place = allocate_array(b->words + 1, sizeof *place);
	uint64_t *wave = allocate_array(lines, sizeof *wave);

	for (unsigned i = 0; i < b->words; i++)
		place[number[i]] = i;
	for (unsigned i = 0; i < b->words;) {
		uint64_t clock = b->coming[i].clock;

		trails_step(t->trails, clock);
		for (unsigned line = 0; line < lines; line++)
			wave[line] = no_word;
		for (; i < b->words && b->coming[i].clock == clock; i++) {
			wave[b->coming[i].line] = place[i];
			t->trail[place[i]] = trails_begin(t->trails, b->coming[i].line, place[i] % lines);
			trails_end(t->trails, t->trail[place[i]], TRAIL_ARRIVED);
		}
		flexible_banks_take(banks, wave);
		t->last_wave = clock;
	}
	free(wave);
	free(place);
}

static void add_trails(const struct simulation *s, const struct flexible_moves *m, const struct flexible_batch *b, const unsigned *number)
{
	struct flexible_shape shape = flexible_shape(s->network->spec);
	struct tracking t = { .trails = s->trails, .m = m, .words = b->words, .width = flexible_width_of(m, b->words) };
	struct flexible_banks banks = flexible_banks_new(m);
	uint64_t *sorted = allocate_array((size_t)m->lines * m->columns, sizeof *sorted);

	t.clocks = flexible_sort_clocks(&shape, m, b->words) - FLEXIBLE_OUT - shape.sorter_latency;
	t.trail = allocate_array(b->words + 1, sizeof *t.trail);
	t.column = allocate_array(b->words + 1, sizeof *t.column);
	take_waves(&t, &banks, b, number);
	banks.see = see_banks;
	banks.context = &t;
	flexible_banks_sort(&banks, sorted);
	flexible_banks_free(&banks);
	free(sorted);
	free(t.trail);
	free(t.column);
}

void flexible_note_batch(const struct simulation *s, const struct flexible_moves *m, const struct word_form *form,
			 const struct flexible_batch *batch)
{
	unsigned *number;

	if (!s->log && !s->trails)
		return;
	number = order_of(form, batch);
	if (s->log)
		add_deliveries(s, m->lines, batch, number);
	if (s->trails && batch->words > 0)
		add_trails(s, m, batch, number);
	free(number);
}
