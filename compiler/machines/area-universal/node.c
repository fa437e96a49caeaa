/* node.c: a node of settable concentrators whose settings change with every clock (Leiserson 1985, figure 3; Bay 1992,
 * chapter 6).
 *
 *   left_in, right_in ---+--------------> [ concentrator ] --> parent_out       up_start --> settings
 *                        '-> [ delay ] ---+
 *   parent_in ----------------------------+-> [ concentrators ] --> left_out, right_out     down_start --> settings
 */
#include "machines/area-universal/area_universal.h"
#include "machines/area-universal/lower.h"

#include <assert.h>

#include "lower/tree.h"
#include "machines/binary_node.h"
#include "util/text.h"

struct device_node {
	struct design *design;
	struct module *m;
	const struct network *net;
	const struct node *node;
	const struct overlay *o;
	int in[2], out[2], turning[2];
	int parent_in, parent_out;
};

static bool is_root(const struct device_node *n)
{
	return n->node->parent_wires == 0;
}

/* ---- Strobes ---- */

/* In a reset, strobes are high everywhere. */
static void pass_strobe(struct device_node *n, const char *in, const char *out, const char *name, unsigned clocks)
{
	int strobe = module_find(n->m, in);

	for (unsigned clock = 1; clock <= clocks; clock++) {
		int later = module_named_net(n->m, 1, "%s_%u", name, clock);

		module_register_copy(n->m, bits_whole(n->m, later), bits_whole(n->m, strobe));
		strobe = later;
	}
	module_assign(n->m, bits_whole(n->m, module_find(n->m, out)), expression_of(bits_whole(n->m, strobe)));
}

static void add_strobes(struct device_node *n)
{
	if (is_root(n)) {
		pass_strobe(n, "up_start", "down_start_out", "turned", n->node->down_latency);
		return;
	}
	pass_strobe(n, "up_start", "up_start_out", "climbed", n->node->up_latency);
	pass_strobe(n, "down_start", "down_start_out", "fell", n->node->down_latency);
}

/* ---- Ports ---- */

static void add_bus_ports(struct device_node *n)
{
	for (enum timing_signal s = TIMING_WRITE; s < TIMING_SIGNALS; s++)
		module_input(n->m, timing_names[s], timing_width(n->o, s), NULL);
	module_input(n->m, "index", n->node->level, "the number of this node in its level, constant");
}

static void add_device_node_ports(struct device_node *n)
{
	struct module *m = n->m;
	const struct node *node = n->node;

	if (node->settings > 0)
		add_bus_ports(n);
	module_input(m, "up_start", 1, "two clocks before cycle 0 comes from the children");
	for (unsigned side = 0; side < 2; side++) {
		n->in[side] = module_input(m, tree_side_ports[side][0], node->child_wires[side], NULL);
		n->out[side] = module_output(m, tree_side_ports[side][1], node->child_wires[side], NULL);
	}
	module_output(m, "down_start_out", 1, "two clocks before cycle 0 goes to the children");
	if (is_root(n))
		return;
	module_output(m, "up_start_out", 1, "two clocks before cycle 0 goes to the parent");
	n->parent_out = module_output(m, "parent_out", node->parent_wires, NULL);
	module_input(m, "down_start", 1, "two clocks before cycle 0 comes from the parent");
	n->parent_in = module_input(m, "parent_in", node->parent_wires, NULL);
}

/* ---- Concentrators ---- */

static int node_settings(struct device_node *n, bool down)
{
	unsigned level = n->node->level;

	if (n->node->settings == 0)
		return -1;
	struct cyclic_settings s = {
		down ? "down_settings" : "up_settings", overlay_node_ram(n->o, level, 0, down),
		overlay_node_ram(n->o, level, 1, down), bits_whole(n->m, module_find(n->m, down ? "down_start" : "up_start")),
		bits_whole(n->m, module_find(n->m, "index")),
	};

	return add_cyclic_settings(n->m, n->design, n->o, &s);
}

/* What turns waits for what comes down. */
static void add_turn_delay(struct device_node *n)
{
	struct bits in = { 0 }, out = { 0 };

	for (unsigned side = 0; side < 2; side++) {
		n->turning[side] = module_named_net(n->m, n->node->child_wires[side], "%s_turning", tree_sides[side]);
		bits_append(&in, bits_whole(n->m, n->in[side]));
		bits_append(&out, bits_whole(n->m, n->turning[side]));
	}
	lower_delay_line(n->m, n->design, n->net, "turn_delay", in, out, n->node->turn_delay);
}

static unsigned plan_settings(const struct plan *plan)
{
	return plan ? plan->settings : 0;
}

/* Settings that change with every clock are those of one clock only. */
static void check_plan(const struct plan *plan)
{
	assert(!plan || plan->latency == 1);
	(void)plan;
}

static void add_up(struct device_node *n)
{
	const struct plan *plan = n->node->up;
	int settings = node_settings(n, false);
	struct bits in = bits_whole(n->m, n->in[0]);

	check_plan(plan);
	bits_append(&in, bits_whole(n->m, n->in[1]));
	node_add_port(n->design, n->m, &(struct node_port){ "parent", plan, n->node->up_padding, n->parent_out, NULL, -1 }, in,
		      "setting", bits_of(settings, 0, plan_settings(plan)));
}

static void add_down(struct device_node *n, unsigned side, int settings)
{
	const struct plan *plan = n->node->down[side];
	unsigned low = side == 1 ? plan_settings(n->node->down[0]) : 0;
	struct bits in = { 0 };

	check_plan(plan);
	if (is_root(n)) {
		in = bits_whole(n->m, n->in[1 - side]);
	} else {
		in = bits_whole(n->m, n->parent_in);
		bits_append(&in, bits_whole(n->m, n->turning[1 - side]));
	}
	node_add_port(n->design, n->m,
		      &(struct node_port){ tree_sides[side], plan, n->node->down_padding[side], n->out[side], NULL, -1 }, in,
		      "setting", bits_of(settings, low, plan_settings(plan)));
}

static char *node_purpose(const struct node *node)
{
	if (node->parent_wires == 0)
		return copy_string("The root: what comes from one side goes to the other.\n");
	return format_string("A switching node of level %u: %u + %u wires below, %u above, each way; %u bits of settings.\n"
			     "Up: %u clocks. Down: %u clocks. A message that turns here waits %u clocks for those\n"
			     "that come down.\n", node->level, node->child_wires[0], node->child_wires[1],
			     node->parent_wires, node->settings, node->up_latency, node->down_latency, node->turn_delay);
}

const char *device_lower_node(struct design *d, const struct network *net, const struct node *node)
{
	struct overlay o;
	struct device_node n = { .design = d, .net = net, .node = node, .o = &o };
	const char *known = NULL;

	n.m = node_begin(d, net, node, node_purpose, &known);
	if (!n.m)
		return known;
	area_universal_overlay(net, &o);
	add_device_node_ports(&n);
	add_strobes(&n);
	if (!is_root(&n)) {
		add_turn_delay(&n);
		add_up(&n);
	}
	int settings = node_settings(&n, true);

	for (unsigned side = 0; side < 2; side++)
		add_down(&n, side, settings);
	return n.m->name;
}
