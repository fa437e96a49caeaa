/* self_test.c: the self test of a rotor: all leaves send to all. See rtl-templates/board/self_test_tree.v. */
#include "fpga/application.h"
#include "fpga/board_top.h"
#include "fpga/self_test.h"
#include "machines/rotor/rotor.h"
#include "machines/tree.h"

/* No word waits longer to be taken, and then behind at most a queue of others. */
static unsigned long slot(const struct board_top *top)
{
	struct rotor_shape s = rotor_shape(top->net->spec);

	return rotor_longest_wait(&s) + ((unsigned long)s.period << s.queue_bits) + rotor_shortest_clocks(&s) + s.bins;
}

const struct self_test rotor_self_test = {
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
