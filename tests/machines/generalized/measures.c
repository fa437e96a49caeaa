/* measures.c: ftc's labels, neighbours, distances, connectivity and bisection, against graphs from the definition. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "machines/pruned_butterfly.h"
#include "machines/rivals.h"
#include "machines/generalized/up_parents.h"
#include "machines/xgft.h"
#include "machines/xgft_measures.h"
#include "trees.h"
#include "util/text.h"

static uint32_t random_state = 1;

static unsigned random_below(unsigned limit)
{
	random_state = random_state * 1664525u + 1013904223u;
	return (unsigned)((uint64_t)random_state * limit >> 32);
}

/* A random tree of at most `most` nodes. */
static struct spec random_tree(unsigned most)
{
	for (;;) {
		unsigned m[4], w[4], height = 1 + random_below(4), nodes = 0;

		for (unsigned i = 0; i < height; i++) {
			m[i] = 1 + random_below(5);
			w[i] = 1 + random_below(5);
		}
		struct spec spec = tree_spec(height, m, w);
		for (unsigned l = 0; l <= height; l++)
			nodes += spec.level_nodes[l];
		if (spec.leaves >= 2 && nodes <= most)
			return spec;
	}
}

static void check_node(const struct spec *spec, const struct xgft_graph *x, unsigned level, unsigned index)
{
	unsigned node = x->first[level] + index;
	struct xgft_label label;

	xgft_label(spec, level, index, &label);
	assert_int_equal(xgft_index(spec, &label), index);
	assert_int_equal(xgft_degree(spec, level), x->g.degree[node]);
	for (unsigned p = 0; level < spec->height && p < spec->parents[level + 1]; p++) {
		unsigned parent = xgft_parent(spec, level, index, p);

		assert_true(parent < x->nodes[level + 1] && graph_linked(&x->g, node, x->first[level + 1] + parent));
		assert_true(p == 0 || parent != xgft_parent(spec, level, index, p - 1));
	}
	for (unsigned c = 0; level > 0 && c < spec->children[level]; c++) {
		unsigned child = xgft_child(spec, level, index, c);

		assert_true(child < x->nodes[level - 1] && graph_linked(&x->g, node, x->first[level - 1] + child));
		assert_true(c == 0 || child != xgft_child(spec, level, index, c - 1));
	}
}

static void neighbours_are_those_of_the_definition(void **state)
{
	(void)state;
	for (int i = 0; i < 300; i++) {
		struct spec spec = random_tree(600);
		struct xgft_graph x;
		unsigned long links = 0;

		tree_graph(&spec, &x);
		assert_int_equal(x.g.count, xgft_all_nodes(&spec));
		for (unsigned l = 0; l <= spec.height; l++) {
			assert_int_equal(x.nodes[l], spec.level_nodes[l]);
			for (unsigned j = 0; j < x.nodes[l]; j++)
				check_node(&spec, &x, l, j);
		}
		for (unsigned v = 0; v < x.g.count; v++)
			links += x.g.degree[v];
		assert_int_equal(links, 2 * xgft_all_links(&spec));
		graph_free(&x.g);
	}
}

static void distances_are_those_of_the_definition(void **state)
{
	(void)state;
	for (int i = 0; i < 120; i++) {
		struct spec spec = random_tree(250);
		struct fraction mean = xgft_mean_distance(&spec);
		struct xgft_graph x;
		unsigned longest = 0, longest_of_leaves = 0;
		unsigned long sum = 0;

		tree_graph(&spec, &x);
		unsigned *distance = allocate_array(x.g.count, sizeof *distance);
		for (unsigned v = 0; v < x.g.count; v++) {
			graph_distances(&x.g, v, NULL, distance);
			for (unsigned u = 0; u < x.g.count; u++) {
				longest = distance[u] > longest ? distance[u] : longest;
				if (u >= spec.leaves || v >= spec.leaves)
					continue;
				assert_int_equal(distance[u], 2 * xgft_turn_level(&spec, v, u));
				longest_of_leaves = distance[u] > longest_of_leaves ? distance[u] : longest_of_leaves;
				sum += distance[u];
			}
		}
		assert_int_equal(longest, xgft_node_diameter(&spec));
		assert_int_equal(longest_of_leaves, xgft_diameter(&spec));
		assert_int_equal(sum * mean.denominator,
				 mean.numerator * (unsigned long)spec.leaves * (spec.leaves - 1));
		free(distance);
		graph_free(&x.g);
	}
}

static void connectivity_is_the_maximum_flow(void **state)
{
	(void)state;
	for (int i = 0; i < 150; i++) {
		struct spec spec = random_tree(40);
		struct xgft_graph x;

		tree_graph(&spec, &x);
		assert_int_equal(graph_connectivity(&x.g), xgft_node_connectivity(&spec));
		for (unsigned leaf = 1; leaf < spec.leaves; leaf++)
			assert_int_equal(graph_disjoint_paths(&x.g, 0, leaf), xgft_leaf_connectivity(&spec));
		graph_free(&x.g);
	}
}

/* The fewest links between two sides, of which one has floor(n / 2) of the first n nodes: counted over all sets of nodes
 * one by one, each from the one before by a single move. */
static unsigned least_of_all_sets(const struct graph *g, unsigned counted)
{
	unsigned cut = 0, on_side = 0, least = UINT_MAX;
	uint32_t set = 0;

	for (uint32_t i = 1; i < 1u << g->count; i++) {
		unsigned node = 0;

		while (!(i >> node & 1))
			node++;
		for (unsigned j = 0; j < g->degree[node]; j++)
			cut += (set >> node ^ set >> g->neighbour[node][j]) & 1 ? -1u : 1;
		on_side += node >= counted ? 0 : set >> node & 1 ? -1u : 1;
		set ^= 1u << node;
		if (on_side == counted / 2 && cut < least)
			least = cut;
	}
	return least;
}

static void check_bisections(const struct spec *spec, unsigned edge, unsigned leaf)
{
	struct bisection_bounds e = xgft_graph_bisection(spec), l = xgft_leaf_bisection(spec);

	assert_true(e.lower == edge && e.upper == edge);
	assert_true(l.lower == leaf && l.upper == leaf);
}

static void bisections_are_the_least_of_all_cuts(void **state)
{
	unsigned more = 0;

	(void)state;
	for (int i = 0; i < 150; i++) {
		struct spec spec = random_tree(18);
		struct xgft_graph x;

		tree_graph(&spec, &x);
		unsigned edge = least_of_all_sets(&x.g, x.g.count), leaf = least_of_all_sets(&x.g, spec.leaves);
		check_bisections(&spec, edge, leaf);
		more += edge > leaf;
		graph_free(&x.g);
	}
	assert_true(more > 50);	/* one is not the other */
}

static void bisections_of_known_trees(void **state)
{
	static const unsigned two[] = { 2, 2, 2 }, three[] = { 3, 3 }, one_three[] = { 1, 3 }, top[] = { 4, 1, 1 };
	struct spec gft = tree_spec(2, two, three), turned = tree_spec(2, three, two), narrow = tree_spec(2, two, one_three);
	struct spec fewer = tree_spec(3, top, two);

	(void)state;
	check_bisections(&gft, 7, 6);
	check_bisections(&turned, 7, 6);
	check_bisections(&narrow, 3, 2);
	check_bisections(&fewer, 3, 4);
}

/* Up to 26 nodes by the graph's own search, which cuts branches off. */
static void bisections_are_the_least_cut(void **state)
{
	unsigned bounded = 0;

	(void)state;
	for (int i = 0; i < 250; i++) {
		struct spec spec = random_tree(26);
		struct xgft_graph x;
		bool counted[64] = {0};

		tree_graph(&spec, &x);
		memset(counted, true, spec.leaves * sizeof *counted);
		unsigned leaf = graph_bisection(&x.g, counted);
		memset(counted, true, x.g.count * sizeof *counted);
		check_bisections(&spec, graph_bisection(&x.g, counted), leaf);
		bounded += 2 * leaf != xgft_bisection_formula_twice(&spec);
		graph_free(&x.g);
	}
	assert_true(bounded > 50);	/* the formula alone would not have done */
}

/* Bounds of the edge bisection that the search of small graphs does not reach: a tree and the same upside down have the
 * same, and no cut of many by lot is below. */
static void bounds_of_edge_bisections_hold(void **state)
{
	unsigned ranges = 0;

	(void)state;
	for (int i = 0; i < 60; i++) {
		struct spec spec = random_tree(400);
		unsigned m[4], w[4];

		for (unsigned l = 0; l < spec.height; l++) {
			m[l] = spec.parents[spec.height - l];
			w[l] = spec.children[spec.height - l];
		}
		struct spec turned = tree_spec(spec.height, m, w);
		struct bisection_bounds b = xgft_graph_bisection(&spec), t = xgft_graph_bisection(&turned);

		assert_true(b.lower <= b.upper && t.lower <= t.upper);
		assert_true(b.lower <= t.upper && t.lower <= b.upper);
		ranges += b.lower < b.upper;
		if (spec.children[spec.height] % 2 == 0)
			assert_true(2 * b.upper <= xgft_bisection_formula_twice(&spec));
	}
	assert_true(ranges > 10);
}

/* Where the tree is too large to be searched, the bounds must include the plausible value. */
static void bisection_of_large_trees_is_bounded(void **state)
{
	static const unsigned m[] = { 3, 5, 7, 9, 11 }, w[] = { 2, 3, 1, 5, 2 };
	struct spec odd = tree_spec(5, m, w);
	struct bisection_bounds b = xgft_leaf_bisection(&odd);

	(void)state;
	/* 5197 leaves at 60 links for 945 of them; 5 sub-trees of 945, 4 of 105, 3 of 15, 2 of 3 and a leaf. */
	assert_int_equal(b.lower, 330);
	assert_int_equal(b.upper, 5 * 60 + 4 * 30 + 3 * 6 + 2 * 6 + 2);
}

/* Adding to the alpha digits maps links to links: every leaf looks alike (section 4.4, without the betas). */
static void leaves_look_alike(void **state)
{
	(void)state;
	for (int i = 0; i < 100; i++) {
		struct spec spec = random_tree(200);
		unsigned shift[MAXIMUM_LEVELS + 1];

		for (unsigned d = 1; d <= spec.height; d++)
			shift[d] = random_below(spec.children[d]);
		for (unsigned l = 0; l < spec.height; l++)
			for (unsigned v = 0; v < spec.level_nodes[l]; v++)
				for (unsigned p = 0; p < spec.parents[l + 1]; p++) {
					struct xgft_label below, above;

					xgft_label(&spec, l, v, &below);
					xgft_label(&spec, l + 1, xgft_parent(&spec, l, v, p), &above);
					for (unsigned d = l + 1; d <= spec.height; d++)
						below.digit[d] = (below.digit[d] + shift[d]) % spec.children[d];
					for (unsigned d = l + 2; d <= spec.height; d++)
						above.digit[d] = (above.digit[d] + shift[d]) % spec.children[d];
					assert_int_equal(xgft_parent(&spec, l, xgft_index(&spec, &below), p),
							 xgft_index(&spec, &above));
				}
	}
}

static void the_pruned_butterfly_is_an_xgft(void **state)
{
	(void)state;
	for (unsigned q = 1; q <= 4; q++) {
		static const unsigned m[] = { 2, 2, 2, 2, 2, 2, 2, 2 }, w[] = { 2, 1, 2, 1, 2, 1, 2, 1 };
		struct spec spec = tree_spec(2 * q, m, w);
		struct graph bay;

		bay_build(&bay, q);
		assert_int_equal(bay.count, xgft_all_nodes(&spec));
		for (unsigned l = 0; l < spec.height; l++)
			for (unsigned v = 0; v < spec.level_nodes[l]; v++) {
				struct bay_label a = bay_label(&spec, l, v);

				assert_int_equal(bay_index(&spec, a), v);
				assert_int_equal(bay.degree[bay_node(q, a.i, a.j, a.k)], xgft_degree(&spec, l));
				for (unsigned p = 0; p < spec.parents[l + 1]; p++) {
					struct bay_label b = bay_label(&spec, l + 1, xgft_parent(&spec, l, v, p));

					assert_true(graph_linked(&bay, bay_node(q, a.i, a.j, a.k),
								 bay_node(q, b.i, b.j, b.k)));
				}
			}
		graph_free(&bay);
	}
}

/* What ftc says of a product, against the graph. Bisections may be bounds for tori only. */
static void check_rival(const struct rival *r, const struct graph *g, bool exact)
{
	unsigned *distance = allocate_array(g->count, sizeof *distance), diameter = 0, degree = 0;
	bool *all = allocate_array(g->count, sizeof *all);

	memset(all, true, g->count * sizeof *all);
	for (unsigned v = 0; v < g->count; v++) {
		graph_distances(g, v, NULL, distance);
		for (unsigned u = 0; u < g->count; u++)
			diameter = distance[u] > diameter ? distance[u] : diameter;
		degree = g->degree[v] > degree ? g->degree[v] : degree;
	}
	unsigned bisection = graph_bisection(g, all);
	assert_int_equal(r->nodes, g->count);
	assert_int_equal(r->diameter, diameter);
	assert_int_equal(r->degree, degree);
	assert_true(r->bisection_lower <= bisection && bisection <= r->bisection_upper);
	if (exact)
		assert_true(r->bisection_lower == r->bisection_upper);
	free(all);
	free(distance);
}

static void rivals_are_products(void **state)
{
	static const struct sides all[] = {
		{ 1, { 2 } }, { 1, { 7 } }, { 1, { 8 } }, { 2, { 3, 3 } }, { 2, { 3, 4 } }, { 2, { 4, 4 } },
		{ 2, { 5, 3 } }, { 2, { 5, 4 } }, { 2, { 6, 3 } }, { 2, { 5, 5 } }, { 2, { 2, 2 } }, { 2, { 2, 3 } },
		{ 2, { 2, 4 } }, { 2, { 7, 2 } }, { 2, { 1, 6 } }, { 3, { 2, 2, 2 } }, { 3, { 3, 2, 2 } },
		{ 3, { 3, 3, 2 } }, { 3, { 4, 3, 2 } }, { 4, { 2, 2, 2, 2 } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		struct rival t = torus(&all[i]), m = mesh(&all[i]), c = generalized_hypercube(&all[i]);
		struct graph g;

		product_build(&g, all[i].side, all[i].count, true, false);
		check_rival(&t, &g, true);
		assert_int_equal(graph_connectivity(&g), t.degree);
		graph_free(&g);
		product_build(&g, all[i].side, all[i].count, false, false);
		check_rival(&m, &g, true);
		graph_free(&g);
		product_build(&g, all[i].side, all[i].count, false, true);
		check_rival(&c, &g, true);
		assert_int_equal(graph_connectivity(&g), c.degree);
		graph_free(&g);
	}
}

static unsigned long power(unsigned long base, unsigned exponent)
{
	unsigned long p = 1;

	while (exponent--)
		p *= base;
	return p;
}

static struct spec constant_tree(unsigned h, unsigned m, unsigned w1, unsigned w)
{
	unsigned ms[MOST_HEIGHT], ws[MOST_HEIGHT];

	for (unsigned i = 0; i < h; i++) {
		ms[i] = m;
		ws[i] = i ? w : w1;
	}
	return tree_spec(h, ms, ws);
}

/* A row of the fat trees: N, degree, diameter, cost and m_h w_1..w_h / 2 as printed. */
static void check_row(const struct spec *spec, unsigned long n, unsigned long degree, unsigned long diameter,
		      unsigned long cost, unsigned long bisection_twice)
{
	assert_int_equal(spec->leaves, n);
	assert_int_equal(xgft_leaf_connectivity(spec), degree);
	assert_int_equal(xgft_diameter(spec), diameter);
	assert_int_equal(xgft_cost(spec), cost);
	assert_int_equal(xgft_bisection_formula_twice(spec), bisection_twice);
}

/* Table 1 as printed, where the print is right: all but the tori, which `tables` holds against exact values. */
static void table_1(void **state)
{
	(void)state;
	for (unsigned h = 1; h <= 5; h++) {
		struct sides cube = { .count = 2 * h };

		for (unsigned i = 0; i < 2 * h; i++)
			cube.side[i] = 2;
		struct rival q = generalized_hypercube(&cube);
		assert_true(q.nodes == power(4, h) && q.degree == 2 * h && q.diameter == 2 * h && q.cost == 4 * h * h);
		assert_true(q.bisection_lower == power(2, 2 * h - 1) && q.bisection_upper == q.bisection_lower);
		for (unsigned m = 2; m <= 6; m += 2) {
			struct sides base = { .count = h };

			for (unsigned i = 0; i < h; i++)
				base.side[i] = m;
			struct rival g = generalized_hypercube(&base);
			assert_true(g.nodes == power(m, h) && g.degree == (m - 1) * h && g.diameter == h);
			assert_true(g.cost == (m - 1) * h * h && g.bisection_lower == power(m, h + 1) / 4);
		}
		for (unsigned m = 2; m <= 6; m++)
			for (unsigned w = 1; w <= 6; w++) {
				struct spec gft = constant_tree(h, m, w, w);

				check_row(&gft, power(m, h), w, 2 * h, 2 * h * w, m * power(w, h));
			}
		struct spec equal = constant_tree(h, 4, 4, 4), wide = constant_tree(h, 4, 2 * h, 2 * h);
		struct spec top = constant_tree(h, 4, 2 * h, 1), like_gq = constant_tree(h, 3, 2 * h, 1);
		check_row(&equal, power(4, h), 4, 2 * h, 8 * h, 2 * power(2, 2 * h + 1));
		check_row(&wide, power(4, h), 2 * h, 2 * h, 4 * h * h, 4 * power(2 * h, h));
		check_row(&top, power(4, h), 2 * h, 2 * h, 4 * h * h, 8 * h);
		check_row(&like_gq, power(3, h), 2 * h, 2 * h, 4 * h * h, 3 * 2 * h);
		assert_int_equal(xgft_leaf_bisection(&equal).lower, power(2, 2 * h + 1));
		assert_true(xgft_graph_bisection(&equal).upper == power(2, 2 * h + 1));
		assert_true(xgft_graph_bisection(&top).lower == 4 * h && xgft_graph_bisection(&top).upper == 4 * h);
	}
}

/* The parents that the policies take: bits of the label of one end. Where no number is a power of two it is seen that
 * these are the label's, not the leaf's number's. tests/machines/generalized/parents.sh has the hardware beside it. */
static void up_routing_takes_bits_of_labels(void **state)
{
	static const unsigned m[] = { 3, 4, 5 }, w[] = { 2, 3, 4 };
	struct spec spec = tree_spec(3, m, w);
	unsigned beta[MAXIMUM_LEVELS + 1];

	(void)state;
	/* 43 is 3, 2, 1: its label 011 10 01, of which the last bit is the lane's, then 00, and then 11. */
	spec.up_routing = UP_ROUTING_DESTINATION;
	up_parents_alone(&spec, 0, 43, 1, beta);
	assert_true(beta[1] == 1 && beta[2] == 0 && beta[3] == 3);
	spec.up_routing = UP_ROUTING_SOURCE;
	up_parents_alone(&spec, 43, 0, 1, beta);
	assert_true(beta[1] == 1 && beta[2] == 0 && beta[3] == 3);
	/* 32 is 2, 2, 2: 010 10 10, of which 01 and 01 are behind the lane's bit. 22 is 1, 3, 1: 001 11 01, 10 and
	 * 11. */
	up_parents_alone(&spec, 32, 0, 1, beta);
	assert_true(beta[1] == 0 && beta[2] == 1 && beta[3] == 1);
	up_parents_alone(&spec, 22, 0, 1, beta);
	assert_true(beta[1] == 1 && beta[2] == 2 && beta[3] == 3);
	/* 23 is 1, 3, 2: 001 11 10, where 11 names no parent of three. */
	up_parents_alone(&spec, 23, 0, 1, beta);
	assert_true(beta[1] == 0 && beta[2] == 0 && beta[3] == 3);
	spec.up_routing = UP_ROUTING_FIRST_FREE;
	up_parents_alone(&spec, 43, 45, 1, beta);
	assert_true(beta[1] == 0 && beta[2] == 0 && beta[3] == 0);
	spec.up_routing = UP_ROUTING_RANDOM;
	for (unsigned seed = 0; seed < 100; seed++) {
		up_parents_alone(&spec, 5, 45, seed, beta);
		assert_true(beta[1] < 2 && beta[2] < 3 && beta[3] < 4);
	}
}

/* The leaf's own link is that of the wire by which it sends: with three links of two wires the fifth belongs to link
 * 2. */
static void the_lane_decides_the_leafs_own_link(void **state)
{
	static const unsigned m[] = { 7, 2 }, w[] = { 3, 2 };
	struct spec spec = tree_spec(2, m, w);
	unsigned beta[MAXIMUM_LEVELS + 1];

	(void)state;
	spec.link_width = 2;
	spec.connections = 6;
	for (unsigned lane = 0; lane < 6; lane++) {
		up_parents(&spec, &(struct departure){ .source = 0, .destination = 13, .lane = lane }, beta);
		assert_int_equal(beta[1], lane / 2);
	}
	/* 5 of 7 has bits 101, and 6 has 110, which no wire of six has. */
	assert_int_equal(up_lane(&spec, 5), 5);
	assert_int_equal(up_lane(&spec, 6), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(neighbours_are_those_of_the_definition),
		cmocka_unit_test(distances_are_those_of_the_definition),
		cmocka_unit_test(connectivity_is_the_maximum_flow),
		cmocka_unit_test(bisections_are_the_least_of_all_cuts),
		cmocka_unit_test(bisections_of_known_trees),
		cmocka_unit_test(bisections_are_the_least_cut),
		cmocka_unit_test(bounds_of_edge_bisections_hold),
		cmocka_unit_test(bisection_of_large_trees_is_bounded),
		cmocka_unit_test(leaves_look_alike),
		cmocka_unit_test(the_pruned_butterfly_is_an_xgft),
		cmocka_unit_test(rivals_are_products),
		cmocka_unit_test(table_1),
		cmocka_unit_test(up_routing_takes_bits_of_labels),
		cmocka_unit_test(the_lane_decides_the_leafs_own_link),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
