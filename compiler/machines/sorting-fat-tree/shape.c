/* shape.c: the sizes of a sorting fat-tree, and when everything happens. */
#include "machines/sorting-fat-tree/sorting_fat_tree.h"

#include "machines/flexible-sorter/flexible_sorter.h"
#include "plan/plan.h"
#include "util/number.h"

enum {
	CHANNEL = 2,			/* clocks: a register at the end of a channel, and one where the class is put before a word */
	TREE = 4,			/* registers of both trees of `done` and `go` beside those of their nodes */
	ORDER_KEY = 2,			/* bits before the batch in the key of step 3: whether there is a word, and not a local one */
	NODE_REST = 1,			/* of the way of a wave, beside the sorter, through a block */
};


static unsigned quotient_up(unsigned a, unsigned b)
{
	return (a + b - 1) / b;
}

/* 2^ceil(lg n / 2) wires each way above n = 2^(L-k) terminals. */
unsigned sorting_capacity(const struct sorting_shape *s, unsigned level)
{
	return 1u << (s->levels - level + 1) / 2;
}

/* Into a child come words of all peak levels 0 .. i. Those of level p have their sources in the other half of a subtree of
 * N / 2^p terminals. All to one makes each share the greatest at once. On the way up there are never so many: the n
 * terminals below send no more than i - 1 words of as many levels, and the share of n - i + 1. */
static unsigned fifo_words(const struct sorting_shape *s, unsigned i)
{
	unsigned words = 0;

	for (unsigned p = 0; p <= i; p++)
		words += quotient_up(s->leaves >> (p + 1), s->batches);
	return words;
}

static unsigned long bank_bits(unsigned places, unsigned period)
{
	return 1ul << (digit_bits(places) + digit_bits(period));
}

static struct sorting_level level_of(const struct sorting_shape *s, const struct spec *spec, unsigned i)
{
	struct sorting_level l = {
		.nodes = 1u << i, .terminals = s->leaves >> i, .above = i > 0 ? sorting_capacity(s, i) : 0,
		.below = sorting_capacity(s, i + 1), .lines = 2 * sorting_capacity(s, i + 1), .fifo_words = fifo_words(s, i),
		.sort_bits = 1 + 2 * s->levels - i + s->payload_bits,
	};
	struct flexible_way way = flexible_way(spec, l.lines);

	l.columns = l.terminals / l.lines;
	l.fifo_columns = quotient_up(l.fifo_words, l.lines);
	l.x_places = l.fifo_columns;
	l.y_places = l.columns + larger(l.columns, l.fifo_columns);
	l.x_bits = bank_bits(l.x_places, s->up_bits);
	l.y_bits = bank_bits(l.y_places, s->up_bits);
	l.sorter_latency = way.sorter_latency;
	l.rotator_latency = way.rotator_latency;
	l.delay = way.delay;
	l.sort_period = larger(l.sort_bits, l.delay);
	return l;
}

/* Waves follow each other as soon as the last one's bits are out; a node knows by then where the next one goes. */
static void set_times(struct sorting_shape *s, const struct spec *spec)
{
	unsigned hops = s->height + digit_bits(s->block), delay = 0;

	for (unsigned i = 0; i < s->height; i++)
		delay = larger(delay, s->level[i].delay);
	s->up_period = larger(s->up_bits, delay);
	s->down_period = larger(s->down_bits, delay);
	s->up_latency = s->down_latency = delay + CHANNEL;
	if (s->mesh_side > 1)
		s->block_sorter_latency = flexible_way(spec, s->block).sorter_latency;
	s->go_clocks = 2 * hops + TREE;
	s->rank_clocks = s->batches > 1 ? 2 * s->levels + s->height * s->batch_bits + TREE : 0;
	s->order_clocks = s->mesh_side > 1 ? ORDER_KEY + s->batch_bits + s->up_bits + s->block_sorter_latency + NODE_REST : 0;
}

struct sorting_shape sorting_shape_with(const struct spec *spec, unsigned batches)
{
	struct sorting_shape s = {
		.levels = digit_bits(spec->leaves), .leaves = spec->leaves, .payload_bits = spec->payload_bits,
		.mesh_side = sorting_parameters(spec)->mesh_side, .batches = batches, .batch_bits = digit_bits(batches),
	};

	s.block = s.mesh_side * s.mesh_side;
	s.height = s.levels - digit_bits(s.block);
	s.up_bits = 1 + s.height + 2 * s.levels + s.payload_bits;
	s.down_bits = 1 + 2 * s.levels + s.payload_bits;
	s.up_stages = s.height + 2 * (batches - 1);
	s.down_stages = s.up_stages + 1;
	for (unsigned i = 0; i < s.height; i++)
		s.level[i] = level_of(&s, spec, i);
	set_times(&s, spec);
	return s;
}

struct sorting_shape sorting_shape(const struct spec *spec)
{
	return sorting_shape_with(spec, sorting_parameters(spec)->batches);
}

/* ---- the order in which a node's words lie ---------------------------------------------------------------------------- */

/* A batch has words in the banks that are congruent to its number modulo the greatest common divisor of B and s, each of them
 * once in B / gcd columns; then the next turn gives it other banks. */
static unsigned common_divisor(unsigned a, unsigned b)
{
	while (b > 0) {
		unsigned rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

unsigned sorting_turn(const struct sorting_shape *s, unsigned level, unsigned column)
{
	unsigned lines = s->level[level].lines, divisor = common_divisor(s->batches, lines);

	return column / (s->batches / divisor) % divisor;
}

unsigned sorting_feed_column(const struct sorting_shape *s, unsigned level, unsigned batch, unsigned group, unsigned bank)
{
	unsigned lines = s->level[level].lines, B = s->batches;

	if (B <= lines)
		return group * B + (bank - batch) % B;
	return batch / lines + (group * lines + (bank - batch) % lines) * (B / lines);
}

/* ---- clocks ----------------------------------------------------------------------------------------------------------- */

unsigned sorting_column_sorts(const struct sorting_shape *s, unsigned level, unsigned words, unsigned *columns)
{
	const struct sorting_level *l = &s->level[level];
	struct columnsort_level step[MOST_FLEXIBLE_DEPTH];
	unsigned width[MOST_FLEXIBLE_WIDTHS], widths = flexible_widths(l->lines, l->columns, width), k = 0;

	while (k + 1 < widths && width[k] * l->lines < words)
		k++;
	unsigned depth = columnsort_levels(l->lines, width[k], step);

	if (columns)
		*columns = width[k];
	if (words == 0)
		return 0;
	return ((depth > 0 ? 1u << 2 * depth : 0) + 1) * width[k];
}

unsigned long sorting_sort_clocks(const struct sorting_shape *s, unsigned level, unsigned words)
{
	const struct sorting_level *l = &s->level[level];
	unsigned columns, sorts = sorting_column_sorts(s, level, words, &columns);

	/* First the places behind the words are marked as empty, a column in a clock. */
	return sorts > 0 ? columns - words / l->lines + (unsigned long)sorts * l->sort_period + l->delay : 0;
}

const char *const sorting_phase_names[SORTING_PHASES] = {
	[SORTING_RANKS] = "ranks", [SORTING_ORDER] = "order", [SORTING_LOCAL] = "local", [SORTING_UP] = "up",
	[SORTING_SORT] = "sort", [SORTING_DOWN] = "down",
};

unsigned long sorting_stage_clocks(const struct sorting_shape *s, enum sorting_phase phase, unsigned waves)
{
	bool down = phase == SORTING_DOWN;
	unsigned long period = down ? s->down_period : s->up_period, latency = down ? s->down_latency : s->up_latency;

	return (waves > 0 ? waves * period + latency : 0) + s->go_clocks;
}
