/* embeddings.c: guests are the graphs that their names say, with a leaf per node and congestion within known bounds.
 *
 * The bounds come from constructions that were checked by brute force before ftc had them. The guests are built here a
 * second time, from their definitions, and links are counted a second time, over the nodes of the paths. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "embed/guest.h"
#include "trees.h"
#include "util/text.h"

/* Counts the links of a guest link's path. Returns the most that any has been used, `most` or more. */
static unsigned count_path(const struct embedding *e, const struct guest_link *link, const struct xgft_graph *x,
			   unsigned **uses, unsigned most)
{
	unsigned a = e->leaf[link->a], b = e->leaf[link->b], top = xgft_turn_level(e->spec, a, b);
	unsigned beta[MAXIMUM_LEVELS + 1], way = link->way;
	struct xgft_path path;

	for (unsigned l = top; l >= 1; l--) {
		beta[l] = way % e->spec->parents[l];
		way /= e->spec->parents[l];
	}
	assert_int_equal(way, 0);
	xgft_path(e->spec, a, b, top, beta, &path);
	assert_true(path.node[0] == a && path.node[2 * top] == b);
	for (unsigned j = 0; j < 2 * top; j++) {
		unsigned from = x->first[xgft_path_level(&path, j)] + path.node[j], n = 0;
		unsigned to = x->first[xgft_path_level(&path, j + 1)] + path.node[j + 1];
		unsigned low = from < to ? from : to, high = from < to ? to : from;

		while (x->g.neighbour[low][n] != high)
			assert_true(++n < x->g.degree[low]);
		most = ++uses[low][n] > most ? uses[low][n] : most;
	}
	return most;
}

/* How often each link of the tree's graph is used, by another way than ftc counts. */
static unsigned count_again(const struct embedding *e)
{
	struct xgft_graph x;
	unsigned most = 0;

	tree_graph(e->spec, &x);
	unsigned **uses = allocate_array(x.g.count, sizeof *uses);
	for (unsigned v = 0; v < x.g.count; v++)
		uses[v] = allocate_array(x.g.degree[v], sizeof **uses);
	for (size_t i = 0; i < e->link_count; i++)
		most = count_path(e, &e->links[i], &x, uses, most);
	for (unsigned v = 0; v < x.g.count; v++)
		free(uses[v]);
	free(uses);
	graph_free(&x.g);
	return most;
}

/* Are the guest's links those of the graph, each once? */
static void check_guest(const struct embedding *e, const struct graph *guest)
{
	unsigned long links = 0;

	assert_int_equal(e->nodes, guest->count);
	for (unsigned v = 0; v < guest->count; v++)
		links += guest->degree[v];
	assert_int_equal(links, 2 * e->link_count);
	unsigned *seen = allocate_array(guest->count * guest->count, sizeof *seen);
	for (size_t i = 0; i < e->link_count; i++) {
		unsigned a = e->links[i].a, b = e->links[i].b;

		assert_true(graph_linked(guest, a, b));
		assert_int_equal(seen[a * guest->count + b]++ + seen[b * guest->count + a], 0);
	}
	free(seen);
}

/* Embeds, checks against the guest's graph and returns the congestion. */
static unsigned embed(const struct spec *spec, const char *name, const char *sides, const struct graph *graph,
		      struct embedding_measures *measures)
{
	struct guest guest;
	struct embedding e;

	assert_true(guest_read(name, sides, &guest));
	assert_true(guest_fit(spec, &guest));
	guest_embed(spec, &guest, &e);
	embedding_measure(&e, measures);
	check_guest(&e, graph);
	assert_int_equal(measures->load, 1);
	assert_int_equal(measures->congestion, count_again(&e));
	struct claim claim = guest_claim(spec, &guest);
	if (claim.theorem) {
		assert_true(measures->congestion <= claim.congestion);
		assert_true(measures->dilation <= claim.dilation);
	}
	embedding_free(&e);
	return measures->congestion;
}

static struct spec constant_tree(unsigned h, unsigned m, unsigned w)
{
	unsigned ms[MOST_HEIGHT], ws[MOST_HEIGHT];

	for (unsigned i = 0; i < h; i++) {
		ms[i] = m;
		ws[i] = w;
	}
	return tree_spec(h, ms, ws);
}

static unsigned line(const struct spec *spec, bool ring)
{
	struct embedding_measures measures;
	struct graph graph;

	product_build(&graph, &spec->leaves, 1, ring && spec->leaves > 2, false);
	unsigned congestion = embed(spec, ring ? "ring" : "array", NULL, &graph, &measures);
	assert_int_equal(measures.dilation, spec->height * 2);
	graph_free(&graph);
	return congestion;
}

/* Theorem 4, and its text on w = 1. */
static void rings_and_arrays(void **state)
{
	(void)state;
	for (unsigned m = 2; m <= 7; m++)
		for (unsigned w = 1; w <= 4; w++)
			for (unsigned h = 1; h <= 3; h++) {
				struct spec spec = constant_tree(h, m, w);
				bool closed = m % 2 == 0;

				if (spec.leaves < 3)
					continue;
				assert_int_equal(line(&spec, false), w == 1 ? 2 : 1);
				assert_int_equal(line(&spec, true), w == 1 || !closed ? 2 : 1);
			}
}

/* The same for any m and w_l >= 2, and for a w_l = 1 above a path that is open, which needs but one parent. Rings around an odd level
 * have two here, and 1 where embedding_spread() finds a way around. */
static void rings_and_arrays_of_other_trees(void **state)
{
	static const struct line_case { unsigned h, m[4], w[4], array, ring; } cases[] = {
		{ 2, { 3, 4 }, { 2, 3 }, 1, 1 }, { 2, { 4, 3 }, { 2, 2 }, 1, 2 }, { 3, { 3, 5, 2 }, { 3, 2, 2 }, 1, 1 },
		{ 3, { 2, 3, 5 }, { 2, 4, 3 }, 1, 1 }, { 3, { 5, 3, 3 }, { 2, 2, 2 }, 1, 2 },
		{ 4, { 2, 2, 3, 2 }, { 2, 2, 2, 2 }, 1, 1 }, { 4, { 4, 4, 4, 4 }, { 2, 2, 2, 4 }, 1, 1 },
		{ 2, { 3, 4 }, { 2, 1 }, 1, 1 }, { 3, { 3, 3, 4 }, { 2, 1, 1 }, 1, 1 }, { 2, { 4, 4 }, { 2, 1 }, 2, 2 },
		{ 4, { 2, 2, 2, 2 }, { 2, 1, 2, 1 }, 2, 2 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct spec spec = tree_spec(cases[i].h, cases[i].m, cases[i].w);

		assert_int_equal(line(&spec, false), cases[i].array);
		assert_int_equal(line(&spec, true), cases[i].ring);
	}
}

/* Theorems 6 and 7 claim 2k - 1; ftc's embedding needs k for meshes, and for tori of even m. */
static void meshes_and_tori(void **state)
{
	static const struct product_case { unsigned m, h; const char *sides; unsigned count, side[4]; } cases[] = {
		{ 2, 3, "2x4", 2, { 2, 4 } }, { 2, 4, "4x4", 2, { 4, 4 } }, { 2, 6, "8x8", 2, { 8, 8 } },
		{ 2, 6, "4x4x4", 3, { 4, 4, 4 } }, { 2, 5, "2x4x4", 3, { 2, 4, 4 } },
		{ 2, 4, "2x2x2x2", 4, { 2, 2, 2, 2 } }, { 2, 8, "4x4x4x4", 4, { 4, 4, 4, 4 } },
		{ 3, 2, "3x3", 2, { 3, 3 } }, { 3, 3, "9x3", 2, { 9, 3 } }, { 3, 3, "3x9", 2, { 3, 9 } },
		{ 3, 3, "3x3x3", 3, { 3, 3, 3 } }, { 3, 4, "9x9", 2, { 9, 9 } }, { 4, 2, "4x4", 2, { 4, 4 } },
		{ 4, 3, "16x4", 2, { 16, 4 } }, { 4, 3, "4x4x4", 3, { 4, 4, 4 } }, { 4, 4, "16x16", 2, { 16, 16 } },
		{ 5, 2, "5x5", 2, { 5, 5 } }, { 6, 2, "6x6", 2, { 6, 6 } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct product_case *c = &cases[i];
		struct spec spec = constant_tree(c->h, c->m, c->m);
		struct embedding_measures measures;
		unsigned reversed[4];
		struct graph graph;

		/* The last side counts fastest. */
		for (unsigned s = 0; s < c->count; s++)
			reversed[s] = c->side[c->count - 1 - s];
		product_build(&graph, reversed, c->count, false, false);
		assert_in_range(embed(&spec, "mesh", c->sides, &graph, &measures), 1, c->count);
		graph_free(&graph);
		product_build(&graph, reversed, c->count, true, false);
		unsigned torus = embed(&spec, "torus", c->sides, &graph, &measures);
		assert_in_range(torus, 1, c->m % 2 ? 2 * c->count : c->count);
		graph_free(&graph);
	}
}

/* Sides that share levels: valid, and within the bounds of a leaf's degree and twice the theorems'. */
static void meshes_and_tori_on_shared_levels(void **state)
{
	static const struct shared_case {
		unsigned h, m[4], w[4];
		const char *sides;
		unsigned count, side[3], most;
	} cases[] = {
		{ 3, { 4, 4, 4 }, { 4, 4, 4 }, "8x8", 2, { 8, 8 }, 2 },
		{ 3, { 4, 4, 4 }, { 2, 2, 4 }, "8x8", 2, { 8, 8 }, 6 },
		{ 2, { 6, 6 }, { 3, 3 }, "4x9", 2, { 4, 9 }, 8 },
		{ 3, { 8, 8, 1 }, { 2, 2, 2 }, "4x4x4", 3, { 4, 4, 4 }, 16 },
		{ 2, { 12, 5 }, { 2, 3 }, "10x6", 2, { 10, 6 }, 16 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		for (unsigned wrap = 0; wrap < 2; wrap++) {
			const struct shared_case *c = &cases[i];
			struct spec spec = tree_spec(c->h, c->m, c->w);
			struct embedding_measures measures;
			unsigned reversed[3];
			struct graph graph;

			for (unsigned s = 0; s < c->count; s++)
				reversed[s] = c->side[c->count - 1 - s];
			product_build(&graph, reversed, c->count, wrap, false);
			assert_in_range(embed(&spec, wrap ? "torus" : "mesh", c->sides, &graph, &measures), 1, c->most);
			graph_free(&graph);
		}
}

static void hypercube_graph(struct graph *g, unsigned nodes)
{
	graph_start(g, nodes);
	for (unsigned a = 0; a < nodes; a++)
		for (unsigned bit = 1; bit < nodes; bit *= 2)
			if (!(a & bit))
				graph_link(g, a, a | bit);
}

/* Theorem 8: exactly ceil(h/2), which is as few as the degree allows. */
static void hypercubes(void **state)
{
	(void)state;
	for (unsigned h = 1; h <= 8; h++) {
		struct spec spec = constant_tree(h, 2, 2);
		struct embedding_measures measures;
		struct graph graph;

		hypercube_graph(&graph, spec.leaves);
		assert_int_equal(embed(&spec, "hypercube", NULL, &graph, &measures), (h + 1) / 2);
		assert_int_equal(measures.dilation, 2 * h);
		graph_free(&graph);
	}
}

/* Links between nodes first .. first + size - 1, a tree in inorder. */
static void inorder_links(struct graph *g, unsigned first, unsigned size)
{
	unsigned half = size / 2, root = first + half;

	if (size < 3)
		return;
	graph_link(g, root, first + half / 2);
	graph_link(g, root, root + 1 + half / 2);
	inorder_links(g, first, half);
	inorder_links(g, root + 1, half);
}

/* Theorem 5 claims 3; inorder needs 2. */
static void binary_trees(void **state)
{
	(void)state;
	for (unsigned h = 1; h <= 8; h++) {
		struct spec spec = constant_tree(h + 1, 2, 2);
		struct embedding_measures measures;
		struct graph graph;

		graph_start(&graph, spec.leaves - 1);
		inorder_links(&graph, 0, spec.leaves - 1);
		assert_int_equal(embed(&spec, "binary-tree", NULL, &graph, &measures), h == 1 ? 1 : 2);
		assert_int_equal(measures.dilation, 2 * (h + 1));
		graph_free(&graph);
	}
}

/* Three pyramids, each with meshes of 2^n, 2^(n-1), .. nodes a side. */
static void pyramid_graph(struct graph *g, unsigned height)
{
	unsigned all = 0, first = 0;

	for (unsigned k = 0; k <= height; k++)
		all += 1u << 2 * k;
	graph_start(g, 3 * all);
	for (unsigned p = 0; p < 3; p++)
		for (unsigned k = 0; k <= height; k++) {
			unsigned side = 1u << (height - k), above = first + side * side;

			for (unsigned r = 0; r < side; r++)
				for (unsigned c = 0; c < side; c++) {
					unsigned v = first + r * side + c;

					if (c + 1 < side)
						graph_link(g, v, v + 1);
					if (r + 1 < side)
						graph_link(g, v, v + side);
					if (k < height)
						graph_link(g, v, above + r / 2 * (side / 2) + c / 2);
				}
			first = above;
		}
}

/* Theorem 9 claims 5, its figure 10 claims 1 for height 1. A degree of four, seven or nine over four parents requires 1,
 * 2 or 3. */
static void pyramids(void **state)
{
	(void)state;
	for (unsigned h = 1; h <= 5; h++) {
		struct spec spec = constant_tree(h + 1, 4, 4);
		struct embedding_measures measures;
		struct graph graph;

		pyramid_graph(&graph, h);
		assert_int_equal(embed(&spec, "pyramid", NULL, &graph, &measures), h < 3 ? h : 3);
		assert_int_equal(measures.dilation, 2 * (h + 1));
		assert_int_equal(measures.degree, h == 1 ? 4 : h == 2 ? 7 : 9);
		graph_free(&graph);
	}
}

/* Theorem 10 and Corollary 2: Q(2h) in GFT(h, 4, 2) congests some link at least (4/w)^h / 4 = 2^h / 4 times. */
static void narrow_trees_are_congested(void **state)
{
	(void)state;
	for (unsigned h = 2; h <= 5; h++) {
		struct spec spec = constant_tree(h, 4, 2);
		struct embedding_measures measures;
		struct graph graph;

		hypercube_graph(&graph, spec.leaves);
		assert_true(embed(&spec, "hypercube", NULL, &graph, &measures) >= (1u << h) / 4);
		graph_free(&graph);
	}
}

/* The least congestion of all choices of ways, by trying them all. */
static unsigned try_ways(struct embedding *e, size_t from, unsigned least)
{
	if (from == e->link_count) {
		unsigned congestion = count_again(e);

		return congestion < least ? congestion : least;
	}
	struct guest_link *link = &e->links[from];
	unsigned ways = 1;

	for (unsigned l = xgft_turn_level(e->spec, e->leaf[link->a], e->leaf[link->b]); l >= 1; l--)
		ways *= e->spec->parents[l];
	for (link->way = 0; link->way < ways; link->way++)
		least = try_ways(e, from + 1, least);
	return least;
}

/* Where no theorem covers a tree, the ways that ftc takes are the best ones of small trees, and the bound by cuts holds. */
static void small_trees_have_the_best_ways(void **state)
{
	static const struct {
		const char *tree, *guest;
	} cases[] = { { "2 2 ; 2 1", "hypercube" }, { "2 2 ; 1 3", "hypercube" }, { "2 4 ; 2 1", "ring" }, { "4 2 ; 1 2", "hypercube" },
		      { "4 2 ; 3 1", "ring" }, { "2 2 2 ; 2 1 1", "hypercube" }, { "4 2 ; 1 3", "binary-tree" } };

	(void)state;
	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *text = cases[i].tree;
		struct spec spec = read_tree(&text);
		struct embedding_measures measures;
		struct guest guest;
		struct embedding e;

		assert_true(guest_read(cases[i].guest, NULL, &guest) && guest_fit(&spec, &guest));
		assert_null(guest_claim(&spec, &guest).theorem);
		guest_embed(&spec, &guest, &e);
		embedding_measure(&e, &measures);
		unsigned bound = embedding_cut_bound(&e), least = try_ways(&e, 0, measures.congestion);

		assert_true(bound <= least);
		assert_int_equal(measures.congestion, least);
		embedding_free(&e);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rings_and_arrays),
		cmocka_unit_test(rings_and_arrays_of_other_trees),
		cmocka_unit_test(meshes_and_tori),
		cmocka_unit_test(meshes_and_tori_on_shared_levels),
		cmocka_unit_test(hypercubes),
		cmocka_unit_test(binary_trees),
		cmocka_unit_test(pyramids),
		cmocka_unit_test(narrow_trees_are_congested),
		cmocka_unit_test(small_trees_have_the_best_ways),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
