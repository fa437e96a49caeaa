/* bench.c: a testbench for the generated folder, made of rtl-templates/bench_*.v: every leaf sends, every message is
 * checked.
 *
 *   leaves    each sends three messages: to the next leaf, half way round, and to its mirror image; each must arrive
 *             once, at the right leaf, intact, with its source
 *   Wishbone  the same through the registers of the slaves
 *
 * Networks with bare wires, whose leaves are the user's, and networks that play a schedule have no testbench.
 */
#include <string.h>

#include "emit/around.h"
#include "network/machine.h"
#include "leaves/leaf.h"

enum { ROUNDS = 3, LONGEST_PATIENCE = 2000000000 };

bool bench_exists(const struct spec *spec)
{
	const struct verilog_bench *bench = spec->machine->bench;

	return bench && spec->leaf->speaks & bench->speech;
}

char *bench_name(const struct network *net)
{
	return format_string("%s_bench", net->spec->name);
}

/* Clocks until all messages must have arrived. Every slot delivers at least one message: there are at most as many
 * slots as messages. Broadcasts take up to half of the slots, and around faults a message may need several tries. */
static unsigned long message_patience(const struct network *net)
{
	unsigned long clocks = 8ul * net->slot_clocks * ((unsigned long)ROUNDS * net->spec->leaves + 16);

	return clocks < LONGEST_PATIENCE ? clocks : LONGEST_PATIENCE;
}

static unsigned long wanted_messages(const struct network *net)
{
	return (unsigned long)ROUNDS * net->spec->leaves;
}

/* Adds the common part of all benches: clock, reset, and the verdict once everything has arrived. */
static void add_verdict(struct module *m, struct design *d, const struct network *net)
{
	const struct verilog_bench *bench = net->spec->machine->bench;
	struct instance *i = module_instance(m, d, "bench_verdict", 1, "verdict");

	instance_parameter(i, "WANTED", bench->wanted(net));
	instance_string_parameter(i, "WHAT", bench->what);
	instance_parameter(i, "PATIENCE", bench->patience(net));
	module_net(m, "clk", 1);
	module_net(m, "rst", 1);
	module_net(m, "go", 1);
	module_net(m, "done", 32);
	module_net(m, "wrong", 32);
	connect_rest(m);
}

static void add_messages(struct module *m, struct design *d, const struct network *net)
{
	struct instance *i = module_instance(m, d, "bench_messages", 1, "messages");

	instance_parameter(i, "LEAVES", net->spec->leaves);
	instance_parameter(i, "LABEL_BITS", net->label_bits);
	instance_parameter(i, "PAYLOAD_BITS", net->spec->payload_bits);
	instance_parameter(i, "TO_BITS", network_tdest_bits(net));
	instance_parameter(i, "FROM_BITS", network_tdest_bits(net) + network_group_bits(net->spec));
	if (!net->spec->wishbone)
		instance_connect(i, "mislabelled", bits_constant(0, net->spec->leaves));
	connect_rest(m);
}

static bool bench_port(const struct net *port)
{
	return is_message_port(port) || strcmp(port->name, "mislabelled") == 0;
}

static void add_message_bench(struct module *m, struct design *d, const struct network *net)
{
	add_labels(m, d, net);
	add_inner(m, d, design_top(d->base)->name, "clk", "rst", bench_port);
	if (net->spec->wishbone) {
		/* FuseSoC sets parameters of the top module. */
		add_depths(m, net);
		pass_depths(m);
	}
	add_messages(m, d, net);
}

const struct verilog_bench message_bench = {
	.speech = LEAF_SPEAKS_MESSAGES,
	.what = "messages",
	.wanted = wanted_messages,
	.patience = message_patience,
	.add = add_message_bench,
};

struct design *bench_design(const struct design *around, const struct network *net)
{
	struct design *d = design_around(around);
	struct module *m = design_add(d, copy_string("bench"), copy_string(
		"Sends messages through the network and checks them. Prints `passed`, or what is wrong.\n"
		"With all files of this folder, for Icarus Verilog (iverilog -g2005, status 1 when something is wrong)\n"
		"or Verilator (verilator --binary).\n"));

	add_verdict(m, d, net);
	net->spec->machine->bench->add(m, d, net);
	return d;
}
