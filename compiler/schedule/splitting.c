/* splitting.c: matching and tracing. */
#include "schedule/splitting.h"

#include <stdlib.h>
#include <string.h>

#include "util/budget.h"
#include "util/text.h"

enum { NONE = UINT32_MAX };
enum { SORTING = 10 };			/* steps of the budget, for each message */

static uint32_t leaf_of(const struct splitter *s, uint32_t message, enum end end)
{
	return end == AT_SOURCE ? s->set->demand[message].source : s->set->demand[message].destination;
}

static uint32_t bundle_of(const struct splitter *s, uint32_t message, enum end end)
{
	uint32_t source = tree_leaf(s->tree, s->set->demand[message].source);
	uint32_t destination = tree_leaf(s->tree, s->set->demand[message].destination);

	(void)end;
	return source >> bit_length(source ^ destination) << 1 | (source > destination);
}

static uint32_t height_of(const struct splitter *s, uint32_t message, enum end end)
{
	(void)end;
	return demand_height(&s->set->demand[message]);
}

typedef uint32_t key_of(const struct splitter *s, uint32_t message, enum end end);

/* Stably sorts s->scratch by a key below `keys` into `sorted`. place[k + 1] becomes the end of key k. */
static void sort(struct splitter *s, key_of *key, enum end end, uint32_t keys, uint32_t *sorted, uint32_t *place)
{
	budget_spend(SORTING * (uint64_t)s->count + keys);
	memset(place, 0, ((size_t)keys + 1) * sizeof *place);
	for (size_t k = 0; k < s->count; k++)
		place[key(s, s->scratch[k], end) + 1]++;
	for (uint32_t k = 1; k <= keys; k++)
		place[k] += place[k - 1];
	for (size_t k = 0; k < s->count; k++)
		sorted[place[key(s, s->scratch[k], end)]++] = s->scratch[k];
}

/* Sorts by `second`, and messages with equal keys by `first`. */
static void sort_twice(struct splitter *s, enum end end, key_of *first, uint32_t first_keys,
		       key_of *second, uint32_t second_keys,
		       uint32_t *place)
{
	s->count = 0;
	for (uint32_t i = 0; i < s->set->count; i++)
		if (demand_height(&s->set->demand[i]) > 0)
			s->scratch[s->count++] = i;
	sort(s, first, end, first_keys, s->list[end], place);
	memcpy(s->scratch, s->list[end], s->count * sizeof *s->scratch);
	sort(s, second, end, second_keys, s->list[end], place);
}

static void start(struct splitter *s, const struct channel_tree *tree, const struct message_set *set)
{
	*s = (struct splitter){ .tree = tree, .set = set };
	s->scratch = allocate_array(set->count + 1, sizeof *s->scratch);
	s->side = allocate_array(set->count + 1, sizeof *s->side);
	for (int end = 0; end < ENDS; end++) {
		s->list[end] = allocate_array(set->count + 1, sizeof *s->list[end]);
		s->mate[end] = allocate_array(set->count + 1, sizeof *s->mate[end]);
	}
}

void splitter_start_bundles(struct splitter *s, const struct channel_tree *tree, const struct message_set *set)
{
	uint32_t bundles = 2u << tree->levels;

	start(s, tree, set);
	s->start = allocate_array((size_t)bundles + 2, sizeof *s->start);
	for (enum end end = 0; end < ENDS; end++)
		sort_twice(s, end, leaf_of, tree->leaves, bundle_of, bundles, s->start);
	/* Bundle b ends where b + 1 begins. */
	memmove(s->start + 1, s->start, (size_t)bundles * sizeof *s->start);
	s->start[0] = 0;
}

void splitter_start_whole(struct splitter *s, const struct channel_tree *tree, const struct message_set *set)
{
	uint32_t *place;

	start(s, tree, set);
	place = allocate_array((size_t)tree->leaves + MAXIMUM_LEVELS + 2, sizeof *place);
	for (enum end end = 0; end < ENDS; end++)
		sort_twice(s, end, height_of, MAXIMUM_LEVELS + 1, leaf_of, tree->leaves, place);
	free(place);
}

void splitter_free(struct splitter *s)
{
	for (int end = 0; end < ENDS; end++) {
		free(s->list[end]);
		free(s->mate[end]);
	}
	free(s->scratch);
	free(s->side);
	free(s->start);
}

/* Ends that wait for a mate, a stack: each is the leftover of a subtree left of the next one's. */
struct waiting {
	uint32_t message[MAXIMUM_LEVELS + 3];
	unsigned count;
};

static void pair_last_two(struct waiting *w, uint32_t *mate)
{
	uint32_t a = w->message[w->count - 1], b = w->message[w->count - 2];

	mate[a] = b;
	mate[b] = a;
	w->count -= 2;
}

/* Pairs waiting ends within subtrees of less than `height` levels. */
static void close_subtrees(const struct splitter *s, struct waiting *w, enum end end, unsigned height)
{
	while (w->count >= 2) {
		uint32_t last = leaf_of(s, w->message[w->count - 1], end);

		if (bit_length(last ^ leaf_of(s, w->message[w->count - 2], end)) >= height)
			break;
		pair_last_two(w, s->mate[end]);
	}
}

/* Pairs the ends of list[0 .. count). Returns the message that is left, or NONE. */
static uint32_t match(struct splitter *s, enum end end, const uint32_t *list, size_t count)
{
	struct waiting w = { .count = 0 };
	uint32_t before = 0;

	for (size_t k = 0; k < count; k++) {
		uint32_t leaf = leaf_of(s, list[k], end);

		if (k > 0)
			close_subtrees(s, &w, end, bit_length(leaf ^ before));
		before = leaf;
		w.message[w.count++] = list[k];
		close_subtrees(s, &w, end, 1);	/* two of the same leaf */
	}
	close_subtrees(s, &w, end, MAXIMUM_LEVELS + 1);
	if (w.count == 0)
		return NONE;
	s->mate[end][w.message[0]] = NONE;
	return w.message[0];
}

enum { UNKNOWN = 2 };

/* Traces from `message`: it goes to part 0, its mate at the destination to part 1, the mate of that one's source to
 * part 0, .. */
static void trace(struct splitter *s, uint32_t message)
{
	while (message != NONE && s->side[message] == UNKNOWN) {
		uint32_t back = s->mate[AT_DESTINATION][message];

		s->side[message] = 0;
		if (back == NONE || s->side[back] != UNKNOWN)
			return;
		s->side[back] = 1;
		message = s->mate[AT_SOURCE][back];
	}
}

/* Divides a range of one list by side, keeping the order. Returns how many are in part 0. */
static size_t divide(struct splitter *s, uint32_t *list, size_t count)
{
	size_t first = 0, second = 0;

	for (size_t k = 0; k < count; k++) {
		if (s->side[list[k]])
			s->scratch[second++] = list[k];
		else
			list[first++] = list[k];
	}
	memcpy(list + first, s->scratch, second * sizeof *list);
	return first;
}

size_t splitter_halve(struct splitter *s, size_t first, size_t count)
{
	uint32_t *sources = s->list[AT_SOURCE] + first, *destinations = s->list[AT_DESTINATION] + first, left;

	budget_spend(HALVING * (uint64_t)count);
	for (size_t k = 0; k < count; k++)
		s->side[sources[k]] = UNKNOWN;
	left = match(s, AT_SOURCE, sources, count);
	match(s, AT_DESTINATION, destinations, count);
	trace(s, left);
	for (size_t k = 0; k < count; k++)
		trace(s, sources[k]);
	divide(s, sources, count);
	return divide(s, destinations, count);
}
