/* shell.c: a top module with a shell at every leaf of the network, and another one around it with drivers. */
#include "emit/shell.h"

#include <assert.h>
#include <string.h>

#include "emit/around.h"
#include "emit/crossing.h"
#include "lower/streams.h"
#include "parse/crossing.h"

static const struct shell_circuit *circuit_of_shell(const struct network *net)
{
	return net->spec->shell->circuit;
}

char *shell_top_name(const struct network *net)
{
	const struct spec *spec = net->spec;

	const char *word = spec->shell->circuit ? spec->shell->word : crossing_count(spec) > 0 ? CROSSING_WORD : NULL;

	return word ? format_string("%s_%s", spec->name, word) : copy_string(spec->name);
}

const struct shell_setting *shell_settings(const struct spec *spec)
{
	static const struct shell_setting none[] = { { NULL, NULL, NULL } };

	return spec->shell->circuit && spec->shell->circuit->setting ? spec->shell->circuit->setting : none;
}

void add_settings(struct module *m, const struct network *net)
{
	for (const struct shell_setting *s = shell_settings(net->spec); s->name; s++)
		module_parameter(m, s->name, s->value(net->spec));
}

void pass_settings(struct module *m, const struct network *net)
{
	for (const struct shell_setting *s = shell_settings(net->spec); s->name; s++)
		instance_same_parameter(&m->instance[m->instance_count - 1], s->name);
}

static void add_shell_ports(struct module *m, const struct network *net, const struct module *network)
{
	const struct shell_circuit *c = circuit_of_shell(net);

	module_input(m, c->clock, 1, NULL);
	module_input(m, c->reset, 1, c->reset_comment);
	for (const struct shell_port *p = c->port; p->name; p++)
		add_shown_port(m, p->direction, p->name, p->width * net->spec->leaves, p->comment);
	add_network_ports(m, network);
}

/* Where each word is a packet, nothing in the shell knows of its end. */
static bool word_port(const struct net *port)
{
	return !is_last_port(port);
}

static bool any_port(const struct net *port)
{
	(void)port;
	return true;
}

/* Which ports of the network the shell takes. */
static bool (*taken_ports(const struct network *net))(const struct net *port)
{
	return circuit_of_shell(net)->packets ? any_port : word_port;
}

static unsigned size_of(const struct network *net, const char *parameter)
{
	const struct { const char *name; unsigned value; } sizes[] = {
		{ "PAYLOAD_BITS", net->spec->payload_bits },
		{ "LABEL_BITS", net->label_bits },
		{ "TO_BITS", network_tdest_bits(net) },
		{ "FROM_BITS", network_tdest_bits(net) + network_group_bits(net->spec) },
	};
	size_t i = 0;

	while (strcmp(sizes[i].name, parameter) != 0) {
		i++;
		assert(i < sizeof sizes / sizeof *sizes);
	}
	return sizes[i].value;
}

static struct instance *add_parts(struct module *m, struct design *d, const struct network *net,
				  const struct shell_part *part)
{
	struct instance *i = module_instance(m, d, part->module, net->spec->leaves, "%s", part->name);

	for (const char *const *size = part->sizes; *size; size++)
		instance_parameter(i, *size, size_of(net, *size));
	instance_connect_net(m, i, "label", "labels");
	return i;
}

/* What the leaf sends is what the network receives: m_axis_* of the one are s_axis_* of the other, and vice versa. */
static void connect_streams(struct module *m, struct instance *i)
{
	for (const struct template_port *port = template_find(i->module)->port; port->name; port++) {
		bool sends = strncmp(port->name, "m_axis_", 7) == 0;

		if (!sends && strncmp(port->name, "s_axis_", 7) != 0)
			continue;
		char *other = format_string("%c%s", sends ? 's' : 'm', port->name + 1);

		instance_connect_net(m, i, port->name, other);
		free(other);
	}
}

struct design *shell_design(const struct design *network, const struct network *net)
{
	const struct shell_circuit *c = circuit_of_shell(net);
	const char *name = net->spec->name;

	if (c->design)
		return c->design(network, net);
	struct design *d = design_around(network);
	struct module *m = design_add(d, copy_string(net->spec->shell->word), format_string(
		"The network %s with %s at every leaf. The %s of a %s are those at the head of\n"
		"%s_%s.v.%s%s\n", name, c->title, c->head_has, c->leaf.name, name, c->leaf.module,
		c->settings_are ? " " : "", c->settings_are ? c->settings_are : ""));

	add_settings(m, net);
	add_shell_ports(m, net, design_top(network));
	add_labels(m, d, net);
	add_inner(m, d, design_top(network)->name, c->clock, c->reset, taken_ports(net));
	crossing_pass(m, net);
	struct instance *i = add_parts(m, d, net, &c->leaf);

	crossing_connect(m, net, i, c->clock, c->clock, c->reset, c->reset);

	pass_settings(m, net);
	connect_streams(m, i);
	connect_rest(m);
	return d;
}

/* All but the clock and the reset, which drivers have under the network's names. */
static bool inner_port(const struct net *port)
{
	return !is_common_port(port);
}

static void add_driver_ports(struct module *m, const struct module *network, const struct network *net)
{
	bool (*taken)(const struct net *port) = taken_ports(net);

	for (size_t i = 0; i < network->net_count; i++) {
		const struct net *port = &network->net[i];
		const char *name = stream_inside(network, port);

		if (port->direction != PORT_NONE && taken(port) && name)
			add_shown_port(m, port->direction, name, port->width, port->comment);
	}
	module_output(m, "mislabelled", net->spec->leaves, circuit_of_shell(net)->mislabelled);
	for (const struct shell_port *p = circuit_of_shell(net)->port; p->name; p++)
		module_net(m, p->name, p->width * net->spec->leaves);
}

/* " DEPTH and WIDTH are those of the slaves.", or nothing. */
static void add_settings_text(const struct spec *spec, struct text *t)
{
	const struct shell_setting *first = shell_settings(spec);

	for (const struct shell_setting *s = first; s->name; s++)
		text_print(t, "%s%s", s == first ? " " : s[1].name ? ", " : " and ", s->name);
	if (first->name)
		text_print(t, " %s of the %ss.", first[1].name ? "are those" : "is that", spec->shell->circuit->leaf.name);
}

struct design *drivers_design(const struct design *shell, const struct network *net)
{
	const struct shell_circuit *c = circuit_of_shell(net);
	struct design *d = design_around(shell);
	struct text settings = { 0 };

	add_settings_text(net->spec, &settings);
	struct module *m = design_add(d, copy_string(c->drivers), format_string(
		"The network %s with %s at every leaf, and a %s at each %s that makes an AXI4-Stream leaf of\n"
		"it again: for testbenches, simulations and self tests.%s\n", net->spec->name, net->spec->shell->one,
		c->driver.name, c->leaf.name, settings.length ? settings.bytes : ""));

	text_free(&settings);
	add_settings(m, net);
	add_driver_ports(m, design_top(shell->base), net);
	add_labels(m, d, net);
	add_inner(m, d, net->spec->shell->word, "clk", "rst", inner_port);
	pass_settings(m, net);
	crossing_pass(m, net);
	struct instance *i = add_parts(m, d, net, &c->driver);

	crossing_connect(m, net, i, "clk", "clk", "rst", "rst");
	connect_rest(m);
	streams_show(m, net->spec);
	return d;
}
