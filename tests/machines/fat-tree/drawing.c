/* drawing.c: drawings of fat-trees are well-formed, show every wire of a small tree, and stay small for a large one. */
#include "drawings.h"

static char *draw_tree(const char *keys)
{
	char *yaml = format_string("network: fat-tree\n%s\n", keys), *svg = drawing_of(yaml);

	free(yaml);
	return svg;
}

/* Lines drawn in paths of a class: one M command each. */
static size_t strands(const char *svg, const char *class)
{
	size_t n = 0;

	for (const char *at = svg; (at = strstr(at, class));) {
		const char *d = strstr(at, " d=\"");

		assert_non_null(d);
		for (at = d + 4; *at != '"'; at++)
			n += *at == 'M';
	}
	return n;
}

static void trees_are_well_formed(void **state)
{
	static const char *const trees[] = {
		"leaves: 2", "leaves: 3", "leaves: 5", "leaves: 8\nexternal: true", "leaves: 16\nroot-capacity: 8",
		"leaves: 37\nconnections: 3", "leaves: 64", "leaves: 64\nexternal: true", "leaves: 65", "leaves: 97",
		"leaves: 700", "leaves: 1000\nexternal: true", "leaves: 65537", "leaves: 1048575", "leaves: 1048576",
		"leaves: 16\nconnections: 64",
	};

	(void)state;
	for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
		char *svg = draw_tree(trees[i]), *again = draw_tree(trees[i]);

		if (!xml_well_formed(svg))
			fail_msg("not well-formed: %s", trees[i]);
		assert_string_equal(svg, again);
		assert_true(strlen(svg) < 150000);
		assert_null(strstr(svg, "nan"));
		assert_null(strstr(svg, "inf"));
		assert_non_null(strstr(svg, "class=\"page\""));		/* a background of its own */
		free(svg);
		free(again);
	}
}

/* One line for each wire and direction, and two in the legend. */
static void every_wire_is_a_line(void **state)
{
	static const struct {
		const char *tree;
		unsigned wires;		/* of all channels, one way */
		unsigned nodes, leaves;
	} cases[] = {
		{"leaves: 2", 2, 1, 2},
		{"leaves: 16\ncapacities: [8, 4, 2, 1]", 16 + 16 + 16 + 16, 15, 16},
		{"leaves: 16\nroot-capacity: 8\nexternal: true", 8 + 12 + 16 + 16 + 16, 15, 16},
		{"leaves: 5\ncapacities: [4, 2, 1]", (4 + 1) + (2 + 2 + 1) + 5, 1 + 2 + 3, 5},
		{"leaves: 64", 6 * 64, 63, 64},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char *svg = draw_tree(cases[i].tree);

		assert_int_equal(strands(svg, "class=\"up\""), cases[i].wires + 1);
		assert_int_equal(strands(svg, "class=\"down\""), cases[i].wires + 1);
		assert_int_equal(drawing_count(svg, "class=\"node\""), cases[i].nodes);
		assert_int_equal(drawing_count(svg, "class=\"leaf\""), cases[i].leaves);
		free(svg);
	}
}

static void assert_says(const char *svg, const char *format, unsigned number)
{
	char *word = format_string(format, number);

	if (!strstr(svg, word))
		fail_msg("the drawing does not say %s", word);
	free(word);
}

static void small_trees_name_every_leaf(void **state)
{
	char *svg = draw_tree("leaves: 37");

	(void)state;
	for (unsigned leaf = 0; leaf < 37; leaf++)
		assert_says(svg, ">%u</text>", leaf);
	assert_null(strstr(svg, ">37 leaves"));
	free(svg);
}

static void large_trees_name_first_and_last(void **state)
{
	static const unsigned sizes[] = {65, 97, 1000, 65537, 1048576};

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		char *keys = format_string("leaves: %u", sizes[i]), *svg = draw_tree(keys);

		assert_says(svg, "class=\"small\" text-anchor=\"middle\">%u</text>", 0);
		assert_says(svg, "class=\"small\" text-anchor=\"middle\">%u</text>", 3);
		assert_says(svg, "class=\"small\" text-anchor=\"middle\">%u</text>", sizes[i] - 1);
		assert_true(strlen(svg) < 60000);
		free(keys);
		free(svg);
	}
}

/* The table beside the tree: a row for every level, with its vertices and wires. */
static void table_has_every_level(void **state)
{
	char *svg = draw_tree("leaves: 1048576\nroot-capacity: 16384");

	(void)state;
	assert_int_equal(drawing_count(svg, "class=\"strong\""), 20);		/* the root has no channel upwards */
	assert_non_null(strstr(svg, ">16\xe2\x80\xaf" "384 if external</text>"));
	assert_non_null(strstr(svg, ">1\xe2\x80\xaf" "048\xe2\x80\xaf" "576</text>"));
	assert_non_null(strstr(svg, ">10\xe2\x80\xaf" "322</text>"));		/* ceil(16384 / 2^(2/3)) */
	free(svg);
	svg = draw_tree("leaves: 16\nroot-capacity: 8\nexternal: true");
	assert_int_equal(drawing_count(svg, "class=\"strong\""), 5);
	assert_null(strstr(svg, "if external"));
	free(svg);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(trees_are_well_formed),
		cmocka_unit_test(every_wire_is_a_line),
		cmocka_unit_test(small_trees_name_every_leaf),
		cmocka_unit_test(large_trees_name_first_and_last),
		cmocka_unit_test(table_has_every_level),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
