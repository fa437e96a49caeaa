/* sorters.c: Batcher's sorters, word by word, in the C model of their plans: the words leave in order, `latency` clocks
 * later. Small sorters get every sequence of zeros and ones, which proves them for all words (the 0-1 principle); wide
 * ones get words, many of them equal. Eight sequences run side by side: bit l of every byte is lane l. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/plan_model.h"
#include "random.h"
#include "util/text.h"

enum { LANES = 8, MOST_SPACING = 4, EXHAUSTIVE = 16, TOLD = 3, RANDOMS = 50 };

struct sorting {
	const struct plan *plan;
	struct plan_model *model;
	unsigned bits, period;		/* of a word; clocks from word to word */
	unsigned depth;			/* words that are remembered, per wire */
	uint32_t *word;			/* [round % depth][lane][wire] */
	uint32_t *sorted;		/* of one lane */
	uint8_t *in;			/* of this clock */
	uint8_t *seen;			/* [bit][wire], of the words that are coming out */
	struct random noise;
	unsigned long clock, rounds;	/* so far */
	unsigned long failures;
};

/* `gap`: clocks of noise between two words. */
static struct sorting sorting_open(const struct plan *plan, unsigned bits, unsigned gap)
{
	unsigned n = plan->inputs, period = bits + gap, depth = plan->latency / period + 2;
	struct sorting s = { .plan = plan, .model = plan_model_new(plan), .bits = bits, .period = period,
			     .depth = depth, .word = allocate_array((size_t)depth * LANES * n, sizeof *s.word),
			     .sorted = allocate_array(n, sizeof *s.sorted), .in = allocate_array(n, 1),
			     .seen = allocate_array((size_t)bits * n, 1) };

	random_start(&s.noise, n, bits);
	/* the strobe is one clock before the first bit */
	plan_model_clock(s.model, s.in, true);
	return s;
}

static uint32_t *words_of(struct sorting *s, unsigned long round, unsigned lane)
{
	return s->word + (round % s->depth * LANES + lane) * s->plan->inputs;
}

static int compare_words(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static uint32_t word_on(const struct sorting *s, unsigned wire, unsigned lane)
{
	uint32_t word = 0;

	for (unsigned bit = 0; bit < s->bits; bit++)
		word = word << 1 | (s->seen[bit * s->plan->inputs + wire] >> lane & 1);
	return word;
}

static void judge(struct sorting *s, unsigned long round, unsigned lane)
{
	unsigned n = s->plan->inputs;

	memcpy(s->sorted, words_of(s, round, lane), n * sizeof *s->sorted);
	qsort(s->sorted, n, sizeof *s->sorted, compare_words);
	for (unsigned i = 0; i < n; i++)
		if (word_on(s, i, lane) != s->sorted[i] && s->failures++ < TOLD)
			printf("# sorter of %u, %u between registers, round %lu: %#x on wire %u, expected %#x\n", n,
			       s->plan->spacing, round, (unsigned)word_on(s, i, lane), i, (unsigned)s->sorted[i]);
}

static void watch(struct sorting *s)
{
	if (s->clock < s->plan->latency)
		return;
	unsigned long round = (s->clock - s->plan->latency) / s->period;
	unsigned position = (s->clock - s->plan->latency) % s->period;

	if (position < s->bits)
		memcpy(s->seen + position * s->plan->inputs, plan_model_outputs(s->model), s->plan->inputs);
	for (unsigned lane = 0; position == s->bits - 1 && lane < LANES; lane++)
		judge(s, round, lane);
}

static uint8_t input_bit(struct sorting *s, unsigned position, unsigned wire)
{
	uint8_t byte = 0;

	if (position >= s->bits)
		return (uint8_t)random_next(&s->noise);
	for (unsigned lane = 0; lane < LANES; lane++)
		byte |= (uint8_t)((words_of(s, s->rounds, lane)[wire] >> (s->bits - 1 - position) & 1) << lane);
	return byte;
}

/* The words that words_of(s, s->rounds, ...) holds go in. */
static void sort(struct sorting *s)
{
	for (unsigned position = 0; position < s->period; position++, s->clock++) {
		watch(s);
		for (unsigned i = 0; i < s->plan->inputs; i++)
			s->in[i] = input_bit(s, position, i);
		plan_model_clock(s->model, s->in, position == s->period - 1);
	}
	s->rounds++;
}

static bool sorting_close(struct sorting *s)
{
	unsigned long all = s->rounds;

	while (s->clock < all * s->period + s->plan->latency)
		sort(s);		/* whatever is left there */
	plan_model_free(s->model);
	free(s->word);
	free(s->sorted);
	free(s->in);
	free(s->seen);
	return s->failures == 0;
}

static bool zeros_and_ones(const struct plan *plan, unsigned gap)
{
	struct sorting s = sorting_open(plan, 1, gap);

	for (unsigned long pattern = 0; pattern < 1ul << plan->inputs; pattern += LANES) {
		for (unsigned lane = 0; lane < LANES; lane++)
			for (unsigned i = 0; i < plan->inputs; i++)
				words_of(&s, s.rounds, lane)[i] = (pattern + lane) >> i & 1;
		sort(&s);
	}
	return sorting_close(&s);
}

/* Words of a given number of bits; some differ only in a few, late bits. */
static bool words(const struct plan *plan, unsigned bits, unsigned gap)
{
	struct sorting s = sorting_open(plan, bits, gap);
	struct random random;

	random_start(&random, plan->inputs, bits);
	for (unsigned k = 0; k < RANDOMS; k++) {
		for (unsigned lane = 0; lane < LANES; lane++) {
			uint32_t all = (1u << bits) - 1, base = (uint32_t)random_next(&random) & all;
			uint32_t few = (uint32_t)(random_next(&random) & random_next(&random)) & all;
			uint32_t differ = lane == 0 ? all : few;

			for (unsigned i = 0; i < plan->inputs; i++)
				words_of(&s, s.rounds, lane)[i] = base ^ ((uint32_t)random_next(&random) & differ);
		}
		sort(&s);
	}
	return sorting_close(&s);
}

int main(void)
{
	static const unsigned wide[] = { 17, 24, 31, 32, 33, 48, 63, 64 };
	int number = 0;
	bool all_right = true;

	for (unsigned spacing = 1; spacing <= MOST_SPACING; spacing++) {
		for (unsigned n = 2; n <= EXHAUSTIVE + sizeof wide / sizeof wide[0]; n++) {
			struct plan_library library = { .wish = PLAN_AUTO, .spacing = spacing,
							.lone_flip_flops = true };
			unsigned width = n <= EXHAUSTIVE ? n : wide[n - EXHAUSTIVE - 1];
			const struct plan *plan = plan_sorter(&library, width);
			bool right = n > EXHAUSTIVE || zeros_and_ones(plan, spacing % 2);

			right = words(plan, 1 + width % 3, 0) && right;
			right = words(plan, 20, spacing % 3) && right;
			printf("%s %d - sorter of %u, %u between registers%s\n", right ? "ok" : "not ok", ++number,
			       width, spacing, n <= EXHAUSTIVE ? ": all zeros and ones, and words" : ": words");
			all_right = all_right && right;
			plan_library_free(&library);
		}
	}
	printf("1..%d\n", number);
	return !all_right;
}
