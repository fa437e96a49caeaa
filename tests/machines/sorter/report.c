/* report.c: the report of a sorter, for programs and for people, against Batcher's formulas. */
#include "networks.h"

#include <jansson.h>

#include "network/machine.h"
#include "util/text.h"

/* The report in JSON; its text in *text, a fresh string, if `text`. */
static json_t *report(const char *keys, char **text)
{
	char *yaml = format_string("network: sorter\n%s\n", keys);
	struct findings found = {0};
	struct spec spec;

	spec_from(&spec, yaml);
	assert_int_equal(spec.machine->report.show(&spec, false, &found), 0);
	json_t *object = json_loads(found.json.bytes, 0, NULL);
	assert_non_null(object);
	if (text)
		*text = copy_string(found.text.bytes);
	text_free(&found.text);
	text_free(&found.json);
	spec_free(&spec);
	free(yaml);
	return object;
}

static double number(const json_t *object, const char *outer, const char *key)
{
	const json_t *value = json_object_get(outer ? json_object_get(object, outer) : object, key);

	if (!json_is_number(value))
		fail_msg("no number %s", key);
	return json_number_value(value);
}

/* Batcher 1968: the odd-even merge of 2^p words has (p^2 - p + 4) 2^(p-2) - 1 comparators. */
static void comparators_are_batchers(void **state)
{
	(void)state;
	for (unsigned p = 1; p <= 10; p++) {
		char *keys = format_string("wires: %u\nkey-bits: 4", 1u << p);
		json_t *r = report(keys, NULL);

		assert_int_equal(number(r, "elements", "compare"), (p * p - p + 4) * (1u << p) / 4 - 1);
		json_decref(r);
		free(keys);
	}
}

/* A word takes as many clocks as it has bits, and every wire carries a bit in every clock. */
static void frames_are_words(void **state)
{
	static const struct {
		unsigned wires, key_bits, payload_bits;
	} cases[] = { { 2, 1, 0 }, { 8, 8, 8 }, { 13, 65535, 65535 }, { 1024, 16, 1 } };

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char *keys = format_string("wires: %u\nkey-bits: %u\npayload-bits: %u", cases[i].wires,
					   cases[i].key_bits, cases[i].payload_bits);
		json_t *r = report(keys, NULL);

		assert_int_equal(number(r, NULL, "slot_clocks"), cases[i].key_bits + cases[i].payload_bits);
		assert_near(number(r, "bandwidth", "leaf_bits_per_clock"), 1, 1e-9);
		assert_near(number(r, "bandwidth", "peak_bits_per_clock"), cases[i].wires, 1e-9);
		json_decref(r);
		free(keys);
	}
}

/* The layers of comparators, at most so many between registers, and a clock for each group of them. */
static void latency_follows_the_spacing(void **state)
{
	enum { LAYERS = 6 };		/* of 8 words: 1 + 2 + 3 */

	(void)state;
	for (unsigned spacing = 1; spacing <= LAYERS; spacing++) {
		char *keys = format_string("wires: 8\nelements-between-registers: %u", spacing);
		json_t *r = report(keys, NULL);

		assert_int_equal(number(r, NULL, "latency_clocks"), (LAYERS + spacing - 1) / spacing);
		json_decref(r);
		free(keys);
	}
}

static void the_sorter_is_the_whole(void **state)
{
	json_t *r = report("wires: 8\nkey-bits: 8\npayload-bits: 8", NULL);
	const json_t *sorter = json_array_get(json_object_get(r, "sorters"), 0);

	(void)state;
	assert_string_equal(json_string_value(json_object_get(r, "network")), "sorter");
	assert_int_equal(json_array_size(json_object_get(r, "sorters")), 1);
	assert_true(number(r, "estimate", "lut4") > 0);
	assert_int_equal(number(r, "estimate", "lut4"), number(sorter, "estimate", "lut4"));
	json_decref(r);
}

static void text_for_people(void **state)
{
	static const char *const expected[] = {
		"sorter: sorter of 8 words\n", "  key-bits: 8\n", "  elements: 19 compare", "\nFrame: 16 clocks a word",
		"\nBandwidth: 8 bits per clock\n",
	};
	char *text;
	json_t *r = report("wires: 8\nkey-bits: 8\npayload-bits: 8", &text);

	(void)state;
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
		if (!strstr(text, expected[i]))
			fail_msg("the report does not say: %s", expected[i]);
	json_decref(r);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(comparators_are_batchers),
		cmocka_unit_test(frames_are_words),
		cmocka_unit_test(latency_follows_the_spacing),
		cmocka_unit_test(the_sorter_is_the_whole),
		cmocka_unit_test(text_for_people),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
