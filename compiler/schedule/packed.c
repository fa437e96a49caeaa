/* packed.c: our own schedules: packing, then local search, for as many cycles as the load factor says or hardly more. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "schedule/methods.h"
#include "schedule/packing.h"
#include "util/text.h"

/* All that search knows beside the packing itself. */
struct search {
	struct packing p;
	uint32_t *waiting;		/* messages in no cycle: waiting[first .. end), a ring of p.count + 1 */
	size_t first, end;
	uint64_t work, limit;		/* words and messages looked at; no clock, so that every run is the same */
	uint32_t random;
	uint32_t *moved;		/* [message]: the last chain that moved it */
	uint32_t chain;
	uint32_t *rest;			/* [message]: not to be thrown out before this turn */
	uint32_t turn;
	uint32_t *log, *log_from;	/* moves of the chain at hand */
	size_t log_count;
	uint32_t *stack;		/* messages of the chain that are in no cycle; they go to stack_to */
	uint32_t *stack_to;
	size_t stack_count;
	uint64_t *fit;			/* p.words */
	uint64_t *other;
};

static uint32_t draw(struct search *s, uint32_t below)
{
	s->random = s->random * 1664525 + 1013904223;
	return (uint32_t)((uint64_t)s->random * below >> 32);
}

static size_t waiting_count(const struct search *s)
{
	return s->end >= s->first ? s->end - s->first : s->end + s->p.count + 1 - s->first;
}

static void wait_for_cycle(struct search *s, uint32_t message)
{
	s->waiting[s->end] = message;
	s->end = s->end == s->p.count ? 0 : s->end + 1;
}

static uint32_t next_waiting(struct search *s)
{
	uint32_t message = s->waiting[s->first];

	s->first = s->first == s->p.count ? 0 : s->first + 1;
	return message;
}

/* out = conjunction of the rooms of some channels; is there any cycle left in it? All ones for no channels, beyond the cycles in
 * use, too. */
static bool common_room(struct search *s, const uint32_t *channel, unsigned count, unsigned step, uint64_t *out)
{
	const struct packing *p = &s->p;
	unsigned words = (p->cycles + 63) / 64;
	uint64_t any = 0;

	for (unsigned w = 0; w < words; w++)
		out[w] = UINT64_MAX;
	if (p->cycles % 64)
		out[words - 1] = ((uint64_t)1 << p->cycles % 64) - 1;
	for (unsigned i = 0; i < count; i += step) {
		const uint64_t *room = packing_room(p, channel[i]);

		for (unsigned w = 0; w < words; w++)
			out[w] &= room[w];
	}
	for (unsigned w = 0; w < words; w++)
		any |= out[w];
	s->work += (uint64_t)words * (count / step + 2);
	return any != 0;
}

/* The first cycle of a set from `from` on, around. The set must not be empty. */
static uint32_t first_from(const uint64_t *set, unsigned cycles, uint32_t from)
{
	unsigned words = (cycles + 63) / 64, w = from / 64;
	uint64_t word = set[w] & UINT64_MAX << from % 64;

	while (!word) {
		w = w + 1 == words ? 0 : w + 1;
		word = set[w];
	}
	return w * 64 + (unsigned)__builtin_ctzll(word);
}

/* The first cycle with room on the whole way, without setting up anything. */
static uint32_t first_fit(struct search *s, const uint32_t *channel, unsigned count)
{
	const struct packing *p = &s->p;
	unsigned words = (p->cycles + 63) / 64;

	for (unsigned w = 0; w < words; w++) {
		uint64_t fit = w + 1 == words && p->cycles % 64 ? ((uint64_t)1 << p->cycles % 64) - 1 : UINT64_MAX;

		for (unsigned i = 0; i < count && fit; i++)
			fit &= packing_room(p, channel[i])[w];
		if (fit)
			return w * 64 + (unsigned)__builtin_ctzll(fit);
	}
	return NO_CYCLE;
}

static bool is_full(const struct packing *p, uint32_t channel, uint32_t cycle)
{
	return !(packing_room(p, channel)[cycle / 64] >> cycle % 64 & 1);
}

/* How many channels of a message's way are full in a cycle. */
static unsigned count_full(const struct packing *p, uint32_t message, uint32_t cycle)
{
	uint32_t channel[2 * MAXIMUM_LEVELS];
	unsigned count = packing_way(p, message, channel), full = 0;

	for (unsigned i = 0; i < count; i++)
		full += is_full(p, channel[i], cycle);
	return full;
}

enum { MOST_CANDIDATES = 24 };

/* A message of a cycle that passes the channel number `i` of the way of `message` and was not moved in this chain, nor has to
 * rest: of several one that finds the fewest full channels in cycle `to` (NO_CYCLE: anywhere). */
static uint32_t find_victim(struct search *s, uint32_t message, unsigned i, uint32_t cycle, uint32_t to)
{
	const struct packing *p = &s->p;
	int end = i & 1;
	unsigned shift = p->shift[i / 2], tried = 0, least = UINT32_MAX;
	uint32_t leaf = end ? p->demand[message].destination : p->demand[message].source;
	uint32_t low = leaf >> shift << shift, size = 1u << shift, best = NO_MESSAGE, start;

	if (low + size > p->tree->leaves)
		size = p->tree->leaves - low;
	start = size > 1 ? draw(s, size) : 0;
	for (uint32_t k = 0; k < size && tried < MOST_CANDIDATES; k++) {
		uint32_t at = low + (start + k < size ? start + k : start + k - size);

		s->work++;
		for (uint32_t m = p->head[end][(size_t)cycle * p->tree->leaves + at]; m != NO_MESSAGE; m = p->next[end][m]) {
			unsigned full;

			if (s->moved[m] == s->chain || demand_height(&p->demand[m]) <= shift)
				continue;
			if (to == NO_CYCLE && s->rest[m] > s->turn)
				continue;
			tried++;
			s->work += 4;
			if (to == NO_CYCLE)
				return m;
			full = count_full(p, m, to);
			if (full < least) {
				least = full;
				best = m;
			}
			if (full == 0)
				return best;
		}
	}
	return best;
}

static void undo(struct search *s)
{
	while (s->stack_count > 0)
		s->stack_count--;
	for (size_t k = s->log_count; k-- > 0;)
		if (s->p.cycle[s->log[k]] != NO_CYCLE)
			packing_take(&s->p, s->log[k]);
	for (size_t k = 0; k < s->log_count; k++)
		if (s->log_from[k] != NO_CYCLE)
			packing_put(&s->p, s->log[k], s->log_from[k]);
}

static void chain_move(struct search *s, uint32_t message, uint32_t to)
{
	s->moved[message] = s->chain;
	s->log[s->log_count] = message;
	s->log_from[s->log_count++] = s->p.cycle[message];
	if (s->p.cycle[message] != NO_CYCLE)
		packing_take(&s->p, message);
	s->stack[s->stack_count] = message;
	s->stack_to[s->stack_count++] = to;
}

/* Puts a message into cycle a; what has no room there any more goes to cycle b, what has none there any more to a, and so on.
 * Nothing is changed where that does not end well. */
static bool try_chain(struct search *s, uint32_t message, uint32_t a, uint32_t b, size_t longest)
{
	struct packing *p = &s->p;

	s->chain++;
	s->log_count = s->stack_count = 0;
	chain_move(s, message, a);
	while (s->stack_count > 0) {
		uint32_t channel[2 * MAXIMUM_LEVELS], m = s->stack[--s->stack_count], to = s->stack_to[s->stack_count];
		unsigned count = packing_way(p, m, channel);

		packing_put(p, m, to);
		s->work += 4 * count;
		for (unsigned i = 0; i < count; i++) {
			while (p->load[(size_t)to * p->channels + channel[i]] > p->capacity[i / 2]) {
				uint32_t victim = s->log_count > longest ? NO_MESSAGE : find_victim(s, m, i, to, a + b - to);

				if (victim == NO_MESSAGE) {
					undo(s);
					return false;
				}
				chain_move(s, victim, a + b - to);
			}
		}
	}
	return true;
}

enum { FIRST_CYCLES = 6, SECOND_CYCLES = 3 };

/* Exchanges between cycles a, in which a message finds all channels of one direction free, and b, in which it finds free those
 * that are full in a. `end`: which direction is free in a. */
static bool try_exchanges(struct search *s, uint32_t message, unsigned end)
{
	struct packing *p = &s->p;
	uint32_t channel[2 * MAXIMUM_LEVELS], blocked[MAXIMUM_LEVELS];
	unsigned count = packing_way(p, message, channel), cycles = p->cycles;
	size_t longest = 4 * (size_t)p->tree->leaves + 64;

	if (!common_room(s, channel + end, count - end, 2, s->fit))
		return false;
	uint32_t a = draw(s, cycles), b;
	for (unsigned i = 0; i < FIRST_CYCLES; i++) {
		unsigned full = 0;
		uint32_t before = a;

		a = first_from(s->fit, cycles, a);
		if (i > 0 && a == before)
			break;
		for (unsigned k = 1 - end; k < count; k += 2)
			if (is_full(p, channel[k], a))
				blocked[full++] = channel[k];
		if (common_room(s, blocked, full, 1, s->other)) {
			b = draw(s, cycles);
			for (unsigned j = 0; j < SECOND_CYCLES; j++) {
				b = first_from(s->other, cycles, b);
				if (try_chain(s, message, a, b, longest))
					return true;
				b = b + 1 == cycles ? 0 : b + 1;
			}
		}
		a = a + 1 == cycles ? 0 : a + 1;
	}
	return false;
}

/* Puts a message into the cycle in which it finds the fewest full channels, and throws out what is in its way. */
static void force(struct search *s, uint32_t message)
{
	struct packing *p = &s->p;
	uint32_t channel[2 * MAXIMUM_LEVELS], best = 0, start = draw(s, p->cycles);
	unsigned count = packing_way(p, message, channel), least = UINT32_MAX;

	for (unsigned c = 0; c < p->cycles && c < 64; c++) {
		uint32_t cycle = (start + c) % p->cycles;
		unsigned full = 0;

		for (unsigned i = 0; i < count; i++)
			full += is_full(p, channel[i], cycle);
		if (full < least) {
			least = full;
			best = cycle;
		}
	}
	s->work += 64;
	s->chain++;
	s->turn++;
	packing_put(p, message, best);
	s->moved[message] = s->chain;
	for (unsigned i = 0; i < count; i++) {
		while (p->load[(size_t)best * p->channels + channel[i]] > p->capacity[i / 2]) {
			uint32_t victim = find_victim(s, message, i, best, NO_CYCLE);

			if (victim == NO_MESSAGE) {	/* all have to rest */
				packing_take(p, message);
				wait_for_cycle(s, message);
				return;
			}
			packing_take(p, victim);
			wait_for_cycle(s, victim);
		}
	}
	s->rest[message] = s->turn + 10 + draw(s, 10) + (uint32_t)waiting_count(s);
}

static bool place(struct search *s, uint32_t message)
{
	uint32_t channel[2 * MAXIMUM_LEVELS], cycle;
	unsigned count = packing_way(&s->p, message, channel);

	cycle = first_fit(s, channel, count);
	s->work += count;
	if (cycle == NO_CYCLE)
		return false;
	packing_put(&s->p, message, cycle);
	return true;
}

int packed_debug;

static void improve(struct search *s)
{
	while (waiting_count(s) > 0 && s->work < s->limit) {
		uint32_t message = next_waiting(s);

		if (place(s, message))
			continue;
		unsigned end = draw(s, 2);
		if (try_exchanges(s, message, end) || try_exchanges(s, message, 1 - end))
			continue;
		force(s, message);
	}
}

struct ranked {
	uint32_t message;
	uint32_t key;
};

static int by_key(const void *a, const void *b)
{
	const struct ranked *first = a, *second = b;

	if (first->key != second->key)
		return first->key < second->key ? 1 : -1;
	return (first->message > second->message) - (first->message < second->message);
}

/* Tightest way first. */
static void fill_waiting(struct search *s, const struct message_set *set)
{
	struct channel_loads loads = channel_loads_of(s->p.tree, set);
	struct ranked *order = allocate_array(set->count + 1, sizeof *order);

	for (uint32_t i = 0; i < set->count; i++) {
		uint32_t u = tree_leaf(s->p.tree, set->demand[i].source), v = tree_leaf(s->p.tree, set->demand[i].destination);
		double most = 0;

		for (; u != v; u /= 2, v /= 2) {
			unsigned capacity = s->p.tree->capacity[vertex_level(u)];
			double own = (loads.up[u] > loads.down[v] ? loads.up[u] : loads.down[v]) / (double)capacity;

			most = own > most ? own : most;
		}
		order[i] = (struct ranked){ i, (uint32_t)(most * 32 / 1) * 32 + demand_height(&set->demand[i]) };
	}
	qsort(order, set->count, sizeof *order, by_key);
	for (size_t k = 0; k < set->count; k++)
		wait_for_cycle(s, order[k].message);
	free(order);
	channel_loads_free(&loads);
}

static unsigned pack(const struct channel_tree *tree, const struct message_set *set, uint32_t *cycle)
{
	struct load_factor lambda = load_factor(tree, set);
	unsigned least = (unsigned)load_factor_cycles(&lambda);
	struct search s = { .random = 1 };
	size_t n = set->count + 1;

	packing_start(&s.p, tree, set, least + least / 2 + 64);
	s.waiting = allocate_array(n + 1, sizeof *s.waiting);
	s.moved = allocate_array(n, sizeof *s.moved);
	s.rest = allocate_array(n, sizeof *s.rest);
	s.log = allocate_array(2 * n, sizeof *s.log);
	s.log_from = allocate_array(2 * n, sizeof *s.log_from);
	s.stack = allocate_array(n, sizeof *s.stack);
	s.stack_to = allocate_array(n, sizeof *s.stack_to);
	s.fit = allocate_array(s.p.words + 1, sizeof *s.fit);
	s.other = allocate_array(s.p.words + 1, sizeof *s.other);
	fill_waiting(&s, set);
	packing_open(&s.p, least);
	size_t count = waiting_count(&s);
	for (size_t k = 0; k < count; k++) {
		uint32_t message = next_waiting(&s);

		if (!place(&s, message))
			wait_for_cycle(&s, message);
	}
	if (packed_debug)
		fprintf(stderr, "least %u levels %u, %zu messages, greedy leaves %zu, work %llu\n", least, s.p.levels, set->count, waiting_count(&s), (unsigned long long)s.work);
	for (;;) {
		s.limit = s.work + 200 * (uint64_t)set->count + 20000000;
		improve(&s);
		if (packed_debug)
			fprintf(stderr, "  %u cycles: %zu waiting, work %llu\n", s.p.cycles, waiting_count(&s), (unsigned long long)s.work);
		if (waiting_count(&s) == 0)
			break;
		packing_open(&s.p, s.p.cycles + 1);
	}
	for (size_t i = 0; i < set->count; i++)
		cycle[i] = s.p.cycle[i];
	unsigned used = s.p.cycles;
	packing_free(&s.p);
	free(s.waiting); free(s.moved); free(s.rest); free(s.log); free(s.log_from); free(s.stack); free(s.stack_to); free(s.fit); free(s.other);
	return used;
}

unsigned packed(const struct channel_tree *tree, const struct message_set *set, uint32_t *cycle)
{
	struct message_set moving = { allocate_array(set->count + 1, sizeof *moving.demand), 0 };
	uint32_t *own = allocate_array(set->count + 1, sizeof *own);
	unsigned cycles;

	for (size_t i = 0; i < set->count; i++)
		if (demand_height(&set->demand[i]) > 0)
			moving.demand[moving.count++] = set->demand[i];
	cycles = pack(tree, &moving, own);
	for (size_t i = 0, k = 0; i < set->count; i++)
		cycle[i] = demand_height(&set->demand[i]) > 0 ? own[k++] : SCHEDULE_LOCAL;
	free(moving.demand);
	free(own);
	return cycles;
}
