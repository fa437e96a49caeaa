/* build.c: `ftc build`: a parameter file becomes a bitstream that tests the network on a board.
 *
 * In: parameters, a board. Out: a directory with the Verilog, the logs, the timing report and, if it fits and is
 * fast enough, the bitstream. */
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/summary.h"
#include "build/board_top.h"
#include "build/build.h"
#include "build/flow.h"
#include "schedule/schedule.h"
#include "commands.h"
#include "emit/emit.h"
#include "util/message.h"
#include "util/process.h"

/* A build on its way. */
struct build {
	const struct command_line *line;
	struct board board;
	struct spec spec;
	struct pll pll;
	struct network *net;
	struct design *design;
	unsigned long seed;
	double wanted_mhz;		/* by --clock; 0: the parameter file's or the board's */
	struct output out;
	struct flow flow;
};

/* ECP5's block RAMs take 5.8 ns from the clock to their outputs, and the nodes are some way off: settings come at most so fast. */
enum { ECP5_PLAYBACK_MHZ = 120 };

/* Where nobody says anything else. */
static double default_clock(const struct board *board, const struct spec *spec)
{
	bool slow = spec->switching == SWITCHING_OFF_LINE && spec->family == FAMILY_ECP5 && board->clock_mhz > ECP5_PLAYBACK_MHZ;

	return slow ? ECP5_PLAYBACK_MHZ : board->clock_mhz;
}

/* Where the clock that was wished for can be put right. */
static void suggest_clock(bool by_option, double mhz)
{
	if (by_option)
		suggest("--clock %g", mhz);
	else
		suggest("--set clock=%.0f", ceil(mhz));
}

/* The clock that the network gets: what the PLL makes of the wish. */
static bool choose_clock(const struct board *board, double wanted_mhz, struct spec *spec, struct pll *pll)
{
	double wanted = wanted_mhz > 0 ? wanted_mhz : spec->clock_mhz > 0 ? spec->clock_mhz : default_clock(board, spec);
	double limit = board->device->clock_limit_mhz, low, high;

	if (wanted > limit) {
		error("a clock of %g MHz is wanted: the clock tree of the %s carries at most %g MHz", wanted,
		      board->title, limit);
		suggest_clock(wanted_mhz > 0, limit);
		return false;
	}
	if (!pll_find(board->pll, board->oscillator_mhz, wanted, pll, &low, &high)) {
		error("a clock of %g MHz is wanted: the %s makes %g to %g MHz out of its %g MHz", wanted, board->title,
		      low, fmin(high, limit), board->oscillator_mhz);
		suggest_clock(wanted_mhz > 0, wanted < low ? low : fmin(high, limit));
		return false;
	}
	spec->clock_mhz = (unsigned)ceil(pll->output_mhz - 1e-6);
	return true;
}

/* Parameters that a board's self test can do nothing with. */
static bool check_spec(const struct spec *spec, const char *file)
{
	if (spec->leaf_interface != LEAF_AXI_STREAM) {
		error("%s has bare wires at its leaves: the self test of a board speaks AXI4-Stream", file);
		suggest("--set leaf-interface=axi-stream");
		return false;
	}
	if (spec->switching == SWITCHING_OFF_LINE && (spec->schedule == NULL || spec->schedule->schedule.cycles == 0)) {
		error("%s has no schedule built in: the self test of a board plays one", file);
		suggest("--set schedule=FILE, which `ftc schedule %s MESSAGES -o FILE` writes", file);
		return false;
	}
	return true;
}

bool build_for_board(const struct board *board, double wanted_mhz, const char *file, struct spec *spec, struct pll *pll)
{
	if (!check_spec(spec, file) || !choose_clock(board, wanted_mhz, spec, pll))
		return false;
	spec->family = board->device->family;
	spec->probe = false;
	return true;
}

/* Refuses what is hopelessly large by estimate, so that nobody waits for its synthesis. */
static bool check_estimate(const struct build *b)
{
	json_t *summary = json_object();

	summary_add(summary, b->net);
	double lut4 = json_number_value(json_object_get(json_object_get(summary, "estimate"), "lut4"));
	json_decref(summary);
	if (lut4 <= 2.0 * b->board.device->logic)
		return true;
	error("the network does not fit the %s: it needs about %.0f LUTs of %lu", b->board.title, lut4,
	      b->board.device->logic);
	suggest("fewer leaves, a smaller root-capacity or fewer payload-bits; or a larger board");
	return false;
}

/* Elaborates and prints: all Verilog of the bitstream in b->out. */
static bool make_verilog(struct build *b)
{
	b->design = design_lower(b->net);
	struct board_top top = {
		.board = &b->board, .pll = &b->pll, .net = b->net, .design = b->design,
		.step_bits = SELF_TEST_STEP_BITS, .baud = SELF_TEST_BAUD, .invocation = b->line->invocation,
	};

	return design_check(b->design) && emit_verilog(b->design, b->net, b->line->invocation, &b->out)
	       && board_top_emit(&top, &b->out);
}

static bool is_verilog(const char *path)
{
	size_t length = strlen(path);

	return length > 2 && strcmp(path + length - 2, ".v") == 0;
}

/* Runs the tools in a temporary directory that holds b->out. */
static enum flow_end run_flow(struct build *b)
{
	const char **source = allocate_array(b->out.count, sizeof *source);
	char *temporary = temporary_directory(), *directory = format_string("%s/work", temporary);
	char *top = board_top_name(b->net);
	int status;

	b->flow.top = top;
	b->flow.source = source;
	b->flow.directory = directory;
	for (size_t i = 0; i < b->out.count; i++)
		if (is_verilog(b->out.files[i].path))
			source[b->flow.source_count++] = b->out.files[i].path;
	enum flow_end end = output_commit(&b->out, directory, "work", top, &status) ? flow_run(&b->flow) : FLOW_TOOL;
	free(directory);
	free(temporary);
	free(source);
	free(top);
	return end;
}

static char *bitstream_name(const struct build *b)
{
	return format_string("%s.%s", b->spec.name, b->board.device->tools->bitstream_suffix);
}

/* Adds the results of the flow to the Verilog and puts all into the output directory. */
static bool keep(struct build *b, enum flow_end end, int *status)
{
	char *name = bitstream_name(b);

	for (size_t i = 0; i < b->flow.logs.count; i++)
		output_add(&b->out, b->flow.logs.files[i].path, &b->flow.logs.files[i].content);
	if (b->flow.report.length)
		output_add(&b->out, "timing.json", &b->flow.report);
	if (end == FLOW_DONE)
		output_add(&b->out, name, &b->flow.bitstream);
	free(name);
	return output_commit(&b->out, b->line->output, "build", b->spec.name, status);
}

static void print_json(const struct build *b, enum flow_end end)
{
	const struct flow *f = &b->flow;
	char *name = bitstream_name(b), *path = format_string("%s/%s", b->line->output, name);
	json_t *object = json_object();

	json_object_set_new(object, "board", json_string(b->board.name));
	json_object_set_new(object, "lut4", json_integer((json_int_t)f->lut4));
	json_object_set_new(object, "ff", json_integer((json_int_t)f->ff));
	json_object_set_new(object, "ram", json_integer((json_int_t)f->ram));
	json_object_set_new(object, "cells", json_integer((json_int_t)f->cells));
	json_object_set_new(object, "cells_available", json_integer((json_int_t)f->cells_available));
	json_object_set_new(object, "fmax_mhz", f->fmax_mhz > 0 ? json_real(f->fmax_mhz) : json_null());
	json_object_set_new(object, "required_mhz", json_real(f->required_mhz));
	json_object_set_new(object, "seed", json_integer((json_int_t)b->seed));
	json_object_set_new(object, "bitstream", end == FLOW_DONE ? json_string(path) : json_null());
	json_dumpf(object, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
	putchar('\n');
	json_decref(object);
	free(path);
	free(name);
}

static void print_row(const char *what, unsigned long used, unsigned long available)
{
	printf("  %-12s %6lu of %6lu  %3.0f %%\n", what, used, available,
	       available ? 100.0 * (double)used / (double)available : 0.0);
}

static void print_table(const struct build *b, enum flow_end end)
{
	const struct flow *f = &b->flow;

	printf("%s with its self test on %s (%s)\n", b->spec.name, b->board.title, b->board.device->name);
	printf("  %-12s %6lu\n  %-12s %6lu\n", "LUT4", f->lut4, "flip-flops", f->ff);
	print_row("logic cells", f->cells, f->cells_available);
	print_row("block RAMs", f->ram, f->ram_available);
	if (f->fmax_mhz > 0)
		printf("  %-12s %6.1f MHz reached, %.1f MHz required: %s\n", "clock", f->fmax_mhz, f->required_mhz,
		       end == FLOW_TOO_SLOW ? "too slow" : "met");
	if (end == FLOW_DONE)
		printf("  %-12s %s/%s.%s\n", "bitstream", b->line->output, b->spec.name,
		       b->board.device->tools->bitstream_suffix);
}

/* Everything behind the command line; b->board and b->spec are read. */
static int build_network(struct build *b)
{
	int status = EXIT_DONE;

	if (!build_for_board(&b->board, b->wanted_mhz, b->line->file, &b->spec, &b->pll))
		return EXIT_USAGE;
	if (!output_check(b->line->output, "build", b->spec.name, &status))
		return status;
	b->flow = (struct flow){
		.board = &b->board, .kept = b->line->output, .seed = b->seed, .required_mhz = b->pll.output_mhz,
	};
	b->net = network_elaborate(&b->spec);
	if (!check_estimate(b) || !flow_find_tools(&b->flow) || !make_verilog(b))
		return EXIT_WORK_FAILED;
	enum flow_end end = run_flow(b);
	if (!keep(b, end, &status))
		return status;
	if (end != FLOW_TOOL)
		(b->line->json ? print_json : print_table)(b, end);
	return end == FLOW_DONE ? EXIT_DONE : EXIT_WORK_FAILED;
}

static void build_free(struct build *b)
{
	flow_free(&b->flow);
	output_free(&b->out);
	if (b->design)
		design_free(b->design);
	if (b->net)
		network_free(b->net);
	spec_free(&b->spec);
	board_free(&b->board);
}

enum { OPTION_BOARD, OPTION_SEED, OPTION_CLOCK, OPTION_COUNT };

static const struct option options[] = {
	[OPTION_BOARD] = { "--board", "NAME", "the board to build for; boards/ has one file each" },
	[OPTION_SEED] = { "--seed", "NUMBER", "of the placement; default 1" },
	[OPTION_CLOCK] = { "--clock", "MHZ", "network clock; default: the parameter file's or the board's" },
	[OPTION_COUNT] = { 0 },
};

static bool read_options(struct build *b)
{
	const char *values[OPTION_COUNT] = {0};
	size_t positional;

	if (!options_read(b->line, options, values, NULL, 0, &positional))
		return false;
	if (!values[OPTION_BOARD]) {
		error("no board is named: what the bitstream is for");
		suggest("ftc build %s --board icebreaker -o out", b->line->file);
		return false;
	}
	if (!b->line->output) {
		error("build needs a place for its files");
		suggest("ftc build %s --board %s -o out", b->line->file, values[OPTION_BOARD]);
		return false;
	}
	b->seed = 1;
	if (values[OPTION_SEED] && !option_unsigned("--seed", values[OPTION_SEED], 0, INT32_MAX, &b->seed))
		return false;
	if (values[OPTION_CLOCK] && !option_real("--clock", values[OPTION_CLOCK], 1, 1000, &b->wanted_mhz))
		return false;
	return board_read(&b->board, values[OPTION_BOARD]);
}

static int build(const struct command_line *line)
{
	struct build b = { .line = line };
	int status = EXIT_USAGE;

	if (read_options(&b) && network_read_spec(&b.spec, line->file, line->overrides, line->override_count))
		status = build_network(&b);
	build_free(&b);
	return status;
}

const struct command command_build = {
	.name = "build",
	.summary = "make a bitstream that tests the network on a board",
	.usage = "FILE --board NAME -o DIR [--seed NUMBER] [--clock MHZ]",
	.options = options,
	.needs_file = true,
	.takes = TAKES_SET | TAKES_OUTPUT | TAKES_JSON,
	.run = build,
};
