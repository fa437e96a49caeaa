/* clock_harness.c: the application that measures the clock of its network, and no more. See rtl-templates/board/clock_harness.v. */
#include "fpga/application.h"
#include "fpga/board_top.h"
#include "leaves/leaf.h"

static bool check(const struct network *net, const struct board *board)
{
	(void)board;
	return application_check_clocks(net->spec, &clock_harness_application) && require_speech(net->spec, LEAF_SPEAKS_MESSAGES, "the harness that measures a clock");
}

static void add_clock_harness(const struct board_top *top, struct module *m, struct design *d)
{
	struct instance *i = module_instance(m, d, "clock_harness", 1, "harness");

	PARAMETERS(i, { "LEAVES", top->net->spec->leaves }, { "DEST_BITS", network_tdest_bits(top->net) },
		   { "PAYLOAD", top->net->spec->payload_bits });
	application_connect(top, m, false);
}

const struct application clock_harness_application = {
	.told = "a harness that measures its clock",
	.name = "clock harness",
	.serial = "It carries nothing of meaning.",
	.joins = application_joins,
	.check = check,
	.add = add_clock_harness,
};
