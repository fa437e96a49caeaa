/* statistics.c: latencies, and the use of every channel. */
#include "statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "random.h"
#include "util/text.h"

/* Bins of values from HISTOGRAM_SMALL = 2^12 on: 2^11 per power of two, up to 2^64. */
enum { SMALL_BITS = 12, STEP_BITS = SMALL_BITS - 1, BINS = (64 - SMALL_BITS) << STEP_BITS, LEAST_ROOM = 1024 };

struct totals {
	uint64_t count, least, greatest;
	double sum;			/* exact up to 2^53 */
};

/* A value of HISTOGRAM_SMALL or more, and how often it was added. */
struct tally {
	uint64_t value, count;
};

struct histogram {
	struct totals all;
	uint64_t small[HISTOGRAM_SMALL];	/* by value */
	struct tally *table;		/* [room]: open addressing; count 0: free */
	size_t room, used;		/* room: 0 or a power of two, more than used */
	uint64_t *bin;			/* [BINS]: in place of the table, when there are too many values; else NULL */
};

struct histogram *histogram_create(void)
{
	return allocate(sizeof(struct histogram));
}

void histogram_free(struct histogram *h)
{
	if (!h)
		return;
	free(h->table);
	free(h->bin);
	free(h);
}

static size_t bin_of(uint64_t value)
{
	unsigned shift = bit_length(value) - SMALL_BITS;		/* from 1 */

	return ((size_t)(shift - 1) << STEP_BITS) + (size_t)((value >> shift) - ((uint64_t)1 << STEP_BITS));
}

/* The greatest value of a bin. */
static uint64_t bin_top(size_t bin)
{
	unsigned shift = (unsigned)(bin >> STEP_BITS) + 1;
	size_t step = bin & (((size_t)1 << STEP_BITS) - 1);

	return ((((uint64_t)step + ((uint64_t)1 << STEP_BITS)) + 1) << shift) - 1;
}

/* Where the value is in the table, or belongs. */
static struct tally *find_tally(struct tally *table, size_t room, uint64_t value)
{
	size_t at = (size_t)random_mix(value) & (room - 1);

	while (table[at].count > 0 && table[at].value != value)
		at = (at + 1) & (room - 1);
	return &table[at];
}

static void grow_table(struct histogram *h)
{
	size_t room = h->room ? 2 * h->room : LEAST_ROOM;
	struct tally *table = allocate_array(room, sizeof *table);

	for (size_t i = 0; i < h->room; i++)
		if (h->table[i].count > 0)
			*find_tally(table, room, h->table[i].value) = h->table[i];
	free(h->table);
	h->table = table;
	h->room = room;
}

/* From now on only bins are counted. */
static void give_up_table(struct histogram *h)
{
	h->bin = allocate_array(BINS, sizeof *h->bin);
	for (size_t i = 0; i < h->room; i++)
		if (h->table[i].count > 0)
			h->bin[bin_of(h->table[i].value)] += h->table[i].count;
	free(h->table);
	h->table = NULL;
	h->room = h->used = 0;
}

static void add_to_table(struct histogram *h, uint64_t value, uint64_t count)
{
	if (2 * (h->used + 1) > h->room)
		grow_table(h);
	struct tally *t = find_tally(h->table, h->room, value);

	h->used += t->count == 0;
	t->value = value;
	t->count += count;
	if (h->used > HISTOGRAM_DISTINCT)
		give_up_table(h);
}

/* Counts a value without the totals. */
static void add_count(struct histogram *h, uint64_t value, uint64_t count)
{
	if (value < HISTOGRAM_SMALL)
		h->small[value] += count;
	else if (h->bin)
		h->bin[bin_of(value)] += count;
	else
		add_to_table(h, value, count);
}

static void add_totals(struct totals *all, const struct totals *other)
{
	if (other->count && (!all->count || other->least < all->least))
		all->least = other->least;
	if (other->greatest > all->greatest)
		all->greatest = other->greatest;
	all->count += other->count;
	all->sum += other->sum;
}

void histogram_add(struct histogram *h, uint64_t value)
{
	add_totals(&h->all, &(struct totals){ 1, value, value, (double)value });
	add_count(h, value, 1);
}

void histogram_merge(struct histogram *h, const struct histogram *other)
{
	add_totals(&h->all, &other->all);
	for (size_t i = 0; i < HISTOGRAM_SMALL; i++)
		h->small[i] += other->small[i];
	for (size_t i = 0; i < other->room; i++)
		if (other->table[i].count > 0)
			add_count(h, other->table[i].value, other->table[i].count);
	if (other->bin && !h->bin)
		give_up_table(h);
	for (size_t i = 0; other->bin && i < BINS; i++)
		h->bin[i] += other->bin[i];
}

/* Counts that are not 0, with their places. */
static void write_counts(const uint64_t *counts, size_t count, struct text *bytes)
{
	uint64_t pair[2], used = 0;

	for (size_t i = 0; i < count; i++)
		used += counts[i] > 0;
	text_add_bytes(bytes, &used, sizeof used);
	for (size_t i = 0; i < count; i++)
		if (counts[i] > 0) {
			pair[0] = i;
			pair[1] = counts[i];
			text_add_bytes(bytes, pair, sizeof pair);
		}
}

static const char *read_counts(uint64_t *counts, const char *bytes)
{
	uint64_t pair[2], used;

	memcpy(&used, bytes, sizeof used);
	bytes += sizeof used;
	for (; used > 0; used--, bytes += sizeof pair) {
		memcpy(pair, bytes, sizeof pair);
		counts[pair[0]] += pair[1];
	}
	return bytes;
}

void histogram_write(const struct histogram *h, struct text *bytes)
{
	bool bins = h->bin;
	uint64_t used = h->used;

	text_add_bytes(bytes, &h->all, sizeof h->all);
	write_counts(h->small, HISTOGRAM_SMALL, bytes);
	text_add_bytes(bytes, &used, sizeof used);
	for (size_t i = 0; i < h->room; i++)
		if (h->table[i].count > 0)
			text_add_bytes(bytes, &h->table[i], sizeof h->table[i]);
	text_add_bytes(bytes, &bins, sizeof bins);
	if (bins)
		write_counts(h->bin, BINS, bytes);
}

const char *histogram_read(struct histogram *h, const char *bytes)
{
	struct totals other;
	struct tally t;
	uint64_t used;
	bool bins;

	memcpy(&other, bytes, sizeof other);
	add_totals(&h->all, &other);
	bytes = read_counts(h->small, bytes + sizeof other);
	memcpy(&used, bytes, sizeof used);
	for (bytes += sizeof used; used > 0; used--, bytes += sizeof t) {
		memcpy(&t, bytes, sizeof t);
		add_count(h, t.value, t.count);
	}
	memcpy(&bins, bytes, sizeof bins);
	bytes += sizeof bins;
	if (bins && !h->bin)
		give_up_table(h);
	return bins ? read_counts(h->bin, bytes) : bytes;
}

uint64_t histogram_count(const struct histogram *h)
{
	return h->all.count;
}

bool histogram_is_exact(const struct histogram *h)
{
	return !h->bin;
}

double histogram_mean(const struct histogram *h)
{
	return h->all.count ? h->all.sum / (double)h->all.count : 0;
}

uint64_t histogram_least(const struct histogram *h)
{
	return h->all.least;
}

uint64_t histogram_greatest(const struct histogram *h)
{
	return h->all.greatest;
}

static int by_value(const void *one, const void *other)
{
	const struct tally *a = one, *b = other;

	return (a->value > b->value) - (a->value < b->value);
}

/* The value of the table that the `wanted`th one, from 1 and in order, has. */
static uint64_t table_value(const struct histogram *h, uint64_t wanted)
{
	struct tally *sorted = allocate_array(h->used + 1, sizeof *sorted);
	size_t count = 0, at = 0;

	for (size_t i = 0; i < h->room; i++)
		if (h->table[i].count > 0)
			sorted[count++] = h->table[i];
	qsort(sorted, count, sizeof *sorted, by_value);
	while (at + 1 < count && sorted[at].count < wanted)
		wanted -= sorted[at++].count;
	uint64_t value = sorted[at].value;

	free(sorted);
	return value;
}

static uint64_t bin_value(const struct histogram *h, uint64_t wanted)
{
	size_t bin = 0;

	for (; bin < BINS - 1 && h->bin[bin] < wanted; bin++)
		wanted -= h->bin[bin];
	return bin_top(bin) < h->all.greatest ? bin_top(bin) : h->all.greatest;
}

uint64_t histogram_quantile(const struct histogram *h, double share)
{
	uint64_t wanted = (uint64_t)ceil(share * (double)h->all.count);

	if (!h->all.count)
		return 0;
	wanted = wanted ? wanted : 1;
	for (size_t i = 0; i < HISTOGRAM_SMALL; i++) {
		if (h->small[i] >= wanted)
			return i;
		wanted -= h->small[i];
	}
	return h->bin ? bin_value(h, wanted) : table_value(h, wanted);
}

struct crossings {
	unsigned levels;
	uint64_t *channel[2];		/* [direction][2^level + vertex] */
};

struct crossings *crossings_create(unsigned levels)
{
	struct crossings *c = allocate(sizeof *c);

	c->levels = levels;
	for (unsigned i = 0; i < 2; i++)
		c->channel[i] = allocate_array((size_t)2 << levels, sizeof *c->channel[i]);
	return c;
}

void crossings_free(struct crossings *c)
{
	if (!c)
		return;
	free(c->channel[CROSSING_UP]);
	free(c->channel[CROSSING_DOWN]);
	free(c);
}

void crossings_write(const struct crossings *c, struct text *bytes)
{
	for (unsigned i = 0; i < 2; i++)
		write_counts(c->channel[i], (size_t)2 << c->levels, bytes);
}

const char *crossings_read(struct crossings *c, const char *bytes)
{
	for (unsigned i = 0; i < 2; i++)
		bytes = read_counts(c->channel[i], bytes);
	return bytes;
}

void crossings_add(struct crossings *c, uint32_t source, uint32_t destination)
{
	size_t up = ((size_t)1 << c->levels) + source, down = ((size_t)1 << c->levels) + destination;

	for (; up != down; up >>= 1, down >>= 1) {
		c->channel[CROSSING_UP][up]++;
		c->channel[CROSSING_DOWN][down]++;
	}
}

void crossings_add_outside(struct crossings *c, enum crossing_direction direction, uint32_t leaf)
{
	for (size_t i = ((size_t)1 << c->levels) + leaf; i > 0; i >>= 1)
		c->channel[direction][i]++;
}

uint64_t crossings_channel(const struct crossings *c, enum crossing_direction direction, unsigned level,
			   uint32_t vertex)
{
	return c->channel[direction][((size_t)1 << level) + vertex];
}

uint64_t crossings_level(const struct crossings *c, unsigned level)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < (uint32_t)1 << level; i++)
		sum += crossings_channel(c, CROSSING_UP, level, i) + crossings_channel(c, CROSSING_DOWN, level, i);
	return sum / 2;
}

uint64_t crossings_busiest(const struct crossings *c, enum crossing_direction direction, unsigned level)
{
	uint64_t most = 0;

	for (uint32_t i = 0; i < (uint32_t)1 << level; i++)
		if (crossings_channel(c, direction, level, i) > most)
			most = crossings_channel(c, direction, level, i);
	return most;
}
