/* bus_faults.c: does the bench of a bus detect every kind of fault in a system? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "bus_bench.h"
#include "model.h"
#include "simulate/verilate.h"
#include "statistics.h"
#include "util/message.h"

enum { MASTERS = 3, SLAVES = 2, ADDRESS_BITS = 16, OFFSET_BITS = 8, HOLDS = 4, ACCESSES = 2000 };

static char *library;

static int verilate_ideal_bus(void **state)
{
	static const struct verilate_port port[] = {
		{ "rst", 1, false }, { "fault", 5, false }, { "master_cyc", MASTERS, false }, { "master_stb", MASTERS, false },
		{ "master_we", MASTERS, false }, { "master_adr", ADDRESS_BITS * MASTERS, false }, { "master_dat", 32 * MASTERS, false },
		{ "master_sel", 4 * MASTERS, false }, { "master_stall", MASTERS, true }, { "master_ack", MASTERS, true },
		{ "master_err", MASTERS, true }, { "master_rdt", 32 * MASTERS, true }, { "slave_cyc", SLAVES, true },
		{ "slave_stb", SLAVES, true }, { "slave_we", SLAVES, true }, { "slave_adr", OFFSET_BITS * SLAVES, true },
		{ "slave_dat", 32 * SLAVES, true }, { "slave_sel", 4 * SLAVES, true }, { "slave_stall", SLAVES, false },
		{ "slave_ack", SLAVES, false }, { "slave_err", SLAVES, false }, { "slave_rdt", 32 * SLAVES, false },
		{ "master_broken", 8 * MASTERS, true }, { "slave_broken", 8 * SLAVES, true },
	};
	static const char *const source[] = { IDEAL_BUS };
	struct verilate v = { .top = "ideal_bus", .port = port, .port_count = sizeof port / sizeof *port, .source = source,
			      .source_count = 1 };

	(void)state;
	library = verilate(&v);
	return library ? 0 : -1;
}

static const unsigned master_leaf[MASTERS] = { 5, 6, 7 };
static const struct bus_window windows[SLAVES] = { { 0, 256, 10 }, { 256, 256, 11 } };

static const char *const rule[] = { "rule 0", "rule 1", "rule 2", "rule 3" };
static const char *const *const master_rules[MASTERS] = { rule, rule, rule }, *const *const slave_rules[SLAVES] = { rule, rule };

static struct bus_bench usual(void)
{
	return (struct bus_bench){
		.masters = MASTERS, .slaves = SLAVES, .master_leaf = master_leaf, .slave = windows, .address_bits = ADDRESS_BITS,
		.offset_bits = OFFSET_BITS, .strict = true, .outstanding = HOLDS, .reads = 0.5, .unmapped = 0.1, .hot = NO_SLAVE, .dead = NO_SLAVE,
		.warmup = 100, .accesses = ACCESSES, .patience = 3000, .seed = 1,
		.master_rules = master_rules, .slave_rules = slave_rules,
	};
}

static bool run(struct bus_bench b, unsigned fault, struct bus_result *r)
{
	struct model_start start = { .random_registers = 7 };

	b.model = model_open_as(library, &start);
	assert_non_null(b.model);
	model_set(b.model, model_port(b.model, "fault"), 0, 5, fault);
	bool good = bus_bench_run(&b, r);

	model_close(b.model);
	return good;
}

static void expect_good(struct bus_bench b, unsigned mode)
{
	struct bus_result r;
	uint64_t answered = 0;

	assert_true(run(b, mode, &r));
	assert_int_equal(r.wrong + r.lost + r.doubled, 0);
	assert_false(r.hung);
	assert_true(r.answered >= b.accesses && r.answered < b.accesses + MASTERS);
	assert_int_equal(histogram_count(r.latency), r.answered);
	assert_int_equal(r.reads + r.writes, r.answered);
	for (unsigned m = 0; m < MASTERS; m++)
		answered += r.master[m].answered;
	assert_int_equal(answered, r.answered);
	bus_result_free(&r);
}

static void passes_what_is_right(void **state)
{
	struct bus_bench b = usual();

	(void)state;
	expect_good(b, 0);
	b.memory_high = 15;
	expect_good(b, 0);
	b.think = 20;
	b.hot = 1;
	expect_good(b, 0);
	b.posted = true;
	expect_good(b, 18);
	b.think = 3;
	b.hot = NO_SLAVE;
	expect_good(b, 18);
	b.posted = false;
	b.errors = 0.2;
	expect_good(b, 0);
	b.errors = 0;
	b.reads = 1;
	b.unmapped = 0;
	expect_good(b, 0);
}

/* A memory that answers in the next clock, and nobody else: the request, the slave's, its answer and the master's are a clock each. */
static void counts_clocks(void **state)
{
	struct bus_bench b = usual();
	struct bus_result r;
	double near, far;

	(void)state;
	b.think = 1000;
	b.unmapped = 0;
	assert_true(run(b, 0, &r));
	near = histogram_mean(r.latency);
	assert_int_equal(histogram_least(r.latency), 4);
	bus_result_free(&r);
	b.memory_low = b.memory_high = 9;
	assert_true(run(b, 0, &r));
	far = histogram_mean(r.latency);
	assert_int_equal(histogram_least(r.latency), 4 + 9);
	assert_true(far - near > 8.8 && far - near < 9.6);
	bus_result_free(&r);
}

/* The first message has these words; `counted` is the member that counts such faults. */
static void expect_fault(struct bus_bench b, unsigned fault, const char *words, size_t counted)
{
	struct text said = { 0 };
	struct bus_result r;

	message_capture(&said);
	bool good = run(b, fault, &r);

	message_capture(NULL);
	if (good || !said.bytes || !strstr(said.bytes, words))
		print_message("fault %u: expected \"%s\", read: %s\n", fault, words, said.bytes ? said.bytes : "nothing");
	assert_false(good);
	assert_non_null(said.bytes);
	assert_non_null(strstr(said.bytes, words));
	assert_true(*(const uint64_t *)(const void *)((const char *)&r + counted) > 0);
	text_free(&said);
	bus_result_free(&r);
}

static void finds_faults(void **state)
{
	static const struct { unsigned fault; const char *words; size_t counted; } faults[] = {
		{ 1, "the bus hangs", offsetof(struct bus_result, lost) },
		{ 2, "the bus hangs", offsetof(struct bus_result, lost) },
		{ 3, "twice", offsetof(struct bus_result, doubled) },
		{ 4, "never answered", offsetof(struct bus_result, doubled) },
		{ 6, "has not answered to it", offsetof(struct bus_result, wrong) },
		{ 7, "which no master has asked for", offsetof(struct bus_result, wrong) },
		{ 8, "which no master has asked for", offsetof(struct bus_result, wrong) },
		{ 9, "which no master has asked for", offsetof(struct bus_result, wrong) },
		{ 10, "has not answered to it", offsetof(struct bus_result, wrong) },
		{ 11, "gets an error for", offsetof(struct bus_result, wrong) },
		{ 12, "gets no error for", offsetof(struct bus_result, wrong) },
		{ 13, "was performed before an earlier one", offsetof(struct bus_result, wrong) },
		{ 14, "has 4 accesses under way, and one more is taken", offsetof(struct bus_result, wrong) },
		{ 16, "ack and err in one clock", offsetof(struct bus_result, wrong) },
		{ 17, "no slave has performed it", offsetof(struct bus_result, wrong) },
		{ 21, "at the port of the master at leaf 6 a rule is broken: rule 3", offsetof(struct bus_result, wrong) },
		{ 22, "at the port of the slave at leaf 11 a rule is broken: rule 1", offsetof(struct bus_result, wrong) },
	};
	struct bus_bench slow = usual(), longer = usual(), posted = usual(), failing = usual(), dead = usual();

	(void)state;
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
		expect_fault(usual(), faults[i].fault, faults[i].words, faults[i].counted);
	failing.errors = 0.1;
	expect_fault(failing, 11, "gets an error for", offsetof(struct bus_result, wrong));
	expect_fault(failing, 20, "has not answered to it", offsetof(struct bus_result, wrong));
	failing.reads = 0;
	expect_fault(failing, 20, "gets no error for", offsetof(struct bus_result, wrong));
	expect_fault(usual(), 18, "no slave has performed it", offsetof(struct bus_result, wrong));
	posted.posted = true;
	expect_fault(posted, 19, "was performed before its earlier write", offsetof(struct bus_result, lost));
	dead.dead = 1;
	expect_fault(dead, 0, "the bus hangs", offsetof(struct bus_result, lost));
	longer.accesses = 10 * ACCESSES;
	expect_fault(longer, 15, "the master at leaf 6 has waited", offsetof(struct bus_result, lost));
	slow.think = 200;
	expect_fault(slow, 5, "gets an answer, but has no access under way", offsetof(struct bus_result, doubled));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(passes_what_is_right), cmocka_unit_test(counts_clocks), cmocka_unit_test(finds_faults),
	};

	return cmocka_run_group_tests(tests, verilate_ideal_bus, NULL);
}
