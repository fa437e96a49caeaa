/* trace.c: the waveform file and the GTKWave save file that goes with it.
 *
 * In: where the waveform shall be, and the design. Out: FILE.fst, written beside its place and moved there when it is
 * complete, and FILE.gtkw, which shows what a person looks for first: the ports of the first leaves, and the wires
 * between the parts of every module on the way from the top to leaf 0. All names are those of the design: the network
 * may be any. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "emit/around.h"
#include "leaves/leaf.h"
#include "network/machine.h"
#include "lower/builder.h"
#include "simulate/chips_beside.h"
#include "simulate/simulate.h"
#include "simulate/trace.h"
#include "util/cleanup.h"
#include "util/mapped.h"
#include "util/message.h"
#include "util/number.h"
#include "util/text.h"

/* GTKWave's flags for what follows: bits, hexadecimal or decimal numbers; a group that is open or closed. */
static const char binary[] = "@28", hexadecimal[] = "@22", decimal[] = "@24";
static const char open_group[] = "@800200", open_group_end[] = "@1000200";
static const char closed_group[] = "@c00200", closed_group_end[] = "@1401200";

/* The clock's period in the waveform, and about how many pixels wide a signal is shown. */
enum { PERIOD = TRACE_PERIOD, PIXELS = 900, SHOWN_LEAVES = 16, OPEN_LEAVES = 2, SHOWN_WIRES = 40, SHOWN_SLOTS = 3 };

/* A save file on its way. */
struct save_file {
	const struct simulation *s;
	const struct design *design;
	unsigned leaf;			/* the next one that is met */
	unsigned first;			/* leaves of chips before this one */
	struct text *t;
};

/* The name with .fst instead of its own ending; trace.fst where there is no name. */
static bool refuse_name(const char *trace)
{
	const char *slash = strrchr(trace, '/'), *name = slash ? slash + 1 : trace, *point = strrchr(name, '.');
	int length = (int)(point ? point - trace : (ptrdiff_t)strlen(trace));
	bool named = *name && point != name;
	char *meant = format_string("%.*s%s.fst", length, trace, named ? "" : "trace");

	error("--trace is \"%s\": expected a name that ends in .fst", trace);
	suggest("--trace %s", shell_word(meant));
	free(meant);
	return false;
}

bool trace_begin(const char *trace, char **file)
{
	if (strlen(trace) < 5 || !text_ends_with(trace, ".fst"))
		return refuse_name(trace);
	char *folder = result_folder(trace), *directory = format_string("%s.ftc-trace-XXXXXX", folder);
	size_t made;
	int failure = make_parents(directory, &made);

	free(folder);
	if (failure || !cleanup_make_directory(directory)) {
		error("cannot write %s: %s", trace, strerror(failure ? failure : errno));
		free(directory);
		return false;
	}
	*file = format_string("%s/trace.fst", directory);
	free(directory);
	return true;
}

bool trace_prepare(struct simulation *s)
{
	return trace_begin(s->options.trace, &s->trace_file);
}

static const char *format_of(const char *name)
{
	if (text_ends_with(name, "_tdata"))
		return hexadecimal;
	return text_ends_with(name, "_tdest") || text_ends_with(name, "_tuser") ? decimal : binary;
}

void trace_signal(struct text *t, const char *scope, const char *name, unsigned width)
{
	text_print(t, "%s\n%s.%s", format_of(name), scope, name);
	if (width > 1)
		text_print(t, "[%u:0]", width - 1);
	text_add(t, "\n");
}

/* Words side by side: the bits of a vector one by one, bit 0 first, where there are not too many. */
static void each_bit(struct text *t, const char *scope, const char *name, unsigned width)
{
	for (unsigned i = width; width > 1 && width <= SHOWN_LEAVES && i--;)
		text_print(t, "%s\n(%u)%s.%s[%u:0]\n", binary, i, scope, name, width - 1);
}

static void begin_group(struct text *t, bool open, const char *name)
{
	text_print(t, "%s\n-%s\n", open ? open_group : closed_group, name);
}

static void end_group(struct text *t, bool open, const char *name)
{
	text_print(t, "%s\n-%s\n", open ? open_group_end : closed_group_end, name);
}

/* ---- Leaves: instances that one leaf's share of a port of the network goes to ---------------------------------- */

/* Of how many leaves this instance has the ports; 0: of none. */
static unsigned leaves_of(const struct save_file *f, const struct instance *i)
{
	unsigned leaves = 0;

	for (size_t c = 0; c < i->connection_count && leaves == 0; c++)
		leaves = port_leaves(f->s, i->connection[c].port, bits_width(&i->connection[c].value.term[0]));
	return leaves;
}

/* The scope of one of the instances side by side. Fresh. */
static char *scope_below(const char *scope, const struct instance *i, unsigned number)
{
	return i->count > 1 ? format_string("%s.%s[%u]", scope, i->name, number)
			    : format_string("%s.%s", scope, i->name);
}

/* All ports of a leaf but clock and reset. */
static void add_traced_ports(const struct save_file *f, const struct instance *i, const char *scope)
{
	const struct module *m = design_find(f->design, i->module);
	const struct template *template = m ? NULL : template_find(i->module);

	for (size_t n = 0; m && n < m->net_count; n++)
		if (m->net[n].direction != PORT_NONE && !is_common_port(&m->net[n]))
			trace_signal(f->t, scope, m->net[n].name, m->net[n].width);
	for (const struct template_port *p = template ? template->port : NULL; p && p->name; p++)
		if (strcmp(p->name, "clk") && strcmp(p->name, "rst"))
			trace_signal(f->t, scope, p->name, p->width ? (unsigned)p->width(i) : 1);
}

/* The name of the leaf's group. Fresh. */
static char *leaf_name(const struct save_file *f)
{
	const struct machine *machine = f->s->network->spec->machine;

	return format_string("%s %u", machine->end, f->first + f->leaf + machine->first_end);
}

static void add_leaf(const struct save_file *f, const struct instance *i, const char *parent)
{
	bool open = f->leaf < OPEN_LEAVES;
	char *name = leaf_name(f);

	begin_group(f->t, open, name);
	for (unsigned n = 0; n < i->count; n++) {
		char *scope = scope_below(parent, i, n);

		add_traced_ports(f, i, scope);
		free(scope);
	}
	end_group(f->t, open, name);
	free(name);
}

/* What a leaf has of a port that `leaves` share: the bits of a vector, of which (0) is the highest. */
static void share(const struct save_file *f, const char *scope, const char *name, unsigned width, unsigned leaves)
{
	unsigned bits = width / leaves;

	text_print(f->t, "%s\n", format_of(name));
	if (bits > 1)
		text_print(f->t, "#{%s[%u:0]} ", name, bits - 1);
	for (unsigned k = 0; k < bits; k++)
		text_print(f->t, "%s(%u)%s.%s[%u:0]", k ? " " : "", width - (f->leaf + 1) * bits + k, scope, name, width - 1);
	text_add(f->t, "\n");
}

/* A leaf of several whose ports one instance of a template has. */
static void add_sharing_leaf(const struct save_file *f, const struct instance *i, const char *scope, unsigned leaves)
{
	bool open = f->leaf < OPEN_LEAVES;
	char *name = leaf_name(f);

	begin_group(f->t, open, name);
	for (size_t c = 0; c < i->connection_count; c++) {
		unsigned width = bits_width(&i->connection[c].value.term[0]);

		if (port_leaves(f->s, i->connection[c].port, width) == leaves)
			share(f, scope, i->connection[c].port, width, leaves);
	}
	end_group(f->t, open, name);
	free(name);
}

/* Leaves `from` .. `to` - 1, in the module `m` at `scope`. */
static void add_leaves(struct save_file *f, const struct module *m, const char *scope, unsigned from, unsigned to)
{
	for (size_t n = 0; n < m->instance_count && f->leaf < to; n++) {
		const struct instance *i = &m->instance[n];
		unsigned leaves = leaves_of(f, i);

		if (leaves == 1) {
			if (f->leaf >= from)
				add_leaf(f, i, scope);
			f->leaf++;
		} else if (leaves > 1) {
			char *below = scope_below(scope, i, 0);
			const struct module *inside = design_find(f->design, i->module);

			if (inside)
				add_leaves(f, inside, below, from, to);
			for (unsigned k = 0; !inside && k < leaves && f->leaf < to; k++, f->leaf++)
				if (f->leaf >= from)
					add_sharing_leaf(f, i, below, leaves);
			free(below);
		}
	}
}

/* ---- What is between parts ------------------------------------------------------------------------------------- */

static bool is_output(const struct save_file *f, const struct instance *i, const char *port)
{
	const struct module *m = design_find(f->design, i->module);
	const struct template *template = m ? NULL : template_find(i->module);

	if (m)
		return m->net[module_find(m, port)].direction == PORT_OUTPUT;
	for (const struct template_port *p = template->port; p->name; p++)
		if (strcmp(p->name, port) == 0)
			return p->direction == PORT_OUTPUT;
	return false;
}

/* Does one instance drive this net of the module, and another one read it? */
static bool is_between(const struct save_file *f, const struct module *m, int net)
{
	bool driven = false, read = false;

	for (size_t n = 0; n < m->instance_count; n++)
		for (size_t c = 0; c < m->instance[n].connection_count; c++) {
			const struct connection *connection = &m->instance[n].connection[c];
			bool joined = false;

			for (size_t k = 0; k < connection->value.term[0].count; k++)
				joined = joined || connection->value.term[0].slice[k].net == net;
			if (joined && is_output(f, &m->instance[n], connection->port))
				driven = true;
			else if (joined)
				read = true;
		}
	return driven && read;
}

static void add_wires(const struct save_file *f, const struct module *m, const char *scope)
{
	char *name = format_string("inside %s", strrchr(scope, '.') + 1);
	unsigned shown = 0;

	begin_group(f->t, true, name);
	for (size_t n = 0; n < m->net_count && shown < SHOWN_WIRES; n++)
		if (m->net[n].direction == PORT_NONE && is_between(f, m, (int)n)) {
			trace_signal(f->t, scope, m->net[n].name, m->net[n].width);
			shown++;
		}
	end_group(f->t, true, name);
	free(name);
}

/* Every module on the way to leaf 0. */
static void add_way(const struct save_file *f, const struct module *m, const char *scope)
{
	if (!m)				/* a template */
		return;
	add_wires(f, m, scope);
	for (size_t n = 0; n < m->instance_count; n++)
		if (leaves_of(f, &m->instance[n]) > 1) {
			char *below = scope_below(scope, &m->instance[n], 0);

			add_way(f, design_find(f->design, m->instance[n].module), below);
			free(below);
			return;
		}
}

/* The top's ports but those of the leaves: of a network of words all. */
static void add_other_ports(const struct save_file *f, const struct module *top, const char *scope)
{
	for (size_t n = 0; n < top->net_count; n++)
		if (top->net[n].direction != PORT_NONE && !is_message_port(&top->net[n])) {
			trace_signal(f->t, scope, top->net[n].name, top->net[n].width);
			if (f->s->network->spec->leaf->speaks & LEAF_SPEAKS_WORDS)
				each_bit(f->t, scope, top->net[n].name, top->net[n].width);
		}
}

void trace_save_begin(struct text *t, const char *invocation, const char *trace, uint64_t from, double clocks)
{
	const char *slash = strrchr(trace, '/');

	text_print(t, "[*] %s\n[dumpfile] \"%s\"\n[timestart] %" PRIu64 "\n[size] 1500 900\n[pos] -1 -1\n", invocation, slash ? slash + 1 : trace,
		   from * PERIOD);
	/* Zoom: minus the binary logarithm of the time that 200 pixels show; then the marker. */
	text_print(t, "*%.6f %" PRIu64 " -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1\n",
		   -log2(200.0 * clocks * PERIOD / PIXELS), from * PERIOD);
	text_add(t, "[sst_width] 220\n[signals_width] 430\n[sst_expanded] 0\n");
}

/* What the network at that scope has, whose leaves are those from `first` on. */
static void add_network(const struct simulation *s, const char *scope, unsigned first, struct text *t)
{
	struct save_file f = { .s = s, .design = s->stack.network, .first = first, .t = t };
	const struct module *top = design_top(s->stack.network);

	add_other_ports(&f, top, scope);
	/* No more than there are: an end of a link has ports of the same names. */
	add_leaves(&f, top, scope, 0, smaller(OPEN_LEAVES, s->network->ends));
	add_way(&f, top, scope);
	f.leaf = 0;
	add_leaves(&f, top, scope, OPEN_LEAVES, smaller(SHOWN_LEAVES, s->network->ends));
}

static void add_chips(const struct simulation *s, struct text *t)
{
	for (unsigned side = 0; side < 2; side++) {
		char *scope = format_string("simulation.ftc_model.%s", chips_beside_names[side]);
		char *name = format_string("the %s chip", chips_beside_names[side]);

		begin_group(t, true, name);
		add_network(s, scope, side * s->network->ends, t);
		end_group(t, true, name);
		free(name);
		free(scope);
	}
}

static void write_save_file(const struct simulation *s, struct text *t)
{
	char *top_name = stack_top_name(&s->stack, s->network);
	/* The shell is the instance `network` among its drivers, and the network is that of the shell; likewise where clocks are
	 * crossed. */
	char *scope = format_string("simulation.ftc_model.%s%s%s", top_name, s->stack.drivers ? ".network.network" : "",
				    s->stack.crossing ? ".network.network" : "");

	trace_save_begin(t, s->invocation, s->options.trace, 0,
			 (double)SHOWN_SLOTS * s->network->slot_clocks * (chips_are_beside(s) ? 1000 : 1));
	if (chips_are_beside(s))
		add_chips(s, t);
	else
		add_network(s, scope, 0, t);
	free(scope);
	free(top_name);
}

/* Goes from block to block: each has a byte for its kind and the length of what is behind that byte, in 8 bytes. */
static bool walk_blocks(FILE *f, long size)
{
	unsigned char head[9];
	unsigned kinds = 0;
	long at = 0;

	while (at < size && fseek(f, at, SEEK_SET) == 0 && fread(head, 1, sizeof head, f) == sizeof head) {
		uint64_t length = 0;

		for (unsigned i = 1; i < sizeof head; i++)
			length = length << 8 | head[i];
		/* 255: a block whose writing was not finished. */
		if (head[0] == 255 || length < 8 || length > (uint64_t)size)
			return false;
		kinds |= 1u << (head[0] & 31);
		at += (long)length + 1;
	}
	/* 0: the header; 3: the widths of all signals, which come last but for their names. */
	return at == size && kinds & 1 && kinds & 1 << 3;
}

/* Verilator says nothing when a write fails. */
static bool check_whole(const char *trace, const char *file)
{
	struct stat status;
	FILE *f = fopen(file, "rb");
	bool whole = f && fstat(fileno(f), &status) == 0 && walk_blocks(f, (long)status.st_size);

	if (f)
		fclose(f);
	return whole || error("%s cannot be written: its disk is full, or a write failed", trace);
}

bool trace_end(const char *trace, const char *file, const struct text *shown, bool tell)
{
	char *save = format_string("%.*s.gtkw", (int)strlen(trace) - 4, trace);
	int status;

	mapped_end();
	bool good = check_whole(trace, file) && move_result(file, trace, &status) && write_file(save, shown);

	if (good && tell)
		printf("\n%s: waveform; to look at it: gtkwave %s\n", name_shown(trace), name_shown(shell_word(save)));
	free(save);
	return good;
}

bool trace_finish(const struct simulation *s, bool tell)
{
	struct text t = {0};

	write_save_file(s, &t);
	bool good = trace_end(s->options.trace, s->trace_file, &t, tell);

	text_free(&t);
	return good;
}
