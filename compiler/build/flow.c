/* flow.c: runs the tools of one build. */
#include "build/flow.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "build/tool.h"
#include "util/message.h"

enum { FILE_LIMIT = 1 << 28 };

static const struct tool yosys = { "yosys", "yosys", false, "-V", 0, 23 };

/* nextpnr writes its report since 0.2; Debian 12 has 0.4. */
static struct tool place_tool(const struct flow *flow)
{
	const struct toolchain *tools = flow->board->device->tools;

	return (struct tool){ tools->place, tools->place_package, tools->not_in_debian_12, "--version", 0, 4 };
}

static struct tool pack_tool(const struct flow *flow)
{
	const struct toolchain *tools = flow->board->device->tools;

	return (struct tool){ tools->pack, tools->pack_package, tools->not_in_debian_12, NULL, 0, 0 };
}

static char *in_directory(const struct flow *flow, const char *name)
{
	return format_string("%s/%s", flow->directory, name);
}

/* Reads a file that a tool wrote into the directory. */
static bool read_result(const struct flow *flow, const char *name, struct text *content)
{
	char *path = in_directory(flow, name);
	bool done = read_file(path, FILE_LIMIT, content);

	free(path);
	return done;
}

/* Runs a tool in the directory and keeps all it said. Returns its success; says so if it failed and `loud`. */
static bool run(struct flow *flow, const struct tool *tool, const struct arguments *a, const char *log_name,
		bool loud)
{
	struct process_result result;
	char *log = format_string("log/%s.log", log_name), *told = format_string("%s/%s", flow->kept, log);

	progress("%s", log_name);
	bool done = run_process(a->items, flow->directory, &result);
	if (!done && loud)
		tool_failed(tool, &result, told);
	output_add(&flow->logs, log, &result.output);
	free(log);
	free(told);
	return done;
}

/* ---- synthesis --------------------------------------------------------------------------------------------- */

static bool synthesise(struct flow *flow)
{
	const struct device *device = flow->board->device;
	struct arguments a = {0};
	struct text script = {0};

	text_add(&script, "read_verilog");
	for (size_t i = 0; i < flow->source_count; i++)
		text_print(&script, " %s", flow->source[i]);
	text_print(&script, "; %s %s -top %s -json synthesis.json; tee -q -o cells.json stat -json",
		   device->tools->synthesis, device->synthesis_option, flow->top);
	arguments_add(&a, "%s", flow->yosys);
	arguments_add(&a, "-p");
	arguments_add(&a, "%s", script.bytes);
	bool done = run(flow, &yosys, &a, "yosys", true);
	arguments_free(&a);
	text_free(&script);
	return done;
}

/* How many of the cells are LUTs or flip-flops, and how many LUTs one of them stands for. */
static void count_cell(struct flow *flow, const char *type, unsigned long count)
{
	if (strcmp(type, "SB_LUT4") == 0 || strcmp(type, "LUT4") == 0)
		flow->lut4 += count;
	else if (strcmp(type, "CCU2C") == 0)		/* two LUTs with a carry */
		flow->lut4 += 2 * count;
	else if (strcmp(type, "TRELLIS_DPR16X4") == 0)	/* LUT-RAM: four for the bits, two for the write port */
		flow->lut4 += 6 * count;
	else if (strncmp(type, "SB_DFF", 6) == 0 || strcmp(type, "TRELLIS_FF") == 0)
		flow->ff += count;
}

static bool count_cells(struct flow *flow)
{
	struct text content = {0};
	json_t *root = read_result(flow, "cells.json", &content)
		? json_loadb(content.bytes, content.length, JSON_DISABLE_EOF_CHECK, NULL) : NULL;
	json_t *design = json_object_get(root, "design"), *cells, *count;
	const char *type;

	if (!design) {		/* some versions sum up nothing; all is in one module */
		char *top = format_string("\\%s", flow->top);
		design = json_object_get(json_object_get(root, "modules"), top);
		free(top);
	}
	cells = json_object_get(design, "num_cells_by_type");
	if (!cells)
		error("yosys wrote no cell counts");
	json_object_foreach(cells, type, count)
		count_cell(flow, type, (unsigned long)json_integer_value(count));
	bool done = cells;
	json_decref(root);
	text_free(&content);
	return done;
}

/* ---- place and route --------------------------------------------------------------------------------------- */

static struct arguments place_arguments(const struct flow *flow)
{
	const struct board *board = flow->board;
	const struct toolchain *tools = board->device->tools;
	struct arguments a = {0};

	arguments_add(&a, "%s", flow->place);
	arguments_add(&a, "--%s", board->device->name);
	arguments_add(&a, "--package");
	arguments_add(&a, "%s", board->package);
	if (board->speed) {
		arguments_add(&a, "--speed");
		arguments_add(&a, "%s", board->speed);
	}
	arguments_add(&a, "--json");
	arguments_add(&a, "synthesis.json");
	arguments_add(&a, "%s", tools->constraints_option);
	arguments_add(&a, "%s.%s", board->name, tools->constraints_suffix);
	arguments_add(&a, "--freq");
	arguments_add(&a, "%.3f", flow->required_mhz);
	for (size_t i = 0; i < board->place_options.count; i++)
		arguments_add(&a, "%s", board->place_options.items[i].text);
	return a;
}

/* nextpnr's report: how much of `resource` is used and there. */
static void read_utilization(json_t *report, const char *resource, unsigned long *used, unsigned long *available)
{
	json_t *entry = json_object_get(json_object_get(report, "utilization"), resource);

	*used = (unsigned long)json_integer_value(json_object_get(entry, "used"));
	if (available)
		*available = (unsigned long)json_integer_value(json_object_get(entry, "available"));
}

/* The slowest clock; there is but the network's, and on some devices what the PLL's feedback is called. */
static double read_fmax(json_t *report)
{
	json_t *clocks = json_object_get(report, "fmax"), *clock;
	const char *name;
	double slowest = 0;

	json_object_foreach(clocks, name, clock) {
		double mhz = json_number_value(json_object_get(clock, "achieved"));

		if (slowest == 0 || mhz < slowest)
			slowest = mhz;
	}
	return slowest;
}

static bool read_report(struct flow *flow, const char *name)
{
	const struct toolchain *tools = flow->board->device->tools;

	text_free(&flow->report);
	json_t *report = read_result(flow, name, &flow->report)
		? json_loadb(flow->report.bytes, flow->report.length, 0, NULL) : NULL;
	if (!report) {
		error("%s wrote no report that can be read", tools->place);
		return false;
	}
	read_utilization(report, tools->logic, &flow->cells, &flow->cells_available);
	read_utilization(report, tools->ram, &flow->ram, &flow->ram_available);
	flow->fmax_mhz = read_fmax(report);
	json_decref(report);
	return true;
}

/* Packs cells without placing them: after a second or two it is known how much is needed. */
static enum flow_end check_fit(struct flow *flow)
{
	struct tool tool = place_tool(flow);
	const struct board *board = flow->board;
	struct arguments a = place_arguments(flow);

	arguments_add(&a, "--pack-only");
	arguments_add(&a, "--report");
	arguments_add(&a, "fit.json");
	bool done = run(flow, &tool, &a, "nextpnr-fit", true) && read_report(flow, "fit.json");
	arguments_free(&a);
	if (!done)
		return FLOW_TOOL;
	double limit = board->device->fill_limit;
	if ((double)flow->cells <= limit * (double)flow->cells_available && flow->ram <= flow->ram_available)
		return FLOW_DONE;
	error("the design does not fit the %s: it needs %lu of %lu logic cells and %lu of %lu block RAMs",
	      board->title, flow->cells, flow->cells_available, flow->ram, flow->ram_available);
	if (flow->cells <= flow->cells_available && limit < 1)
		suggest("no more than %.0f cells: above %.0f %% of this device %s finds places too slowly, if at all",
			limit * (double)flow->cells_available, 100 * limit, board->device->tools->place);
	suggest("fewer leaves, a smaller root-capacity or fewer payload-bits; or a larger board");
	return FLOW_TOO_LARGE;
}

static bool place_once(struct flow *flow, bool slow, bool loud)
{
	struct tool tool = place_tool(flow);
	const struct toolchain *tools = flow->board->device->tools;
	struct arguments a = place_arguments(flow);

	arguments_add(&a, "--seed");
	arguments_add(&a, "%lu", flow->seed);
	if (slow) {
		arguments_add(&a, "--placer");
		arguments_add(&a, "sa");
	}
	arguments_add(&a, "--report");
	arguments_add(&a, "report.json");
	arguments_add(&a, "%s", tools->layout_option);
	arguments_add(&a, "layout.%s", tools->layout_suffix);
	/* Whether the timing holds is read from the report; status 1 shall mean that the tool failed. */
	arguments_add(&a, "--timing-allow-fail");
	bool done = run(flow, &tool, &a, slow ? "nextpnr-annealing" : "nextpnr", loud);
	arguments_free(&a);
	return done && read_report(flow, "report.json");
}

/* The quick placer first, unless the device is so full that it is known to give up. */
static bool place(struct flow *flow)
{
	double quick = flow->board->device->quick_fill * (double)flow->cells_available;

	if ((double)flow->cells > quick)
		return place_once(flow, true, true);
	if (place_once(flow, false, false))
		return true;
	return place_once(flow, true, true);
}

static enum flow_end check_timing(const struct flow *flow)
{
	if (flow->fmax_mhz >= flow->required_mhz)
		return FLOW_DONE;
	error("timing fails: the network clock reaches %.1f MHz, %.1f MHz are required; no bitstream is made",
	      flow->fmax_mhz, flow->required_mhz);
	suggest("--clock %.0f, or another --seed, or --set elements-between-registers=1", 0.95 * flow->fmax_mhz);
	return FLOW_TOO_SLOW;
}

/* ---- bitstream --------------------------------------------------------------------------------------------- */

static bool pack(struct flow *flow)
{
	struct tool tool = pack_tool(flow);
	const struct board *board = flow->board;
	const struct toolchain *tools = board->device->tools;
	struct arguments a = {0};
	char *bitstream = format_string("bitstream.%s", tools->bitstream_suffix);

	arguments_add(&a, "%s", flow->pack);
	for (size_t i = 0; i < board->pack_options.count; i++)
		arguments_add(&a, "%s", board->pack_options.items[i].text);
	arguments_add(&a, "layout.%s", tools->layout_suffix);
	arguments_add(&a, "%s", bitstream);
	bool done = run(flow, &tool, &a, tools->pack, true) && read_result(flow, bitstream, &flow->bitstream);
	arguments_free(&a);
	free(bitstream);
	return done;
}

static bool copy_constraints(const struct flow *flow)
{
	const char *suffix = flow->board->device->tools->constraints_suffix;
	char *to = format_string("%s/%s.%s", flow->directory, flow->board->name, suffix);
	struct text content = {0};
	bool done = read_file(flow->board->constraints_path, FILE_LIMIT, &content) && write_file(to, &content);

	text_free(&content);
	free(to);
	return done;
}

bool flow_find_tools(struct flow *flow)
{
	struct tool placer = place_tool(flow), packer = pack_tool(flow);

	flow->yosys = tool_require(&yosys);
	flow->place = tool_require(&placer);
	flow->pack = tool_require(&packer);
	return flow->yosys && flow->place && flow->pack;
}

enum flow_end flow_run(struct flow *flow)
{
	enum flow_end end = FLOW_TOOL;

	if (copy_constraints(flow) && synthesise(flow) && count_cells(flow))
		end = check_fit(flow);
	if (end == FLOW_DONE)
		end = place(flow) ? check_timing(flow) : FLOW_TOOL;
	if (end == FLOW_DONE && !pack(flow))
		end = FLOW_TOOL;
	return end;
}

void flow_free(struct flow *flow)
{
	free(flow->yosys);
	free(flow->place);
	free(flow->pack);
	text_free(&flow->bitstream);
	text_free(&flow->report);
	output_free(&flow->logs);
}
