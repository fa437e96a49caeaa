/* tree_self_test.c: what a board tests a tree with whose leaves send messages: all leaves send to all. See rtl-templates/self_test_tree.v. */
#include "fpga/application.h"
#include "fpga/board_top.h"
#include "fpga/self_test.h"
#include "leaves/leaf.h"
#include "machines/tree.h"

static bool check(const struct network *net)
{
	return require_speech(net->spec, LEAF_SPEAKS_MESSAGES, "the self test of a board");
}

static unsigned long expected(const struct board_top *top)
{
	return self_test_steps(top) * top->net->spec->leaves;
}

/* A frame slot: no switch loses all messages. */
static unsigned long slot(const struct board_top *top)
{
	return 2ul * (top->net->latency + top->net->route_bits) + top->net->spec->payload_bits + 4 * top->net->label_bits + 128;
}

/* Labels of a tree in which a digit has a number of values that is no power of two. */
static void add_labels(const struct board_top *top, struct text *out)
{
	const struct network *net = top->net;
	unsigned long tops = 0;
	unsigned at = net->label_bits;

	for (const struct subtree *tree = network_root(net); tree->node; at -= tree->digit_bits, tree = tree->child[0])
		if (tree->digit_bits > 0)
			tops |= 1ul << (at - 1);
	application_parameter(out, "GAPS", 1);
	text_print(out, "        .LABELS({");
	for (unsigned i = net->spec->leaves; i > 0; i--)
		text_print(out, "%u'd%u%s", net->label_bits, network_label(net, i - 1), i > 1 ? ", " : "}),\n");
	application_parameter(out, "LAST", network_label(net, net->spec->leaves - 1));
	application_parameter(out, "TOPS", tops);
}

static void add_parameters(const struct board_top *top, struct text *out)
{
	const struct network *net = top->net;

	application_parameter(out, "LEAVES", net->spec->leaves);
	application_parameter(out, "LABEL_BITS", net->label_bits);
	if (network_label(net, net->spec->leaves - 1) != net->spec->leaves - 1)
		add_labels(top, out);
	application_parameter(out, "DEST_BITS", network_tdest_bits(net));
	application_parameter(out, "PAYLOAD", net->spec->payload_bits);
}

static unsigned judges(const struct spec *spec)
{
	return spec->leaves;
}

const struct self_test tree_self_test = {
	.template = "self_test_tree",
	.templates = (const char *const []){ SELF_TEST_TEMPLATES, "self_test_tree", "self_test_leaf", NULL },
	.unit = "messages",
	.in_steps = true,
	.check = check,
	.expected = expected,
	.slot = slot,
	.parameters = add_parameters,
	.judges = judges,
	.share = 1,
};
