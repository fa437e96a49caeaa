/* element.c: the universal element and what is around it in an area-universal device, each against the promises of its
 * header: all control words of an element, its 83 configurations, settings that change with every clock, and steps. */
#include <string.h>

#include "bench.h"
#include "overlay/element.h"

enum { CLOCKS_OF_WORD = 6 };

static void expect(bool right, const char *what, unsigned where)
{
	bench_expect(right, what, where);
}

/* ---- All control words ---- */

struct element {
	uint16_t control;
	bool s;
	unsigned out;				/* bit k: side k */
};

static bool nand(const struct element *e, unsigned in)
{
	return !(in >> element_operand(e->control, 0) & in >> element_operand(e->control, 1) & 1);
}

static bool sends(const struct element *e, unsigned in, unsigned k)
{
	unsigned choice = element_choice(e->control, k);

	switch ((enum choice_of_side)choice) {
	case CHOICE_NOTHING:
		return false;
	case CHOICE_GATE:
		return nand(e, in);
	case CHOICE_NOT_GATE:
		return !nand(e, in);
	case CHOICE_LATCH:
		return e->s;
	case CHOICE_NOT_LATCH:
		return !e->s;
	default:
		return in >> element_from(k, choice) & 1;
	}
}

static void clock_element(struct element *e, unsigned in, bool step)
{
	unsigned out = 0;

	for (unsigned k = 0; k < SIDES; k++)
		out |= (unsigned)sends(e, in, k) << k;
	if (step)
		e->s = nand(e, in);
	e->out = out;
}

/* The old word leaves, bit 0 first; s is 0 from the first bit on, whatever `step` is. */
static void shift_word(struct model *m, struct element *e, uint16_t word)
{
	bench_set(m, "load", 1);
	for (unsigned bit = 0; bit < 16; bit++) {
		bench_set(m, "chain_in", word >> bit & 1);
		bench_set(m, "step", bench_draw(2));
		expect(bench_get(m, "chain_out") == (e->control >> bit & 1u), "a wrong bit leaves the chain", e->control);
		model_clock(m);
		expect(bench_get(m, "s") == 0, "s is not cleared", word);
	}
	bench_set(m, "load", 0);
	e->control = word;
	e->s = false;
}

static void try_word(struct model *m, struct element *e, uint16_t word)
{
	shift_word(m, e, word);
	for (unsigned clock = 0; clock < CLOCKS_OF_WORD; clock++) {
		unsigned in = bench_draw(16);
		bool step = bench_draw(2);

		bench_set(m, "in", in);
		bench_set(m, "step", step);
		model_clock(m);
		clock_element(e, in, step);
		expect(bench_get(m, "out") == e->out, "a wrong value on a side", word);
		expect(bench_get(m, "s") == e->s, "a wrong value of s", word);
	}
}

static void test_words(void)
{
	static const struct verilate_port ports[] = {
		{ "load", 1, false }, { "step", 1, false }, { "chain_in", 1, false }, { "chain_out", 1, true },
		{ "in", 4, false }, { "out", 4, true }, { "s", 1, true },
	};
	struct model *m = bench_open("element", "element", NULL, ports, COUNT(ports));
	struct element e = { 0 };

	model_clock(m);
	expect(bench_get(m, "s") == 0 && bench_get(m, "out") == 0, "an element is not idle at first", 0);
	for (unsigned word = 0; word < 1u << 16; word++)
		try_word(m, &e, (uint16_t)word);
	model_close(m);
}

/* ---- Configurations ---- */

/* A configuration as the paper's element has them: each side is an input, an output or idle; each input is read;
 * without inversion and latch. The sides, and the operands of a gate that is read, tell which one it is; -1: none. */
static int configuration(uint16_t control)
{
	unsigned read = 0, sent = 0, gate = 0, x = element_operand(control, 0), y = element_operand(control, 1);

	for (unsigned k = 0; k < SIDES; k++) {
		unsigned choice = element_choice(control, k);

		if (choice > CHOICE_GATE)
			return -1;
		sent |= (choice != CHOICE_NOTHING) << k;
		gate |= choice == CHOICE_GATE;
		if (choice != CHOICE_NOTHING && choice != CHOICE_GATE)
			read |= 1u << element_from(k, choice);
	}
	if (gate && x >= y)
		return -1;			/* one operand twice; or the operands in the other order */
	if (gate)
		read |= 1u << x | 1u << y;
	return read & sent ? -1 : gate ? control : control & 0xfff;
}

static void count_configurations(void)
{
	static bool found[1u << 16];
	unsigned gates = 0, wires = 0;

	for (unsigned word = 0; word < 1u << 16; word++) {
		int which = configuration((uint16_t)word);

		if (which >= 0)
			found[which] = true;
	}
	for (unsigned which = 0; which < 1u << 16; which++) {
		bool gate = false;

		for (unsigned k = 0; k < SIDES; k++)
			gate = gate || element_choice((uint16_t)which, k) == CHOICE_GATE;
		gates += found[which] && gate;
		wires += found[which] && !gate;
	}
	printf("%u configurations with a gate, %u without\n", gates, wires);
	expect(wires == 41 && gates + wires == 83, "not 83 configurations, 41 of them without a gate", gates + wires);
}

/* ---- Settings that change with every clock ---- */

enum { CYCLES = 16, WORD_BITS = 40, VERTEX = 2, VERTEX_BANK = 5 + 3 * VERTEX };

static const char vertex[] =
	"module vertex (input wire clk, input wire start, input wire write, input wire [4:0] bank, input wire [3:0] address,\n"
	"               input wire [31:0] data, output wire [39:0] settings);\n"
	"    cyclic_settings #(.WIDTH(40), .CYCLE_BITS(4), .BANK_BITS(5), .INDEX_BITS(2), .FIRST(5), .STRIDE(3)) inner\n"
	"        (.clk(clk), .start(start), .index(2'd2), .write(write), .bank(bank), .address(address), .data(data),\n"
	"         .settings(settings));\n"
	"endmodule\n";

/* Any bank may be written; two of them are the vertex's own. */
static void write_banks(struct model *m, uint64_t *word)
{
	bench_set(m, "write", 1);
	for (unsigned k = 0; k < 400; k++) {
		unsigned bank = k < 200 ? bench_draw(32) : VERTEX_BANK + k % 2, address = k % CYCLES;
		uint64_t data = bench_draw(1u << 31) * 2 + bench_draw(2);

		bench_set(m, "bank", bank);
		bench_set(m, "address", address);
		bench_set(m, "data", data);
		model_clock(m);
		if (bank == VERTEX_BANK)
			word[address] = (word[address] & ~UINT64_C(0xffffffff)) | (data & 0xffffffff);
		if (bank == VERTEX_BANK + 1)
			word[address] = (word[address] & 0xffffffff) | (data & 0xff) << 32;
	}
	bench_set(m, "write", 0);
	/* Data without `write`. */
	bench_set(m, "bank", VERTEX_BANK);
	bench_set(m, "data", 0);
	model_clock(m);
}

static void test_settings(void)
{
	static const struct verilate_port ports[] = {
		{ "start", 1, false }, { "write", 1, false }, { "bank", 5, false }, { "address", 4, false }, { "data", 32, false },
		{ "settings", 40, true },
	};
	struct model *m = bench_open("cyclic_settings", "vertex", vertex, ports, COUNT(ports));
	uint64_t word[CYCLES] = { 0 };
	unsigned until = 0, cycle = 0, read = CYCLES;	/* read: the cycle of a clock ago */

	for (unsigned t = 0; t < 4000; t++) {
		bool begins = until == 0;

		if (t % 1000 == 500) {
			write_banks(m, word);
			begins = true;
			read = CYCLES;
		}
		bench_set(m, "start", begins);
		model_clock(m);
		until = begins ? bench_draw(t < 1000 ? 2 : CYCLES) : until - 1;
		cycle = begins ? 0 : cycle + 1;
		if (read < CYCLES)
			expect(bench_get(m, "settings") == word[read], "wrong settings", t);
		read = cycle;
	}
	model_close(m);
}

/* ---- Steps ---- */

enum { MANY = 1000 };

struct steps {
	unsigned last_cycle, last_clock;
	unsigned since_take, since_start;	/* clocks; MANY: not known */
	bool early;				/* in the clock before */
	bool running;				/* a step has been taken and has not ended */
	unsigned idle;				/* clocks in which a step might have begun and has not */
	unsigned ended, cut;
};

static void write_timer(struct model *m, struct steps *s)
{
	bench_set(m, "run", 0);
	bench_set(m, "configure", 0);
	for (unsigned clock = 0; clock < 100; clock++)
		model_clock(m);
	s->last_cycle = bench_draw(16);
	s->last_clock = 3 + bench_draw(bench_draw(2) ? 4 : 60);
	bench_set(m, "settings_write", 1);
	for (unsigned bank = 0; bank < 4; bank++) {
		bench_set(m, "settings_bank", bank);
		bench_set(m, "settings_data", bank == 0 ? s->last_cycle : bank == 1 ? s->last_clock : 0);
		model_clock(m);
	}
	bench_set(m, "settings_write", 0);
	for (unsigned clock = 0; clock < 40; clock++)
		model_clock(m);
	s->running = false;
	s->idle = 0;
	s->since_start = MANY;
	s->early = false;
}

/* A strobe comes last_cycle + 1 clocks after another one; or earlier, if a step is taken in the next clock. */
static void check_strobe(struct steps *s, bool start, bool take, bool configure, unsigned t)
{
	unsigned pass = s->last_cycle + 1;

	expect(!s->early || take || configure, "a pass begins early without a step", t);
	if (s->since_start < MANY)
		expect(start || s->since_start < pass, "a pass does not begin", t);
	s->early = start && s->since_start < pass && !configure;
	s->since_start = start ? 1 : s->since_start < MANY ? s->since_start + 1 : MANY;
}

static void check_timer(struct model *m, struct steps *s, bool run, bool configure, unsigned t)
{
	bool take = bench_get(m, "take"), step = bench_get(m, "step"), start = bench_get(m, "start");

	expect(!configure || (!take && !step), "a step begins or ends while the device is configured", t);
	expect(bench_get(m, "load") == configure, "load is not configure", t);
	expect(step == (s->running && s->since_take == s->last_clock + 1 && !configure), "a step has a wrong length", t);
	expect(!take || !s->running || step, "a step begins within another one", t);
	expect(!take || s->since_start == 1, "no pass begins with a step", t);
	check_strobe(s, start, take, configure, t);
	s->cut += s->running && configure;
	s->ended += step;
	s->running = !configure && (take || (s->running && !step));
	s->idle = run && !configure && !s->running ? s->idle + 1 : 0;
	expect(s->idle < 8, "no step begins", t);
	s->since_take = take ? 1 : s->since_take + 1;
}

static void test_timer(void)
{
	static const struct verilate_port ports[] = {
		{ "rst", 1, false }, { "run", 1, false }, { "configure", 1, false }, { "settings_write", 1, false },
		{ "settings_bank", 6, false }, { "settings_data", 32, false }, { "load", 1, true }, { "start", 1, true },
		{ "take", 1, true }, { "step", 1, true },
	};
	struct model *m = bench_open("step_timer", "step_timer", NULL, ports, COUNT(ports));
	struct steps s = { 0 };
	bool run = false;

	model_reset(m, 3);
	for (unsigned t = 0; t < 20000; t++) {
		bool configure = t % 1000 > 500 && bench_draw(40) == 0;

		if (t % 500 == 0)
			write_timer(m, &s);
		run = bench_draw(20) == 0 ? bench_draw(2) : run;
		bench_set(m, "run", run);
		bench_set(m, "configure", configure);
		model_eval(m);
		check_timer(m, &s, run, configure, t);
		model_clock(m);
	}
	expect(s.ended > 300 && s.cut > 50, "hardly any step ends", s.ended);
	model_close(m);
}

int main(void)
{
	count_configurations();
	test_words();
	test_settings();
	test_timer();
	return bench_end("element");
}
