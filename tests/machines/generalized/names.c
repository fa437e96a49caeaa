/* names.c: the named trees: cm-5 and pruned-butterfly. */
#include "networks.h"

/* Oehring et al., section 2; Bay's pruned butterfly with the two parents iff lg N - i is even. */
static void names_are_trees(void **state)
{
	static const unsigned cm_5_parents[] = { 0, 2, 2, 2, 4 }, cm_5_nodes[] = { 256, 128, 64, 32, 32 };
	static const unsigned butterfly_nodes[] = { 64, 64, 32, 32, 16, 16, 8 };
	struct spec spec;

	(void)state;
	spec_from(&spec, "network: cm-5\nleaves: 256\n");
	assert_int_equal(spec.height, 4);
	for (unsigned i = 1; i <= 4; i++)
		assert_true(spec.children[i] == 4 && spec.parents[i] == cm_5_parents[i]);
	assert_memory_equal(spec.level_nodes, cm_5_nodes, sizeof cm_5_nodes);
	spec_free(&spec);
	spec_from(&spec, "network: pruned-butterfly\nleaves: 64\n");
	assert_int_equal(spec.height, 6);
	for (unsigned i = 1; i <= 6; i++)
		assert_true(spec.children[i] == 2 && spec.parents[i] == ((6 - (i - 1)) % 2 ? 1 : 2));
	assert_memory_equal(spec.level_nodes, butterfly_nodes, sizeof butterfly_nodes);
	spec_free(&spec);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(names_are_trees) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
