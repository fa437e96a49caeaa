/* builder.c: circuits and scripts. */
#include "prove/builder.h"

#include <stdlib.h>
#include <string.h>

#include "util/paths.h"

enum { MONITOR_LIMIT = 1 << 16 };

void print_width(struct text *out, unsigned width)
{
	if (width > 1)
		text_print(out, "[%u:0] ", width - 1);
}

char *slice(const char *name, unsigned whole, unsigned low, unsigned width)
{
	if (width == whole)
		return copy_string(name);
	return format_string("%s[%u:%u]", name, low + width - 1, low);
}

bool proofs_have(const struct proofs *list, const char *name)
{
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->item[i].name, name) == 0)
			return true;
	return false;
}

struct circuit circuit_of(const struct proofs *list, const char *name)
{
	struct circuit c = { .list = list, .subject = copy_string(name),
			     .module = format_string("%s_%s", list->prefix, name) };

	circuit_reads(&c, name);
	return c;
}

static void add_read(struct circuit *c, const char *options, const char *name)
{
	char *line = format_string("read_verilog %srtl/%s_%s.v\n", options, c->list->prefix, name);

	if (!c->reads.bytes || !strstr(c->reads.bytes, line))
		text_add(&c->reads, line);
	free(line);
}

void circuit_reads(struct circuit *c, const char *name)
{
	add_read(c, "", name);
}

void circuit_cuts(struct circuit *c, const char *name)
{
	add_read(c, "-lib ", name);
	c->cut = true;
}

/* Monitors are copied beside the proofs that use them, once each. read_file() reports an unreadable monitor; Yosys
 * then misses it. */
static void add_monitor(struct proofs *list, const char *monitor)
{
	char *name = format_string("proof/%s.v", monitor), *relative = format_string("rtl-templates/%s", name);
	char *path = data_path(relative);
	struct text content = { 0 };
	bool known = false;

	for (size_t i = 0; i < list->files.count; i++)
		known = known || strcmp(list->files.files[i].path, name) == 0;
	if (!known && read_file(path, MONITOR_LIMIT, &content))
		output_add(&list->files, name, &content);
	text_free(&content);
	free(name);
	free(relative);
	free(path);
}

void circuit_wrap(struct proofs *list, struct circuit *c, struct text *verilog)
{
	char *path = format_string("proof/%s_circuit.v", c->subject);

	add_monitor(list, "later");
	output_add(&list->files, path, verilog);
	c->wrapped = true;
	free(path);
}

/* Boxes are kept even if unconnected: the proof must find a wire that leads nowhere. */
static void add_boxes(struct circuit *c, const char *name)
{
	text_print(&c->boxes, "blackbox *%s*\nsetattr -set keep 1 t:*%s*\n", name, name);
	c->cut = true;
}

void circuit_cuts_derived(struct circuit *c, const char *name)
{
	char *module = format_string("%s_%s", c->list->prefix, name);

	add_read(c, "", name);
	add_boxes(c, module);
	free(module);
}

/* A delay line as the proofs around it see it: only its wires and parameters. */
static void add_line(struct proofs *list)
{
	static const char path[] = "proof/line.v";
	struct text t = { 0 };

	for (size_t i = 0; i < list->files.count; i++)
		if (strcmp(list->files.files[i].path, path) == 0)
			return;
	text_print(&t, "`default_nettype none\n\n// In place of the delay line, in proofs of what is around it.\n"
		       "module %s_delay_line #(\n    parameter WIDTH = 1,\n    parameter DEPTH = 1,\n    parameter RAM_FROM = 0\n"
		       ") (\n    input  wire clk,\n    input  wire [WIDTH-1:0] in,\n    output wire [WIDTH-1:0] out\n);\n"
		       "    proof_line #(.WIDTH(WIDTH)) line (.in(in), .out(out), .depth(DEPTH), .ram_from(RAM_FROM));\n"
		       "endmodule\n\nmodule proof_line #(\n    parameter WIDTH = 1\n) (\n    input  wire [WIDTH-1:0] in,\n"
		       "    input  wire [31:0] depth,\n    input  wire [31:0] ram_from,\n    output wire [WIDTH-1:0] out\n);\n"
		       "endmodule\n\n`default_nettype wire\n", list->prefix);
	output_add(&list->files, path, &t);
}

void circuit_cuts_lines(struct proofs *list, struct circuit *c)
{
	add_line(list);
	/* Yosys would make a module without a body a box at once, whose ports would not follow its parameters. */
	text_add(&c->reads, "read_verilog -noblackbox proof/line.v\n");
	add_boxes(c, "proof_line");
}

void circuit_free(struct circuit *c)
{
	text_free(&c->boxes);
	free(c->subject);
	free(c->module);
	text_free(&c->reads);
}

static void print_prepare(struct text *t, const char *top, const char *boxes)
{
	/* Two drivers of one wire would be contradictory assumptions, from which anything follows. */
	text_print(t, "hierarchy -top %s\nproc\n%sflatten\ncheck -assert\nopt -full\n", top, boxes);
}

static void print_circuit(struct text *t, const struct circuit *c, const struct run *run)
{
	text_add(t, c->reads.bytes);
	print_prepare(t, c->module, c->boxes.length > 0 ? c->boxes.bytes : "");
	if (c->cut)
		text_print(t, "expose -evert %s\n", c->module);
	if (c->wrapped) {
		text_print(t, "read_verilog proof/later.v proof/%s_circuit.v\n", c->subject);
		print_prepare(t, "circuit", "");
	}
	text_add(t, "memory\n");
	for (unsigned i = 0; i < 2 && run->expose[i]; i++)
		text_print(t, "expose circuit/%s\n", run->expose[i]);
	text_add(t, "techmap\nopt -full\ndffunmap\n");
	/* Every flip-flop must be forked. */
	if (run->fork)
		text_add(t, "techmap -autoproc -map proof/fork.v\nselect -assert-none t:$_*FF*_\n");
}

static struct text script(const struct proof *proof, const struct circuit *c, const struct run *run)
{
	struct text t = { 0 };

	text_print(&t, "# %s: %s\n", proof->subject, proof->claim);
	print_circuit(&t, c, run);
	text_print(&t, "read_verilog proof/%s.v proof/%s.v\n", run->monitor, proof->name);
	print_prepare(&t, "proof", "");
	text_add(&t, "techmap\nopt -full\ndffunmap\n");
	if (run->induction)
		text_print(&t, "sat -verify -tempinduct -seq 1 -maxsteps %u -prove ok 1 -show-ports proof\n", run->steps);
	else
		text_print(&t, "sat -verify -seq %u -prove-skip %u -prove ok 1 -show-ports proof\n", run->steps, run->skip);
	return t;
}

struct proof *circuit_prove(struct proofs *list, const struct circuit *c, const char *property, const char *what,
			    const char *claim, const struct run *run, struct text *verilog)
{
	list->item = reallocate(list->item, (list->count + 1) * sizeof *list->item);
	struct proof *p = &list->item[list->count++];

	*p = (struct proof){ .subject = copy_string(c->subject), .what = copy_string(what), .claim = claim,
			     .name = format_string("%s_%s", c->subject, property),
			     .size = c->cells * run->steps };
	char *source = format_string("proof/%s.v", p->name), *commands = format_string("proof/%s.ys", p->name);
	struct text t = script(p, c, run);

	output_add(&list->files, source, verilog);
	output_add(&list->files, commands, &t);
	add_monitor(list, run->monitor);
	if (run->fork)
		add_monitor(list, "fork");
	free(source);
	free(commands);
	return p;
}

void parts_input(struct parts *parts, unsigned width, const char *name)
{
	text_add(&parts->ports, "    input  wire ");
	print_width(&parts->ports, width);
	text_print(&parts->ports, "%s,\n", name);
}

void parts_port(struct parts *parts, struct text *connections, bool drives, const char *port, const char *signal, unsigned width)
{
	if (drives) {
		text_add(&parts->body, "    wire ");
		print_width(&parts->body, width);
		text_print(&parts->body, "%s;\n", signal);
	} else {
		parts_input(parts, width, signal);
	}
	text_print(connections, "        .\\%s (%s),\n", port, signal);
}

void parts_same_later_unless(struct parts *parts, const char *meaning, unsigned width, const char *now, unsigned clocks,
			     const char *later, const char *unless)
{
	unsigned k = parts->count++;

	text_print(&parts->meanings, "%s\n", meaning);
	text_print(&parts->body, "    wire [%u:0] due_%u;\n    later #(.W(%u), .CLOCKS(%u)) part_%u (.clk(clk), .in(%s), "
				 ".out(due_%u));\n    assign parts[%u] = ", width - 1, k, width, clocks, k, now, k, k);
	if (unless)
		text_print(&parts->body, "%s | ", unless);
	text_print(&parts->body, "%s == due_%u;\n\n", later, k);
	if (clocks > parts->depth)
		parts->depth = clocks;
}

void parts_same_later(struct parts *parts, const char *meaning, unsigned width, const char *now, unsigned clocks,
		      const char *later)
{
	parts_same_later_unless(parts, meaning, width, now, clocks, later, NULL);
}

struct proof *parts_prove(struct proofs *list, const struct circuit *c, const char *property, const char *what,
			  const char *claim, struct parts *parts)
{
	struct run run = { .monitor = "later", .steps = parts->depth + 1, .skip = parts->depth };
	struct text t = { 0 };

	text_print(&t, "`default_nettype none\n\nmodule proof (\n    input  wire clk,\n%s    output wire [%u:0] parts,\n"
		       "    output wire ok\n);\n%s    assign ok = &parts;\nendmodule\n\n`default_nettype wire\n",
		   parts->ports.bytes, parts->count - 1, parts->body.bytes);
	struct proof *p = circuit_prove(list, c, property, what, claim, &run, &t);

	p->parts = parts->meanings;
	text_free(&parts->ports);
	text_free(&parts->body);
	*parts = (struct parts){ 0 };
	return p;
}

void proofs_free(struct proofs *list)
{
	for (size_t i = 0; i < list->count; i++) {
		struct proof *p = &list->item[i];

		free(p->subject);
		free(p->what);
		free(p->name);
		free(p->counterexample);
		text_free(&p->parts);
		text_free(&p->log);
	}
	free(list->item);
	output_free(&list->files);
}
