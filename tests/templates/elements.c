/* elements.c: each small template against the promises of its header. */
#include "bench.h"

enum { CLOCKS = 4000, LONGEST = 64 };

/* What passed on the way, newest last. */
static uint8_t past_a[CLOCKS + 1], past_b[CLOCKS + 1];

/* Between strobes every output follows the input it was given by the decision, one clock late. */
static void test_exchange(void)
{
	static const struct verilate_port ports[] = { { "start", 1, false }, { "odd", 1, false }, { "a", 1, false },
						      { "b", 1, false }, { "first", 1, true }, { "second", 1, true } };
	struct model *m = bench_open("exchange", "exchange", NULL, ports, COUNT(ports));
	bool decided = false, straight = false;

	for (unsigned t = 0; t < CLOCKS; t++) {
		bool start = bench_draw(8) == 0, odd = bench_draw(2);

		past_a[t] = (uint8_t)bench_draw(2);
		past_b[t] = (uint8_t)bench_draw(2);
		bench_set(m, "start", start);
		bench_set(m, "odd", odd);
		bench_set(m, "a", past_a[t]);
		bench_set(m, "b", past_b[t]);
		model_clock(m);
		if (start) {
			/* no message, or two: anything that loses none is right, but both ends must agree; so follow
			 * the promise: with odd = 0 a message alone leaves on first */
			straight = (past_a[t] == 1) != odd;
			decided = true;
		}
		if (!decided)
			continue;
		bench_expect(bench_get(m, "first") == (straight ? past_a[t] : past_b[t]), "wrong bit on first", t);
		bench_expect(bench_get(m, "second") == (straight ? past_b[t] : past_a[t]), "wrong bit on second", t);
		if (start && past_a[t] + past_b[t] == 1 && !odd)
			bench_expect(bench_get(m, "first") == 1, "a message alone is not on first", t);
	}
	model_close(m);
}

/* With its tie strobe (`now`: that is not known a clock ahead). A message alone goes on. Of two messages the random bit
 * in the clock of the strobe names one, which goes on from the bit behind M. */
static void test_choose(bool now)
{
	static const struct verilate_port ports[] = { { "soon", 1, false }, { "start", 1, false },
						      { "chance", 1, false }, { "after", 1, false }, { "a", 1, false },
						      { "b", 1, false }, { "first", 1, true } };
	char *around = format_string("module row (input wire clk, input wire soon, input wire start,\n"
				     "            input wire chance, input wire after, input wire a, input wire b,\n"
				     "            output wire first);\n"
				     "    wire favor;\n"
				     "    tie_strobe #(.NOW(%d)) ties (.clk(clk), .soon(soon), .start(start), "
				     ".chance(chance), .favor(favor));\n"
				     "    choose inner (.clk(clk), .start(start), .after(after), .favor(favor), .a(a), "
				     ".b(b), .first(first));\n"
				     "endmodule\n", now);
	char *path = template_path("tie_strobe.v");
	struct text other = { 0 };

	if (!read_file(path, 1 << 16, &other))
		exit(1);
	text_add(&other, around);
	struct model *m = bench_open("choose", "row", other.bytes, ports, COUNT(ports));
	unsigned until = 3, at = LONGEST, chosen[2] = { 0 };
	bool turned = false, a_leads = false;

	free(around);
	free(path);
	text_free(&other);
	for (unsigned t = 0; t < CLOCKS; t++) {
		bool start = t == until, soon = t + 1 == until, chance = bench_draw(2);

		past_a[t] = (uint8_t)bench_draw(2);
		past_b[t] = (uint8_t)bench_draw(2);
		bench_set(m, "start", start);
		bench_set(m, "soon", soon && !now);
		bench_set(m, "after", at == 0);
		bench_set(m, "chance", chance);
		bench_set(m, "a", past_a[t]);
		bench_set(m, "b", past_b[t]);
		model_clock(m);
		at++;
		if (start) {
			at = 0;
			until = t + 3 + bench_draw(9);
			turned = past_a[t] && past_b[t] && chance;
			a_leads = past_a[t] && !turned;
			bench_expect(bench_get(m, "first") == (past_a[t] | past_b[t]), "the M bit is lost", t);
			chosen[turned] += past_a[t] && past_b[t];
		} else if (t > 3) {
			bench_expect(bench_get(m, "first") == (a_leads ? past_a[t] : past_b[t]), "wrong bit", t);
		}
	}
	bench_expect(chosen[0] > 20 && chosen[1] > 20, "one of two messages hardly ever goes on", chosen[1]);
	model_close(m);
}

/* A message leaves one bit shorter on the port that its route bit names, and on no other. */
static void test_selector(void)
{
	static const struct verilate_port ports[] = { { "start", 1, false }, { "in", 1, false }, { "zero", 1, true },
						      { "one", 1, true } };
	struct model *m = bench_open("selector", "selector", NULL, ports, COUNT(ports));
	unsigned at = 1000;
	uint8_t bit[LONGEST] = { 0 };

	for (unsigned t = 0; t < CLOCKS; t++, at++) {
		if (at >= LONGEST || (at > 2 && bench_draw(12) == 0))
			at = 0;
		bit[at] = (uint8_t)bench_draw(2);
		bench_set(m, "in", bit[at]);
		bench_set(m, "start", at == 1);
		model_eval(m);
		if (at == 1) {
			bench_expect(bench_get(m, "zero") == (bit[0] && !bit[1]), "wrong new M bit on zero", t);
			bench_expect(bench_get(m, "one") == (bit[0] && bit[1]), "wrong new M bit on one", t);
		} else if (at > 1) {
			bench_expect(bench_get(m, "zero") == bit[at] && bench_get(m, "one") == bit[at],
				     "what follows is not passed on", t);
		}
		model_clock(m);
	}
	model_close(m);
}

/* Whole words: the smaller on first, the larger on second, for all pairs of short words and random long ones. */
static void test_compare(void)
{
	static const struct verilate_port ports[] = { { "start", 1, false }, { "a", 1, false }, { "b", 1, false },
						      { "first", 1, true }, { "second", 1, true } };
	struct model *m = bench_open("compare_exchange", "compare_exchange", NULL, ports, COUNT(ports));

	for (unsigned k = 0; k < 256 + 200; k++) {
		unsigned bits = k < 256 ? 4 : 1 + bench_draw(40);
		uint64_t a = k < 256 ? k & 15 : bench_draw(1u << 31) >> bench_draw(31), b = k < 256 ? k >> 4 : a;
		uint64_t first = 0, second = 0;

		if (k >= 256 && bench_draw(4))
			b ^= 1u << bench_draw(bits < 31 ? bits : 31);
		a &= (1ull << bits) - 1;
		b &= (1ull << bits) - 1;
		bench_set(m, "start", 1);
		bench_set(m, "a", bench_draw(2));
		bench_set(m, "b", bench_draw(2));
		model_clock(m);
		bench_set(m, "start", 0);
		for (unsigned i = bits; i-- > 0;) {
			bench_set(m, "a", a >> i & 1);
			bench_set(m, "b", b >> i & 1);
			model_eval(m);
			first = first << 1 | bench_get(m, "first");
			second = second << 1 | bench_get(m, "second");
			model_clock(m);
		}
		bench_expect(first == (a < b ? a : b) && second == (a < b ? b : a), "words are not in order", k);
	}
	model_close(m);
}

static void test_delay(unsigned width, unsigned depth, unsigned passes)
{
	struct verilate_port ports[] = { { "in", width, false }, { "out", width, true } };
	static uint64_t in[CLOCKS];
	char *around = format_string("module line (input wire clk, input wire [%u:0] in, output wire [%u:0] out);\n"
				     "    delay_line #(.WIDTH(%u), .DEPTH(%u), .PASSES(%u)) inner (.clk(clk), "
				     ".in(in), .out(out));\n"
				     "endmodule\n", width - 1, width - 1, width, depth, passes);
	struct model *m = bench_open("delay_line", "line", around, ports, COUNT(ports));

	free(around);
	for (unsigned t = 0; t < 500; t++) {
		in[t] = bench_draw(1u << width);
		bench_set(m, "in", in[t]);
		model_eval(m);
		if (t >= depth)
			bench_expect(bench_get(m, "out") == in[t - depth], "not what came in DEPTH clocks ago", t);
		model_clock(m);
	}
	model_close(m);
}

int main(void)
{
	test_exchange();
	test_choose(false);
	test_choose(true);
	test_selector();
	test_compare();
	test_delay(1, 1, 0);
	test_delay(3, 7, 0);
	test_delay(2, 5, 1);
	test_delay(5, 33, 1);
	test_delay(5, 33, 2);
	test_delay(1, 24, 2);
	test_delay(3, 22, 5);
	return bench_end("elements");
}
