/* shape.c: the sizes of a sorting fat-tree, and when everything happens. */
#include "machines/sorting-fat-tree/sorting_fat_tree.h"

#include "machines/columnsort.h"
#include "plan/plan.h"
#include "util/number.h"

enum {
	NODE_DELAY = 8,			/* a wave's way through a node, beside its sorter and its rotator, till the next can use it */
	NONE_AND_FAR = 2,		/* bits of a block's key before the batch */
	TURN_REST = 5,			/* clocks of a bus's turn behind the label until it is known whether all words have been taken */
	COMMAND_BITS = 3,
	/* Of a stage, the last sign of work at the root is that of a lowest node that leaves send to: the command comes to it after
	 * H + 2 clocks, the M bits 6 later, its `idle` falls within 4, and H clocks later the root knows. */
	LAST_SIGN = 13,
	SEEN_BEFORE = 2,		/* sorting_pace.v sees ranks so many clocks before they are in a leaf of a block */
};

unsigned sorting_batch_of(const struct sorting_shape *s, unsigned stage, unsigned delay)
{
	return stage < delay || (stage - delay) % 2 ? s->batches : (stage - delay) / 2;
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

static struct sorting_level level_of(const struct sorting_shape *s, const struct spec *spec, unsigned i)
{
	struct sorting_level l = {
		.nodes = 1u << i, .terminals = s->leaves >> i, .above = i > 0 ? sorting_capacity(s, i) : 0,
		.below = sorting_capacity(s, i + 1), .lines = 2 * sorting_capacity(s, i + 1), .fifo_words = fifo_words(s, i),
		.shared = 2 * i, .last_beat = i + 1 + 2 * s->levels + s->payload_bits,
	};
	struct flexible_way way = flexible_way(spec, l.lines);

	l.columns = l.terminals / l.lines;
	l.fifo_columns = quotient_up(l.fifo_words, l.lines);
	l.column_bits = at_least_1(digit_bits(larger(larger(l.columns, s->batches), l.fifo_columns + 1)));
	l.sorter_latency = way.sorter_latency;
	l.rotator_latency = way.rotator_latency;
	l.delay = l.sorter_latency + l.rotator_latency + NODE_DELAY;
	l.sort_period = larger(1 + 2 * s->levels - i + s->payload_bits, l.delay);
	return l;
}

/* Words of a bank begin on a power of two, and have room for the beats of a wave and of a sort. */
static void set_banks(struct sorting_shape *s)
{
	s->period = s->up_bits;
	for (unsigned i = 0; i < s->height; i++)
		s->period = larger(s->period, s->level[i].delay);
	for (unsigned i = 0; i < s->height; i++) {
		struct sorting_level *l = &s->level[i];

		l->beat_bits = digit_bits(larger(larger(s->period, l->last_beat + 1), l->shared + l->sort_period + 1));
		l->bank_bits = 2ul << (l->column_bits + l->beat_bits);
	}
}

static void set_mesh(struct sorting_shape *s, const struct spec *spec)
{
	struct sorting_mesh *m = &s->mesh;

	if (s->mesh_side == 1)
		return;
	m->side_bits = digit_bits(s->mesh_side);
	m->label_bits = 2 * m->side_bits;
	m->key_bits = NONE_AND_FAR + s->batch_bits;
	m->place_bits = m->key_bits + s->up_bits - 1;
	m->sorter_latency = flexible_way(spec, s->block).sorter_latency;
	m->wave = larger(m->place_bits + 1, s->period);
	m->order = m->place_bits + m->sorter_latency;
	m->ring = m->label_bits + larger(s->levels + s->payload_bits, TURN_REST);
}

/* A level's ranks take a clock in each node up and down, and in each adder of a block. No rank may come back while leaves
 * still count: the root holds them back. */
static void set_times(struct sorting_shape *s)
{
	unsigned seen = s->mesh_side > 1 ? SEEN_BEFORE : 0;
	struct sorting_times *t = &s->times;

	t->spacing = larger(COMMAND_BITS, s->batch_bits);
	t->pause = 2 * s->height + LAST_SIGN;
	if (s->batches == 1)
		return;
	unsigned counted = (s->height - 1) * t->spacing + seen, way = 2 * s->levels;

	t->hold = counted > way ? counted - way : 0;
	t->pause = larger(t->pause, way + t->hold + s->batch_bits);
	t->wait = s->mesh_side > 1 ? s->mesh.label_bits - SEEN_BEFORE : 0;
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
	set_banks(&s);
	set_mesh(&s, spec);
	set_times(&s);
	return s;
}

struct sorting_shape sorting_shape(const struct spec *spec)
{
	return sorting_shape_with(spec, sorting_parameters(spec)->batches);
}

/* ---- the order in which a node's words lie ---------------------------------------------------------------------------- */

/* A batch has words in the banks that are congruent to its number modulo the greatest common divisor of B and s, each of them
 * once in B / gcd columns; then the next turn gives it other banks. */
unsigned sorting_turn(const struct sorting_shape *s, unsigned level, unsigned column)
{
	unsigned lines = s->level[level].lines, divisor = (unsigned)common_divisor(s->batches, lines);

	return column / (s->batches / divisor) % divisor;
}

unsigned sorting_feed_column(const struct sorting_shape *s, unsigned level, unsigned batch, unsigned group, unsigned bank)
{
	unsigned lines = s->level[level].lines, B = s->batches;

	if (B <= lines)
		return group * B + (bank - batch) % B;
	return batch / lines + (group * lines + (bank - batch) % lines) * (B / lines);
}

/* ---- sorts ----------------------------------------------------------------------------------------------------------- */

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

const char *const sorting_phase_names[SORTING_PHASES] = {
	[SORTING_RANKS] = "ranks", [SORTING_LOCAL] = "local", [SORTING_UP] = "up",
	[SORTING_SORT] = "sort", [SORTING_DOWN] = "down",
};
