/* times.c: how long a sorting fat-tree takes, in clocks. */
#include "machines/sorting-fat-tree/sorting_fat_tree.h"

#include "util/number.h"

enum {
	STROBE = 3,			/* from a command's first bit to the root's strobe; a level below has it a clock later */
	KNOWN = 2,			/* from `idle` of the root till the next command's first bit; a level below takes a clock more */
	AFTER_SENDING = 5,		/* clocks from the command to the first begin, and from the end of the last period to `idle` */
	WRITTEN = 4,			/* from a word's bits on the wires till they are written, beside sorter and rotator; and `idle` */
	FEED = 3,
	ORDERED = 5,			/* from the strobe of the node above a block until it has its words in order, beside their way */
};

/* ---- nodes ------------------------------------------------------------------------------------------------------------- */

unsigned long sorting_sort_clocks(const struct sorting_shape *s, unsigned level, unsigned words)
{
	const struct sorting_level *l = &s->level[level];
	unsigned columns, sorts = sorting_column_sorts(s, level, words, &columns), passed = l->sorter_latency + l->rotator_latency;
	/* Ones reach the banks; a column of both halves in each clock. */
	unsigned long fill = passed + 5 + (2u << l->column_bits) - words / l->lines;
	/* The last column is written till its last bit, but for those that all words share. */
	unsigned long last = passed + 6 + l->last_beat - l->shared;

	return fill + (larger(sorts, columns) - 1ul) * l->sort_period + last;
}

unsigned long sorting_send_clocks(const struct sorting_shape *s, unsigned waves)
{
	return (unsigned long)waves * s->period + AFTER_SENDING;
}

unsigned long sorting_take_clocks(const struct sorting_shape *s, unsigned level)
{
	const struct sorting_level *l = &s->level[level];

	return l->sorter_latency + l->rotator_latency + l->last_beat + 1 + WRITTEN;
}

unsigned sorting_feed_waves(const struct sorting_shape *s, unsigned level, unsigned words, unsigned batch)
{
	unsigned own = words > batch ? (words - batch + s->batches - 1) / s->batches : 0, lines = s->level[level].lines;

	return (own + lines - 1) / lines;
}

unsigned long sorting_feed_clocks(const struct sorting_shape *s, unsigned level, unsigned waves)
{
	return waves > 0 ? (waves - 1ul) * s->level[level].sort_period + FEED + sorting_take_clocks(s, level) : 0;
}

/* ---- from command to command -------------------------------------------------------------------------------------------- */

/* With a vertex of that level `idle` so many clocks behind the strobe there. */
static unsigned long from_command(const struct sorting_shape *s, unsigned level, unsigned long clocks)
{
	unsigned long all = STROBE + 2ul * level + clocks + KNOWN;

	return all > s->times.pause ? all : s->times.pause;
}

/* From wave to wave in the channel above a vertex of that level, up. */
static unsigned long wave_period(const struct sorting_shape *s, unsigned level)
{
	return level == s->height && s->mesh_side > 1 ? s->mesh.wave : s->period;
}

unsigned long sorting_up_stage(const struct sorting_shape *s, unsigned level, unsigned waves)
{
	if (waves == 0)
		return s->times.pause;
	/* The strobe is a clock later at the sender, or the sender is a clock later. */
	return from_command(s, level - 1, 1 + SORTING_FIRST_WAVE + (waves - 1) * wave_period(s, level) + sorting_take_clocks(s, level - 1));
}

unsigned long sorting_down_stage(const struct sorting_shape *s, unsigned level, unsigned waves, unsigned sent, unsigned own)
{
	/* At the sender the strobe is a clock earlier. */
	unsigned long first = SORTING_FIRST_WAVE - 1, clocks = 0;

	if (waves > 0)
		clocks = first + (waves - 1) * s->period + sorting_take_clocks(s, level);
	if (own > 0)
		clocks = (level > 0 ? first + sent * s->period : 1) + sorting_feed_clocks(s, level, own);
	return from_command(s, level, clocks);
}

unsigned long sorting_sort_stage(const struct sorting_shape *s, unsigned level, unsigned words)
{
	return from_command(s, level, sorting_sort_clocks(s, level, words));
}

unsigned long sorting_bus_spacing(const struct sorting_shape *s, unsigned turns, bool own)
{
	enum { WAY = 3 };		/* from a wave's room to the next one's M bits, of a node; less one */
	unsigned long least = own ? s->mesh.wave : s->period, clocks = (unsigned long)turns * s->mesh.ring + (own ? 0 : WAY);

	return clocks > least ? clocks : least;
}

unsigned long sorting_land_stage(const struct sorting_shape *s, unsigned waves, const unsigned *turns, bool last)
{
	unsigned above = s->height - 1;
	unsigned long clocks = 0, ready;

	if (waves == 0)
		return s->times.pause;
	for (unsigned k = 0; k + 1 < waves; k++)
		clocks += sorting_bus_spacing(s, turns[k], false);
	/* Leaves with a channel of their own have room when the word has been taken. */
	ready = SORTING_FIRST_WAVE + clocks
		+ (s->mesh_side > 1 ? (unsigned long)turns[waves - 1] * s->mesh.ring - 1 : s->levels + s->payload_bits + 2);
	clocks += sorting_send_clocks(s, 1);
	return from_command(s, above, last && ready > clocks ? ready : clocks);
}

unsigned long sorting_order_stage(const struct sorting_shape *s, unsigned waves, const unsigned *turns)
{
	unsigned long clocks = ORDERED + s->mesh.order;

	if (s->mesh_side == 1)
		return 0;
	for (unsigned k = 0; k < waves; k++)
		clocks += k + 1 < waves ? sorting_bus_spacing(s, turns[k], true) : s->mesh.wave;
	return from_command(s, s->height - 1, clocks);
}

unsigned long sorting_up_clock(const struct sorting_shape *s, unsigned level, unsigned wave)
{
	return STROBE + SORTING_FIRST_WAVE + (unsigned long)wave * wave_period(s, level);
}

unsigned long sorting_down_clock(const struct sorting_shape *s, unsigned wave)
{
	return STROBE + SORTING_FIRST_WAVE + (unsigned long)wave * s->period;
}

unsigned long sorting_order_clocks(const struct sorting_shape *s)
{
	return STROBE + ORDERED + s->mesh.order;
}

unsigned long sorting_rank_stage(const struct sorting_shape *s)
{
	return (s->batches > 1 ? s->height * s->times.spacing : 0) + s->times.pause;
}
