/* motion.c: see motion.h.
 *
 * On wires a word is bits, and nothing says where it is. But the algorithm is deterministic: from the words of a round follow the batches,
 * the vertices where words turn, and the leaves at which those arrive that others send off their way. When follows from the wires of the
 * leaves: a word moves evenly from its first bit there to its last bit at the leaf to which it comes. (Words of a pair with one payload,
 * where they may overtake, are alike to the testbench, too: it says of none which it is.) */
#include "machines/batched/motion.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"
#include "scoreboard.h"
#include "trails.h"
#include "util/message.h"
#include "util/text.h"

enum { FRONT_BITS = 2 };	/* before a word that comes to a leaf: there is one, and it was not sidetracked */

/* A word that has been delivered in the round. */
struct arrival {
	struct batched_word word;
	uint64_t number;		/* of those of its source */
	size_t place;			/* in order of delivery */
	uint32_t trail;
};

/* From leaf to leaf in a batch. */
struct move {
	size_t word;
	unsigned from, to;
	unsigned climbs_to, falls_from;	/* vertices of the turn */
};

struct batch {
	uint64_t clock;			/* of its first bits */
	uint32_t stage, number;
	size_t moves;			/* of those of the round the last one, + 1 */
};

struct batched_motion {
	const struct simulation *s;
	struct batched_model *model;
	const struct batched_shape *shape;
	struct arrival *arrival;
	size_t arrivals;
	struct batch *batch;		/* of the round */
	size_t batches, played;
	struct move *move;
	size_t moves;
	uint32_t round;
};

struct batched_motion *batched_motion_new(const struct simulation *s)
{
	struct batched_motion *m;

	if (!s->trails)
		return NULL;
	m = allocate(sizeof *m);
	*m = (struct batched_motion){ .s = s, .model = batched_model_new(s->network->spec) };
	m->shape = batched_model_shape(m->model);
	s->trails->part[0] = "round";
	s->trails->part[1] = "stage";
	s->trails->part[2] = "batch";
	return m;
}

void batched_motion_free(struct batched_motion *m)
{
	if (!m)
		return;
	batched_model_free(m->model);
	free(m->arrival);
	free(m->batch);
	free(m->move);
	free(m);
}

void batched_motion_slot(struct batched_motion *m, uint64_t clock)
{
	if (!m)
		return;
	m->batch = room_for_one(m->batch, m->batches, sizeof *m->batch);
	m->batch[m->batches++] = (struct batch){ .clock = clock };
}

/* As much of it as decides which of two words of a pair comes first in a sorted batch. */
static uint64_t payload_of_word(const struct batched_motion *m, uint32_t leaf, const struct model *model)
{
	unsigned bits = m->shape->payload_bits, taken = bits < 64 ? bits : 64;

	return model_get(model, model_port(model, "m_axis_tdata"), (leaf + 1) * bits - taken, taken);
}

void batched_motion_word(struct batched_motion *m, const struct flight *which, uint32_t leaf, const struct model *model)
{
	if (!m)
		return;
	m->arrival = room_for_one(m->arrival, m->arrivals, sizeof *m->arrival);
	m->arrival[m->arrivals] = (struct arrival){
		.word = { which->message.source, leaf, payload_of_word(m, leaf, model) }, .number = which->message.number,
		.place = m->arrivals,
	};
	m->arrivals++;
}

/* ---- ways ---- */

/* A vertex of the drawing: of a node, counted from the left, the one with this number in the model. Their bits are the drawing's in
 * reverse order (pruned_butterfly.h). */
static uint64_t vertex_of(const struct batched_motion *m, unsigned height, unsigned leaf, unsigned number)
{
	unsigned vertices = batched_vertices(m->shape, m->shape->levels - height), within = 0;

	for (unsigned bit = 1; bit < vertices; bit *= 2)
		within = 2 * within + (number / bit & 1);
	return trail_vertex(height, (leaf >> height) * vertices + within);
}

static void add_move(struct batched_motion *m, const struct move *move, unsigned turn)
{
	struct trails *t = m->s->trails;
	const struct arrival *a = &m->arrival[move->word];

	for (unsigned height = 0; height < turn; height++)
		trails_hop(t, a->trail, &(struct trail_link){ vertex_of(m, height, move->from, move->climbs_to),
							      vertex_of(m, height + 1, move->from, move->climbs_to), 1 }, 0);
	for (unsigned height = turn; height-- > 0;) {
		trails_hop(t, a->trail, &(struct trail_link){ vertex_of(m, height + 1, move->to, move->falls_from),
							      vertex_of(m, height, move->to, move->falls_from), 1 }, 0);
		if (move->to >> height != a->word.destination >> height)
			trails_aside(t, a->trail);
	}
}

/* All words of a round that enter links begin with its first batch, in the order in which they are delivered: so the page knows each. */
static void begin_trails(struct batched_motion *m)
{
	size_t *by_place = allocate_array(m->arrivals + 1, sizeof *by_place);

	for (size_t i = 0; i < m->arrivals; i++)
		by_place[m->arrival[i].place] = i;
	for (size_t i = 0; i < m->arrivals; i++) {
		struct arrival *a = &m->arrival[by_place[i]];

		if (a->word.source == a->word.destination)
			continue;
		a->trail = trails_begin(m->s->trails, a->word.source, a->word.destination);
		trails_end(m->s->trails, a->trail, TRAIL_ARRIVED);
	}
	free(by_place);
}

static void add_trails(struct batched_motion *m)
{
	const struct batched_shape *s = m->shape;
	size_t k = 0;

	for (size_t i = 0; i < m->batches; i++) {
		const struct batch *b = &m->batch[i];

		trails_long_step(m->s->trails, b->clock, s->stage[b->stage].latency + FRONT_BITS + s->body_bits,
				 (const uint32_t[TRAIL_PARTS]){ m->round, b->stage, b->number });
		if (i == 0)
			begin_trails(m);
		for (; k < b->moves; k++)
			add_move(m, &m->move[k], s->levels - b->stage);
	}
}

/* ---- rounds ---- */

/* A batch of the model, which is the next one that was on the wires. */
static void note_slot(void *context, unsigned stage, unsigned slot, const struct batched_wire (*up)[2], const struct batched_wire (*down)[2])
{
	struct batched_motion *m = context;
	size_t first = m->moves;

	for (unsigned i = 0; i < 2 * m->shape->leaves; i++) {
		const struct batched_wire *wire = &up[i / 2][i % 2];

		if (wire->word == BATCHED_IDLE)
			continue;
		m->move = room_for_one(m->move, m->moves, sizeof *m->move);
		m->move[m->moves++] = (struct move){ .word = wire->word, .from = i / 2, .climbs_to = wire->rank };
	}
	for (unsigned i = 0; i < 2 * m->shape->leaves; i++)
		for (size_t k = first; down[i / 2][i % 2].word != BATCHED_IDLE && k < m->moves; k++)
			if (m->move[k].word == down[i / 2][i % 2].word) {
				m->move[k].to = i / 2;
				m->move[k].falls_from = down[i / 2][i % 2].rank;
			}
	if (m->played < m->batches) {
		m->batch[m->played].stage = stage;
		m->batch[m->played].number = slot;
		m->batch[m->played].moves = m->moves;
	}
	m->played++;
}

/* As a leaf takes them from its stream. */
static int by_source(const void *a, const void *b)
{
	const struct arrival *x = a, *y = b;

	if (x->word.source != y->word.source)
		return x->word.source < y->word.source ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

static bool play(struct batched_motion *m, const unsigned *batches)
{
	struct batched_word *word = allocate_array(m->arrivals + 1, sizeof *word);
	struct batched_round round;

	if (m->arrivals > 0)
		qsort(m->arrival, m->arrivals, sizeof *m->arrival, by_source);
	for (size_t i = 0; i < m->arrivals; i++)
		word[i] = m->arrival[i].word;
	m->played = m->moves = 0;
	batched_model_round(m->model, word, m->arrivals, &(struct batched_watch){ .context = m, .slot = note_slot }, &round);
	free(word);
	return m->played == m->batches && memcmp(round.batches, batches, m->shape->levels * sizeof *batches) == 0;
}

void batched_motion_round(struct batched_motion *m, uint64_t began, const unsigned *batches)
{
	if (!m)
		return;
	if (play(m, batches)) {
		add_trails(m);
	} else {
		/* The page knows that these have arrived. */
		warning("the ways of the words of the round of clock %" PRIu64 " are not shown: not all have arrived", began);
		trails_long_step(m->s->trails, began > INT64_MAX ? 0 : began, 1, (const uint32_t[TRAIL_PARTS]){ m->round, 0, 0 });
		begin_trails(m);
	}
	m->round++;
	m->arrivals = m->batches = 0;
}
