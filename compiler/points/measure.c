/* measure.c: what the tools say of a point.
 *
 *   Yosys      LUTs and flip-flops of the network alone, leaf adapters included
 *   nextpnr    the clock of the network between shift registers (rtl-templates/board/clock_harness.v), on the board, for the fastest
 *              clock that the board makes
 *   Verilator  words that leaves accept at full load
 *
 * Yosys prefers few LUTs to the fastest clock: with wide multiplexers of an ECP5 networks of lanes would take twice as many.
 * The tools' earlier results are used again (fpga/stage.h, simulate/verilate.h). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit/emit.h"
#include "fpga/board_top.h"
#include "fpga/clock.h"
#include "fpga/fastest.h"
#include "fpga/flow.h"
#include "network/leaf.h"
#include "network/machine.h"
#include "points/points.h"
#include "points/run.h"
#include "simulate/simulate.h"
#include "util/limit.h"
#include "util/message.h"
#include "util/process.h"

/* A point's measurement. */
struct measurement {
	const struct points *points;
	const struct points_measuring *request;
	struct point *point;
	struct pll pll;
	struct network *net;		/* with the board's fastest clock, and as many registers as were estimated */
	struct stack stack;
	struct output rtl;
	const char **source;
	size_t source_count;
	char *directory, *log_folder;
	struct flow flow;
};

/* Points that are measured beside each other. */
struct batch {
	struct points *points;
	const struct points_measuring *request;
	struct point *point[MOST_PROCESSES];
	size_t done;			/* of all batches */
};

static struct figure measured(double value)
{
	return (struct figure){ value, FIGURE_MEASURED };
}

/* The fastest clock that the board makes: placements are the better the more is asked of them. */
static void choose_clock(struct measurement *m)
{
	const struct board *board = m->points->board;
	struct fastest search = { .pll = board->pll, .input_mhz = board->oscillator_mhz,
				  .limit_mhz = clock_limit(board, &m->point->spec, APPLICATION_CLOCK_HARNESS) };

	pll_find_below(board->pll, board->oscillator_mhz, fastest_next(&search), &m->pll);
}

static bool elaborate(struct measurement *m)
{
	struct spec spec = clock_spec(&m->point->spec, m->points->board, &m->pll);
	struct network *net = network_elaborate(&m->point->spec);

	spec.elements_between_registers = net->elements_between_registers;
	network_free(net);
	m->net = network_new(&spec);
	return m->net && application_of(APPLICATION_CLOCK_HARNESS, m->net->spec)->check(m->net, m->points->board);
}

/* `part`: what the tools are run for, in the names of their logs. */
static bool find_tools(struct measurement *m, const char *part)
{
	free(m->log_folder);
	m->log_folder = format_string("log/%s/%s", m->point->name, part);
	m->flow = (struct flow){
		.board = m->points->board, .kept = m->request->kept, .log_folder = m->log_folder, .seed = m->request->seed,
		.seeds = m->request->seeds, .at_once = 1, .required_mhz = m->pll.output_mhz, .searched = true,
		.smaller = m->point->spec.machine->smaller, .compact = true,
	};
	return flow_find_tools(&m->flow);
}

/* Writes m->rtl to a fresh directory, and sets it in the flow. */
static bool begin_flow(struct measurement *m, const char *top)
{
	char *temporary = temporary_directory();
	int status;

	m->directory = format_string("%s/point", temporary);
	free(temporary);
	m->source = allocate_array(m->rtl.count, sizeof *m->source);
	for (size_t i = 0; i < m->rtl.count; i++)
		if (text_ends_with(m->rtl.files[i].path, ".v"))
			m->source[m->source_count++] = m->rtl.files[i].path;
	m->flow.top = top;
	m->flow.source = m->source;
	m->flow.source_count = m->source_count;
	m->flow.directory = m->directory;
	return output_commit(&m->rtl, m->directory, "work", top, &status);
}

static void end_flow(struct measurement *m)
{
	for (size_t i = 0; i < m->flow.logs.count; i++)
		output_add(&m->point->logs, m->flow.logs.files[i].path, &m->flow.logs.files[i].content);
	free(m->source);
	free(m->directory);
	m->source = NULL;
	m->directory = NULL;
	m->source_count = 0;
	output_free(&m->rtl);
	flow_free(&m->flow);
}

static bool count_logic(struct measurement *m)
{
	char *top = stack_top_name(&m->stack, m->net);
	bool done = find_tools(m, "network") && stack_emit(&m->stack, m->net, "ftc explore", &m->rtl) && begin_flow(m, top)
		    && flow_count(&m->flow);

	if (done) {
		unsigned chips = spec_chips(m->net->spec);

		m->point->figure[FIGURE_LUT4] = measured(chips * (double)m->flow.lut4);
		m->point->figure[FIGURE_FF] = measured(chips * (double)m->flow.ff);
	}
	end_flow(m);
	free(top);
	return done;
}

static bool place(struct measurement *m)
{
	char *name = board_top_name(m->net);
	struct board_top top = {
		.board = m->points->board, .pll = &m->pll, .net = m->net, .design = stack_top(&m->stack),
		.application = APPLICATION_CLOCK_HARNESS, .baud = SELF_TEST_BAUD,
		.invocation = "ftc explore",
	};
	bool done = find_tools(m, "board") && stack_emit(&m->stack, m->net, "ftc explore", &m->rtl) && board_top_emit(&top, "rtl", &m->rtl)
		    && begin_flow(m, name);

	if (done) {
		enum flow_end end = flow_place(&m->flow);

		if (end == FLOW_TOO_LARGE)
			flow_explain(&m->flow, end);
		done = end == FLOW_DONE || end == FLOW_TOO_SLOW;
	}
	if (done)
		m->point->figure[FIGURE_MHZ] = measured(m->flow.fmax_mhz);
	end_flow(m);
	free(name);
	return done;
}

/* Of leaves that send messages; of others nothing is known. */
static bool simulate(struct measurement *m)
{
	const struct spec *spec = &m->point->spec;
	struct simulation s = { .invocation = "ftc explore", .quiet = true };
	struct simulate_point result;
	struct testbench_result all;

	if (!(spec->leaf->speaks & LEAF_SPEAKS_MESSAGES))
		return true;
	s.network = network_new(m->net->spec);
	s.options = (struct simulate_options){
		.load = simulation_full_load(spec), .frames = m->request->slots, .warmup = m->request->slots / 10, .seed = m->request->seed,
		.sweep = true, .link = usual_link, .demand.outward = spec_chips(spec) > 1 ? -1 : 0,
	};
	simulation_plan(&s);
	bool done = simulation_build(&s) && simulate_once(&s, s.options.load, &result, &all);

	if (done) {
		m->point->figure[FIGURE_ACCEPTED] = measured(result.accepted);
		testbench_result_free(&all);
	}
	simulation_free(&s);
	return done;
}

/* A fresh string. */
static char *first_line(const struct text *said)
{
	return said->length ? format_string("%.*s", (int)strcspn(said->bytes, "\n"), said->bytes) : copy_string("it failed");
}

/* The figures, why it failed, and the logs: name, content, name, .. */
static void hand_over(const struct point *point, const struct text *said, bool done, struct text *result)
{
	char *failure = done ? NULL : first_line(said);

	result_add(result, point->figure, sizeof point->figure);
	result_add(result, failure ? failure : "", failure ? strlen(failure) : 0);
	for (size_t i = 0; i < point->logs.count; i++) {
		const struct output_file *file = &point->logs.files[i];

		result_add(result, file->path, strlen(file->path) + 1);
		result_add(result, file->content.bytes, file->content.length);
	}
	free(failure);
}

/* Does all of it. What fails first is the point's failure. */
static bool measure(void *context, size_t number, struct text *result)
{
	const struct batch *batch = context;
	struct measurement m = { .points = batch->points, .request = batch->request, .point = batch->point[number] };
	struct text said = {0};

	struct text *before = message_capture(&said);
	choose_clock(&m);
	bool done = elaborate(&m);

	if (done) {
		m.stack = stack_lower(m.net);
		done = count_logic(&m) && place(&m) && simulate(&m);
		stack_free(&m.stack);
	}
	message_capture(before);
	if (m.net)
		network_free(m.net);
	free(m.log_folder);
	hand_over(m.point, &said, done, result);
	text_free(&said);
	return true;
}

static void tell(const struct point *point, size_t done)
{
	const struct figure *f = point->figure;

	progress_end();
	if (point->failure)
		fprintf(stderr, "measured %zu: %s: %s\n", done, point->name, point->failure);
	else
		fprintf(stderr, "measured %zu: %s: %.0f LUT4, %.0f FF, %.0f MHz, %.0f Mbit/s\n", done, point->name, f[FIGURE_LUT4].value,
			f[FIGURE_FF].value, f[FIGURE_MHZ].value, f[FIGURE_MBPS].value);
}

static void take_logs(struct point *point, const struct text *result, size_t at)
{
	const char *name, *content;
	size_t count;

	while ((name = result_next(result, &at, &count)) && (content = result_next(result, &at, &count))) {
		struct text log = {0};

		text_add_bytes(&log, content, count);
		output_add(&point->logs, name, &log);
	}
}

static void take_measurement(void *context, size_t number, bool good, const struct text *result)
{
	struct batch *batch = context;
	struct point *point = batch->point[number];
	const char *figures, *failure = NULL;
	size_t at = 0, count;

	figures = result_next(result, &at, &count);
	if (figures)
		memcpy(point->figure, figures, sizeof point->figure);
	failure = result_next(result, &at, &count);
	if (!good || !failure)
		point->failure = copy_string("its process ended before it was measured");
	else if (count > 0)
		point->failure = format_string("%.*s", (int)count, failure);
	take_logs(point, result, at);
	figures_derive(point, batch->points);
	tell(point, ++batch->done);
}

/* Is the name among those with commas between them? */
static bool is_among(const char *list, const char *name)
{
	size_t length = strlen(name);

	for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
		if (strcspn(at, ",") == length && strncmp(at, name, length) == 0)
			return true;
	return false;
}

static bool is_wanted(const struct points_measuring *m, const struct point *point)
{
	if (strcmp(m->which, "front") == 0)
		return point->front || point->yours;
	return strcmp(m->which, "all") == 0 || is_among(m->which, point->name);
}

/* Whether a point has the name, a copy of which is freed. False after a message. */
static bool check_name(const struct points *p, char *name)
{
	const char **names = allocate_array(p->count + 2, sizeof *names);
	bool good = false;

	names[p->count] = "front";
	names[p->count + 1] = "all";
	for (size_t i = 0; i < p->count; i++) {
		names[i] = p->point[i].name;
		good |= strcmp(name, names[i]) == 0;
	}
	if (!good) {
		const char *nearest = nearest_name(name, names, p->count + 2);

		error("--measure names '%s': expected front, all, or names of the table with commas between them", name);
		suggest("--measure %s", nearest ? nearest : "front");
	}
	free(names);
	free(name);
	return good;
}

bool points_check_which(const struct points *p, const char *which)
{
	bool good = true;

	if (strcmp(which, "front") == 0 || strcmp(which, "all") == 0)
		return true;
	for (const char *at = which; at && good; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
		good = check_name(p, format_string("%.*s", (int)strcspn(at, ","), at));
	return good;
}

/* The next points to measure, the most promising first, as many as run at a time. Returns how many there are. */
static size_t choose(struct batch *batch)
{
	const struct points_measuring *m = batch->request;
	struct points *p = batch->points;
	size_t count = 0;

	points_rank(p, m->cost, m->cost == FIGURE_CELLS ? FIGURE_PER_CELL : FIGURE_PER_LUT4);
	for (size_t i = 0; i < p->count && count < processes_at_once(); i++) {
		struct point *point = &p->point[i];

		if (point->tried || point->failure || !is_wanted(m, point))
			continue;
		point->tried = true;
		batch->point[count++] = point;
	}
	return count;
}

bool points_measure(struct points *p, const struct points_measuring *request)
{
	struct measurement tools = { .points = p, .request = request, .point = &p->point[0] };
	bool found = find_tools(&tools, "board");
	struct batch batch = { .points = p, .request = request };
	struct points_work work = { .work = measure, .take = take_measurement, .context = &batch, .what = "networks measured",
				    .began = seconds_now() };
	size_t count;

	flow_free(&tools.flow);
	free(tools.log_folder);
	limit_end();
	while (found && (count = choose(&batch)) > 0) {
		work.before = batch.done;
		work.total = batch.done + count;
		points_run(count, &work);
	}
	return found;
}
