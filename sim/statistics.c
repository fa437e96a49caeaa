/* statistics.c: latencies, and the use of every channel. */
#include "statistics.h"

#include <math.h>
#include <stdlib.h>

#include "bits.h"
#include "util/text.h"

/* Bins: one per value below HISTOGRAM_EXACT = 2^12; then 2^11 per power of two, up to 2^64. */
enum { EXACT_BITS = 12, STEP_BITS = EXACT_BITS - 1, BINS = HISTOGRAM_EXACT + ((64 - EXACT_BITS) << STEP_BITS) };

struct histogram {
	uint64_t count, least, greatest;
	double sum;			/* exact up to 2^53 */
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
	if (!h->count || value < h->least)
		h->least = value;
	if (value > h->greatest)
		h->greatest = value;
	h->count++;
	h->sum += (double)value;
	h->bin[bin_of(value)]++;
}

uint64_t histogram_count(const struct histogram *h)
{
	return h->count;
}

double histogram_mean(const struct histogram *h)
{
	return h->count ? h->sum / (double)h->count : 0;
}

uint64_t histogram_least(const struct histogram *h)
{
	return h->least;
}

uint64_t histogram_greatest(const struct histogram *h)
{
	return h->greatest;
}

uint64_t histogram_quantile(const struct histogram *h, double share)
{
	uint64_t wanted = (uint64_t)ceil(share * (double)h->count), seen = 0;
	size_t bin;

	if (!h->count)
		return 0;
	for (bin = 0; bin < BINS - 1; bin++) {
		seen += h->bin[bin];
		if (seen >= wanted && seen)
			break;
	}
	return bin_top(bin) < h->greatest ? bin_top(bin) : h->greatest;
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
