/* stream.c: streams obey AXI4-Stream, and resets reach the circuits from which they leave. */
#include "prove/stream.h"

#include <stdlib.h>
#include <string.h>

#include "emit/emit.h"
#include "emit/loops.h"
#include "lower/builder.h"
#include "prove/wrapper.h"
#include "util/text.h"

/* ---- a stream ------------------------------------------------------------------------------------------------ */

enum { STREAM_CLOCKS = 4 };

static const char stream_meanings[] = "tvalid is low in the clock behind a reset\n"
				      "tvalid stays until the word is taken\n"
				      "what is beside tvalid stays until the word is taken\n"
				      "what the induction claims of registers\n";

/* Module `proof`, under construction. */
struct joining {
	const struct stream_proof *s;
	const char *stream, *circuit;
	struct design *d;
	struct module *m;
	struct instance *dut;
	struct text kept;		/* outputs, as patterns of select */
	struct bits payload;
	bool waits;			/* the stream has tready; else each word is taken in its clock */
	char *pattern[MOST_EXPOSED];	/* of what is seen */
	unsigned patterns;
};

/* Is it a port of the stream, beside tvalid? */
static bool is_payload(const struct joining *j, const char *name, enum port_direction direction)
{
	size_t length = strlen(j->stream);

	return direction == PORT_OUTPUT && strncmp(name, j->stream, length) == 0 && name[length] == '_'
	       && strcmp(name + length, "_tvalid") != 0;
}

static bool is_ready(const struct joining *j, const char *name)
{
	size_t length = strlen(j->stream);

	return strncmp(name, j->stream, length) == 0 && strcmp(name + length, "_tready") == 0;
}

static bool is_stream(const struct joining *j, const char *name)
{
	return strncmp(name, j->stream, strlen(j->stream)) == 0;
}

/* The first port is at the most significant end. */
static void add_payload(struct joining *j, int net)
{
	struct bits b = bits_whole(j->m, net);

	bits_append(&b, j->payload);
	j->payload = b;
}

static void join_port(struct joining *j, const char *name, enum port_direction direction, unsigned long width)
{
	if (is_ready(j, name))
		j->waits = true;
	if (direction == PORT_OUTPUT && !is_stream(j, name) && !wrapper_has(j->s->inputs, name))
		return;
	if (direction == PORT_OUTPUT)
		text_print(&j->kept, " %s/w:%s %%d", j->circuit, name);
	if (module_find(j->m, name) < 0)
		module_port(j->m, name, (unsigned)width, direction == PORT_OUTPUT ? PORT_NONE : direction);
	wrapper_connect(j->m, j->dut, name);
	if (is_payload(j, name, direction))
		add_payload(j, module_find(j->m, name));
}

const struct instance *instance_of(const struct design *d, const char *module)
{
	for (size_t k = 0;; k++)
		for (size_t i = 0; i < d->module[k]->instance_count; i++)
			if (strcmp(d->module[k]->instance[i].module, module) == 0)
				return &d->module[k]->instance[i];
}

static void join_ports(struct joining *j, const struct design *d, const char *module)
{
	const struct module *m = design_find(d, module);

	if (m) {
		for (size_t k = 0; k < m->net_count; k++)
			if (m->net[k].direction != PORT_NONE)
				join_port(j, m->net[k].name, m->net[k].direction, m->net[k].width);
		return;
	}
	const struct instance *instance = j->s->instance ? j->s->instance : instance_of(d, module);

	for (const struct template_port *p = template_find(module)->port; p->name; p++)
		join_port(j, p->name, p->direction, p->width ? p->width(instance) : 1);
}

/* "lane[0].take" becomes the name lane_0_take. */
static char *seen_name(const char *name)
{
	char *fresh = copy_string(name), *to = fresh;

	for (; *name; name++)
		if (*name != ']')
			*to++ = *name == '.' || *name == '[' ? '_' : *name;
	*to = '\0';
	return fresh;
}

/* As a pattern of select, in which brackets mean something else. */
static const char *seen_pattern(struct joining *j, const char *name)
{
	char *pattern = copy_string(name);

	for (char *c = pattern; (c = strpbrk(c, "[]"));)
		*c = '?';
	return j->pattern[j->patterns++] = pattern;
}

/* What is seen of the circuit becomes a port, with the name that Yosys gives it. */
static void join_seen(struct joining *j, struct run *run)
{
	unsigned count = 0;

	for (const struct seen *seen = j->s->seen; seen && seen->name; seen++) {
		char *name = seen->net ? copy_string(seen->net) : seen_name(seen->name);

		wrapper_nets(j->m, PORT_NONE, seen->width, name);
		instance_connect_net(j->m, j->dut, seen->name, name);
		run->expose[count++] = seen_pattern(j, seen->name);
		free(name);
	}
}

static void add_claims(struct joining *j)
{
	if (!j->s->claims)
		return;
	wrapper_nets(j->m, PORT_NONE, 1, "promised holds");
	struct instance *i = module_instance(j->m, j->d, j->s->claims, 1, "claims");

	if (j->s->given)
		instance_parameters(i, j->s->given);
	wrapper_connect(j->m, i, j->s->inputs);
	wrapper_connect(j->m, i, "promised holds");
}

static void connect_stream(struct joining *j, struct instance *i, const char *port, const char *suffix)
{
	char *name = format_string("%s_%s", j->stream, suffix);

	instance_connect_net(j->m, i, port, name);
	free(name);
}

/* Without claims all is promised, and nothing more holds. */
static void add_stream_monitor(struct joining *j)
{
	struct instance *i = module_instance(j->m, j->d, "axi_stream", 1, "watch");

	PARAMETERS(i, { "WIDTH", bits_width(&j->payload) });
	wrapper_connect(j->m, i, "clk rst");
	connect_stream(j, i, "valid", "tvalid");
	if (j->waits)
		connect_stream(j, i, "ready", "tready");
	else
		instance_connect(i, "ready", bits_constant(1, 1));
	instance_connect(i, "payload", j->payload);
	if (j->s->claims) {
		wrapper_connect(j->m, i, "promised holds");
	} else {
		instance_connect(i, "promised", bits_constant(1, 1));
		instance_connect(i, "holds", bits_constant(1, 1));
	}
	wrapper_connect(j->m, i, "ok parts");
}

/* Adds all but the monitors. */
static void join_circuit(struct joining *j, const struct design *d, const char *module, struct run *run)
{
	j->d = wrapper_design(d, "axi_stream");
	if (j->s->claims)
		wrapper_watches(j->d, j->s->claims);
	j->m = design_add(j->d, copy_string("proof"), NULL);
	wrapper_nets(j->m, PORT_INPUT, 1, "clk");
	j->dut = module_instance(j->m, j->d, module, 1, "dut");
	join_ports(j, d, module);
	join_seen(j, run);
	wrapper_nets(j->m, PORT_OUTPUT, 1, "ok");
	wrapper_nets(j->m, PORT_OUTPUT, 4, "parts");
}

void prove_stream(struct proofs *list, struct circuit *c, const struct design *d, const char *module, const char *what,
		  const struct stream_proof *s)
{
	struct joining j = { .s = s, .stream = s->name ? s->name : "m_axis", .circuit = c->module };
	struct run run = { .monitor = "axi_stream", .steps = s->clocks ? s->clocks : STREAM_CLOCKS, .induction = true };

	join_circuit(&j, d, module, &run);
	add_claims(&j);
	add_stream_monitor(&j);
	if (s->claims)
		circuit_watches(list, c, s->claims);
	text_print(&c->boxes, "delete -output %s/w:*%s\n", c->module, j.kept.bytes);
	struct text verilog = emit_wrapper(j.d, list->prefix);
	struct proof *p = circuit_prove(list, c, "stream", what,
					"AXI4-Stream: tvalid is low after a reset, held with its word till taken", &run,
					&verilog);

	text_add(&p->parts, stream_meanings);
	text_free(&j.kept);
	while (j.patterns > 0)
		free(j.pattern[--j.patterns]);
	design_free(j.d);
}

/* ---- resets -------------------------------------------------------------------------------------------------- */

/* Does the module hold an instance of `leaf`, however deep? */
static bool holds_leaf(const struct design *d, const struct module *m, const char *leaf)
{
	for (size_t i = 0; m && i < m->instance_count; i++)
		if (strcmp(m->instance[i].module, leaf) == 0 || holds_leaf(d, design_find(d, m->instance[i].module), leaf))
			return true;
	return false;
}

bool leads_to(const struct design *d, const char *module, const char *leaf)
{
	return strcmp(module, leaf) == 0 || holds_leaf(d, design_find(d, module), leaf);
}

static void begin_ways(struct parts *parts)
{
	parts_clock(parts, false);
	parts_port(parts, false, "rst", "rst", 1);
}

/* The port `rst` of the instance equals `rst`. */
static void add_way(struct parts *parts, const char *name)
{
	parts_same_later(parts, parts_name(parts, "the reset reaches %s at once", name), 1, "rst", 0,
			 parts_cut(parts, true, name, "rst", 1));
}

/* Of the module's instance `index`. Side by side they have numbers. */
static void add_ways(struct parts *parts, const struct module *m, size_t index)
{
	const struct instance *i = &m->instance[index];
	char *name = loop_instance_name(m, index);

	for (unsigned k = 0; k < i->count; k++)
		add_way(parts, i->count > 1 ? parts_name(parts, "%s[%u]", i->name, k) : name);
	free(name);
}

/* All but the instances of that module: an operation on a selection of Yosys'. */
static void add_box(struct text *boxes, const struct circuit *c, const char *module)
{
	char *but = format_string(" %s/t:*%s_%s %%d", c->module, c->list->prefix, module);

	if (!boxes->bytes || !strstr(boxes->bytes, but))
		text_add(boxes, but);
	free(but);
}

/* All cells but the boxes go, and what they drove is free: resets come by wires alone. Instances go before Yosys misses their
 * modules, and the rest once it is made of cells. */
static void keep_boxes(struct circuit *c, const struct text *boxes)
{
	text_print(&c->reads, "delete %s/c:*%s\n", c->module, boxes->bytes);
	text_print(&c->boxes, "delete %s/c:*%s\nsetundef -undriven -anyseq %s\n", c->module, boxes->bytes, c->module);
}

static void end_ways(struct proofs *list, struct circuit *c, struct text *boxes, struct parts *parts)
{
	char *what = format_string("reset in module %s", c->module);

	keep_boxes(c, boxes);
	parts_prove(list, c, "reset", what, "a reset reaches all leaves in the clock in which it comes", parts);
	text_free(boxes);
	free(what);
}

static void prove_way(struct proofs *list, const struct design *d, const struct module *m, const char *leaf)
{
	struct circuit c = circuit_of(list, m->name);
	struct parts parts = { 0 };
	struct text boxes = { 0 };

	if (!*m->name) {
		free(c.subject);
		c.subject = copy_string("network");
	}
	begin_ways(&parts);
	for (size_t i = 0; i < m->instance_count; i++) {
		if (!leads_to(d, m->instance[i].module, leaf))
			continue;
		circuit_cuts(&c, m->instance[i].module);
		add_box(&boxes, &c, m->instance[i].module);
		c.cells += m->instance[i].count;
		add_ways(&parts, m, i);
	}
	end_ways(list, &c, &boxes, &parts);
	circuit_free(&c);
}

void prove_resets(struct proofs *list, const struct design *d, const char *leaf)
{
	for (size_t k = 0; k < d->module_count; k++)
		if (strcmp(d->module[k]->name, leaf) != 0 && holds_leaf(d, d->module[k], leaf))
			prove_way(list, d, d->module[k], leaf);
}

void prove_reset_in_template(struct proofs *list, struct circuit *c, const char *leaf, const char *name, unsigned count)
{
	struct parts parts = { 0 };
	struct text boxes = { 0 };

	begin_ways(&parts);
	circuit_cuts(c, leaf);
	c->cells = count;
	add_box(&boxes, c, leaf);
	for (unsigned k = 0; k < count; k++)
		add_way(&parts, parts_name(&parts, name, k));
	end_ways(list, c, &boxes, &parts);
}
