/* bench.c: a testbench for the generated folder, of rtl-templates/bench_*.v: every leaf sends, every message is checked.
 *
 *   leaves    each sends three messages, to the next leaf, to the one half of all further on, and to its mirror image; each of them
 *             must come once, to the right leaf, intact, with its source
 *   Wishbone  the same through the registers of the slaves
 *   sorters   some frames of random words: each must come out in order, every word once
 *
 * There is none for bare wires, whose leaves are the user's, and none for a network that plays a schedule.
 */
#include <string.h>

#include "emit/around.h"

enum { ROUNDS = 3, SORTER_FRAMES = 8, LONGEST_PATIENCE = 2000000000 };

bool bench_exists(const struct spec *spec)
{
	return spec->network == NETWORK_SORTER || has_message_ports(spec);
}

char *bench_name(const struct network *net)
{
	return format_string("%s_bench", net->spec->name);
}

/* Clocks until all must be there. At least one message is delivered in every slot, so there are at most as many slots as
 * messages; with broadcasts half of the slots are not for them, and around what is dead a message may need several tries. */
static unsigned long patience(const struct network *net)
{
	const struct spec *spec = net->spec;
	unsigned long clocks;

	if (spec->network == NETWORK_SORTER)
		return 2ul * SORTER_FRAMES * (net->sorter->latency + spec->key_bits + spec->payload_bits + 16) + 1000;
	clocks = 8ul * net->slot_clocks * ((unsigned long)ROUNDS * spec->leaves + 16);
	return clocks < LONGEST_PATIENCE ? clocks : LONGEST_PATIENCE;
}

/* What all benches have: clock, reset, and the verdict once `wanted` things have come. */
static void add_verdict(struct module *m, struct design *d, const struct network *net, unsigned long wanted, const char *what)
{
	struct instance *i = module_instance(m, d, "bench_verdict", 1, "verdict");

	instance_parameter(i, "WANTED", wanted);
	instance_string_parameter(i, "WHAT", what);
	instance_parameter(i, "PATIENCE", patience(net));
	module_net(m, "clk", 1);
	module_net(m, "rst", 1);
	module_net(m, "go", 1);
	module_net(m, "done", 32);
	module_net(m, "wrong", 32);
	connect_rest(m);
}

static void add_messages(struct module *m, struct design *d, const struct network *net, bool wishbone)
{
	struct instance *i = module_instance(m, d, "bench_messages", 1, "messages");

	instance_parameter(i, "LEAVES", net->spec->leaves);
	instance_parameter(i, "LABEL_BITS", net->label_bits);
	instance_parameter(i, "PAYLOAD_BITS", net->spec->payload_bits);
	instance_parameter(i, "TO_BITS", network_tdest_bits(net));
	instance_parameter(i, "FROM_BITS", network_tdest_bits(net) + network_group_bits(net->spec));
	if (!wishbone)
		instance_connect(i, "mislabelled", bits_constant(0, net->spec->leaves));
	connect_rest(m);
}

/* The buses between the programs of the leaves and the slaves, and the messages that the programs carry. */
static bool is_bus_port(const struct net *port)
{
	return strncmp(port->name, "wb_", 3) == 0 || strcmp(port->name, "irq") == 0;
}

static void add_programs(struct module *m, struct design *d, const struct network *net)
{
	unsigned n = net->spec->leaves, to = network_tdest_bits(net), from = to + network_group_bits(net->spec);
	const struct { const char *name; unsigned width; } stream[] = {
		{ "s_axis_tdata", net->spec->payload_bits }, { "s_axis_tdest", to }, { "s_axis_tvalid", 1 }, { "s_axis_tready", 1 },
		{ "m_axis_tdata", net->spec->payload_bits }, { "m_axis_tuser", from }, { "m_axis_tvalid", 1 }, { "m_axis_tready", 1 },
		{ "mislabelled", 1 },
	};

	for (size_t k = 0; k < sizeof stream / sizeof stream[0]; k++)
		module_net(m, stream[k].name, n * stream[k].width);
	struct instance *i = module_instance(m, d, "bench_wishbone", n, "program");

	instance_parameter(i, "LABEL_BITS", net->label_bits);
	instance_parameter(i, "PAYLOAD_BITS", net->spec->payload_bits);
	instance_parameter(i, "TO_BITS", to);
	instance_parameter(i, "FROM_BITS", from);
	instance_connect_net(m, i, "label", "labels");
	connect_rest(m);
}

static void add_tree_bench(struct module *m, struct design *d, const struct network *net, bool wishbone)
{
	add_labels(m, d, net);
	if (wishbone) {
		add_inner(m, d, "wishbone", "clk", "rst", is_bus_port);
		add_programs(m, d, net);
	} else {
		add_inner(m, d, "", "clk", "rst", is_message_port);
	}
	add_messages(m, d, net, wishbone);
}

static bool every_port(const struct net *port)
{
	(void)port;
	return true;
}

static void add_sorter_bench(struct module *m, struct design *d, const struct spec *spec)
{
	add_inner(m, d, "", "clk", "rst", every_port);
	struct instance *i = module_instance(m, d, "bench_sorter", 1, "frames");

	instance_parameter(i, "WIRES", spec->wires);
	instance_parameter(i, "KEY", spec->key_bits);
	instance_parameter(i, "WORD", spec->key_bits + spec->payload_bits);
	instance_parameter(i, "FRAMES", SORTER_FRAMES);
	connect_rest(m);
}

struct design *bench_design(const struct design *around, const struct network *net, bool wishbone)
{
	struct design *d = design_around(around);
	struct module *m = design_add(d, copy_string("bench"), copy_string(
		"Sends messages through the network and checks them. Prints `passed`, or what is wrong.\n"
		"For Icarus Verilog, with all files of this folder: iverilog -g2005; the status is 1 when something is wrong.\n"));

	if (net->spec->network == NETWORK_SORTER) {
		add_verdict(m, d, net, SORTER_FRAMES, "frames");
		add_sorter_bench(m, d, net->spec);
	} else {
		add_verdict(m, d, net, (unsigned long)ROUNDS * net->spec->leaves, "messages");
		add_tree_bench(m, d, net, wishbone);
	}
	return d;
}
