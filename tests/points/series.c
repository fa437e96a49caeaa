/* series.c: where a run becomes steady, whether it is saturated, and confidence intervals, of runs that are made up. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "random.h"
#include "scoreboard.h"
#include "simulate/series.h"
#include "util/interval.h"

enum { SLOTS = 200, SLOT = 50, EACH = 40 };

static double noise(struct random *random)
{
	return (double)random_below(random, 1001) / 1000 - 0.5;
}

/* Values that grow up to `until` and then stay, but for noise. */
static size_t warmup_of(size_t until, bool *found)
{
	struct random random;
	double value[SLOTS];

	random_start(&random, 1, until);
	for (size_t i = 0; i < SLOTS; i++)
		value[i] = 100 + (i < until ? -80 * (double)(until - i) / (double)until : 0) + noise(&random);
	return series_warmup(value, SLOTS, 5, found);
}

static void finds_the_beginning(void **state)
{
	bool found;

	(void)state;
	for (size_t until = 10; until <= 80; until += 10) {
		size_t cut = warmup_of(until, &found);

		assert_true(found);
		/* Noise may have it cut off more: this takes nothing from what lasts. */
		assert_in_range(cut, until - until / 4 - 5, SLOTS / 2 - 1);
	}
	warmup_of(SLOTS, &found);
	assert_false(found);
}

static void leaves_a_steady_run_whole(void **state)
{
	double value[SLOTS];
	bool found;

	(void)state;
	for (size_t i = 0; i < SLOTS; i++)
		value[i] = i % 2;
	assert_int_equal(series_warmup(value, SLOTS, 2, &found), 0);
	assert_true(found);
}

static void add(struct series *s, uint64_t created, uint64_t now)
{
	struct flight flight = { .message = { .created = created } };

	series_note(s, &flight, 0, now);
}

/* In each slot EACH messages are created. Those of slot i take `latency` clocks and `more` for each slot before. */
static struct steady run_of(double latency, double more, uint64_t *created)
{
	struct series s = { .slot_clocks = SLOT };
	struct random random;

	random_start(&random, 7, 1);
	*created = 0;
	for (unsigned slot = 0; slot < SLOTS; slot++)
		for (unsigned i = 0; i < EACH; i++) {
			uint64_t at = (uint64_t)slot * SLOT + random_below(&random, SLOT);

			add(&s, at, at + (uint64_t)(latency + more * slot + 10 * noise(&random)));
			++*created;
		}
	struct steady steady = series_steady(&s, SLOTS, *created);

	series_free(&s);
	return steady;
}

static void measures_a_steady_run(void **state)
{
	uint64_t created;
	struct steady steady = run_of(100, 0, &created);

	(void)state;
	assert_false(queue_grows(&steady.queue));
	assert_true(steady.found);
	/* Nothing arrives in the first two slots. */
	assert_in_range(steady.warmup, 1, SLOTS / 2 - 1);
	assert_true(fabs(steady.accepted - EACH) < 0.5);
	assert_true(fabs(steady.latency - 100) < 1);
	assert_in_range(steady.p50, 98, 102);
	assert_in_range(steady.p99, 103, 105);
}

/* Each slot's messages take a tenth of a slot more than the last one's: 1 - 1/1.1 = 9 % are left behind. */
static void sees_what_grows(void **state)
{
	uint64_t created;
	struct steady steady = run_of(100, 5, &created);

	(void)state;
	assert_true(queue_grows(&steady.queue));
	assert_true(fabs(steady.accepted - EACH / 1.1) < 0.5);
	steady = run_of(100, 0.2, &created);
	assert_false(queue_grows(&steady.queue));
}

/* Those that never arrive were created, too. */
static void sees_what_never_arrives(void **state)
{
	struct series s = { .slot_clocks = SLOT };

	(void)state;
	for (unsigned slot = 0; slot < SLOTS; slot++)
		for (unsigned i = 0; i < EACH; i++)
			add(&s, slot * SLOT, slot * SLOT + 10);
	struct steady whole = series_steady(&s, SLOTS, SLOTS * EACH), less = series_steady(&s, SLOTS, SLOTS * EACH * 11 / 10);

	assert_false(queue_grows(&whole.queue));
	assert_true(queue_grows(&less.queue));
	series_free(&s);
}

static void survives_an_empty_run(void **state)
{
	struct series s = { .slot_clocks = SLOT };
	struct steady steady = series_steady(&s, SLOTS, 0);

	(void)state;
	assert_false(queue_grows(&steady.queue));
	assert_int_equal(steady.messages, 0);
	assert_true(steady.accepted == 0 && steady.latency == 0);
}

static void gives_intervals(void **state)
{
	static const double four[] = { 1, 2, 3, 4 }, same[] = { 5, 5, 5 };
	struct interval x = interval_of(four, 4);

	(void)state;
	assert_true(fabs(x.mean - 2.5) < 1e-9);
	assert_true(fabs(x.half - 3.182 * sqrt(5.0 / 3 / 4)) < 1e-3);
	assert_true(interval_of(same, 3).half == 0);
	assert_true(isinf(interval_of(four, 1).half));
}

/* Of intervals of random values some 95 % hold the true mean. */
static void holds_the_mean(void **state)
{
	enum { ROUNDS = 4000 };
	struct random random;

	(void)state;
	random_start(&random, 3, 0);
	for (size_t count = 2; count <= 40; count += 19) {
		unsigned holds = 0;

		for (unsigned round = 0; round < ROUNDS; round++) {
			double value[40];

			for (size_t i = 0; i < count; i++) {
				value[i] = 0;
				for (unsigned k = 0; k < 12; k++)
					value[i] += noise(&random);
			}
			struct interval x = interval_of(value, count);

			holds += fabs(x.mean) <= x.half;
		}
		assert_in_range(holds, 0.94 * ROUNDS, 0.96 * ROUNDS);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_the_beginning), cmocka_unit_test(leaves_a_steady_run_whole),
		cmocka_unit_test(measures_a_steady_run), cmocka_unit_test(sees_what_grows),
		cmocka_unit_test(sees_what_never_arrives), cmocka_unit_test(survives_an_empty_run),
		cmocka_unit_test(gives_intervals), cmocka_unit_test(holds_the_mean),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
