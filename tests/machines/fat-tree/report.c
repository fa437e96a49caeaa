/* report.c: the output of `ftc report`, for programs and for people.
 *
 *   FTC=ftc EXAMPLES=folder test-report
 */
#include "said.h"

#include <sys/resource.h>

static json_t *report(const char *example, const char *options)
{
	char *arguments = format_string("report '%s/%s' --json %s", getenv("EXAMPLES"), example, options);
	json_t *object = ftc_json(arguments);

	free(arguments);
	return object;
}

/* The fields that programs may rely on. */
static void contract(void **state)
{
	static const double nodes[] = {1, 2, 4, 8, 16}, capacities[] = {0, 6, 4, 2, 1};
	json_t *r = report("tree16.yaml", "");
	const json_t *levels = json_object_get(r, "levels");

	(void)state;
	assert_string_equal(json_string_value(json_object_get(r, "network")), "fat-tree");
	assert_string_equal(json_string_value(json_object_get(r, "name")), "fat_tree");
	assert_int_equal(number_at(r, "leaves"), 16);
	assert_int_equal(json_array_size(levels), 5);
	for (unsigned k = 0; k < 5; k++) {
		const json_t *level = json_array_get(levels, k);

		assert_int_equal(number_at(level, "level"), k);
		assert_int_equal(number_at(level, "nodes"), nodes[k]);
		assert_int_equal(number_at(level, "capacity"), capacities[k]);
	}
	assert_true(number_at(r, "latency_clocks") > 0);
	assert_true(number_at(r, "slot_clocks") > number_at(r, "latency_clocks"));
	assert_true(number_at(r, "estimate.lut4") > 0);
	assert_true(number_at(r, "estimate.ff") > 0);
	assert_true(number_at(r, "estimate.ram_bits") == 0);
	json_decref(r);
}

/* The root's own channel has wires if it leads outside, however the capacities are given. */
static void root_channel(void **state)
{
	static const struct { const char *options; unsigned wires; } cases[] = {
		{ "--set root-capacity=9", 0 }, { "--set capacities=[6,4,2,1]", 0 },
		{ "--set capacities=[9,6,4,2,1]", 0 }, { "--set external=true --set root-capacity=9", 9 },
		{ "--set external=true --set capacities=[9,6,4,2,1]", 9 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		json_t *r = report("tree16.yaml", cases[i].options);

		assert_int_equal(number_at(r, "levels.0.capacity"), cases[i].wires);
		assert_int_equal(number_at(r, "levels.1.capacity"), 6);
		json_decref(r);
	}
}

/* Every clock of the latency and every LUT of the estimate is in one of the parts. */
static void parts_make_the_whole(const char *options)
{
	json_t *r = report("tree16.yaml", options), *pass, *level;
	double clocks = 0, lut4 = number_at(r, "estimate_adapters.lut4"), ff = number_at(r, "estimate_adapters.ff");
	size_t i;

	json_array_foreach(json_object_get(r, "latency_parts"), i, pass) {
		clocks += number_at(pass, "clocks");
		assert_true(number_at(pass, "clocks") == number_at(pass, "strip") + number_at(pass, "concentrator"));
	}
	assert_int_equal(clocks, number_at(r, "latency_clocks"));
	json_array_foreach(json_object_get(r, "levels"), i, level) {
		static const char *const parts[] = {"selectors", "concentrators", "turn_delays", "pace"};
		double sum = 0;

		if (!json_object_get(level, "estimate"))
			continue;
		lut4 += number_at(level, "estimate.lut4");
		ff += number_at(level, "estimate.ff");
		for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
			char *path = format_string("estimate_parts.%s.lut4", parts[k]);

			sum += number_at(level, path);
			free(path);
		}
		assert_int_equal(sum, number_at(level, "estimate.lut4"));
	}
	assert_int_equal(lut4, number_at(r, "estimate.lut4"));
	assert_int_equal(ff, number_at(r, "estimate.ff"));
	assert_int_equal(number_at(r, "frame.slot_clocks"), number_at(r, "slot_clocks"));
	json_decref(r);
}

static void whole(void **state)
{
	(void)state;
	parts_make_the_whole("");
	parts_make_the_whole("--set leaves=13 --set external=true --set connections=2");
	parts_make_the_whole("--set elements-between-registers=1 --set leaf-interface=wires");
}

static void bandwidths(void **state)
{
	json_t *r = report("tree16.yaml", "--set connections=2 --set root-capacity=9");
	double slot = number_at(r, "slot_clocks");

	(void)state;
	assert_near(number_at(r, "bandwidth.leaf_bits_per_clock"), 2 * 32 / slot, 1e-6);
	assert_near(number_at(r, "bandwidth.peak_bits_per_clock"), 16 * 2 * 32 / slot, 1e-6);
	assert_near(number_at(r, "bandwidth.bisection_bits_per_clock"), 6 * 32 / slot, 1e-6);	/* ceil(9 / 1.587) */
	assert_int_equal(number_at(r, "bisection.root"), 6);
	json_decref(r);
}

/* Processor time of all commands so far. */
static double child_seconds(void)
{
	struct rusage usage;

	assert_int_equal(getrusage(RUSAGE_CHILDREN, &usage), 0);
	return usage.ru_utime.tv_sec + usage.ru_utime.tv_usec * 1e-6;
}

/* A million leaves are twenty subtree types. */
static void a_million_leaves(void **state)
{
	double before = child_seconds();
	json_t *r = report("tree16.yaml", "--set leaves=1048576 --set root-capacity=16384");

	(void)state;
	assert_true(child_seconds() - before < 10);
	assert_int_equal(json_array_size(json_object_get(r, "levels")), 21);
	assert_int_equal(number_at(r, "levels.20.nodes"), 1048576);
	assert_int_equal(number_at(r, "levels.2.capacity"), 6502);		/* ceil(16384 / 2^(4/3)) */
	assert_true(number_at(r, "estimate.lut4") > 1e8);
	assert_true(json_is_null(json_object_get(json_object_get(r, "throughput"), "retry")));
	json_decref(r);
}

static void text_for_people(void **state)
{
	static const char *const expected[] = {
		"fat-tree of 16 leaves", "root-capacity: 8", "bisection: 6 wires each way through the root\n",
		"from leaf to leaf", "Frame slot:", "accepted when messages are sent until they arrive", "volume:",
	};
	char *arguments = format_string("report '%s/tree16.yaml'", getenv("EXAMPLES"));
	FILE *f = ftc_start(arguments);
	static char text[1 << 16];
	size_t n = fread(text, 1, sizeof text - 1, f);

	(void)state;
	assert_int_equal(pclose(f), 0);
	assert_true(n > 0 && n < sizeof text - 1);
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
		if (!strstr(text, expected[i]))
			fail_msg("the report does not say: %s", expected[i]);
	free(arguments);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(contract), cmocka_unit_test(root_channel),
		cmocka_unit_test(whole),
		cmocka_unit_test(bandwidths),
		cmocka_unit_test(a_million_leaves),
		cmocka_unit_test(text_for_people),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
