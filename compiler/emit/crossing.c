/* crossing.c: asynchronous FIFOs at the streams of leaves that have clocks of their own. */
#include "emit/crossing.h"

#include <stdlib.h>
#include <string.h>

#include "emit/around.h"
#include "lower/streams.h"
#include "network/crossing.h"
#include "parse/crossing.h"
#include "parse/family.h"
#include "parse/spec.h"

/* Under construction. */
struct crossing {
	const struct network *net;
	struct module *m;
	bool drives;			/* the clocks of leaves are those of the module inside */
};

static bool ends_in(const char *name, const char *end)
{
	size_t length = strlen(name), ends = strlen(end);

	return length >= ends && strcmp(name + length - ends, end) == 0;
}

/* The net inside that has a port's bits of all such leaves: "network_s_axis_tdata". */
static int inner_net(struct crossing *c, const char *name, unsigned width)
{
	return module_named_net(c->m, width, "network_%s", name);
}

/* The parts of a stream are sorted by leaf: the port's bits of the network's side, one share for each leaf. */
static struct bits network_side(struct crossing *c, int outer, int inner, unsigned share)
{
	struct bits all = { 0 };
	unsigned number = 0;

	for (unsigned leaf = 0; leaf < c->net->spec->leaves; leaf++)
		bits_append(&all, crossing_at(c->net->spec, leaf) ? bits_of(inner, share * number++, share)
								    : bits_of(outer, share * leaf, share));
	return all;
}

/* The user's side: the shares of the leaves that cross. */
static struct bits user_side(const struct crossing *c, int outer, unsigned share)
{
	struct bits all = { 0 };

	for (unsigned leaf = 0; leaf < c->net->spec->leaves; leaf++)
		if (crossing_at(c->net->spec, leaf))
			bits_append(&all, bits_of(outer, share * leaf, share));
	return all;
}

/* A port of the streams: of the user's side, and of the network's. */
struct stream_port {
	const char *name;			/* inside */
	unsigned share;
	bool sends;				/* it belongs to the words that the leaf sends */
	int outer, inner;
};

struct stream_ports {
	struct stream_port port[16];
	unsigned count;
};

static void add_stream_port(struct crossing *c, struct instance *network, const struct module *used, const struct net *port,
			    struct stream_ports *ports)
{
	const char *name = stream_inside(used, port);

	if (!name) {
		instance_leave_open(network, port->name);
		return;
	}
	struct stream_port *p = &ports->port[ports->count++];

	*p = (struct stream_port){ .name = name, .share = port->width / c->net->spec->leaves, .sends = strncmp(name, "s_axis_", 7) == 0 };
	add_shown_port(c->m, port->direction, name, port->width, port->comment);
	p->outer = module_find(c->m, name);
	c->m->net[p->outer].share = port->share;
}

static void connect_stream_port(struct crossing *c, struct instance *network, const struct net *port, struct stream_port *p)
{
	p->inner = inner_net(c, p->name, p->share * crossing_count(c->net->spec));
	instance_connect(network, port->name, network_side(c, p->outer, p->inner, p->share));
}

/* The network, and the ports of the module. */
static void add_network(struct crossing *c, struct design *d, const struct module *used, struct stream_ports *ports)
{
	struct instance *network;

	network = module_instance(c->m, d, used->name, 1, "network");
	for (size_t k = 0; k < used->net_count; k++) {
		const struct net *port = &used->net[k];

		if (port->direction == PORT_NONE)
			continue;
		if (is_message_port(port)) {
			add_stream_port(c, network, used, port, ports);
		} else {
			if (c->drives && strcmp(port->name, CROSSING_RESETS) == 0)
				module_net(c->m, port->name, port->width);
			else if (module_find(c->m, port->name) < 0)
				add_shown_port(c->m, port->direction, port->name, port->width, port->comment);
			instance_connect_net(c->m, network, port->name, port->name);
		}
	}
	for (unsigned i = 0, k = 0; k < used->net_count; k++)
		if (used->net[k].direction != PORT_NONE && is_message_port(&used->net[k]) && stream_inside(used, &used->net[k]))
			connect_stream_port(c, network, &used->net[k], &ports->port[i++]);
}

/* One share of the words of leaf number `number`, of all parts, from the ports of the user's side or the nets of the network's. */
static void add_word(struct bits *word, const struct stream_ports *ports, bool sends, bool inner, unsigned at)
{
	for (unsigned i = 0; i < ports->count; i++) {
		const struct stream_port *p = &ports->port[i];

		if (p->sends == sends && !ends_in(p->name, "_tvalid") && !ends_in(p->name, "_tready"))
			bits_append(word, bits_of(inner ? p->inner : p->outer, p->share * at, p->share));
	}
}

static struct bits words(const struct crossing *c, const struct stream_ports *ports, bool sends, bool inner)
{
	struct bits all = { 0 };
	unsigned number = 0;

	for (unsigned leaf = 0; leaf < c->net->spec->leaves; leaf++)
		if (crossing_at(c->net->spec, leaf))
			add_word(&all, ports, sends, inner, inner ? number++ : leaf);
	return all;
}

static void connect_handshakes(struct crossing *c, struct instance *i, const struct stream_ports *ports)
{
	static const char *const user[2][2] = { { "down_valid", "down_ready" }, { "up_valid", "up_ready" } };
	static const char *const network[2][2] = { { "got_valid", "got_ready" }, { "sent_valid", "sent_ready" } };

	for (unsigned k = 0; k < ports->count; k++) {
		const struct stream_port *p = &ports->port[k];
		bool ready = ends_in(p->name, "_tready");

		if (!ready && !ends_in(p->name, "_tvalid"))
			continue;
		instance_connect(i, user[p->sends][ready], user_side(c, p->outer, 1));
		instance_connect(i, network[p->sends][ready], bits_whole(c->m, p->inner));
	}
}

static void add_crossings(struct crossing *c, struct design *d, const struct stream_ports *ports)
{
	const struct spec *spec = c->net->spec;
	unsigned count = crossing_count(spec);
	struct bits up = words(c, ports, true, false), down = words(c, ports, false, false);
	struct instance *i = module_instance(c->m, d, "crossing_leaf", count, "crossing");

	PARAMETERS(i, { "UP_BITS", bits_width(&up) / count }, { "DOWN_BITS", bits_width(&down) / count },
		   { "PLACES", crossing_places(spec) }, { "LUT_RAM", spec->family->lut_ram.words > 0 });
	instance_same_parameter(i, CROSSING_METASTABLE);
	instance_connect_net(c->m, i, "leaf_clk", c->drives ? "clk" : CROSSING_CLOCKS);
	if (c->drives)
		instance_leave_open(i, "leaf_rst");
	else
		instance_connect_net(c->m, i, "leaf_rst", CROSSING_RESETS);
	instance_connect(i, "up", up);
	instance_connect(i, "down", down);
	instance_connect_net(c->m, i, "clk", c->drives ? CROSSING_CLOCKS : "clk");
	instance_connect_net(c->m, i, "rst", c->drives ? CROSSING_RESETS : "rst");
	instance_connect(i, "sent", words(c, ports, true, true));
	instance_connect(i, "got", words(c, ports, false, true));
	connect_handshakes(c, i, ports);
}

struct design *crossing_design(const struct design *network, const struct network *net)
{
	struct design *d = design_around(network);
	char *leaves = crossing_leaves(net->spec);
	struct module *m = design_add(d, copy_string(CROSSING_WORD), format_string(
		"The network %s with %s %s:\n"
		"asynchronous FIFOs stand at the streams of such a leaf, which are in step with its bit of " CROSSING_CLOCKS ".\n"
		CROSSING_METASTABLE " is 0, or in simulations 1.\n", net->spec->name,
		crossing_count(net->spec) == 1 ? "a clock of its own at leaf" : "clocks of their own at leaves", leaves));
	struct crossing c = { .net = net, .m = m };
	struct stream_ports ports = { .count = 0 };
	unsigned count = crossing_count(net->spec);
	char *clocks = format_string(count == 1 ? "of leaf %s; it has nothing to do with clk"
				     : "in this order: of leaves %s; none has anything to do with clk or with another one", leaves);

	module_parameter(m, CROSSING_METASTABLE, 0);
	module_input(m, CROSSING_CLOCKS, count, clocks);
	module_output(m, CROSSING_RESETS, count, "of these leaves, active high, in step with its clock when it falls: 34 edges of that behind rst");
	add_network(&c, d, design_top(network), &ports);
	add_crossings(&c, d, &ports);
	streams_show(m, net->spec);
	free(clocks);
	free(leaves);
	return d;
}

struct design *crossing_drivers_design(const struct design *inner, const struct network *net)
{
	struct design *d = design_around(inner);
	struct module *m = design_add(d, copy_string(CROSSING_WORD "_drivers"), format_string(
		"Streams of the network %s that are all in step with clk: each leaf with a clock of its own has FIFOs\n"
		"behind which its user stands, for testbenches, simulations and self tests.\n", net->spec->name));
	struct crossing c = { .net = net, .m = m, .drives = true };
	struct stream_ports ports = { .count = 0 };

	module_parameter(m, CROSSING_METASTABLE, 0);
	add_network(&c, d, design_top(inner), &ports);
	instance_same_parameter(&m->instance[0], CROSSING_METASTABLE);
	add_crossings(&c, d, &ports);
	streams_show(m, net->spec);
	return d;
}

/* ---- Around it --------------------------------------------------------------------------------------------------- */

static struct bits common_or(const struct module *m, const struct spec *spec, unsigned leaf, const char *common, const char *own)
{
	return crossing_at(spec, leaf) ? bits_of(module_find(m, own), (unsigned)crossing_number(spec, leaf), 1)
					    : bits_whole(m, module_find(m, common));
}

struct bits crossing_clock_of(const struct module *m, const struct spec *spec, unsigned leaf, const char *common)
{
	return common_or(m, spec, leaf, common, CROSSING_CLOCKS);
}

struct bits crossing_reset_of(const struct module *m, const struct spec *spec, unsigned leaf, const char *common)
{
	return common_or(m, spec, leaf, common, CROSSING_RESETS);
}

static bool has_port(const struct instance *i, const char *name)
{
	const struct template_port *port = template_find(i->module)->port;

	while (port->name && strcmp(port->name, name) != 0)
		port++;
	return port->name;
}

static void connect_each(const struct module *m, const struct network *net, struct instance *i, const char *port, const char *common,
			 const char *own)
{
	struct bits all = { 0 };

	if (!has_port(i, port))
		return;
	for (unsigned leaf = 0; leaf < net->spec->leaves; leaf++)
		bits_append(&all, common_or(m, net->spec, leaf, common, own));
	instance_connect(i, port, all);
}

void crossing_connect(const struct module *m, const struct network *net, struct instance *i, const char *clock_port,
		      const char *clock, const char *reset_port, const char *reset)
{
	if (crossing_count(net->spec) == 0)
		return;
	connect_each(m, net, i, clock_port, clock, CROSSING_CLOCKS);
	connect_each(m, net, i, reset_port, reset, CROSSING_RESETS);
}

void crossing_pass(struct module *m, const struct network *net)
{
	if (crossing_count(net->spec) == 0)
		return;
	module_parameter(m, CROSSING_METASTABLE, 0);
	instance_same_parameter(&m->instance[m->instance_count - 1], CROSSING_METASTABLE);
}
