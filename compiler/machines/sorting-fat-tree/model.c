/* model.c: rounds of a sorting fat-tree, word by word. */
#include "machines/sorting-fat-tree/model.h"

#include <stdlib.h>
#include <string.h>

#include "machines/columnsort.h"
#include "plan/plan.h"
#include "util/budget.h"
#include "util/number.h"
#include "util/text.h"

struct sorting_node {
	struct sorting_fifo x;		/* words for the channel above, or for the left child */
	struct sorting_fifo y;		/* words for the right child: beside the peak set in the banks Y */
	struct flexible_banks sort;	/* the peak set, until it is sorted; then it is here: */
	uint64_t *sorted;		/* [column * s + bank] */
	unsigned words;			/* of the peak set */
};

/* m x m terminals. Wire w has the words of the registers w, w + m, .. of the sorter's order, one behind the other. */
struct block {
	uint64_t *chain;		/* [place * m + wire]; SORTING_IDLE: none */
	unsigned *batch;		/* likewise: of the word; B: it is local */
	unsigned *head;			/* [wire]: words that have left */
	unsigned *left;			/* [batch]: words that wait for it */
};

struct sorting_model {
	struct sorting_shape shape;
	struct flexible_moves moves[MOST_SORTING_LEVELS];
	struct sorting_node *node[MOST_SORTING_LEVELS];
	struct block *block;
	unsigned *load[2][MOST_SORTING_LEVELS + 1];	/* [down][k][vertex * B + batch]: words in the channel */
	uint64_t *line, *sorted;	/* [lines of the widest node or block] */
	uint64_t *key;			/* [likewise]: sorts a wave */
	unsigned *taken;		/* [leaf]: the pass on the buses in which it has taken a word */
	unsigned pass;
	unsigned *turns;		/* [wave]: of a block's buses */
	unsigned stage;			/* that is played: of those up or of those down .. */
	unsigned long stage_clocks;	/* .. and how long it takes */
	/* of the round */
	const uint32_t *destination;
	const struct sorting_watch *watch;
	struct sorting_round *round;
};

static unsigned blocks_of(const struct sorting_shape *s)
{
	return 1u << s->height;
}

static void node_start(struct sorting_node *n, const struct sorting_level *l, const struct flexible_moves *moves)
{
	sorting_fifo_start(&n->x, l->lines, l->fifo_columns);
	sorting_fifo_start(&n->y, l->lines, l->fifo_columns);
	n->sort = flexible_banks_new(moves);
	n->sorted = allocate_array((size_t)l->lines * l->columns, sizeof *n->sorted);
}

static void node_free(struct sorting_node *n)
{
	sorting_fifo_free(&n->x);
	sorting_fifo_free(&n->y);
	flexible_banks_free(&n->sort);
	free(n->sorted);
}

struct sorting_model *sorting_model_new(const struct sorting_shape *s)
{
	struct sorting_model *m = allocate(sizeof *m);
	unsigned widest = s->block;

	m->shape = *s;
	for (unsigned i = 0; i < s->height; i++) {
		const struct sorting_level *l = &s->level[i];

		m->moves[i] = flexible_moves_make(l->lines, l->terminals);
		m->node[i] = allocate_array(l->nodes, sizeof *m->node[i]);
		for (unsigned v = 0; v < l->nodes; v++)
			node_start(&m->node[i][v], l, &m->moves[i]);
		widest = larger(widest, larger(l->lines, l->terminals));
	}
	for (unsigned k = 1; k <= s->height; k++)
		for (int down = 0; down < 2; down++)
			m->load[down][k] = allocate_array((size_t)s->batches << k, sizeof(unsigned));
	m->block = allocate_array(blocks_of(s), sizeof *m->block);
	for (unsigned b = 0; b < blocks_of(s); b++) {
		m->block[b].chain = allocate_array(s->block, sizeof(uint64_t));
		m->block[b].batch = allocate_array(s->block, sizeof(unsigned));
		m->block[b].head = allocate_array(s->mesh_side, sizeof(unsigned));
		m->block[b].left = allocate_array(s->batches + 1, sizeof(unsigned));
	}
	m->line = allocate_array(widest, sizeof *m->line);
	m->sorted = allocate_array(widest, sizeof *m->sorted);
	m->key = allocate_array(widest, sizeof *m->key);
	m->taken = allocate_array(s->leaves, sizeof *m->taken);
	m->turns = allocate_array(s->leaves, sizeof *m->turns);
	return m;
}

void sorting_model_free(struct sorting_model *m)
{
	for (unsigned i = 0; i < m->shape.height; i++) {
		for (unsigned v = 0; v < m->shape.level[i].nodes; v++)
			node_free(&m->node[i][v]);
		free(m->node[i]);
		flexible_moves_free(&m->moves[i]);
	}
	for (unsigned k = 1; k <= m->shape.height; k++) {
		free(m->load[0][k]);
		free(m->load[1][k]);
	}
	for (unsigned b = 0; b < blocks_of(&m->shape); b++) {
		free(m->block[b].chain);
		free(m->block[b].batch);
		free(m->block[b].head);
		free(m->block[b].left);
	}
	free(m->block);
	free(m->line);
	free(m->sorted);
	free(m->key);
	free(m->taken);
	free(m->turns);
	free(m);
}

/* ---- waves ------------------------------------------------------------------------------------------------------------- */

static int ascending(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static const uint64_t word_mask = (UINT64_C(1) << 2 * SORTING_LABEL_BITS) - 1;

/* The level of the node common to source and destination; H or more: they are in one block. */
static unsigned peak(const struct sorting_shape *s, uint64_t word)
{
	return s->levels - digit_bits((sorting_source(word) ^ sorting_destination(word)) + 1);
}

/* The climb bits behind the next one, as a number that compares like them: a 1 for each further level up to the peak. */
static uint64_t climb(const struct sorting_shape *s, unsigned level, uint64_t word)
{
	unsigned top = peak(s, word);

	return (uint64_t)(top < level ? level - top : 0) << 2 * SORTING_LABEL_BITS;
}

/* What the sorter of a node does with a wave of `lines`: words of class 0 come out first, those of class 1 last, and each
 * in the order of their further bits; but those that climb on, or fall to the right, are put away in reverse. */
struct separation {
	unsigned first, last;		/* words of class 0 and 1 */
};

static struct separation separate(struct sorting_model *m, unsigned level, bool down)
{
	const struct sorting_shape *s = &m->shape;
	unsigned lines = s->level[level].lines, words = 0;
	struct separation to = { 0, 0 };

	for (unsigned i = 0; i < lines; i++) {
		uint64_t word = m->line[i];
		bool class;

		if (word == SORTING_IDLE)
			continue;
		if (down)
			class = sorting_destination(word) >> (s->levels - 1 - level) & 1;
		else
			class = peak(s, word) == level;
		to.first += !class;
		to.last += class;
		m->key[words++] = (uint64_t)class << 60 | (down ? 0 : climb(s, level, word)) | word;
	}
	qsort(m->key, words, sizeof *m->key, ascending);
	for (unsigned i = 0; i < lines; i++)
		m->sorted[i] = SORTING_IDLE;
	for (unsigned i = 0; i < words; i++) {
		unsigned first = down ? i : to.first - 1 - i, last = down ? lines - 1 - (i - to.first) : lines - words + i;

		m->sorted[i < to.first ? first : last] = m->key[i] & word_mask;
	}
	return to;
}

/* Puts a node's wave away: on the way up class 1 turns here. */
static void put_away(struct sorting_model *m, unsigned level, struct sorting_node *n, bool down)
{
	struct sorting_violations *v = &m->round->violations;
	unsigned lines = m->shape.level[level].lines;
	struct separation to = separate(m, level, down);

	sorting_fifo_append(&n->x, m->sorted, 0, to.first, v);
	if (down) {
		sorting_fifo_append(&n->y, m->sorted, lines - to.last, to.last, v);
		return;
	}
	for (unsigned i = 0; i < to.first; i++)
		m->sorted[i] = SORTING_IDLE;
	flexible_banks_take(&n->sort, m->sorted);
}

static void tell_wave(const struct sorting_model *m, const struct sorting_wave *wave)
{
	if (m->watch && m->watch->wave)
		m->watch->wave(m->watch->context, wave);
}

/* ---- loads ------------------------------------------------------------------------------------------------------------- */

static unsigned *load_of(struct sorting_model *m, bool down, unsigned level, unsigned vertex, unsigned batch)
{
	return &m->load[down][level][vertex * m->shape.batches + batch];
}

static void note_load(struct sorting_load *most, unsigned words, unsigned wires)
{
	if ((uint64_t)words * most->wires > (uint64_t)most->words * wires)
		*most = (struct sorting_load){ words, wires };
}

/* Bay's Lemma 11, exactly: of the words of k peak levels a batch has in a channel of level k at most the rounded-up shares. */
static void check_loads(struct sorting_model *m)
{
	const struct sorting_shape *s = &m->shape;
	struct sorting_round *r = m->round;

	for (int down = 0; down < 2; down++)
		for (unsigned k = 1; k <= s->height; k++)
			for (unsigned v = 0; v < 1u << k; v++) {
				unsigned all = 0, wires = sorting_capacity(s, k);

				for (unsigned j = 0; j < s->batches; j++)
					all += *load_of(m, down, k, v, j);
				note_load(down ? &r->down_load : &r->up_load, all, wires);
				for (unsigned j = 0; j < s->batches; j++) {
					unsigned words = *load_of(m, down, k, v, j);

					if (!down)
						note_load(&r->batch_load, words, wires);
					r->most_waves = larger(r->most_waves, quotient_up(words, wires));
					r->violations.lemma += words > (all + k * (s->batches - 1)) / s->batches;
				}
			}
}

/* ---- blocks ------------------------------------------------------------------------------------------------------------ */

/* Step 3: the sorter puts local words first, then those of batch 0, 1, .. `rank`: [peak level], of the words so far. */
static void order_block(struct sorting_model *m, unsigned b, unsigned *rank)
{
	enum { LOCAL_BELOW = 60, BATCH_AT = 50 };
	const struct sorting_shape *s = &m->shape;
	struct block *block = &m->block[b];
	unsigned words = 0;

	memset(block->head, 0, s->mesh_side * sizeof *block->head);
	memset(block->left, 0, (s->batches + 1) * sizeof *block->left);
	for (unsigned leaf = b * s->block; leaf < (b + 1) * s->block; leaf++) {
		uint64_t word, place = 0;

		if (m->destination[leaf] == SORTING_NOWHERE)
			continue;
		word = sorting_word(leaf, m->destination[leaf]);
		unsigned top = peak(s, word);

		m->round->words++;
		if (top >= s->height) {
			m->round->local++;
		} else {
			m->round->peak[top]++;
			place = UINT64_C(1) << LOCAL_BELOW | (uint64_t)(rank[top]++ % s->batches) << BATCH_AT | climb(s, s->height - 1, word);
		}
		m->key[words++] = place | word;
	}
	qsort(m->key, words, sizeof *m->key, ascending);
	for (unsigned i = 0; i < s->block; i++) {
		block->chain[i] = i < words ? m->key[i] & word_mask : SORTING_IDLE;
		block->batch[i] = s->batches;
		if (i < words && m->key[i] >> LOCAL_BELOW)
			block->batch[i] = m->key[i] >> BATCH_AT & ((1u << (LOCAL_BELOW - BATCH_AT)) - 1);
		block->left[block->batch[i]] += i < words;
	}
}

/* Each wire sends the next of its words, if it is of this batch. */
static void block_send(struct sorting_model *m, unsigned b, unsigned batch, uint64_t *wire)
{
	unsigned side = m->shape.mesh_side;
	struct block *block = &m->block[b];

	for (unsigned w = 0; w < side; w++) {
		unsigned place = block->head[w] * side + w;

		wire[w] = SORTING_IDLE;
		if (block->head[w] == side || block->batch[place] != batch || block->chain[place] == SORTING_IDLE)
			continue;
		wire[w] = block->chain[place];
		block->head[w]++;
		block->left[batch]--;
	}
}

/* Step 8: a wave on the buses of a block goes round until it is empty: in a pass each terminal takes at most one word, from
 * the lowest of the buses that have one for it. Returns how many passes. */
static unsigned take_from_buses(struct sorting_model *m, unsigned b, uint64_t *bus)
{
	unsigned side = m->shape.mesh_side, waiting = 0, passes = 0;

	for (unsigned w = 0; w < side; w++) {
		waiting += bus[w] != SORTING_IDLE;
		if (bus[w] == SORTING_IDLE || sorting_destination(bus[w]) / m->shape.block == b)
			continue;
		m->round->violations.blocks++;
		bus[w] = SORTING_IDLE;
		waiting--;
	}
	for (; waiting > 0; passes++) {
		m->pass++;
		for (unsigned w = 0; w < side; w++) {
			unsigned leaf = sorting_destination(bus[w]);

			if (bus[w] == SORTING_IDLE || m->taken[leaf] == m->pass)
				continue;
			m->taken[leaf] = m->pass;
			if (m->watch && m->watch->arrive)
				m->watch->arrive(m->watch->context, leaf, bus[w]);
			bus[w] = SORTING_IDLE;
			waiting--;
		}
	}
	return passes;
}

/* A part of the round, or the stage that is played, takes so many at least. */
static void note_clocks(unsigned long *most, unsigned long clocks)
{
	if (clocks > *most)
		*most = clocks;
}

/* Step 1: local words come back at the top of their block. */
static void play_local(struct sorting_model *m)
{
	const struct sorting_shape *s = &m->shape;

	m->round->clocks[SORTING_LOCAL] = sorting_order_stage(s, 0, NULL);
	for (unsigned b = 0; b < blocks_of(s); b++) {
		unsigned waves = 0, passes = 0;
		unsigned long clock = sorting_order_clocks(s);

		for (; m->block[b].left[s->batches] > 0; clock += sorting_bus_spacing(s, m->turns[waves - 1], true)) {
			block_send(m, b, s->batches, m->line);
			tell_wave(m, &(struct sorting_wave){ .local = true, .level = s->height, .vertex = b, .number = waves, .clock = clock,
							     .wire = m->line, .wires = s->mesh_side });
			passes += m->turns[waves++] = take_from_buses(m, b, m->line);
		}
		m->round->local_waves = larger(m->round->local_waves, passes);
		note_clocks(&m->round->clocks[SORTING_LOCAL], sorting_order_stage(s, waves, m->turns));
	}
}

/* ---- up ---------------------------------------------------------------------------------------------------------------- */

static unsigned words_to_send(struct sorting_model *m, unsigned level, unsigned vertex, unsigned batch)
{
	return level == m->shape.height ? m->block[vertex].left[batch] : sorting_fifo_words(&m->node[level][vertex].x);
}

/* The next wave of a block or a node. */
static void send_up(struct sorting_model *m, unsigned level, unsigned vertex, unsigned batch, uint64_t *wire)
{
	if (level == m->shape.height)
		block_send(m, vertex, batch, wire);
	else
		sorting_fifo_send(&m->node[level][vertex].x, wire, m->shape.level[level].above, &m->round->violations);
}

/* A batch goes from both children into a node; returns how many waves. */
static unsigned lift(struct sorting_model *m, unsigned level, unsigned v, unsigned batch)
{
	unsigned wires = m->shape.level[level].below, waves = 0;

	for (unsigned side = 0; side < 2; side++) {
		unsigned words = words_to_send(m, level + 1, 2 * v + side, batch);

		*load_of(m, false, level + 1, 2 * v + side, batch) = words;
		waves = larger(waves, quotient_up(words, wires));
	}
	note_clocks(&m->stage_clocks, sorting_up_stage(&m->shape, level + 1, waves));
	sorting_fifo_begin(&m->node[level][v].x);
	for (unsigned w = 0; w < waves; w++) {
		for (unsigned side = 0; side < 2; side++) {
			send_up(m, level + 1, 2 * v + side, batch, m->line + side * wires);
			tell_wave(m, &(struct sorting_wave){ .level = level + 1, .vertex = 2 * v + side, .stage = m->stage, .number = w,
							     .clock = sorting_up_clock(&m->shape, level + 1, w),
							     .wire = m->line + side * wires, .wires = wires });
		}
		put_away(m, level, &m->node[level][v], false);
	}
	return waves;
}

static void play_up(struct sorting_model *m)
{
	const struct sorting_shape *s = &m->shape;
	struct sorting_round *r = m->round;

	for (unsigned stage = 0; stage < s->up_stages; stage++) {
		m->stage = stage;
		m->stage_clocks = s->times.pause;
		for (unsigned level = s->height; level-- > 0;) {
			unsigned batch = sorting_batch_of(s, stage, s->height - 1 - level);

			for (unsigned v = 0; v < s->level[level].nodes && batch < s->batches; v++)
				r->up[stage] = larger(r->up[stage], lift(m, level, v, batch));
		}
		r->clocks[SORTING_UP] += m->stage_clocks;
		r->up_waves += r->up[stage];
		r->lockstep_up += larger(r->up[stage], 1);
	}
	r->lockstep_up++;
}

/* ---- sort -------------------------------------------------------------------------------------------------------------- */

/* Steps 5 and 6: the last sort of the columns also turns them, so that a batch's words lie in different banks. */
static void sort_node(struct sorting_model *m, unsigned level, struct sorting_node *n)
{
	const struct sorting_level *l = &m->shape.level[level];
	unsigned columns;

	n->words = n->sort.words;
	note_load(&m->round->peak_set, n->words, l->terminals);
	if (n->words == 0)
		return;
	columns = flexible_banks_sort(&n->sort, m->key);
	m->round->violations.banks += n->sort.clashes;
	n->sort.clashes = 0;
	for (unsigned c = 0; c < columns; c++)
		for (unsigned i = 0; i < l->lines; i++)
			n->sorted[c * l->lines + (i + sorting_turn(&m->shape, level, c)) % l->lines] = m->key[c * l->lines + i];
}

static void play_sort(struct sorting_model *m)
{
	const struct sorting_shape *s = &m->shape;
	struct sorting_round *r = m->round;

	for (unsigned level = 0; level < s->height; level++)
		for (unsigned v = 0; v < s->level[level].nodes; v++) {
			struct sorting_node *n = &m->node[level][v];

			sort_node(m, level, n);
			note_clocks(&r->clocks[SORTING_SORT], sorting_sort_stage(s, level, n->words));
			r->column_sorts = larger(r->column_sorts, sorting_column_sorts(s, level, n->words, NULL));
		}
}

/* ---- down -------------------------------------------------------------------------------------------------------------- */

/* Reads words g s .. of a batch from the node's banks onto their lines; false if there is none. */
static bool read_own(struct sorting_model *m, unsigned level, const struct sorting_node *n, unsigned batch, unsigned group)
{
	unsigned lines = m->shape.level[level].lines, B = m->shape.batches;
	bool some = false;

	for (unsigned i = 0; i < lines; i++)
		m->line[i] = SORTING_IDLE;
	for (unsigned t = group * lines; t < (group + 1) * lines; t++) {
		unsigned place = batch + t * B, column = place / lines;

		if (place >= n->words)
			break;
		unsigned bank = (place + sorting_turn(&m->shape, level, column)) % lines;

		m->round->violations.banks += m->line[bank] != SORTING_IDLE;
		m->line[bank] = n->sorted[column * lines + bank];
		some = true;
	}
	return some;
}

static void send_down(struct sorting_model *m, unsigned level, unsigned vertex, uint64_t *wire)
{
	struct sorting_node *parent = &m->node[level - 1][vertex / 2];

	sorting_fifo_send(vertex % 2 ? &parent->y : &parent->x, wire, m->shape.level[level - 1].below, &m->round->violations);
}

/* The waves of the channel above a node or a block, which has words. */
static unsigned waves_from_above(struct sorting_model *m, unsigned level, unsigned vertex, unsigned batch)
{
	const struct sorting_node *parent = &m->node[level - 1][vertex / 2];
	unsigned words = sorting_fifo_words(vertex % 2 ? &parent->y : &parent->x);

	*load_of(m, true, level, vertex, batch) = words;
	return quotient_up(words, m->shape.level[level - 1].below);
}

/* The waves that the node above sends in this stage: to this child or to the other one, whichever gets more. Behind
 * waves_from_above(), children in their order. */
static unsigned waves_sent(struct sorting_model *m, unsigned level, unsigned vertex, unsigned batch, unsigned waves)
{
	const struct sorting_node *parent = &m->node[level - 1][vertex / 2];
	unsigned others = vertex % 2 ? *load_of(m, true, level, vertex - 1, batch) : sorting_fifo_words(&parent->y);

	return larger(waves, quotient_up(others, m->shape.level[level - 1].below));
}

/* A node takes a batch from above and adds its own words. Returns how many waves it takes, *channel of them from above. */
static unsigned drop(struct sorting_model *m, unsigned level, unsigned v, unsigned batch, unsigned *channel)
{
	const struct sorting_level *l = &m->shape.level[level];
	struct sorting_node *n = &m->node[level][v];
	unsigned own = 0, sent;

	*channel = level > 0 ? waves_from_above(m, level, v, batch) : 0;
	sent = level > 0 ? waves_sent(m, level, v, batch, *channel) : 0;
	sorting_fifo_begin(&n->x);
	sorting_fifo_begin(&n->y);
	for (unsigned w = 0; w < *channel; w++) {
		for (unsigned i = l->above; i < l->lines; i++)
			m->line[i] = SORTING_IDLE;
		send_down(m, level, v, m->line);
		tell_wave(m, &(struct sorting_wave){ .down = true, .level = level, .vertex = v, .stage = m->stage, .number = w,
						     .clock = sorting_down_clock(&m->shape, w), .wire = m->line, .wires = l->above });
		put_away(m, level, n, true);
	}
	for (; read_own(m, level, n, batch, own); own++)
		put_away(m, level, n, true);
	note_clocks(&m->stage_clocks, sorting_down_stage(&m->shape, level, *channel, sent, own));
	return *channel + own;
}

/* A block takes a batch; returns how often waves pass its buses. */
static unsigned land(struct sorting_model *m, unsigned b, unsigned batch, unsigned *channel)
{
	unsigned passes = 0;
	bool last = batch == m->shape.batches - 1;
	unsigned long clock = sorting_down_clock(&m->shape, 0);

	*channel = waves_from_above(m, m->shape.height, b, batch);
	for (unsigned w = 0; w < *channel; w++) {
		send_down(m, m->shape.height, b, m->line);
		tell_wave(m, &(struct sorting_wave){ .down = true, .level = m->shape.height, .vertex = b, .stage = m->stage, .number = w,
						     .clock = clock, .wire = m->line, .wires = m->shape.level[m->shape.height - 1].below });
		passes += m->turns[w] = take_from_buses(m, b, m->line);
		clock += sorting_bus_spacing(&m->shape, m->turns[w], false);
	}
	note_clocks(&m->stage_clocks, sorting_land_stage(&m->shape, *channel, m->turns, last));
	return passes;
}

static void play_down(struct sorting_model *m)
{
	const struct sorting_shape *s = &m->shape;
	struct sorting_round *r = m->round;

	for (unsigned stage = 0; stage < s->down_stages; stage++) {
		unsigned channels = 0, repeats = 0;

		m->stage = stage;
		m->stage_clocks = s->times.pause;
		for (unsigned level = 0; level <= s->height; level++) {
			unsigned batch = sorting_batch_of(s, stage, level);

			for (unsigned v = 0; v < 1u << level && batch < s->batches; v++) {
				unsigned channel, waves = level < s->height ? drop(m, level, v, batch, &channel) : land(m, v, batch, &channel);

				channels = larger(channels, channel);
				r->down[stage] = larger(r->down[stage], waves);
				if (level == s->height)
					repeats = larger(repeats, waves - channel);
			}
		}
		r->clocks[SORTING_DOWN] += m->stage_clocks;
		r->down_waves += r->down[stage];
		r->repeats += repeats;
		r->lockstep_down += larger(channels, 1);
	}
}

/* ---- a round ----------------------------------------------------------------------------------------------------------- */

static void note_fifos(struct sorting_model *m)
{
	for (unsigned i = 0; i < m->shape.height; i++)
		for (unsigned v = 0; v < m->shape.level[i].nodes; v++) {
			struct sorting_node *n = &m->node[i][v];

			m->round->x_most[i] = larger(m->round->x_most[i], n->x.most);
			m->round->y_most[i] = larger(m->round->y_most[i], n->y.most);
			n->x.most = n->y.most = 0;
		}
}

enum { WAVE_STEPS = 24, STAGE_STEPS = 8 };	/* of the budget: for a word in a node, and for a node in a stage */

void sorting_model_round(struct sorting_model *m, const uint32_t *destination, const struct sorting_watch *watch,
			 struct sorting_round *round)
{
	const struct sorting_shape *s = &m->shape;
	unsigned rank[MOST_SORTING_LEVELS] = {0};

	*round = (struct sorting_round){ .up_load.wires = 1, .down_load.wires = 1, .batch_load.wires = 1, .peak_set.wires = 1 };
	m->destination = destination;
	m->watch = watch;
	m->round = round;
	budget_spend((uint64_t)s->leaves * s->height * WAVE_STEPS + (uint64_t)(2 * s->up_stages * blocks_of(s)) * STAGE_STEPS);
	round->clocks[SORTING_RANKS] = sorting_rank_stage(s);
	for (unsigned b = 0; b < blocks_of(s); b++)
		order_block(m, b, rank);
	play_local(m);
	play_up(m);
	play_sort(m);
	play_down(m);
	check_loads(m);
	note_fifos(m);
	for (unsigned p = 0; p < SORTING_PHASES; p++)
		round->all_clocks += round->clocks[p];
}
