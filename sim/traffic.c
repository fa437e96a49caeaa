/* traffic.c: which leaf sends which messages, to whom and when. */
#include "traffic.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "random.h"
#include "timetable.h"
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

/* Streams of random numbers that one seed is divided into. */
enum { STREAM_PERMUTATION = 1, STREAM_LEAF = 16 };

struct source {
	struct random random;
	uint64_t trial;			/* the next Bernoulli trial */
	uint64_t number;		/* of the next message */
	uint32_t position;		/* list: the next message */
	unsigned left;			/* words of a packet, or of a list's train, that has begun .. */
	uint64_t created;		/* .. when they were created .. */
	uint32_t destination;		/* .. and for whom */
};

struct traffic {
	struct traffic_parameters p;
	struct source *source;
	struct timetable *timetable;	/* of a list with times, or NULL */
	uint32_t *fixed;		/* destination of every leaf, for patterns that fix it */
	unsigned trials;		/* per slot */
	double chance;			/* of each */
	uint64_t payload_key;
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

/* Fisher and Yates. */
static void draw_permutation(struct traffic *t)
{
	struct random random;

	random_start(&random, t->p.seed, STREAM_PERMUTATION);
	for (uint32_t i = 0; i < t->p.leaves; i++)
		t->fixed[i] = i;
	for (uint32_t i = t->p.leaves - 1; i > 0; i--) {
		uint32_t j = (uint32_t)random_below(&random, i + 1), swapped = t->fixed[i];

		t->fixed[i] = t->fixed[j];
		t->fixed[j] = swapped;
	}
}

static void fix_destinations(struct traffic *t)
{
	if (t->p.list || t->p.pattern == PATTERN_UNIFORM || t->p.pattern == PATTERN_HOTSPOT)
		return;
	t->fixed = allocate_array(t->p.leaves, sizeof *t->fixed);
	if (t->p.pattern == PATTERN_PERMUTATION) {
		draw_permutation(t);
		return;
	}
	for (uint32_t i = 0; i < t->p.leaves; i++)
		t->fixed[i] = pattern_destination(t->p.pattern, t->p.leaves, i);
}

struct traffic *traffic_create(const struct traffic_parameters *p)
{
	struct traffic *t = allocate(sizeof *t);

	t->p = *p;
	t->source = allocate_array(p->leaves + p->outside, sizeof *t->source);
	t->payload_key = random_mix(p->seed ^ 0x70a71c0de5eedull);
	if (!p->list) {
		double packets = p->packet > 1 ? 2 * p->load / (p->packet + 1.0) : p->load;

		t->trials = (unsigned)packets + ((double)(unsigned)packets < packets);
		t->chance = packets / t->trials;
	}
	for (uint32_t i = 0; i < p->leaves + p->outside; i++) {
		random_start(&t->source[i].random, p->seed, STREAM_LEAF + i);
		t->source[i].position = p->list && i < p->leaves ? p->list->first[i] : MESSAGE_NONE;
	}
	if (p->list && p->list->time)
		t->timetable = timetable_create(p->list, p->load);
	fix_destinations(t);
	return t;
}

void traffic_free(struct traffic *t)
{
	if (!t)
		return;
	timetable_free(t->timetable);
	free(t->source);
	free(t->fixed);
	free(t);
}

static const struct hotspot leaf_0 = { 0, 1 };

static bool is_dead(const struct traffic *t, uint32_t leaf)
{
	return t->p.dead && t->p.dead[leaf];
}

/* The share of `spot` that source `leaf` may use: its weight, times the other leaves for the rest. */
static uint64_t share(const struct traffic *t, const struct hotspot *spot, uint32_t leaf)
{
	if (spot->leaf == HOTSPOT_REST)
		return t->p.leaves > 1 ? spot->weight : 0;
	return spot->leaf == leaf || is_dead(t, spot->leaf) ? 0 : spot->weight;
}

/* A living leaf other than `leaf`, all equally likely. */
static uint32_t draw_other(struct traffic *t, uint32_t leaf)
{
	uint32_t d;

	do {
		d = (uint32_t)random_below(&t->source[leaf].random, t->p.leaves - (leaf < t->p.leaves));
		d += d >= leaf;
	} while (is_dead(t, d));
	return d;
}

/* Returns `leaf` itself when no share is left for it: the leaf is silent. */
static uint32_t draw_hotspot(struct traffic *t, uint32_t leaf)
{
	const struct hotspot *spot = t->p.hotspot_count ? t->p.hotspot : &leaf_0;
	size_t count = t->p.hotspot_count ? t->p.hotspot_count : 1;
	uint64_t total = 0, drawn;

	for (size_t i = 0; i < count; i++)
		total += share(t, &spot[i], leaf);
	if (!total)
		return leaf;
	drawn = random_below(&t->source[leaf].random, total);
	for (; drawn >= share(t, spot, leaf); spot++)
		drawn -= share(t, spot, leaf);
	return spot->leaf == HOTSPOT_REST ? draw_other(t, leaf) : spot->leaf;
}

/* A leaf of the other one of two chips, or another one of its own. */
static uint32_t draw_on_chip(struct traffic *t, uint32_t leaf, bool other)
{
	uint32_t each = t->p.leaves / 2, first = (leaf >= each) ^ other ? each : 0, d;

	if (other)
		return first + (uint32_t)random_below(&t->source[leaf].random, each);
	d = first + (uint32_t)random_below(&t->source[leaf].random, each - 1);
	return d + (d >= leaf);
}

static uint32_t draw_destination(struct traffic *t, uint32_t leaf)
{
	struct random *random = &t->source[leaf].random;

	if (leaf >= t->p.leaves)
		return draw_other(t, leaf);
	if (t->p.chips > 1 && t->p.outward >= 0)
		return draw_on_chip(t, leaf, random_unit(random) < t->p.outward);
	if (t->p.outward > 0 && random_unit(random) < t->p.outward)
		return t->p.leaves + (uint32_t)random_below(random, t->p.named);
	if (t->fixed)
		return t->fixed[leaf];
	return t->p.pattern == PATTERN_UNIFORM ? draw_other(t, leaf) : draw_hotspot(t, leaf);
}

static bool is_silent(const struct traffic *t, uint32_t leaf)
{
	const struct hotspot *spot = t->p.hotspot_count ? t->p.hotspot : &leaf_0;
	size_t count = t->p.hotspot_count ? t->p.hotspot_count : 1;

	if (leaf >= t->p.leaves)
		return t->p.inward == 0 || leaf >= t->p.leaves + t->p.named;
	if (is_dead(t, leaf))
		return true;
	if (t->fixed)
		return t->fixed[leaf] == leaf || is_dead(t, t->fixed[leaf]);
	if (t->p.list || t->p.pattern == PATTERN_UNIFORM)
		return false;
	for (size_t i = 0; i < count; i++)
		if (share(t, &spot[i], leaf))
			return false;
	return true;
}

unsigned traffic_silent(const struct traffic *t)
{
	unsigned silent = 0;

	for (uint32_t i = 0; i < t->p.leaves; i++)
		silent += is_silent(t, i);
	return silent;
}

/* The clock in which part `trial` % trials of slot trial / trials begins. */
static uint64_t trial_start(const struct traffic *t, uint64_t trial)
{
	return trial / t->trials * t->p.slot_clocks + trial % t->trials * t->p.slot_clocks / t->trials;
}

/* A packet's messages are created together. */
static void begin_packet(struct traffic *t, uint32_t leaf, const struct message *m)
{
	struct source *s = &t->source[leaf];

	s->left = t->p.packet > 1 ? 1 + (unsigned)random_below(&s->random, t->p.packet) : 1;
	s->created = m->created;
	s->destination = m->destination;
}

static void next_of_packet(struct source *s, struct message *m)
{
	m->created = s->created;
	m->destination = s->destination;
	m->more = --s->left > 0;
}

static bool next_drawn(struct traffic *t, uint32_t leaf, struct message *m)
{
	struct source *s = &t->source[leaf];
	uint64_t start;

	if (s->left > 0) {
		next_of_packet(s, m);
		return true;
	}
	do {
		start = trial_start(t, s->trial++);
		if (start >= t->p.end) {
			s->trial--;
			return false;
		}
	} while (random_unit(&s->random) >= (leaf < t->p.leaves ? t->chance : t->p.inward / t->trials));
	m->created = start + random_below(&s->random, trial_start(t, s->trial) - start);
	m->destination = draw_destination(t, leaf);
	if (m->created >= t->p.end)
		return false;
	begin_packet(t, leaf, m);
	next_of_packet(s, m);
	return true;
}

/* Begins message `number` of the list, whose words are created together. */
static void begin_listed(struct traffic *t, uint32_t leaf, uint32_t number, uint64_t created)
{
	const struct message_list *list = t->p.list;
	struct source *s = &t->source[leaf];

	s->number = message_first_word(list, number);
	s->left = message_words(list, number);
	s->created = created;
	s->destination = list->destination[number];
}

static bool next_of_list(struct traffic *t, uint32_t leaf, struct message *m)
{
	struct source *s = &t->source[leaf];
	uint32_t number = s->position;
	uint64_t created = 0;

	if (leaf >= t->p.leaves)
		return false;
	if (s->left == 0) {
		if (t->timetable ? !timetable_next(t->timetable, leaf, &number, &created) : number == MESSAGE_NONE)
			return false;
		if (!t->timetable)
			s->position = t->p.list->next[number];
		begin_listed(t, leaf, number, created);
	}
	next_of_packet(s, m);
	m->more = m->more && t->p.packet > 0;
	return true;
}

bool traffic_next(struct traffic *t, uint32_t leaf, struct message *m)
{
	if (!t->p.list && is_silent(t, leaf))
		return false;
	m->more = false;
	if (!(t->p.list ? next_of_list(t, leaf, m) : next_drawn(t, leaf, m)))
		return false;
	m->source = leaf;
	m->number = t->source[leaf].number++;
	return true;
}

void traffic_set_end(struct traffic *t, uint64_t end)
{
	t->p.end = end;
}

void traffic_delivered(struct traffic *t, const struct message *m, uint64_t clock)
{
	if (t->timetable)
		timetable_delivered(t->timetable, (uint32_t)m->number, clock);
}

bool traffic_released(struct traffic *t, uint32_t *leaf)
{
	return t->timetable && timetable_released(t->timetable, leaf);
}

bool traffic_sooner(struct traffic *t, struct message *m)
{
	uint32_t number = message_of_word(t->p.list, (uint32_t)m->number);
	uint64_t created = m->created;

	if (!timetable_sooner(t->timetable, m->source, &number, &created))
		return false;
	begin_listed(t, m->source, number, created);
	m->number = t->source[m->source].number++;
	next_of_packet(&t->source[m->source], m);
	m->more = m->more && t->p.packet > 0;
	return true;
}

void traffic_payload(const struct traffic *t, const struct message *m, uint64_t *words)
{
	size_t count = (t->p.payload_bits + 63) / 64;
	const struct message_list *list = t->p.list;
	uint32_t own = list && list->own_payload ? list->own_payload[message_of_word(list, (uint32_t)m->number)] : MESSAGE_NONE;
	uint64_t key;

	if (own != MESSAGE_NONE) {
		memcpy(words, list->payload + own * count, count * sizeof *words);
		return;
	}
	key = random_mix(t->payload_key + m->source) + m->number * 0x9e3779b97f4a7c15u;
	for (size_t i = 0; i < count; i++)
		words[i] = random_mix(key + i * 0xd1342543de82ef95u);
	if (t->p.payload_bits % 64)
		words[count - 1] &= bits_low(t->p.payload_bits % 64);
}
