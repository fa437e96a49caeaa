/* traffic.c: which leaf sends which messages, to whom and when. */
#include "traffic.h"

#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "timetable.h"
#include "traffic_parts.h"
#include "util/text.h"

/* Streams of random numbers that one seed is divided into. */
enum { STREAM_LEAF = 16 };

struct source {
	struct random random;
	struct arrivals arrivals;	/* of a pattern's packets */
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
	struct destinations *destinations;	/* of a pattern, or NULL */
	uint64_t sizes;			/* the sum of the weights of p.size */
	uint64_t payload_key;
};

/* Words of a packet, in the mean. */
static double mean_packet(const struct traffic *t)
{
	double words = 0;

	for (size_t i = 0; i < t->p.demand.size_count; i++)
		words += (double)t->p.demand.size[i].words * t->p.demand.size[i].weight / (double)t->sizes;
	return t->p.demand.size_count > 0 ? words : t->p.demand.packet_words > 1 ? (t->p.demand.packet_words + 1.0) / 2 : 1;
}

/* Messages of an end in a slot. A matrix keeps the mean over all leaves. */
static double rate_of(const struct traffic *t, uint32_t leaf)
{
	const struct traffic_parameters *p = &t->p;

	if (leaf >= p->leaves)
		return p->demand.inward;
	if (p->demand.matrix)
		return p->load * p->leaves * traffic_matrix_rate(p->demand.matrix, leaf) / p->demand.matrix->total;
	return p->demand.rates ? p->load * p->demand.rates[leaf] : p->load;
}

struct traffic *traffic_create(const struct traffic_parameters *p)
{
	struct traffic *t = allocate(sizeof *t);

	t->p = *p;
	t->source = allocate_array(p->leaves + p->outside, sizeof *t->source);
	t->payload_key = random_mix(p->seed ^ 0x70a71c0de5eedull);
	if (!p->packets) {
		t->p.demand.packet_words = 1;
		t->p.demand.size_count = 0;
	}
	for (size_t i = 0; i < t->p.demand.size_count; i++)
		t->sizes += p->demand.size[i].weight;
	for (uint32_t i = 0; i < p->leaves + p->outside; i++) {
		struct source *s = &t->source[i];

		random_start(&s->random, p->seed, STREAM_LEAF + i);
		s->position = p->list && i < p->leaves ? p->list->first[i] : MESSAGE_NONE;
		if (!p->list)
			arrivals_start(&s->arrivals, &t->p, &s->random, rate_of(t, i) / mean_packet(t));
	}
	if (p->list && p->list->time)
		t->timetable = timetable_create(p->list, p->load);
	if (!p->list)
		t->destinations = destinations_new(&t->p);
	return t;
}

void traffic_free(struct traffic *t)
{
	if (!t)
		return;
	timetable_free(t->timetable);
	free(t->source);
	destinations_free(t->destinations);
	free(t);
}

unsigned traffic_silent(const struct traffic *t)
{
	unsigned silent = 0;

	for (uint32_t i = 0; i < t->p.leaves && t->destinations; i++)
		silent += destinations_none(t->destinations, i);
	return silent;
}

static unsigned draw_size(struct traffic *t, struct random *random)
{
	const struct packet_size *size = t->p.demand.size;

	if (t->p.demand.size_count == 0)
		return t->p.demand.packet_words > 1 ? 1 + (unsigned)random_below(random, t->p.demand.packet_words) : 1;
	for (uint64_t drawn = random_below(random, t->sizes); drawn >= size->weight; size++)
		drawn -= size->weight;
	return size->words;
}

static void next_of_packet(struct source *s, struct message *m)
{
	m->created = s->created;
	m->destination = s->destination;
	m->more = --s->left > 0;
}

/* A packet's words are created together. */
static bool next_drawn(struct traffic *t, uint32_t leaf, struct message *m)
{
	struct source *s = &t->source[leaf];

	if (s->left == 0) {
		if (!arrivals_next(&s->arrivals, &t->p, &s->random, &s->created))
			return false;
		s->destination = destinations_draw(t->destinations, &s->random, leaf);
		if (s->created >= t->p.end)
			return false;
		s->left = draw_size(t, &s->random);
	}
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
	m->more = m->more && t->p.packets;
	return true;
}

bool traffic_next(struct traffic *t, uint32_t leaf, struct message *m)
{
	if (t->destinations && destinations_none(t->destinations, leaf))
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
	m->more = m->more && t->p.packets;
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
