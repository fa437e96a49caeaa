/* bus_ports.c: ports of the module NAME_bus that are no pipelined Wishbone, and what makes that of them. */
#include "shells/bus_ports.h"

#include <stdlib.h>
#include <string.h>

#include "emit/around.h"
#include "emit/crossing.h"
#include "plan/plan.h"
#include "shells/bus.h"

enum { PROTECTION_BITS = 3, RESPONSE_BITS = 2 };

/* They have the names of the bridge's ports. */
const struct bus_signal bus_master_signals[] = {
	{ "master_cyc", 1, PORT_INPUT, "Wishbone B4, pipelined, by the user's masters: the one of leaf number k of the masters' has the "
				       "bits [k*width +: width] of every port" },
	{ "master_stb", 1, PORT_INPUT, NULL },
	{ "master_we", 1, PORT_INPUT, NULL },
	{ "master_adr", 0, PORT_INPUT, "of a byte; the lowest two bits are ignored" },
	{ "master_dat", BUS_DATA_BITS, PORT_INPUT, "written" },
	{ "master_sel", BUS_WORD_BYTES, PORT_INPUT, NULL },
	{ "master_stall", 1, PORT_OUTPUT, NULL },
	{ "master_ack", 1, PORT_OUTPUT, NULL },
	{ "master_err", 1, PORT_OUTPUT, "instead of ack: the slave's, or no slave has the address" },
	{ "master_rdt", BUS_DATA_BITS, PORT_OUTPUT, "read" },
	{ 0 }
};

const struct bus_signal bus_slave_signals[] = {
	{ "slave_cyc", 1, PORT_OUTPUT, "to the user's slaves, likewise" },
	{ "slave_stb", 1, PORT_OUTPUT, NULL },
	{ "slave_we", 1, PORT_OUTPUT, NULL },
	{ "slave_adr", 0, PORT_OUTPUT, "of a byte, within the slave's region; the lowest two bits are 0" },
	{ "slave_dat", BUS_DATA_BITS, PORT_OUTPUT, "to be written" },
	{ "slave_sel", BUS_WORD_BYTES, PORT_OUTPUT, NULL },
	{ "slave_stall", 1, PORT_INPUT, NULL },
	{ "slave_ack", 1, PORT_INPUT, "one ack or err for each access taken, in their order; in its clock at the earliest" },
	{ "slave_err", 1, PORT_INPUT, NULL },
	{ "slave_rdt", BUS_DATA_BITS, PORT_INPUT, NULL },
	{ 0 }
};

static const struct bus_signal axi_master_signals[] = {
	{ "s_axi_awaddr", 0, PORT_INPUT, "AXI4-Lite, by the user's masters: the one of leaf number k of those with such a port has the bits"
					 " [k*width +: width] of every port" },
	{ "s_axi_awprot", PROTECTION_BITS, PORT_INPUT, "not used" },
	{ "s_axi_awvalid", 1, PORT_INPUT, NULL },
	{ "s_axi_awready", 1, PORT_OUTPUT, "with the data's: both are taken in one clock" },
	{ "s_axi_wdata", BUS_DATA_BITS, PORT_INPUT, NULL },
	{ "s_axi_wstrb", BUS_WORD_BYTES, PORT_INPUT, NULL },
	{ "s_axi_wvalid", 1, PORT_INPUT, NULL },
	{ "s_axi_wready", 1, PORT_OUTPUT, NULL },
	{ "s_axi_bresp", RESPONSE_BITS, PORT_OUTPUT, "SLVERR: the slave's; DECERR: no slave has the address" },
	{ "s_axi_bvalid", 1, PORT_OUTPUT, NULL },
	{ "s_axi_bready", 1, PORT_INPUT, NULL },
	{ "s_axi_araddr", 0, PORT_INPUT, NULL },
	{ "s_axi_arprot", PROTECTION_BITS, PORT_INPUT, "not used" },
	{ "s_axi_arvalid", 1, PORT_INPUT, NULL },
	{ "s_axi_arready", 1, PORT_OUTPUT, NULL },
	{ "s_axi_rdata", BUS_DATA_BITS, PORT_OUTPUT, NULL },
	{ "s_axi_rresp", RESPONSE_BITS, PORT_OUTPUT, NULL },
	{ "s_axi_rvalid", 1, PORT_OUTPUT, NULL },
	{ "s_axi_rready", 1, PORT_INPUT, NULL },
	{ 0 }
};

static const struct bus_signal axi_slave_signals[] = {
	{ "m_axi_awaddr", 0, PORT_OUTPUT, "AXI4-Lite, to the user's slaves, likewise; of a byte, within the slave's region" },
	{ "m_axi_awprot", PROTECTION_BITS, PORT_OUTPUT, "0" },
	{ "m_axi_awvalid", 1, PORT_OUTPUT, NULL },
	{ "m_axi_awready", 1, PORT_INPUT, NULL },
	{ "m_axi_wdata", BUS_DATA_BITS, PORT_OUTPUT, NULL },
	{ "m_axi_wstrb", BUS_WORD_BYTES, PORT_OUTPUT, NULL },
	{ "m_axi_wvalid", 1, PORT_OUTPUT, NULL },
	{ "m_axi_wready", 1, PORT_INPUT, NULL },
	{ "m_axi_bresp", RESPONSE_BITS, PORT_INPUT, "SLVERR and DECERR are the same" },
	{ "m_axi_bvalid", 1, PORT_INPUT, NULL },
	{ "m_axi_bready", 1, PORT_OUTPUT, "1" },
	{ "m_axi_araddr", 0, PORT_OUTPUT, NULL },
	{ "m_axi_arprot", PROTECTION_BITS, PORT_OUTPUT, "0" },
	{ "m_axi_arvalid", 1, PORT_OUTPUT, NULL },
	{ "m_axi_arready", 1, PORT_INPUT, NULL },
	{ "m_axi_rdata", BUS_DATA_BITS, PORT_INPUT, NULL },
	{ "m_axi_rresp", RESPONSE_BITS, PORT_INPUT, NULL },
	{ "m_axi_rvalid", 1, PORT_INPUT, NULL },
	{ "m_axi_rready", 1, PORT_OUTPUT, "1" },
	{ 0 }
};

static const struct bus_signal classic_master_signals[] = {
	{ "classic_master_cyc", 1, PORT_INPUT, "Wishbone B4, classic, by the user's masters, likewise: an access stays until it is answered" },
	{ "classic_master_stb", 1, PORT_INPUT, NULL },
	{ "classic_master_we", 1, PORT_INPUT, NULL },
	{ "classic_master_adr", 0, PORT_INPUT, NULL },
	{ "classic_master_dat", BUS_DATA_BITS, PORT_INPUT, NULL },
	{ "classic_master_sel", BUS_WORD_BYTES, PORT_INPUT, NULL },
	{ "classic_master_ack", 1, PORT_OUTPUT, NULL },
	{ "classic_master_err", 1, PORT_OUTPUT, "instead of ack" },
	{ "classic_master_rdt", BUS_DATA_BITS, PORT_OUTPUT, NULL },
	{ 0 }
};

static const struct bus_signal classic_slave_signals[] = {
	{ "classic_slave_cyc", 1, PORT_OUTPUT, "to the user's slaves, likewise" },
	{ "classic_slave_stb", 1, PORT_OUTPUT, NULL },
	{ "classic_slave_we", 1, PORT_OUTPUT, NULL },
	{ "classic_slave_adr", 0, PORT_OUTPUT, NULL },
	{ "classic_slave_dat", BUS_DATA_BITS, PORT_OUTPUT, NULL },
	{ "classic_slave_sel", BUS_WORD_BYTES, PORT_OUTPUT, NULL },
	{ "classic_slave_ack", 1, PORT_INPUT, NULL },
	{ "classic_slave_err", 1, PORT_INPUT, NULL },
	{ "classic_slave_rdt", BUS_DATA_BITS, PORT_INPUT, NULL },
	{ 0 }
};

/* As the headers of wishbone_rules.v and axi_rules.v number them. */
static const char *const wishbone_rules[] = {
	"stb without cyc", "an access does not stay until it is taken", "cyc falls before all accesses are answered", "both ack and err",
	"an answer without an access",
};
static const char *const axi_rules[] = {
	"AW does not stay until it is taken", "W does not stay until it is taken", "AR does not stay until it is taken",
	"B does not stay until it is taken", "R does not stay until it is taken", "B without an access", "R without an access", "EXOKAY",
};

#define WISHBONE_RULES "wishbone_rules", sizeof wishbone_rules / sizeof *wishbone_rules, wishbone_rules, false
#define AXI_RULES "axi_rules", sizeof axi_rules / sizeof *axi_rules, axi_rules, true

const struct bus_port_kind bus_port_kinds[] = {
	[BUS_WISHBONE] = {
		{ bus_master_signals, "master_", NULL, NULL, NULL, WISHBONE_RULES },
		{ bus_slave_signals, "slave_", NULL, NULL, NULL, WISHBONE_RULES },
	},
	[BUS_AXI_LITE] = {
		{ axi_master_signals, "s_axi_", "axi_master", "bench_axi_master", "", AXI_RULES },
		{ axi_slave_signals, "m_axi_", "axi_slave", "bench_axi_slave", "", AXI_RULES },
	},
	[BUS_CLASSIC] = {
		{ classic_master_signals, "classic_master_", "classic_master", "bench_classic_master", "classic_",
		  WISHBONE_RULES },
		{ classic_slave_signals, "classic_slave_", "classic_slave", "bench_classic_slave", "classic_",
		  WISHBONE_RULES },
	},
};

const struct bus_side *bus_side_of(enum bus_protocol port, enum bus_role role)
{
	return role == BUS_MASTER ? &bus_port_kinds[port].master : &bus_port_kinds[port].slave;
}

unsigned bus_side_address_bits(const struct spec *spec, enum bus_role role)
{
	return role == BUS_MASTER ? spec->bus->address_bits : bus_slave_bits(spec) + digit_bits(BUS_WORD_BYTES);
}

/* ---- Ports ------------------------------------------------------------------------------------------------------- */

static unsigned width_of(const struct bus_signal *p, unsigned address_bits)
{
	return p->width > 0 ? p->width : address_bits;
}

void bus_add_ports(struct module *m, const struct spec *spec, enum bus_role role)
{
	unsigned address_bits = bus_side_address_bits(spec, role);

	for (enum bus_protocol port = 0; port < BUS_PROTOCOLS; port++) {
		unsigned count = bus_port_count(spec, role, port);

		for (const struct bus_signal *p = bus_side_of(port, role)->signals; count > 0 && p->name; p++)
			add_shown_port(m, p->direction, p->name, width_of(p, address_bits) * count, p->comment);
	}
	for (const struct bus_signal *p = bus_side_of(BUS_WISHBONE, role)->signals; p->name; p++)
		module_named_net(m, width_of(p, address_bits) * bus_ports(spec, role), "inner_%s", p->name);
}

/* ---- Converters -------------------------------------------------------------------------------------------------- */

/* A port that is being joined to its bridge. */
struct joint {
	struct module *m;
	const struct spec *spec;
	enum bus_role role;
	unsigned all, own;		/* its number among all ports of its side, and among those of its kind */
};

/* The share of a port, or, `inner`, of the bridge's. */
static struct bits share(const struct joint *s, const struct bus_signal *p, bool inner)
{
	unsigned width = width_of(p, bus_side_address_bits(s->spec, s->role));
	char *name = format_string("%s%s", inner ? "inner_" : "", p->name);
	struct bits bits = bits_of(module_find(s->m, name), (inner ? s->all : s->own) * width, width);

	free(name);
	return bits;
}

static void join_plain(const struct joint *s)
{
	for (const struct bus_signal *p = bus_side_of(BUS_WISHBONE, s->role)->signals; p->name; p++) {
		bool input = p->direction == PORT_INPUT;

		module_assign(s->m, share(s, p, input), expression_of(share(s, p, !input)));
	}
}

/* What the decoder of this master says. */
static struct bits said(const struct joint *s, const char *net)
{
	return module_find(s->m, net) >= 0 ? bits_of(module_find(s->m, net), s->all, 1) : bits_constant(0, 1);
}

static void add_converter(const struct joint *s, struct design *d, unsigned leaf, const struct bus_leaf *bridge)
{
	const struct bus_side *side = bus_side_of(bus_port(s->spec, leaf), s->role);
	struct instance *i = module_instance(s->m, d, side->converter, 1, "%s%u", side->prefix, leaf);

	instance_parameter(i, "ADDRESS_BITS", bus_side_address_bits(s->spec, s->role));
	instance_connect(i, "clk", crossing_clock_of(s->m, s->spec, leaf, "clk"));
	instance_connect(i, "rst", crossing_reset_of(s->m, s->spec, leaf, "rst"));
	for (const struct bus_signal *p = side->signals; p->name; p++)
		instance_connect(i, p->name, share(s, p, false));
	for (const struct bus_signal *p = bus_side_of(BUS_WISHBONE, s->role)->signals; p->name; p++)
		instance_connect(i, p->name, share(s, p, true));
	if (s->role == BUS_SLAVE) {
		instance_parameter(i, "WITHDRAWS", s->spec->bus->timeout > 0);
	} else if (bus_port(s->spec, leaf) == BUS_AXI_LITE) {
		PARAMETERS(i, { "ENTRIES", bus_entries(bridge) }, { "LUT_RAM", bridge->lut_ram });
		instance_connect(i, "mapped", said(s, "mapped"));
		instance_connect(i, "fence", said(s, "fence"));
	}
}

unsigned bus_entries(const struct bus_leaf *leaf)
{
	return 1u << (leaf->relaxed ? leaf->tag_bits : digit_bits(leaf->most));
}

static void add_side(struct module *m, struct design *d, const struct spec *spec, const struct bus_leaf *bridge, enum bus_role role)
{
	struct joint s = { .m = m, .spec = spec, .role = role };
	unsigned own[BUS_PROTOCOLS] = { 0 };

	for (unsigned leaf = 0; leaf < spec->leaves; leaf++) {
		const struct bus_region *r = bus_region_of(spec, leaf);

		if (!r || !(r->role & role))
			continue;
		s.own = own[r->port]++;
		if (bus_side_of(r->port, role)->converter)
			add_converter(&s, d, leaf, &bridge[leaf]);
		else
			join_plain(&s);
		s.all++;
	}
}

void bus_add_converters(struct module *m, struct design *d, const struct spec *spec, const struct bus_leaf *bridge)
{
	static const enum bus_role roles[] = { BUS_MASTER, BUS_SLAVE };

	for (size_t k = 0; k < sizeof roles / sizeof *roles; k++)
		if (bus_converts(spec, roles[k]))
			add_side(m, d, spec, bridge, roles[k]);
}
