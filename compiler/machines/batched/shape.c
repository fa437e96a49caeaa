/* shape.c: the sizes of a pruned butterfly that routes in batches, and when everything happens. */
#include "machines/batched/batched.h"

#include "bits.h"
#include "parse/family.h"
#include "plan/plan.h"
#include "util/number.h"

enum { NIBBLE = 4 };

unsigned batched_vertices(const struct batched_shape *s, unsigned level)
{
	return 1u << (s->levels - level + 1) / 2;
}

unsigned batched_capacity(const struct batched_shape *s, unsigned level)
{
	return batched_vertices(s, level) << ((s->levels - level) % 2 == 0);
}

unsigned batched_rank_bits(const struct batched_shape *s, unsigned stage)
{
	return (s->levels - 1 - stage) / 2;
}

static unsigned nibbles(unsigned bits)
{
	return (bits + NIBBLE - 1) / NIBBLE;
}

/* Without a degree the words of a round are N D at most: a leaf's own are D, and no word comes to a leaf twice. Each of two
 * rounds has a half of the RAM. With degree d there are places for sidetracked words (Bay's Lemma 8), which are counted between
 * batches; for the leaf's own, the next round's, and delivered ones, d each; and two, for words come while two others leave. Each
 * word has a power of two of nibbles. */
static void size_queue(struct batched_shape *s)
{
	unsigned d = s->degree, any = s->leaves * s->round_words;

	s->side_words = (d + 1) * s->levels + d;
	s->places = s->side_words + 3 * d + 2;
	s->queue_words = d ? s->places : any + s->round_words;
	s->link_bits = digit_bits(d ? s->places : any);
	s->list_count_bits = d ? smaller(digit_bits(s->places + 2), s->count_bits) : s->count_bits;
	s->body_nibbles = nibbles(s->body_bits);
	s->word_nibbles = s->body_nibbles + (s->link_bits > 2 * NIBBLE ? nibbles(s->link_bits) : 2);
	s->row_shift = d ? bit_length((1u << digit_bits(s->word_nibbles)) - s->word_nibbles) : 0;
}

unsigned long batched_queue_bits(const struct batched_shape *s)
{
	unsigned rows = (1u << digit_bits(s->word_nibbles)) - (s->row_shift > 0 ? 1u << (s->row_shift - 1) : 0);

	return (s->degree ? s->places : 2ul << s->link_bits) * rows * NIBBLE;
}

/* The network's plans have the same elements between registers (network_elaborate()). */
static unsigned sorter_latency(const struct spec *spec, unsigned lines)
{
	struct plan_library library = { .spacing = network_spacing(spec), .lone_flip_flops = spec->family->lone_flip_flops };
	unsigned latency = plan_sorter(&library, lines)->latency;

	plan_library_free(&library);
	return latency;
}

/* Clocks from slot to slot that a leaf needs, found by trial with L = 2 .. 12 and links of 2 .. 5 nibbles. While a slot's words
 * are sent, two links are read between their nibbles, and the next words' destinations; while words arrive, two links are
 * written. A body of 4 n + 1 bits takes n + 1 nibbles. */
static unsigned leaf_period(const struct batched_shape *s)
{
	unsigned link = s->word_nibbles - s->body_nibbles, pad = s->body_nibbles * NIBBLE - s->body_bits;
	unsigned links = 4 * link + s->levels + pad + 14;

	return larger(larger(LEAST_BATCH_PERIOD, pad == 3 ? s->body_bits + 4 : 0), links);
}

static struct batched_stage stage_of(const struct batched_shape *s, const struct spec *spec, unsigned i)
{
	unsigned L = s->levels, below = L - 1 - i;	/* levels between the leaves and the turn */
	unsigned bits = 2 + batched_rank_bits(s, i) + below + s->body_bits;
	struct batched_stage stage = {
		.period = larger(bits, leaf_period(s)),
		.count_clocks = 3 * L - 2 * i + 4 * s->count_bits + 7,
		.sorter_latency = sorter_latency(spec, batched_vertices(s, i)),
	};

	/* On the way up a level takes a clock, and another one if it strips a bit of h; on the way down three. */
	stage.latency = 2 + 2 * (below / 2) + (below + 1) / 2 + stage.sorter_latency + 3 * below;
	return stage;
}

struct batched_shape batched_shape_with(const struct spec *spec, unsigned round_words)
{
	const struct butterfly_parameters *own = butterfly_parameters(spec);
	struct batched_shape s = {
		.levels = spec->height, .leaves = spec->leaves, .payload_bits = spec->payload_bits,
		.round_words = round_words, .ordered = own->order == ORDER_PAIRS, .degree = own->degree ? round_words : 0,
		.scan = own->degree > 0 && own->admission == ADMISSION_SCAN,
	};

	s.count_bits = digit_bits(s.leaves * s.round_words + 1);
	s.body_bits = 2 * s.levels + s.payload_bits;
	size_queue(&s);
	s.quiet_stage = 2 * s.levels + 2 * s.count_bits + 6;
	s.between_rounds = 2 * s.levels + 6;
	for (unsigned i = 0; i < s.levels; i++)
		s.stage[i] = stage_of(&s, spec, i);
	return s;
}

struct batched_shape batched_shape(const struct spec *spec)
{
	return batched_shape_with(spec, butterfly_parameters(spec)->round_words);
}

unsigned long batched_stage_clocks(const struct batched_shape *s, unsigned stage, unsigned long batches)
{
	const struct batched_stage *t = &s->stage[stage];

	if (batches == 0)
		return s->quiet_stage;
	/* The next COUNT sets out before the last word is stored: it takes L clocks to the leaves. */
	return t->count_clocks + batches * t->period + t->latency + 2 - s->levels;
}

unsigned long batched_round_clocks(const struct batched_shape *s, const unsigned *batches)
{
	unsigned long clocks = s->between_rounds;

	for (unsigned i = 0; i < s->levels; i++)
		clocks += batched_stage_clocks(s, i, batches[i]);
	return clocks;
}
