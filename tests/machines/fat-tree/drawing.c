/* drawing.c: drawings are well-formed, show every wire of a small tree, and stay small for a large one. */
#include "networks.h"

#include <string.h>

#include "network/machine.h"
#include "plan/drawing.h"
#include "xml.h"

static char *draw(const char *yaml)
{
	struct spec spec;
	struct network *net = network_from(&spec, yaml);
	struct output out = {0};
	char *svg, *path;

	net->spec->machine->draw(net, &out);
	path = format_string("%s.svg", spec.name);
	assert_string_equal(out.files[0].path, path);
	for (size_t i = 1; i < out.count; i++) {
		assert_memory_equal(out.files[i].path, "plans/concentrator_", 19);
		assert_true(xml_well_formed(out.files[i].content.bytes));
	}
	svg = copy_string(out.files[0].content.bytes);
	output_free(&out);
	network_done(&spec, net);
	free(path);
	return svg;
}

static char *draw_tree(const char *keys)
{
	char *yaml = format_string("network: fat-tree\n%s\n", keys), *svg = draw(yaml);

	free(yaml);
	return svg;
}

static size_t count(const char *text, const char *word)
{
	size_t n = 0;

	for (; (text = strstr(text, word)); text += strlen(word))
		n++;
	return n;
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

static void the_checker_checks(void **state)
{
	(void)state;
	assert_true(xml_well_formed("<a b=\"1\"><c/>x &amp; y</a>\n"));
	assert_false(xml_well_formed("<a><b></a></b>"));
	assert_false(xml_well_formed("<a>"));
	assert_false(xml_well_formed("<a b=1></a>"));
	assert_false(xml_well_formed("<a>&</a>"));
	assert_false(xml_well_formed("<a/><b/>"));
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
		assert_int_equal(count(svg, "class=\"node\""), cases[i].nodes);
		assert_int_equal(count(svg, "class=\"leaf\""), cases[i].leaves);
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
	assert_int_equal(count(svg, "class=\"strong\""), 21);
	assert_non_null(strstr(svg, ">1\xe2\x80\xaf" "048\xe2\x80\xaf" "576</text>"));
	assert_non_null(strstr(svg, ">10\xe2\x80\xaf" "322</text>"));		/* ceil(16384 / 2^(2/3)) */
	free(svg);
}

/* Knuth's drawing: a link with two dots for every comparator. */
static void sorters_show_every_comparator(void **state)
{
	static const struct {
		unsigned wires, comparators;
	} cases[] = {{2, 1}, {3, 3}, {4, 5}, {8, 19}, {16, 63}, {32, 191}, {64, 543}};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char *yaml = format_string("network: sorter\nwires: %u\nkey-bits: 8\n", cases[i].wires);
		char *svg = draw(yaml);

		assert_true(xml_well_formed(svg));
		assert_int_equal(count(svg, "class=\"link\""), cases[i].comparators);
		assert_int_equal(count(svg, "<circle"), 2 * cases[i].comparators);
		free(svg);
		free(yaml);
	}
}

static void large_sorters_stay_small(void **state)
{
	char *svg = draw("network: sorter\nwires: 1024\nkey-bits: 8\n");

	(void)state;
	assert_true(xml_well_formed(svg));
	assert_true(strlen(svg) < 20000);
	assert_non_null(strstr(svg, "24\xe2\x80\xaf" "063 elements"));
	free(svg);
}

/* Elements of a plan, those in arrays one by one. */
static size_t elements(const struct plan *plan, enum element_kind kind)
{
	size_t n = 0;

	for (size_t i = 0; i < plan->element_count; i++)
		if (plan->element[i].kind == kind)
			n += plan->element[i].count;
	return n;
}

static void concentrators_show_every_element(void **state)
{
	static const char *const kinds[] = {"batcher", "butterfly"};

	(void)state;
	for (int i = 0; i < 2; i++) {
		char *yaml = format_string("network: fat-tree\nleaves: 64\nroot-capacity: 40\nconcentrator: %s\n", kinds[i]);
		struct spec spec;
		struct network *net = network_from(&spec, yaml);

		for (size_t k = 0; k < net->plans.count; k++) {
			const struct plan *plan = net->plans.plan[k];
			struct text svg = {0};

			plan_drawing(plan, "x < y & z", &svg);
			assert_true(xml_well_formed(svg.bytes));
			if (!strstr(svg.bytes, "elements in each clock")) {
				assert_int_equal(count(svg.bytes, "class=\"link\""), elements(plan, ELEMENT_EXCHANGE));
				assert_int_equal(count(svg.bytes, "class=\"keep\""), elements(plan, ELEMENT_CHOOSE));
			}
			text_free(&svg);
		}
		network_done(&spec, net);
		free(yaml);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_checker_checks),
		cmocka_unit_test(trees_are_well_formed),
		cmocka_unit_test(every_wire_is_a_line),
		cmocka_unit_test(small_trees_name_every_leaf),
		cmocka_unit_test(large_trees_name_first_and_last),
		cmocka_unit_test(table_has_every_level),
		cmocka_unit_test(sorters_show_every_comparator),
		cmocka_unit_test(large_sorters_stay_small),
		cmocka_unit_test(concentrators_show_every_element),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
