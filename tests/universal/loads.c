/* loads.c: reference trees and load factors, against tables and against counting along every message's path.
 *
 *   loads PRUNED-BUTTERFLY PRUNED-BUTTERFLY-LOADS LEISERSON-LOADS */
#include "../schedule/sets.h"
#include "model/slots.h"
#include "network/machine.h"
#include "networks.h"
#include "universal/area_universal.h"

static const char *butterfly_path, *loads_path, *leiserson_path;

static struct reference_tree tree_of(const char *yaml)
{
	struct reference_tree tree;
	struct spec spec;

	spec_from(&spec, yaml);
	assert_non_null(spec.machine->shape.reference);
	assert_true(spec.machine->shape.reference(&spec, &tree));
	spec_free(&spec);
	return tree;
}

static struct reference_tree tree_from(const char *format, ...) __attribute__((format(printf, 1, 2)));
static struct reference_tree tree_from(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	char *yaml = format_list(format, args);
	va_end(args);
	struct reference_tree tree = tree_of(yaml);
	free(yaml);
	return tree;
}

/* Also of 2^odd leaves, which the kind pruned-butterfly does not have. */
static struct reference_tree pruned_butterfly(unsigned leaves)
{
	struct text children = {0}, parents = {0};

	for (unsigned i = 1; 1u << i <= leaves; i++) {
		text_print(&children, "%s2", i > 1 ? ", " : "");
		text_print(&parents, "%s%d", i > 1 ? ", " : "", i % 2 ? 2 : 1);
	}
	struct reference_tree tree = tree_from("network: xgft\nchildren: [%s]\nparents: [%s]\n", children.bytes, parents.bytes);
	text_free(&children);
	text_free(&parents);
	return tree;
}

static void expect_factor(const struct reference_factor *factor, const char *expected, const char *line)
{
	unsigned long long numerator = strtoull(expected, (char **)&expected, 10);
	unsigned long long denominator = *expected == '/' ? strtoull(expected + 1, NULL, 10) : 1;

	if (factor->load * denominator != numerator * factor->capacity)
		fail_msg("%s: %llu/%llu, expected %llu/%llu", line, (unsigned long long)factor->load,
			 (unsigned long long)factor->capacity, numerator, denominator);
}

static FILE *open_table(const char *path)
{
	FILE *table = fopen(path, "r");

	assert_non_null(table);
	return table;
}

/* Capacities of the pruned butterfly itself. */
static void test_capacities(void **state)
{
	FILE *table = open_table(butterfly_path);
	char line[512];
	unsigned leaves, rows = 0;

	(void)state;
	while (fgets(line, sizeof line, table)) {
		const char *cap = strstr(line, "cap ");

		if (!cap || line[0] == '#' || sscanf(line, "%u", &leaves) != 1)
			continue;
		struct reference_tree tree = tree_from("network: pruned-butterfly\nleaves: %u\n", leaves);
		assert_int_equal(tree.gamma_numerator, 1);
		cap += 3;
		for (unsigned k = 1; k <= tree.levels; k++) {
			assert_int_equal(tree.capacity[k], strtoul(cap, (char **)&cap, 10));
			assert_int_equal(reference_channels(&tree, k), 1u << k);
		}
		rows++;
	}
	fclose(table);
	assert_int_equal(rows, 5);
}

/* On Bay's graph; and lambda is eta / 2 there, with every set. */
static void test_loads(void **state)
{
	FILE *table = open_table(loads_path);
	char line[512], kind[16], both[16], up[16], down[16];
	unsigned leaves, seed, count, rows = 0;

	(void)state;
	while (fgets(line, sizeof line, table)) {
		struct reference_tree tree, standard;
		struct reference_load load, eta;
		struct message_set set;

		if (line[0] == '#')
			continue;
		assert_int_equal(sscanf(line, "%15[a-z0-9]_n%*u_s%u %u %u | %15s %15s %15s", kind, &seed, &leaves, &count,
					both, up, down), 7);
		assert_true(named_set(kind, leaves, seed, &set));
		assert_int_equal(set.count, count);
		tree = pruned_butterfly(leaves);
		reference_load(&tree, &set, &load);
		expect_factor(&load.both, both, line);
		expect_factor(&load.up, up, line);
		expect_factor(&load.down, down, line);
		assert_true(reference_standard(leaves, STANDARD_CEIL, &standard));
		reference_load(&standard, &set, &eta);
		assert_int_equal(eta.both.load * load.both.capacity, 2 * load.both.load * eta.both.capacity);
		free(set.demand);
		rows++;
	}
	fclose(table);
	assert_int_equal(rows, 86);
}

/* Leiserson's channels are directed: his lambda is the greater one of lambda up and lambda down. */
static void test_leiserson(void **state)
{
	FILE *table = open_table(leiserson_path);
	char line[512], kind[16];
	unsigned leaves, seed, root, numerator, denominator, level, vertex, rows = 0;
	char direction;

	(void)state;
	while (fgets(line, sizeof line, table)) {
		struct reference_load load;
		struct message_set set;

		if (sscanf(line, "%15[a-z0-9]_n%u_s%u %*u %u %*u | %u %u | %u %c %u", kind, &leaves, &seed, &root, &numerator,
			   &denominator, &level, &direction, &vertex) != 9)
			continue;
		assert_true(named_set(kind, leaves, seed, &set));
		struct reference_tree tree = tree_from("network: fat-tree\nleaves: %u\nroot-capacity: %u\n", leaves, root);
		reference_load(&tree, &set, &load);
		const struct reference_factor *f = direction == 'u' ? &load.up : &load.down;
		assert_int_equal(f->load * denominator, numerator * f->capacity);
		assert_int_equal(f->depth, level);
		assert_int_equal((1u << level) + f->vertex, vertex);
		const struct reference_factor *other = direction == 'u' ? &load.down : &load.up;
		assert_true(other->load * f->capacity <= f->load * other->capacity);
		free(set.demand);
		rows++;
	}
	fclose(table);
	assert_int_equal(rows, 231);
}

/* The load of one channel, message by message. */
static uint64_t counted(const struct reference_tree *tree, const struct message_set *set, unsigned k, unsigned v, bool up,
			bool down)
{
	uint64_t load = 0;

	for (size_t i = 0; i < set->count; i++) {
		bool from = set->demand[i].source / tree->below[k] == v;
		bool to = set->demand[i].destination / tree->below[k] == v;

		load += (up && from && !to) + (down && to && !from);
	}
	return load;
}

static void expect_counted(const struct reference_tree *tree, const struct message_set *set,
			   const struct reference_factor *factor, bool up, bool down)
{
	struct reference_factor most = { .capacity = 1 };

	for (unsigned k = 1; k <= tree->levels; k++)
		for (unsigned v = 0; v < reference_channels(tree, k); v++) {
			uint64_t load = counted(tree, set, k, v, up, down);

			if (load * most.capacity > most.load * tree->capacity[k])
				most = (struct reference_factor){ load, tree->capacity[k], k, v };
		}
	assert_int_equal(factor->load, most.load);
	assert_int_equal(factor->capacity, most.capacity);
	assert_int_equal(factor->depth, most.depth);
	assert_int_equal(factor->vertex, most.vertex);
}

/* Trees with other numbers of children, with children that are missing, and with one vertex below another. */
static void test_other_trees(void **state)
{
	static const char *const trees[] = {
		"network: cm-5\nleaves: 64\n",
		"network: xgft\nchildren: [3, 5]\nparents: [2, 3]\nlink-width: 2\n",
		"network: xgft\nchildren: [2, 1, 3]\nparents: [1, 2, 2]\n",
		"network: fat-tree\nleaves: 11\ncapacities: [3, 3, 2, 1]\n",
		"network: fat-tree\nleaves: 5\nconnections: 2\n",
	};
	struct generator g = { 17 };

	(void)state;
	for (size_t t = 0; t < sizeof trees / sizeof *trees; t++) {
		struct reference_tree tree = tree_of(trees[t]);

		for (unsigned round = 0; round < 20; round++) {
			struct message_set set = {0};
			struct reference_load load;

			for (unsigned i = 0; i < round * round; i++)
				add_demand(&set, draw_below(&g, tree.leaves), draw_below(&g, tree.leaves));
			reference_load(&tree, &set, &load);
			expect_counted(&tree, &set, &load.both, true, true);
			expect_counted(&tree, &set, &load.up, true, false);
			expect_counted(&tree, &set, &load.down, false, true);
			free(set.demand);
		}
	}
}

/* What of a network's graph its tree must count: links of a level, by the number of vertices of the tree. */
static void test_edges(void **state)
{
	struct reference_tree tree = tree_of("network: xgft\nchildren: [3, 5]\nparents: [2, 3]\nlink-width: 2\n");

	(void)state;
	/* 15 leaves with 2 links, 10 nodes with 3 links, all of 2 wires; 15 vertices of the tree, then 5. */
	assert_int_equal(tree.capacity[2] * reference_channels(&tree, 2), 15 * 2 * 2);
	assert_int_equal(tree.capacity[1] * reference_channels(&tree, 1), 10 * 3 * 2);
	assert_null(tree.gamma_by);
	tree = tree_of("network: fat-tree\nleaves: 16\nroot-capacity: 8\nswitching: off-line\n"
		       "settings-port: true\nschedule-cycles: 4\nconcentrator: partial\n");
	assert_true(tree.gamma_numerator > 0 && tree.gamma_numerator <= tree.gamma_denominator);
	assert_false(reference_standard(48, STANDARD_CEIL, &tree));
}

static unsigned long slots_for(const struct network *net, const struct message_set *set)
{
	unsigned long slots = slots_of_set(net, set, false, 0, NULL);

	assert_int_equal(slots_of_set(net, set, false, 0, NULL), slots);
	return slots;
}

/* Sets in the model of frame slots: never faster than the load allows, and as fast where nothing is in the way. */
static void test_slots(void **state)
{
	static const char *const networks[] = {
		"network: pruned-butterfly\nleaves: 16\n", "network: fat-tree\nleaves: 64\nroot-capacity: 16\n",
		"network: cm-5\nleaves: 64\n", "network: fat-tree\nleaves: 16\nconnections: 3\nroot-capacity: 9\n",
	};
	static const char *const kinds[] = { "bitrev", "complement", "shuffle", "randperm", "rand3", "hot4", "alltoone", "onetoall" };

	(void)state;
	for (size_t n = 0; n < sizeof networks / sizeof *networks; n++) {
		struct spec spec;
		struct network *net = network_from(&spec, networks[n]);
		struct reference_tree tree;
		unsigned lanes = spec.connections;

		assert_true(spec.machine->shape.reference(&spec, &tree));
		for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
			struct message_set set;
			struct reference_load load;

			assert_true(named_set(kinds[k], spec.leaves, 3, &set));
			reference_load(&tree, &set, &load);
			unsigned long slots = slots_for(net, &set);
			assert_true(slots * load.up.capacity >= load.up.load && slots * load.down.capacity >= load.down.load);
			assert_true(slots <= set.count);
			/* Nothing is in the way of a leaf that sends alone, and one that all want gets something in every slot. */
			if (strcmp(kinds[k], "alltoone") == 0)
				assert_true(slots < spec.leaves);
			if (strcmp(kinds[k], "alltoone") == 0 && lanes == 1)
				assert_int_equal(slots, spec.leaves - 1);
			if (strcmp(kinds[k], "onetoall") == 0)
				assert_int_equal(slots, (spec.leaves - 1 + lanes - 1) / lanes);
			free(set.demand);
		}
		struct message_set own = {0};
		add_demand(&own, 3, 3);
		assert_int_equal(slots_for(net, &own), 0);
		add_demand(&own, 3, 4);
		assert_int_equal(slots_for(net, &own), 1);
		free(own.demand);
		network_done(&spec, net);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_capacities), cmocka_unit_test(test_loads), cmocka_unit_test(test_leiserson),
		cmocka_unit_test(test_other_trees), cmocka_unit_test(test_edges),
		cmocka_unit_test(test_slots),
	};

	if (argc != 4)
		return 2;
	butterfly_path = argv[1];
	loads_path = argv[2];
	leiserson_path = argv[3];
	return cmocka_run_group_tests(tests, NULL, NULL);
}
