/* statistics.c: histograms against sorted lists, crossings against a walk through the tree. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "bits.h"
#include "random.h"
#include "statistics.h"
#include "util/text.h"

static int by_value(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Writes a histogram, and reads it as a rank does. */
static struct histogram *copy_of(const struct histogram *h)
{
	struct histogram *copy = histogram_create();
	struct text bytes = { 0 };

	histogram_write(h, &bytes);
	assert_ptr_equal(histogram_read(copy, bytes.bytes), bytes.bytes + bytes.length);
	text_free(&bytes);
	return copy;
}

/* `tolerance`: greatest relative error of a quantile; the first half of the values is merged. */
static void check_histogram(const uint64_t *values, size_t count, double tolerance)
{
	static const double share[] = { 0.001, 0.25, 0.5, 0.9, 0.99, 1 };
	uint64_t *sorted = malloc(count * sizeof *sorted);
	struct histogram *first = histogram_create(), *rest = histogram_create();
	long double sum = 0;

	for (size_t i = 0; i < count; i++) {
		histogram_add(i < count / 2 ? first : rest, values[i]);
		sorted[i] = values[i];
		sum += values[i];
	}
	qsort(sorted, count, sizeof *sorted, by_value);
	struct histogram *h = copy_of(rest);

	histogram_merge(h, first);
	assert_int_equal(histogram_is_exact(h), tolerance == 0);
	assert_int_equal(histogram_count(h), count);
	assert_int_equal(histogram_least(h), sorted[0]);
	assert_int_equal(histogram_greatest(h), sorted[count - 1]);
	assert_true(fabsl(histogram_mean(h) - sum / count) <= sum / count * 1e-12L);
	for (size_t i = 0; i < sizeof share / sizeof share[0]; i++) {
		uint64_t exact = sorted[(size_t)ceil(share[i] * (double)count) - 1];
		double error = (double)histogram_quantile(h, share[i]) - (double)exact;

		assert_true(error >= 0 && error <= tolerance * (double)exact);
	}
	free(sorted);
	histogram_free(first);
	histogram_free(rest);
	histogram_free(h);
}

static void histograms(void **state)
{
	enum { COUNT = 20000 };
	static uint64_t values[COUNT];
	struct random r;

	(void)state;
	random_start(&r, 3, 0);
	for (unsigned bits = 1; bits <= 12; bits++) {
		for (size_t i = 0; i < COUNT; i++)
			values[i] = random_next(&r) >> (64 - bits);
		check_histogram(values, COUNT, 0);
		check_histogram(values, 1, 0);
	}
	for (unsigned bits = 13; bits <= 60; bits++) {
		for (size_t i = 0; i < COUNT; i++)
			values[i] = random_next(&r) >> (64 - bits);
		check_histogram(values, COUNT, 0);
	}
	for (unsigned shift = 0; shift < 60; shift++)
		check_histogram((const uint64_t[]){ (uint64_t)1 << shift, ((uint64_t)1 << shift) - 1 }, 2, 0);
}

/* Only with very many different values is a quantile the top of a bin, and then the histogram says so. */
static void bounded_histogram(void **state)
{
	enum { COUNT = HISTOGRAM_DISTINCT + HISTOGRAM_DISTINCT / 8 };
	uint64_t *values = malloc(COUNT * sizeof *values);

	(void)state;
	for (size_t i = 0; i < COUNT; i++)
		values[i] = HISTOGRAM_SMALL + 7 * i;
	check_histogram(values, COUNT, 1.0 / 2048);
	check_histogram(values, HISTOGRAM_DISTINCT, 0);
	free(values);
}

static void empty_histogram(void **state)
{
	struct histogram *h = histogram_create();

	(void)state;
	assert_int_equal(histogram_count(h), 0);
	assert_int_equal(histogram_quantile(h, 0.5), 0);
	assert_true(histogram_mean(h) == 0);
	histogram_free(h);
}

/* Does the way from leaf `from` to leaf `to` leave the subtree of `vertex` at `level`? */
static bool leaves_subtree(unsigned levels, unsigned level, uint32_t vertex, uint32_t from, uint32_t to)
{
	uint32_t size = 1u << (levels - level), first = vertex * size;

	return from >= first && from < first + size && !(to >= first && to < first + size);
}

static void crossings(void **state)
{
	enum { LEVELS = 4, LEAVES = 16 };

	(void)state;
	for (uint32_t s = 0; s < LEAVES; s++) {
		for (uint32_t d = 0; d < LEAVES; d++) {
			struct crossings *c = crossings_create(LEVELS);

			crossings_add(c, s, d);
			crossings_add(c, s, d);
			for (unsigned level = 1; level <= LEVELS; level++) {
				uint64_t up = 0;

				for (uint32_t v = 0; v < 1u << level; v++) {
					assert_int_equal(crossings_channel(c, CROSSING_UP, level, v),
							 2 * leaves_subtree(LEVELS, level, v, s, d));
					assert_int_equal(crossings_channel(c, CROSSING_DOWN, level, v),
							 2 * leaves_subtree(LEVELS, level, v, d, s));
					up += crossings_channel(c, CROSSING_UP, level, v);
				}
				assert_int_equal(crossings_level(c, level), up);
				assert_int_equal(crossings_busiest(c, CROSSING_DOWN, level), up);
			}
			crossings_free(c);
		}
	}
}

/* Fields at every place of a vector against the same bits one by one. */
static void bit_fields(void **state)
{
	uint32_t vector[6], before[6];
	struct random r;

	(void)state;
	random_start(&r, 4, 0);
	for (unsigned round = 0; round < 20000; round++) {
		unsigned count = 1 + (unsigned)random_below(&r, 64),
			at = (unsigned)random_below(&r, 6 * 32 - count + 1);
		uint64_t value = random_next(&r);

		for (unsigned i = 0; i < 6; i++)
			before[i] = vector[i] = (uint32_t)random_next(&r);
		bits_put(vector, at, count, value);
		for (unsigned i = 0; i < 6 * 32; i++) {
			bool inside = i >= at && i < at + count;

			assert_int_equal(vector[i / 32] >> i % 32 & 1,
					 inside ? value >> (i - at) & 1 : before[i / 32] >> i % 32 & 1);
		}
		assert_true(bits_get(vector, at, count) == (value & bits_low(count)));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(histograms), cmocka_unit_test(bounded_histogram), cmocka_unit_test(empty_histogram), cmocka_unit_test(crossings),
		cmocka_unit_test(bit_fields),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
