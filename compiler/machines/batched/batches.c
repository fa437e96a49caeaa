/* batches.c: the deterministic on-line algorithm (Bay 1992, section 2.3), word by word. See batches.h.
 *
 * Bay sends a batch from the turn's own subtree to as many vertices as the subtree's top has. If L - i is odd that top has
 * half as many vertices as edges above it, and a batch that fits may have more words than vertices. So words climb on to the
 * turn itself, on level i, and are sorted there. All his bounds hold for that. */
#include "machines/batched/batches.h"

#include <assert.h>
#include <stdlib.h>

#include "machines/xgft.h"
#include "network/machine.h"
#include "util/budget.h"
#include "util/number.h"

/* A word on its way down, or none. */
struct falling {
	size_t word;
	bool active;
	unsigned rank;			/* in its sorted batch */
};

enum { MOST_EDGES = 1 << (MOST_BATCHED_LEVELS / 2) };	/* of a channel */

struct batched_model {
	struct batched_shape shape;
	struct reference_tree tree;
	bool *direction[MOST_BATCHED_LEVELS];	/* [level][node nv(level) + vertex]: where a lone sidetracked word goes */
	/* [level][node cap(level) + edge]: the batch that climbed by it last */
	unsigned long *climbed[MOST_BATCHED_LEVELS + 1];
	unsigned long batch;		/* number of the slot since the beginning, from 1 */
	struct batched_count *count;	/* [leaf] */
	unsigned *subtree;		/* [vertex of a level, from the left]: words below it */
	struct batched_wire (*up)[2], (*down)[2];	/* [leaf] */
	unsigned *sender, senders;	/* leaves with words for the stage, from the left */
	unsigned *getter, getters;	/* leaves that got words in the slot */
	size_t *stack;			/* [leaf levels + peak]: the newest word of that peak; BATCHED_IDLE: none */
	unsigned *height;		/* likewise: words of that stack */
	unsigned *held, *waiting;	/* [leaf]: see struct batched_round */
	/* of the round */
	const struct batched_word *word;
	size_t *below;			/* [word]: the one under it in its stack */
	struct batched_round *round;
	unsigned stage;
};

struct batched_model *batched_model_new(const struct spec *spec)
{
	struct batched_model *m = allocate(sizeof *m);
	unsigned L, leaves;
	bool has_tree = spec->machine->shape.reference(spec, &m->tree);

	assert(has_tree);
	(void)has_tree;
	m->shape = batched_shape(spec);
	L = m->shape.levels;
	leaves = m->shape.leaves;
	for (unsigned i = 1; i < L; i++)
		m->direction[i] = allocate_array((size_t)batched_vertices(&m->shape, i) << i, sizeof(bool));
	for (unsigned i = 1; i <= L; i++)
		m->climbed[i] = allocate_array((size_t)batched_capacity(&m->shape, i) << i, sizeof(unsigned long));
	m->count = allocate_array(leaves, sizeof *m->count);
	m->subtree = allocate_array(leaves, sizeof *m->subtree);
	m->up = allocate_array(leaves, sizeof *m->up);
	m->down = allocate_array(leaves, sizeof *m->down);
	m->sender = allocate_array(leaves, sizeof *m->sender);
	m->getter = allocate_array(leaves, sizeof *m->getter);
	for (unsigned leaf = 0; leaf < leaves; leaf++)
		for (unsigned wire = 0; wire < 2; wire++)
			m->up[leaf][wire].word = m->down[leaf][wire].word = BATCHED_IDLE;
	m->stack = allocate_array((size_t)leaves * L, sizeof *m->stack);
	m->height = allocate_array((size_t)leaves * L, sizeof *m->height);
	m->held = allocate_array(leaves, sizeof *m->held);
	m->waiting = allocate_array(leaves, sizeof *m->waiting);
	for (size_t i = 0; i < (size_t)leaves * L; i++)
		m->stack[i] = BATCHED_IDLE;
	return m;
}

void batched_model_free(struct batched_model *m)
{
	for (unsigned i = 1; i <= m->shape.levels; i++) {
		if (i < m->shape.levels)
			free(m->direction[i]);
		free(m->climbed[i]);
	}
	free(m->count);
	free(m->subtree);
	free(m->up);
	free(m->down);
	free(m->sender);
	free(m->getter);
	free(m->stack);
	free(m->height);
	free(m->held);
	free(m->waiting);
	free(m);
}

const struct batched_shape *batched_model_shape(const struct batched_model *m)
{
	return &m->shape;
}

/* The level of the node common to two leaves; L if they are one. */
static unsigned peak(const struct batched_model *m, unsigned a, unsigned b)
{
	return m->shape.levels - digit_bits((a ^ b) + 1);
}

/* A word comes to a leaf, or has been there from the start. */
static void put(struct batched_model *m, unsigned leaf, size_t word)
{
	unsigned level = peak(m, leaf, m->word[word].destination);
	size_t stack = (size_t)leaf * m->shape.levels + level;

	if (++m->held[leaf] > m->round->queue_most)
		m->round->queue_most = m->held[leaf];
	if (level == m->shape.levels)
		return;				/* delivered */
	m->below[word] = m->stack[stack];
	m->stack[stack] = word;
	m->height[stack]++;
	if (leaf == m->word[word].source)
		return;
	if (++m->waiting[leaf] > m->round->waiting_most)
		m->round->waiting_most = m->waiting[leaf];
}

/* Takes the newest word of the stage's peak. */
static size_t take(struct batched_model *m, unsigned leaf)
{
	size_t stack = (size_t)leaf * m->shape.levels + m->stage, word = m->stack[stack];

	assert(word != BATCHED_IDLE);
	m->stack[stack] = m->below[word];
	m->height[stack]--;
	m->held[leaf]--;
	m->waiting[leaf] -= leaf != m->word[word].source;
	return word;
}

/* Step 1: y, and A_T, the greatest quotient of words and wires over all channels of the subtree, the one above it
 * included. Step 2: x. Returns the words of all leaves. */
static uint64_t count_batches(struct batched_model *m)
{
	uint64_t words = 0;
	unsigned L = m->shape.levels, leaves = m->shape.leaves, tops = 2u << m->stage, each = leaves / tops;

	for (unsigned leaf = 0; leaf < leaves; leaf++) {
		m->count[leaf].words = m->subtree[leaf] = m->height[(size_t)leaf * L + m->stage];
		m->count[leaf].batches = 0;
	}
	for (unsigned level = L; level > m->stage; level--) {
		unsigned capacity = batched_capacity(&m->shape, level), below = leaves >> level;

		for (unsigned v = 0; v < 1u << level; v++) {
			struct batched_count *top = &m->count[v * below / each * each];	/* the subtree's first leaf */
			unsigned needed;

			if (level < L)
				m->subtree[v] = m->subtree[2 * v] + m->subtree[2 * v + 1];
			needed = (m->subtree[v] + capacity - 1) / capacity;
			if (needed > top->batches)
				top->batches = needed;
		}
	}
	for (unsigned leaf = 0; leaf < leaves; leaf++) {
		bool first = leaf % each == 0;

		words += m->count[leaf].words;
		m->count[leaf].before = first ? 0 : m->count[leaf - 1].before + m->count[leaf - 1].words;
		if (!first)
			m->count[leaf].batches = m->count[leaf - 1].batches;
		if (m->count[leaf].batches > m->round->batches[m->stage])
			m->round->batches[m->stage] = m->count[leaf].batches;
	}
	return words;
}

/* A word climbs from the leaf to vertex h of the turn: its edge in each channel has the number h mod the edges there. */
static void climb(struct batched_model *m, unsigned leaf, unsigned h)
{
	unsigned L = m->shape.levels;

	for (unsigned level = L; level > m->stage; level--) {
		unsigned capacity = batched_capacity(&m->shape, level);
		unsigned long *edge = &m->climbed[level][(leaf >> (L - level)) * capacity + h % capacity];

		m->round->violations.edges += *edge == m->batch;
		*edge = m->batch;
	}
	m->round->violations.edges += h >= batched_vertices(&m->shape, m->stage);
}

/* Whether word a comes before word b where a batch is sorted. */
static bool precedes(const struct batched_model *m, size_t a, size_t b)
{
	const struct batched_word *x = &m->word[a], *y = &m->word[b];

	if (x->destination != y->destination)
		return x->destination < y->destination;
	if (x->source != y->source)
		return x->source < y->source;
	return x->payload < y->payload;
}

/* Step 3: what a leaf sends in a slot: the words of rank h A + slot. */
static void send(struct batched_model *m, unsigned leaf, unsigned slot)
{
	const struct batched_count *c = &m->count[leaf];
	unsigned end = c->before + c->words, first, last;

	m->up[leaf][0].word = m->up[leaf][1].word = BATCHED_IDLE;
	if (slot >= c->batches)
		return;
	first = c->before / c->batches + (slot < c->before % c->batches);
	last = end / c->batches + (slot < end % c->batches);
	if (last > first + 2) {
		m->round->violations.pairs++;
		last = first + 2;
	}
	for (unsigned h = first; h < last; h++) {
		m->up[leaf][h % 2] = (struct batched_wire){ .word = take(m, leaf), .rank = h };
		climb(m, leaf, h);
	}
}

static void arrive(struct batched_model *m, unsigned leaf, const struct falling *from)
{
	if (from[0].word == BATCHED_IDLE && from[1].word == BATCHED_IDLE)
		return;
	m->getter[m->getters++] = leaf;
	for (unsigned wire = 0; wire < 2; wire++) {
		size_t word = from[wire].word;

		m->down[leaf][wire] = (struct batched_wire){ .word = word, .rank = from[wire].rank, .active = from[wire].active };
		if (word == BATCHED_IDLE)
			continue;
		bool here = m->word[word].destination == leaf;

		m->round->violations.peaks += from[wire].active ? !here : peak(m, leaf, m->word[word].destination) <= m->stage || here;
		put(m, leaf, word);
	}
}

/* Where two words come to a vertex, or one or none, by its lower and its upper parent; `bit` of a destination says whether the
 * word wants to go right. Sends them to the left and the right child. True if one of them is sidetracked here, by one that
 * goes to child *side. */
static bool part(struct batched_model *m, struct falling a, struct falling b, unsigned bit, bool *direction,
		 struct falling *left, struct falling *right, unsigned *side)
{
	static const struct batched_word nowhere;
	const struct batched_word *x = a.word == BATCHED_IDLE ? &nowhere : &m->word[a.word];
	const struct batched_word *y = b.word == BATCHED_IDLE ? &nowhere : &m->word[b.word];
	bool a_right = x->destination >> bit & 1, b_right = y->destination >> bit & 1, crossed, conflict = false;

	if (a.active && b.active && a_right == b_right) {
		bool a_first = !precedes(m, b.word, a.word);

		conflict = true;
		*side = a_right;
		crossed = a_first ? a_right : !a_right;
		*(a_first ? &b.active : &a.active) = false;
	} else if (a.active) {
		crossed = a_right;
	} else if (b.active) {
		crossed = !b_right;
	} else if (a.word != BATCHED_IDLE && b.word != BATCHED_IDLE) {
		crossed = false;
	} else {
		crossed = a.word != BATCHED_IDLE ? *direction : !*direction;
		if (a.word != b.word)
			*direction = !*direction;
	}
	*left = crossed ? b : a;
	*right = crossed ? a : b;
	return conflict;
}

static bool is_empty(const struct falling *edge, unsigned edges)
{
	for (unsigned k = 0; k < edges; k++)
		if (edge[k].word != BATCHED_IDLE)
			return false;
	return true;
}

static unsigned active_among(const struct falling *edge, unsigned edges)
{
	unsigned active = 0;

	for (unsigned k = 0; k < edges; k++)
		active += edge[k].word != BATCHED_IDLE && edge[k].active;
	return active;
}

/* Step 5: a batch goes down into the subtree of a vertex of the tree, by the edges of the channel above it. */
static void spread(struct batched_model *m, unsigned level, unsigned node, const struct falling *from)
{
	static const struct falling none = { .word = BATCHED_IDLE };
	unsigned L = m->shape.levels, vertices = batched_vertices(&m->shape, level);
	struct falling child[2][MOST_EDGES];
	unsigned conflicts[2] = { 0, 0 };

	if (level == L) {
		arrive(m, node, from);
		return;
	}
	if (is_empty(from, batched_capacity(&m->shape, level)))
		return;
	for (unsigned k = 0; k < vertices; k++) {
		bool two_parents = (L - level) % 2 == 0;
		unsigned side = 0;

		if (part(m, from[k], two_parents ? from[k + vertices] : none, L - 1 - level,
			 &m->direction[level][node * vertices + k], &child[0][k], &child[1][k], &side)) {
			conflicts[side]++;
			m->round->sidetracked[m->stage]++;
		}
	}
	for (unsigned side = 0; side < 2; side++) {
		*(active_among(child[side], vertices) < vertices ? &m->round->violations.conflicts : &m->round->beside_full) +=
			conflicts[side];
		spread(m, level + 1, 2 * node + side, child[side]);
	}
}

/* The words of a subtree in a slot, sorted: vertex k of the turn gets word k. */
struct batch {
	struct falling at[MOST_EDGES];
	unsigned words;
};

static void add_to_batch(const struct batched_model *m, struct batch *batch, size_t word)
{
	unsigned place = batch->words;

	if (word == BATCHED_IDLE || place == batched_vertices(&m->shape, m->stage))
		return;
	batch->words++;
	for (; place > 0 && precedes(m, word, batch->at[place - 1].word); place--)
		batch->at[place] = batch->at[place - 1];
	batch->at[place] = (struct falling){ .word = word, .active = true };
}

static void clear_wires(struct batched_wire *wire)
{
	wire[0].word = wire[1].word = BATCHED_IDLE;
}

static void begin_stage(struct batched_model *m)
{
	for (unsigned i = 0; i < m->senders; i++)
		clear_wires(m->up[m->sender[i]]);
	m->senders = 0;
	for (unsigned leaf = 0; leaf < m->shape.leaves; leaf++)
		if (m->count[leaf].words > 0)
			m->sender[m->senders++] = leaf;
}

/* Step 4: each batch is sorted at its turn, and goes down to the turn's other child. */
static void play_slot(struct batched_model *m, unsigned slot)
{
	unsigned below = m->shape.leaves >> (m->stage + 1), vertices = batched_vertices(&m->shape, m->stage);

	m->batch++;
	for (unsigned i = 0; i < m->getters; i++)
		clear_wires(m->down[m->getter[i]]);
	m->getters = 0;
	for (unsigned i = 0; i < m->senders; i++)
		send(m, m->sender[i], slot);
	for (unsigned i = 0; i < m->senders;) {
		unsigned top = m->sender[i] / below;
		struct batch batch = { .words = 0 };

		for (; i < m->senders && m->sender[i] / below == top; i++)
			for (unsigned wire = 0; wire < 2; wire++)
				add_to_batch(m, &batch, m->up[m->sender[i]][wire].word);
		for (unsigned k = 0; k < batch.words; k++)
			batch.at[k].rank = k;
		for (unsigned k = batch.words; k < vertices; k++)
			batch.at[k] = (struct falling){ .word = BATCHED_IDLE };
		spread(m, m->stage + 1, top ^ 1, batch.at);
	}
}

/* The load of the words on the reference tree. */
static void load(struct batched_model *m, size_t count)
{
	struct message_set set = { .demand = allocate_array(count + 1, sizeof *set.demand), .count = count };

	for (size_t i = 0; i < count; i++)
		set.demand[i] = (struct demand){ m->word[i].source, m->word[i].destination };
	reference_load(&m->tree, &set, &m->round->load);
	free(set.demand);
}

static void find_degree(struct batched_model *m, size_t count)
{
	unsigned *number = allocate_array(2 * (size_t)m->shape.leaves, sizeof *number), most = 0;

	for (size_t i = 0; i < count; i++) {
		most = larger(most, ++number[m->word[i].source]);
		most = larger(most, ++number[m->shape.leaves + m->word[i].destination]);
	}
	free(number);
	m->round->degree = most;
	m->round->waiting_bound = (most + 1) * m->shape.levels + most;
}

enum { COUNTING = 8, SENDING = 4, MOVING = 8 };	/* steps of the budget for a leaf, a sender's slot, a word at a vertex */

void batched_model_round(struct batched_model *m, const struct batched_word *word, size_t count,
			 const struct batched_watch *watch, struct batched_round *round)
{
	*round = (struct batched_round){0};
	m->round = round;
	m->word = word;
	m->below = allocate_array(count + 1, sizeof *m->below);
	load(m, count);
	find_degree(m, count);
	for (unsigned leaf = 0; leaf < m->shape.leaves; leaf++)
		m->held[leaf] = m->waiting[leaf] = 0;
	for (size_t i = 0; i < count; i++)
		put(m, word[i].source, i);
	for (m->stage = 0; m->stage < m->shape.levels; m->stage++) {
		uint64_t words = count_batches(m), vertices = batched_vertices(&m->shape, m->stage);

		begin_stage(m);
		budget_spend(COUNTING * (uint64_t)m->shape.leaves + (uint64_t)SENDING * round->batches[m->stage] * m->senders
			     + MOVING * words * (m->shape.levels + vertices));
		if (watch && watch->stage)
			watch->stage(watch->context, m->stage, m->count);
		for (unsigned slot = 0; slot < round->batches[m->stage]; slot++) {
			play_slot(m, slot);
			round->violations.stored += round->waiting_most > round->waiting_bound;
			if (watch && watch->slot)
				watch->slot(watch->context, m->stage, slot, m->up, m->down);
		}
	}
	round->clocks = batched_round_clocks(&m->shape, round->batches);
	free(m->below);
}

unsigned long batched_round_batches(const struct batched_shape *s, const struct batched_round *round)
{
	unsigned long sum = 0;

	for (unsigned i = 0; i < s->levels; i++)
		sum += round->batches[i];
	return sum;
}

unsigned long batched_round_sidetracked(const struct batched_shape *s, const struct batched_round *round)
{
	unsigned long sum = 0;

	for (unsigned i = 0; i < s->levels; i++)
		sum += round->sidetracked[i];
	return sum;
}
