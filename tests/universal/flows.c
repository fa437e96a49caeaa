/* flows.c: greatest flows of reference trees against a second method on the network's own graph, the paths of Lemma 13
 * against that graph, and gamma against all cuts of small graphs. */
#include "../schedule/sets.h"
#include "machines/pruned_butterfly.h"
#include "machines/xgft.h"
#include "network/machine.h"
#include "networks.h"
#include "random.h"
#include "universal/flow.h"
#include "universal/gamma.h"

/* An undirected graph, each edge with the units that it takes either way. */
struct graph {
	unsigned vertices, edges;
	unsigned *from, *to;
	int *units, *room;		/* room[2e] from from to to, room[2e + 1] back */
};

static void add_edge(struct graph *g, unsigned from, unsigned to, int units)
{
	g->from = room_for_one(g->from, g->edges, sizeof *g->from);
	g->to = room_for_one(g->to, g->edges, sizeof *g->to);
	g->units = room_for_one(g->units, g->edges, sizeof *g->units);
	g->from[g->edges] = from;
	g->to[g->edges] = to;
	g->units[g->edges++] = units;
}

static void free_graph(struct graph *g)
{
	free(g->from);
	free(g->to);
	free(g->units);
}

static unsigned number_of(const struct spec *spec, unsigned level, unsigned index)
{
	for (unsigned l = 0; l < level; l++)
		index += spec->level_nodes[l];
	return index;
}

/* All links of an XGFT, by the functions for its neighbours. */
static struct graph links_of(const struct spec *spec)
{
	struct graph g = {0};

	g.vertices = number_of(spec, spec->height, spec->level_nodes[spec->height]);
	for (unsigned l = 0; l < spec->height; l++)
		for (unsigned i = 0; i < spec->level_nodes[l]; i++)
			for (unsigned p = 0; p < spec->parents[l + 1]; p++)
				add_edge(&g, number_of(spec, l, i), number_of(spec, l + 1, xgft_parent(spec, l, i, p)), 1);
	return g;
}

/* The reference tree as a graph; leaf i is vertex i. */
static struct graph tree_graph(const struct reference_tree *tree)
{
	unsigned first[MAXIMUM_LEVELS + 2] = {0};
	struct graph g = {0};

	for (unsigned k = tree->levels; k > 0; k--)
		first[k - 1] = first[k] + reference_channels(tree, k);
	g.vertices = first[0] + 1;
	for (unsigned k = 1; k <= tree->levels; k++)
		for (unsigned v = 0; v < reference_channels(tree, k); v++)
			add_edge(&g, first[k] + v, first[k - 1] + v * tree->below[k] / tree->below[k - 1], (int)tree->capacity[k]);
	return g;
}

/* One more unit from A to B by breadth-first search over all edges, until there is none. */
static bool augment(struct graph *g, const uint8_t *side, unsigned leaves)
{
	unsigned *queue = allocate_array(g->vertices, sizeof *queue), head = 0, tail = 0;
	int *by = allocate_array(g->vertices, sizeof *by), end = -1;	/* edge and direction, plus 1 */

	for (unsigned v = 0; v < leaves; v++)
		if (side[v] == SIDE_A) {
			by[v] = -1;
			queue[tail++] = v;
		}
	while (head < tail && end < 0) {
		unsigned v = queue[head++];

		if (v < leaves && side[v] == SIDE_B)
			end = (int)v;
		for (unsigned e = 0; e < 2 * g->edges; e++) {
			unsigned from = e % 2 ? g->to[e / 2] : g->from[e / 2], to = e % 2 ? g->from[e / 2] : g->to[e / 2];

			if (from == v && g->room[e] > 0 && !by[to]) {
				by[to] = (int)e + 1;
				queue[tail++] = to;
			}
		}
	}
	for (int v = end; v >= 0 && by[v] > 0;) {
		unsigned e = (unsigned)by[v] - 1;

		g->room[e]--;
		g->room[e ^ 1]++;
		v = (int)(e % 2 ? g->to[e / 2] : g->from[e / 2]);
	}
	free(queue);
	free(by);
	return end >= 0;
}

static uint64_t graph_flow(struct graph *g, const uint8_t *side, unsigned leaves)
{
	uint64_t size = 0;

	g->room = allocate_array(2 * g->edges, sizeof *g->room);
	for (unsigned e = 0; e < 2 * g->edges; e++)
		g->room[e] = g->units[e / 2];
	while (augment(g, side, leaves))
		size++;
	free(g->room);
	return size;
}

static void read_tree(struct spec *spec, struct reference_tree *tree, const char *yaml)
{
	spec_from(spec, yaml);
	assert_true(spec->machine->shape.reference(spec, tree));
}

/* The flow is one: of its size, within capacities, and nothing comes up or gets lost in a vertex. */
static void check_flow(const struct reference_tree *tree, const uint8_t *side, const struct reference_flow *flow)
{
	uint64_t from = 0, to = 0;

	for (unsigned k = 1; k <= tree->levels; k++)
		for (unsigned v = 0; v < reference_channels(tree, k); v++)
			assert_true(llabs(flow->units[k][v]) <= tree->capacity[k]);
	for (unsigned k = 0; k < tree->levels; k++)
		for (unsigned v = 0; v < reference_channels(tree, k); v++) {
			int64_t sum = 0;

			for (unsigned c = 0; c < reference_channels(tree, k + 1); c++)
				if (c * tree->below[k + 1] / tree->below[k] == v)
					sum += flow->units[k + 1][c];
			assert_int_equal(sum, flow->units[k][v]);
		}
	assert_int_equal(flow->units[0][0], 0);
	for (unsigned v = 0; v < tree->leaves; v++) {
		int64_t units = flow->units[tree->levels][v];

		assert_true(side[v] == SIDE_A ? units >= 0 : side[v] == SIDE_B ? units <= 0 : units == 0);
		from += units > 0 ? (uint64_t)units : 0;
		to += units < 0 ? (uint64_t)-units : 0;
	}
	assert_int_equal(from, flow->size);
	assert_int_equal(to, flow->size);
}

/* Each path leads over edges of the graph from A to B, and no edge is used twice. */
static void check_paths(const struct spec *spec, const struct reference_tree *tree, const uint8_t *side,
			const struct reference_flow *flow)
{
	struct butterfly_path *paths = butterfly_paths(tree, flow);
	struct graph g = links_of(spec);
	bool *used = allocate_array(g.edges, sizeof *used);
	unsigned *node = allocate_array(1u << 20, sizeof *node);

	/* <i,j,k> to its number in the graph, by Bay's names for the nodes */
	for (unsigned l = 0; l <= spec->height; l++)
		for (unsigned index = 0; index < spec->level_nodes[l]; index++) {
			struct bay_label b = bay_label(spec, l, index);

			node[(b.i << 10 | b.j) << 5 | b.k] = number_of(spec, l, index);
		}
	for (uint64_t p = 0; p < flow->size; p++) {
		const struct butterfly_vertex *v = paths[p].vertex;
		unsigned count = paths[p].count;

		assert_true(count > 1 && v[0].i == spec->height && v[count - 1].i == spec->height);
		assert_int_equal(side[v[0].j], SIDE_A);
		assert_int_equal(side[v[count - 1].j], SIDE_B);
		for (unsigned s = 1; s < count; s++) {
			unsigned a = node[(v[s - 1].i << 10 | v[s - 1].j) << 5 | v[s - 1].k], e = 0;
			unsigned b = node[(v[s].i << 10 | v[s].j) << 5 | v[s].k];

			while (e < g.edges && !((g.from[e] == a && g.to[e] == b) || (g.from[e] == b && g.to[e] == a)))
				e++;
			assert_true(e < g.edges);
			/* A leaf of N = 4 has both links to nodes of their own: no two edges join the same nodes. */
			assert_false(used[e]);
			used[e] = true;
		}
	}
	free(node);
	free(used);
	free_graph(&g);
	free(paths);
}

/* Both methods on the tree; if gamma is 1, the graph has as many paths; `lays`: and ours are such paths. */
static void check(const struct spec *spec, const struct reference_tree *tree, const uint8_t *side, bool second, bool lays)
{
	struct reference_flow flow;

	reference_flow(tree, side, &flow);
	check_flow(tree, side, &flow);
	assert_int_equal(reference_cut(tree, side), flow.size);
	if (second) {
		struct graph g = tree_graph(tree);

		assert_int_equal(graph_flow(&g, side, tree->leaves), flow.size);
		free_graph(&g);
	}
	if (second && spec->machine->shape.graph) {
		struct graph g = links_of(spec);
		struct network_graph graph;
		uint64_t paths = graph_flow(&g, side, tree->leaves);

		spec->machine->shape.graph(spec, &graph);
		assert_int_equal(graph_paths(&graph, tree->leaves, side), paths);
		if (lays)
			assert_int_equal(paths, flow.size);
		free(graph.edge);
		free_graph(&g);
	}
	if (lays)
		check_paths(spec, tree, side, &flow);
	reference_flow_free(tree, &flow);
}

/* All A and B. */
static void test_smallest(void **state)
{
	struct reference_tree tree;
	struct spec spec;

	(void)state;
	read_tree(&spec, &tree, "network: pruned-butterfly\nleaves: 4\n");
	for (unsigned number = 0; number < 81; number++) {
		uint8_t side[4];

		for (unsigned v = 0, rest = number; v < 4; v++, rest /= 3)
			side[v] = (uint8_t)(rest % 3);
		check(&spec, &tree, side, true, true);
	}
	spec_free(&spec);
}

static void draw_sides(struct generator *g, uint8_t *side, unsigned leaves)
{
	unsigned a = draw_below(g, 100), b = draw_below(g, 100), block = 1u << draw_below(g, 5);

	for (unsigned v = 0; v < leaves; v++) {
		unsigned d = draw_below(g, 200);

		side[v] = v % block ? side[v - 1] : d < a ? SIDE_A : d < a + b ? SIDE_B : SIDE_NONE;
	}
}

static void test_random(void **state)
{
	static const struct { const char *yaml; unsigned rounds; bool second, lays; } cases[] = {
		{ "network: pruned-butterfly\nleaves: 16\n", 300, true, true },
		{ "network: pruned-butterfly\nleaves: 64\n", 40, true, true },
		{ "network: pruned-butterfly\nleaves: 256\n", 100, false, true },
		{ "network: pruned-butterfly\nleaves: 1024\n", 3, false, true },
		{ "network: pruned-butterfly\nrouting: deterministic\nleaves: 8\n", 300, true, true },
		{ "network: pruned-butterfly\nrouting: deterministic\nleaves: 32\n", 100, true, true },
		{ "network: pruned-butterfly\nrouting: deterministic\nleaves: 128\n", 20, true, true },
		{ "network: cm-5\nleaves: 64\n", 40, true, false },
		{ "network: xgft\nchildren: [3, 1, 5]\nparents: [2, 2, 3]\n", 60, true, false },
		{ "network: fat-tree\nleaves: 11\ncapacities: [3, 3, 2, 1]\n", 200, true, false },
	};
	struct generator g = { 4 };

	(void)state;
	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
		struct reference_tree tree;
		struct spec spec;

		read_tree(&spec, &tree, cases[c].yaml);
		uint8_t *side = allocate(tree.leaves);
		for (unsigned round = 0; round < cases[c].rounds; round++) {
			draw_sides(&g, side, tree.leaves);
			check(&spec, &tree, side, cases[c].second, cases[c].lays);
		}
		free(side);
		spec_free(&spec);
	}
}

/* The least number of edges between A and B over all sets of vertices with A and without B: Menger's other side. */
static uint64_t least_cut(const struct network_graph *g, unsigned leaves, const uint8_t *side)
{
	uint64_t least = UINT64_MAX;

	assert_true(g->vertices <= 16);
	for (unsigned in = 0; in < 1u << g->vertices; in++) {
		uint64_t cut = 0;
		bool parts = true;

		for (unsigned v = 0; v < leaves; v++)
			parts = parts && !(side[v] == SIDE_A && !(in >> v & 1)) && !(side[v] == SIDE_B && in >> v & 1);
		for (size_t e = 0; parts && e < g->edges; e++)
			cut += ((in >> g->edge[e].from ^ in >> g->edge[e].to) & 1) * g->edge[e].units;
		if (parts && cut < least)
			least = cut;
	}
	return least;
}

/* gamma of a graph with at most four leaves, by all cuts; and that drawn pairs find it, too. */
static void check_gamma(const struct network_graph *g, const struct reference_tree *tree, unsigned pairs)
{
	struct measured_gamma all = gamma_measure(g, tree, 1, 1);
	uint64_t least = UINT64_MAX, flow = 1, drawn_least = UINT64_MAX, drawn_flow = 1;
	unsigned found = 0, numbers = 1;
	struct random random;
	uint8_t side[4];

	for (unsigned v = 0; v < tree->leaves; v++)
		numbers *= 3;
	for (unsigned number = 0; number < numbers; number++) {
		bool a = false, b = false;

		for (unsigned v = 0, rest = number; v < tree->leaves; v++, rest /= 3) {
			side[v] = (uint8_t)(rest % 3);
			a |= side[v] == SIDE_A;
			b |= side[v] == SIDE_B;
		}
		if (!a || !b)
			continue;
		uint64_t cut = least_cut(g, tree->leaves, side), most = reference_cut(tree, side);

		assert_int_equal(graph_paths(g, tree->leaves, side), cut);
		assert_true(cut <= most);
		if (found++ == 0 || cut * flow < least * most) {
			least = cut;
			flow = most;
		}
	}
	assert_true(all.all);
	assert_int_equal(all.pairs, found);
	assert_int_equal(found, pairs);
	assert_int_equal(all.paths * flow, least * all.flow);
	random_start(&random, 7, 0);
	for (unsigned i = 0; i < 400; i++) {
		gamma_draw(&random, tree->leaves, side);
		uint64_t paths = graph_paths(g, tree->leaves, side), most = reference_cut(tree, side);

		if (i == 0 || paths * drawn_flow < drawn_least * most) {
			drawn_least = paths;
			drawn_flow = most;
		}
	}
	assert_int_equal(drawn_least * flow, least * drawn_flow);
}

static void check_gamma_of(const char *yaml, unsigned pairs)
{
	struct network_graph graph;
	struct reference_tree tree;
	struct spec spec;

	read_tree(&spec, &tree, yaml);
	spec.machine->shape.graph(&spec, &graph);
	check_gamma(&graph, &tree, pairs);
	struct measured_gamma g = gamma_measure(&graph, &tree, 1, 1);
	assert_int_equal(g.paths, g.flow);
	free(graph.edge);
	spec_free(&spec);
}

static void test_gamma_of_networks(void **state)
{
	(void)state;
	check_gamma_of("network: pruned-butterfly\nleaves: 4\n", 50);
	check_gamma_of("network: cm-5\nleaves: 4\n", 50);
	check_gamma_of("network: xgft\nchildren: [2, 2]\nparents: [3, 1]\n", 50);
	check_gamma_of("network: xgft\nchildren: [2, 2]\nparents: [2, 1]\nlink-width: 2\n", 50);
	check_gamma_of("network: xgft\nchildren: [3]\nparents: [2]\n", 12);
	check_gamma_of("network: xgft\nchildren: [2]\nparents: [2]\n", 2);
}

/* Two vertices at depth 1 with two nodes each, one node at the root, each depth with a capacity of its own: which node an
 * edge leads to is drawn, so that many of these networks have fewer paths than the tree. */
static void test_gamma_of_graphs(void **state)
{
	enum { A0 = 4, ROOT = 8, VERTICES = 9 };
	struct generator d = { 9 };
	unsigned below_one = 0;

	(void)state;
	for (unsigned round = 0; round < 60; round++) {
		struct reference_tree tree = { .leaves = 4, .levels = 2, .below = { 4, 2, 1 } };
		struct network_graph g = { .vertices = VERTICES, .edge = allocate_array(64, sizeof *g.edge) };

		tree.capacity[1] = 1 + draw_below(&d, 4);
		tree.capacity[2] = 1 + draw_below(&d, 3);
		for (unsigned v = 0; v < 4; v++)
			for (unsigned e = 0; e < tree.capacity[2]; e++)
				g.edge[g.edges++] = (struct graph_edge){ v, A0 + v / 2 * 2 + draw_below(&d, 2), 1 };
		for (unsigned v = 0; v < 2; v++)
			for (unsigned e = 0; e < tree.capacity[1]; e++)
				g.edge[g.edges++] = (struct graph_edge){ A0 + v * 2 + draw_below(&d, 2), ROOT, 1 };
		check_gamma(&g, &tree, 50);
		struct measured_gamma m = gamma_measure(&g, &tree, 1, 1);
		below_one += m.paths < m.flow;
		free(g.edge);
	}
	assert_true(below_one > 20);
}

/* One leaf of two edges, of which one leads nowhere: half of the tree's flow. */
static void test_gamma_half(void **state)
{
	struct graph_edge edge[] = { { 0, 4, 1 }, { 0, 5, 1 }, { 1, 5, 2 }, { 2, 6, 2 }, { 3, 6, 2 }, { 4, 7, 2 }, { 6, 7, 2 } };
	struct network_graph g = { .vertices = 8, .edges = sizeof edge / sizeof *edge, .edge = edge };
	struct reference_tree tree = { .leaves = 4, .levels = 2, .below = { 4, 2, 1 }, .capacity = { 0, 2, 2 } };
	struct measured_gamma m = gamma_measure(&g, &tree, 1, 1);

	(void)state;
	assert_int_equal(2 * m.paths, m.flow);
	check_gamma(&g, &tree, 50);
}

/* Graphs without any tree: as many paths as the least cut. */
static void test_any_graph(void **state)
{
	enum { LEAVES = 3, VERTICES = 9, EDGES = 14 };
	struct generator d = { 5 };

	(void)state;
	for (unsigned round = 0; round < 2000; round++) {
		struct graph_edge edge[EDGES];
		struct network_graph g = { .vertices = VERTICES, .edges = EDGES, .edge = edge };
		const uint8_t side[LEAVES] = { SIDE_A, SIDE_B, round % 2 ? SIDE_NONE : SIDE_A };

		for (unsigned e = 0; e < EDGES; e++)
			edge[e] = (struct graph_edge){ draw_below(&d, VERTICES), draw_below(&d, VERTICES), 1 + draw_below(&d, 2) };
		assert_int_equal(graph_paths(&g, LEAVES, side), least_cut(&g, LEAVES, side));
	}
}

/* The shortest path goes 0-2-3-1, but the most paths go from 3 to 2: it must be taken back, and the edge used the other way. */
static void test_taken_back(void **state)
{
	struct graph_edge edge[] = {
		{ 0, 2, 1 }, { 2, 3, 1 }, { 3, 1, 1 }, { 0, 4, 2 }, { 4, 5, 2 }, { 5, 3, 2 }, { 2, 6, 2 }, { 6, 7, 2 }, { 7, 1, 2 },
	};
	struct network_graph g = { .vertices = 8, .edges = sizeof edge / sizeof *edge, .edge = edge };
	const uint8_t side[2] = { SIDE_A, SIDE_B };

	(void)state;
	assert_int_equal(least_cut(&g, 2, side), 3);
	assert_int_equal(graph_paths(&g, 2, side), 3);
}

/* What the page says of gamma of CM-5 networks and other XGFTs. */
static void test_measured(void **state)
{
	static const char *const yaml[] = {
		"network: cm-5\nleaves: 16\n", "network: cm-5\nleaves: 64\n",
		"network: xgft\nchildren: [4, 4]\nparents: [1, 4]\n", "network: xgft\nchildren: [3, 1, 5]\nparents: [2, 2, 3]\n",
		"network: xgft\nchildren: [2, 3, 4]\nparents: [1, 5, 2]\n",
		"network: xgft\nchildren: [4, 4]\nparents: [2, 2]\nlink-width: 3\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof yaml / sizeof *yaml; i++) {
		struct reference_tree tree;
		struct network_graph graph;
		struct spec spec;

		read_tree(&spec, &tree, yaml[i]);
		spec.machine->shape.graph(&spec, &graph);
		struct measured_gamma one = gamma_measure(&graph, &tree, 300, 3), two = gamma_measure(&graph, &tree, 300, 3);

		assert_false(one.all);
		assert_int_equal(one.pairs, 300);
		assert_int_equal(one.seed, 3);
		assert_int_equal(one.paths, one.flow);
		assert_int_equal(one.flow, two.flow);
		free(graph.edge);
		spec_free(&spec);
	}
}

/* What is drawn: sides that are disjoint and not empty. */
static void test_drawn(void **state)
{
	(void)state;
	for (unsigned leaves = 2; leaves <= 64; leaves += 1 + leaves / 3) {
		struct random random;
		uint8_t side[64];

		random_start(&random, leaves, 0);
		for (unsigned i = 0; i < 200; i++) {
			bool a = false, b = false;

			gamma_draw(&random, leaves, side);
			for (unsigned v = 0; v < leaves; v++) {
				a |= side[v] == SIDE_A;
				b |= side[v] == SIDE_B;
			}
			assert_true(a && b);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_smallest), cmocka_unit_test(test_random), cmocka_unit_test(test_gamma_of_networks),
		cmocka_unit_test(test_gamma_of_graphs), cmocka_unit_test(test_gamma_half),
		cmocka_unit_test(test_any_graph), cmocka_unit_test(test_taken_back), cmocka_unit_test(test_measured), cmocka_unit_test(test_drawn),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
