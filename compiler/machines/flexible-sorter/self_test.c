/* self_test.c: the self test of a flexible sorter: batches of random words. See rtl-templates/board/self_test_flexible.v. */
#include "fpga/application.h"
#include "fpga/board_top.h"
#include "fpga/self_test.h"
#include "machines/flexible-sorter/flexible_sorter.h"
#include "util/number.h"

enum {
	ROUND_CLOCKS = 1 << 23,		/* about so many clocks in a round: long batches make fewer of them */
	LEAST_STEP_BITS = 6,
};

/* Of a full batch whose waves come without pauses. */
static unsigned long batch_clocks(const struct board_top *top)
{
	struct flexible_shape s = flexible_shape(top->net->spec);
	struct flexible_moves m = flexible_moves_make(s.lines, s.lines * s.columns);
	unsigned long clocks = flexible_batch_clocks(&s, &m, s.lines * s.columns);

	flexible_moves_free(&m);
	return clocks;
}

static unsigned step_bits(const struct board_top *top)
{
	unsigned bits = LEAST_STEP_BITS;

	while (bits < top->step_bits && batch_clocks(top) << (bits + 1) <= ROUND_CLOCKS)
		bits++;
	return bits;
}

static unsigned long expected(const struct board_top *top)
{
	return (1ul << step_bits(top)) - 1;
}

/* Chance lets a wave wait, on its way in or out. */
static unsigned long slot(const struct board_top *top)
{
	return batch_clocks(top) + 16 * flexible_shape(top->net->spec).columns + 128;
}

static void add_parameters(const struct board_top *top, struct instance *i)
{
	struct flexible_shape s = flexible_shape(top->net->spec);

	instance_parameter(i, "LINES", s.lines);
	instance_parameter(i, "WAVES", s.columns);
	instance_parameter(i, "WORD", s.word_bits - 1);
	instance_parameter(i, "STEP_BITS", step_bits(top));
}

static unsigned judges(const struct spec *spec)
{
	return flexible_parameters(spec)->lines;
}

const struct self_test flexible_self_test = {
	.template = "self_test_flexible",
	.unit = "batches of words",
	.expected = expected,
	.slot = slot,
	.parameters = add_parameters,
	.judges = judges,
	.share = 0.8,
};
