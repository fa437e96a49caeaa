/* Drawings in other formats: their shapes, styles and texts, and a PDF whose table of objects is right. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/svg.h"
#include "util/vector.h"

static char *drawing(void)
{
	struct text body = { 0 }, svg = { 0 };

	svg_box(&body, 10, 20, 30, 40, 5, "node");
	svg_line(&body, 1, 2, 3, 4, "down idle");
	svg_part(&body, "data-link=\"0.0 to 1.0\"");
	text_add(&body, "<path class=\"up\" stroke-width=\"3.50\" d=\"M100 100v10h-5A20 20 0 0 1 115 90m5 5l2 -3z\"/>\n");
	svg_part_end(&body);
	svg_text(&body, 50, 60, "strong", SVG_RIGHT, "a_1 < 50 %% (b) \xe2\x86\x92 \xc3\x97");
	svg_page(&svg, 200, 160, "title", "description", &body);
	text_free(&body);
	return svg.bytes;
}

static void shapes_have_their_styles(void **state)
{
	char *svg = drawing();
	struct vector v;

	(void)state;
	assert_true(vector_read(svg, &v));
	assert_int_equal(v.shapes, 5);		/* the page is the first */
	assert_true(v.width == 200 && v.height == 160);
	assert_int_equal(v.shape[1].paint.fill, 0xe9eef5);
	assert_int_equal(v.shape[1].paint.stroke, 0x33455c);
	/* Two classes: the later rule wins where both say something. */
	assert_int_equal(v.shape[2].paint.stroke, 0xb9c4d0);
	assert_false(v.shape[2].paint.fills);
	assert_true(v.shape[2].paint.width == 0.8);
	assert_true(v.shape[3].paint.width == 3.5);
	assert_true(v.shape[4].paint.bold && v.shape[4].paint.size == 13.5 && v.shape[4].anchor == 1);
	assert_string_equal(v.shape[4].text, "a_1 < 50 % (b) \xe2\x86\x92 \xc3\x97");
	vector_free(&v);
	free(svg);
}

static void paths_end_where_they_should(void **state)
{
	static const double ends[][2] = { { 100, 100 }, { 100, 110 }, { 95, 110 }, { 115, 90 }, { 120, 95 }, { 122, 92 } };
	char *svg = drawing();
	struct vector v;

	(void)state;
	assert_true(vector_read(svg, &v));
	const struct vector_shape *path = &v.shape[3];

	assert_int_equal(path->count, 7);
	for (size_t i = 0; i < 6; i++) {
		const struct vector_point *p = &v.point[path->first + i];
		unsigned last = p->step == VECTOR_CURVE ? 2 : 0;

		assert_true(fabs(p->x[last] - ends[i][0]) < 1e-9 && fabs(p->y[last] - ends[i][1]) < 1e-9);
	}
	/* The middle of the arc lies on its circle, around (115, 110). */
	const struct vector_point *arc = &v.point[path->first + 3];
	double x = (95 + 3 * arc->x[0] + 3 * arc->x[1] + 115) / 8, y = (110 + 3 * arc->y[0] + 3 * arc->y[1] + 90) / 8;

	assert_true(fabs(hypot(x - 115, y - 110) - 20) < 0.01);
	vector_free(&v);
	free(svg);
}

static void tables_of_objects_are_right(void **state)
{
	char *svg = drawing(), *at;
	struct text pdf = { 0 };
	struct vector v;

	(void)state;
	assert_true(vector_read(svg, &v));
	vector_pdf(&v, &pdf);
	at = strstr(pdf.bytes, "startxref\n");
	const char *table = pdf.bytes + strtoul(at + strlen("startxref\n"), NULL, 10);

	assert_memory_equal(table, "xref\n0 7\n", 9);
	for (unsigned i = 1; i <= 6; i++) {
		char expected[16];

		snprintf(expected, sizeof expected, "%u 0 obj\n", i);
		assert_memory_equal(pdf.bytes + strtoul(table + 9 + 20 * i, NULL, 10), expected, strlen(expected));
	}
	at = strstr(pdf.bytes, "stream\n") + strlen("stream\n");
	assert_memory_equal(at + strtoul(strstr(pdf.bytes, "/Length ") + strlen("/Length "), NULL, 10), "endstream", 9);
	assert_non_null(strstr(pdf.bytes, "(a_1 < 50 % \\(b\\) -> \xd7) Tj"));
	text_free(&pdf);
	vector_free(&v);
	free(svg);
}

static void latex_reads_the_texts(void **state)
{
	char *svg = drawing();
	struct text tikz = { 0 };
	struct vector v;

	(void)state;
	assert_true(vector_read(svg, &v));
	vector_tikz(&v, &tikz);
	assert_non_null(strstr(tikz.bytes, "{a\\_1 \\textless{} 50 \\% (b) $\\rightarrow$ $\\times$};"));
	assert_non_null(strstr(tikz.bytes, "anchor=base east"));
	text_free(&tikz);
	vector_free(&v);
	free(svg);
}

static void other_drawings_are_refused(void **state)
{
	static const char *const others[] = {
		"", "<svg width=\"1\"></svg>", "<svg><style>\n</style><polygon points=\"0,0\"/></svg>", "<svg><style>\n</style><path d=\"M0 0Q1 1 2 2\"/></svg>",
		"<svg><style>\n</style><g transform=\"scale(2)\"></g></svg>",
	};

	(void)state;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		struct vector v;

		assert_false(vector_read(others[i], &v));
		vector_free(&v);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shapes_have_their_styles), cmocka_unit_test(paths_end_where_they_should),
		cmocka_unit_test(tables_of_objects_are_right), cmocka_unit_test(latex_reads_the_texts),
		cmocka_unit_test(other_drawings_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
