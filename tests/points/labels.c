/* labels.c: no label of a scatter plot covers another one, or a dot, or leaves the plot. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "points/points.h"
#include "random.h"

enum { WIDTH = 900, HEIGHT = 500, MOST_LABELS = 40, ROUNDS = 200, LETTERS = 16 };

/* As the picture draws them: letters of 9 points are narrower than 6 pixels, and 11 high. */
static const double letter = 6, height = 11, dot = 4;

static bool covers(const struct label *a, const struct label *b)
{
	return a->left < b->left + letter * b->letters && b->left < a->left + letter * a->letters && a->base < b->base + height
	       && b->base < a->base + height;
}

static bool covers_dot(const struct label *a, const struct label *b)
{
	return a->left < b->x + dot && b->x - dot < a->left + letter * a->letters && a->base < b->y + dot
	       && b->y - dot < a->base + height;
}

static void check_place(const struct label *label, size_t count, const struct label *l)
{
	assert_true(l->left >= 0 && l->left + letter * l->letters <= WIDTH);
	assert_true(l->base >= 0 && l->base + height <= HEIGHT);
	for (size_t i = 0; i < count; i++) {
		assert_false(covers_dot(l, &label[i]));
		if (&label[i] != l && label[i].placed)
			assert_false(covers(l, &label[i]));
	}
}

static void no_label_covers_another(void **state)
{
	struct random random;
	size_t placed = 0;

	(void)state;
	random_start(&random, 1, 0);
	for (unsigned round = 0; round < ROUNDS; round++) {
		struct label label[MOST_LABELS] = {{0}};
		size_t count = 2 + random_below(&random, MOST_LABELS - 1);

		for (size_t i = 0; i < count; i++) {
			label[i].x = (double)random_below(&random, WIDTH);
			label[i].y = (double)random_below(&random, HEIGHT);
			label[i].letters = random_below(&random, 3) ? LETTERS : 0;
		}
		labels_place(label, count, WIDTH, HEIGHT);
		for (size_t i = 0; i < count; i++) {
			if (label[i].placed)
				check_place(label, count, &label[i]);
			placed += label[i].placed;
			assert_true(label[i].letters || !label[i].placed);
		}
	}
	assert_true(placed > 5 * ROUNDS);
}

/* Few dots that are not in a heap all have their labels. */
static void labels_find_room(void **state)
{
	struct label label[] = { { 100, 100, LETTERS, 0, 0, false }, { 110, 104, LETTERS, 0, 0, false },
				 { 120, 108, LETTERS, 0, 0, false }, { 899, 499, LETTERS, 0, 0, false },
				 { 1, 1, LETTERS, 0, 0, false } };
	size_t count = sizeof label / sizeof *label;

	(void)state;
	labels_place(label, count, WIDTH, HEIGHT);
	for (size_t i = 0; i < count; i++)
		assert_true(label[i].placed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_label_covers_another),
		cmocka_unit_test(labels_find_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
