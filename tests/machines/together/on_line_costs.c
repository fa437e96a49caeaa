/* on_line_costs.c: beside partial concentrators, an off-line tree's report has the cost of those of the same tree on-line. */
#include "networks.h"

#include "machines/off-line/partial_cost.h"

static const struct partial_cost *cost_of(const struct partial_cost *costs, size_t count, const struct plan *plan)
{
	size_t i = 0;

	while (i < count && (costs[i].partial->inputs != plan->inputs || costs[i].partial->outputs != plan->outputs))
		i++;
	assert_true(i < count);
	return &costs[i];
}

static void as_on_line(void **state)
{
	static const char keys[] = "network: fat-tree\nleaves: 64\nroot-capacity: 16\n";
	static const char off_line_keys[] = "switching: off-line\nsettings-port: true\nschedule-cycles: 1\nconcentrator: partial\n";
	struct partial_library library = { .seed = PARTIAL_SEED };
	struct partial_cost *costs;
	struct spec spec, off_line_spec;
	char *yaml = format_string("%s%s", keys, off_line_keys);
	struct network *net = network_from(&spec, keys), *off_line = network_from(&off_line_spec, yaml);
	size_t count = partial_costs(off_line, &library, &costs), compared = 0;

	(void)state;
	for (size_t i = 0; i < net->node_count; i++) {
		const struct plan *plan = net->node[i]->down[0];

		if (!plan || plan->kind == PLAN_WIRES)
			continue;
		assert_int_equal(cost_of(costs, count, plan)->online_lut4, plan_cost(plan).lut4);
		compared++;
	}
	assert_true(compared > 2);
	free(yaml);
	free(costs);
	partial_library_free(&library);
	network_done(&spec, net);
	network_done(&off_line_spec, off_line);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(as_on_line) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
