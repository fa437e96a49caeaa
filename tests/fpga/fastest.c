/* fastest.c: the search for the fastest clock terminates, obeys the limits of the PLL, and finds a clock that is met
 * and close to the fastest, whatever placements do. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "fpga/fastest.h"

/* A made-up placer: about `mhz`, give or take `noise` of it, differently for each clock; `pull` of the way towards the
 * clock that is wanted, as a placer works harder when more is wanted. */
struct placer {
	double mhz, noise, pull;
	uint64_t random;
};

static double place(struct placer *p, double wanted)
{
	p->random = p->random * 6364136223846793005u + 1442695040888963407u;
	double at = 2 * ((double)(p->random >> 11) / 9007199254740992.0) - 1;

	return (p->mhz + p->pull * (wanted - p->mhz)) * (1 + p->noise * at);
}

/* Searches; every step is checked. */
static struct fastest search(enum pll_kind pll, double input, double limit, struct placer *p)
{
	struct fastest f = { .pll = pll, .input_mhz = input, .limit_mhz = limit };
	double mhz;

	while ((mhz = fastest_next(&f)) > 0) {
		struct pll made;
		assert_true(f.count < FASTEST_STEPS);
		assert_true(mhz <= limit + 1e-6);
		assert_true(pll_find_below(pll, input, mhz, &made));
		assert_true(fabs(made.output_mhz - mhz) < 1e-6);
		for (unsigned i = 0; i < f.count; i++)
			assert_true(fabs(f.step[i].mhz - mhz) > 1e-6);
		fastest_add(&f, mhz, place(p, mhz));
	}
	return f;
}

/* How many clocks does the PLL make between the best and what its own placement would carry, those that were tried
 * among them or not? */
static unsigned rooms(const struct fastest *f, const struct fastest_step *best, bool tried_too)
{
	struct pll next = { .output_mhz = best->mhz };
	unsigned count = 0;

	while (pll_find_above(f->pll, f->input_mhz, next.output_mhz + 1e-3, &next)
	       && next.output_mhz <= fmin(best->fmax_mhz, f->limit_mhz)) {
		bool tried = false;

		for (unsigned i = 0; i < f->count; i++)
			tried = tried || fabs(f->step[i].mhz - next.output_mhz) < 1e-6;
		count += tried_too || !tried;
	}
	return count;
}

static void a_steady_placer_is_matched_at_once(void **state)
{
	(void)state;
	for (double mhz = 20; mhz < 250; mhz += 1.7) {
		struct placer p = { .mhz = mhz };
		struct fastest f = search(PLL_ICE40_PAD, 12, 275, &p);
		const struct fastest_step *best = fastest_best(&f);

		assert_non_null(best);
		assert_true(f.count <= 3);
		assert_true(best->mhz <= best->fmax_mhz);
		assert_int_equal(rooms(&f, best, true), 0);
	}
}

/* 40 MHz to 250 MHz, noise up to 8 %: the clock found is met, and nearly always close. If not, ten placements were too
 * few, or all near clocks have failed by chance, and ftc build says so. */
static void a_moody_placer_is_caught(void **state)
{
	unsigned searches = 0, close = 0, steps = 0;

	(void)state;
	for (unsigned i = 0; i < 3000; i++) {
		enum pll_kind pll = i % 2 ? PLL_ICE40_CORE : PLL_ECP5;
		struct placer p = { .mhz = 40 + i % 211, .noise = (i % 9) / 100.0, .pull = (i % 4) / 20.0,
				    .random = i };
		struct fastest f = search(pll, i % 2 ? 12 : 25, 275, &p);
		const struct fastest_step *best = fastest_best(&f);

		assert_non_null(best);
		assert_true(best->mhz <= best->fmax_mhz);
		assert_int_equal(fastest_is_close(&f), best->mhz >= 0.95 * best->fmax_mhz ||
				 rooms(&f, best, true) == 0);
		/* It gives up early only where nothing is left to try. */
		if (!fastest_is_close(&f) && f.count < FASTEST_STEPS)
			assert_true(rooms(&f, best, false) == 0);
		searches++;
		close += fastest_is_close(&f);
		steps += f.count;
	}
	print_message("# %u of %u close, %.1f placements each\n", close, searches, (double)steps / searches);
	assert_true(close >= searches * 97 / 100);
	assert_true(steps < 5 * searches);
}

static void a_placer_without_limits_gets_the_fastest_clock(void **state)
{
	struct placer p = { .mhz = 1000 };

	(void)state;
	struct fastest f = search(PLL_ICE40_PAD, 12, 185, &p);
	assert_int_equal(f.count, 1);
	assert_true(f.step[0].mhz <= 185 && f.step[0].mhz > 180);
	assert_true(fastest_is_close(&f));
}

static void without_any_placement_the_search_ends(void **state)
{
	struct placer p = { .mhz = 0 };

	(void)state;
	struct fastest f = search(PLL_ECP5, 25, 257, &p);
	assert_null(fastest_best(&f));
	assert_false(fastest_is_close(&f));
	assert_true(f.count > 1 && f.count <= FASTEST_STEPS);
}

static void without_a_pll_there_is_one_clock(void **state)
{
	struct placer quick = { .mhz = 50 }, slow = { .mhz = 11 };

	(void)state;
	struct fastest f = search(PLL_NONE, 12, 275, &quick);
	assert_int_equal(f.count, 1);
	assert_true(fastest_best(&f)->mhz == 12 && fastest_is_close(&f));
	f = search(PLL_NONE, 12, 275, &slow);
	assert_int_equal(f.count, 1);
	assert_null(fastest_best(&f));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_steady_placer_is_matched_at_once),
		cmocka_unit_test(a_moody_placer_is_caught),
		cmocka_unit_test(a_placer_without_limits_gets_the_fastest_clock),
		cmocka_unit_test(without_any_placement_the_search_ends),
		cmocka_unit_test(without_a_pll_there_is_one_clock),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
