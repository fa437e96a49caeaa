/* verilog.c: a checked design as Verilog-2005, one file per module. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "emit/emit.h"
#include "lower/builder.h"
#include "util/paths.h"
#include "util/text.h"

enum { TEMPLATE_LIMIT = 1 << 20 };

struct printer {
	const struct design *design;
	const char *prefix;		/* name of the network */
	const char *folder;		/* of the files */
	const char *header;		/* comment at the top of every file */
	const struct module *m;
	bool *is_reg;			/* of each net: driven by a register */
	struct text *out;
};

/* PREFIX for the top, PREFIX_name otherwise. */
static char *module_name(const struct printer *p, const char *name)
{
	return name[0] == '\0' ? copy_string(p->prefix) : format_string("%s_%s", p->prefix, name);
}

static void print_slice(struct printer *p, const struct slice *s)
{
	if (s->net < 0) {
		text_print(p->out, s->width == 1 ? "1'b%d" : "{%2$u{1'b%1$d}}", s->net == NET_ONE, s->width);
		return;
	}
	const struct net *net = &p->m->net[s->net];

	text_add(p->out, net->name);
	if (s->low == 0 && s->width == net->width)
		return;
	if (s->width == 1)
		text_print(p->out, "[%u]", s->low);
	else
		text_print(p->out, "[%u:%u]", s->low + s->width - 1, s->low);
}

static void print_bits(struct printer *p, const struct bits *b)
{
	if (b->count <= 1) {
		if (b->count == 1)
			print_slice(p, &b->slice[0]);
		return;
	}
	text_add(p->out, "{");
	for (size_t i = b->count; i-- > 0;) {
		print_slice(p, &b->slice[i]);
		if (i > 0)
			text_add(p->out, ", ");
	}
	text_add(p->out, "}");
}

static void print_expression(struct printer *p, const struct expression *e)
{
	for (size_t k = 0; k < e->count; k++) {
		if (k > 0)
			text_add(p->out, " ^ ");
		print_bits(p, &e->term[k]);
	}
}

static void print_range(struct text *out, unsigned width)
{
	if (width > 1)
		text_print(out, "[%u:0] ", width - 1);
}

static bool is_common(const struct net *net)
{
	return strcmp(net->name, "clk") == 0 || strcmp(net->name, "rst") == 0;
}

static void print_port(struct printer *p, const struct net *net, bool *first)
{
	text_print(p->out, "%s    %s %s ", *first ? "" : ",\n", net->direction == PORT_INPUT ? "input " : "output",
		   p->is_reg[net - p->m->net] ? "reg " : "wire");
	print_range(p->out, net->width);
	text_add(p->out, net->name);
	*first = false;
}

static bool has_ports(const struct module *m)
{
	for (size_t i = 0; i < m->net_count; i++)
		if (m->net[i].direction != PORT_NONE)
			return true;
	return false;
}

/* Ports, clk and rst first; a comment precedes its port on a line of its own. */
static void print_ports(struct printer *p)
{
	static const char *const common[] = { "clk", "rst" };
	bool first = true;

	if (!has_ports(p->m)) {
		text_add(p->out, ";\n");
		return;
	}
	text_add(p->out, " (\n");
	for (int k = 0; k < 2; k++) {
		int net = module_find(p->m, common[k]);

		if (net >= 0 && p->m->net[net].direction != PORT_NONE)
			print_port(p, &p->m->net[net], &first);
	}
	for (size_t i = 0; i < p->m->net_count; i++) {
		const struct net *net = &p->m->net[i];

		if (net->direction == PORT_NONE || is_common(net))
			continue;
		if (net->comment) {
			text_print(p->out, "%s    // %s\n", first ? "" : ",\n", net->comment);
			first = true;
		}
		print_port(p, net, &first);
	}
	text_add(p->out, "\n);\n");
}

static void print_module_parameters(struct printer *p)
{
	for (size_t i = 0; i < p->m->parameter_count; i++)
		text_print(p->out, "%s    parameter %s = %lu", i > 0 ? ",\n" : " #(\n", p->m->parameter[i].name,
			   p->m->parameter[i].value);
	text_add(p->out, "\n)");
}

static void print_nets(struct printer *p)
{
	for (size_t i = 0; i < p->m->net_count; i++) {
		const struct net *net = &p->m->net[i];

		if (net->direction != PORT_NONE)
			continue;
		text_print(p->out, "    %s ", p->is_reg[i] ? "reg " : "wire");
		print_range(p->out, net->width);
		text_print(p->out, "%s;\n", net->name);
	}
}

static void print_parameter(struct printer *p, const struct parameter *parameter, bool comma)
{
	text_print(p->out, "%s.%s(", comma ? ", " : "", parameter->name);
	if (parameter->text)
		text_print(p->out, "%s)", parameter->text);
	else if (parameter->digits)
		text_print(p->out, "%u'h%s)", parameter->width, parameter->digits);
	else if (parameter->width > 0)
		text_print(p->out, "%u'd%lu)", parameter->width, parameter->value);
	else
		text_print(p->out, "%lu)", parameter->value);
}

static void print_instance(struct printer *p, const struct instance *i)
{
	char *name = module_name(p, i->module);

	text_add(p->out, "\n");
	if (i->comment)
		text_print(p->out, "    // %s\n", i->comment);
	text_print(p->out, "    %s ", name);
	if (i->parameter_count > 0) {
		text_add(p->out, "#(");
		for (size_t k = 0; k < i->parameter_count; k++)
			print_parameter(p, &i->parameter[k], k > 0);
		text_add(p->out, ") ");
	}
	text_print(p->out, "%s ", i->name);
	if (i->count > 1)
		text_print(p->out, "[%u:0] ", i->count - 1);
	text_add(p->out, "(\n");
	for (size_t k = 0; k < i->connection_count; k++) {
		text_print(p->out, "        .%s(", i->connection[k].port);
		print_expression(p, &i->connection[k].value);
		text_print(p->out, ")%s\n", k + 1 < i->connection_count ? "," : "");
	}
	text_add(p->out, "    );\n");
	free(name);
}

/* All registers of a module that are copies, or all that are not. If synthesis merged the copies of a level, the one
 * register would be far from most of its readers. */
static void print_registers(struct printer *p, bool copies)
{
	bool any = false;

	for (size_t i = 0; i < p->m->assignment_count; i++) {
		const struct assignment *a = &p->m->assignment[i];

		if (!a->registered || a->copy != copies)
			continue;
		if (!any)
			text_print(p->out, "\n    %salways @(posedge clk) begin\n", copies ? "(* keep *) " : "");
		any = true;
		text_add(p->out, "        ");
		print_bits(p, &a->target);
		text_add(p->out, " <= ");
		if (a->reset)
			text_print(p->out, "rst ? %u'd0 : ", bits_width(&a->target));
		print_expression(p, &a->source);
		text_add(p->out, ";\n");
	}
	if (any)
		text_add(p->out, "    end\n");
}

static void print_assigns(struct printer *p)
{
	bool any = false;

	for (size_t i = 0; i < p->m->assignment_count; i++) {
		const struct assignment *a = &p->m->assignment[i];

		if (a->registered)
			continue;
		text_add(p->out, any ? "" : "\n");
		any = true;
		text_add(p->out, "    assign ");
		print_bits(p, &a->target);
		text_add(p->out, " = ");
		print_expression(p, &a->source);
		text_add(p->out, ";\n");
	}
}

/* Marks the nets to be declared `reg`. */
static void mark_registers(struct printer *p)
{
	for (size_t i = 0; i < p->m->assignment_count; i++) {
		const struct assignment *a = &p->m->assignment[i];

		for (size_t k = 0; a->registered && k < a->target.count; k++)
			p->is_reg[a->target.slice[k].net] = true;
	}
}

static void print_comment(struct text *out, const char *lines)
{
	while (*lines != '\0') {
		size_t length = strcspn(lines, "\n");

		text_print(out, length > 0 ? "// %.*s\n" : "//\n", (int)length, lines);
		lines += length + (lines[length] == '\n');
	}
}

static void print_module(struct printer *p, const struct module *m)
{
	char *name = module_name(p, m->name);

	p->m = m;
	p->is_reg = allocate_array(m->net_count + 1, sizeof *p->is_reg);
	mark_registers(p);
	text_print(p->out, "// %s\n", name);
	print_comment(p->out, m->purpose);
	text_add(p->out, "//\n");
	print_comment(p->out, p->header);
	text_print(p->out, "`default_nettype none\n\nmodule %s", name);
	if (m->parameter_count > 0)
		print_module_parameters(p);
	print_ports(p);
	print_nets(p);
	for (size_t i = 0; i < m->instance_count; i++)
		print_instance(p, &m->instance[i]);
	print_registers(p, true);
	print_registers(p, false);
	print_assigns(p);
	text_add(p->out, "endmodule\n\n`default_nettype wire\n");
	free(p->is_reg);
	free(name);
}

static bool is_template_name(const struct design *d, const char *word, size_t length)
{
	for (size_t i = 0; i < d->template_count; i++)
		if (strlen(d->template[i]->name) == length && strncmp(d->template[i]->name, word, length) == 0)
			return true;
	return d->base && is_template_name(d->base, word, length);
}

/* Copies a template. Its own name and those of templates that it instantiates get the network's prefix, to let several
 * networks share one design. Comments are copied unchanged. */
static void copy_template(struct printer *p, const struct text *source)
{
	const char *s = source->bytes;
	size_t i = 0;

	while (i < source->length) {
		size_t start = i;

		if (s[i] == '/' && s[i + 1] == '/') {
			i += strcspn(s + i, "\n");
		} else if (isalpha((unsigned char)s[i]) || s[i] == '_') {
			while (isalnum((unsigned char)s[i]) || s[i] == '_')
				i++;
			if (is_template_name(p->design, s + start, i - start))
				text_print(p->out, "%s_", p->prefix);
		} else {
			i++;
		}
		text_add_bytes(p->out, s + start, i - start);
	}
}

static bool add_template(struct printer *p, const struct template *t, struct output *out, struct text *list)
{
	char *relative = format_string("rtl-templates/%s.v", t->name);
	char *path = data_path(relative), *file = format_string("%s/%s_%s.v", p->folder, p->prefix, t->name);
	struct text source = { 0 }, text = { 0 };
	bool ok = read_file(path, TEMPLATE_LIMIT, &source);

	if (ok) {
		p->out = &text;
		copy_template(p, &source);
		text_add(&text, "\n");
		print_comment(&text, p->header);
		text_print(list, "%s\n", file);
		output_add(out, file, &text);
	}
	text_free(&source);
	free(relative);
	free(path);
	free(file);
	return ok;
}

/* The comment at the top of every generated file. */
static char *header(const struct network *net, const char *invocation)
{
	struct text t = { 0 };
	char digest[17];

	spec_digest(net->spec, digest);
	text_print(&t, "Generated by ftc " FTC_VERSION "; do not edit.\n  %s\n", invocation);
	text_print(&t, "Parameters (digest %s):\n", digest);
	struct text parameters = { 0 };

	spec_print(net->spec, &parameters);
	for (const char *line = parameters.bytes; line && *line != '\0';) {
		size_t length = strcspn(line, "\n");

		text_print(&t, "  %.*s\n", (int)length, line);
		line += length + (line[length] == '\n');
	}
	text_add(&t, "This file is yours: ftc's licence does not reach what it generates.\n");
	text_free(&parameters);
	return t.bytes;
}

/* Appends the files to the network's file list, which a design around the network extends. */
static void add_list(const struct network *net, struct output *out, struct text *list)
{
	char *name = format_string("%s.f", net->spec->name);

	for (size_t i = 0; i < out->count; i++)
		if (strcmp(out->files[i].path, name) == 0) {
			text_add_bytes(&out->files[i].content, list->bytes, list->length);
			text_free(list);
			free(name);
			return;
		}
	output_add(out, name, list);
	free(name);
}

bool emit_design(const struct design *design, const struct network *net, const char *folder, const char *invocation,
		 struct output *out)
{
	char *comment = header(net, invocation);
	struct printer p = { .design = design, .prefix = net->spec->name, .folder = folder, .header = comment };
	struct text list = { 0 };
	bool ok = true;

	for (size_t i = 0; ok && i < design->template_count; i++)
		ok = add_template(&p, design->template[i], out, &list);
	for (size_t i = 0; ok && i < design->module_count; i++) {
		struct text text = { 0 };
		char *name = module_name(&p, design->module[i]->name);
		char *file = format_string("%s/%s.v", folder, name);

		p.out = &text;
		print_module(&p, design->module[i]);
		text_print(&list, "%s\n", file);
		output_add(out, file, &text);
		free(name);
		free(file);
	}
	if (strcmp(folder, "rtl") == 0)
		add_list(net, out, &list);
	text_free(&list);
	free(comment);
	return ok;
}

bool emit_verilog(const struct design *design, const struct network *net, const char *invocation, struct output *out)
{
	return emit_design(design, net, "rtl", invocation, out);
}
