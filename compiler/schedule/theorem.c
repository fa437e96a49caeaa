/* theorem.c: the schedules of Leiserson 1985, section III: matching and tracing.
 *
 *   all messages --sort--> bundles: those that turn at one vertex in one direction, left to right or right to left
 *   a bundle     --split--> two parts, each channel's load divided to within one; again, until every part is a one-cycle set
 *
 * A bundle is kept as two lists of its messages, in the order of their sources and in that of their destinations; a part is
 * the same stretch of both. Splitting a part:
 *
 *   matching	pairs ends: within each leaf, then what is left over (one at most) with what is left over at the sibling, and so on
 *		up to the children of the turning vertex. So all ends beneath any channel but one at most are paired among themselves.
 *   tracing	gives the two of a pair different parts, at sources and at destinations: along a message to its
 *		destination, over to the mate there, back to its source, over to the mate there, ..; every such round is even.
 */
#include <stdlib.h>
#include <string.h>

#include "schedule/methods.h"
#include "schedule/tree.h"
#include "util/text.h"

enum { NONE = UINT32_MAX };

enum end { AT_SOURCE, AT_DESTINATION };

struct splitter {
	const struct channel_tree *tree;
	const struct message_set *set;
	uint32_t *list[2];		/* [end]: all messages but local ones, bundle after bundle, by the leaf of that end */
	uint32_t *mate[2];		/* [end][message], or NONE */
	uint8_t *side;			/* [message]: which part it goes to */
	uint32_t *scratch;		/* of a list's length */
	uint32_t *start;		/* [bundle]: where it begins in the lists; one more at the end */
	uint32_t *load[2];		/* [end][vertex]: of the bundle at hand */
};

static uint32_t leaf_of(const struct splitter *s, uint32_t message, enum end end)
{
	return end == AT_SOURCE ? s->set->demand[message].source : s->set->demand[message].destination;
}

/* 2 * turning vertex, + 1 when it turns from right to left. */
static uint32_t bundle_of(const struct splitter *s, uint32_t message)
{
	uint32_t source = tree_leaf(s->tree, s->set->demand[message].source);
	uint32_t destination = tree_leaf(s->tree, s->set->demand[message].destination);

	return source >> bit_length(source ^ destination) << 1 | (source > destination);
}

/* The list of one end: by leaf first, then, keeping that order, by bundle. */
static size_t sort_by_leaf(struct splitter *s, enum end end, uint32_t *sorted)
{
	uint32_t *place = allocate_array((size_t)s->tree->leaves + 1, sizeof *place);
	size_t count = 0;

	for (uint32_t i = 0; i < s->set->count; i++) {
		if (demand_height(&s->set->demand[i]) > 0) {
			place[leaf_of(s, i, end) + 1]++;
			count++;
		}
	}
	for (uint32_t leaf = 1; leaf <= s->tree->leaves; leaf++)
		place[leaf] += place[leaf - 1];
	for (uint32_t i = 0; i < s->set->count; i++)
		if (demand_height(&s->set->demand[i]) > 0)
			sorted[place[leaf_of(s, i, end)]++] = i;
	free(place);
	return count;
}

static void sort_by_bundle(struct splitter *s, enum end end, const uint32_t *sorted, size_t count)
{
	uint32_t bundles = 2u << s->tree->levels, *place = allocate_array((size_t)bundles + 1, sizeof *place);

	for (size_t k = 0; k < count; k++)
		place[bundle_of(s, sorted[k]) + 1]++;
	for (uint32_t b = 1; b <= bundles; b++)
		place[b] += place[b - 1];
	memcpy(s->start, place, ((size_t)bundles + 1) * sizeof *place);
	for (size_t k = 0; k < count; k++)
		s->list[end][place[bundle_of(s, sorted[k])]++] = sorted[k];
	free(place);
}

static void splitter_start(struct splitter *s, const struct channel_tree *tree, const struct message_set *set)
{
	*s = (struct splitter){ .tree = tree, .set = set };
	s->scratch = allocate_array(set->count + 1, sizeof *s->scratch);
	s->side = allocate_array(set->count + 1, sizeof *s->side);
	s->start = allocate_array((2u << tree->levels) + 1, sizeof *s->start);
	for (int end = 0; end < 2; end++) {
		s->list[end] = allocate_array(set->count + 1, sizeof *s->list[end]);
		s->mate[end] = allocate_array(set->count + 1, sizeof *s->mate[end]);
		s->load[end] = allocate_array(2u << tree->levels, sizeof *s->load[end]);
		sort_by_bundle(s, end, s->scratch, sort_by_leaf(s, end, s->scratch));
	}
}

static void splitter_end(struct splitter *s)
{
	for (int end = 0; end < 2; end++) {
		free(s->list[end]);
		free(s->mate[end]);
		free(s->load[end]);
	}
	free(s->scratch);
	free(s->side);
	free(s->start);
}

/* Ends that wait for a mate, nested: each leftover of a subtree that is further left than the next one's. */
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

/* Pairs what waits within subtrees of less than `height` levels. */
static void close_subtrees(const struct splitter *s, struct waiting *w, enum end end, unsigned height)
{
	while (w->count >= 2) {
		uint32_t last = leaf_of(s, w->message[w->count - 1], end);

		if (bit_length(last ^ leaf_of(s, w->message[w->count - 2], end)) >= height)
			break;
		pair_last_two(w, s->mate[end]);
	}
}

/* Pairs the ends of list[0 .. count), which all lie below one child of the turning vertex. Returns the message that is left, or
 * NONE. */
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

/* From the source of `message`: it goes to part 0, the mate of its destination to part 1, the mate of that one's source to part
 * 0, .. */
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

/* Divides a stretch of one list by side, keeping the order. Returns how many are in part 0. */
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

/* Splits the part at start .. start + count in two; returns the size of the first. */
static size_t split(struct splitter *s, size_t start, size_t count)
{
	uint32_t *sources = s->list[AT_SOURCE] + start, *destinations = s->list[AT_DESTINATION] + start, left;

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

/* Splits a part into `parts`, a power of two, which get the cycles from `cycle` on. */
static void split_all(struct splitter *s, size_t start, size_t count, unsigned parts, uint32_t first, uint32_t *cycle)
{
	if (count == 0)
		return;
	if (parts == 1) {
		for (size_t k = start; k < start + count; k++)
			cycle[s->list[AT_SOURCE][k]] = first;
		return;
	}
	size_t half = split(s, start, count);
	split_all(s, start, half, parts / 2, first, cycle);
	split_all(s, start + half, count - half, parts / 2, first + parts / 2, cycle);
}

/* Adds `step` to the loads of a message's channels. */
static void walk(struct splitter *s, uint32_t message, uint32_t step)
{
	uint32_t source = tree_leaf(s->tree, s->set->demand[message].source);
	uint32_t destination = tree_leaf(s->tree, s->set->demand[message].destination);

	for (; source != destination; source /= 2, destination /= 2) {
		s->load[AT_SOURCE][source] += step;
		s->load[AT_DESTINATION][destination] += step;
	}
}

/* The least power of two that is at least load / capacity. */
static unsigned power_of_parts(uint64_t load, uint64_t capacity)
{
	unsigned parts = 1;

	while (parts * capacity < load)
		parts *= 2;
	return parts;
}

/* Into how many one-cycle sets splitting divides a bundle. */
static unsigned bundle_parts(struct splitter *s, uint32_t bundle)
{
	unsigned parts = 1;

	for (size_t k = s->start[bundle]; k < s->start[bundle + 1]; k++)
		walk(s, s->list[AT_SOURCE][k], 1);
	for (size_t k = s->start[bundle]; k < s->start[bundle + 1]; k++) {
		for (int end = 0; end < 2; end++) {
			uint32_t v = tree_leaf(s->tree, leaf_of(s, s->list[AT_SOURCE][k], end));

			for (; vertex_level(v) > vertex_level(bundle / 2); v /= 2) {
				unsigned own = power_of_parts(s->load[end][v], s->tree->capacity[vertex_level(v)]);

				parts = own > parts ? own : parts;
			}
		}
	}
	for (size_t k = s->start[bundle]; k < s->start[bundle + 1]; k++)
		walk(s, s->list[AT_SOURCE][k], (uint32_t)-1);
	return parts;
}

/* The bundles of level k turn at vertices 2^k .. 2^(k+1) - 1. */
static uint32_t level_start(unsigned level)
{
	return 2u << level;
}

/* r of the level's bundles; 0 when no message turns there. */
static unsigned level_parts(struct splitter *s, unsigned level)
{
	unsigned most = 0;

	for (uint32_t b = level_start(level); b < level_start(level + 1); b++) {
		unsigned own = s->start[b] < s->start[b + 1] ? bundle_parts(s, b) : 0;

		most = own > most ? own : most;
	}
	return most;
}

static void mark_local(const struct message_set *set, uint32_t *cycle)
{
	for (size_t i = 0; i < set->count; i++)
		if (demand_height(&set->demand[i]) == 0)
			cycle[i] = SCHEDULE_LOCAL;
}

static void split_bundle(struct splitter *s, uint32_t b, unsigned parts, uint32_t first, uint32_t *cycle)
{
	split_all(s, s->start[b], s->start[b + 1] - s->start[b], parts, first, cycle);
}

unsigned theorem_1(const struct channel_tree *tree, const struct message_set *set, uint32_t *cycle)
{
	struct splitter s;
	unsigned cycles = 0;

	splitter_start(&s, tree, set);
	mark_local(set, cycle);
	for (unsigned level = 0; level < tree->levels; level++) {
		unsigned parts = 0;

		for (uint32_t b = level_start(level); b < level_start(level + 1); b++) {
			unsigned own = s.start[b] < s.start[b + 1] ? bundle_parts(&s, b) : 0;

			split_bundle(&s, b, own, cycles, cycle);
			parts = own > parts ? own : parts;
		}
		cycles += parts;
	}
	splitter_end(&s);
	return cycles;
}

unsigned theorem_1_cycles(const struct channel_tree *tree, const struct message_set *set, unsigned *bound)
{
	struct load_factor lambda = load_factor(tree, set);
	struct splitter s;
	unsigned cycles = 0, levels = 0;

	splitter_start(&s, tree, set);
	for (unsigned level = 0; level < tree->levels; level++) {
		unsigned parts = level_parts(&s, level);

		cycles += parts;
		levels += parts > 0;
	}
	splitter_end(&s);
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
	struct splitter s;

	splitter_start(&s, tree, set);
	mark_local(set, cycle);
	for (uint32_t b = level_start(0); b < level_start(tree->levels); b++)
		split_bundle(&s, b, parts, 0, cycle);
	splitter_end(&s);
	return parts;
}
