/* self_test.c: the application that tests its network, round after round, and tells of each on its serial line.
 *
 * Everything in it that thinks is in rtl-templates/self_test_*.v. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fpga/application.h"
#include "fpga/board_top.h"
#include "fpga/self_test.h"
#include "network/machine.h"

enum { PHASE_BITS = 20, LONGEST_NAME = 32 };

static unsigned bits_for(unsigned long value)
{
	unsigned bits = 0;

	while (value >> bits)
		bits++;
	return bits;
}

static const struct self_test *self_test_of(const struct board_top *top)
{
	return top->net->spec->machine->self_test;
}

unsigned long self_test_steps(const struct board_top *top)
{
	return (1ul << top->step_bits) - 1;
}

unsigned long self_test_messages(const struct board_top *top)
{
	return self_test_of(top)->expected(top);
}

/* Bits of a count: whole hexadecimal digits, and the top bit is never needed. */
static unsigned count_bits(const struct board_top *top)
{
	return (bits_for(self_test_messages(top)) + 1 + 3) / 4 * 4;
}

/* Eight slots without an event, and the time an event takes past all leaves, mean that there are none. */
static unsigned quiet_bits(const struct board_top *top)
{
	return bits_for(8 * self_test_of(top)->slot(top) + 4ul * top->net->spec->leaves);
}

char *self_test_line(const struct board_top *top, unsigned long round)
{
	int digits = (int)count_bits(top) / 4;
	unsigned long messages = self_test_messages(top);
	char digest[17];

	spec_digest(top->net->spec, digest);
	return format_string("%.*s %s round %04lx sent %0*lx delivered %0*lx wrong %0*x passed", LONGEST_NAME, top->net->spec->name,
			     digest, round, digits, messages, digits, messages, digits, 0u);
}

const char *self_test_unit(const struct board_top *top)
{
	return self_test_of(top)->unit;
}

/* The PLL locks and the reset ends, both soon, then all must be quiet once. */
uint64_t self_test_clocks_to_start(const struct board_top *top)
{
	return 1000 + (2ull << quiet_bits(top));
}

/* Quiet once when all is delivered, and once more before it is judged. */
uint64_t self_test_clocks_of_round(const struct board_top *top)
{
	return (uint64_t)self_test_messages(top) * self_test_of(top)->slot(top) + (4ull << quiet_bits(top));
}

/* One line of the report, as the items of a Verilog concatenation; *length: characters. */
static void print_line(const struct board_top *top, const char *verdict, struct text *out, unsigned *length)
{
	static const char *const labels[] = { " round ", " sent ", " delivered ", " wrong " };
	unsigned digits[] = { 4, count_bits(top) / 4, count_bits(top) / 4, count_bits(top) / 4 }, digit = 0;
	char digest[17];

	spec_digest(top->net->spec, digest);
	text_print(out, "{\"%.*s %s", LONGEST_NAME, top->net->spec->name, digest);
	*length = (unsigned)out->length - 2;
	for (unsigned i = 0; i < 4; i++) {
		text_print(out, "%s\"", labels[i]);
		*length += (unsigned)strlen(labels[i]) + digits[i];
		for (unsigned d = 0; d < digits[i]; d++)
			text_print(out, ", 8'h%x", 0x80 + digit++);
		text_add(out, ", \"");
	}
	text_print(out, " %s\", 16'h0d0a}", verdict);
	*length += 1 + (unsigned)strlen(verdict) + 2;
}

static void print_self_test(const struct board_top *top, struct text *out)
{
	const struct self_test *self_test = self_test_of(top);
	const struct module *m = application_network(top);
	struct text good = {0}, bad = {0};
	unsigned length;

	print_line(top, "passed", &good, &length);
	print_line(top, "failed", &bad, &length);
	text_print(out, "\n    %s #(\n", self_test->template);
	self_test->parameters(top, out);
	if (self_test->in_steps)
		application_parameter(out, "STEP_BITS", top->step_bits);
	application_parameter(out, "COUNT_BITS", count_bits(top));
	application_parameter(out, "QUIET_BITS", quiet_bits(top));
	application_parameter(out, "LENGTH", length);
	text_print(out, "        .LINE_GOOD(%s),\n        .LINE_BAD(%s),\n", good.bytes, bad.bytes);
	application_parameter(out, "PHASE_BITS", PHASE_BITS);
	text_print(out, "        .STEP(%.0f)         // %u baud\n    ) self_test (\n"
		   "        .clk(clk),\n        .rst(rst),\n",
		   round(ldexp(top->baud / (top->pll->output_mhz * 1e6), PHASE_BITS)), top->baud);
	for (size_t i = 0; i < m->net_count; i++)
		if (application_joins(&m->net[i]))
			application_port(top, &m->net[i], false, out);
	text_add(out, "        .running(running),\n        .passed(passed),\n        .failed(failed),\n"
		 "        .tx(tx)\n    );\n\n");
	text_free(&good);
	text_free(&bad);
}

static bool check(const struct network *net, const struct board *board)
{
	const struct spec *spec = net->spec;

	(void)board;			/* its lights tell what its serial line would */
	if (spec->machine->self_test)
		return spec->machine->self_test->check(net);
	machine_lacks(spec, "self test");
	return false;
}

static const char *const *templates(const struct board_top *top)
{
	return self_test_of(top)->templates;
}

const struct application self_test_application = {
	.told = "its self test",
	.serial = "After each round one line on uart_tx tells its number, the messages sent, delivered and wrong "
		  "(all\n// hexadecimal), and the verdict.",
	.check = check,
	.print = print_self_test,
	.templates = templates,
};
