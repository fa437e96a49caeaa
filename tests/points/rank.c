/* rank.c: the front by its definition, with points that cost or deliver alike, or of which something is unknown. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "network/machine.h"
#include "points/points.h"
#include "random.h"

enum { MOST_POINTS = 12, ROUNDS = 500, VALUES = 5 };

static const struct machine uniform = { .name = "uniform" }, scheduled = { .name = "scheduled", .model.predicts_for = "a schedule" };

static bool takes_part(const struct point *point)
{
	return !point->failure && point->spec.machine == &uniform && point->figure[FIGURE_CELLS].source != FIGURE_UNKNOWN
	       && point->figure[FIGURE_MBPS].source != FIGURE_UNKNOWN;
}

/* The most that one can have for no more than this point costs, or the least for which one can have as much. */
static bool is_best(const struct points *p, const struct point *point)
{
	double most = 0, least = 1e9, cost = point->figure[FIGURE_CELLS].value, rate = point->figure[FIGURE_MBPS].value;

	for (size_t i = 0; i < p->count; i++) {
		const struct point *other = &p->point[i];

		if (!takes_part(other))
			continue;
		if (other->figure[FIGURE_CELLS].value <= cost && other->figure[FIGURE_MBPS].value > most)
			most = other->figure[FIGURE_MBPS].value;
		if (other->figure[FIGURE_MBPS].value >= rate && other->figure[FIGURE_CELLS].value < least)
			least = other->figure[FIGURE_CELLS].value;
	}
	return takes_part(point) && most == rate && least == cost;
}

static struct figure draw(struct random *random)
{
	return (struct figure){ 1 + (double)random_below(random, VALUES),
				random_below(random, 8) ? FIGURE_ESTIMATED : FIGURE_UNKNOWN };
}

static void the_front_is_the_front(void **state)
{
	struct random random;
	size_t marked = 0;

	(void)state;
	random_start(&random, 1, 0);
	for (unsigned round = 0; round < ROUNDS; round++) {
		struct point point[MOST_POINTS] = {{0}};
		struct points p = { .point = point, .count = 1 + random_below(&random, MOST_POINTS) };

		for (size_t i = 0; i < p.count; i++) {
			point[i].name = "x";
			point[i].spec.machine = random_below(&random, 6) ? &uniform : &scheduled;
			point[i].failure = random_below(&random, 6) ? NULL : "too large";
			point[i].figure[FIGURE_CELLS] = draw(&random);
			point[i].figure[FIGURE_MBPS] = draw(&random);
		}
		points_rank(&p, FIGURE_CELLS, FIGURE_MBPS);
		for (size_t i = 0; i < p.count; i++) {
			assert_int_equal(point[i].front, is_best(&p, &point[i]));
			marked += point[i].front;
		}
		for (size_t i = 0; i + 1 < p.count; i++) {
			const struct figure *a = &point[i].figure[FIGURE_MBPS], *b = &point[i + 1].figure[FIGURE_MBPS];

			assert_true(b->source == FIGURE_UNKNOWN || point[i + 1].failure
				    || (a->source != FIGURE_UNKNOWN && !point[i].failure && a->value >= b->value));
		}
	}
	assert_true(marked > ROUNDS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_front_is_the_front),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
