/* block_model.c: a block of a sorting fat-tree by its words: in which order they leave, and who takes what comes. */
#include "machines/sorting-fat-tree/block.h"

#include <stdlib.h>
#include <string.h>

#include "util/text.h"

struct sorting_block {
	const struct sorting_shape *shape;
	struct sorting_terminal *leaf;	/* [terminals] of the network's */
	unsigned long now;
	/* The chains: words in their order. Wire w has the words w, w + side, .. */
	const struct sorting_terminal **place;
	unsigned *head;			/* [wire]: the place of its next word */
	unsigned words;
	bool done, wish;
	bool tries;			/* from clock `next` on to send the next wave */
	bool near;			/* words of the block leave */
	unsigned long next;
	const char **up, **turned;	/* [wire]: words of the last wave up, and of that for the buses */
	unsigned long up_began, turned_began;
	/* The buses. */
	bool room;
	const char **bus;		/* [bus]: a word that nobody has taken yet; its label comes first */
	unsigned long bus_began;
};

struct sorting_block *sorting_block_new(const struct sorting_shape *s, struct sorting_terminal *leaf)
{
	struct sorting_block *b = allocate(sizeof *b);

	*b = (struct sorting_block){ .shape = s, .leaf = leaf, .done = true, .room = true };
	b->place = allocate_array(s->block, sizeof *b->place);
	b->head = allocate_array(s->mesh_side, sizeof *b->head);
	b->up = allocate_array(s->mesh_side, sizeof *b->up);
	b->turned = allocate_array(s->mesh_side, sizeof *b->turned);
	b->bus = allocate_array(s->mesh_side, sizeof *b->bus);
	return b;
}

void sorting_block_free(struct sorting_block *b)
{
	free(b->place);
	free(b->head);
	free(b->up);
	free(b->turned);
	free(b->bus);
	free(b);
}

struct sorting_block_outputs sorting_block_outputs(const struct sorting_block *b)
{
	/* Clock 0 follows a reset. */
	return (struct sorting_block_outputs){ .done = b->done, .wish = b->wish, .room = b->room, .up = b->up,
					       .up_start = b->now > 0 && b->now == b->up_began };
}

/* ---- chains ---------------------------------------------------------------------------------------------------- */

static bool is_far(const struct sorting_block *b, const struct sorting_terminal *l)
{
	return l->peak < b->shape->height;
}

/* Words of the block are first, then batches, then the words' bits decide. */
static bool is_before(const struct sorting_block *b, const struct sorting_terminal *x, const struct sorting_terminal *y)
{
	if (is_far(b, x) != is_far(b, y))
		return is_far(b, y);
	if (is_far(b, x) && x->number != y->number)
		return x->number < y->number;
	return strcmp(x->bits, y->bits) < 0;
}

static void order_words(struct sorting_block *b)
{
	b->words = 0;
	for (unsigned i = 0; i < b->shape->block; i++) {
		unsigned k = b->words;

		if (b->leaf[i].state != TERMINAL_IN_ROUND)
			continue;
		for (; k > 0 && is_before(b, &b->leaf[i], b->place[k - 1]); k--)
			b->place[k] = b->place[k - 1];
		b->place[k] = &b->leaf[i];
		b->words++;
	}
	for (unsigned w = 0; w < b->shape->mesh_side; w++)
		b->head[w] = w;
}

/* The next word of a wire is to leave. */
static bool is_due(const struct sorting_block *b, unsigned wire, unsigned batch)
{
	const struct sorting_terminal *l = b->head[wire] < b->words ? b->place[b->head[wire]] : NULL;

	return l && is_far(b, l) != b->near && (b->near || l->number == batch);
}

/* On the buses, words begin with the label bits within the block. */
static void begin_wave(struct sorting_block *b, unsigned batch)
{
	unsigned side = b->shape->mesh_side, left_out = b->near ? 2 * b->shape->height : 0;
	const char **wave = b->near ? b->turned : b->up;

	for (unsigned w = 0; w < side; w++) {
		bool due = is_due(b, w, batch);

		wave[w] = due ? b->place[b->head[w]]->bits + left_out : NULL;
		b->head[w] += due ? side : 0;
	}
	*(b->near ? &b->turned_began : &b->up_began) = b->now + 1;
	b->tries = true;
	b->next = b->now + b->shape->mesh.wave;
}

static void try_wave(struct sorting_block *b, unsigned batch)
{
	bool some = false;

	for (unsigned w = 0; w < b->shape->mesh_side; w++)
		some = some || is_due(b, w, batch);
	if (some && (b->room || !b->near))
		begin_wave(b, batch);
	else if (!some)
		b->tries = b->near = false;
}

static void clock_chains(struct sorting_block *b, const struct sorting_pace *pace)
{
	b->done = !(pace->order || pace->send || b->tries);
	if (pace->order) {
		order_words(b);
		b->near = b->tries = true;
		b->next = b->now + b->shape->mesh.order + 1;
	} else if (pace->send || (b->tries && b->now >= b->next)) {
		try_wave(b, pace->batch);
	}
}

/* ---- buses ----------------------------------------------------------------------------------------------------- */

static bool is_for(const struct sorting_block *b, const char *word, unsigned terminal)
{
	unsigned bits = b->shape->mesh.label_bits;

	for (unsigned k = 0; word && k < bits; k++)
		if ((unsigned)(word[k] - '0') != (terminal >> (bits - 1 - k) & 1))
			return false;
	return word;
}

/* Each terminal with room takes the word of the lowest bus that has one for it. */
static void take_words(struct sorting_block *b)
{
	for (unsigned i = 0; i < b->shape->block; i++)
		for (unsigned w = 0; w < b->shape->mesh_side && b->leaf[i].room; w++)
			if (is_for(b, b->bus[w], i)) {
				sorting_terminal_receive(&b->leaf[i], b->shape, b->bus[w] + b->shape->mesh.label_bits, b->now + 1);
				b->bus[w] = NULL;
			}
}

static bool some_wait(const struct sorting_block *b)
{
	for (unsigned w = 0; w < b->shape->mesh_side; w++)
		if (b->bus[w])
			return true;
	return false;
}

/* Words go round until they have been taken: terminals look when the label is there; shortly before a turn's end
 * there is room again, if no word waits. */
static void clock_buses(struct sorting_block *b, const char *const *down)
{
	const struct sorting_mesh *m = &b->shape->mesh;
	const char *const *wave = b->now > 0 && b->now == b->turned_began ? b->turned : down;

	if (wave) {
		memcpy(b->bus, wave, b->shape->mesh_side * sizeof *b->bus);
		b->bus_began = b->now;
		b->room = false;
		return;
	}
	if (b->room)
		return;
	unsigned long turn = (b->now - b->bus_began - 1) % m->ring + 1;

	if (turn == m->label_bits + 1)
		take_words(b);
	if (turn == m->ring - 2 && !some_wait(b))
		b->room = true;
}

/* ---- streams --------------------------------------------------------------------------------------------------- */

static void clock_streams(struct sorting_block *b, const struct sorting_pace *pace,
			  const struct sorting_streams *streams)
{
	b->wish = false;
	for (unsigned i = 0; i < b->shape->block; i++) {
		struct sorting_terminal *l = &b->leaf[i];
		bool accepts = streams[i].s_valid && l->s_ready, has_word = l->state != TERMINAL_FREE;

		sorting_terminal_show(l, streams[i].m_ready, b->now);
		b->wish = b->wish || (has_word && !pace->rises);
		l->s_ready = !(accepts || has_word || pace->round || pace->rises);
		if (accepts) {
			l->state = TERMINAL_WAITS;
			l->destination = streams[i].s_destination;
			l->data = streams[i].s_data;
		}
		/* Behind the order the words are in the chains. */
		if (pace->order)
			l->state = TERMINAL_FREE;
	}
}

void sorting_block_step(struct sorting_block *b, const struct sorting_block_inputs *in)
{
	clock_chains(b, in->pace);
	clock_buses(b, in->down);
	clock_streams(b, in->pace, in->streams);
	b->now++;
}
