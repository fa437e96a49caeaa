/* self_test.c: the self test of a network of lanes: all leaves send to all. See rtl-templates/board/self_test_tree.v. */
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

const struct self_test lanes_self_test = {
	.template = "self_test_tree",
	.unit = "messages",
	.in_steps = true,
	.check = self_test_needs_messages,
	.expected = self_test_all_messages,
	.slot = slot,
	.parameters = tree_add_parameters,
	.judges = tree_judges,
	.share = 1,
};
