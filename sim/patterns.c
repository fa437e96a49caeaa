/* patterns.c: for whom messages are. */
#include <assert.h>
#include <stdlib.h>

#include "bits.h"
#include "traffic_parts.h"
#include "util/text.h"

const char *const pattern_names[PATTERN_COUNT] = {
	[PATTERN_UNIFORM] = "uniform",
	[PATTERN_BIT_COMPLEMENT] = "bit-complement",
	[PATTERN_BIT_REVERSE] = "bit-reverse",
	[PATTERN_TRANSPOSE] = "transpose",
	[PATTERN_SHUFFLE] = "shuffle",
	[PATTERN_TORNADO] = "tornado",
	[PATTERN_NEIGHBOR] = "neighbor",
	[PATTERN_HOTSPOT] = "hotspot",
	[PATTERN_PERMUTATION] = "permutation",
};

static unsigned log2_of(unsigned leaves)
{
	unsigned bits = 0;

	while (leaves >> (bits + 1))
		bits++;
	return bits;
}

const char *pattern_refusal(enum pattern pattern, unsigned leaves)
{
	bool power = !(leaves & (leaves - 1));

	switch (pattern) {
	case PATTERN_BIT_REVERSE:
	case PATTERN_SHUFFLE:
		return power ? NULL : "needs a power of two";
	case PATTERN_TRANSPOSE:
		return power && log2_of(leaves) % 2 == 0 ? NULL : "needs a power of four";
	default:
		return NULL;
	}
}

/* Bits of s rotated left by `by` in a word of `bits`. */
static uint32_t rotate(uint32_t s, unsigned by, unsigned bits)
{
	return ((s << by) | (s >> (bits - by))) & (uint32_t)bits_low(bits);
}

static uint32_t reverse(uint32_t s, unsigned bits)
{
	uint32_t d = 0;

	for (unsigned i = 0; i < bits; i++)
		d |= (s >> i & 1) << (bits - 1 - i);
	return d;
}

uint32_t pattern_destination(enum pattern pattern, unsigned leaves, uint32_t source)
{
	unsigned bits = log2_of(leaves);

	switch (pattern) {
	case PATTERN_BIT_COMPLEMENT:
		return leaves - 1 - source;
	case PATTERN_BIT_REVERSE:
		return reverse(source, bits);
	case PATTERN_TRANSPOSE:
		return rotate(source, bits / 2, bits);
	case PATTERN_SHUFFLE:
		return rotate(source, 1, bits);
	case PATTERN_TORNADO:
		return (source + (leaves + 1) / 2 - 1) % leaves;
	case PATTERN_NEIGHBOR:
		return (source + 1) % leaves;
	default:
		assert(!"not a pattern that fixes destinations");
		return source;
	}
}

/* A pattern, and its share. */
struct component {
	enum pattern pattern;
	uint32_t weight;
	uint32_t *fixed;		/* destination of every leaf, if the pattern fixes it; or NULL */
};

struct destinations {
	const struct traffic_parameters *p;
	struct component *component;
	size_t count;
};

/* Fisher and Yates. */
static void draw_permutation(const struct traffic_parameters *p, uint32_t *fixed)
{
	struct random random;

	random_start(&random, p->seed, TRAFFIC_STREAM_PERMUTATION);
	for (uint32_t i = 0; i < p->leaves; i++)
		fixed[i] = i;
	for (uint32_t i = p->leaves - 1; i > 0; i--) {
		uint32_t j = (uint32_t)random_below(&random, i + 1), swapped = fixed[i];

		fixed[i] = fixed[j];
		fixed[j] = swapped;
	}
}

static void fix_destinations(const struct traffic_parameters *p, struct component *c)
{
	if (c->pattern == PATTERN_UNIFORM || c->pattern == PATTERN_HOTSPOT)
		return;
	c->fixed = allocate_array(p->leaves, sizeof *c->fixed);
	if (c->pattern == PATTERN_PERMUTATION) {
		draw_permutation(p, c->fixed);
		return;
	}
	for (uint32_t i = 0; i < p->leaves; i++)
		c->fixed[i] = pattern_destination(c->pattern, p->leaves, i);
}

struct destinations *destinations_new(const struct traffic_parameters *p)
{
	struct destinations *d = allocate(sizeof *d);

	d->p = p;
	d->count = p->demand.mix_count > 0 ? p->demand.mix_count : 1;
	d->component = allocate_array(d->count, sizeof *d->component);
	for (size_t i = 0; i < d->count; i++) {
		struct pattern_share share = p->demand.mix_count > 0 ? p->demand.mix[i] : (struct pattern_share){ p->demand.pattern, 1 };

		d->component[i] = (struct component){ share.pattern, share.weight, NULL };
		if (!p->demand.matrix)
			fix_destinations(p, &d->component[i]);
	}
	return d;
}

void destinations_free(struct destinations *d)
{
	if (!d)
		return;
	for (size_t i = 0; i < d->count; i++)
		free(d->component[i].fixed);
	free(d->component);
	free(d);
}

static const struct hotspot leaf_0 = { 0, 1 };

static const struct hotspot *hotspots(const struct traffic_parameters *p, size_t *count)
{
	*count = p->demand.hotspot_count > 0 ? p->demand.hotspot_count : 1;
	return p->demand.hotspot_count > 0 ? p->demand.hotspot : &leaf_0;
}

static bool is_dead(const struct traffic_parameters *p, uint32_t leaf)
{
	return p->dead && p->dead[leaf];
}

/* The share of `spot` that source `leaf` may use: its weight, times the other leaves for the rest. */
static uint64_t share_of(const struct traffic_parameters *p, const struct hotspot *spot, uint32_t leaf)
{
	if (spot->leaf == HOTSPOT_REST)
		return p->leaves > 1 ? spot->weight : 0;
	return spot->leaf == leaf || is_dead(p, spot->leaf) ? 0 : spot->weight;
}

/* A living leaf other than `leaf`, all equally likely. */
static uint32_t draw_other(const struct traffic_parameters *p, struct random *random, uint32_t leaf)
{
	uint32_t d;

	do {
		d = (uint32_t)random_below(random, p->leaves - (leaf < p->leaves));
		d += d >= leaf;
	} while (is_dead(p, d));
	return d;
}

static uint64_t hotspot_total(const struct traffic_parameters *p, uint32_t leaf)
{
	size_t count;
	const struct hotspot *spot = hotspots(p, &count);
	uint64_t total = 0;

	for (size_t i = 0; i < count; i++)
		total += share_of(p, &spot[i], leaf);
	return total;
}

/* Of a leaf for which a share is left. */
static uint32_t draw_hotspot(const struct traffic_parameters *p, struct random *random, uint32_t leaf)
{
	size_t count;
	const struct hotspot *spot = hotspots(p, &count);
	uint64_t drawn = random_below(random, hotspot_total(p, leaf));

	for (; drawn >= share_of(p, spot, leaf); spot++)
		drawn -= share_of(p, spot, leaf);
	return spot->leaf == HOTSPOT_REST ? draw_other(p, random, leaf) : spot->leaf;
}

/* Nobody gets anything of this pattern from the leaf. */
static bool sends_nothing(const struct traffic_parameters *p, const struct component *c, uint32_t leaf)
{
	if (c->fixed)
		return c->fixed[leaf] == leaf || is_dead(p, c->fixed[leaf]);
	return c->pattern == PATTERN_HOTSPOT && hotspot_total(p, leaf) == 0;
}

bool destinations_none(const struct destinations *d, uint32_t leaf)
{
	const struct traffic_parameters *p = d->p;

	if (leaf >= p->leaves)
		return p->demand.inward == 0 || leaf >= p->leaves + p->named;
	if (is_dead(p, leaf))
		return true;
	if (p->demand.matrix)
		return traffic_matrix_rate(p->demand.matrix, leaf) == 0;
	for (size_t i = 0; i < d->count; i++)
		if (!sends_nothing(p, &d->component[i], leaf))
			return false;
	return true;
}

/* One of the patterns in which the leaf sends something. */
static const struct component *draw_component(const struct destinations *d, struct random *random, uint32_t leaf)
{
	const struct component *c = d->component;
	uint64_t total = 0, drawn;

	if (d->count == 1)
		return c;
	for (size_t i = 0; i < d->count; i++)
		total += sends_nothing(d->p, &c[i], leaf) ? 0 : c[i].weight;
	for (drawn = random_below(random, total);; c++) {
		uint64_t weight = sends_nothing(d->p, c, leaf) ? 0 : c->weight;

		if (drawn < weight)
			return c;
		drawn -= weight;
	}
}

/* The first column whose sum, with those before it, is more than what is drawn. */
static uint32_t draw_column(const struct traffic_matrix *m, struct random *random, uint32_t row)
{
	size_t low = row > 0 ? m->end[row - 1] : 0, high = m->end[row] - 1;
	double drawn = random_unit(random) * m->sum[high];

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (m->sum[middle] > drawn)
			high = middle;
		else
			low = middle + 1;
	}
	return m->column[low];
}

/* A leaf of the other one of two chips, or another one of its own. */
static uint32_t draw_on_chip(const struct traffic_parameters *p, struct random *random, uint32_t leaf, bool other)
{
	uint32_t each = p->leaves / 2, first = (leaf >= each) ^ other ? each : 0, d;

	if (other)
		return first + (uint32_t)random_below(random, each);
	d = first + (uint32_t)random_below(random, each - 1);
	return d + (d >= leaf);
}

uint32_t destinations_draw(const struct destinations *d, struct random *random, uint32_t leaf)
{
	const struct traffic_parameters *p = d->p;

	if (leaf >= p->leaves)
		return draw_other(p, random, leaf);
	if (p->chips > 1 && p->demand.outward >= 0)
		return draw_on_chip(p, random, leaf, random_unit(random) < p->demand.outward);
	if (p->demand.outward > 0 && random_unit(random) < p->demand.outward)
		return p->leaves + (uint32_t)random_below(random, p->named);
	if (p->demand.matrix)
		return draw_column(p->demand.matrix, random, leaf);
	const struct component *c = draw_component(d, random, leaf);

	if (c->fixed)
		return c->fixed[leaf];
	return c->pattern == PATTERN_UNIFORM ? draw_other(p, random, leaf) : draw_hotspot(p, random, leaf);
}

double traffic_matrix_rate(const struct traffic_matrix *m, uint32_t row)
{
	size_t from = row > 0 ? m->end[row - 1] : 0;

	return m->end[row] > from ? m->sum[m->end[row] - 1] : 0;
}

void demand_free(struct traffic_demand *d)
{
	if (d->matrix)
		traffic_matrix_free(d->matrix);
	free(d->matrix);
	free(d->mix);
	free(d->hotspot);
	free(d->rates);
	free(d->size);
}

void traffic_matrix_free(struct traffic_matrix *m)
{
	free(m->end);
	free(m->column);
	free(m->sum);
	*m = (struct traffic_matrix){ 0 };
}
