/* scoreboard.c: every kind of wrong delivery is named correctly, and nothing else is reported. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "random.h"
#include "scoreboard.h"

enum { LEAVES = 4 };

static void payload(const void *context, const struct message *m, uint64_t *words)
{
	(void)context;
	words[0] = random_mix(m->source * 1000000u + m->number);
}

static uint64_t payload_number(uint32_t source, uint64_t number)
{
	struct message m = { .source = source, .number = number };
	uint64_t word;

	payload(NULL, &m, &word);
	return word;
}

static void send(struct scoreboard *s, uint32_t source, uint32_t destination, uint64_t number)
{
	struct message m = { .source = source, .destination = destination, .number = number };

	scoreboard_offered(s, &m, number);
}

static enum verdict deliver_as(struct scoreboard *s, uint32_t leaf, uint32_t to, uint32_t source, uint64_t number)
{
	uint64_t word = payload_number(source, number);
	struct flight which;

	return scoreboard_delivered(s, leaf, to, source, &word, &which);
}

static enum verdict deliver(struct scoreboard *s, uint32_t leaf, uint32_t source, uint64_t number)
{
	return deliver_as(s, leaf, leaf, source, number);
}

static struct scoreboard *fresh(void)
{
	return scoreboard_create(LEAVES, 64, payload, NULL);
}

/* What the network throws away is the oldest of its pair, behind the one that the leaf is shown; it is not missing, and must not arrive. */
static void thrown(void **state)
{
	struct scoreboard *s = fresh();

	(void)state;
	for (uint64_t number = 0; number < 4; number++)
		send(s, 1, 2, number);
	send(s, 3, 2, 0);
	assert_true(scoreboard_thrown(s, 2, 1, true));
	assert_true(scoreboard_thrown(s, 2, 3, false));
	assert_int_equal(scoreboard_in_flight(s), 3);
	assert_int_equal(deliver(s, 2, 1, 0), DELIVERY_GOOD);
	assert_int_equal(deliver(s, 2, 1, 1), DELIVERY_DUPLICATE);
	assert_int_equal(deliver(s, 2, 3, 0), DELIVERY_DUPLICATE);
	assert_int_equal(deliver(s, 2, 1, 3), DELIVERY_REORDERED);
	assert_int_equal(deliver(s, 2, 1, 2), DELIVERY_GOOD);
	/* The last one is the one that the leaf is shown; nothing is under way behind it, nor to other leaves. */
	assert_false(scoreboard_thrown(s, 2, 1, true));
	assert_false(scoreboard_thrown(s, 0, 1, false));
	assert_false(scoreboard_thrown(s, 2, LEAVES, false));
	assert_int_equal(deliver(s, 2, 1, 3), DELIVERY_GOOD);
	assert_int_equal(scoreboard_in_flight(s), 0);
	assert_int_equal(scoreboard_delivered_count(s), 3);
	scoreboard_free(s);
}

/* Messages of a pair arrive in any order, but still once each, and as they were sent. */
static void overtaking(void **state)
{
	struct scoreboard *s = fresh();
	uint64_t wrong = 12345;
	struct flight which;

	(void)state;
	scoreboard_allow_overtaking(s);
	send(s, 0, 1, 0);
	send(s, 0, 1, 1);
	send(s, 0, 2, 2);
	assert_int_equal(deliver(s, 1, 0, 2), DELIVERY_MISROUTED);
	assert_int_equal(deliver(s, 1, 0, 1), DELIVERY_GOOD);
	assert_int_equal(deliver(s, 1, 0, 1), DELIVERY_DUPLICATE);
	assert_int_equal(scoreboard_delivered(s, 1, 1, 0, &wrong, &which), DELIVERY_CORRUPT);
	assert_int_equal(deliver(s, 1, 0, 0), DELIVERY_GOOD);
	assert_int_equal(deliver(s, 2, 0, 2), DELIVERY_GOOD);
	assert_int_equal(scoreboard_in_flight(s), 0);
	scoreboard_free(s);
}

static void verdicts(void **state)
{
	struct scoreboard *s = fresh();
	uint64_t wrong = 12345;
	struct flight which;

	(void)state;
	assert_int_equal(deliver(s, 1, 0, 0), DELIVERY_INVENTED);
	send(s, 0, 1, 0);
	send(s, 0, 2, 1);
	send(s, 0, 1, 2);
	assert_int_equal(scoreboard_delivered(s, 1, 1, 0, &wrong, &which), DELIVERY_CORRUPT);
	assert_int_equal(which.message.number, 0);
	assert_int_equal(scoreboard_delivered(s, 3, 3, 0, &wrong, &which), DELIVERY_INVENTED);
	assert_int_equal(deliver(s, 3, 0, 0), DELIVERY_MISROUTED);
	assert_int_equal(deliver(s, 2, 0, 0), DELIVERY_MISROUTED);
	assert_int_equal(deliver(s, 1, 0, 2), DELIVERY_REORDERED);
	assert_int_equal(deliver(s, 1, LEAVES, 0), DELIVERY_INVENTED);
	assert_int_equal(deliver(s, 1, 2, 0), DELIVERY_INVENTED);
	assert_int_equal(scoreboard_in_flight(s), 3);

	/* To different leaves in any order. */
	assert_int_equal(deliver(s, 2, 0, 1), DELIVERY_GOOD);
	assert_int_equal(deliver(s, 1, 0, 0), DELIVERY_GOOD);
	assert_int_equal(deliver(s, 1, 0, 0), DELIVERY_DUPLICATE);
	assert_int_equal(deliver(s, 1, 0, 2), DELIVERY_GOOD);
	assert_int_equal(deliver(s, 1, 0, 2), DELIVERY_DUPLICATE);
	assert_int_equal(scoreboard_in_flight(s), 0);
	assert_int_equal(scoreboard_offered_count(s), 3);
	assert_int_equal(scoreboard_delivered_count(s), 3);
	scoreboard_free(s);
}

static void oldest(void **state)
{
	struct scoreboard *s = fresh();
	struct flight f;

	(void)state;
	assert_false(scoreboard_oldest(s, &f));
	send(s, 3, 1, 10);
	send(s, 0, 1, 7);
	send(s, 0, 1, 20);
	assert_true(scoreboard_oldest(s, &f));
	assert_int_equal(f.message.source, 0);
	assert_int_equal(f.offered, 7);
	assert_int_equal(f.taken == FLIGHT_NOT_TAKEN, 1);
	scoreboard_taken(s, 3, 11);
	assert_int_equal(deliver(s, 1, 0, 7), DELIVERY_GOOD);
	assert_true(scoreboard_oldest(s, &f));
	assert_int_equal(f.taken, 11);
	scoreboard_free(s);
}

enum { ALL = LEAVES, GROUP_1, GROUP_2 };

/* Group 1: leaves 0, 1, 2. Group 2: leaf 3. */
static struct scoreboard *fresh_groups(void)
{
	static const uint64_t member_of[LEAVES] = { 1, 1, 1, 2 };
	struct scoreboard *s = fresh();

	scoreboard_groups(s, member_of);
	return s;
}

/* Each of several leaves hears it once, and nobody else. */
static void to_several(void **state)
{
	struct scoreboard *s = fresh_groups();
	uint64_t wrong = 12345;
	struct flight which;

	(void)state;
	assert_int_equal(deliver_as(s, 1, ALL, 0, 0), DELIVERY_INVENTED);
	send(s, 0, ALL, 0);
	send(s, 0, GROUP_1, 1);
	send(s, 0, 1, 2);
	assert_int_equal(deliver_as(s, 1, 1, 0, 0), DELIVERY_MISLABELLED);
	assert_int_equal(deliver_as(s, 1, GROUP_1, 0, 0), DELIVERY_MISLABELLED);
	assert_int_equal(deliver_as(s, 1, GROUP_1, 0, 1), DELIVERY_REORDERED);
	assert_int_equal(deliver_as(s, 0, ALL, 0, 0), DELIVERY_MISROUTED);
	assert_int_equal(deliver_as(s, 1, ALL, 0, 2), DELIVERY_MISLABELLED);
	assert_int_equal(scoreboard_delivered(s, 1, ALL, 0, &wrong, &which), DELIVERY_CORRUPT);
	assert_int_equal(deliver_as(s, 1, ALL, 0, 0), DELIVERY_GOOD);
	assert_int_equal(deliver_as(s, 1, ALL, 0, 0), DELIVERY_DUPLICATE);
	assert_int_equal(deliver_as(s, 1, 1, 0, 2), DELIVERY_GOOD);
	assert_int_equal(deliver_as(s, 1, GROUP_1, 0, 1), DELIVERY_GOOD);
	assert_int_equal(deliver_as(s, 3, GROUP_1, 0, 1), DELIVERY_MISROUTED);
	assert_int_equal(scoreboard_in_flight(s), 2);
	assert_int_equal(deliver_as(s, 3, ALL, 0, 0), DELIVERY_GOOD);
	assert_int_equal(deliver_as(s, 2, GROUP_1, 0, 1), DELIVERY_REORDERED);
	assert_int_equal(deliver_as(s, 2, ALL, 0, 0), DELIVERY_GOOD);
	assert_int_equal(deliver_as(s, 2, ALL, 0, 0), DELIVERY_DUPLICATE);
	assert_int_equal(deliver_as(s, 2, GROUP_1, 0, 1), DELIVERY_GOOD);
	assert_int_equal(scoreboard_in_flight(s), 0);

	/* A group of nobody but the sender. */
	send(s, 3, GROUP_2, 0);
	assert_int_equal(scoreboard_in_flight(s), 0);
	assert_int_equal(scoreboard_offered_count(s), 4);
	assert_int_equal(deliver_as(s, 3, GROUP_2, 3, 0), DELIVERY_INVENTED);
	scoreboard_free(s);
}

/* All leaves receive broadcasts in the same order, whatever their senders. */
static void one_order(void **state)
{
	struct scoreboard *s = fresh_groups();

	(void)state;
	send(s, 0, GROUP_1, 0);
	send(s, 1, ALL, 0);
	send(s, 3, GROUP_1, 0);
	assert_int_equal(deliver_as(s, 2, ALL, 1, 0), DELIVERY_GOOD);
	assert_int_equal(deliver_as(s, 2, GROUP_1, 0, 0), DELIVERY_GOOD);
	assert_int_equal(deliver_as(s, 0, GROUP_1, 3, 0), DELIVERY_REORDERED);
	assert_int_equal(deliver_as(s, 0, ALL, 1, 0), DELIVERY_GOOD);
	assert_int_equal(deliver_as(s, 1, GROUP_1, 3, 0), DELIVERY_REORDERED);
	assert_int_equal(deliver_as(s, 1, GROUP_1, 0, 0), DELIVERY_GOOD);
	assert_int_equal(deliver_as(s, 1, GROUP_1, 3, 0), DELIVERY_GOOD);
	assert_int_equal(deliver_as(s, 3, ALL, 1, 0), DELIVERY_GOOD);
	assert_int_equal(deliver_as(s, 0, GROUP_1, 3, 0), DELIVERY_GOOD);
	assert_int_equal(deliver_as(s, 2, GROUP_1, 3, 0), DELIVERY_GOOD);
	assert_int_equal(scoreboard_in_flight(s), 0);
	scoreboard_free(s);
}

/* A source does not hear itself: it may hear what others hear behind its own message before they hear that. */
static void either_way_round(void **state)
{
	struct scoreboard *s = fresh_groups();

	(void)state;
	for (uint32_t source = 0; source < 3; source++)
		send(s, source, ALL, 0);
	assert_int_equal(deliver_as(s, 0, ALL, 1, 0), DELIVERY_GOOD);
	assert_int_equal(deliver_as(s, 1, ALL, 0, 0), DELIVERY_GOOD);
	assert_int_equal(deliver_as(s, 1, ALL, 2, 0), DELIVERY_GOOD);
	/* 0, 1, 2 and 1, 0, 2 agree with all that; once leaf 2 has heard, one of them. */
	assert_int_equal(deliver_as(s, 3, ALL, 2, 0), DELIVERY_REORDERED);
	assert_int_equal(deliver_as(s, 2, ALL, 0, 0), DELIVERY_GOOD);
	assert_int_equal(deliver_as(s, 3, ALL, 1, 0), DELIVERY_REORDERED);
	assert_int_equal(deliver_as(s, 3, ALL, 0, 0), DELIVERY_GOOD);
	assert_int_equal(deliver_as(s, 3, ALL, 0, 0), DELIVERY_DUPLICATE);
	assert_int_equal(deliver_as(s, 3, ALL, 2, 0), DELIVERY_REORDERED);
	assert_int_equal(deliver_as(s, 2, ALL, 1, 0), DELIVERY_GOOD);
	assert_int_equal(deliver_as(s, 3, ALL, 1, 0), DELIVERY_GOOD);
	assert_int_equal(deliver_as(s, 0, ALL, 2, 0), DELIVERY_GOOD);
	assert_int_equal(deliver_as(s, 3, ALL, 2, 0), DELIVERY_GOOD);
	assert_int_equal(scoreboard_in_flight(s), 0);
	scoreboard_free(s);
}

/* Delivers to leaf d the messages before `until` that it has not received. */
static void catch_up(struct scoreboard *s, const struct message *m, uint32_t d, unsigned *at, unsigned until)
{
	for (; *at < until; (*at)++)
		if (m[*at].source != d && (m[*at].destination == ALL || d < 3))
			assert_int_equal(deliver_as(s, d, m[*at].destination, m[*at].source, m[*at].number),
					 DELIVERY_GOOD);
}

/* Many, of which leaves 0 and 1 hear each at once, while the others lag behind: the list of all leaves is cut off where
 * all have heard it, and grows where not. */
static void long_order(void **state)
{
	enum { ROUNDS = 100000, MOST_LAG = 300 };
	static struct message m[ROUNDS];
	uint64_t next[LEAVES] = { 0 };
	unsigned at[LEAVES] = { 0 };
	struct scoreboard *s = fresh_groups();
	struct random r;

	(void)state;
	random_start(&r, 3, 1);
	for (unsigned i = 0; i < ROUNDS; i++) {
		uint32_t source = (uint32_t)random_below(&r, 3);

		m[i] = (struct message){ .source = source, .destination = random_below(&r, 2) ? ALL : GROUP_1,
					 .number = next[source]++ };
		scoreboard_offered(s, &m[i], i);
		catch_up(s, m, 0, &at[0], i + 1);
		catch_up(s, m, 1, &at[1], i + 1);
		for (uint32_t d = 2; d < LEAVES; d++)
			if (random_below(&r, MOST_LAG) == 0 || i / 1000 % 2 == 0)
				catch_up(s, m, d, &at[d], i + 1);
	}
	for (uint32_t d = 2; d < LEAVES; d++)
		catch_up(s, m, d, &at[d], ROUNDS);
	assert_int_equal(scoreboard_in_flight(s), 0);
	assert_int_equal(scoreboard_delivered_count(s), ROUNDS);
	scoreboard_free(s);
}

/* Random sending and delivering, with the lists growing and shrinking. */
static void long_run(void **state)
{
	enum { ROUNDS = 200000, MOST = 3000 };
	static uint64_t queue[LEAVES][LEAVES][MOST];
	unsigned head[LEAVES][LEAVES] = { { 0 } }, tail[LEAVES][LEAVES] = { { 0 } };
	uint64_t sent[LEAVES] = { 0 }, delivered = 0, total = 0;
	struct scoreboard *s = fresh();
	struct random r;

	(void)state;
	random_start(&r, 1, 2);
	for (unsigned i = 0; i < ROUNDS; i++) {
		uint32_t a = (uint32_t)random_below(&r, LEAVES), b = (uint32_t)random_below(&r, LEAVES);
		/* Waves: first more is sent than delivered, then the other way. */
		bool sending = random_below(&r, 100) < (i / 10000 % 2 ? 30u : 70u);

		if (sending && tail[a][b] - head[a][b] < MOST) {
			queue[a][b][tail[a][b]++ % MOST] = sent[a];
			send(s, a, b, sent[a]++);
			total++;
		} else if (head[a][b] < tail[a][b]) {
			assert_int_equal(deliver(s, b, a, queue[a][b][head[a][b]++ % MOST]), DELIVERY_GOOD);
			delivered++;
		}
		assert_int_equal(scoreboard_in_flight(s), total - delivered);
	}
	assert_true(delivered > ROUNDS / 4);
	scoreboard_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(verdicts), cmocka_unit_test(thrown),
		cmocka_unit_test(overtaking), cmocka_unit_test(oldest), cmocka_unit_test(long_run),
		cmocka_unit_test(to_several), cmocka_unit_test(one_order), cmocka_unit_test(either_way_round), cmocka_unit_test(long_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
