/* node_model.c: a node of a sorting fat-tree by its words: which of them a wave has, and in which clock it begins. */
#include "machines/sorting-fat-tree/node.h"

#include <stdlib.h>
#include <string.h>

#include "util/text.h"

/* Clocks from an event until .. */
enum {
	FIRST_STEP = 2,			/* .. a stage's first wave is read; its batch is announced at the same time */
	ON_WIRES = 3,			/* .. a wave that is read has its M bits on the wires */
	ENDED = 3,			/* .. a node that finds no more words is idle */
	SENDING_ENDS = 2,		/* .. or says that no more waves come */
	SEEN = 2,			/* .. a command or an announcement, which lets a node do nothing, is over */
	FED = 2,			/* of a wave of the node's own words, more than of one that comes */
};

/* Words in their order. */
struct words {
	const char **word;
	unsigned first, end;
};

struct sorting_node_model {
	const struct sorting_shape *shape;
	const struct sorting_node *n;
	unsigned long now;
	bool down;			/* behind the sort */
	bool holds;			/* a batch, to be sent in the next stage */
	bool had_room;			/* the children, a clock ago */
	enum { RESTS, SENDS, WAITS, FEEDS } does;	/* WAITS: for the parent's waves to pass */
	unsigned long next;		/* in this clock the next wave may begin */
	unsigned long busy;		/* until then, whatever it does */
	unsigned long told;		/* in this clock a batch is announced */
	unsigned long shown;		/* in this one, M bits of a wave */
	unsigned long sending;		/* until then waves may come, if it sends none */
	struct words x, y, own;		/* to go up, or right; to go left; that turn here */
	unsigned batch, fed;		/* of its own words: the next batch, and waves of it that have been fed */
	const char **up, **child_down;	/* words of the waves on the wires */
	const char **first, **last;	/* [line] of a wave: those of either class */
};

struct sorting_node_model *sorting_node_model_new(const struct sorting_shape *s, const struct sorting_node *n)
{
	struct sorting_node_model *m = allocate(sizeof *m);
	size_t most = (size_t)n->lines << (n->column_bits + 1);
	const char ***all[] = { &m->x.word, &m->y.word, &m->own.word, &m->up, &m->child_down, &m->first, &m->last };

	*m = (struct sorting_node_model){ .shape = s, .n = n };
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		*all[i] = allocate_array(most, sizeof **all[i]);
	return m;
}

void sorting_node_model_free(struct sorting_node_model *m)
{
	const char **all[] = { m->x.word, m->y.word, m->own.word, m->up, m->child_down, m->first, m->last };

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		free(all[i]);
	free(m);
}

struct sorting_node_outputs sorting_node_model_outputs(const struct sorting_node_model *m)
{
	/* Clock 0 follows a reset: nothing is announced or shown. */
	bool told = m->now > 0 && m->now == m->told, shows = m->now > 0 && m->now == m->shown;

	return (struct sorting_node_outputs){
		.idle = m->does == RESTS && m->now >= m->busy, .up = m->up, .child_down = m->child_down,
		.up_start = shows && !m->down, .up_batch = told && !m->down, .child_down_start = shows && m->down,
		.child_down_batch = told && m->down, .child_down_sending = m->down && (m->does == SENDS || m->now <= m->sending),
	};
}

static unsigned count(const struct words *w)
{
	return w->end - w->first;
}

static int compare_words(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void is_busy_until(struct sorting_node_model *m, unsigned long clock)
{
	if (clock > m->busy)
		m->busy = clock;
}

/* ---- waves that come ------------------------------------------------------------------------------------------- */

/* Parts the words of a wave by their next bit, and appends both classes: those of class 1 in reverse. */
static void append_wave(struct sorting_node_model *m, const char *const *wave)
{
	unsigned first = 0, last = 0;
	struct words *stays = m->down ? &m->y : &m->own;

	for (unsigned i = 0; i < m->n->lines; i++)
		if (wave[i] && wave[i][0] == '1')
			m->last[last++] = wave[i] + 1;
		else if (wave[i])
			m->first[first++] = wave[i] + 1;
	qsort(m->first, first, sizeof *m->first, compare_words);
	qsort(m->last, last, sizeof *m->last, compare_words);
	for (unsigned i = 0; i < first; i++)
		stays->word[stays->end++] = m->first[i];
	while (last > 0)
		m->x.word[m->x.end++] = m->last[--last];
}

/* A wave of the node's own words, from word `fed` lines B + batch on. What all of them share is left out. */
static void feed_wave(struct sorting_node_model *m)
{
	unsigned lines = m->n->lines, batches = m->shape->batches;
	const char **wave = allocate_array(lines, sizeof *wave);

	for (unsigned i = 0; i < lines; i++) {
		unsigned number = (m->fed * lines + i) * batches + m->batch;

		wave[i] = number < m->own.end ? m->own.word[number] + m->n->shared : NULL;
	}
	append_wave(m, wave);
	free(wave);
}

static void feed(struct sorting_node_model *m)
{
	unsigned level = m->n->level;

	if (m->fed < sorting_feed_waves(m->shape, level, m->own.end, m->batch)) {
		feed_wave(m);
		m->fed++;
		m->next = m->now + m->n->sort_period;
		is_busy_until(m, m->now + FED + sorting_take_clocks(m->shape, level));
		return;
	}
	m->does = RESTS;
	m->fed = 0;
	m->batch++;
	is_busy_until(m, m->now + ENDED);
}

/* ---- waves that leave ------------------------------------------------------------------------------------------ */

static void send(struct sorting_node_model *m)
{
	if (count(&m->x) == 0 && (!m->down || count(&m->y) == 0)) {
		m->does = RESTS;
		m->sending = m->now + SENDING_ENDS;
		is_busy_until(m, m->now + ENDED);
	} else if (!m->down || m->had_room) {
		m->shown = m->now + ON_WIRES;
		m->next = m->now + m->n->period;
	}
}

static void take_out(struct words *from, const char **wire, unsigned wires)
{
	for (unsigned i = 0; i < wires; i++)
		wire[i] = from->first < from->end ? from->word[from->first++] : NULL;
	if (from->first == from->end)
		from->first = from->end = 0;
}

static void show_wave(struct sorting_node_model *m)
{
	unsigned half = m->n->lines / 2;

	if (!m->down) {
		take_out(&m->x, m->up, m->n->up);
		return;
	}
	take_out(&m->y, m->child_down, half);
	take_out(&m->x, m->child_down + half, half);
}

/* ---- clocks ---------------------------------------------------------------------------------------------------- */

static void begin_round(struct sorting_node_model *m)
{
	m->down = m->holds = false;
	m->x.first = m->x.end = m->y.first = m->y.end = m->own.end = m->batch = 0;
}

static void begin_sort(struct sorting_node_model *m)
{
	qsort(m->own.word, m->own.end, sizeof *m->own.word, compare_words);
	m->down = true;
	m->holds = false;
	is_busy_until(m, m->now + sorting_sort_clocks(m->shape, m->n->level, m->own.end));
}

static void obey(struct sorting_node_model *m, const struct sorting_node_inputs *in)
{
	bool own_batch = m->n->root && in->stage && m->down && !m->holds && m->batch < m->shape->batches;

	if (in->stage || in->sort_now || in->batch)
		is_busy_until(m, m->now + SEEN);
	if (in->round)
		begin_round(m);
	if (in->sort_now)
		begin_sort(m);
	if (in->stage && m->holds) {
		m->does = SENDS;
		m->next = m->told = m->now + FIRST_STEP;
		m->holds = false;
	}
	if (in->batch || own_batch) {
		m->holds = true;
		m->does = m->down ? WAITS : m->does;
		m->next = m->now + 1;
	}
}

void sorting_node_model_step(struct sorting_node_model *m, const struct sorting_node_inputs *in)
{
	obey(m, in);
	if (in->wave) {
		append_wave(m, in->wave);
		is_busy_until(m, m->now + sorting_take_clocks(m->shape, m->n->level));
	}
	if (m->now >= m->next && m->does == WAITS && !in->above_sends) {
		m->does = FEEDS;
		m->next = m->now + 1;
	} else if (m->now >= m->next && m->does == FEEDS) {
		feed(m);
	} else if (m->now >= m->next && m->does == SENDS) {
		send(m);
	}
	m->had_room = in->room;
	m->now++;
	if (m->now == m->shown)
		show_wave(m);
}
