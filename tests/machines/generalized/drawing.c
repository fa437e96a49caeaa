/* drawing.c: small trees are drawn completely, large ones fit on a page, and all drawings are well-formed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "xml.h"
#include "machines/xgft.h"
#include "machines/xgft_drawing.h"
#include "trees.h"

static size_t count(const char *text, const char *word)
{
	size_t n = 0;

	for (; (text = strstr(text, word)); text += strlen(word))
		n++;
	return n;
}

static char *draw(const struct spec *spec)
{
	struct text svg = {0};

	xgft_drawing(spec, 1, NULL, 0, &svg);
	assert_true(xml_well_formed(svg.bytes));
	return svg.bytes;
}

static void small_trees_are_drawn_whole(void **state)
{
	static const unsigned shapes[][2][3] = {
		{ { 2, 2, 2 }, { 2, 2, 2 } }, { { 1, 3, 2 }, { 5, 1, 1 } }, { { 4, 4, 4 }, { 2, 2, 4 } },
		{ { 7, 3, 1 }, { 1, 3, 2 } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
		struct spec spec = tree_spec(3, shapes[i][0], shapes[i][1]);
		spec.name = "tree";
		char *svg = draw(&spec);

		assert_int_equal(count(svg, "class=\"idle\""), xgft_all_links(&spec));
		assert_int_equal(count(svg, "class=\"node\""), xgft_all_nodes(&spec) - spec.leaves);
		assert_int_equal(count(svg, "class=\"leaf\""), spec.leaves);
		free(svg);
	}
}

static void large_trees_are_sketched(void **state)
{
	static const unsigned m[] = { 4, 4, 4, 4, 4, 4, 4, 4, 4, 4 }, w[] = { 4, 4, 4, 4, 4, 4, 4, 4, 4, 4 };
	static const unsigned star[] = { 1048576 }, roots[] = { 64 };
	struct spec trees[] = { tree_spec(10, m, w), tree_spec(1, star, roots) };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		trees[i].name = "tree";
		char *svg = draw(&trees[i]);
		size_t shown = 0, drawn = 0;

		assert_true(strlen(svg) < 100000);
		/* Links up and down and the nodes between of each path, w_1 of them in all colours by turns. */
		for (unsigned path = 0; path < trees[i].parents[1]; path++)
			shown += 4 * trees[i].height - 1;
		for (unsigned colour = 0; colour < 6; colour++) {
			char class[20];

			sprintf(class, "class=\"path%u\"", colour);
			drawn += count(svg, class);
		}
		assert_in_range(drawn, shown, shown + 8);	/* and the legend */
		free(svg);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(small_trees_are_drawn_whole),
		cmocka_unit_test(large_trees_are_sketched),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
