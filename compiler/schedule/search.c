/* search.c: local search for a packing. */
#include "schedule/search.h"

#include <stdlib.h>

#include "util/budget.h"
#include "util/text.h"

enum {
	CANDIDATES = 8,			/* messages compared when one is to be thrown out */
	FIRST_CYCLES = 3,		/* cycles a tried for a message, each with one b */
	FORCED_CYCLES = 64,		/* cycles compared when a message is placed by force */
	TURNS_OF_REST = 10,
	STEPS = 16,			/* of the budget, for each unit of work */
};

struct list {
	uint32_t *item;
	size_t count, room;
};

struct search {
	struct packing *p;
	struct list waiting;		/* from `first` on */
	size_t first;
	uint64_t work;
	uint32_t random;
	uint32_t pointer;		/* where search_place() begins to look */
	uint32_t turn;
	uint32_t *rest;			/* [message]: not to be thrown out by force before this turn */
	uint64_t *cycles_a, *cycles_b;	/* sets of cycles */

	/* The current chain. */
	uint32_t chain;			/* its number */
	uint32_t *moved;		/* [message]: the last chain that moved it; a chain moves a message once */
	uint32_t sum;			/* a + b */
	struct list log, log_from;	/* messages moved, and the cycles they came from */
	struct list flying, flying_to;	/* messages between cycles, and their next cycles */
	struct list deferred[MAXIMUM_LEVELS];	/* by level: message << 1 | direction for an overfull channel */
	size_t longest;
};

static void list_add(struct list *l, uint32_t item)
{
	if (l->count == l->room) {
		l->room = l->room ? 2 * l->room : 256;
		l->item = reallocate(l->item, l->room * sizeof *l->item);
	}
	l->item[l->count++] = item;
}

struct search *search_start(struct packing *p, uint32_t seed)
{
	struct search *s = allocate(sizeof *s);

	*s = (struct search){ .p = p, .random = seed, .longest = 4 * (size_t)p->tree->leaves + 64 };
	s->rest = allocate_array(p->count + 1, sizeof *s->rest);
	s->moved = allocate_array(p->count + 1, sizeof *s->moved);
	s->cycles_a = allocate_array(p->words + 1, sizeof *s->cycles_a);
	s->cycles_b = allocate_array(p->words + 1, sizeof *s->cycles_b);
	return s;
}

void search_free(struct search *s)
{
	struct list *lists[] = { &s->waiting, &s->log, &s->log_from, &s->flying, &s->flying_to };

	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		free(lists[i]->item);
	for (unsigned k = 0; k < MAXIMUM_LEVELS; k++)
		free(s->deferred[k].item);
	free(s->rest);
	free(s->moved);
	free(s->cycles_a);
	free(s->cycles_b);
	free(s);
}

void search_wait(struct search *s, uint32_t message)
{
	list_add(&s->waiting, message);
}

size_t search_waiting(const struct search *s)
{
	return s->waiting.count - s->first;
}

static uint32_t next_waiting(struct search *s)
{
	uint32_t message = s->waiting.item[s->first++];

	/* The front half has been served: drop it, lest the list grow for ever. */
	if (s->first > s->waiting.count / 2) {
		size_t left = search_waiting(s);

		for (size_t k = 0; k < left; k++)
			s->waiting.item[k] = s->waiting.item[s->first + k];
		s->waiting.count = left;
		s->first = 0;
	}
	return message;
}

/* A random number from 0 to below - 1. */
static uint32_t draw(struct search *s, uint32_t below)
{
	s->random = s->random * 1664525 + 1013904223;
	return (uint32_t)((uint64_t)s->random * below >> 32);
}

static unsigned words_in_use(const struct packing *p)
{
	return (p->cycles + 63) / 64;
}

static uint32_t next_cycle(const struct packing *p, uint32_t cycle)
{
	return cycle + 1 >= p->cycles ? 0 : cycle + 1;
}

bool search_place(struct search *s, uint32_t message)
{
	struct packing *p = s->p;
	uint32_t channel[2 * MAXIMUM_LEVELS];
	unsigned count = packing_way(p, message, channel), words = words_in_use(p), w = s->pointer / 64;
	uint64_t fit = UINT64_MAX << s->pointer % 64;

	for (unsigned k = 0; k <= words; k++) {
		/* Channels exclude the cycles not in use, but a path may have no binding channel. */
		if (w + 1 == words && p->cycles % 64)
			fit &= ((uint64_t)1 << p->cycles % 64) - 1;
		for (unsigned i = 0; i < count && fit; i++)
			fit &= packing_room(p, channel[i])[w];
		s->work += count + 1;
		if (fit) {
			uint32_t cycle = w * 64 + (unsigned)__builtin_ctzll(fit);

			packing_put(p, message, cycle);
			s->pointer = next_cycle(p, cycle);
			return true;
		}
		w = w + 1 == words ? 0 : w + 1;
		fit = UINT64_MAX;
	}
	return false;
}

/* Sets `set` to the cycles with room on all of channel[0], channel[step], .. below channel[count]; returns whether
 * there is any. */
static bool common_room(struct search *s, const uint32_t *channel, unsigned count, unsigned step, uint64_t *set)
{
	const struct packing *p = s->p;
	unsigned words = words_in_use(p);
	uint64_t any = 0;

	for (unsigned w = 0; w < words; w++)
		set[w] = UINT64_MAX;
	if (p->cycles % 64)
		set[words - 1] = ((uint64_t)1 << p->cycles % 64) - 1;
	for (unsigned i = 0; i < count; i += step) {
		const uint64_t *room = packing_room(p, channel[i]);

		for (unsigned w = 0; w < words; w++)
			set[w] &= room[w];
	}
	for (unsigned w = 0; w < words; w++)
		any |= set[w];
	s->work += (uint64_t)words * (count / step + 2);
	return any != 0;
}

/* The first cycle of a nonempty set, starting at `from` and wrapping around. */
static uint32_t first_from(const struct packing *p, const uint64_t *set, uint32_t from)
{
	unsigned words = words_in_use(p), w = from / 64;
	uint64_t word = set[w] & UINT64_MAX << from % 64;

	while (!word) {
		w = w + 1 == words ? 0 : w + 1;
		word = set[w];
	}
	return w * 64 + (unsigned)__builtin_ctzll(word);
}

static bool is_full(const struct packing *p, uint32_t channel, uint32_t cycle)
{
	return !(packing_room(p, channel)[cycle / 64] >> cycle % 64 & 1);
}

static bool is_too_full(const struct packing *p, uint32_t channel, unsigned i, uint32_t cycle)
{
	return p->load[(size_t)cycle * p->channels + channel] > p->capacity[i / 2];
}

/* How many channels of a message's path are full in a cycle. */
static unsigned count_full(const struct packing *p, const uint32_t *channel, unsigned count, uint32_t cycle)
{
	unsigned full = 0;

	for (unsigned i = 0; i < count; i++)
		full += is_full(p, channel[i], cycle);
	return full;
}

/* The choice of a message to throw out of a channel. */
struct choice {
	uint32_t to;			/* the cycle it would go to, or NO_CYCLE: it will wait */
	uint32_t best;
	unsigned least;			/* full channels of `best` there */
	unsigned compared;
};

/* Compares a candidate with the best so far; returns whether the choice is final. */
static bool compare(struct search *s, uint32_t candidate, struct choice *c)
{
	uint32_t channel[2 * MAXIMUM_LEVELS];
	unsigned full = 0;

	if (s->moved[candidate] == s->chain || (c->to == NO_CYCLE && s->rest[candidate] > s->turn))
		return false;
	if (c->to != NO_CYCLE)
		full = count_full(s->p, channel, packing_way(s->p, candidate, channel), c->to);
	s->work += 4;
	if (c->best == NO_MESSAGE || full < c->least) {
		c->best = candidate;
		c->least = full;
	}
	return full == 0 || ++c->compared == CANDIDATES;
}

/* A message to throw out of channel i of the path of `message` in its cycle: of several on that channel, not yet moved
 * by this chain, the one with fewest full channels in cycle `to`. NO_MESSAGE if there is none. */
static uint32_t find_victim(struct search *s, uint32_t message, unsigned i, uint32_t to)
{
	const struct packing *p = s->p;
	const uint32_t *head = p->head[i & 1] + (size_t)p->cycle[message] * p->tree->leaves, *next = p->next[i & 1];
	uint32_t leaf = i & 1 ? p->demand[message].destination : p->demand[message].source;
	unsigned shift = p->shift[i / 2];
	uint32_t low = leaf >> shift << shift, size = p->tree->leaves - low;
	struct choice c = { .to = to, .best = NO_MESSAGE };

	/* All leaves below the channel, from any of them on. */
	size = size < 1u << shift ? size : 1u << shift;
	leaf = size > 1 ? draw(s, size) : 0;
	for (uint32_t k = 0; k < size; k++, leaf = leaf + 1 == size ? 0 : leaf + 1) {
		s->work++;
		for (uint32_t m = head[low + leaf]; m != NO_MESSAGE; m = next[m])
			if (demand_height(&p->demand[m]) > shift && compare(s, m, &c))
				return c.best;
	}
	return c.best;
}

/* Takes a message out of its cycle, if any, and sends it to another. */
static void send(struct search *s, uint32_t message, uint32_t to)
{
	s->moved[message] = s->chain;
	list_add(&s->log, message);
	list_add(&s->log_from, s->p->cycle[message]);
	if (s->p->cycle[message] != NO_CYCLE)
		packing_take(s->p, message);
	list_add(&s->flying, message);
	list_add(&s->flying_to, to);
}

static void undo(struct search *s)
{
	for (size_t k = s->log.count; k-- > 0;)
		if (s->p->cycle[s->log.item[k]] != NO_CYCLE)
			packing_take(s->p, s->log.item[k]);
	for (size_t k = 0; k < s->log.count; k++)
		if (s->log_from.item[k] != NO_CYCLE)
			packing_put(s->p, s->log.item[k], s->log_from.item[k]);
}

/* Sends messages from a channel of the path of `message` to the chain's other cycle until the channel is not
 * overfull. */
static bool relieve(struct search *s, uint32_t message, uint32_t channel, unsigned i)
{
	uint32_t cycle = s->p->cycle[message];

	while (is_too_full(s->p, channel, i, cycle)) {
		uint32_t victim = s->log.count > s->longest ? NO_MESSAGE : find_victim(s, message, i, s->sum - cycle);

		if (victim == NO_MESSAGE)
			return false;
		send(s, victim, s->sum - cycle);
	}
	return true;
}

/* Puts flying messages into their cycles. Only the lowest level, which rarely offers a choice, is relieved at once; an
 * overfull channel further up may have recovered by the end of the chain. */
static bool settle(struct search *s)
{
	while (s->flying.count > 0) {
		uint32_t channel[2 * MAXIMUM_LEVELS];
		uint32_t message = s->flying.item[--s->flying.count], to = s->flying_to.item[--s->flying_to.count];
		unsigned count = packing_way(s->p, message, channel);

		packing_put(s->p, message, to);
		s->work += 4 * count;
		for (unsigned i = 2; i < count; i++)
			if (is_too_full(s->p, channel[i], i, to))
				list_add(&s->deferred[i / 2], message << 1 | (i & 1));
		for (unsigned i = 0; i < count && i < 2; i++)
			if (!relieve(s, message, channel[i], i))
				return false;
	}
	return true;
}

/* Relieves the deferred channels of the lowest level that has any. *none: there were none. */
static bool relieve_deferred(struct search *s, bool *none)
{
	uint32_t channel[2 * MAXIMUM_LEVELS], item;
	unsigned k = 1;

	while (k < s->p->levels && s->deferred[k].count == 0)
		k++;
	*none = k >= s->p->levels;
	if (*none)
		return true;
	item = s->deferred[k].item[--s->deferred[k].count];
	packing_way(s->p, item >> 1, channel);
	return relieve(s, item >> 1, channel[2 * k + (item & 1)], 2 * k + (item & 1));
}

/* Puts a message into cycle a and exchanges messages without room with cycle b. Changes nothing if that fails. */
static bool try_chain(struct search *s, uint32_t message, uint32_t a, uint32_t b)
{
	bool good = true, none = false;

	s->chain++;
	s->sum = a + b;
	s->log.count = s->log_from.count = s->flying.count = s->flying_to.count = 0;
	for (unsigned k = 0; k < s->p->levels; k++)
		s->deferred[k].count = 0;
	send(s, message, a);
	while (good && !none)
		good = settle(s) && relieve_deferred(s, &none);
	if (!good)
		undo(s);
	return good;
}

/* Tries chains from cycles a with room for the message in one direction (`end`) to cycles b with room in the other. */
static bool try_chains(struct search *s, uint32_t message, unsigned end)
{
	const struct packing *p = s->p;
	uint32_t channel[2 * MAXIMUM_LEVELS], missing[MAXIMUM_LEVELS], a;
	unsigned count = packing_way(p, message, channel);

	if (!common_room(s, channel + end, count - end, 2, s->cycles_a))
		return false;
	a = draw(s, p->cycles);
	for (unsigned tries = 0; tries < FIRST_CYCLES; tries++, a = next_cycle(p, a)) {
		unsigned full = 0;

		a = first_from(p, s->cycles_a, a);
		for (unsigned i = 1 - end; i < count; i += 2)
			if (is_full(p, channel[i], a))
				missing[full++] = channel[i];
		if (common_room(s, missing, full, 1, s->cycles_b)
		    && try_chain(s, message, a, first_from(p, s->cycles_b, draw(s, p->cycles))))
			return true;
	}
	return false;
}

/* Of some cycles the one in which a message has fewest full channels. */
static uint32_t least_full(struct search *s, const uint32_t *channel, unsigned count)
{
	unsigned cycles = s->p->cycles, least = UINT32_MAX;
	uint32_t cycle = draw(s, cycles), best = cycle;

	for (unsigned c = 0; c < cycles && c < FORCED_CYCLES; c++, cycle = next_cycle(s->p, cycle)) {
		unsigned full = count_full(s->p, channel, count, cycle);

		if (full < least) {
			least = full;
			best = cycle;
		}
	}
	s->work += FORCED_CYCLES;
	return best;
}

/* Puts a message where it has fewest full channels; messages thrown out wait again. */
static void force(struct search *s, uint32_t message)
{
	struct packing *p = s->p;
	uint32_t channel[2 * MAXIMUM_LEVELS], cycle;
	unsigned count = packing_way(p, message, channel);

	cycle = least_full(s, channel, count);
	s->turn++;
	s->moved[message] = ++s->chain;
	packing_put(p, message, cycle);
	for (unsigned i = 0; i < count; i++) {
		while (is_too_full(p, channel[i], i, cycle)) {
			uint32_t victim = find_victim(s, message, i, NO_CYCLE);

			if (victim == NO_MESSAGE) {	/* all are protected */
				packing_take(p, message);
				search_wait(s, message);
				return;
			}
			packing_take(p, victim);
			search_wait(s, victim);
		}
	}
	s->rest[message] = s->turn + TURNS_OF_REST + draw(s, TURNS_OF_REST) + (uint32_t)search_waiting(s);
}

void search_run(struct search *s, uint64_t work)
{
	uint64_t end = s->work + work;

	while (search_waiting(s) > 0 && s->work < end) {
		uint32_t message = next_waiting(s);
		uint64_t before = s->work;
		unsigned direction;

		if (!search_place(s, message)) {
			direction = draw(s, 2);
			if (!try_chains(s, message, direction) && !try_chains(s, message, 1 - direction))
				force(s, message);
		}
		budget_spend(STEPS * (s->work - before));
	}
}
