/* trails.c: trails.h against a list of lists: hops of many words at once, many links, and a limit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "random.h"
#include "trails.h"
#include "util/text.h"

enum { WORDS = 3000, LONGEST = 12, VERTICES = 400 };

struct way {
	uint32_t trail;
	unsigned hops;
	struct trail_link link[LONGEST];
	unsigned wire[LONGEST];
	uint32_t step[LONGEST];
};

static struct trail_link any_link(uint64_t *seed)
{
	return (struct trail_link){ trail_vertex(1, (unsigned)(random_mix(++*seed) % VERTICES)),
				    trail_vertex(2, (unsigned)(random_mix(++*seed) % VERTICES)), 3 };
}

/* Words set out, and any that has not yet gone its way enters a link. */
static void test_ways(void **state)
{
	struct trails *t = trails_new(SIZE_MAX);
	struct way *way = allocate_array(WORDS, sizeof *way);
	uint64_t seed = 7;

	(void)state;
	for (unsigned k = 0; k < WORDS * LONGEST; k++) {
		unsigned w = (unsigned)(random_mix(++seed) % WORDS);

		if (k % 50 == 0)
			trails_step(t, 100 + k);
		if (way[w].hops == LONGEST)
			continue;
		if (way[w].hops == 0)
			way[w].trail = trails_begin(t, w, w + 1);
		way[w].link[way[w].hops] = any_link(&seed);
		way[w].wire[way[w].hops] = k % 3;
		way[w].step[way[w].hops] = (uint32_t)t->steps - 1;
		trails_hop(t, way[w].trail, &way[w].link[way[w].hops], way[w].wire[way[w].hops]);
		way[w].hops++;
		if (w % 3)
			trails_end(t, way[w].trail, w % 3);
	}
	trails_sort(t);
	for (unsigned w = 0; w < WORDS; w++) {
		const struct trail *trail = &t->trail[way[w].trail];

		if (way[w].hops == 0)
			continue;
		assert_int_equal(trail->source, w);
		assert_int_equal(trail->destination, w + 1);
		assert_int_equal(trail->end, w % 3);
		assert_int_equal(trail->step, way[w].step[0]);
		assert_int_equal(trail->hops, way[w].hops);
		for (unsigned k = 0; k < way[w].hops; k++) {
			const struct trail_hop *hop = &t->hop[trail->first_hop + k];

			assert_true(t->link[hop->link].from == way[w].link[k].from && t->link[hop->link].to == way[w].link[k].to);
			assert_int_equal(hop->wire, way[w].wire[k]);
			assert_int_equal(trails_step_of(t, trail, trail->first_hop + k), way[w].step[k]);
		}
	}
	/* No link is there twice. */
	for (size_t i = 0; i < t->links; i += 97)
		for (size_t j = 0; j < t->links; j++)
			assert_true(i == j || t->link[i].from != t->link[j].from || t->link[i].to != t->link[j].to);
	free(way);
	trails_free(t);
}

static void test_limit(void **state)
{
	struct trails *t = trails_new(2);
	struct trail_link link = { 1, 2, 1 };

	(void)state;
	trails_step(t, 0);
	uint32_t first = trails_begin(t, 0, 1);

	for (unsigned k = 0; k < 3; k++)
		trails_hop(t, first, &link, 0);
	assert_false(t->cut);
	uint32_t second = trails_begin(t, 1, 0);

	assert_int_equal(second, NO_TRAIL);
	assert_true(t->cut);
	trails_hop(t, second, &link, 0);
	trails_end(t, second, TRAIL_ARRIVED);
	trails_sort(t);
	assert_int_equal(t->trails, 1);
	assert_int_equal(t->hops, 3);
	trails_free(t);
}

/* Whole trails keep wires in their order, and count against the limit. */
static void test_whole(void **state)
{
	struct trails *t = trails_new(5000);
	const uint8_t wire[] = { 7, 255, 0 };

	(void)state;
	for (unsigned i = 0; i < 3000; i++) {
		trails_step(t, i);
		uint32_t trail = trails_begin(t, i, i + 1);

		trails_whole(t, trail, i % 5, wire, i % 4);
		trails_end(t, trail, TRAIL_ARRIVED);
	}
	trails_sort(t);
	assert_true(t->cut && t->by_way);
	assert_int_equal(t->trails, 2500);
	for (size_t i = 0, at = 0; i < t->trails; at += i++ % 4) {
		assert_int_equal(t->trail[i].hops, i % 5);
		assert_memory_equal(t->wire + at, wire, i % 4);
	}
	trails_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_ways), cmocka_unit_test(test_whole), cmocka_unit_test(test_limit) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
