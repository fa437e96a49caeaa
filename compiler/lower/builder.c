/* builder.c: builds modules. */
#include "lower/builder.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "network/delay.h"
#include "network/network.h"
#include "util/budget.h"
#include "util/text.h"

struct design *design_around(const struct design *base)
{
	struct design *d = allocate(sizeof *d);

	d->base = base;
	return d;
}

struct module *design_add(struct design *d, char *name, char *purpose)
{
	struct module *m = allocate(sizeof *m);

	m->name = name;
	m->purpose = purpose;
	d->module = reallocate(d->module, (d->module_count + 1) * sizeof(struct module *));
	d->module[d->module_count++] = m;
	return m;
}

const struct module *design_find(const struct design *d, const char *name)
{
	for (size_t i = 0; i < d->module_count; i++)
		if (strcmp(d->module[i]->name, name) == 0)
			return d->module[i];
	return d->base ? design_find(d->base, name) : NULL;
}

static bool has_template(const struct design *d, const struct template *t)
{
	for (size_t i = 0; i < d->template_count; i++)
		if (d->template[i] == t)
			return true;
	return d->base && has_template(d->base, t);
}

const struct template *design_use(struct design *d, const char *name)
{
	const struct template *t = template_find(name);

	if (!t || has_template(d, t))
		return t;
	for (size_t i = 0; t->needs[i]; i++)
		design_use(d, t->needs[i]);
	d->template = reallocate(d->template, (d->template_count + 1) * sizeof(struct template *));
	d->template[d->template_count++] = t;
	return t;
}

void design_keep_apart(struct design *d, const char *name)
{
	d->apart = design_use(d, name);
}

static int add_net(struct module *m, const char *name, unsigned width, enum port_direction direction,
		   const char *comment)
{
	m->net = reallocate(m->net, (m->net_count + 1) * sizeof *m->net);
	m->net[m->net_count] = (struct net){ .name = copy_string(name), .width = width, .direction = direction,
					     .comment = comment ? copy_string(comment) : NULL };
	return (int)m->net_count++;
}

int module_input(struct module *m, const char *name, unsigned width, const char *comment)
{
	return add_net(m, name, width, PORT_INPUT, comment);
}

int module_output(struct module *m, const char *name, unsigned width, const char *comment)
{
	return add_net(m, name, width, PORT_OUTPUT, comment);
}

int module_port(struct module *m, const char *name, unsigned width, enum port_direction direction)
{
	return add_net(m, name, width, direction, NULL);
}

int module_net(struct module *m, const char *name, unsigned width)
{
	return add_net(m, name, width, PORT_NONE, NULL);
}

int module_named_net(struct module *m, unsigned width, const char *format, ...)
{
	struct text name = { 0 };
	va_list args;

	va_start(args, format);
	text_print_list(&name, format, args);
	va_end(args);
	int net = module_net(m, name.bytes, width);

	text_free(&name);
	return net;
}

struct bits module_unused(struct module *m, unsigned width)
{
	int net = module_find(m, "unused");
	unsigned low = net < 0 ? 0 : m->net[net].width;

	if (net < 0)
		return bits_whole(m, module_net(m, "unused", width));
	m->net[net].width += width;
	return bits_of(net, low, width);
}

enum { COMPARING = 5 };			/* steps of the budget, for each net */

int module_find(const struct module *m, const char *name)
{
	static size_t last;		/* found in some module: the net looked for next is often the one behind it */
	size_t i = 0;

	if (last + 1 < m->net_count && strcmp(m->net[last + 1].name, name) == 0)
		return (int)++last;
	while (i < m->net_count && strcmp(m->net[i].name, name) != 0)
		i++;
	budget_spend(COMPARING * (uint64_t)i);
	if (i == m->net_count)
		return -1;
	last = i;
	return (int)i;
}

struct bits bits_of(int net, unsigned low, unsigned width)
{
	struct bits b = { 0 };

	if (width > 0) {
		b.slice = allocate(sizeof *b.slice);
		b.slice[0] = (struct slice){ net, low, width };
		b.count = 1;
	}
	return b;
}

struct bits bits_whole(const struct module *m, int net)
{
	return bits_of(net, 0, m->net[net].width);
}

struct bits bits_constant(unsigned long value, unsigned width)
{
	struct bits b = { 0 };

	for (unsigned i = 0; i < width; i++)
		bits_append(&b, bits_of(value >> i & 1 ? NET_ONE : NET_ZERO, 0, 1));
	return b;
}

struct bits bits_child_address(const struct module *m, int address, unsigned child, unsigned digit_bits)
{
	struct bits b = bits_constant(child, digit_bits);

	if (address >= 0)
		bits_append(&b, bits_whole(m, address));
	return b;
}

static void append_slice(struct bits *b, struct slice s)
{
	if (b->count > 0) {
		struct slice *last = &b->slice[b->count - 1];

		if (last->net == s.net && (s.net < 0 || last->low + last->width == s.low)) {
			last->width += s.width;
			return;
		}
	}
	b->slice = reallocate(b->slice, (b->count + 1) * sizeof *b->slice);
	b->slice[b->count++] = s;
}

void bits_append(struct bits *b, struct bits more)
{
	for (size_t i = 0; i < more.count; i++)
		append_slice(b, more.slice[i]);
	free(more.slice);
}

unsigned bits_width(const struct bits *b)
{
	unsigned width = 0;

	for (size_t i = 0; i < b->count; i++)
		width += b->slice[i].width;
	return width;
}

struct expression expression_of(struct bits b)
{
	return (struct expression){ .term = { b }, .count = 1 };
}

struct instance *module_instance(struct module *m, struct design *d, const char *module, unsigned count,
				 const char *name, ...)
{
	struct text text = { 0 };
	va_list args;

	va_start(args, name);
	text_print_list(&text, name, args);
	va_end(args);
	design_use(d, module);
	m->instance = reallocate(m->instance, (m->instance_count + 1) * sizeof *m->instance);
	struct instance *i = &m->instance[m->instance_count++];

	*i = (struct instance){ .module = copy_string(module), .name = text.bytes, .count = count };
	return i;
}

static struct parameter *add_parameter(struct parameter **list, size_t *count, const char *name)
{
	*list = reallocate(*list, (*count + 1) * sizeof **list);
	struct parameter *p = &(*list)[(*count)++];

	*p = (struct parameter){ .name = name };
	return p;
}

void module_parameter(struct module *m, const char *name, unsigned long value)
{
	add_parameter(&m->parameter, &m->parameter_count, name)->value = value;
}

enum { PACKING = 8 };			/* steps of the budget, for each bit */

char *packed_digits(const unsigned *value, size_t count, unsigned width)
{
	budget_spend(PACKING * (uint64_t)count * width);
	size_t bits = count * width, digits = (bits + 3) / 4;
	char *text = allocate(digits + 1);

	for (size_t d = 0; d < digits; d++) {
		unsigned digit = 0;

		for (size_t b = 4 * d; b < 4 * d + 4 && b < bits; b++)
			digit |= (value[b / width] >> b % width & 1) << b % 4;
		text[digits - 1 - d] = "0123456789abcdef"[digit];
	}
	return text;
}

void instance_string_parameter(struct instance *i, const char *name, const char *string)
{
	add_parameter(&i->parameter, &i->parameter_count, name)->text = format_string("\"%s\"", string);
}

void instance_same_parameter(struct instance *i, const char *name)
{
	add_parameter(&i->parameter, &i->parameter_count, name)->text = copy_string(name);
}

const struct instance *module_first(const struct module *m, const char *module)
{
	size_t i = 0;

	while (strcmp(m->instance[i].module, module) != 0)
		i++;
	return &m->instance[i];
}

void instance_parameter(struct instance *i, const char *name, unsigned long value)
{
	instance_vector_parameter(i, name, value, 0);
}

void instance_parameters(struct instance *i, const struct named_value *list)
{
	for (; list->name; list++)
		instance_parameter(i, list->name, list->value);
}

void instance_vector_parameter(struct instance *i, const char *name, unsigned long value, unsigned width)
{
	struct parameter *p = add_parameter(&i->parameter, &i->parameter_count, name);

	p->value = value;
	p->width = width;
}

void instance_long_parameter(struct instance *i, const char *name, char *digits, unsigned width)
{
	instance_vector_parameter(i, name, 0, width);
	i->parameter[i->parameter_count - 1].digits = digits;
}

void instance_connect_expression(struct instance *i, const char *port, struct expression e)
{
	i->connection = reallocate(i->connection, (i->connection_count + 1) * sizeof *i->connection);
	i->connection[i->connection_count++] = (struct connection){ .port = port, .value = e };
}

void instance_connect(struct instance *i, const char *port, struct bits b)
{
	instance_connect_expression(i, port, expression_of(b));
}

void instance_connect_named(struct instance *i, struct bits b, const char *port, ...)
{
	va_list args;

	va_start(args, port);
	char *name = format_list(port, args);

	va_end(args);
	instance_connect(i, name, b);
	i->connection[i->connection_count - 1].own_port = name;
}

void instance_leave_open(struct instance *i, const char *port)
{
	instance_connect(i, port, (struct bits){ 0 });
}

void instance_connect_nets(const struct module *m, struct instance *i, const struct port_net *list)
{
	for (; list->port; list++)
		instance_connect(i, list->port, bits_whole(m, list->net));
}

void instance_connect_net(const struct module *m, struct instance *i, const char *port, const char *net)
{
	instance_connect(i, port, bits_whole(m, module_find(m, net)));
}

static struct assignment *add_assignment(struct module *m)
{
	m->assignment = reallocate(m->assignment, (m->assignment_count + 1) * sizeof *m->assignment);
	return &m->assignment[m->assignment_count++];
}

void module_assign(struct module *m, struct bits target, struct expression source)
{
	*add_assignment(m) = (struct assignment){ .target = target, .source = source };
}

static void add_register(struct module *m, struct bits target, struct bits source, bool reset, bool copy)
{
	module_clock(m);
	if (reset)
		module_reset(m);
	*add_assignment(m) = (struct assignment){ .target = target, .source = expression_of(source),
						  .registered = true, .reset = reset, .copy = copy };
}

void module_register(struct module *m, struct bits target, struct bits source, bool reset)
{
	add_register(m, target, source, reset, false);
}

void module_register_copy(struct module *m, struct bits target, struct bits source)
{
	add_register(m, target, source, false, true);
}

static int common_port(struct module *m, const char *name, const char *comment)
{
	int net = module_find(m, name);

	return net >= 0 ? net : module_input(m, name, 1, comment);
}

int module_clock(struct module *m)
{
	return common_port(m, "clk", NULL);
}

int module_reset(struct module *m)
{
	return common_port(m, "rst", "synchronous, active high");
}

void instance_connect_clock(struct module *m, struct instance *i)
{
	instance_connect(i, "clk", bits_of(module_clock(m), 0, 1));
}

void instance_connect_common(struct module *m, struct design *d, struct instance *i)
{
	const struct module *used = design_find(d, i->module);

	if (!used || module_find(used, "clk") >= 0)
		instance_connect_clock(m, i);
	if (used && module_find(used, "rst") >= 0)
		instance_connect(i, "rst", bits_of(module_reset(m), 0, 1));
}

static int net_of_name(struct module *m, const char *port)
{
	if (strcmp(port, "clk") == 0)
		return module_clock(m);
	return strcmp(port, "rst") == 0 ? module_reset(m) : module_find(m, port);
}

/* Makes `port` connection number k; if it is not connected yet, connects it to the net of its name. */
static void connect_by_name(struct module *m, struct instance *i, size_t k, const char *port,
			    enum port_direction direction)
{
	size_t at = k;

	while (at < i->connection_count && strcmp(i->connection[at].port, port) != 0)
		at++;
	if (at == i->connection_count) {
		int net = net_of_name(m, port);

		if (net < 0 && direction != PORT_OUTPUT)
			return;		/* design_check() reports the open port */
		instance_connect(i, port, net < 0 ? (struct bits){ 0 } : bits_whole(m, net));
	}
	struct connection found = i->connection[at];

	memmove(&i->connection[k + 1], &i->connection[k], (at - k) * sizeof found);
	i->connection[k] = found;
}

void instance_connect_rest(struct module *m, const struct design *d, struct instance *i)
{
	const struct template *t = template_find(i->module);
	const struct module *used = design_find(d, i->module);
	size_t k = 0;

	for (const struct template_port *p = t ? t->port : NULL; p && p->name; p++)
		connect_by_name(m, i, k++, p->name, p->direction);
	for (size_t n = 0; used && n < used->net_count; n++)
		if (used->net[n].direction != PORT_NONE)
			connect_by_name(m, i, k++, used->net[n].name, used->net[n].direction);
}

void lower_delay_line(struct module *m, struct design *d, const struct network *net, const char *name,
		      struct bits in, struct bits out, unsigned depth)
{
	struct instance *i = module_instance(m, d, "delay_line", 1, "%s", name);

	struct delay_line line = delay_line_of(net->spec, bits_width(&in), depth);

	PARAMETERS(i, { "WIDTH", line.width }, { "DEPTH", line.depth });
	if (line.passes > 0)
		instance_parameter(i, "PASSES", line.passes);
	instance_connect_clock(m, i);
	instance_connect(i, "in", in);
	instance_connect(i, "out", out);
}

struct strobe strobe_make(struct module *m, int first, const char *name, unsigned depth, bool inside)
{
	struct strobe s = { m, first, -1, depth, name };

	if (depth == 0)
		return s;
	s.later = module_net(m, name, depth);
	struct bits source = bits_of(first, 0, 1);

	bits_append(&source, bits_of(s.later, 0, depth - 1));
	add_register(m, bits_whole(m, s.later), source, true, !inside);
	return s;
}

struct bits strobe_after(const struct strobe *s, unsigned clocks)
{
	return clocks == 0 ? bits_of(s->first, 0, 1) : bits_of(s->later, clocks - 1, 1);
}

int lower_ties(struct module *m, struct design *d, const char *name, const struct strobe *s, unsigned clocks,
	       int chance)
{
	struct instance *i = module_instance(m, d, "tie_strobe", 1, "%s_ties", name);
	int favor = module_named_net(m, 1, "%s_favor", name);

	instance_parameter(i, "NOW", clocks == 0);
	instance_connect_clock(m, i);
	instance_connect(i, "soon", clocks > 0 ? strobe_after(s, clocks - 1) : bits_constant(0, 1));
	instance_connect(i, "start", strobe_after(s, clocks));
	CONNECT(m, i, { "chance", chance }, { "favor", favor });
	return favor;
}

static void free_expression(struct expression *e)
{
	for (size_t k = 0; k < e->count; k++)
		free(e->term[k].slice);
}

static void free_module(struct module *m)
{
	free(m->external);
	for (size_t i = 0; i < m->net_count; i++) {
		free(m->net[i].name);
		free(m->net[i].comment);
	}
	for (size_t i = 0; i < m->instance_count; i++) {
		struct instance *in = &m->instance[i];

		for (size_t k = 0; k < in->connection_count; k++) {
			free_expression(&in->connection[k].value);
			free(in->connection[k].own_port);
		}
		free(in->module);
		free(in->name);
		free(in->comment);
		for (size_t k = 0; k < in->parameter_count; k++) {
			free(in->parameter[k].digits);
			free(in->parameter[k].text);
		}
		free(in->parameter);
		free(in->connection);
	}
	for (size_t i = 0; i < m->assignment_count; i++) {
		free(m->assignment[i].target.slice);
		free_expression(&m->assignment[i].source);
		free(m->assignment[i].comment);
	}
	free(m->name);
	free(m->purpose);
	free(m->parameter);
	free(m->net);
	free(m->instance);
	free(m->assignment);
	free(m);
}

void design_free(struct design *d)
{
	if (!d)
		return;
	for (size_t i = 0; i < d->module_count; i++)
		free_module(d->module[i]);
	free(d->module);
	free(d->template);
	free(d);
}
