/* host_bridge.c: the application that gives a host access to the leaves. See rtl-templates/board/host_bridge.v. */
#include "fpga/host_bridge.h"

#include <math.h>
#include <stdio.h>

#include "fpga/application.h"
#include "fpga/board.h"
#include "fpga/board_top.h"
#include "network/cost.h"
#include "network/machine.h"
#include "parse/shell.h"
#include "util/message.h"

static unsigned ceiling(unsigned a, unsigned b)
{
	return (a + b - 1) / b;
}

/* Width of a block RAM with 2^index_bits words and one port. Half a word of 9 bits has 4: there is no parity. */
static unsigned ram_width(const struct device *device, unsigned index_bits)
{
	const struct block_ram *ram = &device_family(device)->block_ram;
	unsigned wide = ram->port_bits;

	for (unsigned rows = ram->port_rows; rows < 1u << index_bits; rows *= 2)
		wide /= 2;
	return wide;
}

static unsigned long ram_count(const struct device *device, unsigned index_bits, unsigned width)
{
	return ceiling(width, ram_width(device, index_bits));
}

/* v: the log visits a leaf every 2^v clocks. */
static unsigned share_bits(const struct network *net)
{
	return net->spec->leaves > 8 ? 4 : 3;
}

bool host_bridge_waits(const struct network *net)
{
	unsigned visit = 1u << share_bits(net), word = net->spec->shell->word_clocks;

	return net->takes_early || net->slot_clocks <= visit || (word > 0 && word < visit);
}

bool host_bridge_plan(const struct network *net, const struct device *device, struct host_bridge_plan *plan,
		      unsigned long *ram)
{
	const struct spec *spec = net->spec;
	unsigned dest = network_tdest_bits(net), entry = spec->payload_bits + dest + 1;
	unsigned record = 32 + spec->payload_bits + dest + network_group_bits(spec);
	const struct family *family = device_family(device);
	/* Entries are written at one port and read at another. */
	unsigned wide = family->block_ram.wide_bits;
	struct cost cost = network_cost(net);
	unsigned long others = 1 + (unsigned long)spec->leaves * ceiling(entry, wide) + cost_block_rams(&cost, family);

	plan->share_bits = share_bits(net);
	plan->banks = ceiling(spec->leaves, 1u << plan->share_bits);
	/* Four of 16,384 words of 16 bits. */
	plan->huge = family->large_rams >= 4 && record <= 64 && plan->banks == 1;
	plan->index_bits = HOST_INDEX_BITS_MOST;
	*ram = others + (plan->huge ? 0 : plan->banks * ram_count(device, HOST_INDEX_BITS_LEAST, record));
	if (*ram > device->ram || spec->leaves > 16u << plan->share_bits)
		return false;
	while (!plan->huge && others + plan->banks * ram_count(device, plan->index_bits, record) > device->ram)
		plan->index_bits--;
	plan->slice = plan->huge ? record : ram_width(device, plan->index_bits);
	return true;
}

static bool check(const struct network *net, const struct board *board)
{
	const struct spec *spec = net->spec;
	struct host_bridge_plan plan;
	unsigned long ram;

	if (!application_check_clocks(spec, &host_application) || !application_check_leaves(spec) || !application_check_line(board))
		return false;
	if (host_bridge_plan(net, board->device, &plan, &ram))
		return true;
	error("the host bridge of %u %s with messages of %u bits needs at least %lu block RAMs: the %s has %lu",
	      spec->leaves, spec->machine->ends, spec->payload_bits, ram, board->title, board->device->ram);
	return suggest("fewer %s or payload-bits; or a larger board", spec->machine->ends);
}

/* Adds the answer to `identify`, last byte first as in a Verilog number. */
static void add_identity(const struct board_top *top, const struct host_bridge_plan *plan, struct instance *in)
{
	const struct spec *spec = top->net->spec;
	unsigned dest = network_tdest_bits(top->net), user = dest + network_group_bits(spec);
	unsigned clock = (unsigned)round(10 * top->pll->output_mhz);
	unsigned char byte[HOST_IDENTITY_BYTES] = { 'F', HOST_PROTOCOL_VERSION };
	char digest[17];

	spec_digest(spec, digest);
	for (unsigned i = 0; i < 8; i++) {
		unsigned value;

		sscanf(digest + 2 * i, "%2x", &value);
		byte[2 + i] = (unsigned char)value;
	}
	byte[10] = (unsigned char)spec->leaves;
	byte[11] = (unsigned char)(spec->leaves >> 8);
	byte[12] = (unsigned char)plan->index_bits;
	byte[13] = (unsigned char)plan->share_bits;
	byte[14] = (unsigned char)spec->payload_bits;
	byte[15] = (unsigned char)(spec->payload_bits >> 8);
	byte[16] = (unsigned char)dest;
	byte[17] = (unsigned char)user;
	byte[18] = (unsigned char)clock;
	byte[19] = (unsigned char)(clock >> 8);
	struct text digits = {0};
	for (unsigned i = HOST_IDENTITY_BYTES; i-- > 0;)
		text_print(&digits, "%02x", byte[i]);
	instance_long_parameter(in, "IDENTITY", digits.bytes, 8 * HOST_IDENTITY_BYTES);
}

static void add_host_bridge(const struct board_top *top, struct module *m, struct design *d)
{
	const struct spec *spec = top->net->spec;
	struct host_bridge_plan plan;
	unsigned long ram;

	host_bridge_plan(top->net, top->board->device, &plan, &ram);
	struct instance *i = module_instance(m, d, "host_bridge", 1, "bridge");

	instance_parameter(i, "LEAVES", spec->leaves);
	instance_parameter(i, "PAYLOAD", spec->payload_bits);
	instance_parameter(i, "DEST_BITS", network_tdest_bits(top->net));
	instance_parameter(i, "USER_BITS", network_tdest_bits(top->net) + network_group_bits(spec));
	instance_parameter(i, "LANES", host_bridge_waits(top->net) && spec->connections == 1 ? 2 : spec->connections);
	instance_parameter(i, "SHARE_BITS", plan.share_bits);
	instance_parameter(i, "INDEX_BITS", plan.index_bits);
	instance_parameter(i, "SLICE", plan.slice);
	instance_string_parameter(i, "STYLE", plan.huge ? "huge" : "block");
	add_identity(top, &plan, i);
	application_serial(top, i);
	instance_connect_net(m, i, "rx", "uart_rx");
	application_connect(top, m, true);
	module_assign(m, bits_of(module_find(m, "passed"), 0, 1), expression_of(bits_constant(0, 1)));
	module_assign(m, bits_of(module_find(m, "failed"), 0, 1), expression_of(bits_constant(0, 1)));
}

const struct application host_application = {
	.told = "a host bridge",
	.name = "host bridge",
	.serial = "A host loads messages into the leaves, runs them and reads what happened\n"
		  "(ftc run, or docs/reference/host-protocol.md).",
	.hears = true,
	.resets = true,
	.compact = true,
	.reads_memories = true,
	.joins = application_joins,
	.check = check,
	.add = add_host_bridge,
};
