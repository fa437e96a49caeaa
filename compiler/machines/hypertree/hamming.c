/* hamming.c: a search from one node of a level for all nodes whose addresses differ in a single bit.
 *
 * Below the level, a node counts as its ancestor of that level, once for each level: further bits of the address make
 * no difference, as a way that comes back loses them. What is left of a tree without end is finite, because a way d
 * levels down and back has 2d + 1 links at least.
 */
#include "machines/hypertree/hamming.h"

#include <stdint.h>
#include <stdlib.h>

#include "util/budget.h"
#include "util/text.h"

/* A state is (levels below m) * 2^m + x, x being the heap number of a node of level m or above. */
struct search {
	enum hypertree_kind kind;
	unsigned m;			/* the level */
	unsigned linked;		/* the last level whose horizontal links may be used */
	unsigned below;			/* so many levels below m */
	unsigned *queue, head, tail;
	uint8_t *steps;			/* [state]: links from the source + 1; 0: not reached */
};

static void reach(struct search *s, unsigned below, unsigned x, unsigned steps)
{
	unsigned state = (below << s->m) + x;

	if (s->steps[state])
		return;
	s->steps[state] = (uint8_t)steps;
	s->queue[s->tail++] = state;
}

static unsigned level_of(unsigned x)
{
	return 31 - (unsigned)__builtin_clz(x);
}

/* All links of a node. */
static void go_on(struct search *s, unsigned state)
{
	unsigned floor = state >> s->m, below = floor > 1 ? floor - 1 : 0, x = state - (below << s->m);
	unsigned level = level_of(x), steps = s->steps[state] + 1u;

	if (below > 0)
		reach(s, below - 1, x, steps);
	else if (x > 1)
		reach(s, 0, x / 2, steps);
	if (level < s->m) {
		reach(s, 0, 2 * x, steps);
		reach(s, 0, 2 * x + 1, steps);
	} else if (below < s->below) {
		reach(s, below + 1, x, steps);
	}
	if (level + below <= s->linked) {
		unsigned bit[MOST_CROSS_PORTS];

		hypertree_link_bits(s->kind, level + below, bit);
		for (unsigned i = 0; i < MOST_CROSS_PORTS; i++)
			if (bit[i] && bit[i] <= level)
				reach(s, below, x ^ 1u << (level - bit[i]), steps);
	}
}

/* Whether all that is searched for has been reached. */
static bool is_done(const struct search *s)
{
	for (unsigned b = 1; b <= s->m; b++)
		if (!s->steps[1u << s->m | 1u << (s->m - b)])
			return false;
	return true;
}

void hamming_distances(enum hypertree_kind kind, unsigned level, enum hamming_reach where,
		       unsigned distance[HAMMING_LEVELS + 1])
{
	/* At most m links are needed above, and d levels down and back 2d + 1. */
	unsigned below = where == HAMMING_WHOLE ? level / 2 : 0;
	size_t states = (size_t)(below + 2) << level;
	struct search s = {
		.kind = kind,
		.m = level,
		.linked = level + below - (where == HAMMING_BEFORE),
		.below = below,
		.queue = allocate_array(states, sizeof *s.queue),
		.steps = allocate_array(states, sizeof *s.steps),
	};
	unsigned steps = 1;

	for (reach(&s, 0, 1u << level, 1); s.head < s.tail; s.head++) {
		/* Looks once for each distance. */
		if (s.steps[s.queue[s.head]] > steps && is_done(&s))
			break;
		steps = s.steps[s.queue[s.head]];
		go_on(&s, s.queue[s.head]);
	}
	budget_spend((uint64_t)s.head * 10);
	for (unsigned b = 1; b <= level; b++)
		distance[b] = s.steps[1u << level | 1u << (level - b)] - 1u;
	free(s.queue);
	free(s.steps);
}

unsigned hamming_worst(enum hypertree_kind kind, unsigned level, enum hamming_reach where)
{
	unsigned distance[HAMMING_LEVELS + 1], worst = 0;

	hamming_distances(kind, level, where, distance);
	for (unsigned b = 1; b <= level; b++)
		worst = distance[b] > worst ? distance[b] : worst;
	return worst;
}
