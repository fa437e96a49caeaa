/* drawing.c: drawings of plans are well-formed and show every element. */
#include "drawings.h"

#include "plan/drawing.h"

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
		char *yaml = format_string("network: fat-tree\nleaves: 64\nroot-capacity: 40\nconcentrator: %s\n",
					   kinds[i]);
		struct spec spec;
		struct network *net = network_from(&spec, yaml);

		for (size_t k = 0; k < net->plans.count; k++) {
			const struct plan *plan = net->plans.plan[k];
			struct text svg = {0};

			plan_drawing(plan, "x < y & z", &svg);
			assert_true(xml_well_formed(svg.bytes));
			if (!strstr(svg.bytes, "elements in each clock")) {
				assert_int_equal(drawing_count(svg.bytes, "class=\"link\""),
						 elements(plan, ELEMENT_EXCHANGE));
				assert_int_equal(drawing_count(svg.bytes, "class=\"keep\""),
						 elements(plan, ELEMENT_CHOOSE));
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
		cmocka_unit_test(concentrators_show_every_element),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
