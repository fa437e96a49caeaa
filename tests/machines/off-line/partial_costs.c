/* partial_costs.c: the partial concentrators of a tree: kinds, remaining channel capacity, costs. */
#include "networks.h"

#include "machines/off-line/partial_cost.h"

static const struct partial_cost *cost_of(const struct partial_cost *costs, size_t count, unsigned r, unsigned s)
{
	for (size_t i = 0; i < count; i++)
		if (costs[i].partial->inputs == r && costs[i].partial->outputs == s)
			return &costs[i];
	fail_msg("no concentrator %u -> %u", r, s);
	return NULL;
}

/* The network of these keys, off-line and with partial concentrators; no such network can be given an outside. */
static struct network *partial_network(struct spec *spec, const char *keys, bool external)
{
	char *yaml = format_string("network: fat-tree\nswitching: off-line\nsettings-port: true\nschedule-cycles: 1\n"
				   "concentrator: partial\n%s", keys);

	spec_from(spec, yaml);
	free(yaml);
	spec->external = external;
	return network_elaborate(spec);
}

/* Channels of 6, 4, 2, 1 wires below a root without an outside, by hand. */
static void sixteen_leaves(void **state)
{
	static const unsigned any[] = { 0, 5, 3, 2, 1 };
	struct partial_library library = { .seed = PARTIAL_SEED };
	struct partial_cost *costs;
	struct spec spec;
	struct network *net = partial_network(&spec, "leaves: 16\nroot-capacity: 8\n", false);
	size_t count = partial_costs(net, &library, &costs);
	unsigned capacity[MAXIMUM_LEVELS + 1];

	(void)state;
	assert_int_equal(count, 4);
	assert_int_equal(cost_of(costs, count, 8, 6)->number, 2);	/* up from two nodes; 4 -> 4 is wires */
	assert_int_equal(cost_of(costs, count, 10, 4)->number, 4);
	assert_int_equal(cost_of(costs, count, 6, 2)->number, 8);
	assert_int_equal(cost_of(costs, count, 3, 1)->number, 16);
	assert_int_equal(cost_of(costs, count, 10, 4)->crossbar_lut4, 4 * 6);
	assert_int_equal(cost_of(costs, count, 10, 4)->crossbar_bits, 4 * 3);
	/* Nothing is saved here, so these are crossbars: all their wires count. */
	assert_int_equal(cost_of(costs, count, 6, 2)->lut4, 2 * 4);
	assert_int_equal(cost_of(costs, count, 6, 2)->setting_bits, 2 * 3);
	assert_int_equal(cost_of(costs, count, 3, 1)->lut4, 2);
	partial_capacities(net, &library, capacity);
	for (unsigned k = 1; k <= 4; k++)
		assert_int_equal(capacity[k], any[k]);
	free(costs);
	partial_library_free(&library);
	network_done(&spec, net);
}

/* Every channel keeps three quarters of its wires, also at an edge and with an outside. */
static void three_quarters_are_left(void **state)
{
	static const struct { const char *keys; bool external; } trees[] = {
		{ "leaves: 13\nconnections: 2\n", true },
		{ "leaves: 37\nroot-capacity: 16\n", true },
		{ "leaves: 24\ncapacities: [20, 9, 5, 2, 1]\n", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
		struct partial_library library = { .seed = PARTIAL_SEED };
		struct spec spec;
		struct network *net = partial_network(&spec, trees[i].keys, trees[i].external);
		unsigned capacity[MAXIMUM_LEVELS + 1], narrowed = 0;

		partial_capacities(net, &library, capacity);
		for (unsigned k = 1; k <= net->levels; k++) {
			assert_true(4 * capacity[k] >= 3 * net->capacity[k]);
			assert_true(capacity[k] <= net->capacity[k]);
			narrowed += capacity[k] < net->capacity[k];
		}
		assert_true(narrowed > 0);
		partial_library_free(&library);
		network_done(&spec, net);
	}
}

/* What they are for: wide ones take a fraction of the logic of those that let everything through. The costs are those
 * of the network's own plans, and of the plans that it has without settings. */
static void wide_ones_are_cheaper(void **state)
{
	struct partial_library library = { .seed = PARTIAL_SEED };
	struct partial_cost *costs;
	struct spec spec;
	struct network *net = partial_network(&spec, "leaves: 64\nroot-capacity: 16\n", false);
	size_t count = partial_costs(net, &library, &costs);

	(void)state;
	for (size_t i = 0; i < net->node_count; i++) {
		const struct plan *plan = net->node[i]->down[0];

		if (plan && plan->kind != PLAN_WIRES)
			assert_int_equal(cost_of(costs, count, plan->inputs, plan->outputs)->lut4, plan->cost.lut4);
	}
	for (size_t i = 0; i < count; i++) {
		const struct partial_cost *c = &costs[i];

		assert_true(c->lut4 <= c->crossbar_lut4);
		assert_true(c->partial->inputs < 12 || c->lut4 < c->crossbar_lut4);
		assert_true(c->partial->inputs < 24 || 3 * c->lut4 < 2 * c->crossbar_lut4);
	}
	free(costs);
	partial_library_free(&library);
	network_done(&spec, net);
}

/* What `ftc report --json` says of them. */
static void json(void **state)
{
	struct spec spec;
	struct network *net = partial_network(&spec, "leaves: 16\nroot-capacity: 8\n", false);
	json_t *object = partial_json(net), *first = json_array_get(json_object_get(object, "concentrators"), 0);

	(void)state;
	assert_int_equal(json_array_size(json_object_get(object, "concentrators")), 4);
	assert_int_equal(json_integer_value(json_array_get(json_object_get(object, "capacity"), 0)), 5);
	assert_int_equal(json_integer_value(json_object_get(first, "inputs")), 3);
	assert_int_equal(json_integer_value(json_object_get(first, "count")), 16);
	json_decref(object);
	network_done(&spec, net);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(sixteen_leaves),
		cmocka_unit_test(three_quarters_are_left),
		cmocka_unit_test(wide_ones_are_cheaper),
		cmocka_unit_test(json),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
