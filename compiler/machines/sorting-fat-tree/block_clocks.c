/* block_clocks.c: a block of a sorting fat-tree, clock by clock. Where rtl-templates/sorting-fat-tree/sorting_block.v and sorting_member.v move
 * bits, this moves words: into their order when the sorter is through with them, along their chains when a wave has left. */
#include "machines/sorting-fat-tree/block.h"

#include <stdlib.h>

#include "plan/plan.h"
#include "util/text.h"

/* A place for a word, with the word that it holds. */
struct held {
	bool has_word;
	unsigned batch;			/* from the sort on */
	struct sorting_sent word;
};

struct member {
	bool s_ready;
	struct sorting_number number;
	struct sorting_receiver receiver;
	unsigned hits;			/* bit w: bus w has a word for this terminal */
	unsigned bus;			/* whose word comes */
};

struct sorting_block {
	const struct sorting_shape *shape;
	unsigned first;			/* label of its first terminal */
	struct held *place;		/* [terminals] */
	struct member *member;		/* [terminals] */
	struct sorting_ranks *ranks;	/* [adder], 1 on top; 2 a and 2 a + 1 are below adder a */
	/* The chains. */
	bool done, wish, up_start, turned_start;
	uint8_t *up, *turned;		/* [side] */
	unsigned sorts;			/* clocks of the sort that are over, from 1 on; 0: there is none */
	unsigned wave;			/* likewise of a wave */
	bool near;			/* words of the block leave */
	bool tries;			/* a wave begins now, if there is one */
	bool *moving;			/* [wire] */
	/* The buses. */
	bool room, again, look;
	unsigned turn;			/* of the rings, 1 .. ring */
	unsigned long clocks;		/* since their words began */
	uint8_t *bit;			/* [bit * side + bus]: of a word */
	uint8_t *came;			/* [bus]: bit k came k + 1 clocks ago, from a wire or round the ring */
	bool *waits;			/* [bus]: for somebody to take its word */
};

struct sorting_block *sorting_block_new(const struct sorting_shape *s, unsigned number)
{
	struct sorting_block *b = allocate(sizeof *b);

	b->shape = s;
	b->first = number * s->block;
	b->place = allocate_array(s->block, sizeof *b->place);
	b->member = allocate_array(s->block, sizeof *b->member);
	b->ranks = allocate_array(s->block, sizeof *b->ranks);
	b->up = allocate(b->shape->mesh_side);
	b->turned = allocate(b->shape->mesh_side);
	b->moving = allocate_array(b->shape->mesh_side, sizeof *b->moving);
	b->waits = allocate_array(b->shape->mesh_side, sizeof *b->waits);
	b->bit = allocate((size_t)b->shape->mesh.ring * b->shape->mesh_side);
	b->came = allocate(b->shape->mesh_side);
	b->done = b->room = true;
	for (unsigned i = 0; i < s->block; i++)
		b->member[i].receiver.room = 1;
	for (unsigned a = 1; a < s->block; a++)
		sorting_ranks_start(&b->ranks[a], s, s->height + digit_bits(a + 1) - 1);
	return b;
}

void sorting_block_free(struct sorting_block *b)
{
	free(b->place);
	free(b->member);
	free(b->ranks);
	free(b->up);
	free(b->turned);
	free(b->moving);
	free(b->waits);
	free(b->bit);
	free(b->came);
	free(b);
}

struct sorting_block_outputs sorting_block_outputs(const struct sorting_block *b)
{
	return (struct sorting_block_outputs){ .done = b->done, .wish = b->wish, .sum = b->ranks[1].sum, .sum_first = b->ranks[1].sum_first,
					       .up_start = b->up_start, .room = b->room, .up = b->up };
}

struct sorting_leaf_view sorting_block_member(const struct sorting_block *b, unsigned terminal)
{
	const struct member *m = &b->member[terminal];

	return (struct sorting_leaf_view){ .s_ready = m->s_ready, .m_valid = m->receiver.valid, .m_source = m->receiver.source,
					   .m_data = m->receiver.data, .has_word = b->place[terminal].has_word,
					   .word = b->place[terminal].word, .number = m->number.number };
}

/* ---- chains -------------------------------------------------------------------------------------------------------------- */

static bool is_far(const struct sorting_block *b, const struct held *p)
{
	return sorting_sent_peak(b->shape, &p->word) < b->shape->height;
}

/* The order of the words: none is last, words of the block are first, then batches, then the words as numbers. */
static int compare_places(const struct sorting_block *b, const struct held *x, const struct held *y)
{
	unsigned bits = b->shape->height + 2 * b->shape->levels + b->shape->payload_bits;

	if (!x->has_word || !y->has_word)
		return y->has_word - x->has_word;
	if (is_far(b, x) != is_far(b, y))
		return is_far(b, x) - is_far(b, y);
	if (x->batch != y->batch)
		return x->batch < y->batch ? -1 : 1;
	for (unsigned k = 0; k < bits; k++) {
		int difference = sorting_sent_bit(b->shape, &x->word, k) - sorting_sent_bit(b->shape, &y->word, k);

		if (difference)
			return difference;
	}
	return 0;
}

static void sort_places(struct sorting_block *b)
{
	for (unsigned i = 1; i < b->shape->block; i++)
		for (unsigned k = i; k > 0 && compare_places(b, &b->place[k - 1], &b->place[k]) > 0; k--) {
			struct held other = b->place[k];

			b->place[k] = b->place[k - 1];
			b->place[k - 1] = other;
		}
}

/* The first word of a wire is to leave. */
static bool is_due(const struct sorting_block *b, unsigned wire, unsigned batch)
{
	const struct held *p = &b->place[wire];

	return p->has_word && is_far(b, p) == !b->near && p->batch == batch;
}

/* A wave has left: all words of its wires move on. */
static void move_chains(struct sorting_block *b)
{
	unsigned side = b->shape->mesh_side;

	for (unsigned i = 0; i < b->shape->block; i++)
		if (b->moving[i % side])
			b->place[i] = i + side < b->shape->block ? b->place[i + side] : (struct held){ 0 };
	for (unsigned w = 0; w < side; w++)
		b->moving[w] = false;
}

/* In waves on the buses, words begin with the label bits within the block. */
static unsigned bits_left_out(const struct sorting_block *b)
{
	return b->near ? 2 * b->shape->height : 0;
}

/* A word in its own place gets its batch. */
static void give_batches(struct sorting_block *b)
{
	for (unsigned i = 0; i < b->shape->block; i++)
		b->place[i].batch = b->shape->batches > 1 ? b->member[i].number.number : 0;
}

static void clock_chains(struct sorting_block *b, const struct sorting_block_inputs *in, bool room)
{
	unsigned side = b->shape->mesh_side, word_bits = b->shape->mesh.place_bits - b->shape->mesh.key_bits;
	bool due[MOST_MESH_SIDE], some = false, begins = in->send || b->tries;
	bool sorted = b->sorts == b->shape->mesh.order, left = b->wave == b->shape->mesh.wave - 1;

	for (unsigned w = 0; w < side; w++) {
		due[w] = is_due(b, w, in->batch);
		some = some || due[w];
	}
	bool go = begins && some && (room || !b->near), ends_near = b->tries && !some;

	b->done = !(in->order || in->send || b->sorts || b->wave || b->tries);
	for (unsigned w = 0; w < side; w++) {
		bool bit = (go && due[w]) || (b->moving[w] && b->wave > 0 && b->wave <= word_bits
					      && sorting_sent_bit(b->shape, &b->place[w].word, b->wave - 1 + bits_left_out(b)));

		b->up[w] = bit && !b->near;
		b->turned[w] = bit && b->near;
	}
	b->up_start = go && !b->near;
	b->turned_start = go && b->near;
	if (b->wave == b->shape->mesh.place_bits)
		move_chains(b);
	if (sorted)
		sort_places(b);
	b->tries = sorted || left || (b->tries && some && !go);
	b->sorts = in->order ? 1 : b->sorts > 0 && !sorted ? b->sorts + 1 : 0;
	b->wave = go ? 1 : b->wave > 0 && !left ? b->wave + 1 : 0;
	for (unsigned w = 0; go && w < side; w++)
		b->moving[w] = due[w];
	if (in->order)
		give_batches(b);
	b->near = in->order || (b->near && !ends_near);
}

/* ---- buses --------------------------------------------------------------------------------------------------------------- */

/* The label bits of the word on a bus, when they have all come. */
static unsigned label_on(const struct sorting_block *b, unsigned bus)
{
	unsigned label = 0;

	for (unsigned k = 0; k < b->shape->mesh.label_bits; k++)
		label = 2 * label + b->bit[k * b->shape->mesh_side + bus];
	return label;
}

static unsigned lowest(unsigned set)
{
	unsigned k = 0;

	while (!(set >> k & 1))
		k++;
	return k;
}

/* Returns the buses whose words are taken, as bits. */
static unsigned clock_members(struct sorting_block *b, const struct sorting_block_inputs *in)
{
	unsigned side = b->shape->mesh_side, taken = 0;

	for (unsigned i = 0; i < b->shape->block; i++) {
		struct member *m = &b->member[i];
		unsigned hits = 0;

		for (unsigned w = 0; w < side; w++)
			if (b->look && b->waits[w] && m->receiver.room && label_on(b, w) == i)
				hits |= 1u << w;
		sorting_receiver_step(&m->receiver, b->shape, m->hits > 0, b->came[m->bus] >> 1 & 1, in->streams[i].m_ready);
		if (m->hits > 0) {
			m->bus = lowest(m->hits);
			taken |= 1u << m->bus;
		}
		m->hits = hits;
	}
	return taken;
}

static void clock_buses(struct sorting_block *b, const struct sorting_block_inputs *in, unsigned taken)
{
	unsigned side = b->shape->mesh_side, ring = b->shape->mesh.ring;
	bool starts = in->down_start || b->turned_start, waits = false, ends = b->turn == ring, room = b->room;

	for (unsigned w = 0; w < side; w++) {
		bool bit = in->down[w] || b->turned[w];

		waits = waits || b->waits[w];
		b->waits[w] = starts ? bit : b->waits[w] && !(taken >> w & 1);
		if (b->clocks == 0)
			continue;	/* no word has come yet */
		uint8_t *place = &b->bit[(b->clocks - 1) % ring * side + w];

		if (!b->again)
			*place = bit;
		b->came[w] = (uint8_t)(b->came[w] << 1 | *place);
	}
	b->clocks = starts ? 1 : b->clocks + (b->clocks > 0);
	b->again = !starts && (b->again || ends);
	b->look = b->turn == b->shape->mesh.label_bits && !room;
	b->room = !starts && (room || (b->turn == ring - 2 && !waits));
	b->turn = starts || ends ? 1 : b->turn + !room;
}

/* ---- ranks, streams ------------------------------------------------------------------------------------------------------ */

static void clock_ranks(struct sorting_block *b, const struct sorting_block_inputs *in)
{
	unsigned all = b->shape->block;
	uint8_t (*sum)[2] = allocate_array(all, sizeof *sum), *first = allocate(all);
	struct sorting_ranks_below *above = allocate_array(all, sizeof *above);
	bool *is_right = allocate_array(all, sizeof *is_right);

	for (unsigned a = 1; a < all; a++) {
		bool lowest_one = 2 * a >= all;

		for (unsigned side = 0; side < SORTING_CHILDREN; side++)
			sum[a][side] = lowest_one ? b->member[2 * a + side - all].number.sum : b->ranks[2 * a + side].sum;
		first[a] = lowest_one ? in->count_first : b->ranks[2 * a].sum_first;
		above[a] = a > 1 ? b->ranks[a / 2].down
				 : (struct sorting_ranks_below){ .prefix = { in->prefix, in->prefix }, .prefix_first = in->prefix_first };
		is_right[a] = a % 2;
	}
	for (unsigned i = 0; i < all; i++) {
		const struct held *p = &b->place[i];
		struct sorting_number_in n = { .round = in->round, .step = in->step, .opens = in->opens,
					       .prefix = b->ranks[(all + i) / 2].down.prefix[i % 2],
					       .counts = p->has_word && is_far(b, p), .peak = sorting_sent_peak(b->shape, &p->word) };

		sorting_number_step(&b->member[i].number, b->shape, &n);
	}
	for (unsigned a = 1; a < all; a++)
		sorting_ranks_step(&b->ranks[a], sum[a], first[a], above[a].prefix[is_right[a]], above[a].prefix_first);
	free(sum);
	free(first);
	free(above);
	free(is_right);
}

static void clock_streams(struct sorting_block *b, const struct sorting_block_inputs *in)
{
	b->wish = false;
	for (unsigned i = 0; i < b->shape->block; i++) {
		struct member *m = &b->member[i];
		struct held *p = &b->place[i];
		bool accepts = in->streams[i].s_valid && m->s_ready;

		b->wish = b->wish || (p->has_word && !in->rises);
		m->s_ready = !(accepts || p->has_word || in->round || in->rises);
		if (accepts)
			*p = (struct held){ .has_word = true, .word = { .source = b->first + i, .destination = in->streams[i].s_destination,
									 .data = in->streams[i].s_data } };
	}
}

void sorting_block_step(struct sorting_block *b, const struct sorting_block_inputs *in)
{
	bool room = b->room;

	clock_streams(b, in);
	if (b->shape->batches > 1)
		clock_ranks(b, in);
	clock_buses(b, in, clock_members(b, in));
	clock_chains(b, in, room);
}
