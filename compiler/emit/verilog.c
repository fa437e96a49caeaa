/* verilog.c: a checked design as Verilog-2005, one file per module. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "emit/emit.h"
#include "emit/loops.h"
#include "lower/builder.h"
#include "network/machine.h"
#include "util/paths.h"
#include "util/text.h"

enum {
	TEMPLATE_LIMIT = 1 << 20,
	LONGEST_INSTANCE = 100,		/* columns, up to the parenthesis before the connections */
	LONGEST_LINE = 120,
	SHORT_PATTERN = 8,		/* constant bits printed digit by digit even if they are equal */
	LONGEST_PATTERN = 64,		/* constant bits printed digit by digit at most */
	LONGEST_DIGITS = 64,		/* hexadecimal digits of a constant in a line */
};

struct printer {
	const struct design *design;
	const char *prefix;		/* name of the network */
	const char *folder;		/* of the files */
	const char *header;		/* comment at the top of the top's file */
	const char *short_header;	/* of all others */
	const struct module *m;
	bool *is_reg;			/* of each net: driven by a register */
	struct text *out;
};

/* PREFIX for the top, PREFIX_name otherwise. */
static char *module_name(const struct printer *p, const char *name)
{
	return name[0] == '\0' ? copy_string(p->prefix) : format_string("%s_%s", p->prefix, name);
}

/* The share of leaf k of a vector of all leaves is `[k * share +: share]`. */
static void print_shares(struct text *out, const struct slice *s, unsigned share)
{
	unsigned leaves = s->width / share;

	text_print(out, "[%u * %u +: ", s->low / share, share);
	if (leaves > 1)
		text_print(out, "%u * ", leaves);
	text_print(out, "%u]", share);
}

/* The name of the module or template that is instantiated. */
static char *instantiated_name(const struct printer *p, const char *name)
{
	const struct module *m = design_find(p->design, name);

	return m && m->external ? copy_string(m->external) : module_name(p, name);
}

static void print_slice(struct printer *p, const struct slice *s)
{
	const struct net *net = &p->m->net[s->net];

	text_add(p->out, net->name);
	if (s->low == 0 && s->width == net->width)
		return;
	if (s->width == 1)
		text_print(p->out, "[%u]", s->low);
	else if (net->share > 1 && s->low % net->share == 0 && s->width % net->share == 0)
		print_shares(p->out, s, net->share);
	else
		text_print(p->out, "[%u:%u]", s->low + s->width - 1, s->low);
}

/* Constant slices side by side, the last at the most significant end: 4'b0110, or for long ones {12{1'b1}}. */
static void print_constant(struct text *out, const struct slice *s, size_t count)
{
	unsigned width = 0;

	for (size_t i = 0; i < count; i++)
		width += s[i].width;
	if (count == 1 && width > SHORT_PATTERN) {
		text_print(out, "{%u{1'b%d}}", width, s->net == NET_ONE);
		return;
	}
	text_print(out, "%u'b", width);
	for (size_t i = count; i-- > 0;)
		for (unsigned k = 0; k < s[i].width; k++)
			text_add(out, s[i].net == NET_ONE ? "1" : "0");
}

/* How many slices below `end` are constant and fit into one pattern. */
static size_t constant_slices(const struct bits *b, size_t end)
{
	unsigned width = 0;
	size_t count = 0;

	while (count < end && b->slice[end - count - 1].net < 0) {
		width += b->slice[end - count - 1].width;
		if (count > 0 && width > LONGEST_PATTERN)
			break;
		count++;
	}
	return count;
}

static void print_bits(struct printer *p, const struct bits *b)
{
	size_t constant = constant_slices(b, b->count), i = b->count;
	bool several = b->count > 1 && constant < b->count;

	text_add(p->out, several ? "{" : "");
	while (i > 0) {
		constant = constant_slices(b, i);
		i -= constant > 0 ? constant : 1;
		if (constant > 0)
			print_constant(p->out, &b->slice[i], constant);
		else
			print_slice(p, &b->slice[i]);
		text_add(p->out, i > 0 ? ", " : "");
	}
	text_add(p->out, several ? "}" : "");
}

static void print_expression(struct printer *p, const struct expression *e)
{
	static const struct { const char *before, *between, *last; } signs[] = {
		[OPERATION_XOR] = { "", " ^ ", " ^ " }, [OPERATION_NOT] = { "~", "", "" }, [OPERATION_ANY] = { "|", "", "" },
		[OPERATION_ALL] = { "&", "", "" }, [OPERATION_AND] = { "", " & ", " & " }, [OPERATION_OR] = { "", " | ", " | " },
		[OPERATION_NAND] = { "~(", " & ", " & " }, [OPERATION_EQUAL] = { "", " == ", " == " },
		[OPERATION_CHOICE] = { "", " ? ", " : " },
	};

	text_add(p->out, signs[e->operation].before);
	for (size_t k = 0; k < e->count; k++) {
		if (k > 0)
			text_add(p->out, k + 1 < e->count ? signs[e->operation].between : signs[e->operation].last);
		text_add(p->out, e->inverted[k] ? "~" : "");
		print_bits(p, &e->term[k]);
	}
	text_add(p->out, e->operation == OPERATION_NAND ? ")" : "");
}

static void print_range(struct text *out, unsigned width)
{
	if (width > 1)
		text_print(out, "[%u:0] ", width - 1);
}

/* clk stands first, then rst, then the other ports. */
static int port_rank(const char *name)
{
	return strcmp(name, "clk") == 0 ? 0 : strcmp(name, "rst") == 0 ? 1 : 2;
}

static void print_port(struct printer *p, const struct net *net, bool *first)
{
	static const char *const words[] = { [PORT_INPUT] = "input ", [PORT_OUTPUT] = "output", [PORT_INOUT] = "inout " };

	text_print(p->out, "%s    %s %s ", *first ? "" : ",\n", words[net->direction],
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
	bool first = true;

	if (!has_ports(p->m)) {
		text_add(p->out, ";\n");
		return;
	}
	text_add(p->out, " (\n");
	for (int rank = 0; rank < 3; rank++)
		for (size_t i = 0; i < p->m->net_count; i++) {
			const struct net *net = &p->m->net[i];

			if (net->direction == PORT_NONE || port_rank(net->name) != rank)
				continue;
			if (net->comment && rank == 2) {
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

/* A long vector in parts, each on a line of its own. */
static void print_digits(struct text *out, const char *digits, unsigned width)
{
	size_t left = strlen(digits), part = (left - 1) % LONGEST_DIGITS + 1;
	unsigned high = width - (unsigned)(left - part) * 4;
	bool long_one = left > part;

	if (strspn(digits, "0") == left) {
		text_print(out, "%u'd0", width);
		return;
	}
	text_add(out, long_one ? "{\n            " : "");
	for (; left > 0; left -= part, digits += part, part = LONGEST_DIGITS, high = 4 * LONGEST_DIGITS)
		text_print(out, "%u'h%.*s%s", high, (int)part, digits, left > part ? ",\n            " : "");
	text_add(out, long_one ? "}" : "");
}

static void print_parameter(struct text *out, const struct parameter *parameter)
{
	text_print(out, ".%s(", parameter->name);
	if (parameter->text)
		text_add(out, parameter->text);
	else if (parameter->digits)
		print_digits(out, parameter->digits, parameter->width);
	else if (parameter->width > 0)
		text_print(out, "%u'd%lu", parameter->width, parameter->value);
	else
		text_print(out, "%lu", parameter->value);
	text_add(out, ")");
}

/* Parameters, one a line behind `margin` unless the instance has one that fits beside its names. `room`: columns that are left. */
static void print_parameters(struct text *out, const struct instance *i, size_t room, const char *margin)
{
	struct text only = { 0 };

	if (i->parameter_count == 0)
		return;
	print_parameter(&only, &i->parameter[0]);
	if (i->parameter_count == 1 && only.length < room) {
		text_print(out, "#(%s) ", only.bytes);
	} else {
		text_add(out, "#(\n");
		for (size_t k = 0; k < i->parameter_count; k++) {
			text_print(out, "%s    ", margin);
			print_parameter(out, &i->parameter[k]);
			text_print(out, k + 1 < i->parameter_count ? ",\n" : "\n%s) ", margin);
		}
	}
	text_free(&only);
}

/* NAME_PORT in capitals: the constant of a loop that is another for each instance. A fresh string. */
static char *constant_name(const struct loop *loop, size_t index)
{
	char *name = format_string("%.*s_%s", (int)loop->name_length, loop->first->name, loop->first->connection[index].port);

	for (char *c = name; *c != '\0'; c++)
		*c = (char)toupper((unsigned char)*c);
	return name;
}

static void print_slice_in(struct printer *p, const struct loop *loop, size_t index, size_t term, size_t slice)
{
	const struct slice *s = &loop->first->connection[index].value.term[term].slice[slice];
	struct text place = { 0 };

	if (s->net < 0) {
		print_constant(p->out, s, 1);
	} else if (loop_print_place(loop, index, term, slice, &place)) {
		text_print(p->out, "%s%s", p->m->net[s->net].name, place.bytes);
	} else {
		print_slice(p, s);
	}
	text_free(&place);
}

/* What a connection is in all instances of a loop. */
static void print_expression_in(struct printer *p, const struct loop *loop, size_t index)
{
	const struct expression *e = &loop->first->connection[index].value;

	if (loop_constant_differs(loop, index)) {
		char *name = constant_name(loop, index);
		unsigned width = bits_width(&e->term[0]);

		text_print(p->out, "%s[%u * k +: %u]", name, width, width);
		free(name);
		return;
	}
	for (size_t t = 0; t < e->count; t++) {
		size_t count = e->term[t].count;

		text_print(p->out, "%s%s", t > 0 ? " ^ " : "", count > 1 ? "{" : "");
		for (size_t s = count; s-- > 0;) {
			print_slice_in(p, loop, index, t, s);
			text_add(p->out, s > 0 ? ", " : "");
		}
		text_add(p->out, count > 1 ? "}" : "");
	}
}

static bool is_plain(const char *name)
{
	size_t k = 0;

	while (isalnum((unsigned char)name[k]) || name[k] == '_')
		k++;
	return name[k] == '\0';
}

/* `margin` stands before it. A name that is not plain ends with a space. */
static void print_connection(struct printer *p, const struct instance *i, const struct loop *loop, size_t index, const char *margin)
{
	const char *port = i->connection[index].port;

	text_print(p->out, is_plain(port) ? "%s    .%s(" : "%s    .\\%s (", margin, port);
	if (loop)
		print_expression_in(p, loop, index);
	else
		print_expression(p, &i->connection[index].value);
	text_add(p->out, ")");
}

/* Connections, those of clk and rst first. `loop`: of which the instance is the first; or NULL. */
static void print_connections(struct printer *p, const struct instance *i, const struct loop *loop, const char *margin)
{
	bool first = true;

	for (int rank = 0; rank < 3; rank++)
		for (size_t k = 0; k < i->connection_count; k++) {
			if (port_rank(i->connection[k].port) != rank)
				continue;
			text_add(p->out, first ? "" : ",\n");
			print_connection(p, i, loop, k, margin);
			first = false;
		}
}

static void print_instance(struct printer *p, const struct instance *i)
{
	char *name = instantiated_name(p, i->module), *array = i->count > 1 ? format_string(" [%u:0]", i->count - 1) : NULL;
	size_t names = strlen("     #()  (") + strlen(name) + strlen(i->name) + (array ? strlen(array) : 0);

	text_add(p->out, "\n");
	if (i->comment)
		text_print(p->out, "    // %s\n", i->comment);
	text_print(p->out, "    %s ", name);
	print_parameters(p->out, i, names < LONGEST_INSTANCE ? LONGEST_INSTANCE - names : 0, "    ");
	text_print(p->out, "%s%s (\n", i->name, array ? array : "");
	print_connections(p, i, NULL, "    ");
	text_add(p->out, "\n    );\n");
	free(name);
	free(array);
}

static void print_loop_constants(struct printer *p, const struct loop *loop)
{
	for (size_t k = 0; k < loop->first->connection_count; k++) {
		if (!loop_constant_differs(loop, k))
			continue;
		char *name = constant_name(loop, k), *digits = loop_constant_digits(loop, k);
		unsigned width = bits_width(&loop->first->connection[k].value.term[0]) * (unsigned)loop->count;

		text_print(p->out, "    localparam [%u:0] %s = ", width - 1, name);
		print_digits(p->out, digits, width);
		text_add(p->out, ";\n");
		free(name);
		free(digits);
	}
}

static void print_loop(struct printer *p, const struct loop *loop)
{
	const struct instance *i = loop->first;
	char *name = instantiated_name(p, i->module);

	text_add(p->out, "\n");
	print_loop_constants(p, loop);
	text_print(p->out, "    generate\n        for (k = 0; k < %zu; k = k + 1) begin : %.*s\n            %s ", loop->count,
		   (int)loop->name_length, i->name, name);
	print_parameters(p->out, i, 0, "            ");
	text_print(p->out, "%s (\n", i->module);
	print_connections(p, i, loop, "            ");
	text_add(p->out, "\n            );\n        end\n    endgenerate\n");
	free(name);
}

static bool has_open_port(const struct module *m)
{
	for (size_t i = 0; i < m->instance_count; i++)
		for (size_t k = 0; k < m->instance[i].connection_count; k++)
			if (bits_width(&m->instance[i].connection[k].value.term[0]) == 0)
				return true;
	return false;
}

static bool has_loop(const struct module *m)
{
	for (size_t i = 0; i < m->instance_count; i++)
		if (loop_at(m, i).count > 0)
			return true;
	return false;
}

static void print_instances(struct printer *p, const struct module *m)
{
	bool open = has_open_port(m);

	if (has_loop(m))
		text_add(p->out, "    genvar k;\n");
	if (open)
		text_add(p->out, "\n    /* verilator lint_off PINCONNECTEMPTY */    // outputs that nothing reads are open\n");
	for (size_t i = 0; i < m->instance_count;) {
		struct loop loop = loop_at(m, i);

		if (loop.count > 0)
			print_loop(p, &loop);
		else
			print_instance(p, &m->instance[i]);
		i += loop.count > 0 ? loop.count : 1;
	}
	if (open)
		text_add(p->out, "    /* verilator lint_on PINCONNECTEMPTY */\n");
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

/* The module called `name`, without comments in front of it. */
static void print_bare_module(struct printer *p, const struct module *m, const char *name)
{
	p->m = m;
	p->is_reg = allocate_array(m->net_count + 1, sizeof *p->is_reg);
	mark_registers(p);
	text_print(p->out, "`default_nettype none\n\nmodule %s", name);
	if (m->parameter_count > 0)
		print_module_parameters(p);
	print_ports(p);
	print_nets(p);
	print_instances(p, m);
	print_registers(p, true);
	print_registers(p, false);
	print_assigns(p);
	text_add(p->out, "endmodule\n\n`default_nettype wire\n");
	free(p->is_reg);
}

static void print_module(struct printer *p, const struct module *m)
{
	char *name = module_name(p, m->name);

	text_print(p->out, "// %s\n", name);
	print_comment(p->out, m->purpose);
	text_add(p->out, "//\n");
	print_comment(p->out, m == design_top(p->design) ? p->header : p->short_header);
	print_bare_module(p, m, name);
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
 * networks share one design. Comments are copied unchanged, but for the lines `//!`, which are ftc's own. */
static void copy_template(struct printer *p, const struct template *t, const struct text *source)
{
	const char *s = source->bytes;
	size_t i = 0;

	while (i < source->length) {
		size_t start = i;

		if (strncmp(s + i, "//!", 3) == 0) {
			i += strcspn(s + i, "\n") + 1;
			continue;
		} else if (s[i] == '/' && s[i + 1] == '/') {
			i += strcspn(s + i, "\n");
		} else if (isalpha((unsigned char)s[i]) || s[i] == '_') {
			while (isalnum((unsigned char)s[i]) || s[i] == '_')
				i++;
			if (t == p->design->apart && strncmp(s + start, "module ", 7) == 0)
				text_add(p->out, "(* keep_hierarchy *)\n");
			if (is_template_name(p->design, s + start, i - start))
				text_print(p->out, "%s_", p->prefix);
		} else {
			i++;
		}
		text_add_bytes(p->out, s + start, i - start);
	}
}

/* Where to break a line of which `room` characters fit: at the last space before an operator or an option; otherwise
 * behind a comma or, in a comment, a word; 0: nowhere. */
static size_t break_of(const char *line, size_t room, bool comment)
{
	size_t best = 0, other = 0;

	for (size_t i = strspn(line, "/ "); i <= room && line[i] != '"'; i++) {
		if (line[i] != ' ')
			continue;
		if (line[i + 1] == '^' || strncmp(line + i, " --", 3) == 0)
			best = i;
		else if (comment || line[i - 1] == ',')
			other = i;
	}
	return best > 0 ? best : other;
}

/* Copies a line; what does not fit goes on in the next, indented once more, and as a comment if it is one. */
static void add_wrapped(struct text *out, const char *line, size_t length)
{
	size_t margin = strspn(line, "/ "), room = LONGEST_LINE, at;
	const char *begin = line;
	bool comment = memchr(line, '/', margin);
	const char *opens = "";		/* what makes the rest of a line a comment that has begun behind a statement */

	while (length > room && (at = break_of(line, room, comment || *opens)) > 0) {
		const char *remark = comment ? NULL : strstr(line, "//");

		if (remark && remark < line + at)
			opens = "// ";
		text_print(out, "%.*s\n%.*s    %s", (int)at, line, (int)margin, begin, opens);
		line += at + 1;
		length -= at + 1;
		room = LONGEST_LINE - margin - 4 - strlen(opens);
	}
	text_add_bytes(out, line, length);
	text_add(out, "\n");
}

/* Adds a file; takes over its text. */
static void add_file(struct output *out, const char *file, struct text *source)
{
	struct text wrapped = { 0 };

	for (const char *line = source->bytes; *line != '\0'; line = strchr(line, '\n') + 1)
		add_wrapped(&wrapped, line, strcspn(line, "\n"));
	text_free(source);
	output_add(out, file, &wrapped);
}

static bool add_template(struct printer *p, const struct template *t, struct output *out, struct text *list)
{
	char *name = format_string("%s.v", t->name), *path = template_path(name);
	char *file = format_string("%s/%s_%s.v", p->folder, p->prefix, t->name);
	struct text source = { 0 }, text = { 0 };
	bool ok = read_file(path, TEMPLATE_LIMIT, &source);

	if (ok) {
		p->out = &text;
		copy_template(p, t, &source);
		text_add(&text, "\n");
		print_comment(&text, p->short_header);
		text_print(list, "%s\n", file);
		add_file(out, file, &text);
	}
	text_free(&source);
	free(name);
	free(path);
	free(file);
	return ok;
}

static const char licence[] = "This file is yours: ftc's licence does not reach what it generates.\n";

/* The comment at the top of a file whose network's parameters another file names. */
static char *short_header(const struct printer *p, const struct network *net)
{
	char digest[17], *top = module_name(p, design_top(p->design)->name);

	spec_digest(net->spec, digest);
	char *text = format_string("Part of %s, generated by ftc " FTC_VERSION "; do not edit. Its parameters (digest %s): %s.v.\n%s",
				   top, digest, top, licence);
	free(top);
	return text;
}

/* Ends the line of a parameter: behind `auto` stands the number that it is. A plan by itself has no machine, which knows it. */
static void add_resolved(struct text *t, const struct network *net, const char *line)
{
	static const char automatic[] = ": auto\n";
	const struct machine *machine = net->spec->machine;
	size_t length = strcspn(line, ":");
	char *key = format_string("%.*s", (int)length, line);
	bool asked = strncmp(line + length, automatic, strlen(automatic)) == 0 && machine && machine->hardware.resolved;
	unsigned value = asked ? machine->hardware.resolved(net, key) : 0;

	if (value > 0)
		text_print(t, "  # %u", value);
	text_add(t, "\n");
	free(key);
}

/* The comment at the top of the top's file. */
static char *header(const struct network *net, const char *invocation)
{
	struct text t = { 0 };
	char digest[17];

	spec_digest(net->spec, digest);
	text_print(&t, "Generated by ftc " FTC_VERSION "; do not edit.\n  %s\n", invocation);
	text_print(&t, "Parameters (digest %s):\n", digest);
	struct text parameters = { 0 };

	spec_print(net->spec, &parameters);
	for (const char *line = parameters.bytes; line && *line != '\0'; line = text_next_line(line)) {
		text_print(&t, "  %.*s", (int)strcspn(line, "\n"), line);
		add_resolved(&t, net, line);
	}
	text_add(&t, licence);
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
	char *shorter = short_header(&p, net);
	struct text list = { 0 };
	bool ok = true;

	p.short_header = shorter;
	for (size_t i = 0; ok && i < design->template_count; i++)
		ok = add_template(&p, design->template[i], out, &list);
	for (size_t i = 0; ok && i < design->module_count; i++) {
		if (design->module[i]->external)
			continue;
		struct text text = { 0 };
		char *name = module_name(&p, design->module[i]->name);
		char *file = format_string("%s/%s.v", folder, name);

		p.out = &text;
		print_module(&p, design->module[i]);
		text_print(&list, "%s\n", file);
		add_file(out, file, &text);
		free(name);
		free(file);
	}
	if (strcmp(folder, "rtl") == 0)
		add_list(net, out, &list);
	text_free(&list);
	free(shorter);
	free(comment);
	return ok;
}

bool emit_verilog(const struct design *design, const struct network *net, const char *invocation, struct output *out)
{
	return emit_design(design, net, "rtl", invocation, out);
}

struct text emit_wrapper(const struct design *design, const char *prefix)
{
	const struct module *m = design_top(design);
	struct text text = { 0 };
	struct printer p = { .design = design, .prefix = prefix, .out = &text };

	print_bare_module(&p, m, m->name);
	return text;
}
