/* series.c: whether runs are steady, saturated, known well enough, and confidence intervals, of runs that are made up. */
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

enum { SLOTS = 2048, SLOT = 50, EACH = 40, RUNS = 4 };

static double noise(struct random *random)
{
	return (double)random_below(random, 1001) / 1000 - 0.5;
}

static void note(struct series *s, uint64_t created, uint64_t now)
{
	struct flight flight = { .message = { .created = created } };

	series_note_created(s, created);
	series_note(s, &flight, 0, now);
}

/* What the runs are made of: in each slot EACH messages. */
struct made {
	double latency;			/* clocks */
	double more;			/* clocks for each slot that has passed: what is saturated */
	double start;			/* a share by which the first slots are quicker, .. */
	double fills;			/* .. which after so many slots has become 1/e of it */
	double memory;			/* correlation of the noise of a slot with that of the one before, 0 to 1 */
	double loud;			/* amplitude of that noise, in clocks */
	bool by_seed;			/* each run has a latency of its own */
};

static void make_run(struct series *s, const struct made *m, uint64_t seed)
{
	struct random random;
	double level = 0;

	*s = (struct series){ .slot_clocks = SLOT };
	random_start(&random, seed, 1);
	double own = m->by_seed ? 1 + noise(&random) : 1;
	for (unsigned slot = 0; slot < SLOTS; slot++) {
		level = m->memory * level + sqrt(1 - m->memory * m->memory) * m->loud * noise(&random);
		for (unsigned i = 0; i < EACH; i++) {
			uint64_t at = (uint64_t)slot * SLOT + random_below(&random, SLOT);
			double filled = m->start > 0 ? 1 - m->start * exp(-(double)slot / m->fills) : 1;
			double latency = own * m->latency * filled + m->more * slot + level;

			note(s, at, at + (uint64_t)fmax(1, latency + 0.5));
		}
	}
}

static struct judgement judge(const struct made *m, uint64_t seed, unsigned slots)
{
	struct series made[RUNS], *run[RUNS];

	for (unsigned i = 0; i < RUNS; i++) {
		make_run(&made[i], m, seed + i);
		run[i] = &made[i];
	}
	struct judgement j = series_judge(run, RUNS, slots / 4, slots, &usual_closeness);

	for (unsigned i = 0; i < RUNS; i++)
		series_free(&made[i]);
	return j;
}

static void measures_steady_runs(void **state)
{
	struct judgement j = judge(&(struct made){ .latency = 100, .loud = 40 }, 1, SLOTS);

	(void)state;
	assert_false(j.saturated);
	assert_true(j.steady && j.converged && !j.runs_differ);
	assert_true(fabs(j.accepted.mean - EACH) < 0.1);
	assert_true(fabs(j.offered.mean - EACH) < 0.1);
	assert_true(fabs(j.latency.mean - 100) < 1 && j.latency.half < 1);
	assert_true(j.messages > (uint64_t)RUNS * EACH * (SLOTS * 3 / 4 - 8));
}

/* While a network fills, latencies rise: a run that is too short has a trend, and one that is long enough leaves it out. */
static void sees_what_still_fills(void **state)
{
	struct made m = { .latency = 400, .start = 0.9, .fills = 64, .loud = 40 };
	struct judgement early = judge(&m, 1, 256), late = judge(&m, 1, SLOTS);

	(void)state;
	assert_false(early.steady);
	assert_false(early.converged);
	assert_true(late.converged);
	assert_true(fabs(late.latency.mean - 400) < 20);
}

/* Noise that lasts longer than a batch is no reason for a narrow interval. */
static void sees_what_lasts(void **state)
{
	struct made quick = { .latency = 400, .loud = 400 }, slow = { .latency = 400, .loud = 400, .memory = 0.995 };
	struct judgement a = judge(&quick, 1, SLOTS), b = judge(&slow, 1, SLOTS);

	(void)state;
	assert_true(a.converged);
	assert_false(b.converged);
	assert_true(b.latency.half > 5 * a.latency.half);
}

static void sees_what_differs(void **state)
{
	struct judgement j = judge(&(struct made){ .latency = 400, .loud = 40, .by_seed = true }, 1, SLOTS);

	(void)state;
	assert_true(j.runs_differ);
	assert_false(j.converged);
	assert_true(j.latency.half > 40);
}

/* Each slot's messages take a tenth of a slot more than the last one's: 1 - 1/1.1 = 9 % are left behind. */
static void sees_what_grows(void **state)
{
	struct judgement j = judge(&(struct made){ .latency = 100, .more = 5 }, 1, SLOTS);

	(void)state;
	assert_true(j.saturated);
	assert_true(fabs(j.accepted.mean - EACH / 1.1) < 0.5);
	assert_true(fabs(j.grown - (1 - 1 / 1.1)) < 0.01);
	assert_false(judge(&(struct made){ .latency = 100, .more = 0.2 }, 1, SLOTS).saturated);
}

/* Those that never arrive were created, too. */
static void sees_what_never_arrives(void **state)
{
	struct series made = { .slot_clocks = SLOT }, *run = &made;

	(void)state;
	for (unsigned slot = 0; slot < SLOTS; slot++)
		for (unsigned i = 0; i < EACH; i++)
			note(&made, slot * SLOT, slot * SLOT + 10);
	assert_false(series_judge(&run, 1, 0, SLOTS, &usual_closeness).saturated);
	for (unsigned slot = 0; slot < SLOTS; slot++)
		for (unsigned i = 0; i < EACH / 10; i++)
			series_note_created(&made, slot * SLOT);
	assert_true(series_judge(&run, 1, 0, SLOTS, &usual_closeness).saturated);
	series_free(&made);
}

/* No value where there is none. */
static void survives_an_empty_run(void **state)
{
	struct series made = { .slot_clocks = SLOT }, *run = &made;
	struct judgement j = series_judge(&run, 1, 0, SLOTS, &usual_closeness);

	(void)state;
	assert_false(j.saturated || j.steady || j.converged);
	assert_int_equal(j.messages, 0);
	assert_true(isnan(j.latency.mean) && isinf(j.latency.half));
	series_free(&made);
}

/* Very long runs are counted in longer stretches. */
static void bounds_its_memory(void **state)
{
	struct series made = { .slot_clocks = 1 }, *run = &made;
	const uint64_t slots = 5 << 20;

	(void)state;
	for (uint64_t slot = 0; slot < slots; slot++)
		note(&made, slot, slot + 3);
	struct judgement j = series_judge(&run, 1, slots / 4, slots, &usual_closeness);

	assert_true(made.each == 8 && made.count <= 1 << 20);
	assert_true(fabs(j.latency.mean - 3) < 1e-9 && fabs(j.accepted.mean - 1) < 1e-4);
	series_free(&made);
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

/* An autoregressive process whose true mean is 0, in batches: how many of the intervals hold it. */
static unsigned held_of(double memory, unsigned length, unsigned rounds)
{
	enum { EACH_RUN = 16 };
	unsigned holds = 0;
	struct random random;

	random_start(&random, 4, length);
	for (unsigned round = 0; round < rounds; round++) {
		double sum[RUNS * EACH_RUN] = { 0 }, weight[RUNS * EACH_RUN];

		for (unsigned r = 0; r < RUNS; r++) {
			double level = 0;

			for (unsigned i = 0; i < 50; i++)
				level = memory * level + noise(&random);
			for (unsigned i = 0; i < EACH_RUN * length; i++) {
				level = memory * level + noise(&random);
				sum[r * EACH_RUN + i / length] += level;
				weight[r * EACH_RUN + i / length] = length;
			}
		}
		struct batch_mean m = interval_of_batches(&(struct batches){ sum, weight, RUNS, EACH_RUN });

		holds += fabs(m.mean.mean) <= m.mean.half;
	}
	return holds;
}

/* Batches of 64 values of a process that forgets within 20, and of one value of one that forgets at once. */
static void batches_hold_the_mean(void **state)
{
	enum { ROUNDS = 600 };

	(void)state;
	assert_in_range(held_of(0.9, 64, ROUNDS), 0.93 * ROUNDS, 0.985 * ROUNDS);
	assert_in_range(held_of(0, 1, ROUNDS), 0.93 * ROUNDS, 0.985 * ROUNDS);
	/* Batches that are too short widen the interval. */
	assert_in_range(held_of(0.9, 8, ROUNDS), 0.91 * ROUNDS, 0.99 * ROUNDS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(measures_steady_runs), cmocka_unit_test(sees_what_still_fills), cmocka_unit_test(sees_what_lasts),
		cmocka_unit_test(sees_what_differs), cmocka_unit_test(sees_what_grows), cmocka_unit_test(sees_what_never_arrives),
		cmocka_unit_test(survives_an_empty_run), cmocka_unit_test(bounds_its_memory), cmocka_unit_test(gives_intervals),
		cmocka_unit_test(holds_the_mean), cmocka_unit_test(batches_hold_the_mean),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
