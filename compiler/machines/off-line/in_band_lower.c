/* in_band_lower.c: the module of a node of heads. */
#include "lower/tree.h"
#include "machines/binary_node.h"
#include "machines/in_band.h"
#include "machines/off-line/off_line.h"
#include "util/text.h"

/* Node and its module. */
struct banded {
	struct design *design;
	struct module *m;
	const struct node *node;
	const struct heads *heads;
	struct bits clear[64];		/* by the number of a clear */
};

static char *node_purpose(const struct node *node)
{
	return format_string(
		"A switching node of level %u: %u + %u wires below, %u above, each way. Messages bring its settings.\n"
		"Up: %u clocks. Down: %u clocks.\n",
		node->level, node->child_wires[0], node->child_wires[1], node->parent_wires, node->up_latency,
		node->down_latency);
}

/* One of the two strobes: it clears the heads behind each stage a clock after those of the stage before, and goes on. */
static void add_strobe(struct banded *b, bool up, bool goes_on)
{
	struct in_band_clears clears = in_band_clears(b->node);
	unsigned first = up ? 0 : clears.up, count = up ? clears.up : clears.down;
	unsigned latency = up ? b->node->up_latency : b->node->down_latency, last = goes_on ? latency : 0;
	struct module *m = b->m;

	for (unsigned t = 0; t < count; t++)
		if (heads_clears(b->heads, first + t, 1) && t > last)
			last = t;
	if (!goes_on && !heads_clears(b->heads, first, count))
		return;
	int in = up ? module_input(m, "start", 1, "with the first start bit that may come from below, a clock ahead: ends messages")
		    : module_input(m, "fall", 1, "likewise, from above and at the turns");
	struct strobe s = strobe_make(m, in, up ? "started" : "fallen", last, false);

	for (unsigned t = 0; t < count; t++)
		if (heads_clears(b->heads, first + t, 1))
			b->clear[first + t] = strobe_after(&s, t);
	if (goes_on)
		module_assign(m, bits_of(module_output(m, up ? "start_out" : "fall_out", 1, up ? "the same, on parent_out" :
						       "the same, to the children"), 0, 1),
			      expression_of(strobe_after(&s, latency)));
}

static void add_ways(struct banded *b, bool resets)
{
	const struct node *node = b->node;
	struct module *m = b->m;
	struct bits in = { 0 }, out = { 0 };
	int parent_out = node->parent_wires > 0 ? module_output(m, "parent_out", node->parent_wires, NULL) : -1;

	if (parent_out >= 0)
		bits_append(&out, bits_whole(m, parent_out));
	for (unsigned side = 0; side < 2; side++) {
		unsigned width = node->child_wires[side];

		if (width == 0)
			continue;
		bits_append(&in, bits_whole(m, module_input(m, tree_side_ports[side][0], width, NULL)));
		bits_append(&out, bits_whole(m, module_output(m, tree_side_ports[side][1], width, NULL)));
	}
	if (node->parent_wires > 0)
		bits_append(&in, bits_whole(m, module_input(m, "parent_in", node->parent_wires, NULL)));
	heads_lower(b->heads, m, b->design, in, out, b->clear, resets);
}

const char *in_band_lower_node(struct design *d, const struct network *net, const struct node *node)
{
	char *name = binary_node_name(net, node);
	const struct module *made = design_find(d, name);

	if (made) {
		free(name);
		return made->name;
	}
	struct heads *h = off_line_heads(node);
	struct banded b = { d, design_add(d, name, node_purpose(node)), node, h, { { 0 } } };

	module_clock(b.m);
	add_strobe(&b, true, node->parent_wires > 0);
	add_strobe(&b, false, in_band_falls_below(net, node));
	add_ways(&b, in_band_resets(net));
	for (unsigned i = 0; i < sizeof b.clear / sizeof *b.clear; i++)
		free(b.clear[i].slice);
	heads_free(h);
	return b.m->name;
}
