/* drawing.c: drawings of sorters show every comparator of a small sorter, and stay small for a large one. */
#include "drawings.h"

/* Knuth's drawing: a link with two dots for every comparator. */
static void sorters_show_every_comparator(void **state)
{
	static const struct {
		unsigned wires, comparators;
	} cases[] = {{2, 1}, {3, 3}, {4, 5}, {8, 19}, {16, 63}, {32, 191}, {64, 543}};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char *yaml = format_string("network: sorter\nwires: %u\nkey-bits: 8\n", cases[i].wires);
		char *svg = drawing_of(yaml);

		assert_true(xml_well_formed(svg));
		assert_int_equal(drawing_count(svg, "class=\"link\""), cases[i].comparators);
		assert_int_equal(drawing_count(svg, "class=\"element\""), 2 * cases[i].comparators + 1);	/* and in the key */
		free(svg);
		free(yaml);
	}
}

static void large_sorters_stay_small(void **state)
{
	char *svg = drawing_of("network: sorter\nwires: 1024\nkey-bits: 8\n");

	(void)state;
	assert_true(xml_well_formed(svg));
	assert_true(strlen(svg) < 20000);
	assert_non_null(strstr(svg, "24\xe2\x80\xaf" "063 elements"));
	free(svg);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sorters_show_every_comparator),
		cmocka_unit_test(large_sorters_stay_small),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
