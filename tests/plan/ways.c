/* The ways of words through the plans of sorters: each column moves words along its comparators only, and behind the last one they are
 * in order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdlib.h>

#include "plan/ways.h"
#include "random.h"
#include "util/text.h"

enum { MOST_WORDS = 40, ROUNDS = 20 };

static void check_columns(const struct ways *w)
{
	for (unsigned column = 1; column <= w->columns; column++) {
		const unsigned *before = w->at + (size_t)(column - 1) * w->lines, *here = before + w->lines;

		/* Two words that have left their lines have exchanged them. */
		for (unsigned line = 0; line < w->lines; line++) {
			unsigned other = 0;

			while (before[other] != here[line])
				other++;
			assert_int_equal(here[other], before[line]);
		}
	}
}

static void check_order(const struct ways *w, const unsigned *rank)
{
	const unsigned *last = w->at + (size_t)w->columns * w->lines;
	unsigned *sorted = allocate_array(w->lines, sizeof *sorted);

	for (unsigned line = 0; line < w->lines; line++)
		sorted[w->output[line]] = rank[last[line]];
	for (unsigned i = 1; i < w->lines; i++)
		assert_true(sorted[i - 1] <= sorted[i]);
	free(sorted);
}

static void words_are_sorted(void **state)
{
	struct random random;

	(void)state;
	random_start(&random, 1, 0);
	for (unsigned n = 2; n <= MOST_WORDS; n++) {
		struct plan_library library = { .spacing = 1 + n % 9 };
		const struct plan *plan = plan_sorter(&library, n);
		unsigned rank[MOST_WORDS];

		for (unsigned round = 0; round < ROUNDS; round++) {
			for (unsigned i = 0; i < n; i++)
				rank[i] = (unsigned)random_below(&random, round % 2 ? 3 : n * n);
			struct ways w = ways_new(plan, rank);

			assert_int_equal(w.columns, ways_columns(plan));
			check_columns(&w);
			check_order(&w, rank);
			ways_free(&w);
		}
		plan_library_free(&library);
	}
}

/* Batcher's sorter of 2^k words has k (k + 1) / 2 columns, however many registers are between them. */
static void columns_are_batchers(void **state)
{
	(void)state;
	for (unsigned k = 1; k <= 6; k++) {
		struct plan_library library = { .spacing = k };

		assert_int_equal(ways_columns(plan_sorter(&library, 1u << k)), k * (k + 1) / 2);
		plan_library_free(&library);
	}
}

static void other_plans_have_none(void **state)
{
	struct plan_library library = { .spacing = 4, .wish = PLAN_BUTTERFLY };

	(void)state;
	assert_int_equal(ways_columns(plan_concentrator(&library, 8, 4)), 0);
	plan_library_free(&library);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_are_sorted), cmocka_unit_test(columns_are_batchers), cmocka_unit_test(other_plans_have_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
