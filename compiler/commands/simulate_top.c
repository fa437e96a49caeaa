/* simulate_top.c: `ftc simulate --top`: a user's own top module with the network in it, as on a board, without the board. */
#include "commands/simulate_top.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/deliver.h"
#include "emit/emit.h"
#include "fpga/clock.h"
#include "fpga/constraints.h"
#include "fpga/own_top_run.h"
#include "network/machine.h"
#include "shells/shells.h"
#include "simulate/simulate.h"
#include "simulate/trace.h"
#include "util/json.h"
#include "util/limit.h"

enum { USUAL_CLOCKS = 1000000, MOST_HZ = 1000000000 };
#define USUAL_BOARD "icebreaker"

struct work {
	const struct command_line *line;
	const struct top_values *value;
	struct board board;
	struct spec spec;
	struct pll pll;
	struct network *net;
	struct stack stack;
	struct output rtl;
	struct own_top own;
	struct pin_lines lines;
	double mhz;
	unsigned long clock_hz, baud, clocks;
	char *trace;
};

static bool read_engine(const char *name)
{
	unsigned engine = ENGINE_AUTO;

	if (!option_word("--engine", name, engine_names, ENGINES, &engine))
		return false;
	return engine != ENGINE_MODEL || error("--engine model: there is no model in C of your top module") || suggest("--engine rtl");
}

static bool read_options(struct work *w)
{
	const struct command_line *line = w->line;
	const struct top_values *value = w->value;

	w->baud = SELF_TEST_BAUD;
	w->clocks = USUAL_CLOCKS;
	w->own.file = allocate_array(line->given_count + 1, sizeof *w->own.file);
	for (size_t i = 0; i < line->given_count; i++)
		if (strcmp(line->given[i].option->name, "--top") == 0)
			w->own.file[w->own.file_count++].name = line->given[i].value;
	w->own.constraints = value->constraints;
	w->own.top_module = value->top_module;
	w->own.shows_reset = true;
	return read_engine(value->engine) && option_real("--clock", value->clock, 1, 1000, &w->mhz)
	       && option_unsigned("--clock-hz", value->clock_hz, 1, MOST_HZ, &w->clock_hz)
	       && option_unsigned("--baud", value->baud, LOWEST_BAUD, HIGHEST_BAUD, &w->baud)
	       && option_unsigned("--clocks", value->clocks, 1, MOST_TOP_CLOCKS, &w->clocks)
	       && board_read(&w->board, value->board ? value->board : USUAL_BOARD) && constraints_check(&w->board);
}

/* The network as `ftc build` would build it, and the user's files around it. False after a message. */
static bool make_network(struct work *w, int *status)
{
	if (!network_read_spec(&w->spec, w->line->file, w->line->overrides, w->line->override_count)
	    || !shell_for_user(&w->spec, w->line->shell))
		return false;
	w->net = clock_network(&w->board, &w->spec, APPLICATION_OWN_TOP, w->mhz, &w->pll);
	if (!w->net || !shell_check(w->net) || !own_top_take(&w->own, &w->board, w->net, status))
		return false;
	*status = EXIT_USAGE;
	if (w->clock_hz && !w->own.has_clock_hz) {
		error_at(w->own.top->at, "the module %s has no parameter CLOCK_HZ, which --clock-hz sets", w->own.top->name);
		return suggest("#(parameter CLOCK_HZ = 12000000), or without --clock-hz");
	}
	w->own.clock_hz = w->clock_hz;
	return true;
}

static double clock_hz(const struct work *w)
{
	return w->clock_hz ? (double)w->clock_hz : w->pll.output_mhz * 1e6;
}

/* Reads the lines of the pins. Where --clocks does not say how long, the run lasts until the last of them. False after a message. */
static bool read_lines(struct work *w)
{
	uint64_t last = w->value->clocks ? w->clocks - 1 : MOST_TOP_CLOCKS - 1;

	if (!w->value->pins)
		return true;
	if (!pin_lines_read(&w->lines, w->value->pins, &w->own, clock_hz(w), last))
		return false;
	last = w->lines.count > 0 ? w->lines.event[w->lines.count - 1].clock : 0;
	if (w->clocks <= last)
		w->clocks = last + 1;
	return true;
}

/* All of the Verilog but the user's. False after a message. */
static bool make_verilog(struct work *w, const struct board_top *top)
{
	return stack_emit(&w->stack, w->net, w->line->invocation, &w->rtl) && own_top_emit(&w->own, top, &w->rtl)
	       && own_top_names_differ(&w->own, &w->rtl);
}

/* A path that the model can write to from another folder. */
static char *absolute(const char *path)
{
	char *here = *path == '/' ? NULL : getcwd(NULL, 0), *whole = here ? format_string("%s/%s", here, path) : copy_string(path);

	free(here);
	return whole;
}

static int deliver(struct work *w, const struct own_top_run *run, json_t *object)
{
	struct findings found = {0};
	struct text save = {0};
	bool passed = json_is_true(json_object_get(object, "passed")), traced = true;

	if (w->trace)
		own_top_run_save(run, object, w->line->invocation, &save);
	own_top_run_say(object, &found.text);
	json_print(object, &found.json);
	deliver_about(&found, &w->spec);
	int status = deliver_report(w->line, w->spec.name, &found);

	if (w->trace)
		traced = trace_end(w->value->trace, w->trace, &save, !w->line->json);
	text_free(&save);
	return status != EXIT_DONE ? status : passed && traced ? EXIT_DONE : EXIT_WORK_FAILED;
}

static int simulate(struct work *w)
{
	w->stack = stack_lower(w->net);
	stack_bare(&w->stack);
	struct board_top top = {
		.board = &w->board, .pll = &w->pll, .net = w->net, .design = stack_top(&w->stack), .application = APPLICATION_OWN_TOP,
		.baud = (unsigned)w->baud, .invocation = w->line->invocation,
	};

	if (!make_verilog(w, &top))
		return EXIT_USAGE;
	struct own_top_run run = {
		.own = &w->own, .top = &top, .rtl = &w->rtl, .lines = &w->lines, .clocks = w->clocks, .clock_hz = clock_hz(w),
		.baud = (unsigned)w->baud, .trace = w->trace ? absolute(w->trace) : NULL, .shown = w->value->trace,
	};
	limit_end();
	json_t *object = own_top_run(&run);

	progress_end();
	int status = object ? deliver(w, &run, object) : EXIT_WORK_FAILED;
	free(run.trace);
	return status;
}

int simulate_top(const struct command_line *line, const struct top_values *value)
{
	struct work w = { .line = line, .value = value };
	int status = EXIT_USAGE;

	if (read_options(&w) && make_network(&w, &status) && own_top_run_check(&w.own, clock_hz(&w), (unsigned)w.baud)
	    && read_lines(&w)
	    && (!line->output || output_check(line->output, line->command, w.spec.name, &status))
	    && (!value->trace || (trace_begin(value->trace, &w.trace) && deliver_check_file("--trace", value->trace, "trace.fst", line, &status))))
		status = simulate(&w);
	free(w.trace);
	pin_lines_free(&w.lines);
	own_top_free(&w.own);
	output_free(&w.rtl);
	stack_free(&w.stack);
	if (w.net)
		network_free(w.net);
	spec_free(&w.spec);
	board_free(&w.board);
	return status;
}
