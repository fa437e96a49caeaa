/* deliveries.c: the clocks of sets of messages, through the entry of struct machine that the tables read. */
#include "../schedule/sets.h"
#include "machines/batched/batches.h"
#include "model/delivery.h"
#include "model/slots.h"
#include "network/machine.h"
#include "networks.h"

static struct delivery sent(const struct network *net, const struct message_set *set)
{
	struct delivery d;

	net->spec->machine->model.deliver(net, set, &d);
	return d;
}

/* Slots times the clocks of a slot. */
static void check_slots(const char *yaml, const char *kind)
{
	struct message_set set;
	struct spec spec;

	spec_from(&spec, yaml);
	struct network *net = network_elaborate(&spec);
	assert_true(named_set(kind, spec.leaves, 1, &set));
	struct delivery d = sent(net, &set);
	unsigned long slots = slots_of_set(net, &set, false, 0, NULL);

	assert_string_equal(d.unit, "slots");
	assert_true(slots > 0);
	assert_int_equal(d.steps, slots);
	assert_int_equal(d.clocks, slots * net->slot_clocks);
	free(set.demand);
	network_free(net);
	spec_free(&spec);
}

static void test_slots(void **state)
{
	(void)state;
	check_slots("network: pruned-butterfly\nleaves: 16\n", "transpose");
	check_slots("network: cm-5\nleaves: 16\n", "rand4");
	check_slots("network: fat-tree\nleaves: 32\nroot-capacity: 11\n", "complement");
	/* All to leaf 0, which takes one message for each of its wires in a slot at best. */
	check_slots("network: fat-tree\nleaves: 16\nroot-capacity: 7\n", "alltoone");
}

/* The words of a list as a round of the model. */
static unsigned long round_clocks(struct batched_model *m, const struct message_set *set, size_t from, size_t count,
				  unsigned long *batches)
{
	struct batched_word *word = allocate_array(count, sizeof *word);
	struct batched_round round;

	for (size_t i = 0; i < count; i++)
		word[i] = (struct batched_word){ set->demand[from + i].source, set->demand[from + i].destination, from + i };
	batched_model_round(m, word, count, NULL, &round);
	*batches += batched_round_batches(batched_model_shape(m), &round);
	free(word);
	return round.clocks;
}

/* Four permutations, one after the other: with D = 4 one round, with D = 1 four, in which the direction bits last; with
 * D = 3 two. A leaf's message to itself fills no place of a round. */
static void check_rounds(unsigned round_words, unsigned rounds)
{
	enum { LEAVES = 16, PERMUTATIONS = 4 };
	char *yaml = format_string("network: pruned-butterfly\nleaves: %d\nrouting: deterministic\nround-words: %u\n", LEAVES,
				   round_words);
	struct message_set set = {0}, with_local = {0};
	unsigned long clocks = 0, batches = 0;
	size_t from = 0;
	struct spec spec;

	spec_from(&spec, yaml);
	for (unsigned p = 0; p < PERMUTATIONS; p++)
		for (unsigned v = 0; v < LEAVES; v++) {
			add_demand(&set, v, (v * 5 + 3 * p + 1) % LEAVES == v ? (v + 1) % LEAVES : (v * 5 + 3 * p + 1) % LEAVES);
			add_demand(&with_local, v, v);
			add_demand(&with_local, v, set.demand[set.count - 1].destination);
		}
	struct network *net = network_elaborate(&spec);
	struct batched_model *m = batched_model_new(&spec);

	for (unsigned r = 0; r < rounds; r++) {
		size_t count = (size_t)round_words * LEAVES;

		count = from + count > set.count ? set.count - from : count;
		clocks += round_clocks(m, &set, from, count, &batches);
		from += count;
	}
	assert_int_equal(from, set.count);
	struct delivery d = sent(net, &set), local = sent(net, &with_local);

	assert_string_equal(d.unit, "batches");
	assert_int_equal(d.clocks, clocks);
	assert_int_equal(d.steps, batches);
	assert_true(batches >= rounds);
	assert_int_equal(local.clocks, d.clocks);
	assert_int_equal(local.steps, d.steps);
	free(set.demand);
	free(with_local.demand);
	batched_model_free(m);
	network_free(net);
	spec_free(&spec);
	free(yaml);
}

static void test_rounds(void **state)
{
	(void)state;
	check_rounds(4, 1);
	check_rounds(3, 2);
	check_rounds(2, 2);
	check_rounds(1, 4);
}

/* Two words of a pair take two rounds with `order: pairs`, and what stands behind the second one waits with it. */
static void check_pair(const char *order, unsigned rounds)
{
	static const unsigned ends[][2] = { { 0, 5 }, { 0, 5 }, { 0, 9 }, { 3, 1 }, { 3, 2 } };
	char *yaml = format_string("network: pruned-butterfly\nleaves: 16\nrouting: deterministic\norder: %s\n", order);
	struct message_set set = {0}, first = {0}, second = {0};
	unsigned long clocks = 0, batches = 0;
	struct spec spec;

	spec_from(&spec, yaml);
	for (size_t i = 0; i < 5; i++) {
		add_demand(&set, ends[i][0], ends[i][1]);
		add_demand(rounds == 1 || i == 0 || i > 2 ? &first : &second, ends[i][0], ends[i][1]);
	}
	struct network *net = network_elaborate(&spec);
	struct batched_model *m = batched_model_new(&spec);

	clocks += round_clocks(m, &first, 0, first.count, &batches);
	if (rounds == 2)
		clocks += round_clocks(m, &second, 0, second.count, &batches);
	struct delivery d = sent(net, &set);
	assert_int_equal(d.clocks, clocks);
	assert_int_equal(d.steps, batches);
	free(set.demand);
	free(first.demand);
	free(second.demand);
	batched_model_free(m);
	network_free(net);
	spec_free(&spec);
	free(yaml);
}

static void test_pairs(void **state)
{
	(void)state;
	check_pair("pairs", 2);
	check_pair("none", 1);
}

/* Nothing to send takes no time. */
static void test_local(void **state)
{
	static const char *const yaml[] = {
		"network: pruned-butterfly\nleaves: 16\n", "network: pruned-butterfly\nleaves: 16\nrouting: deterministic\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof yaml / sizeof *yaml; i++) {
		struct message_set set = {0};
		struct spec spec;

		spec_from(&spec, yaml[i]);
		struct network *net = network_elaborate(&spec);
		for (unsigned v = 0; v < spec.leaves; v++)
			add_demand(&set, v, v);
		struct delivery d = sent(net, &set);

		assert_int_equal(d.steps, 0);
		assert_int_equal(d.clocks, 0);
		free(set.demand);
		network_free(net);
		spec_free(&spec);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_slots), cmocka_unit_test(test_rounds), cmocka_unit_test(test_pairs), cmocka_unit_test(test_local),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
