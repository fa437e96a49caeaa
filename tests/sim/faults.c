/* faults.c: does the testbench detect every kind of fault in a network? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model.h"
#include "simulate/verilate.h"
#include "testbench.h"

enum { LEAVES = 8, PAYLOAD = 16, LABEL = 3, SLOT = 20, SLOTS = 500 };

static char *library;

static int verilate_ideal_network(void **state)
{
	static const struct verilate_port port[] = {
		{ "rst", 1, false }, { "fault", 4, false },
		{ "s_axis_tdata", LEAVES * PAYLOAD, false }, { "s_axis_tdest", LEAVES * LABEL, false },
		{ "s_axis_tlast", LEAVES, false }, { "m_axis_tlast", LEAVES, true },
		{ "s_axis_tvalid", LEAVES, false }, { "s_axis_tready", LEAVES, true },
		{ "m_axis_tdata", LEAVES * PAYLOAD, true }, { "m_axis_tuser", LEAVES * LABEL, true },
		{ "m_axis_tvalid", LEAVES, true }, { "m_axis_tready", LEAVES, false },
	};
	static const char *const source[] = { IDEAL_NETWORK };
	struct verilate v = { .top = "ideal_network", .port = port, .port_count = sizeof port / sizeof port[0],
			      .source = source, .source_count = 1 };

	(void)state;
	library = verilate(&v);
	return library ? 0 : -1;
}

/* Standard error during `run`; the caller frees it. */
static char *said_by(bool (*run)(void *), void *what, bool *good)
{
	char name[] = "/tmp/ftc-said-XXXXXX";
	int file = mkstemp(name), old = dup(2);
	char *text = calloc(1, 4096);
	ssize_t count;

	assert_true(file >= 0 && old >= 0 && text);
	unlink(name);
	fflush(stderr);
	dup2(file, 2);
	*good = run(what);
	fflush(stderr);
	dup2(old, 2);
	close(old);
	count = pread(file, text, 4095, 0);
	assert_true(count >= 0);
	close(file);
	return text;
}

struct run {
	unsigned fault;
	enum pattern pattern;
	double load;
	unsigned back_pressure;
	unsigned packet;		/* words of the longest; 0: no packets */
	unsigned warmup;		/* slots */
	const char *end;		/* what a leaf is called; NULL: "leaf" */
	unsigned first_end;
	struct testbench_result result;
};

static bool run_bench(void *what)
{
	struct run *r = what;
	struct model_start start = { .random_registers = 7 };
	struct model *model = model_open_as(library, &start);
	struct traffic_parameters p = {
		.leaves = LEAVES, .payload_bits = PAYLOAD, .seed = 3, .demand.pattern = r->pattern, .load = r->load,
		.slot_clocks = SLOT, .end = SLOT * SLOTS, .packets = r->packet > 0, .demand.packet_words = r->packet,
	};
	struct traffic *traffic = traffic_create(&p);
	struct testbench tb = {
		.model = model, .traffic = traffic, .leaves = LEAVES, .levels = LABEL, .payload_bits = PAYLOAD,
		.label_bits = LABEL, .packets = r->packet > 0, .slot_clocks = SLOT, .end = r->end, .first_end = r->first_end,
		.warmup_clocks = SLOT * r->warmup,
		.measured_clocks = SLOT * (SLOTS - r->warmup), .drain_clocks = SLOT * SLOTS,
		.patience_clocks = 50 * SLOT, .seed = 5, .direct_clocks = { 0, 2, 2, 2 },
		.back_pressure = r->back_pressure,
	};
	bool good;

	assert_non_null(model);
	model_set(model, model_port(model, "fault"), 0, 4, r->fault);
	good = testbench_run(&tb, &r->result);
	traffic_free(traffic);
	model_close(model);
	return good;
}

static void expect_fault(unsigned fault, const char *words)
{
	struct run r = { .fault = fault, .pattern = PATTERN_UNIFORM, .load = 0.4 };
	bool good;
	char *said = said_by(run_bench, &r, &good);

	if (good || !strstr(said, words))
		print_message("expected \"%s\", read:\n%s", words, said);
	assert_false(good);
	assert_non_null(strstr(said, words));
	free(said);
	testbench_result_free(&r.result);
}

static void finds_lost(void **state) { (void)state; expect_fault(1, "overtook an earlier message"); }
static void finds_duplicate(void **state) { (void)state; expect_fault(2, "arrived twice"); }
static void finds_corruption(void **state) { (void)state; expect_fault(3, "arrived with another payload"); }
static void finds_misrouting(void **state) { (void)state; expect_fault(4, "arrived at the wrong place"); }
static void finds_invention(void **state) { (void)state; expect_fault(5, "from leaf"); }
static void names_leaves_as_asked(void **state)
{
	struct run leaves = { .fault = 4, .pattern = PATTERN_NEIGHBOR, .load = 0.4 }, nodes = leaves;
	bool good;
	char *said = said_by(run_bench, &leaves, &good), *other;
	unsigned to, from, destination;

	(void)state;
	nodes.end = "node";
	nodes.first_end = 10;
	other = said_by(run_bench, &nodes, &good);
	assert_int_equal(sscanf(strstr(said, "what leaf"), "what leaf %u received from leaf %u", &to, &from), 2);
	assert_int_equal(sscanf(strstr(said, "for leaf"), "for leaf %u", &destination), 1);
	char *expected = format_string("what node %u received from node %u", to + 10, from + 10);
	assert_non_null(strstr(other, expected));
	free(expected);
	expected = format_string("for node %u", destination + 10);
	assert_non_null(strstr(other, expected));
	free(expected);
	free(said);
	free(other);
	testbench_result_free(&leaves.result);
	testbench_result_free(&nodes.result);
}
static void finds_overtaking(void **state) { (void)state; expect_fault(6, "overtook an earlier message"); }
static void finds_withdrawal(void **state)
{
	struct run r = { .fault = 7, .pattern = PATTERN_UNIFORM, .load = 0.9, .back_pressure = 60000 };
	bool good;
	char *said = said_by(run_bench, &r, &good);

	(void)state;
	assert_false(good);
	assert_non_null(strstr(said, "lowered m_axis_tvalid before m_axis_tready"));
	free(said);
	testbench_result_free(&r.result);
}
static void expect_broken_packet(unsigned fault, const char *words)
{
	struct run r = { .fault = fault, .pattern = PATTERN_UNIFORM, .load = 0.4, .packet = 5 };
	bool good;
	char *said = said_by(run_bench, &r, &good);

	assert_false(good);
	assert_non_null(strstr(said, words));
	free(said);
	testbench_result_free(&r.result);
}
static void finds_mixed_packets(void **state) { (void)state; expect_broken_packet(0, ", came amid a packet from leaf "); }
static void finds_wrong_ends(void **state) { (void)state; expect_broken_packet(11, ", has m_axis_tlast "); }

/* Packets that have begun when the sources are closed are sent to their ends. */
static void passes_packets(void **state)
{
	static const double load[] = { 0.01, 0.4, 1, 2.5 };

	(void)state;
	for (unsigned i = 0; i < 8; i++) {
		struct run r = { .fault = 10, .pattern = PATTERN_UNIFORM, .load = load[i % 4], .packet = i < 4 ? 3 : 40 };

		assert_true(run_bench(&r));
		assert_int_equal(r.result.sent, r.result.delivered);
		assert_int_equal(r.result.created, r.result.sent + r.result.unsent);
		assert_true(r.result.delivered > 0);
		testbench_result_free(&r.result);
	}
}
static void finds_standstill(void **state) { (void)state; expect_fault(8, "no progress"); }

/* A message lost when no other follows it between the same leaves is missed by nobody but the end. */
static void finds_last_lost(void **state)
{
	struct run r = { .fault = 1, .pattern = PATTERN_UNIFORM, .load = 0.0125 };
	bool good;
	char *said = said_by(run_bench, &r, &good);

	(void)state;
	assert_false(good);
	assert_non_null(strstr(said, "1 of 50 messages are missing"));
	free(said);
	testbench_result_free(&r.result);
}

/* Every message of a good network is counted once, whatever the load and the back-pressure. */
static void passes_good(void **state)
{
	static const double load[] = { 0.01, 0.4, 1, 2.5 };
	static const unsigned press[] = { 0, 20000, 60000 };

	(void)state;
	for (unsigned i = 0; i < 12; i++) {
		struct run r = { .pattern = PATTERN_UNIFORM, .load = load[i % 4], .back_pressure = press[i / 4] };

		assert_true(run_bench(&r));
		assert_int_equal(r.result.sent, r.result.delivered);
		assert_int_equal(r.result.created, r.result.sent + r.result.unsent);
		assert_int_equal(r.result.created, r.result.measured_created);
		assert_true(r.result.delivered > 0 && r.result.accepted <= r.result.delivered);
		assert_int_equal(histogram_count(r.result.latency), r.result.delivered);
		assert_int_equal(crossings_level(r.result.crossings, LABEL), r.result.accepted);
		testbench_result_free(&r.result);
	}
}

/* A permutation never waits for a receiver: the ideal network delivers every message at the end of the slot in which it
 * was offered. So the least network latency is 1 clock, the greatest a slot and the clock in which the message
 * before is still there, and nothing is retried. */
static void measures_latency(void **state)
{
	struct run r = { .pattern = PATTERN_BIT_COMPLEMENT, .load = 0.5 };

	(void)state;
	assert_true(run_bench(&r));
	assert_int_equal(histogram_least(r.result.network_latency), 1);
	assert_int_equal(histogram_greatest(r.result.network_latency), SLOT + 1);
	assert_int_equal(r.result.retries, 0);
	testbench_result_free(&r.result);
}

/* All send to leaf 0, which takes what the first of them has: the others wait for ever, and that is seen. */
static void shows_starvation(void **state)
{
	struct run r = { .pattern = PATTERN_HOTSPOT, .load = 1, .warmup = 2 };

	(void)state;
	assert_true(run_bench(&r));
	struct service *s = &r.result.service;
	struct served served = service_summary(s);

	assert_int_equal(served.waiting, LEAVES - 1);
	assert_int_equal(served.starved, LEAVES - 2);
	assert_int_equal(served.most_leaf, 1);
	assert_int_equal(served.least_leaf, 2);
	assert_int_equal(served.least, 0);
	assert_in_range(served.most, SLOTS - 4, SLOTS - 1);
	assert_true(s->waiting.exists && s->waiting.source > 1 && s->waiting.destination == 0);
	assert_in_range(s->waiting.waited, SLOT * (SLOTS - 2), SLOT * SLOTS);
	assert_in_range(s->waiting.tries, SLOTS - 2, SLOTS);
	/* They got nothing until the sources were closed, and then the two words of each leaf before. */
	assert_in_range(s->longest_wait.waited, SLOT * 2 * (SLOTS - 2), SLOT * 2 * (SLOTS + LEAVES));
	assert_int_equal(s->most_tried.tries, r.result.most_retries + 1);
	assert_int_equal(s->leaf[s->most_tried.source].most_tries, s->most_tried.tries);
	assert_int_equal(s->leaf[s->longest_wait.source].longest_wait, s->longest_wait.waited);
	assert_in_range(s->leaf[1].most_tries, 1, 2);
	testbench_result_free(&r.result);
}

/* The same with a first sender that changes. */
static void shows_fairness(void **state)
{
	struct run r = { .fault = 9, .pattern = PATTERN_HOTSPOT, .load = 1, .warmup = 2 };
	uint64_t sum = 0;

	(void)state;
	assert_true(run_bench(&r));
	struct service *s = &r.result.service;
	struct served served = service_summary(s);

	assert_int_equal(served.waiting, LEAVES - 1);
	assert_int_equal(served.starved, 0);
	/* The leaf behind leaf 0 also gets the turn of leaf 0. */
	assert_int_equal(served.most_leaf, 1);
	assert_in_range(served.most, SLOTS / 4 - 3, SLOTS / 4);
	assert_in_range(served.least, SLOTS / 8 - 3, SLOTS / 8);
	assert_true(served_ratio(&served) > 0.45 && served_ratio(&served) < 0.55);
	/* One word waits in the network and one on the port. */
	assert_in_range(s->most_tried.tries, LEAVES, 2 * LEAVES + 1);
	for (unsigned i = 0; i < LEAVES; i++)
		sum += s->leaf[i].delivered;
	assert_int_equal(sum, r.result.accepted);
	testbench_result_free(&r.result);
}

/* Of leaves that have something to send now and then nothing is said. */
static void calls_no_idle_leaf_starved(void **state)
{
	struct run r = { .pattern = PATTERN_NEIGHBOR, .load = 0.9 };

	(void)state;
	assert_true(run_bench(&r));
	assert_int_equal(service_summary(&r.result.service).waiting, 0);
	testbench_result_free(&r.result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(passes_good), cmocka_unit_test(measures_latency),
		cmocka_unit_test(finds_lost), cmocka_unit_test(finds_last_lost), cmocka_unit_test(finds_duplicate),
		cmocka_unit_test(finds_corruption), cmocka_unit_test(finds_misrouting),
		cmocka_unit_test(finds_invention), cmocka_unit_test(names_leaves_as_asked), cmocka_unit_test(finds_overtaking),
		cmocka_unit_test(finds_withdrawal), cmocka_unit_test(finds_standstill),
		cmocka_unit_test(finds_mixed_packets), cmocka_unit_test(finds_wrong_ends), cmocka_unit_test(passes_packets),
		cmocka_unit_test(shows_starvation), cmocka_unit_test(shows_fairness),
		cmocka_unit_test(calls_no_idle_leaf_starved),
	};

	return cmocka_run_group_tests(tests, verilate_ideal_network, NULL);
}
