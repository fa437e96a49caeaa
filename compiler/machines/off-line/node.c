/* node.c: a node of settable concentrators, with the settings of the current cycle. */
#include "lower/tree.h"
#include "machines/binary_node.h"
#include "machines/off-line/off_line.h"
#include "util/text.h"

struct off_line_node {
	struct design *design;
	struct module *m;
	const struct network *net;
	const struct node *node;
	int in[2], out[2];			/* channels of the children; -1: no such child */
	int parent_in, parent_out;		/* -1 at the root */
	int settings;				/* the current ones; -1: none */
	unsigned used;				/* number of settings already connected */
};

static void add_node_ports(struct off_line_node *n)
{
	struct module *m = n->m;
	const struct node *node = n->node;

	if (node->settings > 0 || node->parent_wires > 0)
		module_clock(m);
	n->parent_in = n->parent_out = n->settings = -1;
	for (unsigned side = 0; side < 2; side++) {
		unsigned width = node->child_wires[side];

		n->in[side] = width > 0 ? module_input(m, tree_side_ports[side][0], width, NULL) : -1;
		n->out[side] = width > 0 ? module_output(m, tree_side_ports[side][1], width, NULL) : -1;
	}
	if (node->parent_wires > 0) {
		n->parent_out = module_output(m, "parent_out", node->parent_wires, NULL);
		n->parent_in = module_input(m, "parent_in", node->parent_wires, NULL);
	}
}

/* The strobe goes on to the parent and stores the settings. */
static void add_strobe(struct off_line_node *n)
{
	const struct node *node = n->node;
	struct module *m = n->m;

	if (node->settings == 0 && n->parent_out < 0)
		return;
	int start = module_input(m, "start", 1, "a clock before a cycle's M bits come from below");

	if (n->parent_out >= 0) {
		int out = module_output(m, "start_out", 1, "a clock before they are on parent_out");
		struct strobe s = strobe_make(m, start, "started", node->up_latency, false);

		module_assign(m, bits_of(out, 0, 1), expression_of(strobe_after(&s, node->up_latency)));
	}
	if (node->settings == 0)
		return;
	int next = module_input(m, "settings", node->settings,
				"of the cycle that begins: of the port up, to the left, to the right");
	struct instance *i = module_instance(m, n->design, "settings_register", 1, "settings_register");

	n->settings = module_net(m, "setting", node->settings);
	instance_parameter(i, "WIDTH", node->settings);
	instance_connect_clock(m, i);
	CONNECT(m, i, { "start", start }, { "next", next }, { "now", n->settings });
}

static void add_port(struct off_line_node *n, const struct node_port *port, struct bits in)
{
	unsigned settings = port->plan ? port->plan->settings : 0;

	node_add_port(n->design, n->m, port, in, "setting", bits_of(n->settings, n->used, settings));
	n->used += settings;
}

static struct bits child_wires(const struct off_line_node *n, unsigned side)
{
	return n->in[side] >= 0 ? bits_whole(n->m, n->in[side]) : (struct bits){ 0 };
}

static char *node_purpose(const struct node *node)
{
	return format_string(
		"A switching node of level %u: %u + %u wires below, %u above, each way; %u bits of settings.\n"
		"Up: %u clocks. Down: %u clocks.\n",
		node->level, node->child_wires[0], node->child_wires[1], node->parent_wires, node->settings,
		node->up_latency, node->down_latency);
}

const char *off_line_lower_node(struct design *d, const struct network *net, const struct node *node)
{
	struct off_line_node n = { .design = d, .net = net, .node = node };
	const char *known = NULL;

	n.m = node_begin(d, net, node, node_purpose, &known);
	if (!n.m)
		return known;
	add_node_ports(&n);
	add_strobe(&n);
	if (node->parent_wires > 0) {
		struct bits in = child_wires(&n, 0);

		bits_append(&in, child_wires(&n, 1));
		add_port(&n, &(struct node_port){ "parent", node->up, node->up_padding, n.parent_out, NULL, -1 }, in);
	}
	for (unsigned side = 0; side < 2; side++) {
		if (n.out[side] < 0)
			continue;
		struct bits in = n.parent_in >= 0 ? bits_whole(n.m, n.parent_in) : (struct bits){ 0 };

		bits_append(&in, child_wires(&n, 1 - side));
		add_port(&n,
			 &(struct node_port){ tree_sides[side], node->down[side], node->down_padding[side],
					      n.out[side], NULL, -1 },
			 in);
	}
	return n.m->name;
}
