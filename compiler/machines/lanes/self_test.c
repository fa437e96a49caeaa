/* self_test.c: the self test of a network of lanes: all leaves send to all. See rtl-templates/self_test_tree.v. */
#include "fpga/application.h"
#include "fpga/board_top.h"
#include "fpga/self_test.h"
#include "machines/lanes/lanes.h"
#include "machines/tree.h"

/* Every combination of favors comes within 2^state_bits slots, and with one of them any word wins everywhere. */
static unsigned long slot(const struct board_top *top)
{
	struct lane_shape s = lane_shape(top->net->spec);

	return ((1ul << s.state_bits) + 4) * s.slot;
}

static void add_parameters(const struct board_top *top, struct instance *i)
{
	const struct network *net = top->net;

	PARAMETERS(i, { "LEAVES", net->ends }, { "LABEL_BITS", net->label_bits }, { "DEST_BITS", network_tdest_bits(net) },
		   { "PAYLOAD", net->spec->payload_bits });
}

const struct self_test lanes_self_test = {
	.template = "self_test_tree",
	.unit = "messages",
	.in_steps = true,
	.check = self_test_needs_messages,
	.expected = self_test_all_messages,
	.slot = slot,
	.parameters = add_parameters,
	.judges = tree_judges,
	.share = 1,
};
