/* self_test.c: the application that tests its network in rounds, and reports each round on its serial line.
 *
 * All logic is in rtl-templates/board/self_test_*.v. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "fpga/application.h"
#include "fpga/board_top.h"
#include "fpga/fit.h"
#include "fpga/self_test.h"
#include "leaves/leaf.h"
#include "network/machine.h"

enum {
	PHASE_BITS = 20,		/* as in self_test_judge.v */
	LONGEST_NAME = 32,
};

static const struct self_test *self_test_of(const struct board_top *top)
{
	return top->net->spec->machine->board.self_test;
}

unsigned long self_test_steps(const struct board_top *top)
{
	return (1ul << top->step_bits) - 1;
}

bool self_test_needs_messages(const struct network *net)
{
	return require_speech(net->spec, LEAF_SPEAKS_MESSAGES, "the self test of a board");
}

unsigned long self_test_all_messages(const struct board_top *top)
{
	return self_test_steps(top) * top->net->spec->leaves;
}

unsigned long self_test_rams(const struct family *family)
{
	return family->text_in_luts ? 0 : 1;
}

unsigned long self_test_messages(const struct board_top *top)
{
	return self_test_of(top)->expected(top);
}

/* Bits of a count: whole hexadecimal digits, with the top bit always 0. */
static unsigned count_bits(const struct board_top *top)
{
	return (bit_length(self_test_messages(top)) + 1 + 3) / 4 * 4;
}

/* Silence means that nothing is left: eight slots, and the time in which an event passes all leaves. */
static unsigned quiet_bits(const struct board_top *top)
{
	return bit_length(8 * self_test_of(top)->slot(top) + 4ul * top->net->spec->leaves);
}

static char *name_in_line(const struct board_top *top)
{
	char digest[17];

	spec_digest(top->net->spec, digest);
	return format_string("%.*s %s", LONGEST_NAME, top->net->spec->name, digest);
}

char *self_test_line(const struct board_top *top, unsigned long round)
{
	int digits = (int)count_bits(top) / 4;
	unsigned long messages = self_test_messages(top);
	char *name = name_in_line(top), *line;

	line = format_string("%s round %04lx sent %0*lx delivered %0*lx wrong %0*x passed", name, round, digits,
			     messages, digits, messages, digits, 0u);
	free(name);
	return line;
}

const char *self_test_unit(const struct board_top *top)
{
	return self_test_of(top)->unit;
}

/* The PLL locks and the reset ends, both soon; then one silence. */
uint64_t self_test_clocks_to_start(const struct board_top *top)
{
	return 1000 + board_top_reset_clocks(top) + (2ull << quiet_bits(top));
}

/* A silence when all is delivered, and another before the verdict. */
uint64_t self_test_clocks_of_round(const struct board_top *top)
{
	return (uint64_t)self_test_messages(top) * self_test_of(top)->slot(top) + (4ull << quiet_bits(top));
}

static void add_self_test(const struct board_top *top, struct module *m, struct design *d)
{
	const struct self_test *self_test = self_test_of(top);
	struct instance *i = module_instance(m, d, self_test->template, 1, "self_test");
	char *name = name_in_line(top);

	i->comment = format_string("%u baud", top->baud);
	self_test->parameters(top, i);
	if (self_test->in_steps)
		instance_parameter(i, "STEP_BITS", top->step_bits);
	instance_parameter(i, "COUNT_BITS", count_bits(top));
	instance_parameter(i, "QUIET_BITS", quiet_bits(top));
	instance_parameter(i, "NAME_LENGTH", strlen(name));
	instance_string_parameter(i, "NAME", name);
	double step = ldexp(top->baud / (top->pll->output_mhz * 1e6), PHASE_BITS);
	instance_parameter(i, "STEP", (unsigned long)round(step));
	application_connect(top, m, false);
	free(name);
}

static bool check(const struct network *net, const struct board *board)
{
	const struct spec *spec = net->spec;

	(void)board;			/* its lights show the result that its serial line would report */
	if (!application_check_clocks(spec, &self_test_application))
		return false;
	if (spec->machine->board.self_test)
		return !spec->machine->board.self_test->check || spec->machine->board.self_test->check(net);
	return machine_lacks(spec, "self test");
}

/* The self test, the reset and the serial line, as measured (docs/how-to/boards.md). The fixed part keeps the report's
 * text in a block RAM on an iCE40, in LUTs on an ECP5. Each leaf adds a generator and a checker, whose size is in
 * proportion to a message leaf's, but for their LUTs on an ECP5. */
static void add_need(struct need *need, const struct spec *spec, const struct board *board)
{
	const struct self_test *self_test = spec->machine->board.self_test;
	const struct family *family = device_family(board->device);
	double all = self_test->judges(spec), leaves = all * self_test->share, judged = 0.4 * spec->payload_bits;

	need->lut4 += family->text_in_luts ? 465 + all * (34 + judged) : 240 + leaves * (58 + judged);
	need->ff += 200 + leaves * (50 + judged);
	need->cells += 320 + leaves * (48 + judged);
	need->ram += (double)self_test_rams(family);
}

const struct application self_test_application = {
	.told = "its self test",
	.name = "self test",
	.serial = "After each round one line on uart_tx gives its number, the messages sent, delivered and wrong "
		  "(all\nhexadecimal), and the verdict.",
	.judged = JUDGED_BY_ITSELF,
	.joins = application_joins,
	.add_need = add_need,
	.check = check,
	.add = add_self_test,
};
