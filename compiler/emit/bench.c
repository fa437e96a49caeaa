/* bench.c: a testbench for the generated folder, made of rtl-templates/bench/bench_*.v: every leaf sends, every message is
 * checked.
 *
 *   leaves    each sends three messages: to the next leaf, half way round, and to its mirror image; each must arrive
 *             once, at the right leaf, intact, with its source; the dead ones send and get nothing; with packets each
 *             message is one of up to three words
 *   a shell   the same through its drivers, or a testbench of its own around it
 *
 * Networks with bare wires, whose leaves are the user's, and networks that play a schedule have no testbench.
 */
#include <stdlib.h>
#include <string.h>

#include "emit/around.h"
#include "emit/crossing.h"
#include "emit/shell.h"
#include "network/machine.h"
#include "parse/crossing.h"
#include "parse/shell.h"
#include "leaves/leaf.h"

enum { ROUNDS = 3, LONGEST_PATIENCE = 2000000000 };

static const struct verilog_bench *bench_of(const struct spec *spec)
{
	return spec->shell->bench ? spec->shell->bench : spec->machine->hardware.bench;
}

bool bench_exists(const struct spec *spec)
{
	const struct verilog_bench *bench = bench_of(spec);

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

/* As in bench_messages.v. */
static unsigned receiver(unsigned leaves, unsigned leaf, unsigned round)
{
	return round == 0 ? (leaf + 1) % leaves : round == 1 ? (leaf + leaves / 2) % leaves : leaves - 1 - leaf;
}

static unsigned long wanted_messages(const struct network *net)
{
	unsigned leaves = net->spec->leaves;
	unsigned long count = (unsigned long)ROUNDS * leaves;

	for (unsigned leaf = 0; net->dead_ends && leaf < leaves; leaf++)
		for (unsigned round = 0; round < ROUNDS; round++)
			count -= net->dead_ends[leaf] || net->dead_ends[receiver(leaves, leaf, round)];
	return count;
}

static void add_dead_ends(struct instance *i, const struct network *net)
{
	unsigned *dead = allocate_array(net->spec->leaves, sizeof *dead);

	for (unsigned k = 0; k < net->spec->leaves; k++)
		dead[k] = net->dead_ends[k];
	instance_long_parameter(i, "DEAD", packed_digits(dead, net->spec->leaves, 1), net->spec->leaves);
	free(dead);
}

/* Adds the common part of all benches: clock, reset, and the verdict once everything has arrived. */
static void add_verdict(struct module *m, struct design *d, const struct network *net)
{
	const struct verilog_bench *bench = bench_of(net->spec);
	struct instance *i = module_instance(m, d, "bench_verdict", 1, "verdict");

	instance_parameter(i, "WANTED", bench->wanted(net));
	instance_string_parameter(i, "WHAT", bench->what);
	instance_parameter(i, "PATIENCE", bench->patience(net));
	module_net(m, "clk", 1);
	module_net(m, "rst", 1);
	module_net(m, "go", 1);
	module_net(m, "done", 32);
	module_net(m, "wrong", 32);
	if (net->spec->shell->bench && crossing_count(net->spec) > 0)
		CONNECT(m, i, { "go", module_net(m, "reset_is_over", 1) });
	connect_rest(m);
}

static void add_messages(struct module *m, struct design *d, const struct network *net)
{
	struct instance *i = module_instance(m, d, "bench_messages", 1, "messages");
	bool packets = module_find(m, "m_axis_tlast") >= 0;

	instance_parameter(i, "LEAVES", net->spec->leaves);
	instance_parameter(i, "LABEL_BITS", net->label_bits);
	instance_parameter(i, "PAYLOAD_BITS", net->spec->payload_bits);
	instance_parameter(i, "TO_BITS", network_tdest_bits(net));
	instance_parameter(i, "FROM_BITS", network_tdest_bits(net) + network_group_bits(net->spec));
	if (net->dead_ends)
		add_dead_ends(i, net);
	if (packets)
		instance_parameter(i, "PACKETS", 1);
	else
		instance_connect(i, "m_axis_tlast", ones(net->spec->leaves));
	if (module_find(m, "mislabelled") < 0)
		instance_connect(i, "mislabelled", bits_constant(0, net->spec->leaves));
	connect_rest(m);
	if (!packets)
		instance_connect(i, "s_axis_tlast", bits_of(module_named_net(m, net->spec->leaves, "last_unused"), 0, net->spec->leaves));
}

static bool bench_port(const struct net *port)
{
	return is_message_port(port) || strcmp(port->name, "mislabelled") == 0 || strcmp(port->name, CROSSING_CLOCKS) == 0;
}

void bench_add_clocks(struct module *m, struct design *d, const struct network *net)
{
	unsigned count = crossing_count(net->spec);

	if (count == 0)
		return;
	instance_parameter(&m->instance[m->instance_count - 1], CROSSING_METASTABLE, 1);
	struct instance *i = module_instance(m, d, "bench_clocks", 1, "leaf_clock");

	instance_parameter(i, "COUNT", count);
	instance_connect_net(m, i, "clocks", CROSSING_CLOCKS);
}

void bench_share_clock(struct module *m, struct design *d, const struct network *net)
{
	struct bits clocks = { 0 };

	for (unsigned k = 0; k < crossing_count(net->spec); k++)
		bits_append(&clocks, bits_whole(m, module_find(m, "clk")));
	if (clocks.count == 0)
		return;
	module_assign(m, bits_whole(m, module_find(m, CROSSING_CLOCKS)), expression_of(clocks));
	struct instance *i = module_instance(m, d, "bench_ready", 1, "ready");

	instance_parameter(i, "COUNT", crossing_count(net->spec));
	instance_connect_net(m, i, "resets", CROSSING_RESETS);
	connect_rest(m);
}

static void add_message_bench(struct module *m, struct design *d, const struct network *net)
{
	add_labels(m, d, net);
	add_inner(m, d, design_top(d->base)->name, "clk", "rst", bench_port);
	/* FuseSoC sets parameters of the top module. */
	add_settings(m, net);
	pass_settings(m, net);
	bench_add_clocks(m, d, net);
	add_messages(m, d, net);
}

const struct verilog_bench message_bench = {
	.speech = LEAF_SPEAKS_MESSAGES,
	.what = "messages",
	.wanted = wanted_messages,
	.patience = message_patience,
	.add = add_message_bench,
};

struct design *bench_design(const struct stack *stack, const struct network *net)
{
	const struct verilog_bench *bench = bench_of(net->spec);
	struct design *d = design_around(net->spec->shell->bench ? stack->shell : stack_top(stack));
	struct module *m = design_add(d, copy_string("bench"), format_string(
		"Sends %s through the network and checks them. Prints `passed`, or what is wrong.\n"
		"With all files of this folder, for Icarus Verilog (iverilog -g2005, status 1 when something is wrong)\n"
		"or Verilator (verilator --binary).\n", net->spec->shell->bench ? bench->what : "messages"));

	add_verdict(m, d, net);
	bench->add(m, d, net);
	return d;
}
