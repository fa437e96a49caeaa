/* self_test.c: the self test of a sorter: sets of random words. See rtl-templates/board/self_test_sorter.v. */
#include "fpga/application.h"
#include "fpga/board_top.h"
#include "fpga/self_test.h"
#include "machines/sorter/sorter.h"

static unsigned long slot(const struct board_top *top)
{
	return top->net->sorter->latency + sorter_parameters(top->net->spec)->serial.key_bits + top->net->spec->payload_bits +
	       64;
}

static void add_parameters(const struct board_top *top, struct instance *i)
{
	instance_parameter(i, "WIRES", sorter_parameters(top->net->spec)->wires);
	instance_parameter(i, "WORD", sorter_parameters(top->net->spec)->serial.key_bits + top->net->spec->payload_bits);
}

static unsigned judges(const struct spec *spec)
{
	return sorter_parameters(spec)->wires;
}

const struct self_test sorter_self_test = {
	.template = "self_test_sorter",
	.unit = "sets of words",
	.in_steps = true,
	.expected = self_test_steps,
	.slot = slot,
	.parameters = add_parameters,
	.judges = judges,
	.share = 0.5,
};
