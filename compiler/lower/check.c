/* check.c: the rules that every design must satisfy before it is printed. A finding is a defect of ftc, hence names
 * module and net instead of a place in the user's input. */
#include <stdlib.h>
#include <string.h>

#include "lower/builder.h"
#include "util/message.h"
#include "util/text.h"

struct checker {
	const struct design *design;
	const struct module *m;
	struct slice *driven;		/* everything that is driven */
	size_t driven_count;
	unsigned findings;
};

static void finding(struct checker *c, const char *what, const char *name)
{
	error("internal: module %s: %s: %s", c->m->name[0] ? c->m->name : "(top)", name, what);
	c->findings++;
}

static void drive(struct checker *c, const struct bits *b)
{
	for (size_t i = 0; i < b->count; i++) {
		const struct slice *s = &b->slice[i];

		if (s->net < 0) {
			finding(c, "a constant is driven", "constant");
			continue;
		}
		const struct net *net = &c->m->net[s->net];

		if (s->low + s->width > net->width)
			finding(c, "driven beyond its width", net->name);
		c->driven = reallocate(c->driven, (c->driven_count + 1) * sizeof *c->driven);
		c->driven[c->driven_count++] = *s;
	}
}

static void read_bits(struct checker *c, const struct bits *b)
{
	for (size_t i = 0; i < b->count; i++) {
		const struct slice *s = &b->slice[i];

		if (s->net >= 0 && s->low + s->width > c->m->net[s->net].width)
			finding(c, "read beyond its width", c->m->net[s->net].name);
	}
}

static void check_expression(struct checker *c, const struct expression *e, unsigned width, const char *name)
{
	for (size_t k = 0; k < e->count; k++) {
		read_bits(c, &e->term[k]);
		if (bits_width(&e->term[k]) != (e->operation == OPERATION_CHOICE && k == 0 ? 1 : width))
			finding(c, "widths differ", name);
	}
}

/* Width and direction of a port of the instantiated module; PORT_NONE if there is no such port. */
static enum port_direction port_of(const struct checker *c, const struct instance *i, const char *name,
				   unsigned *width)
{
	const struct template *t = template_find(i->module);
	const struct module *used = design_find(c->design, i->module);

	if (t)
		for (const struct template_port *p = t->port; p->name; p++) {
			if (strcmp(p->name, name) != 0)
				continue;
			*width = p->width ? (unsigned)p->width(i) : 1;
			return p->direction;
		}
	int net = used ? module_find(used, name) : -1;

	if (net < 0)
		return PORT_NONE;
	*width = used->net[net].width;
	return used->net[net].direction;
}

static unsigned port_count(const struct checker *c, const struct instance *i)
{
	const struct template *t = template_find(i->module);
	const struct module *used = design_find(c->design, i->module);
	unsigned count = 0;

	if (t)
		while (t->port[count].name)
			count++;
	else if (used)
		for (size_t k = 0; k < used->net_count; k++)
			count += used->net[k].direction != PORT_NONE;
	return count;
}

/* A net, a port or an instance. */
struct named {
	const char *name;
	bool instance;
};

static int by_name(const void *a, const void *b)
{
	const struct named *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order ? order : x->instance - y->instance;
}

/* Sorts the ports: with probes there are tens of thousands. */
static void check_ports_differ(struct checker *c, const struct instance *i)
{
	struct named *port = allocate_array(i->connection_count + 1, sizeof *port);

	for (size_t k = 0; k < i->connection_count; k++)
		port[k].name = i->connection[k].port;
	qsort(port, i->connection_count, sizeof *port, by_name);
	for (size_t k = 1; k < i->connection_count; k++)
		if (strcmp(port[k - 1].name, port[k].name) == 0)
			finding(c, "a port is connected twice", i->name);
	free(port);
}

static void check_instance(struct checker *c, const struct instance *i)
{
	if (i->connection_count != port_count(c, i))
		finding(c, "not every port is connected, or one that does not exist is", i->name);
	check_ports_differ(c, i);
	for (size_t k = 0; k < i->connection_count; k++) {
		const struct connection *con = &i->connection[k];
		unsigned width = 0, given = bits_width(&con->value.term[0]);
		enum port_direction direction = port_of(c, i, con->port, &width);

		if (direction == PORT_NONE)
			finding(c, "there is no such port", con->port);
		if (direction == PORT_OUTPUT && given == 0)
			continue;
		/* An array of instances shares a scalar, or each instance takes one port's width. */
		if (given != width * i->count && !(direction == PORT_INPUT && given == width))
			finding(c, "widths differ", con->port);
		if (direction == PORT_OUTPUT)
			drive(c, &con->value.term[0]);
		else
			check_expression(c, &con->value, given, con->port);
	}
}

/* Sorts the names: a sorter has tens of thousands of nets. */
static void check_names(struct checker *c)
{
	const struct module *m = c->m;
	size_t count = 0;
	struct named *all = allocate_array(m->net_count + m->instance_count + 1, sizeof *all);

	for (size_t i = 0; i < m->net_count; i++) {
		if (m->net[i].width == 0)
			finding(c, "has no wires", m->net[i].name);
		all[count++] = (struct named){ m->net[i].name, false };
	}
	for (size_t i = 0; i < m->instance_count; i++)
		all[count++] = (struct named){ m->instance[i].name, true };
	qsort(all, count, sizeof *all, by_name);
	for (size_t i = 1; i < count; i++)
		if (strcmp(all[i - 1].name, all[i].name) == 0)
			finding(c, !all[i].instance ? "two nets have this name"
				: all[i - 1].instance ? "two instances have this name"
				: "a net and an instance have this name", all[i].name);
	free(all);
}

static int by_place(const void *a, const void *b)
{
	const struct slice *x = a, *y = b;

	if (x->net != y->net)
		return x->net < y->net ? -1 : 1;
	return (x->low > y->low) - (x->low < y->low);
}

/* Works on slices, not bits: the ports of a million leaves have tens of millions of bits. */
static void check_drivers(struct checker *c)
{
	size_t k = 0;

	if (c->driven_count > 0)
		qsort(c->driven, c->driven_count, sizeof *c->driven, by_place);
	for (size_t i = 0; i < c->m->net_count; i++) {
		const struct net *net = &c->m->net[i];
		unsigned reached = 0;

		for (; k < c->driven_count && c->driven[k].net == (int)i; k++) {
			if (net->direction == PORT_INPUT || net->direction == PORT_INOUT)
				finding(c, "an input is driven inside", net->name);
			else if (c->driven[k].low != reached)
				finding(c, c->driven[k].low < reached ? "has two drivers" : "has no driver", net->name);
			reached = c->driven[k].low + c->driven[k].width;
		}
		if (net->direction != PORT_INPUT && net->direction != PORT_INOUT && reached < net->width)
			finding(c, "has no driver", net->name);
	}
}

static unsigned check_module(const struct design *d, const struct module *m)
{
	struct checker c = { .design = d, .m = m };

	check_names(&c);
	for (size_t i = 0; i < m->instance_count; i++)
		check_instance(&c, &m->instance[i]);
	for (size_t i = 0; i < m->assignment_count; i++) {
		const struct assignment *a = &m->assignment[i];

		drive(&c, &a->target);
		check_expression(&c, &a->source, bits_width(&a->target), "assignment");
	}
	check_drivers(&c);
	free(c.driven);
	return c.findings;
}

bool design_check(const struct design *d)
{
	unsigned findings = 0;

	for (size_t i = 0; i < d->module_count; i++) {
		if (design_find(d, d->module[i]->name) != d->module[i] ||
		    template_find(d->module[i]->name)) {
			error("internal: two modules are called %s", d->module[i]->name);
			findings++;
		}
		if (!d->module[i]->external)
			findings += check_module(d, d->module[i]);
	}
	return findings == 0;
}
