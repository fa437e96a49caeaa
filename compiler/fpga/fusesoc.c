/* fusesoc.c: the network as a FuseSoC core (CAPI2), for those who build with FuseSoC or LiteX.
 *
 * Filesets: rtl, the network; bench, its testbench; board, a board's top module and pins. Targets: default (the files,
 * for a design that depends on this one), lint (Verilator -Wall), sim (the testbench), synth (Yosys for the family of
 * the parameter file), and one with the name of the board (Yosys, nextpnr, packer).
 *
 * A target names its tools twice: by Edalize's flow API, which FuseSoC prefers since version 2, and by the older tool
 * API.
 */
#include <stdlib.h>
#include <string.h>

#include "fpga/board_top.h"
#include "fpga/flow.h"
#include "emit/around.h"
#include "emit/emit.h"
#include "emit/shell.h"
#include "fpga/extras.h"
#include "leaves/leaf.h"
#include "network/machine.h"
#include "parse/family.h"
#include "parse/kind.h"
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

/* Prints the settings of the shell, parameters of its module and its testbench. FuseSoC sets them in the top module
 * of whoever depends on the core, too, where they are parameters of the target `default`. */
static void print_parameters(const struct core *c)
{
	const struct shell_setting *setting = shell_settings(c->net->spec);

	if (setting->name)
		text_add(c->text, "\nparameters:\n");
	for (; setting->name; setting++)
		text_print(c->text, "  %s:\n"
				    "    datatype: int\n"
				    "    default: %u\n"
				    "    description: \"%s\"\n"
				    "    paramtype: vlogparam\n",
			   setting->name, setting->value(c->net->spec), setting->means);
}

static void print_target(const struct core *c, const char *target, const char *description, const char *filesets,
			 const char *top)
{
	text_print(c->text, "  %s:\n"
			    "    description: \"%s\"\n"
			    "    filesets: [%s]\n"
			    "    toplevel: %s\n", target, description, filesets, top);
}

/* Ends a target that is one tool's, whose options are lines of eight spaces and more. `more`: lines for the flow
 * only. */
static void print_tool(const struct core *c, const char *flow, const char *tool, const char *more, const char *options)
{
	const struct shell_setting *settings = shell_settings(c->net->spec);

	for (const struct shell_setting *s = settings; s->name; s++)
		text_print(c->text, "%s%s%s", s == settings ? "    parameters: [" : ", ", s->name, s[1].name ? "" : "]\n");
	text_print(c->text, "    flow: %s\n"
			    "    flow_options:\n"
			    "        tool: %s\n%s%s"
			    "    default_tool: %s\n"
			    "    tools:\n"
			    "      %s:\n%s%s", flow, tool, more, options, tool, tool,
		   strcmp(flow, "lint") == 0 ? "        mode: lint-only\n" : "", options);
}

static void print_list(struct text *t, const char *key, char **items, size_t count)
{
	text_print(t, "        %s: [", key);
	for (size_t i = 0; i < count; i++)
		text_print(t, "%s\"%s\"", i > 0 ? ", " : "", items[i]);
	text_add(t, "]\n");
}

/* Describes the tools as compiler/fpga/flow.c runs them. */
static void print_board_tools(const struct core *c)
{
	const struct board *board = c->extras->board;
	const struct application *application = application_of(application_default(c->net->spec), c->net->spec);
	const char *flow = board->device->tools->fusesoc;
	char *synthesis = device_synthesis(board->device, application->compact), *rest = NULL;
	struct arguments place = {0}, words = {0};
	struct text options = {0};

	flow_board_arguments(board, c->extras->pll->output_mhz, &place);
	strtok_r(synthesis, " ", &rest);		/* skip synth_... itself */
	for (const char *word; (word = strtok_r(NULL, " ", &rest));)
		arguments_add(&words, "%s", word);
	text_add(&options, board->device->tools->fusesoc_options);
	print_list(&options, "nextpnr_options", place.items, place.count);
	print_list(&options, "yosys_synth_options", words.items, words.count);
	text_print(c->text, "    flow: %s\n    flow_options:\n%s    default_tool: %s\n    tools:\n      %s:\n%s", flow,
		   options.bytes, flow, flow, options.bytes);
	text_free(&options);
	arguments_free(&words);
	arguments_free(&place);
	free(synthesis);
}

static void print_board_target(const struct core *c)
{
	const struct board *board = c->extras->board;
	char *top = board_top_name(c->net);
	const struct application *application = application_of(application_default(c->net->spec), c->net->spec);
	char *description = format_string("The %s on %s, at %g MHz", application->name, board->title, c->extras->pll->output_mhz);

	print_target(c, board->name, description, "rtl, board", top);
	print_board_tools(c);
	free(description);
	free(top);
}

/* The flow's option `mode` is Verilator's, for `fusesoc run --target=sim CORE --tool=verilator`. */
static void print_sim_target(const struct core *c)
{
	char *bench = bench_name(c->net);

	print_target(c, "sim", "Runs the testbench: every leaf sends, every message is checked", "rtl, bench", bench);
	print_tool(c, "sim", "icarus", "        mode: binary\n",
		   "        iverilog_options: [\"-g2005\", \"-Wall\"]\n");
	free(bench);
}

static void print_targets(const struct core *c)
{
	const struct spec *spec = c->net->spec;
	char *top = shell_top_name(c->net), *whole = c->whole ? board_top_name(c->net) : copy_string(top);

	text_add(c->text, "\ntargets:\n");
	print_target(c, "default", "The files only", c->whole ? "rtl, board" : "rtl", whole);
	print_target(c, "lint", "Verilator with every warning on", "rtl", top);
	print_tool(c, "lint", "verilator", "", "        verilator_options: [\"-Wall\"]\n");
	if (bench_exists(spec))
		print_sim_target(c);
	print_target(c, "synth", "Yosys: how large it is", "rtl", top);
	char *options = format_string("        arch: %s\n        output_format: json\n", spec->family->yosys);

	print_tool(c, "generic", "yosys", "", options);
	free(options);
	if (c->extras->board)
		print_board_target(c);
	free(whole);
	free(top);
}

/* Networks without a name of their own all have the same one: their parameters distinguish them. */
static void print_name(const struct core *c, const char *digest)
{
	const struct spec *spec = c->net->spec;
	char *top = shell_top_name(c->net);

	if (strcmp(spec->name, spec->kind->name) != 0)
		text_print(c->text, "name: \"ftc:networks:%s:" FTC_VERSION "\"\n", spec->name);
	else
		text_print(c->text, "# With the key `name` in the parameter file this is ftc:networks:NAME, and two networks"
			   " fit into one design.\n"
			   "name: \"ftc:networks:%s_%s:" FTC_VERSION "\"\n", top, digest);
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
		print_name(&c, digest);
	print_description(spec, core);
	text_add(core, "\nfilesets:\n");
	print_fileset(&c, "rtl");
	if (bench_exists(spec))
		print_fileset(&c, "bench");
	if (extras->board)
		print_fileset(&c, "board");
	print_parameters(&c);
	print_targets(&c);
}
