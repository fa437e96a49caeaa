/* slots.c: the slots of generalized fat trees that `ftc report` simulates, against messages that meet on links
 * (flights.h), and against what turns and chance promise. */
#include "networks.h"

#include <math.h>

#include "flights.h"
#include "machines/generalized/up_parents.h"
#include "model/tries.h"

enum { SLOTS = 2000, STREAM = 3 };

static const char *const trees[] = {
	"children: [2, 2, 2]\nparents: [1, 2, 2]", "children: [3, 2, 2]\nparents: [1, 3, 2]\nup-routing: source",
	"children: [4, 4]\nparents: [1, 2]\nup-routing: random", "children: [2, 1, 3]\nparents: [1, 3, 2]",
	"children: [7]\nparents: [1]", "children: [4, 4]\nparents: [2, 2]",
	"children: [3, 5]\nparents: [2, 3]\nlink-width: 2",
	"children: [2, 2, 2]\nparents: [2, 2, 2]\nup-routing: random", "children: [2, 3, 1]\nparents: [1, 2, 2]",
};

static struct network *tree(struct spec *spec, const char *shape)
{
	char *yaml = format_string("network: xgft\n%s\n", shape);
	struct network *net = network_from(spec, yaml);

	free(yaml);
	return net;
}

/* A destination for every lane: any other leaf, another one for each lane of a leaf. */
static unsigned draw(struct random *random, const struct spec *spec, unsigned leaf, const unsigned *others,
		     unsigned count)
{
	unsigned destination;
	bool good;

	do {
		destination = (unsigned)random_below(random, spec->leaves);
		good = destination != leaf;
		for (unsigned i = 0; i < count; i++)
			good &= others[i] != destination;
	} while (!good);
	return destination;
}

/* Fresh messages in every slot: the mean that arrives, of each leaf. */
static double fly(const struct spec *spec, struct random *random)
{
	unsigned lanes = spec->connections < spec->leaves ? spec->connections : spec->leaves - 1;
	struct flights f;
	unsigned long arrived = 0;

	flights_start(&f, spec, spec->leaves * lanes);
	for (unsigned slot = 0; slot < SLOTS; slot++) {
		for (unsigned leaf = 0; leaf < spec->leaves; leaf++) {
			unsigned destination[MAXIMUM_PARENTS];

			for (unsigned lane = 0; lane < lanes; lane++) {
				struct flight *one = &f.flight[leaf * lanes + lane];

				destination[lane] = draw(random, spec, leaf, destination, lane);
				up_parents(spec, &(struct departure){ .source = leaf, .destination = destination[lane],
					   .lane = lane, .random = (uint16_t)random_next(random) }, one->beta);
				one->lost = false;
				flights_send(&f, leaf * lanes + lane, leaf, destination[lane]);
			}
		}
		flights_pass_all(&f, random);
		for (unsigned i = 0; i < f.count; i++)
			arrived += !f.flight[i].lost;
	}
	flights_free(&f);
	return (double)arrived / SLOTS / spec->leaves;
}

static void slots_agree_with_flights(void **state)
{
	struct random random;

	(void)state;
	random_start(&random, 1, STREAM);
	for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
		struct spec spec;
		struct network *net = tree(&spec, trees[i]);
		struct throughput slots;
		double flown = fly(net->spec, &random);

		throughput_slots(net, &(struct slot_run){ .slots = SLOTS, .seed = 1, .forget = true }, &slots);
		/* Two means of as many slots differ by the square root of 2 times the error of each. */
		if (fabs(slots.accepted - flown) > 4 * sqrt(2) * slots.error)
			fail_msg("%s: %g in slots, %g in flights", trees[i], slots.accepted, flown);
		network_done(&spec, net);
	}
}

/* Every lane always has a message: in a slot it arrives with a probability of one by its tries. */
static void tries_are_what_is_not_accepted(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
		struct spec spec;
		struct network *net = tree(&spec, trees[i]);
		struct throughput slots;

		throughput_slots(net, &(struct slot_run){ .slots = SLOTS, .seed = 1 }, &slots);
		assert_near(slots.tries * slots.accepted, slots.offered, 0.02 * slots.offered);
		assert_true(slots.most_tries > slots.tries);
		network_done(&spec, net);
	}
}

/* With turns all senders to one leaf are served alike; without, by chance, but not one after the other. */
static void turns_serve_alike(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
		struct spec spec;
		struct network *net = tree(&spec, trees[i]);
		struct tries t;

		tries_find(net, TRIES_TO_ONE, &t);
		assert_true(t.with_turns.known && t.without_turns.known && !t.with_turns.at_least);
		if (spec.connections == 1) {
			assert_near(t.with_turns.tries, spec.leaves - 1, 1e-9);
			assert_true(t.without_turns.tries > spec.leaves - 1);
		}
		network_done(&spec, net);
	}
}

/* Without turns, leaves of a tree that all send to one are served by chance now and then, if not alike; with a fixed
 * priority only one of them would be. In the second tree there are leaves for which the random bits that they need never
 * occur together (docs/explanation/proofs.md). */
static void chance_serves_others(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
		struct spec spec;
		struct network *net = tree(&spec, trees[i]);
		struct throughput slots;

		throughput_slots(net, &(struct slot_run){ .slots = 20 * SLOTS, .seed = 1, .to_one = true }, &slots);
		if ((slots.least == 0) != (i == 1))
			fail_msg("%s: the worst-served leaf got %lu words through in %lu slots", trees[i], slots.least,
				 slots.slots);
		network_done(&spec, net);
	}
}

/* What the slots do not model is said to be unknown, and the bound is that of turns. */
static void other_links_are_unknown(void **state)
{
	struct spec spec;
	struct network *net = tree(&spec, "children: [4, 4]\nparents: [2, 2]\nfaults: [link:1:2:1]");
	struct tries t;

	(void)state;
	tries_find(net, TRIES_UNIFORM | TRIES_TO_ONE, &t);
	assert_true(!t.known && t.with_turns.known && !t.without_turns.known);
	assert_near(tries_bound(net, true), 5 * 15 / 2.0, 1e-9);
	assert_near(tries_bound(net, false), 5 * 15 / 2.0, 1e-9);
	network_done(&spec, net);
}

/* The bound is five times what the report says of this load. */
static void bound_is_the_reports(void **state)
{
	struct spec spec;
	struct network *net = tree(&spec, trees[2]);
	struct tries t;

	(void)state;
	tries_find(net, TRIES_UNIFORM | TRIES_TO_ONE, &t);
	assert_near(tries_bound(net, true), 5 * t.uniform.most_tries, 1e-9);
	assert_near(tries_bound(net, false), 5 * 15, 1e-9);
	network_done(&spec, net);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(slots_agree_with_flights), cmocka_unit_test(tries_are_what_is_not_accepted),
		cmocka_unit_test(turns_serve_alike), cmocka_unit_test(chance_serves_others),
		cmocka_unit_test(other_links_are_unknown), cmocka_unit_test(bound_is_the_reports),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
