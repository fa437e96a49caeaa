/* traffic.c: which leaf sends which messages, to whom and when. */
#include "traffic.h"

#include <stdlib.h>
#include <string.h>

#include "agenda.h"
#include "bits.h"
#include "closed_loop.h"
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
	unsigned left;			/* words of a packet or train that has begun .. */
	uint64_t created;		/* .. when they were created .. */
	uint32_t destination;		/* .. and for whom */
};

struct traffic {
	struct traffic_parameters p;
	struct source *source;
	struct agenda *agenda;		/* of a list with times or a closed loop, or NULL */
	struct timetable *timetable;	/* of the former, or NULL */
	struct closed_loop *loop;	/* of the latter, or NULL */
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

static bool is_loop(const struct traffic *t)
{
	return !t->p.list && t->p.demand.loop.window > 0;
}

static void start_loop(struct traffic *t)
{
	struct random **random = allocate_array(t->p.leaves, sizeof *random);

	for (uint32_t i = 0; i < t->p.leaves; i++)
		random[i] = &t->source[i].random;
	t->loop = closed_loop_create(&t->p, t->destinations, t->agenda, random);
	free(random);
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
		if (!p->list && !is_loop(t))
			arrivals_start(&s->arrivals, &t->p, &s->random, rate_of(t, i) / mean_packet(t));
	}
	if (!p->list)
		t->destinations = destinations_new(&t->p);
	if (is_loop(t) || (p->list && p->list->time))
		t->agenda = agenda_create(p->leaves);
	if (p->list && p->list->time)
		t->timetable = timetable_create(p->list, p->load, t->agenda);
	if (is_loop(t))
		start_loop(t);
	return t;
}

void traffic_free(struct traffic *t)
{
	if (!t)
		return;
	timetable_free(t->timetable);
	closed_loop_free(t->loop);
	agenda_free(t->agenda);
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

/* The same of what the leaf's agenda says. */
static void begin_due(struct traffic *t, uint32_t leaf, struct due due)
{
	struct source *s = &t->source[leaf];

	if (t->timetable) {
		begin_listed(t, leaf, due.what, due.clock);
		return;
	}
	s->created = due.clock;
	s->left = closed_loop_begin(t->loop, leaf, due.what, s->number, &s->destination);
}

/* Of lists and closed loops. */
static bool next_known(struct traffic *t, uint32_t leaf, struct message *m)
{
	struct source *s = &t->source[leaf];
	struct due due = { 0, s->position };

	if (leaf >= t->p.leaves)
		return false;
	if (s->left == 0) {
		if (t->agenda ? !agenda_next(t->agenda, leaf, &due) : due.what == MESSAGE_NONE)
			return false;
		if (t->agenda) {
			begin_due(t, leaf, due);
		} else {
			s->position = t->p.list->next[due.what];
			begin_listed(t, leaf, due.what, 0);
		}
	}
	next_of_packet(s, m);
	m->more = m->more && t->p.packets;
	return true;
}

bool traffic_next(struct traffic *t, uint32_t leaf, struct message *m)
{
	bool known = t->p.list || t->loop;

	if (!known && destinations_none(t->destinations, leaf))
		return false;
	m->more = false;
	if (!(known ? next_known(t, leaf, m) : next_drawn(t, leaf, m)))
		return false;
	m->source = leaf;
	m->number = t->source[leaf].number++;
	return true;
}

void traffic_set_end(struct traffic *t, uint64_t end)
{
	t->p.end = end;
}

bool traffic_delivered(struct traffic *t, const struct message *m, uint64_t clock, struct round_trip *trip)
{
	if (t->timetable)
		timetable_delivered(t->timetable, (uint32_t)m->number, clock);
	return t->loop && closed_loop_delivered(t->loop, m->source, m->number, clock, trip);
}

bool traffic_asks(const struct traffic *t, uint32_t leaf)
{
	return t->loop && leaf < t->p.leaves && !destinations_none(t->destinations, leaf);
}

bool traffic_released(struct traffic *t, uint32_t *leaf)
{
	return t->agenda && agenda_released(t->agenda, leaf);
}

bool traffic_sooner(struct traffic *t, struct message *m)
{
	struct source *s = &t->source[m->source];
	uint32_t what = t->timetable ? message_of_word(t->p.list, (uint32_t)m->number) : closed_loop_undo(t->loop, m->source);
	struct due due = { m->created, what };
	bool sooner = agenda_sooner(t->agenda, m->source, &due);

	s->number = m->number;
	begin_due(t, m->source, due);
	m->number = s->number++;
	next_of_packet(s, m);
	m->more = m->more && t->p.packets;
	return sooner;
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
