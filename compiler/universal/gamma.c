/* gamma.c: disjoint paths in a network's graph, by Dinic's algorithm, over pairs of sets of leaves. */
#include "universal/gamma.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "universal/flow.h"
#include "util/budget.h"
#include "util/text.h"

/* Edge e is two arcs, 2e from `from` to `to`, 2e + 1 back. */
struct search {
	const struct network_graph *graph;
	unsigned leaves;
	const uint8_t *side;
	size_t *first;			/* [vertex + 1]: of `arc`: the arcs that leave a vertex */
	size_t *arc;
	unsigned *room;			/* [arc]: units that it still takes */
	unsigned *rank;			/* [vertex]: distance from A, plus 1; 0: not reached */
	size_t *next;			/* [vertex]: the first of its arcs that may still lead on */
	unsigned *queue;
	size_t *way;			/* the arcs of a path */
};

static unsigned end_of(const struct search *s, size_t arc)
{
	const struct graph_edge *e = &s->graph->edge[arc / 2];

	return arc % 2 ? e->from : e->to;
}

static bool is_goal(const struct search *s, unsigned vertex)
{
	return vertex < s->leaves && s->side[vertex] == SIDE_B;
}

static void search_start(struct search *s, const struct network_graph *g, unsigned leaves)
{
	*s = (struct search){
		.graph = g, .leaves = leaves,
		.first = allocate_array(g->vertices + 1, sizeof *s->first), .arc = allocate_array(2 * g->edges, sizeof *s->arc),
		.room = allocate_array(2 * g->edges, sizeof *s->room), .rank = allocate_array(g->vertices, sizeof *s->rank),
		.next = allocate_array(g->vertices, sizeof *s->next), .queue = allocate_array(g->vertices, sizeof *s->queue),
		.way = allocate_array(g->vertices, sizeof *s->way),
	};
	for (size_t a = 0; a < 2 * g->edges; a++)
		s->first[end_of(s, a ^ 1)]++;
	/* The ends of the ranges, which filling from behind makes their beginnings. */
	for (unsigned v = 1; v <= g->vertices; v++)
		s->first[v] += s->first[v - 1];
	for (size_t a = 2 * g->edges; a-- > 0;)
		s->arc[--s->first[end_of(s, a ^ 1)]] = a;
}

static void search_free(struct search *s)
{
	free(s->first);
	free(s->arc);
	free(s->room);
	free(s->rank);
	free(s->next);
	free(s->queue);
	free(s->way);
}

/* Ranks the vertices by their distance from A. False if no leaf of B is reached. */
static bool rank_vertices(struct search *s)
{
	unsigned head = 0, tail = 0;
	bool reached = false;

	budget_spend(4 * (2 * s->graph->edges + s->graph->vertices));
	memset(s->rank, 0, s->graph->vertices * sizeof *s->rank);
	for (unsigned v = 0; v < s->leaves; v++)
		if (s->side[v] == SIDE_A) {
			s->rank[v] = 1;
			s->queue[tail++] = v;
		}
	while (head < tail) {
		unsigned v = s->queue[head++];

		if (is_goal(s, v)) {
			reached = true;
			continue;
		}
		for (size_t i = s->first[v]; i < s->first[v + 1]; i++) {
			unsigned to = end_of(s, s->arc[i]);

			if (s->room[s->arc[i]] > 0 && s->rank[to] == 0) {
				s->rank[to] = s->rank[v] + 1;
				s->queue[tail++] = to;
			}
		}
	}
	return reached;
}

/* Goes on from `vertex` by an arc to the next rank, the path's arc number `length`. False: none leads on. */
static bool step(struct search *s, unsigned vertex, size_t length)
{
	for (; s->next[vertex] < s->first[vertex + 1]; s->next[vertex]++) {
		size_t arc = s->arc[s->next[vertex]];

		if (s->room[arc] > 0 && s->rank[end_of(s, arc)] == s->rank[vertex] + 1) {
			s->way[length] = arc;
			return true;
		}
	}
	return false;
}

/* Paths from leaf `from` along rising ranks, as long as there are some. */
static uint64_t fill(struct search *s, unsigned from)
{
	uint64_t paths = 0;
	size_t length = 0;

	for (unsigned v = from;;) {
		budget_spend(4);
		if (is_goal(s, v)) {
			unsigned units = s->room[s->way[0]];

			for (size_t i = 1; i < length; i++)
				units = s->room[s->way[i]] < units ? s->room[s->way[i]] : units;
			for (size_t i = 0; i < length; i++) {
				s->room[s->way[i]] -= units;
				s->room[s->way[i] ^ 1] += units;
			}
			paths += units;
			budget_spend(4 * length);
			length = 0;
			v = from;
		} else if (step(s, v, length)) {
			v = end_of(s, s->way[length++]);
		} else if (length > 0) {
			v = end_of(s, s->way[--length] ^ 1);
			s->next[v]++;
		} else {
			return paths;
		}
	}
}

static uint64_t find_paths(struct search *s, const uint8_t *side)
{
	uint64_t paths = 0;

	s->side = side;
	for (size_t a = 0; a < 2 * s->graph->edges; a++)
		s->room[a] = s->graph->edge[a / 2].units;
	while (rank_vertices(s)) {
		memcpy(s->next, s->first, s->graph->vertices * sizeof *s->next);
		for (unsigned v = 0; v < s->leaves; v++)
			if (side[v] == SIDE_A)
				paths += fill(s, v);
	}
	return paths;
}

uint64_t graph_paths(const struct network_graph *graph, unsigned leaves, const uint8_t *side)
{
	struct search s;

	search_start(&s, graph, leaves);
	uint64_t paths = find_paths(&s, side);
	search_free(&s);
	return paths;
}

void gamma_draw(struct random *random, unsigned leaves, uint8_t *side)
{
	unsigned found[SIDE_B + 1], most = 0;

	while (2u << most < leaves)
		most++;
	do {
		/* Of 200: at most half of the leaves on either side on the average. */
		unsigned a = 1 + (unsigned)random_below(random, 100), b = 1 + (unsigned)random_below(random, 100);
		unsigned block = 1u << random_below(random, most + 1);

		memset(found, 0, sizeof found);
		for (unsigned v = 0; v < leaves; v++) {
			unsigned drawn = (unsigned)random_below(random, 200);

			side[v] = v % block ? side[v - 1] : drawn < a ? SIDE_A : drawn < a + b ? SIDE_B : SIDE_NONE;
			found[side[v]]++;
		}
	} while (!found[SIDE_A] || !found[SIDE_B]);
}

/* Pair number `number` of all; false if a side is empty. */
static bool write_pair(unsigned number, unsigned leaves, uint8_t *side)
{
	bool found[SIDE_B + 1] = { false };

	for (unsigned v = 0; v < leaves; v++, number /= SIDE_B + 1) {
		side[v] = (uint8_t)(number % (SIDE_B + 1));
		found[side[v]] = true;
	}
	return found[SIDE_A] && found[SIDE_B];
}

static void measure(struct search *s, const struct reference_tree *tree, const uint8_t *side, struct measured_gamma *g)
{
	uint64_t flow = reference_cut(tree, side), paths = find_paths(s, side);

	/* Every cut of the tree is one of the graph. */
	assert(paths <= flow);
	g->pairs++;
	if (g->flow == 0 || paths * g->flow < g->paths * flow) {
		g->paths = paths;
		g->flow = flow;
	}
}

struct measured_gamma gamma_measure(const struct network_graph *graph, const struct reference_tree *tree, unsigned long pairs,
				    unsigned long seed)
{
	struct measured_gamma g = { .all = tree->leaves <= MOST_EXHAUSTED, .seed = seed };
	uint8_t *side = allocate(tree->leaves);
	struct search s;

	search_start(&s, graph, tree->leaves);
	if (g.all) {
		unsigned numbers = 1;

		for (unsigned v = 0; v < tree->leaves; v++)
			numbers *= SIDE_B + 1;
		for (unsigned number = 0; number < numbers; number++)
			if (write_pair(number, tree->leaves, side))
				measure(&s, tree, side, &g);
	} else {
		struct random random;

		random_start(&random, seed, 0);
		for (unsigned long i = 0; i < pairs; i++) {
			gamma_draw(&random, tree->leaves, side);
			measure(&s, tree, side, &g);
		}
	}
	search_free(&s);
	free(side);
	return g;
}
