/* motion.c: see motion.h.
 *
 * On wires a word is bits, and nothing says where it is. But what happens in a round follows from its words, each of another leaf; when
 * follows from the timer's commands, behind which waves come after known times (times.c). */
#include "machines/sorting-fat-tree/motion.h"

#include <inttypes.h>
#include <stdlib.h>

#include "machines/sorting-fat-tree/model.h"
#include "trails.h"
#include "util/message.h"
#include "util/text.h"

enum { MOST_STAGES = 2 * MOST_SORTING_STAGES + 2 };

/* A word enters a link: up or down between vertices, from its leaf, or to it. */
struct passage {
	uint64_t clock;
	size_t number;			/* keeps those of one clock in their order */
	unsigned source;		/* the word's leaf */
	struct trail_link link;
	unsigned wire;
	uint32_t lasts, stage, wave;
};

/* A round on the wires. */
struct heard {
	bool begun;			/* and is not played yet */
	uint64_t round_at, sort_at, stage_at[MOST_STAGES];
	unsigned stages;
	uint32_t *destination;		/* [leaf]; SORTING_NOWHERE: none */
};

struct sorting_motion {
	struct trails *trails;
	struct sorting_shape shape;
	struct sorting_model *model;
	/* A reader that is not ready may take a word when the next round has begun: the last round is played when that one sorts. */
	struct heard now, last;
	struct heard *played;
	uint32_t *trail;		/* [leaf] */
	uint32_t round;
	struct passage *passage;
	size_t passages;
};

static void start(struct sorting_motion *m, struct heard *h, uint64_t now)
{
	h->begun = true;
	h->round_at = now;
	h->sort_at = UINT64_MAX;
	h->stages = 0;
	for (unsigned leaf = 0; leaf < m->shape.leaves; leaf++)
		h->destination[leaf] = SORTING_NOWHERE;
}

struct sorting_motion *sorting_motion_new(const struct simulation *s)
{
	struct sorting_motion *m;

	if (!s->trails)
		return NULL;
	m = allocate(sizeof *m);
	*m = (struct sorting_motion){ .trails = s->trails, .shape = sorting_shape(s->network->spec) };
	m->model = sorting_model_new(&m->shape);
	m->now.destination = allocate_array(m->shape.leaves, sizeof *m->now.destination);
	m->last.destination = allocate_array(m->shape.leaves, sizeof *m->last.destination);
	m->trail = allocate_array(m->shape.leaves, sizeof *m->trail);
	s->trails->part[0] = "round";
	s->trails->part[1] = "stage";
	s->trails->part[2] = "wave";
	return m;
}

void sorting_motion_free(struct sorting_motion *m)
{
	if (!m)
		return;
	sorting_model_free(m->model);
	free(m->now.destination);
	free(m->last.destination);
	free(m->trail);
	free(m->passage);
	free(m);
}

/* ---- what the model tells ---- */

static bool has_blocks(const struct sorting_motion *m)
{
	return m->shape.mesh_side > 1;
}

/* Leaves without blocks are the lowest vertices. */
static uint64_t leaf_vertex(const struct sorting_motion *m, unsigned leaf)
{
	return trail_vertex(m->shape.height + has_blocks(m), leaf);
}

static uint64_t block_vertex(const struct sorting_motion *m, unsigned leaf)
{
	return trail_vertex(m->shape.height, leaf / m->shape.block);
}

/* Whether the leaf has a word for another one. */
static bool is_moved(const struct heard *h, unsigned leaf)
{
	return h->destination[leaf] != SORTING_NOWHERE && h->destination[leaf] != leaf;
}

static void add_passage(struct sorting_motion *m, struct passage p)
{
	m->passage = room_for_one(m->passage, m->passages, sizeof *m->passage);
	p.number = m->passages;
	m->passage[m->passages++] = p;
}

/* The words that a block puts in order have left their leaves. */
static void enter_blocks(struct sorting_motion *m)
{
	for (unsigned leaf = 0; leaf < m->shape.leaves; leaf++)
		if (is_moved(m->played, leaf))
			add_passage(m, (struct passage){ .clock = m->played->stage_at[0], .source = leaf, .lasts = m->shape.mesh.order,
							 .link = { leaf_vertex(m, leaf), block_vertex(m, leaf), 1 } });
}

static void note_word(struct sorting_motion *m, const struct sorting_wave *w, unsigned wire, unsigned stage)
{
	const struct sorting_shape *s = &m->shape;
	unsigned source = sorting_source(w->wire[wire]), destination = sorting_destination(w->wire[wire]);
	uint64_t here = trail_vertex(w->level, w->vertex), above = trail_vertex(w->level - 1, w->vertex / 2);
	struct passage p = { .clock = m->played->stage_at[stage] + w->clock, .source = source, .wire = wire,
			     .lasts = (w->down || w->local ? s->down_bits : s->up_bits) - 1, .stage = stage, .wave = w->number };

	if (!w->local) {
		p.link = (struct trail_link){ w->down ? above : here, w->down ? here : above, w->wires };
		add_passage(m, p);
	}
	if (!has_blocks(m) || w->level < s->height || (!w->down && !w->local) || source == destination)
		return;
	p.link = (struct trail_link){ here, leaf_vertex(m, destination), 1 };
	p.wire = 0;
	add_passage(m, p);
}

static void note_wave(void *context, const struct sorting_wave *w)
{
	struct sorting_motion *m = context;
	unsigned stage = w->local ? 0 : has_blocks(m) + w->stage + (w->down ? m->shape.up_stages : 0);

	for (unsigned i = 0; i < w->wires && stage < m->played->stages; i++)
		if (w->wire[i] != SORTING_IDLE)
			note_word(m, w, i, stage);
}

/* ---- rounds ---- */

static int by_clock(const void *a, const void *b)
{
	const struct passage *x = a, *y = b;

	if (x->clock != y->clock)
		return x->clock < y->clock ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

static void begin_trails(struct sorting_motion *m)
{
	for (unsigned leaf = 0; leaf < m->shape.leaves; leaf++) {
		if (!is_moved(m->played, leaf))
			continue;
		m->trail[leaf] = trails_begin(m->trails, leaf, m->played->destination[leaf]);
		trails_end(m->trails, m->trail[leaf], TRAIL_ARRIVED);
	}
}

/* All words begin with the first of them. */
static void add_trails(struct sorting_motion *m)
{
	if (m->passages > 0)
		qsort(m->passage, m->passages, sizeof *m->passage, by_clock);
	for (size_t i = 0; i < m->passages; i++) {
		const struct passage *p = &m->passage[i];

		if (i == 0 || p->clock != p[-1].clock)
			trails_long_step(m->trails, p->clock, p->lasts, (const uint32_t[TRAIL_PARTS]){ m->round, p->stage, p->wave });
		if (i == 0)
			begin_trails(m);
		trails_hop(m->trails, m->trail[p->source], &p->link, p->wire);
	}
}

/* Readers that are not ready make the other parts of a round longer. */
static bool took(const struct sorting_motion *m, const struct sorting_round *round)
{
	const struct sorting_shape *s = &m->shape;
	const struct heard *h = m->played;
	unsigned first = has_blocks(m);

	return h->stages == first + s->up_stages + s->down_stages && h->sort_at - h->stage_at[first] == round->clocks[SORTING_UP]
	       && h->stage_at[first + s->up_stages] - h->sort_at == round->clocks[SORTING_SORT];
}

/* Of a round that is not shown the page knows that its words have arrived. */
static void leave_out(struct sorting_motion *m)
{
	warning("the ways of the words of the round of clock %" PRIu64 " are not shown: not all have arrived, or too late", m->played->round_at);
	trails_long_step(m->trails, m->played->round_at, 1, (const uint32_t[TRAIL_PARTS]){ m->round, 0, 0 });
	begin_trails(m);
}

static void play(struct sorting_motion *m, struct heard *h)
{
	struct sorting_round round;

	if (!h->begun)
		return;
	h->begun = false;
	m->played = h;
	m->passages = 0;
	if (has_blocks(m) && h->stages > 0)
		enter_blocks(m);
	sorting_model_round(m->model, h->destination, &(struct sorting_watch){ .context = m, .wave = note_wave }, &round);
	if (took(m, &round))
		add_trails(m);
	else
		leave_out(m);
	m->round++;
}

void sorting_motion_command(struct sorting_motion *m, unsigned command, uint64_t now)
{
	struct heard last;

	if (!m)
		return;
	if (command == COMMAND_ROUND) {
		play(m, &m->last);
		last = m->last;
		m->last = m->now;
		m->now = last;
		start(m, &m->now, now);
	} else if (command == COMMAND_STAGE && m->now.stages < MOST_STAGES) {
		m->now.stage_at[m->now.stages++] = now;
	} else if (command == COMMAND_SORT) {
		m->now.sort_at = now;
		play(m, &m->last);
	}
}

/* Before they sort, blocks deliver their own words, once these are in order. */
static bool is_of_last(const struct sorting_motion *m, unsigned source, unsigned leaf, uint64_t now)
{
	const struct heard *h = &m->now;
	bool local = source / m->shape.block == leaf / m->shape.block;

	return m->last.begun && h->sort_at > now && (!local || h->stages == 0 || now < h->stage_at[0] + m->shape.mesh.order);
}

void sorting_motion_word(struct sorting_motion *m, unsigned source, unsigned leaf, uint64_t now)
{
	if (m)
		(is_of_last(m, source, leaf, now) ? m->last : m->now).destination[source] = leaf;
}

void sorting_motion_end(struct sorting_motion *m)
{
	if (!m)
		return;
	play(m, &m->last);
	play(m, &m->now);
}
