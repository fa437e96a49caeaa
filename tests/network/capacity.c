/* capacity.c: components against an independent table; counts and costs against an explicit tree, vertex by vertex. */
#include "networks.h"

#include <math.h>
#include <string.h>

#include "machines/fat-tree/measures.h"
#include "network/cost.h"

static void components_as_in_the_table(void **state)
{
	FILE *table = fopen(getenv("COMPONENTS"), "r");
	char line[256];
	int rows = 0;

	(void)state;
	assert_non_null(table);
	while (fgets(line, sizeof line, table)) {
		unsigned long long wires, selectors, crosspoints, partial;
		unsigned n, w;
		struct components c;
		struct network *net;
		struct spec spec;
		char *yaml;

		if (sscanf(line, "%u %u | %llu | %llu | %llu | %llu", &n, &w, &wires, &selectors, &crosspoints,
			   &partial) != 6)
			continue;
		yaml = format_string("network: fat-tree\nleaves: %u\nroot-capacity: %u\nexternal: true\n", n, w);
		net = network_from(&spec, yaml);
		c = fat_tree_components(net);
		assert_int_equal(c.wires, wires);
		assert_int_equal(c.selectors, selectors);
		assert_int_equal(c.crosspoints, crosspoints);
		assert_int_equal(c.partial_crosspoints, partial);
		assert_int_equal(c.root_capacity, w);
		network_done(&spec, net);
		free(yaml);
		rows++;
	}
	fclose(table);
	assert_int_equal(rows, 39);
}

static void bounds_as_in_the_paper(void **state)
{
	struct spec spec;
	struct network *net = network_from(&spec, "network: fat-tree\nleaves: 4096\nroot-capacity: 512\n");
	struct components c = fat_tree_components(net);

	(void)state;
	assert_near(c.bound, 4096 * 3, 1e-6);			/* lg(2^27 / 2^24) */
	assert_near(c.volume, pow(512 * 3, 1.5), 1e-6);		/* lg(2^12 / 2^9) */
	network_done(&spec, net);
	net = network_from(&spec, "network: fat-tree\nleaves: 64\nroot-capacity: 64\n");
	c = fat_tree_components(net);
	assert_near(c.volume, pow(64, 1.5), 1e-6);		/* lg x is at least 1 */
	network_done(&spec, net);
}

/* The least w, by trying all of them in doubles, which are exact for such small numbers. */
static unsigned least_universal(const struct spec *spec)
{
	for (unsigned w = 1; w < spec->leaves; w++) {
		bool everywhere = true;

		for (unsigned k = 0; k <= spec->levels; k++) {
			double below = ceil(spec->leaves / (double)(1 << k));
			double wanted = fmin(ceil(spec->capacity[k] / (double)spec->connections), below);

			everywhere &= fmin(below, ceil(cbrt((double)w * w * w / pow(4, k)) - 1e-9)) >= wanted;
		}
		if (everywhere)
			return w;
	}
	return spec->leaves;
}

static void root_capacity_of_a_list(void **state)
{
	static const char *const lists[] = {
		"leaves: 16\ncapacities: [8, 4, 2, 1]", "leaves: 16\ncapacities: [4, 3, 2, 1]",
		"leaves: 16\ncapacities: [1, 1, 1, 1]", "leaves: 13\ncapacities: [3, 9, 2, 1]",
		"leaves: 1000\ncapacities: [100, 60, 50, 40, 30, 20, 10, 8, 4, 1]",
		"leaves: 64\ncapacities: [20, 99, 8, 8, 4, 2]\nconnections: 2",
	};

	(void)state;
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		struct spec spec;
		char *yaml = format_string("network: fat-tree\n%s\n", lists[i]);
		struct network *net = network_from(&spec, yaml);

		assert_int_equal(universal_root_capacity(&spec), least_universal(&spec));
		network_done(&spec, net);
		free(yaml);
	}
}

static void bisection_is_the_narrowest_place(void **state)
{
	static const struct {
		const char *yaml;
		unsigned root, min_cut;
	} cases[] = {
		{"network: fat-tree\nleaves: 16\nroot-capacity: 8\n", 6, 6},
		{"network: fat-tree\nleaves: 16\ncapacities: [8, 4, 2, 1]\n", 8, 8},
		{"network: fat-tree\nleaves: 16\ncapacities: [8, 1, 2, 1]\n", 8, 2},
		{"network: fat-tree\nleaves: 16\ncapacities: [8, 4, 1, 1]\n", 8, 4},
		{"network: fat-tree\nleaves: 5\ncapacities: [4, 2, 1]\n", 1, 1},	/* one leaf on the right */
		{"network: fat-tree\nleaves: 1048576\n", 524288, 524288},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct spec spec;
		struct network *net = network_from(&spec, cases[i].yaml);
		struct bisection b = fat_tree_bisection(net);

		assert_int_equal(b.root, cases[i].root);
		assert_int_equal(b.min_cut, cases[i].min_cut);
		network_done(&spec, net);
	}
}

/* Sums over every vertex below and including v, children visited one by one. */
struct sums {
	unsigned long long nodes[MAXIMUM_LEVELS + 1], selectors[MAXIMUM_LEVELS + 1], channel_wires;
	unsigned long long lut4, ff, elements[ELEMENT_KINDS];
};

static void walk_plan(const struct plan *plan, struct sums *s)
{
	if (!plan)
		return;
	for (size_t i = 0; i < plan->element_count; i++) {
		s->elements[plan->element[i].kind] += plan->element[i].count;
		if (plan->element[i].kind == ELEMENT_CALL)
			walk_plan(plan->element[i].plan, s);
	}
}

static void walk(const struct subtree *v, struct sums *s)
{
	const struct node *node = v->node;

	s->nodes[v->level]++;
	s->channel_wires += 2 * v->capacity;
	if (!node)
		return;
	walk_plan(node->up, s);
	walk_plan(node->down[0], s);
	walk_plan(node->down[1], s);
	s->lut4 += (node->up ? node->up->cost.lut4 : 0) + (node->down[0] ? node->down[0]->cost.lut4 : 0) +
		   (node->down[1] ? node->down[1]->cost.lut4 : 0);
	if (node->parent_wires > 0) {
		unsigned outputs = v->child[1] ? 2 : 1, wires = node->parent_wires + v->child[0]->capacity +
				   (v->child[1] ? v->child[1]->capacity : 0);

		s->selectors[v->level] += 2 * wires;
		s->lut4 += outputs * wires;
		s->ff += wires + (outputs == 2 ? (wires - node->parent_wires) * node->turn_delay : 0);
	}
	for (int side = 0; side < 2 && v->child[side]; side++)
		walk(v->child[side], s);
}

static void counts_as_the_tree_spelt_out(void **state)
{
	static const char *const trees[] = {
		"leaves: 2", "leaves: 3", "leaves: 16\nroot-capacity: 8", "leaves: 37\nexternal: true\nconnections: 2",
		"leaves: 1000\nroot-capacity: 100\nconcentrator: butterfly", "leaves: 129\nconcentrator: batcher",
	};

	(void)state;
	for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
		struct spec spec;
		char *yaml = format_string("network: fat-tree\nleaf-interface: wires\n%s\n", trees[i]);
		struct network *net = network_from(&spec, yaml);
		struct sums s = {0};
		unsigned long long elements[ELEMENT_KINDS], selectors = 0;
		struct cost cost = network_cost(net), parts = {0};

		walk(network_root(net), &s);
		for (unsigned k = 0; k < net->levels; k++) {
			struct level_logic logic;

			network_level_logic(net, k, &logic);
			assert_int_equal(logic.nodes, s.nodes[k]);
			assert_int_equal(logic.selectors, s.selectors[k]);
			selectors += logic.selectors;
			cost_add(&parts, &logic.selection, 1);
			cost_add(&parts, &logic.turns, 1);
		}
		assert_int_equal(fat_tree_components(net).channel_wires, s.channel_wires);
		assert_int_equal(fat_tree_components(net).selectors, selectors);
		assert_int_equal(cost.lut4, s.lut4);
		assert_int_equal(parts.ff, s.ff);
		network_elements(net, elements);
		assert_memory_equal(elements, s.elements, sizeof elements);
		network_done(&spec, net);
		free(yaml);
	}
}

/* From exactly the threshold on; the threshold here is the delay of some level. */
static void turn_delays_may_be_memory(void **state)
{
	struct spec spec;
	struct network *net = network_from(&spec, "network: fat-tree\nleaves: 64\n");
	unsigned threshold = net->node[2]->turn_delay;		/* a level above the lowest */
	unsigned long bits = 0, below = 0;
	char text[100];

	(void)state;
	assert_true(threshold > 3);
	assert_int_equal(network_cost(net).ram_bits, 0);
	network_done(&spec, net);
	snprintf(text, sizeof text, "network: fat-tree\nleaves: 64\ndelay-ram-threshold: %u\n", threshold);
	net = network_from(&spec, text);
	for (size_t i = 0; i < net->node_count; i++) {
		const struct node *node = net->node[i];

		if (node->turn_delay >= threshold && node->parent_wires > 0)
			bits += (unsigned long)node->users * node->turn_delay *
				(node->child_wires[0] + node->child_wires[1]);
		below += node->turn_delay < threshold;
	}
	assert_true(bits > 0 && below > 0);
	assert_int_equal(network_cost(net).ram_bits, bits);
	network_done(&spec, net);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(components_as_in_the_table),
		cmocka_unit_test(bounds_as_in_the_paper),
		cmocka_unit_test(root_capacity_of_a_list),
		cmocka_unit_test(bisection_is_the_narrowest_place),
		cmocka_unit_test(counts_as_the_tree_spelt_out),
		cmocka_unit_test(turn_delays_may_be_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
