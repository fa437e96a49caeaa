/* cost.c: counts and costs of binary trees, against an explicit tree, vertex by vertex. */
#include "networks.h"

#include "machines/fat_tree_measures.h"
#include "network/cost.h"
#include "network/delay.h"
#include "parse/family.h"

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

/* A LUT for each clock in which plans that share a strobe choose. */
static unsigned tie_luts(const struct plan *const *plan, unsigned count)
{
	bool at[1000] = { 0 };
	unsigned luts = 0;

	for (unsigned i = 0; i < count; i++)
		for (unsigned clock = 0; plan[i] && clock <= plan[i]->latency; clock++)
			at[clock] |= plan[i]->choices[clock];
	for (unsigned clock = 0; clock < 1000; clock++)
		luts += at[clock];
	return luts;
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
	s->lut4 += tie_luts((const struct plan *const []){ node->up }, 1) +
		   tie_luts((const struct plan *const []){ node->down[0], node->down[1] }, 2);
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
		char *yaml = format_string("network: fat-tree\nleaf-interface: wires\ndelay-ram-threshold: 0\n%s\n",
					   trees[i]);
		struct network *net = network_from(&spec, yaml);
		struct sums s = {0};
		unsigned long long elements[ELEMENT_KINDS], selectors = 0;
		struct cost cost = network_cost(net), parts = {0};

		walk(network_root(net), &s);
		s.lut4 += network_root(net)->leaves > 2 ? 3 : 0;	/* chances.v */
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

/* From exactly the threshold on; the threshold here is the delay of some level. On an iCE40 the RAM is block RAM. */
static void turn_delays_may_be_memory(void **state)
{
	struct spec spec;
	struct network *net = network_from(&spec, "network: fat-tree\nleaves: 64\nfamily: ice40\n");
	unsigned threshold = net->node[2]->turn_delay;		/* a level above the lowest */
	unsigned long bits = 0, below = 0;
	char text[100];

	(void)state;
	assert_true(threshold > 4);
	assert_int_equal(network_cost(net).ram_bits, 0);
	network_done(&spec, net);
	snprintf(text, sizeof text, "network: fat-tree\nleaves: 64\nfamily: ice40\ndelay-ram-threshold: %u\n", threshold);
	net = network_from(&spec, text);
	for (size_t i = 0; i < net->node_count; i++) {
		const struct node *node = net->node[i];

		/* One of the clocks is the stage before the RAM. */
		if (node->turn_delay >= threshold && node->parent_wires > 0)
			bits += (unsigned long)node->users * (node->turn_delay - 1) *
				(node->child_wires[0] + node->child_wires[1]);
		below += node->turn_delay < threshold;
	}
	assert_true(bits > 0 && below > 0);
	assert_int_equal(network_cost(net).ram_bits, bits);
	network_done(&spec, net);
}

static struct delay_line line_of(const char *family, unsigned threshold, unsigned width, unsigned depth)
{
	struct spec spec = { .family = family_find(family), .delay_ram_threshold = threshold };

	return delay_line_of(&spec, width, depth);
}

/* Every line has all its clocks, a stage before the RAM, and no more words than the RAM. Auto makes no line larger. */
static void delay_lines_fit_their_ram(void **state)
{
	const struct spec ecp5 = { .family = family_find("ecp5") };

	(void)state;
	for (unsigned width = 1; width <= 20; width++)
		for (unsigned depth = 1; depth <= 100; depth++) {
			struct delay_line always = line_of("ecp5", 1, width, depth);
			struct delay_line best = line_of("ecp5", DELAY_RAM_AUTO, width, depth);
			struct delay_line never = line_of("ecp5", 0, width, depth);
			struct cost paid = delay_line_cost(&ecp5, &best), saved = delay_line_cost(&ecp5, &never);
			struct cost ram = delay_line_cost(&ecp5, &always);

			assert_int_equal(always.passes > 0, depth >= 5);
			assert_int_equal(never.passes, 0);
			assert_int_equal(line_of("ice40", DELAY_RAM_AUTO, width, depth).passes, 0);
			if (always.passes > 0) {
				assert_in_range(always.words, 4, 16);
				assert_in_range(depth - always.passes * always.words, 1, always.passes);
			}
			assert_true(paid.lut4 + paid.ff <= saved.lut4 + saved.ff);
			assert_true(paid.lut4 + paid.ff <= ram.lut4 + ram.ff);
		}
	/* The lines of tests/benchmark/tree16.yaml with one element between registers. */
	assert_int_equal(line_of("ecp5", DELAY_RAM_AUTO, 2, 24).passes, 2);
	assert_int_equal(line_of("ecp5", DELAY_RAM_AUTO, 4, 15).passes, 1);
	assert_int_equal(line_of("ecp5", DELAY_RAM_AUTO, 8, 2).passes, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_as_the_tree_spelt_out),
		cmocka_unit_test(turn_delays_may_be_memory),
		cmocka_unit_test(delay_lines_fit_their_ram),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
