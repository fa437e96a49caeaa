/* traffic.c: are the patterns those of their authors' definitions, and is the load the requested one? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "random.h"
#include "traffic.h"

static unsigned bit(uint32_t x, unsigned i)
{
	return x >> i & 1;
}

/* Bit i of the destination is bit `from` of the source, by the definitions of traffic.h, one bit at a time. */
static void check_bits(enum pattern pattern, unsigned b, unsigned (*from)(unsigned i, unsigned b))
{
	for (uint32_t s = 0; s < 1u << b; s++) {
		uint32_t d = pattern_destination(pattern, 1u << b, s);

		assert_true(d < 1u << b);
		for (unsigned i = 0; i < b; i++)
			assert_int_equal(bit(d, i), bit(s, from(i, b)));
	}
}

static unsigned reversed(unsigned i, unsigned b) { return b - 1 - i; }
static unsigned transposed(unsigned i, unsigned b) { return (i + b / 2) % b; }
static unsigned shuffled(unsigned i, unsigned b) { return (i + b - 1) % b; }

static void bit_patterns(void **state)
{
	(void)state;
	for (unsigned b = 1; b <= 10; b++) {
		check_bits(PATTERN_BIT_REVERSE, b, reversed);
		check_bits(PATTERN_SHUFFLE, b, shuffled);
		if (b % 2 == 0)
			check_bits(PATTERN_TRANSPOSE, b, transposed);
		for (uint32_t s = 0; s < 1u << b; s++)
			assert_int_equal(pattern_destination(PATTERN_BIT_COMPLEMENT, 1u << b, s), ~s & ((1u << b) - 1));
	}
}

static void number_patterns(void **state)
{
	(void)state;
	for (unsigned n = 2; n <= 100; n++) {
		for (uint32_t s = 0; s < n; s++) {
			assert_int_equal(pattern_destination(PATTERN_BIT_COMPLEMENT, n, s), n - 1 - s);
			assert_int_equal(pattern_destination(PATTERN_NEIGHBOR, n, s), s + 1 == n ? 0 : s + 1);
			/* Half way round, rounded up, less one. */
			assert_int_equal(pattern_destination(PATTERN_TORNADO, n, s), (s + (n + 1) / 2 - 1) % n);
		}
	}
	/* BookSim's example: a ring of 8 is crossed by 3. */
	assert_int_equal(pattern_destination(PATTERN_TORNADO, 8, 0), 3);
	assert_int_equal(pattern_destination(PATTERN_TORNADO, 8, 6), 1);
}

/* Messages that leave the busiest subtree of 2^h leaves of 64 when every leaf sends one. Computed from each
 * pattern's definition by another program. */
static void load_on_channels(void **state)
{
	static const struct { enum pattern pattern; unsigned load[6]; } expected[] = {
		{ PATTERN_BIT_COMPLEMENT, { 1, 2, 4, 8, 16, 32 } },
		{ PATTERN_TORNADO, { 1, 2, 4, 8, 16, 31 } },
		{ PATTERN_SHUFFLE, { 1, 2, 4, 8, 16, 16 } },
		{ PATTERN_TRANSPOSE, { 1, 2, 4, 7, 12, 16 } },
		{ PATTERN_BIT_REVERSE, { 1, 2, 4, 7, 12, 16 } },
		{ PATTERN_NEIGHBOR, { 1, 1, 1, 1, 1, 1 } },
	};

	(void)state;
	for (size_t p = 0; p < sizeof expected / sizeof expected[0]; p++) {
		for (unsigned h = 0; h < 6; h++) {
			unsigned most = 0;

			for (uint32_t tree = 0; tree < 64u >> h; tree++) {
				unsigned leaving = 0;

				for (uint32_t s = tree << h; s < (tree + 1) << h; s++)
					leaving += pattern_destination(expected[p].pattern, 64, s) >> h != tree;
				most = leaving > most ? leaving : most;
			}
			assert_int_equal(most, expected[p].load[h]);
		}
	}
}

static void refusals(void **state)
{
	(void)state;
	for (unsigned n = 2; n <= 1024; n++) {
		bool power = n == 2 || n == 4 || n == 8 || n == 16 || n == 32 || n == 64 || n == 128 || n == 256
			     || n == 512 || n == 1024;
		bool even = n == 4 || n == 16 || n == 64 || n == 256 || n == 1024;

		assert_int_equal(!pattern_refusal(PATTERN_BIT_REVERSE, n), power);
		assert_int_equal(!pattern_refusal(PATTERN_SHUFFLE, n), power);
		assert_int_equal(!pattern_refusal(PATTERN_TRANSPOSE, n), even);
		assert_null(pattern_refusal(PATTERN_BIT_COMPLEMENT, n));
		assert_null(pattern_refusal(PATTERN_TORNADO, n));
		assert_null(pattern_refusal(PATTERN_UNIFORM, n));
	}
}

static void silent_leaves(void **state)
{
	static const struct { enum pattern pattern; unsigned leaves, silent; } expected[] = {
		{ PATTERN_TRANSPOSE, 64, 8 }, { PATTERN_BIT_REVERSE, 64, 8 }, { PATTERN_BIT_REVERSE, 32, 8 },
		{ PATTERN_SHUFFLE, 64, 2 }, { PATTERN_BIT_COMPLEMENT, 7, 1 }, { PATTERN_BIT_COMPLEMENT, 8, 0 },
		{ PATTERN_NEIGHBOR, 5, 0 }, { PATTERN_HOTSPOT, 8, 1 }, { PATTERN_UNIFORM, 8, 0 },
		{ PATTERN_TORNADO, 2, 2 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
		struct traffic_parameters p = { .leaves = expected[i].leaves, .payload_bits = 8, .seed = 1,
						.demand.pattern = expected[i].pattern, .load = 1, .slot_clocks = 10,
						.end = 1000 };
		struct traffic *t = traffic_create(&p);
		unsigned silent = 0;

		for (uint32_t leaf = 0; leaf < p.leaves; leaf++) {
			struct message m;

			silent += !traffic_next(t, leaf, &m);
		}
		assert_int_equal(traffic_silent(t), expected[i].silent);
		assert_int_equal(silent, expected[i].silent);
		traffic_free(t);
	}
}

static void permutation(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < 20; seed++) {
		struct traffic_parameters p = { .leaves = 37, .payload_bits = 8, .seed = seed,
						.demand.pattern = PATTERN_PERMUTATION, .load = 1, .slot_clocks = 10,
						.end = 40 };
		struct traffic *t = traffic_create(&p);
		unsigned char reached[37] = { 0 };
		struct message first, again;
		unsigned sending = 0;

		for (uint32_t leaf = 0; leaf < 37; leaf++) {
			if (!traffic_next(t, leaf, &first))
				continue;
			sending++;
			reached[first.destination]++;
			assert_int_equal(reached[first.destination], 1);
			assert_true(traffic_next(t, leaf, &again));
			assert_int_equal(again.destination, first.destination);
		}
		assert_int_equal(sending + traffic_silent(t), 37);
		traffic_free(t);
	}
}

/* Counts of destinations against a probability, within five standard deviations. */
static void check_share(unsigned long count, unsigned long of, double share)
{
	double expected = share * (double)of;

	if (fabs((double)count - expected) > 5 * sqrt(expected * (1 - share)) + 1e-9)
		fail_msg("%lu of %lu, expected %.1f", count, of, expected);
}

static void check_destinations(const struct traffic_parameters *p, const double *share, uint32_t leaf)
{
	struct traffic *t = traffic_create(p);
	unsigned long count[16] = { 0 }, total = 0;
	struct message m;

	while (traffic_next(t, leaf, &m)) {
		count[m.destination]++;
		total++;
	}
	assert_true(total > 10000);
	for (unsigned d = 0; d < p->leaves; d++)
		check_share(count[d], total, share[d]);
	traffic_free(t);
}

static void drawn_destinations(void **state)
{
	static struct hotspot two[] = { { 1, 3 }, { 4, 1 } }, with_rest[] = { { 0, 20 }, { HOTSPOT_REST, 80 } };
	struct traffic_parameters p = { .leaves = 5, .payload_bits = 8, .seed = 9, .demand.pattern = PATTERN_UNIFORM,
					.load = 1, .slot_clocks = 7, .end = 7 * 20000 };

	(void)state;
	check_destinations(&p, (const double[]){ 0.25, 0.25, 0, 0.25, 0.25 }, 2);
	p.demand.pattern = PATTERN_HOTSPOT;
	check_destinations(&p, (const double[]){ 1, 0, 0, 0, 0 }, 3);
	p.demand.hotspot = two;
	p.demand.hotspot_count = 2;
	check_destinations(&p, (const double[]){ 0, 0.75, 0, 0, 0.25 }, 0);
	check_destinations(&p, (const double[]){ 0, 0, 0, 0, 1 }, 1);
	p.demand.hotspot = with_rest;
	check_destinations(&p, (const double[]){ 0.4, 0.2, 0, 0.2, 0.2 }, 2);
	check_destinations(&p, (const double[]){ 0, 0.25, 0.25, 0.25, 0.25 }, 0);
}

/* Every slot holds a message with probability `load`, at any clock of the slot alike, in order. */
static void bernoulli(void **state)
{
	static const double loads[] = { 0.03, 0.4, 1, 1.5, 3 };
	enum { SLOT = 10, SLOTS = 40000 };

	(void)state;
	for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++) {
		struct traffic_parameters p = { .leaves = 4, .payload_bits = 8, .seed = 5, .demand.pattern = PATTERN_NEIGHBOR,
						.load = loads[i], .slot_clocks = SLOT, .end = SLOT * SLOTS };
		struct traffic *t = traffic_create(&p);
		unsigned trials = (unsigned)ceil(loads[i]);
		unsigned long count = 0, at[SLOT] = { 0 };
		uint64_t before = 0, number = 0;
		struct message m;

		for (; traffic_next(t, 2, &m); before = m.created, count++) {
			assert_true(m.created >= before && m.created < p.end);
			assert_int_equal(m.number, number++);
			assert_int_equal(m.source, 2);
			at[m.created % SLOT]++;
		}
		check_share(count, (unsigned long)trials * SLOTS, loads[i] / trials);
		if (trials < 3)
			for (unsigned k = 0; k < SLOT; k++)
				check_share(at[k], count, 1.0 / SLOT);
		traffic_free(t);
	}
}

/* Packets have 1 .. 7 messages, all as likely, created together and for one leaf; the load is that of messages. */
static void packets(void **state)
{
	enum { SLOT = 10, SLOTS = 100000, LONGEST = 7 };
	struct traffic_parameters p = { .leaves = 6, .payload_bits = 8, .seed = 5, .demand.pattern = PATTERN_UNIFORM, .load = 0.8,
					.slot_clocks = SLOT, .end = SLOT * SLOTS, .packets = true, .demand.packet_words = LONGEST };
	struct traffic *t = traffic_create(&p);
	unsigned long of_length[LONGEST + 1] = { 0 }, all = 0, count = 0;
	struct message m, former = { .more = false };
	unsigned length = 0;

	(void)state;
	for (; traffic_next(t, 3, &m); former = m, count++) {
		assert_true(!former.more || (m.destination == former.destination && m.created == former.created));
		length = former.more ? length + 1 : 1;
		assert_in_range(length, 1, LONGEST);
		of_length[length] += !m.more;
		all += !m.more;
	}
	assert_false(former.more);
	for (unsigned k = 1; k <= LONGEST; k++)
		check_share(of_length[k], all, 1.0 / LONGEST);
	check_share(all, SLOTS, 2 * 0.8 / (LONGEST + 1));
	assert_true(count > all);
	traffic_free(t);
}

/* The same seed gives the same traffic, another one another; payloads differ and fit. */
static void seeds_and_payloads(void **state)
{
	struct traffic_parameters p = { .leaves = 4, .payload_bits = 70, .seed = 5, .demand.pattern = PATTERN_UNIFORM,
					.load = 0.5, .slot_clocks = 10, .end = 10000 };
	struct traffic *a = traffic_create(&p), *b = traffic_create(&p), *c;
	unsigned same = 0, total = 0, ones[70] = { 0 };
	struct message m = {0}, n = {0}, o = {0};		/* compared with their padding */
	uint64_t x[2], y[2];

	(void)state;
	p.seed = 6;
	c = traffic_create(&p);
	for (; traffic_next(a, 1, &m) && traffic_next(c, 1, &o); total++) {
		assert_true(traffic_next(b, 1, &n));
		assert_memory_equal(&m, &n, sizeof m);
		traffic_payload(a, &m, x);
		traffic_payload(b, &n, y);
		assert_memory_equal(x, y, sizeof x);
		assert_int_equal(x[1] >> 6, 0);
		for (unsigned i = 0; i < 70; i++)
			ones[i] += x[i / 64] >> i % 64 & 1;
		traffic_payload(c, &o, y);
		assert_memory_not_equal(x, y, sizeof x);
		same += m.created == o.created;
	}
	assert_true(total > 400 && same < total / 2);
	for (unsigned i = 0; i < 70; i++)
		check_share(ones[i], total, 0.5);
	traffic_free(a);
	traffic_free(b);
	traffic_free(c);
}

static void random_masks(void **state)
{
	static const uint32_t chance[] = { 0, 1, 655, 32768, 49152, 65535, 65536 };
	struct random r;

	(void)state;
	random_start(&r, 1, 1);
	for (size_t i = 0; i < sizeof chance / sizeof chance[0]; i++) {
		unsigned long ones = 0;

		for (unsigned k = 0; k < 20000; k++)
			ones += (unsigned long)__builtin_popcountll(random_mask(&r, chance[i]));
		check_share(ones, 64 * 20000, chance[i] / 65536.0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bit_patterns), cmocka_unit_test(number_patterns), cmocka_unit_test(load_on_channels),
		cmocka_unit_test(refusals), cmocka_unit_test(silent_leaves), cmocka_unit_test(permutation),
		cmocka_unit_test(drawn_destinations), cmocka_unit_test(bernoulli), cmocka_unit_test(packets), cmocka_unit_test(seeds_and_payloads),
		cmocka_unit_test(random_masks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
