/* top.c: the top module of a network, with the ports that a user sees. */
#include <stdlib.h>

#include "leaves/frame.h"
#include "machines/generalized/xgft.h"
#include "machines/generalized/dead_links.h"
#include "lower/builder.h"
#include "leaves/leaf.h"
#include "network/machine.h"
#include "util/text.h"

static void add_leaf_ports(const struct network *net, struct module *m, struct instance *root)
{
	struct leaf_port ports[MAXIMUM_LEAF_PORTS];
	unsigned count = leaf_ports(net, ports);

	for (unsigned k = 0; k < count; k++) {
		unsigned width = ports[k].width * net->spec->leaves;
		int port = ports[k].direction == PORT_INPUT ? module_input(m, ports[k].name, width, ports[k].comment)
							    : module_output(m, ports[k].name, width, ports[k].comment);

		instance_connect(root, ports[k].name, bits_whole(m, port));
	}
}

/* From outside: messages up and the strobe that goes with them; messages down in the same clock. */
static void add_external(const struct network *net, struct module *m, struct instance *root)
{
	unsigned w = network_root(net)->capacity;
	int start = module_output(m, "root_start", 1, "strobe: M bits are on root_up, and are taken from root_down");
	int up = module_output(m, "root_up", w, "messages to the outside (docs/protocol.md)");
	int down = module_input(m, "root_down", w, "messages from the outside");

	instance_connect(root, "up", bits_whole(m, up));
	instance_connect(root, "up_start", bits_of(start, 0, 1));
	instance_connect(root, "down", bits_whole(m, down));
	instance_connect(root, "down_start", bits_of(start, 0, 1));
}

static void add_probes(const struct design *d, struct module *m, struct instance *root)
{
	const struct module *used = design_find(d, root->module);

	for (int up = 0; up < 2; up++) {
		const char *name = up ? "probe_up" : "probe_down";
		unsigned width = used->net[module_find(used, name)].width;

		instance_connect(root, name, bits_whole(m, module_output(m, name, width, "every channel's wires")));
	}
}

/* The links that the parameters say are dead, as a constant. */
static struct bits dead_links_constant(const struct network *net)
{
	struct bits b = { 0 };
	struct dead_links dead;
	unsigned at = 0;

	network_dead_links(net, &dead);
	for (size_t i = 0; i < dead.count; i++) {
		bits_append(&b, bits_of(NET_ZERO, 0, dead.bit[i] - at));
		bits_append(&b, bits_of(NET_ONE, 0, 1));
		at = dead.bit[i] + 1;
	}
	bits_append(&b, bits_of(NET_ZERO, 0, network_links(net, net->levels) - at));
	dead_links_free(&dead);
	return b;
}

/* Of which groups each leaf is a member, as a constant. */
static struct bits members_constant(const struct spec *spec)
{
	struct bits b = { 0 };

	for (unsigned leaf = 0; leaf < spec->leaves; leaf++)
		bits_append(&b, bits_constant(spec->member_of[leaf], spec->group_count));
	return b;
}

/* With adapters a change comes with the strobe of a data part: all messages of the slot before are gone by then. */
static void add_fault_register(struct design *d, const struct network *net, struct module *m, int dead)
{
	struct instance *i = module_instance(m, d, "fault_register", 1, "faults");

	instance_parameter(i, "LINKS", network_links(net, net->levels));
	instance_connect_clock(m, i);
	instance_connect(i, "rst", bits_of(module_reset(m), 0, 1));
	instance_connect(i, "built_in", dead_links_constant(net));
	int shift = module_input(m, "fault_shift", 1, "a bit of the dead links is on fault_in (docs/protocol.md)");
	int in = module_input(m, "fault_in", 1, NULL), out = module_output(m, "fault_out", 1, "what is shifted out");

	instance_connect(i, "shift", bits_whole(m, shift));
	instance_connect(i, "in", bits_whole(m, in));
	instance_connect(i, "out", bits_whole(m, out));
	instance_connect(i, "dead", bits_whole(m, dead));

	int timing = module_find(m, "timing");

	instance_connect(i, "start", timing >= 0 ? bits_of(timing, 0, 1) : bits_constant(1, 1));
	instance_connect(i, "answer", timing >= 0 ? bits_of(timing, 2, 1) : bits_constant(0, 1));
}

static void add_dead_links(struct design *d, const struct network *net, struct module *m)
{
	int dead = module_find(m, "dead");

	if (net->spec->fault_registers)
		add_fault_register(d, net, m, dead);
	else
		module_assign(m, bits_whole(m, dead), expression_of(dead_links_constant(net)));
}

/* The links of spanning tree t, among the bits of `dead`: those of the routers with beta_1 = t and all other betas 0. */
static struct bits tree_links(const struct network *net, int dead, unsigned t)
{
	const struct spec *spec = net->spec;
	struct bits b = { 0 };

	for (unsigned l = 1; l <= net->levels; l++) {
		unsigned roots = xgft_subtree_roots(spec, l), root = t * (roots / spec->parents[1]);

		for (unsigned v = 0; v < spec->leaves / xgft_subtree_leaves(spec, l); v++)
			bits_append(&b, bits_of(dead, network_link(net, l, v * roots + root, 0), spec->children[l]));
	}
	return b;
}

/* Which slots are for broadcasts, and by which spanning tree. */
static void add_broadcast_timer(struct design *d, const struct network *net, struct module *m)
{
	unsigned trees = net->spec->parents[1];
	int broken = module_net(m, "broken", trees), dead = module_find(m, "dead");

	for (unsigned t = 0; t < trees && dead >= 0; t++) {
		struct bits links = tree_links(net, dead, t);
		struct instance *i = module_instance(m, d, "leaf_any", 1, "tree_%u_broken", t);

		instance_parameter(i, "WIDTH", bits_width(&links));
		instance_connect_clock(m, i);
		instance_connect(i, "in", links);
		instance_connect(i, "any", bits_of(broken, t, 1));
	}
	if (dead < 0)
		module_assign(m, bits_whole(m, broken), expression_of(bits_constant(0, trees)));
	struct instance *i = module_instance(m, d, "broadcast_timer", 1, "broadcast_timer");

	instance_parameter(i, "EVERY", net->spec->broadcast_every);
	instance_parameter(i, "TREES", trees);
	instance_parameter(i, "TREES_AND_ONE", trees + 1);
	instance_connect_clock(m, i);
	instance_connect(i, "rst", bits_of(module_reset(m), 0, 1));
	instance_connect(i, "slot", bits_of(module_find(m, "timing"), FRAME_TIMING_BITS, 1));
	instance_connect(i, "broken", bits_whole(m, broken));
	instance_connect(i, "timing", bits_whole(m, module_find(m, "broadcast_timing")));
}

static void add_timer(struct design *d, const struct network *net, struct module *m, struct instance *root)
{
	bool broadcasts = net->spec->broadcast_every > 0;
	int timing = module_net(m, "timing", FRAME_TIMING_BITS + broadcasts), reset = module_net(m, "leaf_rst", 1);
	struct bits to_leaves = bits_of(timing, 0, FRAME_TIMING_BITS);

	instance_connect_clock(m, root);
	instance_connect(root, "rst", bits_whole(m, reset));
	if (broadcasts)
		bits_append(&to_leaves, bits_whole(m, module_net(m, "broadcast_timing", 1 + net->spec->parents[1])));
	instance_connect(root, "timing", to_leaves);
	struct instance *timer = module_instance(m, d, "frame_timer", 1, "frame_timer");

	frame_timer_parameters(net, timer);
	instance_connect_clock(m, timer);
	instance_connect(timer, "rst", bits_of(module_reset(m), 0, 1));
	instance_connect(timer, "timing", bits_whole(m, timing));
	instance_connect(timer, "leaf_rst", bits_whole(m, reset));
	if (broadcasts)
		add_broadcast_timer(d, net, m);
}

void lower_fat_tree_top(struct design *d, const struct network *net)
{
	const struct spec *spec = net->spec;
	const char *root_name = lower_subtree(d, net, network_root(net));
	struct module *m = design_add(d, copy_string(""), format_string("A %s of %u leaves. Latency leaf to leaf: %u clocks.\n",
									spec->height > 0 ? "generalized fat tree" : "fat-tree",
									spec->leaves, net->latency));
	struct instance *root = module_instance(m, d, root_name, 1, "tree");

	if (spec->leaf_interface == LEAF_WIRES) {
		instance_connect_common(m, d, root);
		int start = module_input(m, "leaf_up_start", 1, "strobe: M bits are on leaf_up");

		instance_connect(root, "leaf_up_start", bits_of(start, 0, 1));
		if (spec->broadcast_every > 0) {
			int broadcast = module_input(m, "broadcast", 1, "to all leaves: steady while messages are on their way");

			instance_connect(root, "broadcast", bits_whole(m, broadcast));
		}
		start = module_output(m, "leaf_down_start", 1, "strobe: M bits are on leaf_down");
		instance_connect(root, "leaf_down_start", bits_of(start, 0, 1));
	}
	add_leaf_ports(net, m, root);
	if (spec->external)
		add_external(net, m, root);
	if (spec->probe)
		add_probes(d, m, root);
	if (spec->group_count > 0)
		instance_connect(root, "members", members_constant(spec));
	if (network_has_dead_links(spec))
		instance_connect(root, "dead", bits_whole(m, module_net(m, "dead", network_links(net, net->levels))));
	if (spec->leaf_interface == LEAF_AXI_STREAM)
		add_timer(d, net, m, root);
	if (network_has_dead_links(spec))
		add_dead_links(d, net, m);
}

struct design *design_lower(const struct network *net)
{
	struct design *d = allocate(sizeof *d);

	net->spec->machine->lower(d, net);
	return d;
}
