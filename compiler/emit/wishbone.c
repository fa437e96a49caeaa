/* wishbone.c: a top module in which every leaf of the network is a slave of a Wishbone bus ..
 *
 *   wb_* of leaf i --> [ wishbone_leaf ] --> s_axis_* of leaf i [ network ]
 *                                      <--- m_axis_* of leaf i [         ] --> other ports (root, faults, probes)
 *
 * and another one around it with a master for each slave, which has the network's ports again:
 *
 *   s_axis_*, m_axis_* of leaf i <--> [ wishbone_master ] <--> wb_* of leaf i [ the top above ]
 */
#include <string.h>

#include "emit/around.h"
#include "lower/streams.h"

char *wishbone_top_name(const struct network *net)
{
	return format_string("%s_wishbone", net->spec->name);
}

struct bus_port {
	const char *name;
	unsigned width;			/* of each leaf's share */
	enum port_direction direction;
	const char *comment;
};

static const struct bus_port bus[] = {
	{ "wb_adr", 5, PORT_INPUT,
	  "the slave of leaf i has the bits [i*width +: width] of every port; wb_adr: 5 bits, a byte address" },
	{ "wb_dat", 32, PORT_INPUT, "32 bits, written" },
	{ "wb_sel", 4, PORT_INPUT, NULL },
	{ "wb_we", 1, PORT_INPUT, NULL },
	{ "wb_cyc", 1, PORT_INPUT, NULL },
	{ "wb_stb", 1, PORT_INPUT, NULL },
	{ "wb_rdt", 32, PORT_OUTPUT, "32 bits, read" },
	{ "wb_ack", 1, PORT_OUTPUT, NULL },
	{ "irq", 1, PORT_OUTPUT, NULL },
};

static void add_port(struct module *m, enum port_direction direction, const char *name, unsigned width,
		     const char *comment)
{
	(direction == PORT_INPUT ? module_input : module_output)(m, name, width, comment);
}

static void add_wishbone_ports(struct module *m, const struct network *net, const struct module *network)
{
	module_input(m, "wb_clk", 1, NULL);
	module_input(m, "wb_rst", 1, "synchronous, active high, for at least 32 clocks");
	for (size_t i = 0; i < sizeof bus / sizeof bus[0]; i++)
		add_port(m, bus[i].direction, bus[i].name, bus[i].width * net->spec->leaves, bus[i].comment);
	for (size_t i = 0; i < network->net_count; i++) {
		const struct net *port = &network->net[i];

		if (port->direction != PORT_NONE && !is_message_port(port) && !is_common_port(port))
			add_port(m, port->direction, port->name, port->width, port->comment);
	}
}

/* Each word is a packet: slaves know of no other ones. */
static bool word_port(const struct net *port)
{
	return !is_last_port(port);
}

/* Adds the slaves: s_axis_* of a leaf is driven by m_axis_* of its slave and vice versa. */
static void add_slaves(struct module *m, struct design *d, const struct network *net)
{
	static const char *const crossed[][2] = {
		{ "m_axis_tdata", "s_axis_tdata" }, { "m_axis_tdest", "s_axis_tdest" },
		{ "m_axis_tvalid", "s_axis_tvalid" }, { "m_axis_tready", "s_axis_tready" },
		{ "s_axis_tdata", "m_axis_tdata" }, { "s_axis_tuser", "m_axis_tuser" },
		{ "s_axis_tvalid", "m_axis_tvalid" }, { "s_axis_tready", "m_axis_tready" },
	};
	const struct spec *spec = net->spec;
	struct instance *i = module_instance(m, d, "wishbone_leaf", spec->leaves, "slave");

	instance_parameter(i, "PAYLOAD_BITS", spec->payload_bits);
	instance_parameter(i, "LABEL_BITS", net->label_bits);
	instance_parameter(i, "TO_BITS", network_tdest_bits(net));
	instance_parameter(i, "FROM_BITS", network_tdest_bits(net) + network_group_bits(spec));
	pass_depths(m);
	instance_connect_net(m, i, "label", "labels");
	for (size_t k = 0; k < sizeof crossed / sizeof crossed[0]; k++)
		instance_connect_net(m, i, crossed[k][0], crossed[k][1]);
	connect_rest(m);
}

struct design *wishbone_design(const struct design *network, const struct network *net)
{
	struct design *d = design_around(network);
	struct module *m = design_add(d, copy_string("wishbone"), format_string(
		"The network %s with a classic Wishbone slave at every leaf. The registers of a slave are those"
		" at the head of\n"
		"%s_wishbone_leaf.v. SEND_DEPTH and RECEIVE_DEPTH: messages that the queues of a leaf hold,"
		" powers of two, 2 .. 2048;\n2 or 4 messages take no RAM.\n",
		net->spec->name, net->spec->name));

	add_depths(m, net);
	add_wishbone_ports(m, net, design_top(network));
	add_labels(m, d, net);
	add_inner(m, d, "", "wb_clk", "wb_rst", word_port);
	add_slaves(m, d, net);
	return d;
}

/* The buses between masters and slaves. */
static bool is_bus_port(const struct net *port)
{
	for (size_t i = 0; i < sizeof bus / sizeof bus[0]; i++)
		if (strcmp(port->name, bus[i].name) == 0)
			return true;
	return false;
}

/* All but the clock and the reset, which the masters have under the network's names. */
static bool inner_port(const struct net *port)
{
	return !is_common_port(port);
}

static void add_master_ports(struct module *m, const struct module *network, const struct module *slaves)
{
	for (size_t i = 0; i < network->net_count; i++) {
		const struct net *port = &network->net[i];
		const char *name = stream_inside(network, port);

		if (port->direction != PORT_NONE && word_port(port) && name)
			add_port(m, port->direction, name, port->width, port->comment);
	}
	module_output(m, "mislabelled", slaves->net[module_find(slaves, "irq")].width,
		      "slaves whose register LEAF does not hold the leaf's label");
	for (size_t i = 0; i < slaves->net_count; i++)
		if (is_bus_port(&slaves->net[i]))
			module_net(m, slaves->net[i].name, slaves->net[i].width);
}

struct design *masters_design(const struct design *slaves, const struct network *net)
{
	struct design *d = design_around(slaves);
	struct module *m = design_add(d, copy_string("wishbone_masters"), format_string(
		"The network %s with a Wishbone slave at every leaf, and a master at each slave that makes an AXI4-Stream"
		" leaf of\nit again: for testbenches, simulations and self tests. SEND_DEPTH and RECEIVE_DEPTH are those of"
		" the slaves.\n", net->spec->name));

	add_depths(m, net);
	add_master_ports(m, design_top(slaves->base), design_top(slaves));
	add_labels(m, d, net);
	add_inner(m, d, "wishbone", "clk", "rst", inner_port);
	pass_depths(m);
	struct instance *i = module_instance(m, d, "wishbone_master", net->spec->leaves, "master");

	instance_parameter(i, "LABEL_BITS", net->label_bits);
	instance_parameter(i, "PAYLOAD_BITS", net->spec->payload_bits);
	instance_parameter(i, "TO_BITS", network_tdest_bits(net));
	instance_parameter(i, "FROM_BITS", network_tdest_bits(net) + network_group_bits(net->spec));
	instance_connect_net(m, i, "label", "labels");
	connect_rest(m);
	streams_show(m, net->spec);
	return d;
}
