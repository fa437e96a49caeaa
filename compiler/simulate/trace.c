/* trace.c: the waveform file and the GTKWave save file that goes with it.
 *
 * In: where the waveform shall be. Out: FILE.fst, written beside its place and moved there when it is complete, and
 * FILE.gtkw, which shows what a person looks for first: the leaves' ports, and the channels on the way from
 * leaf 0 to the root, level by level. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simulate/simulate.h"
#include "util/cleanup.h"
#include "util/message.h"
#include "util/text.h"

/* GTKWave's flags for what follows: bits, hexadecimal or decimal numbers; a group that is open or closed. */
static const char bits[] = "@28", hexadecimal[] = "@22", decimal[] = "@24";
static const char open_group[] = "@800200", open_group_end[] = "@1000200";
static const char closed_group[] = "@c00200", closed_group_end[] = "@1401200";

/* The clock's period in the waveform, and about how many pixels wide a signal is shown. */
enum { PERIOD = 10, PIXELS = 900, SHOWN_LEAVES = 16, OPEN_LEAVES = 2, SHOWN_SLOTS = 3 };

bool trace_prepare(struct simulation *s)
{
	const char *trace = s->options.trace, *slash = strrchr(trace, '/');
	char *directory;

	if (strlen(trace) < 5 || !text_ends_with(trace, ".fst")) {
		error("--trace is \"%s\": expected a name that ends in .fst", trace);
		return false;
	}
	directory = format_string("%.*s.ftc-trace-XXXXXX", slash ? (int)(slash - trace) + 1 : 0, trace);
	if (!cleanup_make_directory(directory)) {
		error("cannot write %s: %s", trace, strerror(errno));
		free(directory);
		return false;
	}
	s->trace_file = format_string("%s/trace.fst", directory);
	free(directory);
	return true;
}

static void signal(struct text *t, const char *format, const char *scope, const char *name, unsigned width)
{
	text_print(t, "%s\n%s.%s", format, scope, name);
	if (width > 1)
		text_print(t, "[%u:0]", width - 1);
	text_add(t, "\n");
}

static void begin_group(struct text *t, bool open, const char *name)
{
	text_print(t, "%s\n-%s\n", open ? open_group : closed_group, name);
}

static void end_group(struct text *t, bool open, const char *name)
{
	text_print(t, "%s\n-%s\n", open ? open_group_end : closed_group_end, name);
}

/* The instance of leaf number `leaf`: left or right at every level. A fresh string. */
static char *leaf_scope(const struct simulation *s, const char *top, unsigned leaf)
{
	const struct subtree *at = network_root(s->network);
	struct text t = {0};

	text_print(&t, "%s.tree", top);
	while (at->node) {
		unsigned side = leaf >= at->child[0]->leaves;

		leaf -= side ? at->child[0]->leaves : 0;
		at = at->child[side];
		text_print(&t, ".%s%s", side ? "right" : "left", at->node ? "" : "_leaf");
	}
	return t.bytes;
}

static void add_leaf(const struct simulation *s, const char *top, unsigned leaf, struct text *t)
{
	const struct spec *spec = s->network->spec;
	unsigned label = network_tdest_bits(s->network), payload = spec->payload_bits;
	char *scope = leaf_scope(s, top, leaf), *name = format_string("leaf %u", leaf);
	bool open = leaf < OPEN_LEAVES;

	begin_group(t, open, name);
	signal(t, bits, scope, "s_axis_tvalid", 1);
	signal(t, bits, scope, "s_axis_tready", 1);
	signal(t, decimal, scope, "s_axis_tdest", label);
	signal(t, hexadecimal, scope, "s_axis_tdata", payload);
	signal(t, bits, scope, "up_start", 1);
	signal(t, bits, scope, "up", spec->connections);
	signal(t, bits, scope, "down_start", 1);
	signal(t, bits, scope, "down", spec->connections);
	signal(t, bits, scope, "m_axis_tvalid", 1);
	signal(t, bits, scope, "m_axis_tready", 1);
	signal(t, decimal, scope, "m_axis_tuser", label + network_group_bits(spec));
	signal(t, hexadecimal, scope, "m_axis_tdata", payload);
	end_group(t, open, name);
	free(scope);
	free(name);
}

/* The channels below every node on the way from the root to leaf 0. */
static void add_channels(const struct simulation *s, const char *top, struct text *t)
{
	const struct subtree *at = network_root(s->network);
	char *scope = format_string("%s.tree", top), *below, *name;

	for (unsigned level = 1; at->node; level++, at = at->child[0]) {
		name = format_string("channels of level %u, leftmost node", level);
		begin_group(t, true, name);
		signal(t, bits, scope, "left_up_start", 1);
		signal(t, bits, scope, "left_up", at->child[0]->capacity);
		if (at->child[1])
			signal(t, bits, scope, "right_up", at->child[1]->capacity);
		signal(t, bits, scope, "children_down_start", 1);
		signal(t, bits, scope, "left_down", at->child[0]->capacity);
		if (at->child[1])
			signal(t, bits, scope, "right_down", at->child[1]->capacity);
		end_group(t, true, name);
		below = format_string("%s.left", scope);
		free(scope);
		free(name);
		scope = below;
	}
	free(scope);
}

static void add_tree(const struct simulation *s, const char *top, struct text *t)
{
	const struct spec *spec = s->network->spec;
	unsigned leaves = spec->leaves < SHOWN_LEAVES ? spec->leaves : SHOWN_LEAVES;

	for (unsigned leaf = 0; leaf < leaves && leaf < OPEN_LEAVES; leaf++)
		add_leaf(s, top, leaf, t);
	add_channels(s, top, t);
	for (unsigned leaf = OPEN_LEAVES; leaf < leaves; leaf++)
		add_leaf(s, top, leaf, t);
}

/* The bits of a vector one by one, bit 0 first, where there are not too many. */
static void each_bit(struct text *t, const char *scope, const char *name, unsigned width)
{
	signal(t, bits, scope, name, width);
	if (width > SHOWN_LEAVES)
		return;
	for (unsigned i = width; i--;)
		text_print(t, "%s\n(%u)%s.%s[%u:0]\n", bits, i, scope, name, width - 1);
}

static void add_sorter(const struct simulation *s, const char *top, struct text *t)
{
	const struct spec *spec = s->network->spec;
	begin_group(t, true, "words");
	signal(t, bits, top, "start", 1);
	each_bit(t, top, "in", spec->wires);
	signal(t, bits, top, "out_start", 1);
	each_bit(t, top, "out", spec->wires);
	end_group(t, true, "words");
}

static void write_save_file(const struct simulation *s, struct text *t)
{
	const struct spec *spec = s->network->spec;
	char *top = format_string("simulation.ftc_model.%s", spec->name);
	const char *slash = strrchr(s->options.trace, '/');
	unsigned frame = spec->network == NETWORK_SORTER ? 8 * (spec->key_bits + spec->payload_bits)
							   : SHOWN_SLOTS * s->frame.slot_clocks;

	text_print(t, "[*] %s\n[dumpfile] \"%s\"\n[timestart] 0\n[size] 1500 900\n[pos] -1 -1\n", s->line->invocation,
		   slash ? slash + 1 : s->options.trace);
	/* Zoom: minus the binary logarithm of the time that 200 pixels show. */
	text_print(t, "*%.6f 0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1\n",
		   -log2(200.0 * frame * PERIOD / PIXELS));
	text_add(t, "[sst_width] 220\n[signals_width] 430\n[sst_expanded] 0\n");
	signal(t, bits, top, "clk", 1);
	signal(t, bits, top, "rst", 1);
	if (spec->network == NETWORK_SORTER)
		add_sorter(s, top, t);
	else
		add_tree(s, top, t);
	free(top);
}

bool trace_finish(const struct simulation *s)
{
	const char *trace = s->options.trace;
	char *save = format_string("%.*s.gtkw", (int)strlen(trace) - 4, trace);
	struct text t = {0};
	bool good;

	write_save_file(s, &t);
	good = !rename(s->trace_file, trace);
	if (!good)
		error("cannot write %s: %s", trace, strerror(errno));
	good = good && write_file(save, &t);
	if (good && !s->line->json)
		printf("\n%s: waveform; to look at it: gtkwave %s\n", trace, save);
	text_free(&t);
	free(save);
	return good;
}
