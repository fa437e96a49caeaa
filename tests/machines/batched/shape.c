/* shape.c: sizes and times of pruned butterflies that route in batches, against those that have been worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "butterfly.h"

static void sizes_are_bays(void **state)
{
	(void)state;
	/* Of 16 leaves: V per node and wires per channel, root first (thesis, figure 2.1); of 8 leaves likewise. */
	static const unsigned vertices[] = { 4, 4, 2, 2, 1 }, capacity[] = { 0, 4, 4, 2, 2 };
	static const unsigned odd_vertices[] = { 4, 2, 2, 1 }, odd_capacity[] = { 0, 4, 2, 2 };
	struct batched_shape even = shape_of(16, 4, 32), odd = shape_of(8, 4, 32);

	for (unsigned i = 0; i <= 4; i++)
		assert_int_equal(batched_vertices(&even, i), vertices[i]);
	for (unsigned i = 1; i <= 4; i++)
		assert_int_equal(batched_capacity(&even, i), capacity[i]);
	for (unsigned i = 0; i <= 3; i++)
		assert_int_equal(batched_vertices(&odd, i), odd_vertices[i]);
	for (unsigned i = 1; i <= 3; i++)
		assert_int_equal(batched_capacity(&odd, i), odd_capacity[i]);
	for (unsigned leaves = 4; leaves <= MOST_BATCHED_LEAVES; leaves *= 2) {
		struct batched_shape s = shape_of(leaves, 1, 32);

		for (unsigned i = 0; i < s.levels; i++)
			assert_int_equal(batched_capacity(&s, i + 1), batched_vertices(&s, i));
	}
}

static void times_are_those_by_hand(void **state)
{
	(void)state;
	struct batched_shape s = shape_of(16, 4, 32);
	const unsigned none[4] = { 0 }, lone[4] = { 1 };

	assert_int_equal(s.count_bits, 7);
	assert_int_equal(s.queue_words, 68);
	assert_int_equal(s.stage[0].sorter_latency, 1);		/* of 4 lines */
	assert_int_equal(batched_stage_clocks(&s, 0, 1) - s.stage[0].period, 61);
	assert_int_equal(s.stage[0].period, 46);
	assert_int_equal(s.stage[3].sorter_latency, 1);		/* of 2 lines */
	assert_int_equal(batched_stage_clocks(&s, 3, 5), 42 + 5 * 42);
	assert_int_equal(batched_round_clocks(&s, none), 14 + 4 * 28);
	assert_int_equal(batched_round_clocks(&s, lone), 205);
}

static void periods_have_room_for_the_lists(void **state)
{
	(void)state;
	struct batched_shape s = shape_of(4, 1, 1);

	assert_int_equal(s.stage[0].period, 27);
	assert_int_equal(s.stage[1].period, 27);
	assert_int_equal(s.count_bits, 3);
}

/* N D = 2^k needs k + 1 bits: all words may go to one leaf. */
static void counts_reach_all_words(void **state)
{
	(void)state;
	for (unsigned leaves = 4; leaves <= MOST_BATCHED_LEAVES; leaves *= 4)
		for (unsigned words = 1; words <= MOST_ROUND_WORDS; words += 21) {
			struct batched_shape s = shape_of(leaves, words, 8);

			assert_true(1ul << s.count_bits > (unsigned long)leaves * words);
			assert_true(1ul << (s.count_bits - 1) <= (unsigned long)leaves * words);
			assert_true(1ul << s.link_bits >= (unsigned long)leaves * words);
			assert_true(s.link_bits < 2 || 1ul << (s.link_bits - 1) < (unsigned long)leaves * words);
			assert_true(s.word_nibbles >= (s.body_bits + 3) / 4 + (s.link_bits + 3) / 4);
			assert_true(batched_queue_bits(&s) >= 4ul * s.queue_words * s.word_nibbles);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sizes_are_bays),
		cmocka_unit_test(times_are_those_by_hand),
		cmocka_unit_test(periods_have_room_for_the_lists),
		cmocka_unit_test(counts_reach_all_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
