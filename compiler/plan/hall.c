/* hall.c: looks for too many inputs with too few neighbours. */
#include "plan/hall.h"

#include <stdlib.h>

#include "random.h"
#include "util/budget.h"
#include "util/text.h"

/* Steps of the budget: for each candidate of a proof, and for each item looked at in a search. */
enum { PROVING = 40, LOOKING = 2 };

void bipartite_free(struct bipartite *graph)
{
	free(graph->first);
	free(graph->source);
	*graph = (struct bipartite){ 0 };
}

/* The proof -------------------------------------------------------------------------------------------------------- */

/* Do some `wanted` of these items have at most `most` neighbours together? */
struct question {
	const uint64_t *neighbours;	/* of each item, a bit each */
	unsigned items;
	unsigned wanted, most;
	bool connected;			/* only sets whose items each share a neighbour with an earlier one */
	unsigned long *steps;
};

enum answer { NO, YES, UNKNOWN };
enum { WHOLE = 5040 };

/* Written out because __builtin_popcountll() is a call and a table on processors without the instruction. */
static unsigned size(uint64_t set)
{
	set -= set >> 1 & UINT64_C(0x5555555555555555);
	set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
	set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
	return (unsigned)(set * UINT64_C(0x0101010101010101) >> 56);
}

/* Drops the candidates that would add too many neighbours, and takes those that add none. Returns how many were
 * taken. */
static unsigned sift(const struct question *q, uint64_t covered, uint8_t *candidate, unsigned *count)
{
	unsigned left = 0, taken = 0;

	for (unsigned i = 0; i < *count; i++) {
		uint64_t more = q->neighbours[candidate[i]] & ~covered;

		if (more == 0)
			taken++;
		else if (size(covered | more) <= q->most)
			candidate[left++] = candidate[i];
	}
	*count = left;
	return taken;
}

/* The allowed candidate that adds fewest neighbours; `count`: none is allowed. */
static unsigned next_candidate(const struct question *q, uint64_t covered, const uint8_t *candidate, unsigned count)
{
	unsigned best = count, least = 0;

	for (unsigned i = 0; i < count; i++) {
		uint64_t its = q->neighbours[candidate[i]];
		unsigned added = size(its & ~covered);

		if (q->connected && covered != 0 && (its & covered) == 0)
			continue;
		if (best == count || added < least) {
			best = i;
			least = added;
		}
	}
	return best;
}

/* Takes the largest weight out. Their lowest bits are their places, so that the loop does without branches. */
static unsigned heaviest(int weight[HALL_MAXIMUM_INPUTS])
{
	int best = 0;

	for (unsigned i = 0; i < HALL_MAXIMUM_INPUTS; i++)
		best = weight[i] > best ? weight[i] : best;
	weight[best % HALL_MAXIMUM_INPUTS] = 0;
	return (unsigned)best / HALL_MAXIMUM_INPUTS;
}

/* Whether `needed` candidates may have their neighbours in `room` further ones, by an upper bound: a candidate with m
 * neighbours missing adds 1/m to the weight of each; the bound is the sum of the `room` largest weights. */
static bool may_hold(const struct question *q, uint64_t covered, const uint8_t *candidate, unsigned count,
		     unsigned room, unsigned needed)
{
	int weight[HALL_MAXIMUM_INPUTS];
	unsigned sum = 0;

	for (unsigned i = 0; i < HALL_MAXIMUM_INPUTS; i++)
		weight[i] = (int)i;
	for (unsigned i = 0; i < count; i++) {
		uint64_t more = q->neighbours[candidate[i]] & ~covered;
		unsigned part = (WHOLE + size(more) - 1) / size(more);

		for (; more; more &= more - 1)
			weight[__builtin_ctzll(more)] += (int)part * HALL_MAXIMUM_INPUTS;
	}
	for (; room > 0 && sum < needed * WHOLE; room--)
		sum += heaviest(weight);
	return sum >= needed * WHOLE;
}

/* Extends a set of `chosen` items that covers these neighbours by the candidates in `from`. */
static enum answer extend(const struct question *q, uint64_t covered, unsigned chosen, const uint8_t *from,
			  unsigned count)
{
	uint8_t candidate[HALL_MAXIMUM_INPUTS];

	if (*q->steps <= count)
		return UNKNOWN;
	*q->steps -= count + 1;
	budget_spend(PROVING * (uint64_t)(count + 1));
	for (unsigned i = 0; i < count; i++)
		candidate[i] = from[i];
	chosen += sift(q, covered, candidate, &count);
	if (chosen >= q->wanted)
		return YES;
	while (chosen + count >= q->wanted &&
	       may_hold(q, covered, candidate, count, q->most - size(covered), q->wanted - chosen)) {
		unsigned at = next_candidate(q, covered, candidate, count);

		if (at == count)
			return NO;
		uint8_t item = candidate[at];

		/* First with the candidate, then without. */
		candidate[at] = candidate[--count];
		enum answer answer = extend(q, covered | q->neighbours[item], chosen + 1, candidate, count);

		if (answer != NO)
			return answer;
	}
	return NO;
}

static enum answer ask(const struct question *q)
{
	uint8_t all[HALL_MAXIMUM_INPUTS];

	for (unsigned i = 0; i < q->items; i++)
		all[i] = (uint8_t)i;
	return extend(q, 0, 0, all, q->items);
}

/* Settles |T| from both ends towards the middle, each time from the end that was cheaper the last time. */
enum hall_verdict hall_prove(const struct bipartite *graph, unsigned k, unsigned long *steps)
{
	uint64_t of_input[HALL_MAXIMUM_INPUTS] = { 0 }, of_output[HALL_MAXIMUM_INPUTS] = { 0 };
	unsigned r = graph->inputs, s = graph->outputs, low = 0, high = k;	/* low <= |T| < high are open */
	unsigned long low_steps = 0, high_steps = 0;

	for (unsigned j = 0; j < s; j++)
		for (unsigned e = graph->first[j]; e < graph->first[j + 1]; e++) {
			of_input[graph->source[e]] |= UINT64_C(1) << j;
			of_output[j] |= UINT64_C(1) << graph->source[e];
		}
	while (low < high) {
		bool from_low = low_steps <= high_steps;
		unsigned t = from_low ? low++ : --high;
		/* If a violator has two parts without a common neighbour, one part is a smaller violator, ruled out
		 * already. */
		struct question inputs = { of_input, r, t + 1, t, true, steps };
		struct question outputs = { of_output, s, s - t, r - t - 1, false, steps };
		unsigned long before = *steps;
		enum answer answer = ask(from_low ? &inputs : &outputs);

		if (answer != NO)
			return answer == YES ? HALL_VIOLATED : HALL_SEARCHED;
		*(from_low ? &low_steps : &high_steps) = before - *steps;
	}
	return HALL_PROVED;
}

/* The search ------------------------------------------------------------------------------------------------------- */

/* The graph seen from one side: items collect neighbours. */
struct side {
	const struct bipartite *of_item;	/* source: the neighbours of an item */
	const struct bipartite *of_neighbour;	/* source: the items of a neighbour */
	unsigned *missing;			/* [item]: neighbours that are not collected yet */
	bool *taken;				/* [item] */
	bool *collected;			/* [neighbour] */
};

/* The same graph with inputs and outputs exchanged. */
static struct bipartite exchanged(const struct bipartite *graph)
{
	struct bipartite other = { graph->outputs, graph->inputs,
				   allocate_array(graph->inputs + 1, sizeof *other.first),
				   allocate_array(graph->first[graph->outputs] + 1, sizeof *other.source) };
	unsigned edges = graph->first[graph->outputs], *end = allocate_array(graph->inputs, sizeof *end);

	for (unsigned e = 0; e < edges; e++)
		other.first[graph->source[e] + 1]++;
	for (unsigned i = 0; i < graph->inputs; i++)
		end[i] = other.first[i + 1] += other.first[i];
	for (unsigned j = graph->outputs; j-- > 0;)
		for (unsigned e = graph->first[j]; e < graph->first[j + 1]; e++)
			other.source[--end[graph->source[e]]] = j;
	free(end);
	return other;
}

static void restart(struct side *side)
{
	for (unsigned i = 0; i < side->of_item->outputs; i++) {
		side->missing[i] = side->of_item->first[i + 1] - side->of_item->first[i];
		side->taken[i] = false;
	}
	for (unsigned j = 0; j < side->of_neighbour->outputs; j++)
		side->collected[j] = false;
}

/* Returns how many neighbours the item adds. */
static unsigned take(struct side *side, unsigned item)
{
	unsigned added = 0;

	side->taken[item] = true;
	for (unsigned e = side->of_item->first[item]; e < side->of_item->first[item + 1]; e++) {
		unsigned j = side->of_item->source[e];

		if (side->collected[j])
			continue;
		side->collected[j] = true;
		added++;
		for (unsigned f = side->of_neighbour->first[j]; f < side->of_neighbour->first[j + 1]; f++)
			side->missing[side->of_neighbour->source[f]]--;
	}
	return added;
}

/* A random one of the items that add fewest neighbours. */
static unsigned cheapest(const struct side *side, struct random *random)
{
	unsigned best = 0, least = 0, equal = 0;

	for (unsigned i = 0; i < side->of_item->outputs; i++) {
		if (side->taken[i] || (equal > 0 && side->missing[i] > least))
			continue;
		equal = equal > 0 && side->missing[i] == least ? equal + 1 : 1;
		least = side->missing[i];
		if (random_below(random, equal) == 0)
			best = i;
	}
	return best;
}

/* Grows a set of items, inputs or outputs, one by one, and returns whether it became a violator. */
static bool finds_violator(struct side *side, bool inputs, unsigned k, struct random *random)
{
	unsigned items = side->of_item->outputs, others = side->of_neighbour->outputs, covered = 0;

	restart(side);
	for (unsigned chosen = 1; chosen <= items; chosen++) {
		budget_spend(LOOKING * (uint64_t)items);
		unsigned item = chosen == 1 ? (unsigned)random_below(random, items) : cheapest(side, random);

		covered += take(side, item);
		/* |T|, and how many inputs have all their neighbours in T: from inputs the chosen, from outputs the
		 * rest. */
		unsigned t = inputs ? covered : items - chosen, held = inputs ? chosen : others - covered;

		if (t < k && held > t)
			return true;
		if (inputs && covered >= k)
			return false;
	}
	return false;
}

static bool side_is_bad(const struct bipartite *of_item, const struct bipartite *of_neighbour, bool inputs, unsigned k,
			unsigned trials, uint64_t seed)
{
	struct side side = { of_item, of_neighbour, allocate_array(of_item->outputs, sizeof *side.missing),
			     allocate_array(of_item->outputs, sizeof *side.taken),
			     allocate_array(of_neighbour->outputs, sizeof *side.collected) };
	struct random random;
	bool bad = false;

	random_start(&random, seed, inputs);
	for (unsigned i = 0; i < trials && !bad; i++)
		bad = finds_violator(&side, inputs, k, &random);
	free(side.missing);
	free(side.taken);
	free(side.collected);
	return bad;
}

enum hall_verdict hall_search(const struct bipartite *graph, unsigned k, unsigned trials, uint64_t seed)
{
	struct bipartite of_input = exchanged(graph);
	bool bad = side_is_bad(&of_input, graph, true, k, trials, seed) ||
		   side_is_bad(graph, &of_input, false, k, trials, seed);

	bipartite_free(&of_input);
	return bad ? HALL_VIOLATED : HALL_SEARCHED;
}
