/* parts.c: proofs that are lists of equations. */
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "emit/emit.h"
#include "lower/builder.h"
#include "prove/builder.h"
#include "prove/wrapper.h"
#include "util/text.h"

static const char *const monitors[] = { "later", "addressed", "chosen", "moving", "reading" };
enum { MONITORS = sizeof monitors / sizeof *monitors, MOST_OPERANDS = 3 };

/* The circuit is the first instance, of the first module. */
enum { CIRCUIT = 0 };

/* A connection, or the value of a net. */
struct pending {
	size_t instance;
	const char *port;		/* NULL: a value */
	int net;
	enum operation operation;
	const char *vector[MOST_OPERANDS];
	size_t count;
};

/* ---- vectors ------------------------------------------------------------------------------------------------- */

const char *parts_name(struct parts *parts, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	char *name = format_list(format, args);

	va_end(args);
	parts->name = reallocate(parts->name, (parts->name_count + 1) * sizeof *parts->name);
	parts->name[parts->name_count++] = name;
	return name;
}

const char *parts_slice(struct parts *parts, const char *net, unsigned whole, unsigned low, unsigned width)
{
	return width == whole ? net : parts_name(parts, "%s[%u:%u]", net, low + width - 1, low);
}

const char *parts_beside(struct parts *parts, const char *const *vector, size_t count)
{
	struct text t = { 0 };

	for (size_t k = count; k-- > 0;)
		text_print(&t, "%s%s", vector[k], k > 0 ? ", " : "");
	const char *name = parts_name(parts, "{%s}", t.bytes);

	text_free(&t);
	return name;
}

/* The nets of a module, by name: there may be thousands. */
struct nets {
	const struct module *m;
	const struct net **sorted;
};

static int by_name(const void *a, const void *b)
{
	return strcmp((*(const struct net *const *)a)->name, (*(const struct net *const *)b)->name);
}

static struct nets nets_of(const struct module *m)
{
	struct nets nets = { .m = m, .sorted = allocate_array(m->net_count, sizeof *nets.sorted) };

	for (size_t k = 0; k < m->net_count; k++)
		nets.sorted[k] = &m->net[k];
	qsort(nets.sorted, m->net_count, sizeof *nets.sorted, by_name);
	return nets;
}

/* A name that is no net's is a defect of ftc. */
static int find_net(const struct nets *nets, char *name)
{
	const struct net wanted = { .name = name }, *key = &wanted;
	const struct net **found = bsearch(&key, nets->sorted, nets->m->net_count, sizeof *nets->sorted, by_name);

	if (!found)
		abort();
	return (int)(*found - nets->m->net);
}

static struct bits read_vector(const struct nets *nets, const char **s);

static unsigned read_number(const char **s)
{
	char *end;
	unsigned number = (unsigned)strtoul(*s, &end, 10);

	*s = end;
	return number;
}

/* "8'd3", "2'b01". */
static struct bits read_constant(const char **s)
{
	unsigned width = read_number(s);
	char *end;
	unsigned long value = strtoul(*s + 2, &end, (*s)[1] == 'b' ? 2 : 10);

	*s = end;
	return bits_constant(value, width);
}

/* Behind the brace. "{4{rst}}", "{right, left}". */
static struct bits read_beside(const struct nets *nets, const char **s)
{
	struct bits all = { 0 };
	size_t digits = strspn(*s, "0123456789");

	if (digits > 0 && (*s)[digits] == '{') {
		const char *begin = *s + digits;

		for (unsigned k = read_number(s); k > 0; k--) {
			*s = begin + 1;
			bits_append(&all, read_beside(nets, s));
		}
	} else {
		bool more = true;

		while (more) {
			struct bits lower;

			*s += strspn(*s, ", ");
			lower = read_vector(nets, s);
			more = **s == ',';
			bits_append(&lower, all);
			all = lower;
		}
	}
	*s += 1;
	return all;
}

/* A net, or some of its bits. */
static struct bits read_net(const struct nets *nets, const char **s)
{
	size_t length = 0;

	while (isalnum((unsigned char)(*s)[length]) || (*s)[length] == '_')
		length++;
	char *name = format_string("%.*s", (int)length, *s);
	int net = find_net(nets, name);

	free(name);
	*s += length;
	if (**s != '[')
		return bits_whole(nets->m, net);
	*s += 1;
	unsigned high = read_number(s), low = high;

	if (**s == ':') {
		*s += 1;
		low = read_number(s);
	}
	*s += 1;
	return bits_of(net, low, high - low + 1);
}

static struct bits read_vector(const struct nets *nets, const char **s)
{
	if (**s == '{') {
		*s += 1;
		return read_beside(nets, s);
	}
	return isdigit((unsigned char)**s) ? read_constant(s) : read_net(nets, s);
}

/* All of the string is the vector; else that is a defect of ftc. */
static struct bits vector_of(const struct nets *nets, const char *s)
{
	struct bits b = read_vector(nets, &s);

	if (*s != '\0')
		abort();
	return b;
}

/* ---- nets and instances -------------------------------------------------------------------------------------- */

/* Module `proof`, with the circuit, whose name is not known yet. */
static struct module *module_of(struct parts *parts)
{
	if (!parts->module) {
		parts->design = wrapper_design(NULL, "circuit");
		wrapper_watches(parts->design, "same_later");
		for (size_t k = 0; k < MONITORS; k++)
			wrapper_watches(parts->design, monitors[k]);
		parts->module = design_add(parts->design, copy_string("proof"), NULL);
		wrapper_nets(parts->module, PORT_INPUT, 1, "clk");
		module_instance(parts->module, parts->design, "circuit", 1, "dut");
	}
	return parts->module;
}

static struct pending *add_pending(struct parts *parts)
{
	parts->pending = room_for_one(parts->pending, parts->pending_count, sizeof *parts->pending);
	struct pending *p = &parts->pending[parts->pending_count++];

	*p = (struct pending){ 0 };
	return p;
}

static const char *kept(struct parts *parts, const char *string)
{
	return parts_name(parts, "%s", string);
}

void parts_connect(struct parts *parts, size_t instance, const char *port, const char *vector)
{
	struct pending p = { .instance = instance, .port = kept(parts, port), .vector = { kept(parts, vector) }, .count = 1 };

	*add_pending(parts) = p;
}

size_t parts_instance(struct parts *parts, const char *monitor, const char *name, ...)
{
	struct module *m = module_of(parts);
	va_list args;

	va_start(args, name);
	char *own = format_list(name, args);

	va_end(args);
	module_instance(m, parts->design, monitor, 1, "%s", own);
	free(own);
	return m->instance_count - 1;
}

void parts_parameter(struct parts *parts, size_t instance, const char *name, unsigned long value)
{
	instance_parameter(&parts->module->instance[instance], name, value);
}

void parts_wires(struct parts *parts, unsigned width, const char *name, const char *value)
{
	int net = module_net(module_of(parts), name, width);

	if (!value)
		return;
	struct pending p = { .net = net, .vector = { kept(parts, value) }, .count = 1 };

	*add_pending(parts) = p;
}

/* A net with the value of an operation. */
static const char *operate(struct parts *parts, unsigned width, enum operation operation, const char *a, const char *b,
			   const char *c)
{
	const char *name = parts_name(parts, "value_%zu", parts->pending_count);
	const char *const operand[MOST_OPERANDS] = { a, b, c };
	struct pending p = { .net = module_net(module_of(parts), name, width), .operation = operation };

	for (; p.count < MOST_OPERANDS && operand[p.count]; p.count++)
		p.vector[p.count] = kept(parts, operand[p.count]);
	*add_pending(parts) = p;
	return name;
}

const char *parts_not(struct parts *parts, unsigned width, const char *of)
{
	return operate(parts, width, OPERATION_NOT, of, NULL, NULL);
}

const char *parts_and(struct parts *parts, unsigned width, const char *a, const char *b)
{
	return operate(parts, width, OPERATION_AND, a, b, NULL);
}

const char *parts_or(struct parts *parts, unsigned width, const char *a, const char *b)
{
	return operate(parts, width, OPERATION_OR, a, b, NULL);
}

const char *parts_xor(struct parts *parts, unsigned width, const char *a, const char *b)
{
	return operate(parts, width, OPERATION_XOR, a, b, NULL);
}

const char *parts_choice(struct parts *parts, unsigned width, const char *which, const char *one, const char *zero)
{
	return operate(parts, width, OPERATION_CHOICE, which, one, zero);
}

const char *parts_any(struct parts *parts, const char *of)
{
	return operate(parts, 1, OPERATION_ANY, of, NULL, NULL);
}

const char *parts_equal(struct parts *parts, const char *a, const char *b)
{
	return operate(parts, 1, OPERATION_EQUAL, a, b, NULL);
}

const char *parts_differ(struct parts *parts, const char *a, const char *b)
{
	return parts_not(parts, 1, parts_equal(parts, a, b));
}

void parts_input(struct parts *parts, unsigned width, const char *name)
{
	module_port(module_of(parts), name, width, PORT_INPUT);
}

void parts_clock(struct parts *parts, bool reset)
{
	parts_connect(parts, CIRCUIT, "clk", "clk");
	if (reset)
		parts_connect(parts, CIRCUIT, "rst", "1'b0");
}

void parts_port(struct parts *parts, bool drives, const char *port, const char *net, unsigned width)
{
	if (drives)
		parts_wires(parts, width, net, NULL);
	else
		parts_input(parts, width, net);
	parts_connect(parts, CIRCUIT, port, net);
}

const char *parts_cut(struct parts *parts, bool drives, const char *instance, const char *port, unsigned width)
{
	char *name = format_string("%s_%s", instance, port);

	for (char *c = name; *c != '\0'; c++)
		*c = strchr("[].", *c) ? '_' : *c;
	const char *net = parts_name(parts, "%s", name);

	parts_port(parts, drives, parts_name(parts, "%s.%s", instance, port), net, width);
	free(name);
	return net;
}

/* ---- equations ----------------------------------------------------------------------------------------------- */

void parts_same_later_unless(struct parts *parts, const char *meaning, unsigned width, const char *now, unsigned clocks,
			     const char *later, const char *unless)
{
	unsigned k = parts->count++;
	size_t i = parts_instance(parts, "same_later", "part_%u", k);

	text_print(&parts->meanings, "%s\n", meaning);
	parts_parameter(parts, i, "W", width);
	parts_parameter(parts, i, "CLOCKS", clocks);
	parts_connect(parts, i, "clk", "clk");
	parts_connect(parts, i, "now", now);
	parts_connect(parts, i, "later", later);
	parts_connect(parts, i, "unless", unless ? unless : "1'b0");
	parts_connect(parts, i, "ok", parts_name(parts, "parts[%u]", k));
	if (clocks > parts->depth)
		parts->depth = clocks;
}

void parts_same_later(struct parts *parts, const char *meaning, unsigned width, const char *now, unsigned clocks,
		      const char *later)
{
	parts_same_later_unless(parts, meaning, width, now, clocks, later, NULL);
}

const char *parts_later(struct parts *parts, unsigned width, const char *of, unsigned clocks)
{
	const char *name = parts_name(parts, "earlier_%zu", parts->name_count);
	size_t i = parts_instance(parts, "later", "%s_later", name);

	parts_wires(parts, width, name, NULL);
	parts_parameter(parts, i, "W", width);
	parts_parameter(parts, i, "CLOCKS", clocks);
	parts_connect(parts, i, "clk", "clk");
	parts_connect(parts, i, "in", of);
	parts_connect(parts, i, "out", name);
	parts->depth = clocks > parts->depth ? clocks : parts->depth;
	return name;
}

void parts_chances(struct parts *parts, const struct plan *plan, const char *instance, const char *start,
		   unsigned clocks, const char *favor, const char *chance)
{
	if (plan_needs_favor(plan) && favor) {
		parts_same_later(parts, parts_name(parts, "%s gets what breaks ties", instance), 1, favor, 0,
				 parts_cut(parts, true, instance, "favor", 1));
	} else if (plan_needs_favor(plan)) {
		const char *now = parts_later(parts, 1, start, clocks), *then = parts_later(parts, 1, start, clocks + 1);
		const char *turn = parts_later(parts, 1, chance, 1);
		const char *second = parts_and(parts, 1, then, parts_not(parts, 1, turn));

		parts_same_later(parts, parts_name(parts, "in %s the first goes before the second, but by chance",
						   instance), 1, parts_or(parts, 1, now, second), 0,
				 parts_cut(parts, true, instance, "favor", 1));
	}
	if (plan_needs_chance(plan))
		parts_same_later(parts, parts_name(parts, "%s gets the random bits", instance), 1, chance, 0,
				 parts_cut(parts, true, instance, "chance", 1));
}

const char *parts_addressed(struct parts *parts, const char *in, unsigned width, const char *start, const char *copy,
			    unsigned bits, unsigned address)
{
	const char *to = parts_name(parts, "%s_to_%u", in, address);

	parts_wires(parts, width, to, bits == 0 ? in : NULL);
	if (bits == 0)
		return to;
	size_t i = parts_instance(parts, "addressed", "%s_wires", to);

	parts_parameter(parts, i, "W", width);
	parts_parameter(parts, i, "BITS", bits);
	parts_parameter(parts, i, "ADDRESS", address);
	parts_connect(parts, i, "clk", "clk");
	parts_connect(parts, i, "start", start);
	parts_connect(parts, i, "copy", copy ? copy : "1'b0");
	parts_connect(parts, i, "in", in);
	parts_connect(parts, i, "to", to);
	return to;
}

/* Adds what waited for all nets to be there. */
static void add_connections(struct parts *parts)
{
	struct module *m = parts->module;
	struct nets nets = nets_of(m);

	for (size_t k = 0; k < parts->pending_count; k++) {
		const struct pending *p = &parts->pending[k];
		struct expression e = { .count = p->count, .operation = p->operation };

		for (size_t t = 0; t < p->count; t++)
			e.term[t] = vector_of(&nets, p->vector[t]);
		if (p->port)
			instance_connect_named(&m->instance[p->instance], e.term[0], "%s", p->port);
		else
			module_assign(m, bits_whole(m, p->net), e);
	}
	free(nets.sorted);
}

static struct text parts_verilog(struct parts *parts, const struct circuit *c)
{
	struct module *m = module_of(parts), *circuit = parts->design->module[CIRCUIT];
	int claims = module_output(m, "parts", parts->count, NULL), ok = module_output(m, "ok", 1, NULL);
	struct expression all = { .term = { bits_whole(m, claims) }, .count = 1, .operation = OPERATION_ALL };

	free(circuit->external);
	circuit->external = copy_string(c->module);
	add_connections(parts);
	module_assign(m, bits_whole(m, ok), all);
	return emit_wrapper(parts->design, "");
}

static void parts_free(struct parts *parts)
{
	design_free(parts->design);
	while (parts->name_count > 0)
		free(parts->name[--parts->name_count]);
	free(parts->name);
	free(parts->pending);
	*parts = (struct parts){ 0 };
}

struct proof *parts_prove(struct proofs *list, struct circuit *c, const char *property, const char *what,
			  const char *claim, struct parts *parts)
{
	struct run run = { .monitor = "same_later", .steps = parts->depth + 1, .skip = parts->depth };
	struct text verilog = parts_verilog(parts, c);

	memcpy(run.expose, parts->expose, sizeof run.expose);
	for (size_t i = 0; i < MONITORS; i++)
		circuit_watches(list, c, monitors[i]);
	struct proof *p = circuit_prove(list, c, property, what, claim, &run, &verilog);

	p->parts = parts->meanings;
	parts_free(parts);
	return p;
}
