/* self_test.c: the self test of a hypertree: all nodes send to all. See rtl-templates/board/self_test_tree.v. */
#include "fpga/application.h"
#include "fpga/board_top.h"
#include "fpga/self_test.h"
#include "machines/hypertree/hypertree.h"

/* The packet that has come farthest is at the head of a queue with room behind it. It has a frame for each link of the
 * longest way, and waits at each for two groups of other queues at most (node.h). */
static unsigned long slot(const struct board_top *top)
{
	struct hypertree *h = hypertree_of(top->net->spec);
	unsigned long links = 2 * h->levels + 1, frames = links * 2 * hypertree_queues(h);

	hypertree_free(h);
	return frames * top->net->slot_clocks;
}

static void add_parameters(const struct board_top *top, struct instance *i)
{
	const struct network *net = top->net;

	PARAMETERS(i, { "LEAVES", net->ends }, { "FIRST_LABEL", net->spec->machine->first_end },
		   { "LABEL_BITS", net->label_bits }, { "DEST_BITS", network_tdest_bits(net) },
		   { "PAYLOAD", net->spec->payload_bits });
}

static unsigned judges(const struct spec *spec)
{
	return hypertree_parameters(spec)->nodes;
}

const struct self_test hypertree_self_test = {
	.template = "self_test_tree",
	.unit = "messages",
	.in_steps = true,
	.check = self_test_needs_messages,
	.expected = self_test_all_messages,
	.slot = slot,
	.parameters = add_parameters,
	.judges = judges,
	.share = 1,
};
