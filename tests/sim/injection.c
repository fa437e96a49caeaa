/* injection.c: do messages come into being as their process says, and are mixtures, matrices, rates and sizes what was asked for? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "traffic.h"

enum { SLOT = 10, LEAF = 2 };

/* A share of `count` events, expected with this probability: within five standard deviations. */
static void check_share(double got, double count, double expected)
{
	double deviation = sqrt(count * expected * (1 - expected));

	if (fabs(got - count * expected) > 5 * deviation + 1)
		print_message("# %g of %g: expected a share of %g\n", got, count, expected);
	assert_true(fabs(got - count * expected) <= 5 * deviation + 1);
}

static struct traffic_parameters usual(enum injection injection, double load, unsigned long slots)
{
	return (struct traffic_parameters){ .leaves = 64, .payload_bits = 8, .seed = 11, .demand.pattern = PATTERN_NEIGHBOR, .load = load,
					    .demand.injection = injection, .demand.burst = 8, .slot_clocks = SLOT, .end = SLOT * slots };
}

/* Messages in each slot, of one leaf; returns their number. */
static unsigned long count_in_slots(const struct traffic_parameters *p, uint32_t leaf, uint32_t *in_slot)
{
	struct traffic *t = traffic_create(p);
	unsigned long count = 0;
	uint64_t before = 0;
	struct message m;

	for (; traffic_next(t, leaf, &m); before = m.created, count++) {
		assert_true(m.created >= before && m.created < p->end);
		in_slot[m.created / SLOT]++;
	}
	traffic_free(t);
	return count;
}

/* A slot has k messages with the probability e^-a a^k / k!, and any two slots are independent. */
static void poisson(void **state)
{
	enum { SLOTS = 200000 };
	static const double loads[] = { 0.05, 0.7, 2.5 };

	(void)state;
	for (size_t i = 0; i < sizeof loads / sizeof *loads; i++) {
		struct traffic_parameters p = usual(INJECTION_POISSON, loads[i], SLOTS);
		uint32_t *in_slot = calloc(SLOTS, sizeof *in_slot);
		double product = 0, chance = exp(-loads[i]);
		unsigned long with[6] = { 0 };

		count_in_slots(&p, LEAF, in_slot);
		for (unsigned s = 0; s < SLOTS; s++) {
			if (in_slot[s] < 6)
				with[in_slot[s]]++;
			product += s > 0 ? (in_slot[s] - loads[i]) * (in_slot[s - 1] - loads[i]) : 0;
		}
		for (unsigned k = 0; k < 6; chance *= loads[i] / ++k)
			check_share((double)with[k], SLOTS, chance);
		assert_true(fabs(product) < 5 * loads[i] * sqrt(SLOTS));
		free(in_slot);
	}
}

/* Sampled once a part, the process that changes with the rates a = 1 / burst and b = a load / (1 - load) is a chain of two states. */
static void on_off(void **state)
{
	enum { SLOTS = 400000 };
	static const double loads[] = { 0.1, 0.5, 0.9 };

	(void)state;
	for (size_t i = 0; i < sizeof loads / sizeof *loads; i++) {
		double load = loads[i], change = exp(-1 / 8.0 / (1 - load));
		struct traffic_parameters p = usual(INJECTION_ON_OFF, load, SLOTS);
		uint32_t *in_slot = calloc(SLOTS, sizeof *in_slot);
		unsigned long on = 0, stays = 0, begins = 0;

		count_in_slots(&p, LEAF, in_slot);
		for (unsigned s = 1; s < SLOTS; s++) {
			assert_in_range(in_slot[s], 0, 1);
			on += in_slot[s - 1];
			stays += in_slot[s - 1] && in_slot[s];
			begins += !in_slot[s - 1] && in_slot[s];
		}
		check_share((double)stays, (double)on, load + (1 - load) * change);
		check_share((double)begins, (double)(SLOTS - 1 - on), load - load * change);
		free(in_slot);
	}
}

/* The variance of means over m slots falls with m^(2 H - 2): H, from 30 to 3000 slots. */
static double hurst(const struct traffic_parameters *p, uint32_t *all, unsigned slots)
{
	static const unsigned block[] = { 30, 3000 };
	double variance[2];

	for (uint32_t leaf = 0; leaf < p->leaves; leaf++)
		count_in_slots(p, leaf, all);
	for (unsigned k = 0; k < 2; k++) {
		double sum = 0, squares = 0, blocks = slots / block[k];

		for (unsigned b = 0; b < slots / block[k]; b++) {
			double mean = 0;

			for (unsigned s = 0; s < block[k]; s++)
				mean += (double)all[b * block[k] + s] / block[k];
			sum += mean;
			squares += mean * mean;
		}
		variance[k] = squares / blocks - sum * sum / blocks / blocks;
	}
	return 1 + log(variance[1] / variance[0]) / log((double)block[1] / block[0]) / 2;
}

static void self_similar(void **state)
{
	enum { SLOTS = 300000 };
	static const struct {
		enum injection injection;
		double least, most;
	} expected[] = { { INJECTION_BERNOULLI, 0.42, 0.58 }, { INJECTION_POISSON, 0.42, 0.58 }, { INJECTION_ON_OFF, 0.42, 0.62 },
			 { INJECTION_SELF_SIMILAR, 0.75, 0.92 } };

	(void)state;
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		struct traffic_parameters p = usual(expected[i].injection, 0.3, SLOTS);
		uint32_t *all = calloc(SLOTS, sizeof *all);
		double h = hurst(&p, all, SLOTS), count = 0;

		for (unsigned s = 0; s < SLOTS; s++)
			count += all[s];
		print_message("# %s: H %.3f, load %.4f\n", injection_names[expected[i].injection], h, count / SLOTS / p.leaves);
		assert_true(h > expected[i].least && h < expected[i].most);
		assert_true(fabs(count / SLOTS / p.leaves - 0.3) < (expected[i].injection == INJECTION_SELF_SIMILAR ? 0.03 : 0.005));
		free(all);
	}
}

/* Short runs begin in the middle of a burst or gap: sources that are independent have the load in the mean, however short the run. */
static void begins_anywhere(void **state)
{
	enum { SLOTS = 40, SOURCES = 20000 };
	static const enum injection injections[] = { INJECTION_ON_OFF, INJECTION_SELF_SIMILAR };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct traffic_parameters p = usual(injections[i], 0.1, SLOTS);
		struct message m;
		double count = 0;

		p.leaves = SOURCES;
		struct traffic *t = traffic_create(&p);
		for (uint32_t leaf = 0; leaf < SOURCES; leaf++)
			while (traffic_next(t, leaf, &m))
				count++;
		traffic_free(t);
		print_message("# %s: load %.4f\n", injection_names[injections[i]], count / SLOTS / SOURCES);
		/* A source's share has the greatest deviation if it is all or nothing: 0.3; four of those of the mean. */
		assert_true(fabs(count / SLOTS / SOURCES - 0.1) < 4 * 0.3 / sqrt(SOURCES));
	}
}

/* To how many messages of the leaf each of four others is the destination; returns their number. */
static unsigned long count_destinations(const struct traffic_parameters *p, uint32_t leaf, unsigned long to[4])
{
	struct traffic *t = traffic_create(p);
	unsigned long count = 0;
	struct message m;

	for (unsigned i = 0; i < 4; i++)
		to[i] = 0;
	for (; traffic_next(t, leaf, &m); count++)
		to[m.destination]++;
	traffic_free(t);
	return count;
}

/* Leaf 0 stands in its own way in the transpose, and has only the other patterns. */
static void mixtures(void **state)
{
	static struct pattern_share mix[] = { { PATTERN_TRANSPOSE, 3 }, { PATTERN_NEIGHBOR, 2 }, { PATTERN_UNIFORM, 3 } };
	struct traffic_parameters p = usual(INJECTION_BERNOULLI, 0.5, 100000);
	unsigned long to[4], count;

	(void)state;
	p.leaves = 4;
	p.demand.mix = mix;
	p.demand.mix_count = 3;
	count = count_destinations(&p, 1, to);
	check_share((double)to[2], (double)count, 3 / 8.0 + 2 / 8.0 + 1 / 8.0);
	check_share((double)to[0], (double)count, 1 / 8.0);
	count = count_destinations(&p, 0, to);
	check_share((double)to[1], (double)count, 2 / 5.0 + 1 / 5.0);
	check_share((double)to[2], (double)count, 1 / 5.0);
}

/* The load is the mean of all leaves. */
static void matrices(void **state)
{
	enum { SLOTS = 100000 };
	/* Row 0: 1 to leaf 1, 3 to leaf 3; row 1: none; row 2: 2 to leaf 0; row 3: 2 to leaf 2. */
	size_t end[] = { 2, 2, 3, 4 };
	uint32_t column[] = { 1, 3, 0, 2 };
	double sum[] = { 1, 4, 2, 2 };
	struct traffic_matrix matrix = { end, column, sum, 8 };
	struct traffic_parameters p = usual(INJECTION_BERNOULLI, 0.4, SLOTS);
	unsigned long to[4], count;

	(void)state;
	p.leaves = 4;
	p.demand.matrix = &matrix;
	count = count_destinations(&p, 0, to);
	check_share((double)count, SLOTS, 0.4 * 4 * 4 / 8);
	check_share((double)to[1], (double)count, 1 / 4.0);
	check_share((double)to[3], (double)count, 3 / 4.0);
	assert_int_equal(count_destinations(&p, 1, to), 0);
	check_share((double)count_destinations(&p, 2, to), SLOTS, 0.4 * 4 * 2 / 8);
	struct traffic *t = traffic_create(&p);

	assert_int_equal(traffic_silent(t), 1);
	traffic_free(t);
}

static void rates(void **state)
{
	enum { SLOTS = 100000 };
	static double rate[] = { 0.5, 1, 0, 2.5 };
	struct traffic_parameters p = usual(INJECTION_BERNOULLI, 0.3, SLOTS);
	unsigned long to[4];

	(void)state;
	p.leaves = 4;
	p.demand.rates = rate;
	for (uint32_t leaf = 0; leaf < 4; leaf++)
		check_share((double)count_destinations(&p, leaf, to), SLOTS, 0.3 * rate[leaf]);
}

/* One packet of four has nine words, the others have one: 3 words in the mean. */
static void sizes(void **state)
{
	enum { SLOTS = 100000 };
	static struct packet_size size[] = { { 1, 3 }, { 9, 1 } };
	struct traffic_parameters p = usual(INJECTION_BERNOULLI, 0.6, SLOTS);
	unsigned long packets[10] = { 0 };
	unsigned length = 0;
	struct message m;

	(void)state;
	p.packets = true;
	p.demand.size = size;
	p.demand.size_count = 2;
	struct traffic *t = traffic_create(&p);

	while (traffic_next(t, LEAF, &m)) {
		length++;
		assert_in_range(length, 1, 9);
		if (!m.more) {
			packets[length]++;
			length = 0;
		}
	}
	check_share((double)packets[1], SLOTS, 0.6 / 3 * 3 / 4);
	check_share((double)packets[9], SLOTS, 0.6 / 3 / 4);
	for (unsigned k = 2; k < 9; k++)
		assert_int_equal(packets[k], 0);
	traffic_free(t);
}

/* Networks whose slots have other lengths get the same messages at the same time, to a clock. */
static void periods(void **state)
{
	enum { MESSAGES = 500 };
	const double fast = 3.7, period = 41.3;	/* clocks of the second network for one of the first; and clocks of the first */

	(void)state;
	for (unsigned i = 0; i < INJECTION_COUNT; i++) {
		struct traffic_parameters p = usual(i, 1.3, 100000), q = p;
		struct message one, other;

		p.demand.pattern = q.demand.pattern = PATTERN_UNIFORM;
		p.period = period;
		q.period = fast * period;
		q.slot_clocks = 17;
		q.end = UINT64_MAX;
		struct traffic *a = traffic_create(&p), *b = traffic_create(&q);

		for (unsigned k = 0; k < MESSAGES; k++) {
			assert_true(traffic_next(a, LEAF, &one) && traffic_next(b, LEAF, &other));
			assert_int_equal(one.destination, other.destination);
			assert_true(one.created * fast <= (double)other.created + 1 && (double)other.created < (one.created + 1) * fast + 1);
		}
		assert_true(fabs(one.created / period - MESSAGES / 1.3) < 150);
		traffic_free(a);
		traffic_free(b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(poisson), cmocka_unit_test(on_off), cmocka_unit_test(self_similar), cmocka_unit_test(begins_anywhere), cmocka_unit_test(mixtures),
		cmocka_unit_test(matrices), cmocka_unit_test(rates), cmocka_unit_test(sizes), cmocka_unit_test(periods),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
