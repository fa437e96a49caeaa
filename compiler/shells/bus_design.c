/* bus_design.c: a top module with the network, a bridge at every leaf, and a decoder of addresses for every master.
 *
 *   the user's masters --> [ bus_decoder ] --> [ bus_leaf ] <--> network <--> [ bus_leaf ] <--> the user's slaves
 *
 * The ports of all masters lie side by side in vectors, in ascending order of their leaves, and so do those of slaves. A leaf
 * without a role has a bridge that does nothing. */
#include <stdlib.h>
#include <string.h>

#include "emit/around.h"
#include "emit/crossing.h"
#include "parse/bus.h"
#include "parse/family.h"
#include "parse/shell.h"
#include "plan/plan.h"
#include "shells/bus.h"
#include "shells/bus_ports.h"

/* ---- Ports ------------------------------------------------------------------------------------------------------- */

static const struct bus_signal failed_port = {
	"failed", 1, PORT_OUTPUT, "a write that had been acknowledged had an error; until the next reset, or fence"
};

static const struct bus_signal irq_port = {
	"irq", 1, PORT_OUTPUT, "a bit of the leaf's doorbell is pending and enabled; of all leaves with a role, in ascending order"
};

/* Under construction. */
struct system {
	const struct network *net;
	struct design *d;
	struct module *m;
	unsigned masters, slaves, bells;	/* so far */
	struct bits zeros;		/* bits of slave_adr that are always 0 */
};

static void add_ports(struct system *s, enum bus_role role)
{
	const struct spec *spec = s->net->spec;
	unsigned count = bus_ports(spec, role), address_bits = bus_side_address_bits(spec, role);

	if (bus_converts(spec, role)) {
		bus_add_ports(s->m, spec, role);
		return;
	}
	for (const struct bus_signal *p = bus_side_of(BUS_WISHBONE, role)->signals; p->name; p++)
		add_shown_port(s->m, p->direction, p->name, (p->width > 0 ? p->width : address_bits) * count, p->comment);
}

/* The net that the bridges' ports of this name are shares of. */
static int bridge_net(const struct system *s, enum bus_role role, const char *name)
{
	char *inner = format_string("inner_%s", name);
	int net = module_find(s->m, bus_converts(s->net->spec, role) ? inner : name);

	free(inner);
	return net;
}

/* ---- Decoders ---------------------------------------------------------------------------------------------------- */

/* Makes a parameter of one member of all blocks. */
static void list_member(struct instance *i, const char *name, const struct bus_block *block, unsigned count, size_t member,
			unsigned width)
{
	unsigned *value = allocate_array(count, sizeof *value);

	for (unsigned k = 0; k < count; k++)
		memcpy(&value[k], (const char *)&block[k] + member, sizeof *value);
	instance_long_parameter(i, name, packed_digits(value, count, width), count * width);
	free(value);
}

/* The addresses of all masters, without the bits that say what is done to a word. */
static struct bits plain_addresses(struct system *s)
{
	unsigned bits = s->net->spec->bus->address_bits, low = s->net->spec->bus->atomic ? digit_bits(s->net->spec->bus->atomics) : bits;
	int port = bridge_net(s, BUS_MASTER, "master_adr");
	struct bits all = { 0 };

	if (low == bits)
		return bits_whole(s->m, port);
	for (unsigned k = 0; k < bus_masters(s->net->spec); k++) {
		bits_append(&all, bits_of(port, k * bits, low));
		bits_append(&all, bits_constant(0, ATOMIC_BITS));
		if (low + ATOMIC_BITS < bits)
			bits_append(&all, bits_of(port, k * bits + low + ATOMIC_BITS, bits - low - ATOMIC_BITS));
	}
	return all;
}

/* Whether an address is that of a doorbell. */
static void add_bell_decoders(struct system *s)
{
	enum { WORD = 32 };
	const struct spec *spec = s->net->spec;
	struct instance *i = module_instance(s->m, s->d, "bus_window", bus_masters(spec), "bell");

	PARAMETERS(i, { "ADDRESS_BITS", spec->bus->address_bits }, { "SPAN_BITS", digit_bits((unsigned)bus_bells_span(spec)) });
	instance_vector_parameter(i, "BASE", spec->bus->doorbells, WORD);
	instance_connect(i, "address", plain_addresses(s));
	CONNECT(s->m, i, { "hit", module_net(s->m, "to_bell", bus_masters(spec)) });
}

static void add_decoders(struct system *s)
{
	enum { WORD = 32, BYTE = 8 };
	const struct spec *spec = s->net->spec;
	unsigned masters = bus_masters(spec), count, least, most, limit_bits = bus_leaf_at(s->net, 0).limit_bits;
	struct bus_block *block = bus_blocks(s->net, &count);
	struct instance *i = module_instance(s->m, s->d, "bus_decoder", masters, "decoder");

	PARAMETERS(i, { "ADDRESS_BITS", spec->bus->address_bits }, { "LABEL_BITS", s->net->label_bits },
		   { "LIMIT_BITS", limit_bits }, { "FENCED", spec->bus->fenced }, { "BLOCKS", count });
	instance_vector_parameter(i, "FENCE", spec->bus->fence, WORD);
	list_member(i, "BASE", block, count, offsetof(struct bus_block, base), WORD);
	list_member(i, "FIRST", block, count, offsetof(struct bus_block, label), WORD);
	list_member(i, "SIZE_BITS", block, count, offsetof(struct bus_block, size_bits), BYTE);
	list_member(i, "COUNT_BITS", block, count, offsetof(struct bus_block, count_bits), BYTE);
	list_member(i, "LIMIT", block, count, offsetof(struct bus_block, limit), BYTE);
	instance_connect(i, "address", plain_addresses(s));
	if (spec->bus->fenced)
		CONNECT(s->m, i, { "fence", module_net(s->m, "fence", masters) });
	else
		instance_leave_open(i, "fence");
	CONNECT(s->m, i, { "mapped", module_net(s->m, "mapped", masters) }, { "label", module_net(s->m, "to", masters * s->net->label_bits) });
	bus_limits(spec->bus, &least, &most);
	if (least < most)
		CONNECT(s->m, i, { "limit", module_net(s->m, "limits", masters * limit_bits) });
	else
		instance_leave_open(i, "limit");
	free(block);
}

/* ---- Bridges ----------------------------------------------------------------------------------------------------- */

/* The bits of share k of a net. */
static struct bits share(const struct module *m, const char *net, unsigned k, unsigned width)
{
	return bits_of(module_find(m, net), k * width, width);
}

static void leave_out(struct instance *i, const struct bus_signal *p, unsigned address_bits)
{
	if (p->direction == PORT_INPUT)
		instance_connect(i, p->name, bits_constant(0, p->width > 0 ? p->width : address_bits));
	else
		instance_leave_open(i, p->name);
}

static void connect_limit(struct system *s, struct instance *i, unsigned bits)
{
	unsigned least, most;

	bus_limits(s->net->spec->bus, &least, &most);
	instance_connect(i, "limit", least < most ? share(s->m, "limits", s->masters, bits) : bits_constant(most, bits));
}

/* What a master's request has for an address. */
static struct bits request_address(struct system *s, const struct bus_leaf *leaf)
{
	const struct bus *bus = s->net->spec->bus;
	unsigned at = s->masters * bus->address_bits;
	int port = bridge_net(s, BUS_MASTER, "master_adr");
	struct bits address = bits_of(port, at + digit_bits(BUS_WORD_BYTES), leaf->slave_bits);

	if (bus->atomic)
		bits_append(&address, bits_of(port, at + digit_bits(bus->atomics), ATOMIC_BITS));
	if (bus->rung)
		bits_append(&address, share(s->m, "to_bell", s->masters, 1));
	return address;
}

static void connect_master(struct system *s, struct instance *i, const struct bus_leaf *leaf)
{
	unsigned label_bits = s->net->label_bits;

	instance_connect(i, "mapped", leaf->master ? share(s->m, "mapped", s->masters, 1) : bits_constant(0, 1));
	instance_connect(i, "fence", leaf->master && s->net->spec->bus->fenced ? share(s->m, "fence", s->masters, 1) : bits_constant(0, 1));
	instance_connect(i, "to", leaf->master ? share(s->m, "to", s->masters, label_bits) : bits_constant(0, label_bits));
	if (leaf->master)
		connect_limit(s, i, leaf->limit_bits);
	else
		instance_connect(i, "limit", bits_constant(0, leaf->limit_bits));
	for (const struct bus_signal *p = bus_master_signals; p->name; p++)
		if (!leaf->master)
			leave_out(i, p, leaf->word_bits);
		else if (p->width > 0)
			instance_connect(i, p->name, bits_of(bridge_net(s, BUS_MASTER, p->name), s->masters * p->width, p->width));
		else
			instance_connect(i, p->name, request_address(s, leaf));
	if (leaf->master && leaf->posted)
		instance_connect(i, failed_port.name, share(s->m, failed_port.name, s->masters, 1));
	else
		instance_leave_open(i, failed_port.name);
	s->masters += leaf->master;
}

/* The address of a slave: of a bridge's, as many bits as its region has words. */
static void connect_address(struct system *s, struct instance *i, const struct bus_leaf *leaf, unsigned size)
{
	unsigned all = bus_side_address_bits(s->net->spec, BUS_SLAVE), low = digit_bits(BUS_WORD_BYTES), used = digit_bits(size) - low;
	unsigned at = s->slaves * all;
	int port = bridge_net(s, BUS_SLAVE, "slave_adr");
	struct bits address = { 0 };

	bits_append(&s->zeros, bits_of(port, at, low));
	if (used > 0)
		bits_append(&address, bits_of(port, at + low, used));
	if (used < leaf->slave_bits) {
		bits_append(&address, module_unused(s->m, leaf->slave_bits - used));
		bits_append(&s->zeros, bits_of(port, at + low + used, leaf->slave_bits - used));
	}
	instance_connect(i, "slave_adr", address);
}

static void connect_slave(struct system *s, struct instance *i, const struct bus_leaf *leaf, unsigned number)
{
	for (const struct bus_signal *p = bus_slave_signals; p->name; p++)
		if (!leaf->users_slave)
			leave_out(i, p, leaf->slave_bits);
		else if (p->width > 0)
			instance_connect(i, p->name, bits_of(bridge_net(s, BUS_SLAVE, p->name), s->slaves * p->width, p->width));
		else
			connect_address(s, i, leaf, (unsigned)bus_region_of(s->net->spec, number)->size);
	s->slaves += leaf->users_slave;
}

/* What the bridge sends is what the network receives: m_axis_* of the one are s_axis_* of the other, and vice versa. */
static void connect_streams(struct system *s, struct instance *i, unsigned number)
{
	for (const struct template_port *port = template_find(i->module)->port; port->name; port++) {
		bool sends = strncmp(port->name, "m_axis_", 7) == 0;

		if (!sends && strncmp(port->name, "s_axis_", 7) != 0)
			continue;
		char *other = format_string("%c%s", sends ? 's' : 'm', port->name + 1);

		instance_connect(i, port->name, share(s->m, other, number, port->width ? (unsigned)port->width(i) : 1));
		free(other);
	}
}

static void add_leaf(struct system *s, unsigned number)
{
	const struct network *net = s->net;
	struct bus_leaf leaf = bus_leaf_at(net, number);
	struct instance *i = module_instance(s->m, s->d, "bus_leaf", 1, "leaf_%u", number);

	PARAMETERS(i, { "MASTER", leaf.master }, { "SLAVE", leaf.slave }, { "RELAXED", leaf.relaxed }, { "POSTED", leaf.posted },
		   { "LONE", leaf.lone }, { "TAG_BITS", leaf.relaxed ? leaf.tag_bits : 1 }, { "LIMIT_BITS", leaf.limit_bits },
		   { "ADDRESS_BITS", leaf.word_bits }, { "PLACES", leaf.slave ? leaf.places : 2 },
		   { "LUT_RAM", leaf.lut_ram }, { "TIMEOUT", leaf.slave ? net->spec->bus->timeout : 0 }, { "LABEL_BITS", net->label_bits },
		   { "PAYLOAD_BITS", net->spec->payload_bits }, { "TO_BITS", network_tdest_bits(net) },
		   { "FROM_BITS", network_tdest_bits(net) + network_group_bits(net->spec) });
	if (leaf.block_ram)
		PARAMETERS(i, { "BLOCK_RAM", 1 });
	instance_connect(i, "clk", crossing_clock_of(s->m, net->spec, number, "clk"));
	instance_connect(i, "rst", crossing_reset_of(s->m, net->spec, number, "rst"));
	struct bits failed = { 0 };

	if (leaf.master && leaf.posted)
		failed = share(s->m, failed_port.name, s->masters, 1);
	connect_master(s, i, &leaf);
	if (!bus_has_chain(&leaf))
		connect_slave(s, i, &leaf, number);
	connect_streams(s, i, number);
	if (!bus_has_chain(&leaf))
		return;
	i = bus_add_chain(s->m, s->d, net, i, &leaf, number, failed,
			  leaf.bell ? share(s->m, irq_port.name, s->bells++, 1) : (struct bits){ 0 });
	connect_slave(s, i, &leaf, number);
}

static void add_converters(struct system *s)
{
	struct bus_leaf *leaf = allocate_array(s->net->spec->leaves, sizeof *leaf);

	for (unsigned k = 0; k < s->net->spec->leaves; k++)
		leaf[k] = bus_leaf_at(s->net, k);
	bus_add_converters(s->m, s->d, s->net->spec, leaf);
	free(leaf);
}

/* ---- The module -------------------------------------------------------------------------------------------------- */

static bool word_port(const struct net *port)
{
	return !is_last_port(port);
}

static bool has_block_ram(const struct network *net)
{
	for (unsigned leaf = 0; leaf < net->spec->leaves; leaf++)
		if (bus_leaf_at(net, leaf).block_ram)
			return true;
	return false;
}

struct design *bus_design(const struct design *network, const struct network *net)
{
	const struct spec *spec = net->spec;
	struct design *d = design_around(network);
	struct module *m = design_add(d, copy_string(spec->shell->word), format_string(
		"The network %s with a memory-mapped bus: %u masters and %u slaves at its leaves load and store words of 32 bits.\n",
		spec->name, bus_masters(spec), bus_slaves(spec)));
	struct system s = { .net = net, .d = d, .m = m };

	m->loops = true;
	module_input(m, "clk", 1, NULL);
	module_input(m, "rst", 1, has_block_ram(net)
		     ? "synchronous, active high, for at least 32 clocks, and until block RAM keeps words: on an iCE40 15 us after configuration"
		     : "synchronous, active high, for at least 32 clocks");
	add_ports(&s, BUS_MASTER);
	if (spec->bus->posted)
		add_shown_port(m, failed_port.direction, failed_port.name, bus_masters(spec), failed_port.comment);
	add_ports(&s, BUS_SLAVE);
	if (spec->bus->rung)
		add_shown_port(m, irq_port.direction, irq_port.name, bus_roles(spec), irq_port.comment);
	add_network_ports(m, design_top(network));
	add_inner(m, d, design_top(network)->name, "clk", "rst", word_port);
	crossing_pass(m, net);
	add_decoders(&s);
	if (spec->bus->rung)
		add_bell_decoders(&s);
	for (unsigned leaf = 0; leaf < spec->leaves; leaf++)
		add_leaf(&s, leaf);
	add_converters(&s);
	unsigned zeros = bits_width(&s.zeros);

	module_assign(m, s.zeros, expression_of(bits_constant(0, zeros)));
	return d;
}
