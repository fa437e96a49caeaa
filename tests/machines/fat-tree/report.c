/* report.c: the output of `ftc report`, for programs and for people; and the RTL performs as theory predicts.
 *
 *   FTC=ftc EXAMPLES=folder test-report [rtl]     rtl: also verilates a network and measures it
 */
#include "networks.h"

#include <jansson.h>
#include <sys/resource.h>
#include <sys/wait.h>

static FILE *start(const char *arguments)
{
	char *command = format_string("'%s' %s", getenv("FTC"), arguments);
	FILE *f;

	fflush(stdout);
	f = popen(command, "r");
	assert_non_null(f);
	free(command);
	return f;
}

static json_t *run_json(const char *arguments)
{
	FILE *f = start(arguments);
	json_error_t error;
	json_t *object = json_loadf(f, 0, &error);
	int status = pclose(f);

	if (!object)
		fail_msg("%s: %s", arguments, error.text);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	return object;
}

static json_t *report(const char *example, const char *options)
{
	char *arguments = format_string("report '%s/%s' --json %s", getenv("EXAMPLES"), example, options);
	json_t *object = run_json(arguments);

	free(arguments);
	return object;
}

/* The number at "levels.1.capacity" and the like. */
static double number(const json_t *object, const char *path)
{
	char *copy = copy_string(path), *save = NULL;
	double value;

	for (char *key = strtok_r(copy, ".", &save); key; key = strtok_r(NULL, ".", &save))
		object = json_is_array(object) ? json_array_get(object, strtoul(key, NULL, 10))
					       : json_object_get(object, key);
	if (!json_is_number(object))
		fail_msg("no number %s", path);
	value = json_number_value(object);
	free(copy);
	return value;
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
	assert_int_equal(number(r, "leaves"), 16);
	assert_int_equal(json_array_size(levels), 5);
	for (unsigned k = 0; k < 5; k++) {
		const json_t *level = json_array_get(levels, k);

		assert_int_equal(number(level, "level"), k);
		assert_int_equal(number(level, "nodes"), nodes[k]);
		assert_int_equal(number(level, "capacity"), capacities[k]);
	}
	assert_true(number(r, "latency_clocks") > 0);
	assert_true(number(r, "slot_clocks") > number(r, "latency_clocks"));
	assert_true(number(r, "estimate.lut4") > 0);
	assert_true(number(r, "estimate.ff") > 0);
	assert_true(number(r, "estimate.ram_bits") == 0);
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

		assert_int_equal(number(r, "levels.0.capacity"), cases[i].wires);
		assert_int_equal(number(r, "levels.1.capacity"), 6);
		json_decref(r);
	}
}

/* Every clock of the latency and every LUT of the estimate is in one of the parts. */
static void parts_make_the_whole(const char *options)
{
	json_t *r = report("tree16.yaml", options), *pass, *level;
	double clocks = 0, lut4 = number(r, "estimate_adapters.lut4"), ff = number(r, "estimate_adapters.ff");
	size_t i;

	json_array_foreach(json_object_get(r, "latency_parts"), i, pass) {
		clocks += number(pass, "clocks");
		assert_true(number(pass, "clocks") == number(pass, "strip") + number(pass, "concentrator"));
	}
	assert_int_equal(clocks, number(r, "latency_clocks"));
	json_array_foreach(json_object_get(r, "levels"), i, level) {
		static const char *const parts[] = {"selectors", "concentrators", "turn_delays", "pace"};
		double sum = 0;

		if (!json_object_get(level, "estimate"))
			continue;
		lut4 += number(level, "estimate.lut4");
		ff += number(level, "estimate.ff");
		for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
			char *path = format_string("estimate_parts.%s.lut4", parts[k]);

			sum += number(level, path);
			free(path);
		}
		assert_int_equal(sum, number(level, "estimate.lut4"));
	}
	assert_int_equal(lut4, number(r, "estimate.lut4"));
	assert_int_equal(ff, number(r, "estimate.ff"));
	assert_int_equal(number(r, "frame.slot_clocks"), number(r, "slot_clocks"));
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
	double slot = number(r, "slot_clocks");

	(void)state;
	assert_near(number(r, "bandwidth.leaf_bits_per_clock"), 2 * 32 / slot, 1e-6);
	assert_near(number(r, "bandwidth.peak_bits_per_clock"), 16 * 2 * 32 / slot, 1e-6);
	assert_near(number(r, "bandwidth.bisection_bits_per_clock"), 6 * 32 / slot, 1e-6);	/* ceil(9 / 1.587) */
	assert_int_equal(number(r, "bisection.root"), 6);
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
	assert_int_equal(number(r, "levels.20.nodes"), 1048576);
	assert_int_equal(number(r, "levels.2.capacity"), 6502);		/* ceil(16384 / 2^(4/3)) */
	assert_true(number(r, "estimate.lut4") > 1e8);
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
	FILE *f = start(arguments);
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

/* Theory and RTL at full uniform load: how much arrives, after how many tries, and from whom least. */
static void measured_as_predicted(void **state)
{
	static const struct { const char *example, *options; unsigned load; } networks[] = {
		{ "tree8.yaml", "--set payload-bits=4", 1 },
		{ "tree8.yaml", "--set leaves=13 --set capacities=[3,4,2,1]", 1 },
		{ "xgft6.yaml", "--set children=[2,2,2] --set parents=[1,2,2]", 1 },
		{ "cm5.yaml", "--set payload-bits=4", 2 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
		char *arguments = format_string("simulate '%s/%s' --load %u --frames 8000 --json %s",
						getenv("EXAMPLES"), networks[i].example, networks[i].load,
						networks[i].options);
		json_t *theory = report(networks[i].example, networks[i].options), *measured = run_json(arguments);
		double predicted = number(theory, "throughput.retry.accepted");
		double tries = 1 + number(measured, "retries") / number(measured, "delivered");

		assert_near(number(measured, "offered"), networks[i].load, 1e-9);
		assert_near(number(measured, "accepted"), predicted, 0.02 * predicted);
		assert_near(tries, number(theory, "throughput.retry.tries"), 0.03 * tries);
		assert_near(number(measured, "served.ratio"), number(theory, "throughput.retry.fairness"), 0.1);
		json_decref(theory);
		json_decref(measured);
		free(arguments);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest quick[] = {
		cmocka_unit_test(contract), cmocka_unit_test(root_channel),
		cmocka_unit_test(whole),
		cmocka_unit_test(bandwidths),
		cmocka_unit_test(a_million_leaves),
		cmocka_unit_test(text_for_people),
	};
	const struct CMUnitTest rtl[] = {
		cmocka_unit_test(measured_as_predicted),
	};

	if (argc > 1 && strcmp(argv[1], "rtl") == 0)
		return cmocka_run_group_tests(rtl, NULL, NULL);
	return cmocka_run_group_tests(quick, NULL, NULL);
}
