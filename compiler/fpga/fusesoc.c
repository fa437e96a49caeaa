/* fusesoc.c: the network as a FuseSoC core (CAPI2), for those who build with FuseSoC or LiteX.
 *
 * Filesets: rtl, the network; bench, its testbench; board, a board's top module and pins. Targets: default (the files,
 * for a design that depends on this one), lint (Verilator -Wall), sim (Icarus runs the testbench), synth (Yosys for the
 * family of the parameter file), and one with the name of the board (Yosys, nextpnr, packer).
 */
#include <stdlib.h>
#include <string.h>

#include "fpga/board_top.h"
#include "fpga/flow.h"
#include "emit/emit.h"
#include "fpga/extras.h"
#include "network/machine.h"
#include "util/text.h"

/* A core being printed. */
struct core {
	const struct network *net;
	const struct extras *extras;
	const struct output *out;
	const char *folder;		/* prefix of every path */
	bool whole;
	struct text *text;
};

static void print_description(const struct spec *spec, struct text *t)
{
	text_add(t, "description: \"");
	spec->machine->describe(spec, t);
	text_add(t, "\"\n");
}

/* The module that a user of the network instantiates. Fresh. */
static char *top_name(const struct core *c)
{
	return c->extras->wishbone ? wishbone_top_name(c->net) : copy_string(c->net->spec->name);
}

static bool is_below(const char *path, const char *folder)
{
	return strncmp(path, folder, strlen(folder)) == 0 && path[strlen(folder)] == '/';
}

/* Pins have their own file types; all other files are Verilog. */
static const char *file_type(const char *path)
{
	const char *suffix = strrchr(path, '.');

	if (strcmp(suffix, ".pcf") == 0)
		return " : {file_type: PCF}";
	return strcmp(suffix, ".lpf") == 0 ? " : {file_type: LPF}" : "";
}

/* Lists the files of a folder in the order of their creation: modules before those that use them. */
static void print_fileset(const struct core *c, const char *name)
{
	text_print(c->text, "  %s:\n"
			    "    file_type: verilogSource-2005\n"
			    "    files:\n", name);
	for (size_t i = 0; i < c->out->count; i++) {
		const char *path = c->out->files[i].path;

		if (is_below(path, name))
			text_print(c->text, "      - %s%s%s\n", c->folder, path, file_type(path));
	}
}

static void print_target(const struct core *c, const char *target, const char *description, const char *filesets,
			 const char *top)
{
	text_print(c->text, "  %s:\n"
			    "    description: \"%s\"\n"
			    "    filesets: [%s]\n"
			    "    toplevel: %s\n", target, description, filesets, top);
}

/* Describes the tools as compiler/fpga/flow.c runs them. */
static void print_board_tools(const struct core *c)
{
	const struct board *board = c->extras->board;
	bool ice40 = board->device->family != FAMILY_ECP5;
	char *synthesis = device_synthesis(board->device, false), *rest = NULL;
	struct arguments place = {0};
	struct text *t = c->text;

	flow_board_arguments(board, c->extras->pll->output_mhz, &place);
	text_print(t, "    default_tool: %s\n    tools:\n      %s:\n%s", ice40 ? "icestorm" : "trellis",
		   ice40 ? "icestorm" : "trellis", ice40 ? "        pnr: next\n" : "");
	text_add(t, "        nextpnr_options: [");
	for (size_t i = 0; i < place.count; i++)
		text_print(t, "%s\"%s\"", i > 0 ? ", " : "", place.items[i]);
	text_add(t, "]\n        yosys_synth_options: [");
	strtok_r(synthesis, " ", &rest);		/* skip synth_... itself */
	const char *comma = "";
	for (const char *word; (word = strtok_r(NULL, " ", &rest)); comma = ", ")
		text_print(t, "%s\"%s\"", comma, word);
	text_add(t, "]\n");
	arguments_free(&place);
	free(synthesis);
}

static void print_board_target(const struct core *c)
{
	const struct board *board = c->extras->board;
	char *top = board_top_name(c->net);
	char *description = format_string("The self test on %s, at %g MHz", board->title, c->extras->pll->output_mhz);

	print_target(c, board->name, description, "rtl, board", top);
	print_board_tools(c);
	free(description);
	free(top);
}

static void print_sim_target(const struct core *c)
{
	char *bench = bench_name(c->net);

	print_target(c, "sim", "Icarus Verilog runs the testbench: every leaf sends, every message is checked",
		     "rtl, bench", bench);
	text_add(c->text, "    default_tool: icarus\n"
			  "    tools:\n"
			  "      icarus:\n"
			  "        iverilog_options: [\"-g2005\", \"-Wall\"]\n");
	free(bench);
}

static void print_targets(const struct core *c)
{
	const struct spec *spec = c->net->spec;
	char *top = top_name(c), *whole = c->whole ? board_top_name(c->net) : copy_string(top);

	text_add(c->text, "\ntargets:\n");
	print_target(c, "default", "The files only", c->whole ? "rtl, board" : "rtl", whole);
	print_target(c, "lint", "Verilator with every warning on", "rtl", top);
	text_add(c->text, "    default_tool: verilator\n"
			  "    tools:\n"
			  "      verilator:\n"
			  "        mode: lint-only\n"
			  "        verilator_options: [\"-Wall\"]\n");
	if (bench_exists(spec))
		print_sim_target(c);
	print_target(c, "synth", "Yosys: how large it is", "rtl", top);
	text_print(c->text, "    default_tool: yosys\n"
			    "    tools:\n"
			    "      yosys:\n"
			    "        arch: %s\n"
			    "        output_format: json\n", spec->family == FAMILY_ECP5 ? "ecp5" : "ice40");
	if (c->extras->board)
		print_board_target(c);
	free(whole);
	free(top);
}

void print_fusesoc(const struct network *net, const struct extras *extras, const struct output *out, const char *folder,
		   const char *vlnv, bool whole, struct text *core)
{
	const struct core c = { net, extras, out, folder, whole && extras->board, core };
	const struct spec *spec = net->spec;
	char digest[17];

	spec_digest(spec, digest);
	text_print(core, "CAPI=2:\n"
			 "# Generated by ftc " FTC_VERSION ", parameters %s; do not edit. It is yours.\n", digest);
	if (vlnv)
		text_print(core, "name: \"%s\"\n", vlnv);
	else
		text_print(core, "name: \"ftc:networks:%s:" FTC_VERSION "\"\n", spec->name);
	print_description(spec, core);
	text_add(core, "\nfilesets:\n");
	print_fileset(&c, "rtl");
	if (bench_exists(spec))
		print_fileset(&c, "bench");
	if (extras->board)
		print_fileset(&c, "board");
	print_targets(&c);
}
