/* self_test.c: does the self test of a sorter tell a good sorter from a bad one?
 *
 *   [ self_test_sorter ] --> words --> a sorter in C, good or with a fault --> words --> [ self_test_sorter ]
 *
 * A fault in one set of words suffices. */
#include "networks.h"

#include "emit/emit.h"
#include "fpga/board_top.h"
#include "fpga/self_test.h"
#include "lower/builder.h"
#include "model.h"
#include "network/machine.h"
#include "simulate/verilate.h"

enum {
	WIRES = 5, KEY = 3, PAYLOAD = 4, WORD = KEY + PAYLOAD, STEP_BITS = 6, SETS = (1 << STEP_BITS) - 1,
	LATENCY = WORD + 3,			/* of the sorter in C, which knows all bits of a set when it begins */
	FAULTY_SET = 9,
	MOST_CLOCKS = 60000,
};

/* What is wrong with the sorter, in one set of words. */
enum defect {
	NOTHING,
	UNSORTED,		/* two words crossed */
	ONE_BIT,		/* of the last word */
	TWO_BITS,		/* of the last word, so that its parity is right */
	COPIED,			/* a word twice, another not at all */
	LOST,			/* the whole set */
	FAULTS
};

static struct model *model;
static unsigned started[MOST_CLOCKS];		/* [clock]: the set that starts here, from 1; 0: none */
static unsigned incoming[MOST_CLOCKS];		/* [clock]: a bit of every wire */

/* The self test's template by itself, with the parameters that the machine gives it. */
static int open_self_test(void **state)
{
	struct design *d = allocate(sizeof *d);
	struct module *m = design_add(d, copy_string(""), copy_string("The self test of a sorter.\n"));
	struct output rtl = { 0 };
	char *yaml = format_string("network: sorter\nwires: %d\nkey-bits: %d\npayload-bits: %d\n", WIRES, KEY, PAYLOAD);
	struct spec spec;
	struct network *net = network_from(&spec, yaml);
	struct board_top top = { .net = net, .step_bits = STEP_BITS };
	const struct self_test *self_test = spec.machine->board.self_test;
	static const struct { const char *name; unsigned width; bool output; } ports[] = {
		{ "start", 1, true }, { "in", WIRES, true }, { "out_start", 1, false }, { "out", WIRES, false },
		{ "running", 1, true }, { "passed", 1, true }, { "failed", 1, true }, { "tx", 1, true },
	};

	(void)state;
	assert_int_equal(self_test->expected(&top), SETS);
	assert_true(self_test->slot(&top) > WORD);
	for (size_t k = 0; k < sizeof ports / sizeof *ports; k++)
		(ports[k].output ? module_output : module_input)(m, ports[k].name, ports[k].width, NULL);
	struct instance *i = module_instance(m, d, self_test->template, 1, "self_test");
	self_test->parameters(&top, i);
	instance_parameter(i, "STEP_BITS", STEP_BITS);
	instance_parameter(i, "COUNT_BITS", 8);
	instance_parameter(i, "QUIET_BITS", 9);
	instance_parameter(i, "STEP", 1 << 19);		/* the line takes two clocks a bit */
	instance_connect_rest(m, d, i);
	assert_true(design_check(d) && emit_verilog(d, net, "test", &rtl));
	struct verilate v = { .top = spec.name, .rtl = &rtl };
	struct verilate_port *list = verilate_ports(design_top(d), &v.port_count);
	v.port = list;
	char *library = verilate(&v);
	assert_non_null(library);
	model = model_open(library);
	assert_non_null(model);
	free(library);
	free(list);
	output_free(&rtl);
	design_free(d);
	network_done(&spec, net);
	free(yaml);
	return 0;
}

static int close_self_test(void **state)
{
	(void)state;
	model_close(model);
	return 0;
}

static unsigned get(const char *port)
{
	const struct model_port *p = model_port(model, port);

	return (unsigned)model_get(model, p, 0, p->width);
}

static void set(const char *port, unsigned value)
{
	const struct model_port *p = model_port(model, port);

	model_set(model, p, 0, p->width, value);
}

/* The words of the set that started in that clock, in order. */
static void sort_set(unsigned clock, unsigned *word)
{
	for (unsigned w = 0; w < WIRES; w++) {
		unsigned at = w, value = 0;

		for (unsigned bit = 1; bit <= WORD; bit++)
			value = value << 1 | (incoming[clock + bit] >> w & 1);
		for (; at > 0 && word[at - 1] > value; at--)
			word[at] = word[at - 1];
		word[at] = value;
	}
}

static void break_set(enum defect fault, unsigned *word)
{
	unsigned first = word[0];

	if (fault == UNSORTED) {
		assert_true(first < word[WIRES - 1]);
		word[0] = word[WIRES - 1];
		word[WIRES - 1] = first;
	}
	if (fault == ONE_BIT || fault == TWO_BITS)
		word[WIRES - 1] ^= fault == ONE_BIT ? 1 : 3;
	if (fault == COPIED) {
		assert_true(word[WIRES - 2] != word[WIRES - 1]);
		word[WIRES - 2] = word[WIRES - 1];
	}
}

/* What the sorter puts out in this clock. */
static void drive_outputs(unsigned clock, enum defect fault)
{
	unsigned word[WIRES], out = 0;

	set("out_start", clock >= LATENCY && started[clock - LATENCY] &&
	    !(fault == LOST && started[clock - LATENCY] == FAULTY_SET));
	for (unsigned bit = 1; bit <= WORD; bit++) {
		if (clock < LATENCY + bit || !started[clock - LATENCY - bit])
			continue;
		sort_set(clock - LATENCY - bit, word);
		if (started[clock - LATENCY - bit] == FAULTY_SET)
			break_set(fault, word);
		for (unsigned w = 0; w < WIRES; w++)
			out |= (word[w] >> (WORD - bit) & 1) << w;
	}
	set("out", out);
}

/* Runs the self test until it has lit a light; whether that is `passed`. */
static bool passes(enum defect fault)
{
	unsigned sets = 0;

	set("out_start", 0);
	model_reset(model, 20);
	for (unsigned clock = 0; clock < MOST_CLOCKS; clock++) {
		if (get("passed") || get("failed")) {
			assert_true(get("passed") != get("failed"));
			assert_int_equal(sets, SETS);
			return get("passed");
		}
		started[clock] = get("start") ? ++sets : 0;
		incoming[clock] = get("in");
		drive_outputs(clock, fault);
		model_clock(model);
	}
	fail_msg("no verdict for %d clocks", MOST_CLOCKS);
	return false;
}

static void a_good_sorter_passes(void **state)
{
	(void)state;
	assert_true(passes(NOTHING));
}

static void every_fault_is_noticed(void **state)
{
	(void)state;
	for (enum defect fault = UNSORTED; fault < FAULTS; fault++)
		if (passes(fault))
			fail_msg("fault %d is not noticed", fault);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_good_sorter_passes),
		cmocka_unit_test(every_fault_is_noticed),
	};

	return cmocka_run_group_tests(tests, open_self_test, close_self_test);
}
