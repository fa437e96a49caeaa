/* measures.c: the components of fat-trees against an independent table; volume, bounds and bisection. */
#include "networks.h"

#include <math.h>

#include "machines/fat_tree_measures.h"

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(components_as_in_the_table),
		cmocka_unit_test(bounds_as_in_the_paper),
		cmocka_unit_test(root_capacity_of_a_list),
		cmocka_unit_test(bisection_is_the_narrowest_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
