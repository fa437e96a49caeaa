/* lower_top.c: the top module of a network, with the ports that a user sees. */
#include <stdlib.h>

#include "analyse/frame.h"
#include "lower/builder.h"
#include "lower/leaf.h"
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

static void add_timer(struct design *d, const struct network *net, struct module *m, struct instance *root)
{
	int timing = module_net(m, "timing", FRAME_TIMING_BITS), reset = module_net(m, "leaf_rst", 1);

	instance_connect_clock(m, root);
	instance_connect(root, "rst", bits_whole(m, reset));
	instance_connect(root, "timing", bits_whole(m, timing));
	struct instance *timer = module_instance(m, d, "frame_timer", 1, "frame_timer");

	frame_timer_parameters(net, timer);
	instance_connect_clock(m, timer);
	instance_connect(timer, "rst", bits_of(module_reset(m), 0, 1));
	instance_connect(timer, "timing", bits_whole(m, timing));
	instance_connect(timer, "leaf_rst", bits_whole(m, reset));
}

void lower_fat_tree_top(struct design *d, const struct network *net)
{
	const struct spec *spec = net->spec;
	const char *root_name = lower_subtree(d, net, network_root(net));
	struct module *m = design_add(d, copy_string(""), format_string(spec->height > 0 ? "A generalized fat tree of %u leaves. Latency leaf to leaf: %u clocks.\n" : "A fat-tree of %u leaves. Latency leaf to leaf: %u clocks.\n",
									spec->leaves, net->latency));
	struct instance *root = module_instance(m, d, root_name, 1, "tree");

	if (spec->leaf_interface == LEAF_WIRES) {
		instance_connect_common(m, d, root);
		int start = module_input(m, "leaf_up_start", 1, "strobe: M bits are on leaf_up");

		instance_connect(root, "leaf_up_start", bits_of(start, 0, 1));
		start = module_output(m, "leaf_down_start", 1, "strobe: M bits are on leaf_down");
		instance_connect(root, "leaf_down_start", bits_of(start, 0, 1));
	}
	add_leaf_ports(net, m, root);
	if (spec->external)
		add_external(net, m, root);
	if (spec->probe)
		add_probes(d, m, root);
	if (spec->leaf_interface == LEAF_AXI_STREAM)
		add_timer(d, net, m, root);
}

void lower_sorter_top(struct design *d, const struct network *net)
{
	unsigned n = net->spec->wires;
	const char *sorter = lower_plan(d, net->sorter);
	struct module *m = design_add(d, copy_string(""), format_string("A sorter of %u words of %u + %u bits, smallest on out[0]. Latency: %u clocks.\n",
									n, net->spec->key_bits, net->spec->payload_bits, net->latency));
	struct instance *i = module_instance(m, d, sorter, 1, "sorter");

	instance_connect_common(m, d, i);
	int start = module_input(m, "start", 1, "one clock before the first, most significant, bits are on `in`");
	int in = module_input(m, "in", n, "one word per wire, most significant bit first");
	int out_start = module_output(m, "out_start", 1, "one clock before the first bits are on `out`");
	int out = module_output(m, "out", n, NULL);
	struct strobe s = strobe_make(m, start, "started", net->latency);

	instance_connect(&m->instance[0], "start", bits_of(start, 0, 1));
	instance_connect(&m->instance[0], "in", bits_whole(m, in));
	instance_connect(&m->instance[0], "out", bits_whole(m, out));
	module_assign(m, bits_of(out_start, 0, 1), just(strobe_after(&s, net->latency)));
}

struct design *design_lower(const struct network *net)
{
	struct design *d = allocate(sizeof *d);

	if (net->spec->network == NETWORK_SORTER)
		lower_sorter_top(d, net);
	else
		lower_fat_tree_top(d, net);
	return d;
}
