/* around.c: the common parts of the modules around a network. */
#include "emit/around.h"

#include <string.h>

#include "leaves/leaf.h"
#include "lower/streams.h"

bool is_message_port(const struct net *net)
{
	return net->direction != PORT_NONE &&
	       (strncmp(net->name, "s_axis_", 7) == 0 || strncmp(net->name, "m_axis_", 7) == 0);
}

bool is_last_port(const struct net *net)
{
	return strcmp(net->name, "s_axis_tlast") == 0 || strcmp(net->name, "m_axis_tlast") == 0;
}

/* With a word before it, too: a shell may call it wb_clk. What has two, as link_rx_clk, is another one. */
static bool is_called(const struct net *net, const char *name)
{
	const char *behind = strchr(net->name, '_');

	return strcmp(net->name, name) == 0 || (behind && strcmp(behind + 1, name) == 0);
}

static bool is_clock(const struct net *net)
{
	return is_called(net, "clk");
}

bool is_common_port(const struct net *net)
{
	return net->direction != PORT_NONE &&
	       (is_clock(net) || is_called(net, "rst"));
}

void add_shown_port(struct module *m, enum port_direction direction, const char *name, unsigned width, const char *comment)
{
	(direction == PORT_INPUT ? module_input : module_output)(m, name, width, comment);
}

void add_network_ports(struct module *m, const struct module *network)
{
	for (size_t i = 0; i < network->net_count; i++) {
		const struct net *port = &network->net[i];

		if (port->direction != PORT_NONE && !is_message_port(port) && !is_common_port(port))
			add_shown_port(m, port->direction, port->name, port->width, port->comment);
	}
}

struct bits ones(unsigned width)
{
	struct bits b = {0};

	for (unsigned i = 0; i < width; i++)
		bits_append(&b, bits_constant(1, 1));
	return b;
}

/* What a port that is not wanted is connected to; no bits: it stays open. */
static struct bits unwanted(const struct net *port)
{
	if (port->direction == PORT_INPUT)
		return is_last_port(port) ? ones(port->width) : bits_constant(0, port->width);
	return (struct bits){ 0 };
}

void add_inner(struct module *m, struct design *d, const char *inner, const char *clock, const char *reset,
	       bool (*wanted)(const struct net *port))
{
	const struct module *used = design_find(d, inner);
	struct instance *i = module_instance(m, d, inner, 1, "network");

	for (size_t k = 0; k < used->net_count; k++) {
		const struct net *port = &used->net[k];
		const char *name = stream_inside(used, port);

		if (port->direction == PORT_NONE)
			continue;
		if (is_common_port(port)) {
			instance_connect_net(m, i, port->name, is_clock(port) ? clock : reset);
		} else if (name && wanted(port)) {
			if (module_find(m, name) < 0)
				module_net(m, name, port->width);
			instance_connect_net(m, i, port->name, name);
		} else {
			instance_connect(i, port->name, unwanted(port));
		}
	}
}

static bool is_connected(const struct instance *i, const char *port)
{
	for (size_t k = 0; k < i->connection_count; k++)
		if (strcmp(i->connection[k].port, port) == 0)
			return true;
	return false;
}

void connect_rest(struct module *m)
{
	struct instance *i = &m->instance[m->instance_count - 1];

	for (const struct template_port *port = template_find(i->module)->port; port->name; port++)
		if (!is_connected(i, port->name) && module_find(m, port->name) >= 0)
			instance_connect_net(m, i, port->name, port->name);
}

/* The number of values of each digit of a label, 32 bits each; one digit suffices if leaf i has label first + i. */
static unsigned list_radix(const struct network *net, uint32_t first, struct text *radix)
{
	const struct spec *spec = net->spec;

	if (network_label(net, spec->leaves - 1) == first + spec->leaves - 1) {
		text_print(radix, "%08x", first + spec->leaves);
		return 1;
	}
	for (unsigned level = 0; level < net->levels; level++)
		text_print(radix, "%08x", net->children[level]);
	return net->levels;
}

void add_labels(struct module *m, struct design *d, const struct network *net)
{
	struct instance *i = module_instance(m, d, "leaf_labels", 1, "label");
	struct text radix = { 0 };
	uint32_t first = network_label(net, 0);
	unsigned digits = list_radix(net, first, &radix);

	instance_parameter(i, "LEAVES", net->spec->leaves);
	instance_parameter(i, "LABEL_BITS", net->label_bits);
	if (first > 0)
		instance_parameter(i, "FIRST", first);
	instance_parameter(i, "DIGITS", digits);
	instance_long_parameter(i, "RADIX", radix.bytes, 32 * digits);
	module_net(m, "labels", net->spec->leaves * net->label_bits);
	connect_rest(m);
}
