/* drawing.c: drawings of flexible sorters show every column behind every move, and stay small for wide ones. */
#include "drawings.h"

/* Rows of columns: one before the first move, one behind each. */
static void drawings_show_every_move(void **state)
{
	static const struct {
		unsigned words, lines, columns, moves;		/* that are drawn */
	} cases[] = { { 4, 4, 1, 0 }, { 8, 4, 2, 4 }, { 64, 16, 4, 7 }, { 128, 32, 4, 4 }, { 4096, 64, 8, 7 } };

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char *yaml = format_string("network: flexible-sorter\nwords: %u\nlines: %u\nkey-bits: 8\n", cases[i].words, cases[i].lines);
		char *svg = drawing_of(yaml);

		assert_true(xml_well_formed(svg));
		assert_int_equal(drawing_count(svg, "class=\"node\""), cases[i].columns * (cases[i].moves + 1));
		assert_int_equal(drawing_count(svg, ">behind pass "), cases[i].moves);
		assert_true(strlen(svg) < 40000);
		free(svg);
		free(yaml);
	}
}

/* Two columns: the first three moves take half of each column to either, the last keeps them or swaps halves. */
static void lines_are_moves(void **state)
{
	char *svg = drawing_of("network: flexible-sorter\nwords: 8\nlines: 4\nkey-bits: 8\n");

	(void)state;
	assert_int_equal(drawing_count(svg, "class=\"link\""), 4 * 4);
	free(svg);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(drawings_show_every_move),
		cmocka_unit_test(lines_are_moves),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
