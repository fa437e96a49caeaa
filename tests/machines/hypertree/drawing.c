/* drawing.c: a drawing shows every node and every link once, and what is dead. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "machines/hypertree/drawing.h"
#include "machines/hypertree/measures.h"

static unsigned count(const char *text, const char *what)
{
	unsigned found = 0;

	for (; (text = strstr(text, what)); text++)
		found++;
	return found;
}

static unsigned links(const struct hypertree *h)
{
	struct graph g = hypertree_graph(h);
	unsigned ends = 0;

	for (unsigned x = 1; x <= h->nodes; x++)
		ends += g.node[x].degree;
	graph_free(&g);
	return ends / 2;
}

/* Links of all classes, beside the dead ones. */
static unsigned drawn_links(const char *svg)
{
	return count(svg, "class=\"idle\"/>") + count(svg, "\" class=\"up\"/>") + count(svg, "\" class=\"down\"/>")
	       + count(svg, "<path class=\"up\"") + count(svg, "<path class=\"down\"");
}

static void everything_is_drawn_once(void **state)
{
	static const unsigned sizes[] = { 2, 3, 7, 12, 22, 31, 64, 127 };

	(void)state;
	for (enum hypertree_kind kind = 0; kind < HYPERTREE_KINDS; kind++) {
		for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
			struct hypertree *h = hypertree_new(kind, sizes[i]);
			struct text svg = {0};

			hypertree_drawing(h, "title", &svg);
			assert_int_equal(count(svg.bytes, "<circle"), sizes[i]);
			assert_int_equal(drawn_links(svg.bytes), links(h));
			assert_int_equal(count(svg.bytes, "class=\"dead\""), 0);
			text_free(&svg);
			hypertree_free(h);
		}
	}
}

static void the_dead_are_drawn_as_such(void **state)
{
	struct hypertree *h = hypertree_new(HYPERTREE_2, 31);
	struct text svg = {0};
	unsigned whole = links(h);

	(void)state;
	hypertree_kill_node(h, 6);
	hypertree_kill_link(h, 9, PORT_UP);
	hypertree_drawing(h, "title", &svg);
	assert_int_equal(drawn_links(svg.bytes), links(h));
	assert_int_equal(count(svg.bytes, "class=\"dead\""), whole - links(h) + 1);
	assert_int_equal(whole - links(h), 6);
	text_free(&svg);
	hypertree_free(h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_is_drawn_once),
		cmocka_unit_test(the_dead_are_drawn_as_such),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
