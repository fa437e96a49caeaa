/* packed.c: our own schedules: as many cycles as the load factor requires, or a few more.
 *
 *   messages --halved if memory is short--> sets --tightest path first, next cycle with room--> most have a cycle
 *   --search for the rest--> a schedule; otherwise again with one more cycle
 *
 * Cycles are filled round robin rather than first fit: room stays even, and few messages find no cycle with room at
 * both ends.
 */
#include <math.h>
#include <stdlib.h>

#include "schedule/methods.h"
#include "schedule/search.h"
#include "schedule/splitting.h"
#include "util/budget.h"
#include "util/message.h"
#include "util/text.h"

/* Bytes of a packing, without messages. If most of them would stay zero, a packing that fits into a cache is as
 * good. */
static const size_t most_memory = (size_t)512 << 20, most_sparse_memory = (size_t)32 << 20;
enum { SPARSE = 16 };			/* a packing with more channels for each message of a cycle is sparse */

/* Work of search_run() for each message; small sets get more, and several starts. */
enum { WORK = 200, SMALL_WORK = 100000, MOST_SMALL_WORK = 100000000, LEAST_WORK = 100, STARTS = 10,
       MANY_MESSAGES = 50000 };

/* Each attempt, with one more cycle, gets half the work of the one before. */
static uint64_t work_of(size_t messages, unsigned attempt)
{
	uint64_t small = SMALL_WORK * (uint64_t)messages, work = (small < MOST_SMALL_WORK ? small : MOST_SMALL_WORK);

	work = (work + WORK * (uint64_t)messages) >> (attempt < 16 ? attempt : 16);
	return work + LEAST_WORK * (uint64_t)messages / (attempt + 1);
}

static unsigned starts_of(size_t messages)
{
	return messages < MANY_MESSAGES ? STARTS : 1;
}

/* Cycles to allocate: the lower bound and a reserve for search. */
static unsigned most_cycles(unsigned least)
{
	return least + least / 4 + 8;
}

enum { PLACING = 20 };			/* steps of the budget, for each message and level */

enum { TIGHTNESS = 64, KEYS = TIGHTNESS * (MAXIMUM_LEVELS + 1) };

/* The tightness of the channel above each vertex: 0 .. TIGHTNESS - 1, the last for the load factor. */
static uint8_t *tightness_of(const struct channel_tree *tree, const uint32_t *load, const struct load_factor *lambda)
{
	double greatest = (double)lambda->numerator / (double)lambda->denominator;
	uint8_t *tightness = allocate_array(2u << tree->levels, 1);

	for (uint32_t v = 2; v < 2u << tree->levels; v++) {
		double share = (double)load[v] / tree->capacity[vertex_level(v)] / greatest;

		tightness[v] = (uint8_t)(fmin(share, 1) * (TIGHTNESS - 1));
	}
	return tightness;
}

/* A sorting key that decreases with the tightness of the tightest channel of a message's path, then with its length. */
static uint32_t key_of(const struct channel_tree *tree, const struct demand *m, uint8_t *const tightness[2])
{
	uint32_t source = tree_leaf(tree, m->source), destination = tree_leaf(tree, m->destination);
	unsigned most = 0;

	for (; source != destination; source /= 2, destination /= 2) {
		most = tightness[0][source] > most ? tightness[0][source] : most;
		most = tightness[1][destination] > most ? tightness[1][destination] : most;
	}
	return KEYS - 1 - (most * (MAXIMUM_LEVELS + 1) + demand_height(m));
}

/* Shuffles messages with equal keys, which are adjacent. */
static void shuffle_equals(uint32_t *order, const uint32_t *key, size_t count, uint32_t random)
{
	size_t first = 0;

	for (size_t k = 1; k < count; k++) {
		uint32_t kept = order[k];
		size_t other;

		if (key[kept] != key[order[first]])
			first = k;
		random = random * 1664525 + 1013904223;
		other = first + (size_t)((uint64_t)random * (k - first + 1) >> 32);
		order[k] = order[other];
		order[other] = kept;
	}
}

/* The messages with the tightest paths first, of those the longest, and otherwise in an order that depends on
 * `start`. */
static uint32_t *order_of(const struct channel_tree *tree, const struct message_set *set, unsigned start)
{
	struct channel_loads loads = channel_loads_of(tree, set);
	struct load_factor lambda = load_factor_of(tree, &loads);
	uint8_t *tightness[2] = { tightness_of(tree, loads.up, &lambda), tightness_of(tree, loads.down, &lambda) };
	uint32_t *order = allocate_array(set->count + 1, sizeof *order);
	uint32_t *place = allocate_array(KEYS + 1, sizeof *place);
	uint32_t *key = allocate_array(set->count + 1, sizeof *key);

	for (size_t i = 0; i < set->count; i++)
		place[(key[i] = key_of(tree, &set->demand[i], tightness)) + 1]++;
	for (unsigned k = 1; k <= KEYS; k++)
		place[k] += place[k - 1];
	for (size_t i = 0; i < set->count; i++)
		order[place[key[i]]++] = (uint32_t)i;
	if (start > 0)
		shuffle_equals(order, key, set->count, start);
	free(place);
	free(key);
	free(tightness[0]);
	free(tightness[1]);
	channel_loads_free(&loads);
	return order;
}

static void place_all(struct search *s, const struct channel_tree *tree, const struct message_set *set, unsigned start)
{
	uint32_t *order = order_of(tree, set, start);

	budget_spend(PLACING * (uint64_t)set->count * tree->levels);
	for (size_t k = 0; k < set->count; k++)
		if (!search_place(s, order[k]))
			search_wait(s, order[k]);
	free(order);
}

/* Packs a set without local messages; every message gets a cycle below the result. */
static unsigned pack(const struct channel_tree *tree, const struct message_set *set, uint32_t *cycle);

/* Packs the messages without a cycle into new cycles behind the others. */
static unsigned pack_rest(const struct channel_tree *tree, const struct message_set *set, uint32_t *cycle,
			  unsigned cycles)
{
	struct message_set rest = { allocate_array(set->count + 1, sizeof *rest.demand), 0 };
	uint32_t *number = allocate_array(set->count + 1, sizeof *number);
	uint32_t *own = allocate_array(set->count + 1, sizeof *own);
	unsigned more;

	for (size_t i = 0; i < set->count; i++) {
		if (cycle[i] == NO_CYCLE) {
			number[rest.count] = (uint32_t)i;
			rest.demand[rest.count++] = set->demand[i];
		}
	}
	more = rest.count > 0 ? pack(tree, &rest, own) : 0;
	for (size_t k = 0; k < rest.count; k++)
		cycle[number[k]] = cycles + own[k];
	free(rest.demand);
	free(number);
	free(own);
	return cycles + more;
}

/* Begins a packing of `least` cycles and works on it. */
static struct search *try_start(struct packing *p, const struct channel_tree *tree, const struct message_set *set,
				unsigned least, unsigned start)
{
	struct search *s;

	packing_start(p, tree, set, most_cycles(least));
	packing_open(p, least);
	s = search_start(p, start + 1);
	place_all(s, tree, set, start);
	search_run(s, work_of(set->count, 0) / starts_of(set->count));
	return s;
}

static unsigned pack(const struct channel_tree *tree, const struct message_set *set, uint32_t *cycle)
{
	struct load_factor lambda = load_factor(tree, set);
	unsigned least = (unsigned)load_factor_cycles(&lambda), cycles;
	struct packing p;
	struct search *s = try_start(&p, tree, set, least, 0);

	for (unsigned start = 1; search_waiting(s) > 0 && start < starts_of(set->count); start++) {
		search_free(s);
		packing_free(&p);
		s = try_start(&p, tree, set, least, start);
	}
	for (unsigned attempt = 1; search_waiting(s) > 0 && p.cycles < p.most_cycles; attempt++) {
		progress("%u cycles, %zu messages left", p.cycles, search_waiting(s));
		packing_open(&p, p.cycles + 1 + (p.cycles - least) / 4);
		search_run(s, work_of(set->count, attempt));
	}
	for (size_t i = 0; i < set->count; i++)
		cycle[i] = p.cycle[i];
	cycles = p.cycles;
	search_free(s);
	packing_free(&p);
	return pack_rest(tree, set, cycle, cycles);
}

/* Whether a set should be halved rather than packed at once. */
static bool too_large(const struct channel_tree *tree, const struct message_set *set)
{
	struct load_factor lambda = load_factor(tree, set);
	size_t least = load_factor_cycles(&lambda), bytes;
	struct packing_size size = packing_size(tree, set);

	bytes = size.cycle_bytes * most_cycles((unsigned)least);
	if (least <= 1 || bytes <= most_sparse_memory)
		return false;
	return bytes > most_memory || size.channels / SPARSE > set->count / least * tree->levels;
}

/* Packs a range of the lists, halving it first while it would need too much memory. */
static unsigned pack_stretch(struct splitter *s, size_t start, size_t count, unsigned first, uint32_t *cycle)
{
	struct message_set part = { allocate_array(count + 1, sizeof *part.demand), count };
	const uint32_t *number = s->list[AT_SOURCE] + start;
	unsigned cycles;

	for (size_t k = 0; k < count; k++)
		part.demand[k] = s->set->demand[number[k]];
	if (too_large(s->tree, &part)) {
		size_t half = splitter_halve(s, start, count);

		free(part.demand);
		cycles = pack_stretch(s, start, half, first, cycle);
		return cycles + pack_stretch(s, start + half, count - half, first + cycles, cycle);
	}
	uint32_t *own = allocate_array(count + 1, sizeof *own);
	cycles = count > 0 ? pack(s->tree, &part, own) : 0;
	for (size_t k = 0; k < count; k++)
		cycle[number[k]] = first + own[k];
	free(own);
	free(part.demand);
	return cycles;
}

unsigned packed(const struct channel_tree *tree, const struct message_set *set, uint32_t *cycle)
{
	struct splitter s;
	unsigned cycles;

	for (size_t i = 0; i < set->count; i++)
		cycle[i] = SCHEDULE_LOCAL;
	splitter_start_whole(&s, tree, set);
	cycles = pack_stretch(&s, 0, s.count, 0, cycle);
	splitter_free(&s);
	progress_end();
	return cycles;
}
