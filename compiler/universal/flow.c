/* flow.c: flows and cuts of a reference tree, and the paths of Lemma 13.
 *
 * Flow, bottom up: a leaf of A offers what its channel takes, a leaf of B asks as much. At a vertex, offers of children meet
 * what other children ask; the rest, as far as the channel above takes it, is offered or asked there. Then top down each
 * vertex gives its children what they get. */
#include "universal/flow.h"

#include <stdlib.h>

#include "util/budget.h"

static const uint64_t endless = UINT64_MAX / 4;

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Two numbers for each vertex: the least cut below it, with it on A's side, and on B's. */
uint64_t reference_cut(const struct reference_tree *tree, const uint8_t *side)
{
	unsigned depth = tree->levels;
	uint64_t *a = allocate_array(tree->leaves, sizeof *a), *b = allocate_array(tree->leaves, sizeof *b), result;

	budget_spend(12 * (uint64_t)tree->leaves);
	for (unsigned v = 0; v < tree->leaves; v++) {
		a[v] = side[v] == SIDE_B ? endless : 0;
		b[v] = side[v] == SIDE_A ? endless : 0;
	}
	for (; depth > 0; depth--) {
		unsigned each = tree->below[depth - 1] / tree->below[depth], channels = reference_channels(tree, depth);
		uint64_t capacity = tree->capacity[depth];

		/* A parent's number is at most that of its first child: its place has been read. */
		for (unsigned v = 0; v < channels; v++) {
			uint64_t on_a = least(a[v], b[v] + capacity), on_b = least(b[v], a[v] + capacity);
			unsigned parent = v / each;

			a[parent] = (v % each == 0 ? 0 : a[parent]) + on_a;
			b[parent] = (v % each == 0 ? 0 : b[parent]) + on_b;
		}
	}
	result = least(a[0], b[0]);
	free(a);
	free(b);
	return result;
}

static int64_t limited(int64_t units, unsigned capacity)
{
	return units > (int64_t)capacity ? (int64_t)capacity : units < -(int64_t)capacity ? -(int64_t)capacity : units;
}

/* Replaces what the children of vertex v offer by what they give, `units` of it in sum: all of the smaller kind, and of the
 * greater kind from the left as much as it takes. */
static void settle(int64_t *child, unsigned count, int64_t units)
{
	int64_t offered = 0, asked = 0;

	for (unsigned i = 0; i < count; i++) {
		offered += child[i] > 0 ? child[i] : 0;
		asked -= child[i] < 0 ? child[i] : 0;
	}
	int64_t give = offered, take = asked;
	if (offered - asked > units)
		give = asked + units;
	else
		take = offered - units;
	for (unsigned i = 0; i < count; i++) {
		int64_t *rest = child[i] > 0 ? &give : &take;
		int64_t size = child[i] > 0 ? child[i] : -child[i], used = size < *rest ? size : *rest;

		*rest -= used;
		child[i] = child[i] > 0 ? used : -used;
	}
}

static unsigned children_of(const struct reference_tree *tree, unsigned depth, unsigned vertex, unsigned *first)
{
	unsigned each = tree->below[depth] / tree->below[depth + 1], channels = reference_channels(tree, depth + 1);

	*first = vertex * each;
	return *first + each <= channels ? each : channels - *first;
}

void reference_flow(const struct reference_tree *tree, const uint8_t *side, struct reference_flow *flow)
{
	*flow = (struct reference_flow){ 0 };
	budget_spend(30 * (uint64_t)tree->leaves);
	for (unsigned k = 0; k <= tree->levels; k++)
		flow->units[k] = allocate_array(reference_channels(tree, k), sizeof *flow->units[k]);
	for (unsigned k = tree->levels + 1; k-- > 1;)
		for (unsigned v = 0; v < reference_channels(tree, k); v++) {
			unsigned first, count = k < tree->levels ? children_of(tree, k, v, &first) : 0;
			int64_t units = 0;

			for (unsigned i = 0; i < count; i++)
				units += flow->units[k + 1][first + i];
			if (k == tree->levels)
				units = side[v] == SIDE_A ? tree->capacity[k] : side[v] == SIDE_B ? -(int64_t)tree->capacity[k] : 0;
			flow->units[k][v] = limited(units, tree->capacity[k]);
		}
	for (unsigned k = 0; k < tree->levels; k++)
		for (unsigned v = 0; v < reference_channels(tree, k); v++) {
			unsigned first, count = children_of(tree, k, v, &first);

			settle(&flow->units[k + 1][first], count, flow->units[k][v]);
		}
	for (unsigned leaf = 0; leaf < tree->leaves; leaf++)
		if (flow->units[tree->levels][leaf] > 0)
			flow->size += (uint64_t)flow->units[tree->levels][leaf];
}

void reference_flow_free(const struct reference_tree *tree, struct reference_flow *flow)
{
	for (unsigned k = 0; k <= tree->levels; k++)
		free(flow->units[k]);
}

/* Paths under construction. Each has a way from where it turns towards A, and one towards B. */
struct laying {
	const struct reference_tree *tree;
	const struct reference_flow *flow;
	struct half {
		struct butterfly_vertex vertex[MAXIMUM_LEVELS + 1];	/* the first is where the path turns */
		unsigned count;
	} (*half)[2];			/* [path][0: towards A, 1: towards B] */
	unsigned paths;
};

static unsigned size_of(int64_t units)
{
	return (unsigned)(units < 0 ? -units : units);
}

static unsigned vertices_of(const struct reference_tree *tree, unsigned depth)
{
	return depth < tree->levels ? tree->capacity[depth + 1] : 1;
}

/* Lays `count` paths, which come in order on edges first, first + 1, .. of the channel above tree vertex (depth, j), through
 * its subtree. Edges of a channel have the numbers of the parent's vertices; edge e comes to vertex e mod the vertices. */
static void lay(struct laying *l, unsigned depth, unsigned j, const unsigned *path, unsigned count, unsigned first)
{
	unsigned vertices = vertices_of(l->tree, depth);
	unsigned towards_b = l->flow->units[depth][j] < 0;

	for (unsigned p = 0; p < count; p++) {
		struct half *h = &l->half[path[p]][towards_b];

		h->vertex[h->count++] = (struct butterfly_vertex){ depth, j, (first + p) % vertices };
	}
	if (depth == l->tree->levels)
		return;
	int64_t child[2] = { l->flow->units[depth + 1][2 * j], l->flow->units[depth + 1][2 * j + 1] };
	unsigned size[2] = { size_of(child[0]), size_of(child[1]) };

	if ((child[0] < 0) == (child[1] < 0) || !child[0] || !child[1]) {
		/* The channel above feeds both, or both feed it. */
		lay(l, depth + 1, 2 * j, path, size[0], first % vertices);
		lay(l, depth + 1, 2 * j + 1, path + size[0], size[1], (first + size[0]) % vertices);
		return;
	}
	/* One child feeds the other. The greater one takes the paths from above first, then new ones at the next vertices. */
	unsigned greater = size[1] > size[0], *all = allocate_array(size[greater], sizeof *all);

	for (unsigned p = 0; p < count; p++)
		all[p] = path[p];
	for (unsigned p = count; p < size[greater]; p++) {
		struct half *h = l->half[all[p] = l->paths++];
		struct butterfly_vertex turn = { depth, j, (first + p) % vertices };

		h[0] = h[1] = (struct half){ .vertex = { turn }, .count = 1 };
	}
	lay(l, depth + 1, 2 * j + greater, all, size[greater], first % vertices);
	lay(l, depth + 1, 2 * j + !greater, all + count, size[!greater], (first + count) % vertices);
	free(all);
}

struct butterfly_path *butterfly_paths(const struct reference_tree *tree, const struct reference_flow *flow)
{
	struct laying l = { .tree = tree, .flow = flow, .half = allocate_array(flow->size + 1, sizeof *l.half) };
	struct butterfly_path *paths = allocate_array(flow->size + 1, sizeof *paths);
	const unsigned none = 0;	/* no path comes from above the root; there is no adding to NULL */

	lay(&l, 0, 0, &none, 0, 0);
	for (unsigned p = 0; p < l.paths; p++) {
		const struct half *from = &l.half[p][0], *to = &l.half[p][1];

		for (unsigned i = from->count; i-- > 0;)
			paths[p].vertex[paths[p].count++] = from->vertex[i];
		for (unsigned i = 1; i < to->count; i++)
			paths[p].vertex[paths[p].count++] = to->vertex[i];
	}
	free(l.half);
	return paths;
}
