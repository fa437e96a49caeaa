/* scoreboard.c: compares messages received with messages sent.
 *
 * Each source has a list of its messages under way, in the order of sending. A message to several leaves also enters
 * one common list when the first leaf receives it (one_order.h). */
#include "scoreboard.h"

#include <stdlib.h>
#include <string.h>

#include "one_order.h"
#include "util/text.h"

const char *const verdict_words[DELIVERY_COUNT] = {
	[DELIVERY_GOOD] = "arrived as it should",
	[DELIVERY_DUPLICATE] = "arrived twice",
	[DELIVERY_REORDERED] = "overtook an earlier message of the same pair",
	[DELIVERY_CORRUPT] = "arrived with another payload",
	[DELIVERY_MISROUTED] = "arrived at the wrong place",
	[DELIVERY_MISLABELLED] = "arrived as one to others",
	[DELIVERY_INVENTED] = "was never sent",
};

/* Delivered messages remembered per source. */
enum { RECENT = 8 };

static const uint32_t none = UINT32_MAX;

struct entry {
	struct flight flight;
	uint32_t next;
	uint32_t missing;		/* of a message to several: leaves that have not received it */
};

struct lane {
	uint32_t first, last;		/* entries */
	unsigned recent_count;
	struct message recent[RECENT];
};

struct scoreboard {
	unsigned leaves;
	size_t payload_words;
	payload_of *payload;
	const void *context;
	struct lane *lane;		/* by source */
	struct entry *entry;
	uint32_t entry_room;
	uint32_t unused;		/* list of free entries */
	uint64_t *words;		/* of the payload that was sent */
	const uint64_t *member_of;
	struct one_order *order;	/* of messages to several, by their entries */
	uint64_t offered, delivered, thrown;
	bool may_overtake;		/* messages of a pair */
};

static concerns_leaf concerns_leaf_of;

struct scoreboard *scoreboard_create(unsigned leaves, unsigned payload_bits, payload_of *payload,
				     const void *context)
{
	struct scoreboard *s = allocate(sizeof *s);

	s->leaves = leaves;
	s->payload_words = (payload_bits + 63) / 64;
	s->payload = payload;
	s->context = context;
	s->lane = allocate_array(leaves, sizeof *s->lane);
	s->words = allocate_array(s->payload_words, sizeof *s->words);
	s->order = one_order_create(leaves, concerns_leaf_of, s);
	s->unused = none;
	for (unsigned i = 0; i < leaves; i++)
		s->lane[i].first = s->lane[i].last = none;
	return s;
}

void scoreboard_free(struct scoreboard *s)
{
	if (!s)
		return;
	free(s->lane);
	free(s->entry);
	free(s->words);
	one_order_free(s->order);
	free(s);
}

void scoreboard_groups(struct scoreboard *s, const uint64_t *member_of)
{
	s->member_of = member_of;
}

void scoreboard_allow_overtaking(struct scoreboard *s)
{
	s->may_overtake = true;
}

static uint32_t fresh_entry(struct scoreboard *s)
{
	uint32_t entry;

	if (s->unused == none) {
		uint32_t room = s->entry_room ? s->entry_room * 2 : 1024;

		s->entry = reallocate(s->entry, room * sizeof *s->entry);
		for (uint32_t i = s->entry_room; i < room; i++)
			s->entry[i].next = i + 1 < room ? i + 1 : none;
		s->unused = s->entry_room;
		s->entry_room = room;
	}
	entry = s->unused;
	s->unused = s->entry[entry].next;
	return entry;
}

static bool is_to_several(const struct scoreboard *s, const struct message *m)
{
	return m->destination >= s->leaves;
}

/* Must this leaf receive the message? */
static bool concerns(const struct scoreboard *s, const struct message *m, uint32_t leaf)
{
	if (!is_to_several(s, m))
		return m->destination == leaf;
	return leaf != m->source
	       && (m->destination == s->leaves || s->member_of[leaf] >> (m->destination - s->leaves - 1) & 1);
}

static bool concerns_leaf_of(const void *scoreboard, const struct message *m, uint32_t leaf)
{
	return concerns(scoreboard, m, leaf);
}

uint32_t scoreboard_receivers(const struct scoreboard *s, const struct message *m)
{
	uint32_t count = 0;

	for (uint32_t leaf = 0; leaf < s->leaves && is_to_several(s, m); leaf++)
		count += concerns(s, m, leaf);
	return is_to_several(s, m) ? count : 1;
}

void scoreboard_offered(struct scoreboard *s, const struct message *m, uint64_t clock)
{
	struct lane *lane = &s->lane[m->source];
	uint32_t receivers = scoreboard_receivers(s, m), entry;

	/* A group whose only member is the source. */
	if (receivers == 0) {
		s->offered++;
		s->delivered++;
		return;
	}
	entry = fresh_entry(s);
	s->entry[entry] = (struct entry){ { *m, clock, FLIGHT_NOT_TAKEN }, none, receivers };
	if (lane->first == none)
		lane->first = entry;
	else
		s->entry[lane->last].next = entry;
	lane->last = entry;
	s->offered++;
}

void scoreboard_taken(struct scoreboard *s, uint32_t source, uint64_t clock)
{
	uint32_t last = s->lane[source].last;

	/* It may have arrived already; messages offered before it have been taken. */
	if (last != none && s->entry[last].flight.taken == FLIGHT_NOT_TAKEN)
		s->entry[last].flight.taken = clock;
}

static bool payload_is(struct scoreboard *s, const struct message *m, const uint64_t *payload)
{
	s->payload(s->context, m, s->words);
	return !memcmp(s->words, payload, s->payload_words * sizeof *payload);
}

/* Takes an entry out of a lane's list. */
static void forget(struct scoreboard *s, struct lane *lane, uint32_t entry)
{
	uint32_t next = s->entry[entry].next, before = none;

	for (uint32_t e = lane->first; e != entry; e = s->entry[e].next)
		before = e;

	lane->recent[lane->recent_count++ % RECENT] = s->entry[entry].flight.message;
	if (before == none)
		lane->first = next;
	else
		s->entry[before].next = next;
	if (lane->last == entry)
		lane->last = before;
	s->entry[entry].next = s->unused;
	s->unused = entry;
}

/* The verdict on a message under way that reaches this leaf, as one for `to`, out of turn. */
static enum verdict out_of_turn(const struct scoreboard *s, const struct entry *e, uint32_t leaf, uint32_t to)
{
	if (!concerns(s, &e->flight.message, leaf))
		return DELIVERY_MISROUTED;
	if (is_to_several(s, &e->flight.message) && one_order_received(s->order, leaf, (uint32_t)(e - s->entry)))
		return DELIVERY_DUPLICATE;
	return e->flight.message.destination != to ? DELIVERY_MISLABELLED : DELIVERY_REORDERED;
}

/* The verdict on a delivery other than the next one of its pair. `expected`: the next one, or none. */
static enum verdict explain(struct scoreboard *s, const struct lane *lane, uint32_t leaf, uint32_t to,
			    const uint64_t *payload, uint32_t expected, struct flight *which)
{
	unsigned recent = lane->recent_count < RECENT ? lane->recent_count : RECENT;

	for (uint32_t e = lane->first; e != none; e = s->entry[e].next) {
		if (!payload_is(s, &s->entry[e].flight.message, payload))
			continue;
		*which = s->entry[e].flight;
		return out_of_turn(s, &s->entry[e], leaf, to);
	}
	for (unsigned i = 0; i < recent; i++) {
		if (payload_is(s, &lane->recent[i], payload)) {
			*which = (struct flight){ .message = lane->recent[i] };
			return DELIVERY_DUPLICATE;
		}
	}
	if (expected == none)
		return DELIVERY_INVENTED;
	*which = s->entry[expected].flight;
	return DELIVERY_CORRUPT;
}

/* The first message of a lane, from this one on, that comes to the leaf as one for `to`; if that is several leaves, the first for
 * several that it has not received. */
static uint32_t next_of_source(const struct scoreboard *s, uint32_t first, uint32_t leaf, uint32_t to)
{
	for (uint32_t e = first; e != none; e = s->entry[e].next) {
		const struct message *m = &s->entry[e].flight.message;

		if (to < s->leaves ? m->destination == to
				   : is_to_several(s, m) && concerns(s, m, leaf) && !one_order_received(s->order, leaf, e))
			return e;
	}
	return none;
}

/* A message of a lane for that leaf and with that payload; none: there is none. */
static uint32_t any_of_source(struct scoreboard *s, const struct lane *lane, uint32_t leaf, const uint64_t *payload)
{
	for (uint32_t e = lane->first; e != none; e = s->entry[e].next)
		if (s->entry[e].flight.message.destination == leaf && payload_is(s, &s->entry[e].flight.message, payload))
			return e;
	return none;
}

enum verdict scoreboard_delivered(struct scoreboard *s, uint32_t leaf, uint32_t to, uint32_t source,
				  const uint64_t *payload, struct flight *which)
{
	uint32_t entry = none;
	struct lane *lane;
	struct entry *e;

	if (source >= s->leaves)
		return DELIVERY_INVENTED;
	lane = &s->lane[source];
	if (s->may_overtake && to == leaf)
		entry = any_of_source(s, lane, leaf, payload);
	if (entry == none)
		entry = next_of_source(s, lane->first, leaf, to);
	e = entry == none ? NULL : &s->entry[entry];
	if (!e || e->flight.message.source != source || e->flight.message.destination != to
	    || !concerns(s, &e->flight.message, leaf) || !payload_is(s, &e->flight.message, payload)
	    || (to >= s->leaves && !one_order_receive(s->order, leaf, entry, &e->flight.message)))
		return explain(s, lane, leaf, to, payload, entry, which);
	*which = e->flight;
	if (--e->missing > 0)
		return DELIVERY_GOOD;
	if (to >= s->leaves)
		one_order_finish(s->order, entry);
	forget(s, lane, entry);
	s->delivered++;
	return DELIVERY_GOOD;
}

bool scoreboard_thrown(struct scoreboard *s, uint32_t leaf, uint32_t source, bool shown)
{
	struct lane *lane = source < s->leaves ? &s->lane[source] : NULL;
	uint32_t entry = lane ? next_of_source(s, lane->first, leaf, leaf) : none;

	if (entry != none && shown)
		entry = next_of_source(s, s->entry[entry].next, leaf, leaf);
	if (entry == none)
		return false;
	forget(s, lane, entry);
	s->thrown++;
	return true;
}

uint64_t scoreboard_in_flight(const struct scoreboard *s)
{
	return s->offered - s->delivered - s->thrown;
}

uint64_t scoreboard_offered_count(const struct scoreboard *s)
{
	return s->offered;
}

uint64_t scoreboard_delivered_count(const struct scoreboard *s)
{
	return s->delivered;
}

bool scoreboard_is_idle(const struct scoreboard *s, uint32_t source)
{
	return s->lane[source].first == none;
}

bool scoreboard_oldest(const struct scoreboard *s, struct flight *oldest)
{
	bool found = false;

	for (unsigned i = 0; i < s->leaves; i++) {
		uint32_t e = s->lane[i].first;

		if (e != none && (!found || s->entry[e].flight.offered < oldest->offered)) {
			*oldest = s->entry[e].flight;
			found = true;
		}
	}
	return found;
}
