/* theorem.c: the schedules of Leiserson 1985, section III.
 *
 *   messages --by turning vertex and direction--> bundles --halved again and again--> one-cycle sets --> cycles
 *
 * Bundles that turn on one level share cycles: two of them meet at most in channels below the same vertex, where one
 * goes up and the other down. Theorem 1 serves level after level; corollary 2, with wide channels, all at once. */
#include <stdlib.h>

#include "schedule/methods.h"
#include "schedule/splitting.h"
#include "util/budget.h"
#include "util/text.h"

struct theorem {
	struct splitter s;
	uint32_t *load[ENDS];		/* [vertex]: upwards, downwards, of the current bundle */
};

static void theorem_start(struct theorem *t, const struct channel_tree *tree, const struct message_set *set)
{
	splitter_start_bundles(&t->s, tree, set);
	for (int end = 0; end < ENDS; end++)
		t->load[end] = allocate_array(2u << tree->levels, sizeof *t->load[end]);
}

static void theorem_end(struct theorem *t)
{
	for (int end = 0; end < ENDS; end++)
		free(t->load[end]);
	splitter_free(&t->s);
}

/* The bundles of level k turn at vertices 2^k .. 2^(k+1) - 1. */
static uint32_t level_start(unsigned level)
{
	return 2u << level;
}

static size_t bundle_size(const struct theorem *t, uint32_t b)
{
	return t->s.start[b + 1] - t->s.start[b];
}

/* The least power of two >= load / capacity. */
static unsigned power_of_parts(uint64_t load, uint64_t capacity)
{
	uint64_t parts = 1;

	while (parts * capacity < load)
		parts *= 2;
	return (unsigned)parts;
}

/* Counts a message of the current bundle on its channels; raises *parts to the need of the fullest. */
static void add_load(struct theorem *t, uint32_t message, unsigned *parts)
{
	const struct channel_tree *tree = t->s.tree;
	uint32_t at[ENDS] = { tree_leaf(tree, t->s.set->demand[message].source),
			     tree_leaf(tree, t->s.set->demand[message].destination) };

	for (unsigned level = tree->levels; at[0] != at[1]; level--, at[0] /= 2, at[1] /= 2)
		for (int end = 0; end < ENDS; end++)
			if (++t->load[end][at[end]] > (uint64_t)*parts * tree->capacity[level])
				*parts *= 2;
}

static void clear_load(struct theorem *t, uint32_t message)
{
	uint32_t source = tree_leaf(t->s.tree, t->s.set->demand[message].source);
	uint32_t destination = tree_leaf(t->s.tree, t->s.set->demand[message].destination);

	for (; source != destination; source /= 2, destination /= 2)
		t->load[AT_SOURCE][source] = t->load[AT_DESTINATION][destination] = 0;
}

enum { LOADING = 6 };			/* steps of the budget, for each message and level */

/* The number of one-cycle sets into which halving divides a bundle: a power of two; 0 for an empty bundle. */
static unsigned bundle_parts(struct theorem *t, uint32_t b)
{
	const uint32_t *messages = t->s.list[AT_SOURCE] + t->s.start[b];
	unsigned parts = 1;

	if (bundle_size(t, b) == 0)
		return 0;
	budget_spend(LOADING * (uint64_t)bundle_size(t, b) * t->s.tree->levels);
	for (size_t k = 0; k < bundle_size(t, b); k++)
		add_load(t, messages[k], &parts);
	for (size_t k = 0; k < bundle_size(t, b); k++)
		clear_load(t, messages[k]);
	return parts;
}

/* Splits a range of the lists into `parts`, a power of two, which get the cycles from `first` on. */
static void split(struct theorem *t, size_t start, size_t count, unsigned parts, uint32_t first, uint32_t *cycle)
{
	if (count > 0 && parts > 1) {
		size_t half = splitter_halve(&t->s, start, count);
		split(t, start, half, parts / 2, first, cycle);
		split(t, start + half, count - half, parts / 2, first + parts / 2, cycle);
		return;
	}
	for (size_t k = start; k < start + count; k++)
		cycle[t->s.list[AT_SOURCE][k]] = first;
}

static void mark_local(const struct message_set *set, uint32_t *cycle)
{
	for (size_t i = 0; i < set->count; i++)
		if (demand_height(&set->demand[i]) == 0)
			cycle[i] = SCHEDULE_LOCAL;
}

/* Serves level after level; *levels counts those in use. Without `cycle` only counts the cycles. */
static unsigned serve(struct theorem *t, uint32_t *cycle, unsigned *levels)
{
	unsigned cycles = 0;

	*levels = 0;
	for (unsigned level = 0; level < t->s.tree->levels; level++) {
		unsigned most = 0;

		for (uint32_t b = level_start(level); b < level_start(level + 1); b++) {
			unsigned parts = bundle_parts(t, b);

			if (cycle)
				split(t, t->s.start[b], bundle_size(t, b), parts, cycles, cycle);
			most = parts > most ? parts : most;
		}
		cycles += most;
		*levels += most > 0;
	}
	return cycles;
}

unsigned theorem_1(const struct channel_tree *tree, const struct message_set *set, uint32_t *cycle)
{
	struct theorem t;
	unsigned levels;

	theorem_start(&t, tree, set);
	mark_local(set, cycle);
	unsigned cycles = serve(&t, cycle, &levels);
	theorem_end(&t);
	return cycles;
}

unsigned theorem_1_cycles(const struct channel_tree *tree, const struct message_set *set, unsigned *bound)
{
	struct load_factor lambda = load_factor(tree, set);
	struct theorem t;
	unsigned levels;

	theorem_start(&t, tree, set);
	unsigned cycles = serve(&t, NULL, &levels);
	theorem_end(&t);
	*bound = levels * power_of_parts(lambda.numerator, lambda.denominator);
	return cycles;
}

bool corollary_2_applies(const struct channel_tree *tree)
{
	for (unsigned k = 1; k <= tree->levels; k++)
		if (tree->capacity[k] <= tree->levels)
			return false;
	return true;
}

unsigned corollary_2_cycles(const struct channel_tree *tree, const struct message_set *set)
{
	struct channel_tree fictitious = *tree;
	struct load_factor lambda;

	for (unsigned k = 1; k <= tree->levels; k++)
		fictitious.capacity[k] -= tree->levels;
	lambda = load_factor(&fictitious, set);
	return lambda.numerator ? power_of_parts(lambda.numerator, lambda.denominator) : 0;
}

unsigned corollary_2(const struct channel_tree *tree, const struct message_set *set, uint32_t *cycle)
{
	unsigned parts = corollary_2_cycles(tree, set);
	struct theorem t;

	theorem_start(&t, tree, set);
	mark_local(set, cycle);
	for (uint32_t b = level_start(0); b < level_start(tree->levels); b++)
		split(&t, t.s.start[b], bundle_size(&t, b), parts, 0, cycle);
	theorem_end(&t);
	return parts;
}
