/* statistics.c: latencies, and the use of every channel. */
#include "statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "util/text.h"

/* Bins: one per value below HISTOGRAM_EXACT = 2^12; then 2^11 per power of two, up to 2^64. */
enum { EXACT_BITS = 12, STEP_BITS = EXACT_BITS - 1, BINS = HISTOGRAM_EXACT + ((64 - EXACT_BITS) << STEP_BITS) };

struct totals {
	uint64_t count, least, greatest;
	double sum;			/* exact up to 2^53 */
};

struct histogram {
	struct totals all;
	uint64_t bin[BINS];
};

struct histogram *histogram_create(void)
{
	return allocate(sizeof(struct histogram));
}

void histogram_free(struct histogram *h)
{
	free(h);
}

static size_t bin_of(uint64_t value)
{
	unsigned shift;

	if (value < HISTOGRAM_EXACT)
		return (size_t)value;
	shift = bit_length(value) - EXACT_BITS;		/* from 1 */
	return HISTOGRAM_EXACT + ((size_t)(shift - 1) << STEP_BITS)
	       + (size_t)((value >> shift) - ((uint64_t)1 << STEP_BITS));
}

/* The greatest value of a bin. */
static uint64_t bin_top(size_t bin)
{
	size_t above = bin - HISTOGRAM_EXACT;
	unsigned shift = (unsigned)(above >> STEP_BITS) + 1;

	if (bin < HISTOGRAM_EXACT)
		return bin;
	above &= ((size_t)1 << STEP_BITS) - 1;
	return ((((uint64_t)above + ((uint64_t)1 << STEP_BITS)) + 1) << shift) - 1;
}

void histogram_add(struct histogram *h, uint64_t value)
{
	if (!h->all.count || value < h->all.least)
		h->all.least = value;
	if (value > h->all.greatest)
		h->all.greatest = value;
	h->all.count++;
	h->all.sum += (double)value;
	h->bin[bin_of(value)]++;
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
	text_add_bytes(bytes, &h->all, sizeof h->all);
	write_counts(h->bin, BINS, bytes);
}

const char *histogram_read(struct histogram *h, const char *bytes)
{
	struct totals other;

	memcpy(&other, bytes, sizeof other);
	if (other.count && (!h->all.count || other.least < h->all.least))
		h->all.least = other.least;
	if (other.greatest > h->all.greatest)
		h->all.greatest = other.greatest;
	h->all.count += other.count;
	h->all.sum += other.sum;
	return read_counts(h->bin, bytes + sizeof other);
}

uint64_t histogram_count(const struct histogram *h)
{
	return h->all.count;
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

uint64_t histogram_quantile(const struct histogram *h, double share)
{
	uint64_t wanted = (uint64_t)ceil(share * (double)h->all.count), seen = 0;
	size_t bin;

	if (!h->all.count)
		return 0;
	for (bin = 0; bin < BINS - 1; bin++) {
		seen += h->bin[bin];
		if (seen >= wanted && seen)
			break;
	}
	return bin_top(bin) < h->all.greatest ? bin_top(bin) : h->all.greatest;
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

uint64_t crossings_channel(const struct crossings *c, enum crossing_direction direction, unsigned level,
			   uint32_t vertex)
{
	return c->channel[direction][((size_t)1 << level) + vertex];
}

uint64_t crossings_level(const struct crossings *c, unsigned level)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < (uint32_t)1 << level; i++)
		sum += crossings_channel(c, CROSSING_UP, level, i);
	return sum;
}

uint64_t crossings_busiest(const struct crossings *c, enum crossing_direction direction, unsigned level)
{
	uint64_t most = 0;

	for (uint32_t i = 0; i < (uint32_t)1 << level; i++)
		if (crossings_channel(c, direction, level, i) > most)
			most = crossings_channel(c, direction, level, i);
	return most;
}
