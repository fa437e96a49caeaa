/* scoreboard.c: what was sent against what arrived.
 *
 * Each source has a list of its messages on their way, in the order in which they were sent. */
#include "scoreboard.h"

#include <stdlib.h>
#include <string.h>

#include "util/text.h"

const char *const verdict_words[DELIVERY_COUNT] = {
	[DELIVERY_GOOD] = "arrived as it should",
	[DELIVERY_DUPLICATE] = "arrived twice",
	[DELIVERY_REORDERED] = "overtook an earlier message of the same pair",
	[DELIVERY_CORRUPT] = "arrived with another payload",
	[DELIVERY_MISROUTED] = "arrived at the wrong leaf",
	[DELIVERY_INVENTED] = "was never sent",
};

/* Delivered messages remembered per source. */
enum { RECENT = 8 };

static const uint32_t none = UINT32_MAX;

struct entry {
	struct flight flight;
	uint32_t next;
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
	uint64_t offered, delivered;
};

struct scoreboard *scoreboard_create(unsigned leaves, unsigned payload_bits, payload_of *payload,
				     const void *context)
{
	struct scoreboard *s = allocate(sizeof(*s));

	s->leaves = leaves;
	s->payload_words = (payload_bits + 63) / 64;
	s->payload = payload;
	s->context = context;
	s->lane = allocate_array(leaves, sizeof(*s->lane));
	s->words = allocate_array(s->payload_words, sizeof(*s->words));
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
	free(s);
}

static uint32_t fresh_entry(struct scoreboard *s)
{
	uint32_t entry;

	if (s->unused == none) {
		uint32_t room = s->entry_room ? s->entry_room * 2 : 1024;

		s->entry = reallocate(s->entry, room * sizeof(*s->entry));
		for (uint32_t i = s->entry_room; i < room; i++)
			s->entry[i].next = i + 1 < room ? i + 1 : none;
		s->unused = s->entry_room;
		s->entry_room = room;
	}
	entry = s->unused;
	s->unused = s->entry[entry].next;
	return entry;
}

void scoreboard_offered(struct scoreboard *s, const struct message *m, uint64_t clock)
{
	struct lane *lane = &s->lane[m->source];
	uint32_t entry = fresh_entry(s);

	s->entry[entry] = (struct entry){ { *m, clock, FLIGHT_NOT_TAKEN }, none };
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

	/* It may have arrived already; what was offered before it has been taken. */
	if (last != none && s->entry[last].flight.taken == FLIGHT_NOT_TAKEN)
		s->entry[last].flight.taken = clock;
}

static bool payload_is(struct scoreboard *s, const struct message *m, const uint64_t *payload)
{
	s->payload(s->context, m, s->words);
	return !memcmp(s->words, payload, s->payload_words * sizeof(*payload));
}

/* Takes the entry after `before` (none: the first) out of a lane's list. */
static void forget(struct scoreboard *s, struct lane *lane, uint32_t before, uint32_t entry)
{
	uint32_t next = s->entry[entry].next;

	lane->recent[lane->recent_count++ % RECENT] = s->entry[entry].flight.message;
	if (before == none)
		lane->first = next;
	else
		s->entry[before].next = next;
	if (lane->last == entry)
		lane->last = before;
	s->entry[entry].next = s->unused;
	s->unused = entry;
	s->delivered++;
}

/* What a delivery is that is not the next one of its pair. `expected`: the next one, or none. */
static enum verdict explain(struct scoreboard *s, const struct lane *lane, uint32_t leaf, const uint64_t *payload,
			    uint32_t expected, struct flight *which)
{
	unsigned recent = lane->recent_count < RECENT ? lane->recent_count : RECENT;

	for (uint32_t e = lane->first; e != none; e = s->entry[e].next) {
		if (!payload_is(s, &s->entry[e].flight.message, payload))
			continue;
		*which = s->entry[e].flight;
		return which->message.destination == leaf ? DELIVERY_REORDERED : DELIVERY_MISROUTED;
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

enum verdict scoreboard_delivered(struct scoreboard *s, uint32_t leaf, uint32_t source,
				  const uint64_t *payload, struct flight *which)
{
	uint32_t before = none, entry;
	struct lane *lane;

	if (source >= s->leaves)
		return DELIVERY_INVENTED;
	lane = &s->lane[source];
	entry = lane->first;
	while (entry != none && s->entry[entry].flight.message.destination != leaf) {
		before = entry;
		entry = s->entry[entry].next;
	}
	if (entry == none || !payload_is(s, &s->entry[entry].flight.message, payload))
		return explain(s, lane, leaf, payload, entry, which);
	*which = s->entry[entry].flight;
	forget(s, lane, before, entry);
	return DELIVERY_GOOD;
}

uint64_t scoreboard_in_flight(const struct scoreboard *s)
{
	return s->offered - s->delivered;
}

uint64_t scoreboard_offered_count(const struct scoreboard *s)
{
	return s->offered;
}

uint64_t scoreboard_delivered_count(const struct scoreboard *s)
{
	return s->delivered;
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
