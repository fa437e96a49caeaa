/* flow.c: runs the tools of one build. */
#define _GNU_SOURCE		/* memrchr */
#include "fpga/flow.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fpga/own_top.h"
#include "fpga/stage.h"
#include "fpga/timing.h"
#include "fpga/tool.h"
#include "util/message.h"
#include "util/paths.h"

enum { FILE_LIMIT = 1 << 28, NEXTPNR_MOST_SQUARED = 46340 };

static const struct toolchain *tools_of(const struct flow *flow)
{
	return flow->board->device->tools;
}

/* The path of the log, for the user. Fresh. */
static char *log_path(const struct flow *flow, const char *name)
{
	return format_string("%s/%s.log", flow->log_folder, name);
}

/* Puts the user's names for files where a tool has said what it calls them. */
static void translate(const struct flow *flow, struct text *said)
{
	struct plain_names names = {0};

	if (flow->own)
		own_top_add_names(flow->own, &names);
	plain_names_translate(&names, said);
	plain_names_free(&names);
}

static void keep_log(struct flow *flow, const char *name, struct text *said)
{
	char *path = log_path(flow, name);

	translate(flow, said);
	output_add(&flow->logs, path, said);
	free(path);
}

static void tell_failure(const struct flow *flow, const struct tool *tool, const struct process_result *result,
			 const char *log_name)
{
	char *log = log_path(flow, log_name), *told = format_string("%s/%s", flow->kept, log);

	tool_failed(tool, result, told);
	free(log);
	free(told);
}

/* ---- progress ---------------------------------------------------------------------------------------------- */

/* The last whole line of a tool's output so far, without nextpnr's prefix. */
static const char *last_line(const struct text *said, int *length)
{
	static const char word[] = "Info: ";
	const char *end = said->length ? memrchr(said->bytes, '\n', said->length) : NULL;
	const char *before = end && end > said->bytes ? memrchr(said->bytes, '\n', (size_t)(end - said->bytes)) : NULL;
	const char *line = before ? before + 1 : said->bytes;

	*length = 0;
	if (!end)
		return "";
	if (strncmp(line, word, strlen(word)) == 0)
		line += strlen(word);
	while (line < end && *line == ' ')
		line++;
	*length = (int)(end - line);
	return line;
}

/* The steps of a build that run tools, as progress names them. */
#define STEP(number, what) what ", step " #number " of 4"
static const char synthesis_step[] = STEP(1, "synthesis"), size_step[] = STEP(2, "size"), placement_step[] = STEP(3, "placement"),
		  bitstream_step[] = STEP(4, "bitstream");

static void show_tool(const struct process_job *job, size_t count, void *context)
{
	(void)count;
	progress("%s: %.0f s", (const char *)context, job->result.seconds);
}

/* ---- stages ------------------------------------------------------------------------------------------------ */

/* A stage: what is run, and what it must leave. */
struct stage {
	const struct tool *tool;
	const char *step, *log_name;
	bool (*read)(struct flow *flow);	/* its results; false after a message: they are not whole */
	const char *const *results;		/* to keep for later runs; NULL: nothing is kept */
};

/* Reports where the output of a tool is that ended well but left no good results. */
static bool tell_log(const struct flow *flow, const char *log_name)
{
	char *log = log_path(flow, log_name);

	detail("  all it said is in %s/%s", flow->kept, log);
	free(log);
	return false;
}

/* Runs a tool in the directory, keeps its output and reads its results. Returns true on success; reports a failure. */
static bool run_flow_stage(struct flow *flow, const struct stage *stage, const struct arguments *a, const struct digest *digest)
{
	const char *log_name = stage->log_name;
	struct process_watcher watcher = { .running = show_tool, .context = (void *)stage->step };
	struct process_job job = { .argv = a->items, .directory = flow->directory };

	progress("%s", stage->step);
	run_processes(&job, 1, 1, &watcher);
	bool done = process_succeeded(&job.result);
	if (!done)
		translate(flow, &job.result.output);
	if (!done)
		tell_failure(flow, stage->tool, &job.result, log_name);
	else
		done = stage->read(flow) || tell_log(flow, log_name);
	if (done && stage->results)
		stage_keep(digest, flow->directory, stage->results, &job.result.output);
	keep_log(flow, log_name, &job.result.output);
	return done;
}

/* Does the same, unless an earlier run has kept the results; *earlier says which. */
static bool run_or_take(struct flow *flow, const struct stage *stage, const struct arguments *a,
			const struct digest *digest, bool *earlier)
{
	struct text log = {0};

	*earlier = stage_take(digest, flow->directory, &log);
	if (!*earlier)
		return run_flow_stage(flow, stage, a, digest);
	progress("%s: from an earlier run", stage->step);
	keep_log(flow, stage->log_name, &log);
	return stage->read(flow);
}

/* ---- synthesis --------------------------------------------------------------------------------------------- */

/* Digests the inputs of synthesis. */
static bool digest_synthesis(const struct flow *flow, const struct arguments *a, struct digest *digest)
{
	const char *map = tools_of(flow)->map;

	stage_digest(digest, &flow->yosys_identity, a);
	bool good = !map || stage_digest_file(digest, flow->directory, map);
	for (size_t i = 0; i < flow->source_count && good; i++) {
		struct text verilog = {0};

		good = read_file_in(flow->directory, flow->source[i], FILE_LIMIT, &verilog);
		if (good)
			stage_digest_verilog(digest, verilog.bytes);
		text_free(&verilog);
	}
	if (flow->own)
		digest_add(digest, flow->own->read.bytes, flow->own->read.length);
	return good;
}

/* The numbers of cells by type, in the report, whose owner is *root; NULL after a message. */
static json_t *load_cells(const struct flow *flow, json_t **root)
{
	struct text content = {0};

	*root = tool_result(&tool_yosys, flow->directory, "cells.json", &content)
		? json_loadb(content.bytes, content.length, JSON_DISABLE_EOF_CHECK, NULL) : NULL;
	json_t *design = json_object_get(*root, "design");
	if (!design) {		/* some versions print no sum; all cells are in one module */
		char *top = format_string("\\%s", flow->top);
		design = json_object_get(json_object_get(*root, "modules"), top);
		free(top);
	}
	json_t *cells = json_object_get(design, "num_cells_by_type");
	if (!cells)
		error("yosys wrote no cell counts");
	text_free(&content);
	return cells;
}

/* Has the netlist the module on top? */
static bool has_top(const struct flow *flow)
{
	struct text netlist = {0};
	char *module = format_string("\"%s\":", flow->top);
	bool done = tool_result(&tool_yosys, flow->directory, "synthesis.json", &netlist);

	if (done && !memmem(netlist.bytes, netlist.length, module, strlen(module)))
		done = error("yosys wrote a netlist without the module %s", flow->top);
	text_free(&netlist);
	free(module);
	return done;
}

/* Counts the cells of a type that stand for LUTs or flip-flops. */
static void count_cell(struct flow *flow, const char *type, unsigned long count)
{
	if (strcmp(type, "SB_LUT4") == 0 || strcmp(type, "LUT4") == 0)
		flow->lut4 += count;
	else if (strcmp(type, "CCU2C") == 0)		/* two LUTs and a carry */
		flow->lut4 += 2 * count;
	else if (strcmp(type, "TRELLIS_DPR16X4") == 0)	/* LUT-RAM: four LUTs for the bits, two for the write port */
		flow->lut4 += 6 * count;
	else if (strncmp(type, "SB_DFF", 6) == 0 || strcmp(type, "TRELLIS_FF") == 0)
		flow->ff += count;
}

static bool count_cells(struct flow *flow)
{
	json_t *root, *cells = load_cells(flow, &root), *count;
	const char *type;

	flow->lut4 = flow->ff = 0;
	json_object_foreach(cells, type, count)
		count_cell(flow, type, (unsigned long)json_integer_value(count));
	bool done = cells;
	json_decref(root);
	return done;
}

static bool read_synthesis(struct flow *flow)
{
	return has_top(flow) && count_cells(flow);
}

/* Copies the toolchain's script for Yosys, if it has one. */
static bool copy_map(const struct flow *flow)
{
	const char *map = tools_of(flow)->map;

	if (!map)
		return true;
	char *relative = format_string("map/%s", map), *path = template_path(relative);
	struct text content = {0};
	bool done = read_file(path, FILE_LIMIT, &content) && write_file_in(flow->directory, map, &content);

	text_free(&content);
	free(path);
	free(relative);
	return done;
}

static bool synthesise(struct flow *flow)
{
	static const char *const results[] = { "synthesis.json", "cells.json", NULL };
	const struct stage stage = { &tool_yosys, synthesis_step, flow->again ? "yosys-compact" : "yosys", read_synthesis, results };
	struct arguments a = {0};
	struct text script = {0};
	struct digest digest;
	char *command = device_script(flow->board->device, flow->compact, flow->top, "synthesis");

	text_add(&script, "read_verilog");
	for (size_t i = 0; i < flow->source_count; i++)
		text_print(&script, " %s", flow->source[i]);
	text_add(&script, "; ");
	bool done = !flow->own || own_top_write_sources(flow->own, flow->directory, "", "-nooverwrite ", &script);
	text_print(&script, "%s; tee -q -o cells.json stat -json", command);
	arguments_add_all(&a, flow->yosys, "-p", script.bytes, NULL);
	done = done && copy_map(flow) && digest_synthesis(flow, &a, &digest)
		&& run_or_take(flow, &stage, &a, &digest, &flow->synthesis_earlier);
	arguments_free(&a);
	text_free(&script);
	free(command);
	return done;
}

/* ---- place and route --------------------------------------------------------------------------------------- */

void flow_board_arguments(const struct board *board, double mhz, struct arguments *a)
{
	arguments_add(a, "--%s", board->device->name);
	arguments_add_all(a, "--package", board->package, board->speed ? "--speed" : NULL, board->speed, NULL);
	arguments_add(a, "--freq");
	arguments_add(a, "%.3f", mhz);
	for (size_t i = 0; i < board->place_options.count; i++)
		arguments_add(a, "%s", board->place_options.items[i].text);
}

/* The name of the constraints in the flow's directory. A board of the user's may have any name. Fresh. */
static char *constraints_name(const struct flow *flow)
{
	return format_string("constraints.%s", tools_of(flow)->constraints_suffix);
}

/* `above` leads from nextpnr's directory to the flow's: "" or "../". */
static struct arguments place_arguments(const struct flow *flow, const char *above)
{
	struct arguments a = {0};
	char *constraints = constraints_name(flow);

	arguments_add(&a, "%s", flow->place);
	flow_board_arguments(flow->board, flow->required_mhz, &a);
	arguments_add(&a, "--json");
	arguments_add(&a, "%ssynthesis.json", above);
	arguments_add(&a, "%s", tools_of(flow)->constraints_option);
	arguments_add(&a, "%s%s", above, constraints);
	free(constraints);
	return a;
}

/* Digests the inputs of nextpnr. */
static bool digest_place(const struct flow *flow, const struct arguments *a, struct digest *digest)
{
	char *constraints = constraints_name(flow);

	stage_digest(digest, &flow->place_identity, a);
	bool good = stage_digest_file(digest, flow->directory, "synthesis.json")
		&& stage_digest_file(digest, flow->directory, constraints);
	free(constraints);
	return good;
}

/* Reads how much of `resource` is used and available from nextpnr's report. False after a message. */
static bool read_utilization(const struct flow *flow, json_t *report, const char *resource, unsigned long *used,
			     unsigned long *available)
{
	json_t *entry = json_object_get(json_object_get(report, "utilization"), resource);

	if (!json_is_integer(json_object_get(entry, "used")) || !json_is_integer(json_object_get(entry, "available")))
		return error("%s's report lacks the number of %s", tools_of(flow)->place.name, resource);
	*used = (unsigned long)json_integer_value(json_object_get(entry, "used"));
	if (available)
		*available = (unsigned long)json_integer_value(json_object_get(entry, "available"));
	return true;
}

static json_t *load_report(const struct flow *flow, const char *directory, const char *name, struct text *content)
{
	const struct tool *tool = &tools_of(flow)->place;
	json_error_t why;

	if (!tool_result(tool, directory, name, content))
		return NULL;
	json_t *report = json_loadb(content->bytes, content->length, 0, &why);
	if (!report)
		error("%s wrote a report that cannot be read: line %d of %s: %s", tool->name, why.line, name, why.text);
	return report;
}

/* Copies how much of the device is used. False after a message. */
static bool read_sizes(struct flow *flow, json_t *report)
{
	const struct toolchain *tools = tools_of(flow);
	unsigned long flip_flops = 0;
	bool done = read_utilization(flow, report, tools->logic, &flow->cells, &flow->cells_available)
		    && (!tools->flip_flop || read_utilization(flow, report, tools->flip_flop, &flip_flops, NULL))
		    && read_utilization(flow, report, tools->ram, &flow->ram, &flow->ram_available);

	flow->cells = flip_flops > flow->cells ? flip_flops : flow->cells;
	return done;
}

static bool read_domains(const struct flow *flow, const json_t *report, struct domains *d)
{
	return domains_read(tools_of(flow)->place.name, report, flow->required_mhz, d);
}

/* Copies the numbers of a report, and the report, into the flow. False after a message. */
static bool read_report(struct flow *flow, const char *name, bool placed)
{
	text_free(&flow->report);
	json_t *report = load_report(flow, flow->directory, name, &flow->report);
	bool done = report && read_sizes(flow, report) && (!placed || read_domains(flow, report, &flow->domains));

	if (done && placed)
		flow->fmax_mhz = flow->domains.fmax_mhz;
	json_decref(report);
	return done;
}

/* How many logic cells the design may have. */
static double most_cells(const struct flow *flow)
{
	return flow->board->device->fill_limit * (double)flow->cells_available;
}

static bool read_fit(struct flow *flow)
{
	return read_report(flow, "fit.json", false);
}

/* Packs cells without placing them: the size is known in a second or two. */
static enum flow_end check_fit(struct flow *flow)
{
	static const char *const results[] = { "fit.json", NULL };
	const char *log_name = flow->again ? "nextpnr-fit-compact" : "nextpnr-fit";
	const struct stage stage = { &tools_of(flow)->place, size_step, log_name, read_fit, results };
	struct arguments a = place_arguments(flow, "");
	struct digest digest;

	arguments_add_all(&a, "--pack-only", "--report", "fit.json", NULL);
	bool done = digest_place(flow, &a, &digest)
		&& run_or_take(flow, &stage, &a, &digest, &flow->fit_earlier);
	arguments_free(&a);
	if (!done)
		return FLOW_TOOL;
	bool fits = (double)flow->cells <= most_cells(flow) && flow->ram <= flow->ram_available;
	return fits ? FLOW_DONE : FLOW_TOO_LARGE;
}

/* The design does not fit. May it with fewer LUTs? More than half of them remain: a switch of 16 inputs on an ECP5, which
 * is all multiplexers, keeps two thirds. */
static bool may_shrink(const struct flow *flow)
{
	char *fast = device_synthesis(flow->board->device, false), *few = device_synthesis(flow->board->device, true);
	bool differs = strcmp(fast, few) != 0;

	free(fast);
	free(few);
	return !flow->compact && differs && flow->ram <= flow->ram_available && (double)flow->ff <= most_cells(flow)
	       && (double)flow->cells <= 2 * most_cells(flow);
}

/* Synthesises, and again for few LUTs if the design does not fit otherwise. */
static enum flow_end make_fit(struct flow *flow)
{
	enum flow_end end = synthesise(flow) ? check_fit(flow) : FLOW_TOOL;

	if (end != FLOW_TOO_LARGE || !may_shrink(flow))
		return end;
	progress("too large: synthesis for few LUTs");
	flow->compact = flow->again = true;
	return synthesise(flow) ? check_fit(flow) : FLOW_TOOL;
}

/* ---- floorplan --------------------------------------------------------------------------------------------- */

static const char floorplan_file[] = "floorplan.py";
/* When nextpnr runs it: before its placer, and before its router. */
static const char *const floorplan_options[] = { "--pre-place", "--pre-route" };
enum { FLOORPLAN_RUNS = sizeof floorplan_options / sizeof *floorplan_options };

/* Writes the floorplan for nextpnr, or forgets it, if this nextpnr takes none. False after a message. */
static bool copy_floorplan(struct flow *flow)
{
	if (flow->floorplan.length == 0)
		return true;
	if (tool_has_option(flow->place, floorplan_options[0]))
		return write_file_in(flow->directory, floorplan_file, &flow->floorplan);
	warning("%s has no Python, and so no %s: it must find the places of all elements by itself",
		tools_of(flow)->place.name, floorplan_options[0]);
	text_free(&flow->floorplan);
	return true;
}

/* ---- placements -------------------------------------------------------------------------------------------- */

/* A placement under way. nextpnr runs in its directory, seed-NUMBER. */
struct attempt {
	struct placement *placement;
	char *directory;
	struct arguments arguments;
	struct digest digest;
	struct text log;
	bool other;		/* by the toolchain's other placer */
};

/* All placements. */
struct attempts {
	struct flow *flow;
	char *layout;			/* "layout.asc" */
	const char *results[4];		/* files that each must leave */
	struct attempt *attempt;
	/* Those that must be run: jobs[i] belongs to attempt[index[i]]. */
	struct process_job *job;
	size_t *index, job_count, left;
};

/* For nextpnr: would HeAP take long, or place badly? */
static bool is_large(const struct flow *flow)
{
	unsigned long limit = tools_of(flow)->quick_cells;

	return limit && flow->cells > limit;
}

static bool has_floorplan(const struct flow *flow)
{
	return flow->floorplan.length > 0;
}

/* Adds the placer and its options. */
static void add_placer(struct arguments *a, const struct flow *flow, bool other)
{
	const struct toolchain *tools = flow->board->device->tools;

	if (other) {
		arguments_add_all(a, "--placer", tools->other_placer, NULL);
		return;
	}
	/* nextpnr computes the limit in an int, and so of so many cells any number. The other placer would not end either. */
	if (tools->quick_limit)
		arguments_add_all(a, "--placer-heap-cell-placement-timeout",
				  flow->lut4 + flow->ff > NEXTPNR_MOST_SQUARED ? "0" : tools->quick_limit, NULL);
	/* Beside a floorplan, what is left crosses the device. */
	if (has_floorplan(flow))
		arguments_add_all(a, "--placer-heap-timingweight", "100", "--placer-heap-critexp", "2", NULL);
	/* With more threads the same seed gives another placement each time. */
	if (is_large(flow))
		arguments_add_all(a, "--parallel-refine", "--threads", "1", NULL);
}

static struct arguments attempt_arguments(const struct attempts *all, const struct attempt *attempt)
{
	const struct flow *flow = all->flow;
	struct arguments a = place_arguments(flow, "../");

	arguments_add(&a, "--seed");
	arguments_add(&a, "%lu", attempt->placement->seed);
	add_placer(&a, flow, attempt->other);
	for (unsigned i = 0; i < FLOORPLAN_RUNS && has_floorplan(flow); i++) {
		arguments_add(&a, "%s", floorplan_options[i]);
		arguments_add(&a, "../%s", floorplan_file);
	}
	arguments_add_all(&a, "--report", "report.json", tools_of(flow)->layout_option, all->layout, NULL);
	if (flow->netlist)
		arguments_add_all(&a, "--write", "layout.json", NULL);
	/* The report says whether timing is met; status 1 must mean that the tool failed. */
	arguments_add(&a, "--timing-allow-fail");
	return a;
}

/* Reads the numbers of a finished placement. */
static bool read_placement(const struct flow *flow, const struct attempt *attempt)
{
	struct placement *p = attempt->placement;
	struct domains d = {0};
	struct text content = {0};
	json_t *report = load_report(flow, attempt->directory, "report.json", &content);

	text_free(&content);
	p->placed = report && read_utilization(flow, report, tools_of(flow)->logic, &p->cells, NULL)
		    && read_domains(flow, report, &d);
	p->fmax_mhz = d.fmax_mhz;
	p->excess = domains_excess(&d);
	domains_free(&d);
	json_decref(report);
	return p->placed;
}

/* Has the placement left a layout? False after a message. */
static bool has_layout(const struct attempts *all, const struct attempt *attempt)
{
	struct text content = {0};
	bool done = tool_result(&tools_of(all->flow)->place, attempt->directory, all->layout, &content);

	text_free(&content);
	return done;
}

/* The log's name; of several seeds, each has its own. Fresh. */
static char *attempt_log_name(const struct flow *flow, const struct attempt *attempt)
{
	return flow->seeds == 1 ? copy_string("nextpnr") : format_string("nextpnr-%lu", attempt->placement->seed);
}

/* Shows progress on one line. */
static void show_placements(const struct process_job *job, size_t count, void *context)
{
	const struct attempts *all = context;
	const struct flow *flow = all->flow;
	size_t i = 0;
	int length;

	while (i < count && !job[i].child)
		i++;
	if (i == count)
		return;
	const char *line = last_line(&job[i].result.output, &length);
	if (flow->seeds == 1)
		progress("%s: %.0f s: %.*s", placement_step, job[i].result.seconds, length, line);
	else
		progress("%s: %zu of %lu placements, seed %lu, %.0f s: %.*s", placement_step, flow->placement_count - all->left,
			 flow->seeds, all->attempt[all->index[i]].placement->seed, job[i].result.seconds, length, line);
}

static void tell_no_placement(const struct flow *flow, const struct attempt *attempt, struct process_result *result)
{
	const struct tool *tool = &tools_of(flow)->place;
	char *name = attempt_log_name(flow, attempt);

	if (flow->seeds == 1) {
		translate(flow, &result->output);
		tell_failure(flow, tool, result, name);
	} else {
		warning("%s finds no placement with seed %lu", tool->name, attempt->placement->seed);
	}
	free(name);
}

/* Keeps what the placer, which has ended well, has left. Results that are not whole are no matter of the placer: the
 * other one does not help. */
static void end_placed(struct attempts *all, struct attempt *attempt)
{
	struct placement *p = attempt->placement;
	char *log;

	p->placed = read_placement(all->flow, attempt) && has_layout(all, attempt);
	if (p->placed) {
		stage_keep(&attempt->digest, attempt->directory, all->results, &attempt->log);
		return;
	}
	log = attempt_log_name(all->flow, attempt);
	tell_log(all->flow, log);
	free(log);
}

/* Did the placer give up, or break by itself? Where something else ended it, such as SIGKILL or SIGTERM, the other one
 * would only hide that: a build would have other results on a machine with less memory. */
static bool gave_up(const struct process_result *result)
{
	static const int own[] = { SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV };

	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		if (result->end == PROCESS_SIGNALLED && result->signal == own[i])
			return true;
	return result->end == PROCESS_EXITED;
}

/* Removes what a placer has left beside its results: tables by which its authors look for faults, of many megabytes. */
static void drop_tables(const struct attempt *attempt)
{
	DIR *directory = opendir(attempt->directory);
	struct dirent *entry;

	while (directory && (entry = readdir(directory))) {
		char *path = format_string("%s/%s", attempt->directory, entry->d_name);

		if (text_ends_with(path, ".csv") && unlink(path) != 0)
			warning("%s cannot be removed: %s", path, strerror(errno));
		free(path);
	}
	if (directory)
		closedir(directory);
}

/* A placement has ended. True: the first placer failed, and the other one is to be tried. */
static bool end_attempt(struct process_job *job, void *context)
{
	struct attempts *all = context;
	struct attempt *attempt = &all->attempt[all->index[job - all->job]];

	drop_tables(attempt);
	text_add_bytes(&attempt->log, job->result.output.bytes, job->result.output.length);
	if (process_succeeded(&job->result)) {
		end_placed(all, attempt);
	} else if (!attempt->other && gave_up(&job->result)) {
		char *end = process_end_told(&job->result);

		text_print(&attempt->log, "\n---- the placer `heap` %s: `%s` follows ----\n\n", end,
			   tools_of(all->flow)->other_placer);
		free(end);
		attempt->other = true;
		arguments_free(&attempt->arguments);
		attempt->arguments = attempt_arguments(all, attempt);
		job->argv = attempt->arguments.items;
		return true;
	} else {
		tell_no_placement(all->flow, attempt, &job->result);
	}
	all->left--;
	return false;
}

/* Would the other placer be better? What a floorplan leaves is little. */
static bool other_is_better(const struct flow *flow)
{
	double fill = (double)flow->cells / (double)flow->cells_available;

	return !has_floorplan(flow) && is_large(flow) && fill <= tools_of(flow)->other_fill
	       && flow->required_mhz > tools_of(flow)->other_mhz;
}

/* Digests the inputs of a placement. */
static bool digest_attempt(const struct flow *flow, struct attempt *attempt)
{
	if (!digest_place(flow, &attempt->arguments, &attempt->digest))
		return false;
	digest_add(&attempt->digest, flow->floorplan.bytes, flow->floorplan.length);
	return true;
}

/* Prepares a placement, its directory and arguments. It comes from an earlier run or becomes a job. */
static bool prepare_attempt(struct attempts *all, size_t i)
{
	struct flow *flow = all->flow;
	struct attempt *attempt = &all->attempt[i];

	flow->placement[i].seed = flow->seed + i;
	attempt->placement = &flow->placement[i];
	attempt->other = other_is_better(flow);
	attempt->directory = format_string("%s/seed-%lu", flow->directory, attempt->placement->seed);
	attempt->arguments = attempt_arguments(all, attempt);
	if (mkdir(attempt->directory, 0777) != 0)
		return error("%s cannot be made: %s", attempt->directory, strerror(errno));
	if (!digest_attempt(flow, attempt))
		return false;
	attempt->placement->earlier = stage_take(&attempt->digest, attempt->directory, &attempt->log)
		&& read_placement(flow, attempt);
	if (attempt->placement->earlier)
		return true;
	all->job[all->job_count].argv = attempt->arguments.items;
	all->job[all->job_count].directory = attempt->directory;
	all->index[all->job_count++] = i;
	return true;
}

/* Whether one is better than the other: first by what takes longer than it may, then by the network's clock. */
static bool is_better(const struct placement *p, const struct placement *other)
{
	return p->excess < other->excess || (p->excess == other->excess && p->fmax_mhz > other->fmax_mhz);
}

/* The best placement; among equals the lowest seed, whichever ended first. */
static const struct placement *choose_best(const struct flow *flow)
{
	const struct placement *best = NULL;

	for (size_t i = 0; i < flow->placement_count; i++) {
		const struct placement *p = &flow->placement[i];

		if (p->placed && (!best || is_better(p, best)))
			best = p;
	}
	return best;
}

/* Moves the results of the kept placement to the flow's directory. */
static bool take_best(struct flow *flow, const struct attempts *all)
{
	const struct attempt *attempt = &all->attempt[flow->best - flow->placement];

	for (size_t i = 0; all->results[i]; i++) {
		char *from = format_string("%s/%s", attempt->directory, all->results[i]);
		char *to = format_string("%s/%s", flow->directory, all->results[i]);
		bool moved = rename(from, to) == 0
			     || error("%s wrote no %s", tools_of(flow)->place.name, all->results[i]);

		free(from);
		free(to);
		if (!moved)
			return false;
	}
	return read_report(flow, "report.json", true);
}

static bool run_attempts(struct attempts *all)
{
	struct flow *flow = all->flow;
	struct process_watcher watcher = { .running = show_placements, .ended = end_attempt, .context = all };

	for (size_t i = 0; i < flow->placement_count; i++)
		if (!prepare_attempt(all, i))
			return false;
	all->left = all->job_count;
	run_processes(all->job, all->job_count, flow->at_once, &watcher);
	for (size_t i = 0; i < flow->placement_count; i++) {
		char *name = attempt_log_name(flow, &all->attempt[i]);

		keep_log(flow, name, &all->attempt[i].log);
		free(name);
	}
	flow->best = choose_best(flow);
	if (!flow->best && flow->seeds > 1)
		error("%s finds no placement with any of the %lu seeds", tools_of(flow)->place.name, flow->seeds);
	return flow->best && take_best(flow, all);
}

static void attempts_free(struct attempts *all)
{
	for (size_t i = 0; i < all->flow->placement_count; i++) {
		free(all->attempt[i].directory);
		arguments_free(&all->attempt[i].arguments);
		text_free(&all->attempt[i].log);
	}
	for (size_t i = 0; i < all->job_count; i++)
		text_free(&all->job[i].result.output);
	free(all->layout);
	free(all->attempt);
	free(all->job);
	free(all->index);
}

static bool place(struct flow *flow)
{
	size_t count = flow->seeds;
	char *layout = format_string("layout.%s", tools_of(flow)->layout_suffix);
	struct attempts all = {
		.flow = flow, .layout = layout,
		.results = { layout, "report.json", flow->netlist ? "layout.json" : NULL },
		.attempt = allocate_array(count, sizeof *all.attempt), .job = allocate_array(count, sizeof *all.job),
		.index = allocate_array(count, sizeof *all.index),
	};

	flow->placement = allocate_array(count, sizeof *flow->placement);
	flow->placement_count = count;
	bool done = run_attempts(&all);
	attempts_free(&all);
	return done;
}

static void explain_too_large(const struct flow *flow)
{
	const struct board *board = flow->board;
	double limit = board->device->fill_limit;

	error("the design does not fit the %s: it needs %lu of %lu logic cells and %lu of %lu block RAMs",
	      board->title, flow->cells, flow->cells_available, flow->ram, flow->ram_available);
	if (flow->cells <= flow->cells_available && limit < 1)
		suggest("no more than %.0f cells: above %.0f %% of this device %s finds places too slowly, if at all",
			most_cells(flow), 100 * limit, tools_of(flow)->place.name);
}

void flow_explain(const struct flow *flow, enum flow_end end)
{
	if (end == FLOW_TOO_LARGE)
		explain_too_large(flow);
	if (end == FLOW_TOO_SLOW)
		timing_explain(flow);
}

/* ---- bitstream --------------------------------------------------------------------------------------------- */

enum { SYNC_WITHIN = 4096 };

/* Reads the bitstream. No device would load one without the bytes that mark it. */
static bool read_bitstream(struct flow *flow)
{
	const struct toolchain *tools = tools_of(flow);
	char *name = format_string("bitstream.%s", tools->bitstream_suffix);
	bool done = tool_result(&tools->pack, flow->directory, name, &flow->bitstream);
	size_t length = flow->bitstream.length < SYNC_WITHIN ? flow->bitstream.length : SYNC_WITHIN;

	if (done && !memmem(flow->bitstream.bytes, length, tools->sync, sizeof tools->sync))
		done = error("%s wrote no bitstream: expected the bytes %02x %02x %02x %02x in the first %d of %s",
			     tools->pack.name, tools->sync[0], tools->sync[1], tools->sync[2], tools->sync[3],
			     SYNC_WITHIN, name);
	free(name);
	return done;
}

bool flow_pack(struct flow *flow)
{
	const struct board_list *options = &flow->board->pack_options;
	const struct toolchain *tools = tools_of(flow);
	const struct stage stage = { &tools->pack, bitstream_step, tools->pack.name, read_bitstream, NULL };
	struct arguments a = {0};
	char *bitstream = format_string("bitstream.%s", tools->bitstream_suffix);

	arguments_add(&a, "%s", flow->pack);
	for (size_t i = 0; i < options->count; i++)
		arguments_add(&a, "%s", options->items[i].text);
	arguments_add(&a, "layout.%s", tools->layout_suffix);
	arguments_add(&a, "%s", bitstream);
	bool done = run_flow_stage(flow, &stage, &a, NULL);
	arguments_free(&a);
	free(bitstream);
	return done;
}

static bool copy_constraints(const struct flow *flow)
{
	char *name = constraints_name(flow);
	struct text content = {0};
	bool done = (flow->own || read_text(flow->board->constraints_path, FILE_LIMIT, &content))
		&& write_file_in(flow->directory, name, flow->own ? &flow->own->chosen : &content);

	text_free(&content);
	free(name);
	return done;
}

bool flow_find_tools(struct flow *flow)
{
	flow->yosys = tool_require_identified(&tool_yosys, &flow->yosys_identity);
	flow->place = tool_require_identified(&tools_of(flow)->place, &flow->place_identity);
	flow->pack = tool_require(&tools_of(flow)->pack);
	return flow->yosys && flow->place && flow->pack;
}

bool flow_count(struct flow *flow)
{
	return synthesise(flow);
}

enum flow_end flow_place(struct flow *flow)
{
	enum flow_end end = FLOW_TOOL;

	if (copy_constraints(flow) && copy_floorplan(flow))
		end = make_fit(flow);
	if (end == FLOW_DONE && !place(flow))
		end = FLOW_TOOL;
	if (end == FLOW_DONE && (flow->fmax_mhz < flow->required_mhz || flow->domains.worst))
		end = FLOW_TOO_SLOW;
	return end;
}

void flow_free(struct flow *flow)
{
	free(flow->yosys);
	free(flow->place);
	free(flow->pack);
	text_free(&flow->yosys_identity);
	text_free(&flow->place_identity);
	free(flow->placement);
	domains_free(&flow->domains);
	text_free(&flow->floorplan);
	text_free(&flow->bitstream);
	text_free(&flow->report);
	output_free(&flow->logs);
}
