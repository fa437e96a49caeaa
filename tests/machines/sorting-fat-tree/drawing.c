/* drawing.c: drawings of sorting fat-trees show every sorter, wire and leaf of small trees, and stay small for large ones. */
#include "drawings.h"

#include "machines/sorting-fat-tree/sorting_fat_tree.h"

static char *draw(unsigned leaves, unsigned side)
{
	char *yaml = format_string("network: sorting-fat-tree\nleaves: %u\nmesh-side: %u\nbatches: 1\n", leaves, side);
	struct output out = { 0 };
	struct spec spec;

	spec_from(&spec, yaml);
	sorting_add_drawing(&spec, &out);
	assert_int_equal(out.count, 1);
	assert_string_equal(out.files[0].path, "sorting_fat_tree.svg");
	char *svg = copy_string(out.files[0].content.bytes);

	output_free(&out);
	spec_free(&spec);
	free(yaml);
	return svg;
}

/* A channel is a path with a part for each wire. */
static unsigned wires_of(const char *svg)
{
	static const char begin[] = "<path class=\"link\" d=\"";
	unsigned wires = 0;

	while ((svg = strstr(svg, begin)))
		for (svg += strlen(begin); *svg != '"'; svg++)
			wires += *svg == 'M';
	return wires;
}

static void drawings_show_every_part(void **state)
{
	/* Wires: of the channels below each level, from the root on. */
	static const struct {
		unsigned leaves, side, sorters, wires, squares;
	} cases[] = {
		{ 4, 1, 3, 2 * 2 + 4 * 1, 4 },
		{ 16, 1, 15, 2 * 4 + 4 * 2 + 8 * 2 + 16 * 1, 16 },
		{ 16, 2, 3 + 4, 2 * 4 + 4 * 2, 16 },
		{ 64, 4, 3 + 4, 2 * 8 + 4 * 4, 64 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char *svg = draw(cases[i].leaves, cases[i].side);

		assert_true(xml_well_formed(svg));
		assert_int_equal(drawing_count(svg, "class=\"node\""), cases[i].sorters);
		assert_int_equal(wires_of(svg), cases[i].wires);
		assert_int_equal(drawing_count(svg, "class=\"leaf\""), cases[i].squares);
		free(svg);
	}
}

/* Eight blocks, and the nodes above them; beside them a node for each subtree, with three dots. */
static void large_drawings_are_short(void **state)
{
	enum { BLOCKS = 8, LEVELS = 16, BELOW = 3, DOTS = 3 };
	char *svg = draw(65536, 1);

	(void)state;
	assert_true(xml_well_formed(svg));
	assert_int_equal(drawing_count(svg, "class=\"node\""), BLOCKS - 1 + 2 * (LEVELS - BELOW));
	assert_int_equal(drawing_count(svg, "class=\"leaf\""), BLOCKS + DOTS * (LEVELS - BELOW));
	assert_int_equal(drawing_count(svg, ">32768 leaves<"), 1);
	assert_true(strlen(svg) < 400000);
	free(svg);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(drawings_show_every_part),
		cmocka_unit_test(large_drawings_are_short),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
