/* bus_users.c: pipelined Wishbone ports for simulations behind all ports of a bus, and what checks the rules at each port. */
#include <stdlib.h>
#include <string.h>

#include "emit/around.h"
#include "emit/crossing.h"
#include "parse/crossing.h"
#include "plan/plan.h"
#include "shells/bus.h"
#include "shells/bus_ports.h"

/* While the users of a side are added. */
struct users {
	struct module *m;
	struct design *d;
	const struct spec *spec;
	enum bus_role role;
	unsigned address_bits;
	unsigned all, own;		/* as in bus_ports.c */
};

static unsigned width_of(const struct users *u, const struct bus_signal *p)
{
	return p->width > 0 ? p->width : u->address_bits;
}

/* Of a net for all ports of the side, `width` bits each. */
static struct bits for_all(const struct users *u, const char *net, unsigned width)
{
	return bits_of(module_find(u->m, net), u->all * width, width);
}

static struct bits for_own(const struct users *u, const struct bus_signal *p)
{
	char *name = format_string("port_%s", p->name);
	struct bits bits = bits_of(module_find(u->m, name), u->own * width_of(u, p), width_of(u, p));

	free(name);
	return bits;
}

static const char *side_name(enum bus_role role, const char *master, const char *slave)
{
	return role == BUS_MASTER ? master : slave;
}

static int net_for(struct module *m, const char *name, unsigned width)
{
	int net = module_find(m, name);

	return net >= 0 ? net : module_net(m, name, width);
}

/* ---- A port ------------------------------------------------------------------------------------------------------ */

static void join_plain(const struct users *u)
{
	for (const struct bus_signal *p = bus_side_of(BUS_WISHBONE, u->role)->signals; p->name; p++) {
		struct bits user = for_all(u, p->name, width_of(u, p)), port = for_own(u, p);

		if (p->direction == PORT_INPUT)
			module_assign(u->m, port, expression_of(user));
		else
			module_assign(u->m, user, expression_of(port));
	}
}

static void add_bench(const struct users *u, const struct bus_side *side, unsigned leaf)
{
	const struct bus_side *plain = bus_side_of(BUS_WISHBONE, u->role);
	struct instance *i = module_instance(u->m, u->d, side->bench, 1, "user_%s%u", side->prefix, leaf);

	instance_parameter(i, "ADDRESS_BITS", u->address_bits);
	if (u->role == BUS_MASTER && bus_port(u->spec, leaf) == BUS_AXI_LITE) {
		instance_parameter(i, "FENCED", u->spec->bus->fenced);
		instance_vector_parameter(i, "FENCE", u->spec->bus->fence, BUS_DATA_BITS);
	}
	instance_connect(i, "clk", crossing_clock_of(u->m, u->spec, leaf, "clk"));
	instance_connect(i, "rst", crossing_reset_of(u->m, u->spec, leaf, "rst"));
	instance_connect(i, "holds", for_all(u, side_name(u->role, "master_holds", "slave_holds"), BUS_HOLDS));
	for (const struct bus_signal *p = side->signals; p->name; p++)
		instance_connect_named(i, for_own(u, p), "%s%s", side->part, p->name + strlen(side->prefix));
	for (const struct bus_signal *p = plain->signals; p->name; p++)
		instance_connect(i, p->name + strlen(plain->prefix), for_all(u, p->name, width_of(u, p)));
}

static void add_rules(const struct users *u, const struct bus_side *side, unsigned leaf)
{
	struct instance *i = module_instance(u->m, u->d, side->rules, 1, "rules_%s%u", side->prefix, leaf);
	const struct template_port *known = template_find(side->rules)->port;
	bool classic = bus_port(u->spec, leaf) == BUS_CLASSIC;
	const char *broken = side_name(u->role, "master_broken", "slave_broken");

	instance_parameter(i, "ADDRESS_BITS", u->address_bits);
	if (side->rule_bits < BUS_MOST_RULES) {
		PARAMETERS(i, { "CLASSIC", classic }, { "ENDS", !classic && u->role == BUS_SLAVE && u->spec->bus->timeout > 0 });
		if (classic)
			instance_connect(i, "stall", bits_constant(0, 1));
		instance_leave_open(i, "under_way");
		module_assign(u->m, bits_of(module_find(u->m, broken), u->all * BUS_MOST_RULES + side->rule_bits, BUS_MOST_RULES - side->rule_bits),
			      expression_of(bits_constant(0, BUS_MOST_RULES - side->rule_bits)));
	}
	instance_connect(i, "clk", crossing_clock_of(u->m, u->spec, leaf, "clk"));
	instance_connect(i, "rst", crossing_reset_of(u->m, u->spec, leaf, "rst"));
	for (const struct bus_signal *p = side->signals; p->name; p++)
		for (const struct template_port *port = known; port->name; port++)
			if (strcmp(port->name, p->name + strlen(side->prefix)) == 0)
				instance_connect(i, port->name, for_own(u, p));
	instance_connect(i, "broken", bits_of(module_find(u->m, broken), u->all * BUS_MOST_RULES, side->rule_bits));
}

/* ---- A side ------------------------------------------------------------------------------------------------------ */

static void add_nets(struct users *u)
{
	unsigned count = bus_ports(u->spec, u->role);

	for (const struct bus_signal *p = bus_side_of(BUS_WISHBONE, u->role)->signals; p->name; p++)
		net_for(u->m, p->name, width_of(u, p) * count);
	net_for(u->m, side_name(u->role, "master_holds", "slave_holds"), BUS_HOLDS * count);
	net_for(u->m, side_name(u->role, "master_broken", "slave_broken"), BUS_MOST_RULES * count);
}

static void add_side(struct module *m, struct design *d, const struct spec *spec, enum bus_role role)
{
	struct users u = { .m = m, .d = d, .spec = spec, .role = role, .address_bits = bus_side_address_bits(spec, role) };
	unsigned own[BUS_PROTOCOLS] = { 0 };

	add_nets(&u);
	for (unsigned leaf = 0; leaf < spec->leaves; leaf++) {
		const struct bus_region *r = bus_region_of(spec, leaf);

		if (!r || !(r->role & role))
			continue;
		const struct bus_side *side = bus_side_of(r->port, role);

		u.own = own[r->port]++;
		if (side->bench)
			add_bench(&u, side, leaf);
		else
			join_plain(&u);
		add_rules(&u, side, leaf);
		u.all++;
	}
}

/* ---- The bus ----------------------------------------------------------------------------------------------------- */

static bool is_among(const struct bus_signal *p, const char *name)
{
	while (p->name && strcmp(p->name, name) != 0)
		p++;
	return p->name;
}

static bool is_bus_port(const char *name)
{
	bool found = false;

	for (enum bus_protocol port = 0; port < BUS_PROTOCOLS && !found; port++)
		found = is_among(bus_port_kinds[port].master.signals, name) || is_among(bus_port_kinds[port].slave.signals, name);
	return found;
}

/* Ports of the bus are connected to nets port_*; others to nets of their names, if there are such. */
static void add_bus(struct module *m, struct design *d, const struct module *bus)
{
	struct instance *i = module_instance(m, d, bus->name, 1, "network");

	for (size_t k = 0; k < bus->net_count; k++) {
		const struct net *port = &bus->net[k];

		if (port->direction == PORT_NONE)
			continue;
		if (is_bus_port(port->name))
			instance_connect(i, port->name, bits_of(module_named_net(m, port->width, "port_%s", port->name), 0, port->width));
		else if (module_find(m, port->name) >= 0)
			instance_connect_net(m, i, port->name, port->name);
		else if (port->direction == PORT_INPUT)
			instance_connect(i, port->name, bits_constant(0, port->width));
		else
			instance_leave_open(i, port->name);
	}
}

void bus_add_users(struct module *m, struct design *d, const struct network *net)
{
	add_bus(m, d, design_top(d->base));
	if (crossing_count(net->spec) > 0)
		instance_parameter(&m->instance[m->instance_count - 1], CROSSING_METASTABLE, 1);
	add_side(m, d, net->spec, BUS_MASTER);
	add_side(m, d, net->spec, BUS_SLAVE);
}

static void add_watched_ports(struct module *m, const struct spec *spec, enum bus_role role)
{
	unsigned count = bus_ports(spec, role), address_bits = bus_side_address_bits(spec, role);

	for (const struct bus_signal *p = bus_side_of(BUS_WISHBONE, role)->signals; p->name; p++)
		add_shown_port(m, p->direction, p->name, (p->width > 0 ? p->width : address_bits) * count, NULL);
	module_input(m, side_name(role, "master_holds", "slave_holds"), BUS_HOLDS * count, NULL);
	module_output(m, side_name(role, "master_broken", "slave_broken"), BUS_MOST_RULES * count, NULL);
}

struct design *bus_watched(const struct design *bus, const struct network *net)
{
	struct design *d = design_around(bus);
	struct module *m = design_add(d, copy_string("watched"), format_string(
		"The bus of %s with pipelined Wishbone ports, and what checks the rules of its own ports.\n", net->spec->name));

	m->loops = true;
	module_input(m, "clk", 1, NULL);
	module_input(m, "rst", 1, NULL);
	add_watched_ports(m, net->spec, BUS_MASTER);
	add_watched_ports(m, net->spec, BUS_SLAVE);
	if (net->spec->bus->posted)
		module_output(m, "failed", bus_masters(net->spec), NULL);
	if (crossing_count(net->spec) > 0) {
		module_input(m, CROSSING_CLOCKS, crossing_count(net->spec), NULL);
		module_output(m, CROSSING_RESETS, crossing_count(net->spec), NULL);
	}
	bus_add_users(m, d, net);
	return d;
}
