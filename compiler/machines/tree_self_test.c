/* tree_self_test.c: the self test of a tree whose leaves send messages: all leaves send to all. See
 * rtl-templates/board/self_test_tree.v. */
#include <stdlib.h>

#include "fpga/application.h"
#include "fpga/board_top.h"
#include "fpga/self_test.h"
#include "machines/tree.h"

/* A frame slot: no switch loses every message. */
static unsigned long slot(const struct board_top *top)
{
	return 2ul * (top->net->latency + top->net->route_bits) + top->net->spec->payload_bits +
	       4 * top->net->label_bits + 128;
}

/* Adds the labels of a tree with a digit whose number of values is no power of two. */
static void add_labels(const struct board_top *top, struct instance *i)
{
	const struct network *net = top->net;
	unsigned long tops = 0;
	unsigned at = net->label_bits, leaves = net->spec->leaves;
	unsigned *labels = allocate_array(leaves, sizeof *labels);

	for (unsigned leaf = 0; leaf < leaves; leaf++)
		labels[leaf] = network_label(net, leaf);
	for (const struct subtree *tree = network_root(net); tree->node; at -= tree->digit_bits, tree = tree->child[0])
		if (tree->digit_bits > 0)
			tops |= 1ul << (at - 1);
	instance_long_parameter(i, "LABELS", packed_digits(labels, leaves, net->label_bits), leaves * net->label_bits);
	free(labels);
	instance_parameter(i, "TOPS", tops);
}

static void add_dead(const struct network *net, struct instance *i)
{
	unsigned *dead = allocate_array(net->spec->leaves, sizeof *dead);

	for (unsigned leaf = 0; leaf < net->spec->leaves; leaf++)
		dead[leaf] = net->dead_ends[leaf];
	instance_long_parameter(i, "DEAD", packed_digits(dead, net->spec->leaves, 1), net->spec->leaves);
	free(dead);
}

static unsigned long expected(const struct board_top *top)
{
	return self_test_steps(top) * (top->net->dead_ends ? top->net->living_ends : top->net->spec->leaves);
}

void tree_add_parameters(const struct board_top *top, struct instance *i)
{
	const struct network *net = top->net;

	PARAMETERS(i, { "LEAVES", net->spec->leaves }, { "LABEL_BITS", net->label_bits });
	if (network_label(net, net->spec->leaves - 1) != net->spec->leaves - 1)
		add_labels(top, i);
	if (net->dead_ends)
		add_dead(net, i);
	PARAMETERS(i, { "DEST_BITS", network_tdest_bits(net) }, { "PAYLOAD", net->spec->payload_bits });
}

unsigned tree_judges(const struct spec *spec)
{
	return spec->leaves;
}

const struct self_test tree_self_test = {
	.template = "self_test_tree",
	.unit = "messages",
	.in_steps = true,
	.check = self_test_needs_messages,
	.expected = expected,
	.slot = slot,
	.parameters = tree_add_parameters,
	.judges = tree_judges,
	.share = 1,
};
