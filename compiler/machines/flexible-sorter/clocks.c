/* clocks.c: a flexible sorter by its words. A batch is collected, sorted at once, and shown when the hardware has
 * sorted it. */
#include "machines/flexible-sorter/clocks.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "machines/columnsort_parts.h"
#include "util/text.h"

enum { FILLED = 2 };			/* clocks from the last column that is marked as empty until the next step may begin */

struct flexible_clocks {
	struct flexible_shape shape;
	struct flexible_moves moves;
	unsigned long now, next;	/* in this clock the next wave may begin */
	bool shows;			/* waves leave; else they come */
	/* The wave that comes, if `comes`. */
	bool comes, ends;		/* it is the last one */
	unsigned long came;		/* the clock of its first bits */
	char *coming;			/* [line * (word_bits + 1)]: strings of '0' and '1' */
	/* The batch. */
	char *bits;			/* [word * (word_bits + 1)] */
	const char **word;		/* [word], at last in their order */
	unsigned words;			/* that have been counted, modulo those of both halves of the banks */
	bool fits;
	unsigned column, furthest;	/* the next one to leave; the last one with a word */
	/* The wave that leaves. */
	bool asks, is_last;
	unsigned long asked;		/* the clock of out_start; the bits follow, when those of the wave before are over */
	const char **leaving;		/* [line]: on the lines since clock `left`, if that is known */
	bool leaves, known;
	unsigned long left;
	uint8_t *out;			/* [line] */
};

static unsigned most_words(const struct flexible_clocks *m)
{
	return m->shape.lines * m->shape.columns;
}

static char *word_at(const struct flexible_clocks *m, char *bits, unsigned number)
{
	return bits + (size_t)number * (m->shape.word_bits + 1);
}

static void begin_batch(struct flexible_clocks *m, unsigned long next)
{
	m->shows = m->is_last = false;
	m->fits = true;
	m->words = 0;
	m->next = next;
}

struct flexible_clocks *flexible_clocks_new(const struct network *net)
{
	struct flexible_clocks *m = allocate(sizeof *m);
	struct flexible_shape s = flexible_shape(net->spec);

	m->shape = s;
	m->moves = flexible_moves_make(s.lines, s.lines * s.columns);
	m->coming = allocate_array(s.lines, s.word_bits + 1);
	m->bits = allocate_array((size_t)s.lines * s.columns, s.word_bits + 1);
	m->word = allocate_array((size_t)s.lines * s.columns, sizeof *m->word);
	m->leaving = allocate_array(s.lines, sizeof *m->leaving);
	m->out = allocate(s.lines);
	memset(m->out, FLEXIBLE_ANY, s.lines);
	begin_batch(m, 0);
	return m;
}

void flexible_clocks_free(struct flexible_clocks *m)
{
	flexible_moves_free(&m->moves);
	free(m->coming);
	free(m->bits);
	free(m->word);
	free(m->leaving);
	free(m->out);
	free(m);
}

struct flexible_outputs flexible_clocks_outputs(const struct flexible_clocks *m)
{
	bool asks = m->asks && m->now == m->asked;

	return (struct flexible_outputs){ !m->shows && m->now >= m->next, asks, asks && m->is_last, m->out };
}

/* ---- a batch that comes ---------------------------------------------------------------------------------------- */

static int compare_words(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The first wave may leave when the columns behind the words have been marked as empty, and all passes are over. */
static void sort_batch(struct flexible_clocks *m)
{
	const struct flexible_shape *s = &m->shape;
	unsigned column = m->words / s->lines, aligned = m->words % s->lines == 0 && m->words > 0;

	m->furthest = column - aligned;
	const struct flexible_width *w = &m->moves.width[flexible_least_width(&m->moves, m->furthest)];
	unsigned marked = (w->columns - column) % (2u << s->column_bits);
	unsigned long filled = m->came - 1 + s->period + s->sorter_latency + s->rotator_latency + 4 + marked + FILLED;

	if (m->fits)
		qsort(m->word, m->words, sizeof *m->word, compare_words);
	m->column = 0;
	m->next = filled + (unsigned long)w->passes * w->columns * s->period;
}

/* A wave has come: lines whose first bit is 0 have words. */
static void keep_wave(struct flexible_clocks *m)
{
	for (unsigned i = 0; i < m->shape.lines; i++) {
		const char *word = word_at(m, m->coming, i);

		if (word[0] != '0')
			continue;
		m->fits = m->fits && m->words < most_words(m);
		if (m->fits)
			m->word[m->words] = strcpy(word_at(m, m->bits, m->words), word);
		m->words = (m->words + 1) % (m->shape.lines << (m->shape.column_bits + 1));
	}
	m->comes = false;
	if (m->ends)
		sort_batch(m);
}

static void see_bits(struct flexible_clocks *m, const uint8_t *in)
{
	unsigned long bit = m->now - m->came;

	for (unsigned i = 0; i < m->shape.lines; i++)
		word_at(m, m->coming, i)[bit] = in[i] ? '1' : '0';
	if (bit + 1 == m->shape.word_bits)
		keep_wave(m);
}

static void see_wave(struct flexible_clocks *m, const struct flexible_inputs *in)
{
	if (m->comes)
		see_bits(m, in->in);
	if (m->shows || !in->start || m->now < m->next)
		return;
	m->comes = true;
	m->came = m->now + 1;
	m->next = m->now + m->shape.period;
	m->ends = m->shows = in->last;
	if (m->ends)
		m->next = ULONG_MAX;	/* until it is known how many words there are */
}

/* ---- a batch that leaves --------------------------------------------------------------------------------------- */

static void begin_wave(struct flexible_clocks *m)
{
	m->asks = true;
	m->asked = m->now + FLEXIBLE_OUT + m->shape.sorter_latency;
	m->is_last = m->column == m->furthest % (1u << m->shape.column_bits);
	m->next = m->now + m->shape.period;
}

static void take_out(struct flexible_clocks *m)
{
	unsigned first = m->column * m->shape.lines;

	for (unsigned i = 0; i < m->shape.lines; i++)
		m->leaving[i] = m->fits && first + i < m->words ? m->word[first + i] : NULL;
	m->asks = false;
	m->leaves = true;
	m->known = m->fits;
	m->left = m->asked + 1;
	m->column++;
}

static void show_bits(struct flexible_clocks *m)
{
	unsigned long bit = m->now - m->left;

	for (unsigned i = 0; i < m->shape.lines; i++) {
		m->out[i] = FLEXIBLE_ANY;
		if (!m->leaves || bit >= m->shape.word_bits || !m->known)
			continue;
		if (m->leaving[i])
			m->out[i] = m->leaving[i][bit] == '1';
		else if (bit == 0)
			m->out[i] = 1;
	}
}

/* ---- clocks ---------------------------------------------------------------------------------------------------- */

void flexible_clocks_step(struct flexible_clocks *m, const struct flexible_inputs *in)
{
	see_wave(m, in);
	if (m->shows && in->out_ready && m->now >= m->next)
		begin_wave(m);
	if (in->rst) {
		begin_batch(m, m->now + 1);
		m->comes = m->asks = m->leaves = false;
	}
	if (m->asks && m->now == m->asked)
		take_out(m);
	m->now++;
	show_bits(m);
	if (m->is_last && m->now == m->next)
		begin_batch(m, m->now);
}
