/* build.c: `ftc build`: turns a parameter file into a bitstream that tests the network on a board.
 *
 * In: parameters, a board. Out: a directory with the Verilog, the logs, the timing report and, if the design fits and
 * meets its clock, the bitstream.
 *
 *   clock --> network, self test --> Verilog --> placements (flow.c) --> fast enough? --> bitstream (--> check.c)
 *     ^                                                    |
 *     +----------------- --clock max (fastest.c) ----------+
 */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/cost.h"
#include "fpga/board_top.h"
#include "fpga/check.h"
#include "fpga/clock.h"
#include "fpga/constraints.h"
#include "fpga/fastest.h"
#include "fpga/fit.h"
#include "fpga/floorplan.h"
#include "fpga/flow.h"
#include "fpga/own_top.h"
#include "fpga/self_test.h"
#include "host/bitstream.h"
#include "commands/command.h"
#include "commands/made.h"
#include "emit/emit.h"
#include "leaves/leaf.h"
#include "network/machine.h"
#include "parse/family.h"
#include "shells/shells.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/limit.h"
#include "util/message.h"
#include "util/process.h"

/* One attempt: a clock, the network built for it, and the result. */
struct attempt {
	struct pll pll;
	struct network *net;
	struct stack stack;
	struct output out;		/* Verilog */
	const char **source;		/* the Verilog's file names */
	char *directory, *top, *log_folder;
	struct flow flow;
	enum flow_end end;
};

/* State of one build. */
struct build {
	const struct command_line *line;
	struct board board;
	struct spec spec;		/* as read; every attempt has a copy of its own */
	unsigned spacing;		/* elements between registers in the next attempt; 0: what its clock allows */
	unsigned long seed, seeds, at_once;
	unsigned application;		/* enum application_kind */
	unsigned long baud;		/* by --baud; 0: the application's */
	struct own_top own;		/* by --top */
	bool refused;			/* the user's Verilog, after a message */
	double wanted_mhz;		/* by --clock; 0: the parameter file's or the board's */
	bool search;			/* --clock max */
	bool compact;			/* the design fits only if it is synthesised for few LUTs */
	struct fastest fastest;
	bool checked;			/* --check */
	struct check check;
	char *temporary;		/* where the tools work */

	/* at least one; --clock max makes several */
	struct attempt *attempt;
	size_t attempt_count;
	struct attempt *kept;		/* the one whose files are written */
};

/* Do the network's memories fit? False after a message. */
static bool check_rams(const struct build *b, const struct network *net)
{
	const struct device *device = b->board.device;
	unsigned long others = b->application == APPLICATION_SELF_TEST ? self_test_rams(device_family(device)) : 0;

	return !net->spec->machine->board.check_rams
	       || net->spec->machine->board.check_rams(net, b->board.title, device->ram - others);
}

static bool has_own_top(const struct build *b)
{
	return b->own.file_count > 0;
}

/* The network's share of the device by estimates, with its self test if the bitstream gets that. */
static double estimated_share(const struct build *b, const struct network *net)
{
	struct cost cost = network_cost(net);
	struct need need = { .lut4 = cost.lut4, .ff = cost.ff, .cells = cost.cells };

	if (b->application == APPLICATION_SELF_TEST)
		application_of(b->application, &b->spec)->add_need(&need, &b->spec, &b->board);
	return fit_share(&b->board, &need);
}

static bool suggest_smaller(const struct build *b)
{
	return fit_suggest(&b->spec, &b->board, b->application, b->wanted_mhz);
}

/* Refuses a network whose estimate is far too large, before a long synthesis. Synthesis for few LUTs may halve the estimate. */
static bool check_estimate(const struct build *b, const struct network *net)
{
	double share = net->spec->family->fitted ? estimated_share(b, net) : 0;

	if (share <= 2)
		return true;
	error("the %s does not fit the %s: it needs about %.0f of %lu logic cells", has_own_top(b) ? "network" : "design",
	      b->board.title, share * (double)b->board.device->logic, b->board.device->logic);
	return suggest_smaller(b);
}

static const struct application *application(const struct build *b)
{
	return application_of(b->application, &b->spec);
}

/* Whether synthesis is for few LUTs whatever the size. A floorplan knows no wide multiplexers. */
static bool always_compact(const struct build *b)
{
	return application(b)->compact || floorplan_wanted(b->spec.machine, b->board.device->tools);
}

static struct board_top top_of(const struct build *b, const struct attempt *attempt)
{
	return (struct board_top){
		.board = &b->board, .pll = &attempt->pll, .net = attempt->net, .design = stack_top(&attempt->stack),
		.application = b->application, .step_bits = SELF_TEST_STEP_BITS, .baud = (unsigned)b->baud,
		.invocation = b->line->invocation,
	};
}

/* Puts the user's own top module around the network, with the board around that. */
static bool make_own_top(struct build *b, struct attempt *attempt)
{
	struct board_top top = top_of(b, attempt);

	if (!own_top_emit(&b->own, &top, &attempt->out))
		return false;
	b->refused = !own_top_names_differ(&b->own, &attempt->out);
	return !b->refused;
}

/* Elaborates the network and writes all Verilog of the bitstream to attempt->out. */
static bool make_verilog(struct build *b, struct attempt *attempt)
{
	attempt->stack = stack_lower(attempt->net);
	struct board_top top = top_of(b, attempt);

	if (has_own_top(b)) {
		stack_bare(&attempt->stack);
		return stack_emit(&attempt->stack, attempt->net, b->line->invocation, &attempt->out) && make_own_top(b, attempt);
	}
	return stack_emit(&attempt->stack, attempt->net, b->line->invocation, &attempt->out)
	       && board_top_emit(&top, "rtl", &attempt->out);
}

/* Runs the tools in a directory that holds attempt->out. */
static enum flow_end run_flow(struct build *b, struct attempt *attempt)
{
	int status;

	attempt->top = board_top_name(attempt->net);
	attempt->directory = format_string("%s/clock-%zu", b->temporary, b->attempt_count);
	attempt->source = allocate_array(attempt->out.count, sizeof *attempt->source);
	attempt->flow.top = attempt->top;
	attempt->flow.source = attempt->source;
	attempt->flow.directory = attempt->directory;
	for (size_t i = 0; i < attempt->out.count; i++)
		if (text_ends_with(attempt->out.files[i].path, ".v"))
			attempt->source[attempt->flow.source_count++] = attempt->out.files[i].path;
	if (!output_commit(&attempt->out, attempt->directory, "work", attempt->top, &status))
		return FLOW_TOOL;
	limit_end();
	return flow_place(&attempt->flow);
}

/* Runs everything for one clock, up to the choice of a placement. The logs of a search go to a folder for each
 * attempt. */
static struct attempt *try_clock(struct build *b, const struct pll *pll)
{
	struct attempt *attempt = &b->attempt[b->attempt_count++];
	struct spec spec = clock_spec(&b->spec, &b->board, pll);

	*attempt = (struct attempt){ .pll = *pll, .end = FLOW_TOOL };
	attempt->log_folder = b->search ? format_string("log/clock-%zu", b->attempt_count) : copy_string("log");
	attempt->flow = (struct flow){
		.board = &b->board, .kept = b->line->output, .log_folder = attempt->log_folder, .seed = b->seed,
		.seeds = b->seeds, .at_once = (unsigned)b->at_once, .required_mhz = pll->output_mhz,
		.searched = b->search, .smaller = spec.machine->smaller,
		.compact = b->compact || always_compact(b), .own = has_own_top(b) ? &b->own : NULL,
		.netlist = b->checked && b->board.device->tools->checks_netlist,
	};
	spec.elements_between_registers = b->spacing;
	attempt->net = network_new(&spec);
	attempt->flow.spacing = attempt->net ? attempt->net->elements_between_registers : 0;
	if (attempt->net && check_rams(b, attempt->net) && check_estimate(b, attempt->net) && flow_find_tools(&attempt->flow)
	    && floorplan_make(attempt->net, b->board.device->tools, &attempt->flow.floorplan) && make_verilog(b, attempt))
		attempt->end = run_flow(b, attempt);
	return attempt;
}

/* Frees what a kept attempt no longer needs. */
static void attempt_shrink(struct attempt *attempt)
{
	stack_free(&attempt->stack);
	if (attempt->net)
		network_free(attempt->net);
	attempt->net = NULL;
	output_free(&attempt->out);
}

/* How many elements between registers the board's own clock allows. */
static unsigned usual_spacing(const struct build *b)
{
	struct spec spec = b->spec;

	spec.family = device_family(b->board.device);
	spec.clock_mhz = (unsigned)ceil(clock_default(&b->board, &spec, b->application));
	struct network *net = network_elaborate(&spec);
	unsigned spacing = net->elements_between_registers;

	network_free(net);
	return spacing;
}

/* The first attempt of a search. Unless the user gave the spacing, this and all later clocks get as many registers
 * as the fastest clock needs: with fewer, the next placement would be slower than this one. If they do not fit,
 * their number falls, down to what the board's own clock needs. */
static struct attempt *try_first(struct build *b, const struct pll *pll)
{
	bool free_choice = b->spacing == 0;
	unsigned most = free_choice ? usual_spacing(b) : 0;
	struct attempt *attempt = try_clock(b, pll);

	while (free_choice && attempt->end != FLOW_TOOL) {
		b->spacing = attempt->net->elements_between_registers;
		if (attempt->end != FLOW_TOO_LARGE || b->spacing >= most)
			break;
		b->spacing++;
		attempt_shrink(attempt);
		attempt = try_clock(b, pll);
	}
	return attempt;
}

enum { MOST_ATTEMPTS = FASTEST_STEPS + 16 };

/* The network's clock that the other paths allow. A crossing that the network's period limits gets room with a slower one. */
static double attempt_reach(const struct attempt *attempt)
{
	return attempt->flow.domains.worst ? attempt->flow.required_mhz / domains_excess(&attempt->flow.domains) : HUGE_VAL;
}

/* --clock max. */
static void search_clock(struct build *b)
{
	struct pll pll;

	for (double mhz; (mhz = fastest_next(&b->fastest)) > 0;) {
		pll_find_below(b->board.pll, b->board.oscillator_mhz, mhz, &pll);
		progress("clock: %g MHz", mhz);
		struct attempt *attempt = b->fastest.count == 0 ? try_first(b, &pll) : try_clock(b, &pll);
		if (attempt->end == FLOW_TOO_LARGE || attempt->end == FLOW_TOOL) {
			b->kept = attempt;
			return;
		}
		b->compact = attempt->flow.compact;
		fastest_add(&b->fastest, mhz, fmin(attempt->flow.fmax_mhz, attempt_reach(attempt)));
		const struct fastest_step *best = fastest_best(&b->fastest);
		/* Keep the best attempt or, until there is one, the latest, which comes nearest to it. */
		bool better = !best || (best->mhz == mhz && attempt->end == FLOW_DONE);
		struct attempt *worse = better ? b->kept : attempt;
		if (better)
			b->kept = attempt;
		if (worse)
			attempt_shrink(worse);
	}
}

/* How a bitstream is checked, and the words for that. */
struct judge {
	void (*run)(struct check *check, const struct board_top *top, const struct flow *flow);
	json_t *(*json)(const struct check *check, const struct board_top *top);
	void (*say)(const json_t *check, const struct board_top *top, struct text *out);
};

static const struct judge *judge(const struct build *b)
{
	static const struct judge judges[] = {
		[JUDGED_BY_ITSELF] = { check_run, check_json, check_say },
		[JUDGED_BY_HOST] = { bitstream_check_run, bitstream_check_json, bitstream_check_say },
	};

	return &judges[application(b)->judged];
}

/* Simulates the circuit in the bitstream. */
static void check_bitstream(struct build *b)
{
	struct board_top top = top_of(b, b->kept);

	if (b->checked && b->kept->end == FLOW_DONE)
		judge(b)->run(&b->check, &top, &b->kept->flow);
}

/* May a bitstream be written? */
static bool has_bitstream(const struct build *b)
{
	return b->kept->end == FLOW_DONE && (!b->checked || b->check.end == CHECK_PASSED);
}

static char *bitstream_name(const struct build *b)
{
	return format_string("%s.%s", b->spec.name, b->board.device->tools->bitstream_suffix);
}

/* Moves the logs of the kept attempt to log/, and those of each other attempt to a folder below. */
static void keep_logs(struct build *b)
{
	for (struct attempt *a = b->attempt; a < b->attempt + b->attempt_count; a++)
		for (size_t i = 0; i < a->flow.logs.count; i++) {
			struct output_file *file = &a->flow.logs.files[i];
			char *path = a == b->kept ? format_string("log%s", strrchr(file->path, '/'))
						  : copy_string(file->path);

			output_add(&b->kept->out, path, &file->content);
			free(path);
		}
}

/* Adds the constraints, which belong to the user's ports. */
static void keep_constraints(struct build *b)
{
	char *name = format_string("%s.%s", b->spec.name, b->board.device->tools->constraints_suffix);

	output_add_copy(&b->kept->out, name, &b->own.chosen);
	free(name);
}

/* Adds the results of the flow and the check to the Verilog, and writes all files to the output directory. */
static bool keep(struct build *b, int *status)
{
	char *name = bitstream_name(b);

	keep_logs(b);
	if (b->kept->flow.report.length)
		output_add(&b->kept->out, "timing.json", &b->kept->flow.report);
	for (size_t i = 0; i < b->check.logs.count; i++)
		output_add(&b->kept->out, b->check.logs.files[i].path, &b->check.logs.files[i].content);
	if (has_bitstream(b))
		output_add(&b->kept->out, name, &b->kept->flow.bitstream);
	if (has_own_top(b))
		keep_constraints(b);
	free(name);
	return output_commit(&b->kept->out, b->line->output, "build", b->spec.name, status);
}

static bool is_met(const struct attempt *a, const struct placement *p)
{
	return p->placed && p->fmax_mhz >= a->flow.required_mhz && p->excess <= 1;
}

static json_t *placements_json(const struct build *b)
{
	json_t *list = json_array();

	for (const struct attempt *a = b->attempt; a < b->attempt + b->attempt_count; a++)
		for (size_t i = 0; i < a->flow.placement_count; i++) {
			const struct placement *p = &a->flow.placement[i];
			json_t *cells = p->placed ? json_integer((json_int_t)p->cells) : json_null();
			json_t *fmax = p->placed ? json_real(p->fmax_mhz) : json_null();

			json_array_append_new(list, json_pack("{s:f, s:I, s:o, s:o, s:b, s:b, s:b}",
				"required_mhz", a->flow.required_mhz, "seed", (json_int_t)p->seed, "cells", cells,
				"fmax_mhz", fmax, "met", is_met(a, p), "kept", a == b->kept && p == a->flow.best,
				"earlier", p->earlier));
		}
	return list;
}

static bool has_verdict(const struct build *b)
{
	return b->check.end == CHECK_PASSED || b->check.end == CHECK_FAILED;
}

static json_t *result_json(const struct build *b)
{
	const struct flow *f = &b->kept->flow;
	struct board_top top = top_of(b, b->kept);
	char *name = bitstream_name(b), *path = format_string("%s/%s", b->line->output, name);
	json_t *object = spec_identity(&b->spec);

	/* A path that is no UTF-8 has no place in JSON: it is left out. */
	json_object_update_new(object, json_pack(
		"{s:s, s:o, s:I, s:I, s:I, s:I, s:I, s:o, s:f, s:o*, s:I, s:b, s:b, s:o, s:o, s:o*}", "board", b->board.name,
		"slot_clocks", json_known(b->kept->net, b->kept->net ? b->kept->net->slot_clocks : 0),
		"lut4", (json_int_t)f->lut4, "ff", (json_int_t)f->ff, "ram", (json_int_t)f->ram,
		"cells", (json_int_t)f->cells, "cells_available", (json_int_t)f->cells_available,
		"fmax_mhz", f->fmax_mhz > 0 ? json_real(f->fmax_mhz) : json_null(), "required_mhz", f->required_mhz,
		"domains", domains_json(&f->domains), "seed", (json_int_t)(f->best ? f->best->seed : b->seed), "compact", f->compact,
		"synthesis_earlier", f->synthesis_earlier, "placements", placements_json(b),
		"check", has_verdict(b) ? judge(b)->json(&b->check, &top) : json_null(),
		"bitstream", has_bitstream(b) ? json_string(path) : json_null()));
	free(path);
	free(name);
	return object;
}

static void say_share(const json_t *object, const char *sentence, unsigned long used, unsigned long available,
		      struct text *out)
{
	figures_say(object, sentence, out);
	text_print(out, " of %6lu  %3.0f %%\n", available, available ? 100.0 * (double)used / (double)available : 0.0);
}

static void say_placements(const struct build *b, const json_t *placements, struct text *out)
{
	if (!b->search && b->seeds == 1)
		return;
	text_print(out, "  %12s %10s %6s %12s\n", "clock", "seed", "cells", "reached");
	for (size_t i = 0; i < json_array_size(placements); i++) {
		const json_t *p = json_array_get(placements, i);

		figures_say(p, "  {required_mhz:8.1f} MHz {seed:10} {cells:6} {fmax_mhz:8.1f}", out);
		text_add(out, !figures_has(p, "cells") ? "      no placement" :
			      figures_has(p, "met") ? " MHz  met" : " MHz  too slow");
		text_add(out, figures_has(p, "cells") && figures_has(p, "kept") ? ", kept\n" : "\n");
	}
}

/* Counts the results taken from earlier runs. */
static void say_earlier(const struct build *b, const json_t *placements, struct text *out)
{
	size_t syntheses = 0, earlier = 0;

	for (const struct attempt *a = b->attempt; a < b->attempt + b->attempt_count; a++)
		syntheses += a->flow.synthesis_earlier;
	for (size_t i = 0; i < json_array_size(placements); i++)
		earlier += figures_has(json_array_get(placements, i), "earlier");
	if (syntheses + earlier > 0)
		text_print(out, "  %-12s %zu of %zu syntheses, %zu of %zu placements\n", "from earlier", syntheses,
			   b->attempt_count, earlier, json_array_size(placements));
}

static void say_result(const struct build *b, const json_t *object, struct text *out)
{
	const struct flow *f = &b->kept->flow;
	const json_t *placements = json_object_get(object, "placements");
	struct board_top top = top_of(b, b->kept);
	const char *shell = b->spec.shell->many;

	text_print(out, "%s with %s%s%s on %s (%s)\n", b->spec.name, shell ? shell : "", shell ? " and " : "",
		   application(b)->told, name_shown(b->board.title), b->board.device->name);
	figures_say(object, "  LUT4         {lut4:6}\n  flip-flops   {ff:6}\n", out);
	say_share(object, "  logic cells  {cells:6}", f->cells, f->cells_available, out);
	say_share(object, "  block RAMs   {ram:6}", f->ram, f->ram_available, out);
	if (f->compact && !always_compact(b) && b->kept->end != FLOW_TOO_LARGE)
		text_print(out, "  %-12s for few LUTs: for a fast clock, the design would not fit\n", "synthesis");
	say_placements(b, placements, out);
	if (f->best) {
		figures_say(object, "  clock        {fmax_mhz:6.1f} MHz reached, {required_mhz:.1f} MHz required: ",
			    out);
		text_add(out, f->fmax_mhz < f->required_mhz ? "too slow\n" : "met\n");
		domains_say(json_object_get(object, "domains"), out);
	}
	say_earlier(b, placements, out);
	if (has_verdict(b))
		judge(b)->say(json_object_get(object, "check"), &top, out);
	if (has_bitstream(b))
		text_print(out, "  %-12s %s/%s.%s\n", "bitstream", name_shown(b->line->output), b->spec.name,
			   b->board.device->tools->bitstream_suffix);
}

static void show(const struct build *b)
{
	json_t *object = result_json(b);
	struct text out = {0};

	if (b->line->json) {
		made_show(b->line, &b->spec, object, 6);
	} else {
		say_result(b, object, &out);
		show_text(out.bytes);
	}
	text_free(&out);
	json_decref(object);
}

/* Tries the wanted clock, or searches for the fastest, and sets b->kept. False: exit status 2. */
static bool find_placement(struct build *b)
{
	struct pll pll;

	b->temporary = temporary_directory();
	b->attempt = allocate_array(MOST_ATTEMPTS, sizeof *b->attempt);
	if (b->search) {
		b->fastest = (struct fastest){
			.pll = b->board.pll, .input_mhz = b->board.oscillator_mhz,
			.limit_mhz = clock_limit(&b->board, &b->spec, b->application),
		};
		search_clock(b);
	} else {
		if (!clock_choose(&b->board, &b->spec, b->application, b->wanted_mhz, &pll)
		    || !clock_makes_baud(&pll, (unsigned)b->baud))
			return false;
		b->kept = try_clock(b, &pll);
	}
	return true;
}

/* Can the application use this network? The clock does not matter here. */
static bool check_application(struct build *b, int *status)
{
	struct network *net = network_new(&b->spec);
	bool good = net && shell_check(net) && application(b)->check(net, &b->board);

	*status = EXIT_USAGE;
	if (good && has_own_top(b))
		good = own_top_take(&b->own, &b->board, net, status);
	network_free(net);
	return good;
}

/* All checks that need no Verilog. False after a message; *status is then the exit status. */
static bool prepare(struct build *b, int *status)
{
	*status = EXIT_USAGE;
	if (b->checked && has_own_top(b)) {
		error("--check is given with --top: only a self test says by itself whether it passes");
		return suggest("without --check, or --app %s instead of --top", application_names[APPLICATION_SELF_TEST]);
	}
	if (b->checked && application(b)->judged == JUDGED_BY_NOBODY) {
		error("--check is given with --app %s: only a self test says by itself whether it passes",
		      application_names[b->application]);
		return suggest("--app %s", application_names[APPLICATION_SELF_TEST]);
	}
	if (!check_application(b, status)
	    || !output_check(b->line->output, "build", b->spec.name, status))
		return false;
	*status = EXIT_WORK_FAILED;
	return !b->checked || check_find_tools(&b->check, &b->board);
}

/* Builds, once the command line, b->board and b->spec have been read. */
static int build_network(struct build *b)
{
	int status;

	b->spacing = b->spec.elements_between_registers;
	if (!b->baud)
		b->baud = application_baud(b->application, &b->board);
	if (!prepare(b, &status))
		return status;
	if (!find_placement(b))
		return EXIT_USAGE;
	/* No tool has said anything; a message has been printed. An earlier output stays. */
	if (b->kept->end == FLOW_TOOL && b->kept->flow.logs.count == 0)
		return b->refused ? EXIT_USAGE : EXIT_WORK_FAILED;
	flow_explain(&b->kept->flow, b->kept->end);
	if (b->kept->end == FLOW_TOO_LARGE)
		suggest_smaller(b);
	if (b->kept->end == FLOW_DONE && !flow_pack(&b->kept->flow))
		b->kept->end = FLOW_TOOL;
	check_bitstream(b);
	if (!keep(b, &status))
		return status;
	if (b->kept->end != FLOW_TOOL)
		show(b);
	if (b->search && b->kept->end == FLOW_DONE && !fastest_is_close(&b->fastest))
		warning("no clock nearer to what the placement reaches was met in %u tries", b->fastest.count);
	return has_bitstream(b) ? EXIT_DONE : EXIT_WORK_FAILED;
}

static void attempt_free(struct attempt *attempt)
{
	attempt_shrink(attempt);
	flow_free(&attempt->flow);
	free(attempt->source);
	free(attempt->directory);
	free(attempt->top);
	free(attempt->log_folder);
}

static void build_free(struct build *b)
{
	for (size_t i = 0; i < b->attempt_count; i++)
		attempt_free(&b->attempt[i]);
	free(b->attempt);
	check_free(&b->check);
	free(b->temporary);
	own_top_free(&b->own);
	spec_free(&b->spec);
	board_free(&b->board);
}

enum {
	OPTION_BOARD, OPTION_APP, OPTION_TOP, OPTION_TOP_MODULE, OPTION_CONSTRAINTS, OPTION_BAUD, OPTION_SEED,
	OPTION_SEEDS, OPTION_JOBS, OPTION_CLOCK, OPTION_CHECK, OPTION_COUNT
};

static const struct option options[] = {
	[OPTION_BOARD] = { "--board", "NAME", "the board to build for; boards/ has one file each" },
	[OPTION_APP] = { "--app", "NAME",
			 "application in the bitstream: self-test (default), host (default without a self test) or"
			 " loopback" },
	[OPTION_TOP] = { "--top", "FILE",
			 "instead: your own top module, with the network in it; more files by more --top" },
	[OPTION_TOP_MODULE] = { "--top-module", "NAME",
				"its name, where ftc does not find it: several modules hold the network, and no other one holds them" },
	[OPTION_CONSTRAINTS] = { "--constraints", "FILE", "a .pcf or .lpf with further pins of your top module" },
	[OPTION_BAUD] = { "--baud", "RATE",
			  "rate of the board's serial line; default 115200, for a host the board's highest" },
	[OPTION_SEED] = { "--seed", "NUMBER", "seed of the placement, or of the first of several; default 1" },
	[OPTION_SEEDS] = { "--seeds", "NUMBER", "number of placements; the fastest is kept; default 1" },
	[OPTION_JOBS] = { "-j", "NUMBER", "number of placements at a time; default 1" },
	[OPTION_CLOCK] = { "--clock", "MHZ", "network clock, or max; default: the parameter file's or the board's" },
	[OPTION_CHECK] = { "--check", NULL,
			   "simulate the bitstream, and keep it only if it passes its self-test, or runs circuits" },
	[OPTION_COUNT] = { 0 },
};

enum { MOST_SEEDS = 1000, MOST_SEED = INT32_MAX };

static bool read_seeds(struct build *b, const char *const *values)
{
	b->seed = b->seeds = b->at_once = 1;
	if (!option_unsigned("--seed", values[OPTION_SEED], 0, MOST_SEED, &b->seed)
	    || !option_unsigned("--seeds", values[OPTION_SEEDS], 1, MOST_SEEDS, &b->seeds)
	    || !option_unsigned("-j", values[OPTION_JOBS], 1, MOST_PROCESSES, &b->at_once))
		return false;
	if (b->seed + b->seeds - 1 <= MOST_SEED)
		return true;
	error("--seed %lu with --seeds %lu: the last seed is more than %d", b->seed, b->seeds, MOST_SEED);
	return suggest("--seed %lu", MOST_SEED - b->seeds + 1);
}

static bool read_clock(struct build *b, const char *clock)
{
	b->search = clock && strcmp(clock, "max") == 0;
	if (!clock || b->search)
		return true;
	if (*clock >= '0' && *clock <= '9')
		return option_real("--clock", clock, 1, 1000, &b->wanted_mhz);
	error("--clock is '%s': expected a number of megahertz from 1 to 1000, or max", clock);
	return suggest("--clock max");
}

/* Notes the files of --top and --constraints. */
static bool read_own_top(struct build *b)
{
	const struct command_line *line = b->line;

	if (line->value[OPTION_TOP] && line->value[OPTION_APP]) {
		error("--top and --app are given: expected one of them, as both say what the bitstream does with the network");
		return suggest("without --app");
	}
	if (line->value[OPTION_TOP_MODULE] && !line->value[OPTION_TOP]) {
		error("--top-module is given without --top: it names a module in your files");
		return suggest("--top my.v --top-module %s", shell_word(line->value[OPTION_TOP_MODULE]));
	}
	if (line->value[OPTION_CONSTRAINTS] && !line->value[OPTION_TOP]) {
		error("--constraints is given without --top: ftc's own applications have no further pins");
		return suggest("--top my.v --constraints %s", shell_word(line->value[OPTION_CONSTRAINTS]));
	}
	b->own.file = allocate_array(line->given_count + 1, sizeof *b->own.file);
	for (size_t i = 0; i < line->given_count; i++)
		if (line->given[i].option == &options[OPTION_TOP])
			b->own.file[b->own.file_count++].name = line->given[i].value;
	b->own.constraints = line->value[OPTION_CONSTRAINTS];
	b->own.top_module = line->value[OPTION_TOP_MODULE];
	return true;
}

static bool read_options(struct build *b)
{
	const char *const *values = b->line->value;

	if (!values[OPTION_BOARD]) {
		error("no board is named: expected the board that the bitstream is for");
		return suggest("ftc build %s --board icebreaker -o out", shell_word(b->line->file));
	}
	if (!b->line->output) {
		error("build needs a place for its files");
		return suggest("ftc build %s --board %s -o out", shell_word(b->line->file), values[OPTION_BOARD]);
	}
	b->checked = values[OPTION_CHECK];
	return read_own_top(b) && option_word("--app", values[OPTION_APP], application_names, APPLICATION_COUNT, &b->application)
	       && option_unsigned("--baud", values[OPTION_BAUD], LOWEST_BAUD, HIGHEST_BAUD, &b->baud)
	       && read_seeds(b, values) && read_clock(b, values[OPTION_CLOCK])
	       && board_read(&b->board, values[OPTION_BOARD]) && constraints_check(&b->board);
}

/* An application uses the streams of the network: without bridges, if it has a bus. */
static bool choose_shell(struct build *b)
{
	struct spec *spec = &b->spec;

	if (!shell_for_user(spec, b->line->shell) || (!has_own_top(b) && !application_check_clocks(spec, application(b))))
		return false;
	if (has_own_top(b) || !shell_hides_streams(spec))
		return true;
	warning("the bitstream will have the network of %s without the %s: %s uses the network itself", name_shown(spec->source),
		spec->shell->many, application(b)->told);
	suggest("--top my.v, which instantiates %s_%s", spec->name, spec->shell->word);
	return shell_for_streams(spec, b->line->shell);
}

static int build(const struct command_line *line)
{
	struct build b = { .line = line };
	int status = EXIT_USAGE;

	if (read_options(&b) && network_read_spec(&b.spec, line->file, line->overrides, line->override_count)) {
		if (has_own_top(&b))
			b.application = APPLICATION_OWN_TOP;
		else if (!line->value[OPTION_APP])
			b.application = application_default(&b.spec);
		if (choose_shell(&b))
			status = build_network(&b);
	}
	build_free(&b);
	return status;
}

const struct command command_build = {
	.name = "build",
	.summary = "make a bitstream of the network for a board",
	.page = "docs/tutorial/guide.md",
	.usage = "FILE --board NAME -o DIR [--app NAME | --top FILE [--top-module NAME] [--constraints FILE]] [--clock MHZ]"
		 " [--seeds NUMBER] [-j NUMBER] [--check]",
	.options = options,
	.needs_file = true,
	.takes = TAKES_SET | TAKES_OUTPUT | TAKES_JSON | TAKES_TOOL_TIME | TAKES_TOOL_MEMORY | TAKES_LIMIT | TAKES_SHELL,
	.run = build,
};
