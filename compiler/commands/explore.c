/* explore.c: `ftc explore`: all networks of so many leaves and words of so many bits, side by side.
 *
 * In: a number of leaves, a payload, maybe a board, a parameter file. Out: a table; with -o also CSV, JSON, a picture, and a
 * parameter file for each network. The work is done in compiler/points/. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/deliver.h"
#include "fpga/board.h"
#include "fpga/constraints.h"
#include "parse/keys.h"
#include "points/points.h"
#include "util/limit.h"
#include "util/message.h"
#include "util/process.h"

enum {
	OPTION_LEAVES, OPTION_PAYLOAD, OPTION_BOARD, OPTION_COST, OPTION_SORT, OPTION_MEASURE, OPTION_SEED, OPTION_SEEDS,
	OPTION_SLOTS, OPTION_COUNT
};

static const struct option options[] = {
	[OPTION_LEAVES] = { "--leaves", "N", "number of leaves; default the file's" },
	[OPTION_PAYLOAD] = { "--payload", "BITS", "bits of payload in each word; default the file's, or 32" },
	[OPTION_BOARD] = { "--board", "NAME", "target board: sets FPGA family, size and fastest clock" },
	[OPTION_COST] = { "--cost", "FIGURE", "cost axis of the Pareto front: lut4 (default) or cells" },
	[OPTION_SORT] = { "--sort", "FIGURE", "sort by this figure, best first: mbps_per_lut4 (default),"
			  " mbps_per_cell, lut4, ff, cells, mhz, slot_clocks, accepted, payload_bits_per_clock,"
			  " mbps, latency_clocks, latency_ns" },
	[OPTION_MEASURE] = { "--measure", "WHICH", "networks to measure with Yosys, nextpnr and Verilator: front,"
			     " all, or names of the table, NAME,...; needs --board and -o" },
	[OPTION_SEED] = { "--seed", "NUMBER", "seed of the placement, or of the first of several; default 1" },
	[OPTION_SEEDS] = { "--seeds", "NUMBER", "number of placements per network; the fastest counts; default 1" },
	[OPTION_SLOTS] = { "--slots", "N", "frame slots to simulate with every leaf at full load; default 1000" },
	[OPTION_COUNT] = { 0 },
};

enum { MOST_SEEDS = 1000, MOST_SEED = INT32_MAX - MOST_SEEDS, USUAL_SLOTS = 1000, MOST_SLOTS = 10000000 };

/* What is asked for. */
struct explore {
	const struct command_line *line;
	struct board board;
	struct points_request request;
	struct points_measuring measuring;
	enum figure_name sort;
};

static bool read_figures(struct explore *e, const char *const *value)
{
	static const char *const costs[] = { "lut4", "cells" };
	unsigned cost = 0, sort;

	if (!option_word("--cost", value[OPTION_COST], costs, 2, &cost))
		return false;
	e->measuring.cost = cost == 0 ? FIGURE_LUT4 : FIGURE_CELLS;
	sort = cost == 0 ? FIGURE_PER_LUT4 : FIGURE_PER_CELL;
	if (!option_word("--sort", value[OPTION_SORT], figure_names, FIGURES, &sort))
		return false;
	e->sort = sort;
	return true;
}

static bool read_measuring(struct explore *e, const char *const *value)
{
	e->measuring.which = value[OPTION_MEASURE];
	e->measuring.seed = e->measuring.seeds = 1;
	e->measuring.slots = USUAL_SLOTS;
	e->measuring.kept = e->line->output;
	if (!option_unsigned("--seed", value[OPTION_SEED], 0, MOST_SEED, &e->measuring.seed)
	    || !option_unsigned("--seeds", value[OPTION_SEEDS], 1, MOST_SEEDS, &e->measuring.seeds)
	    || !option_unsigned("--slots", value[OPTION_SLOTS], 1, MOST_SLOTS, &e->measuring.slots))
		return false;
	for (unsigned i = OPTION_SEED; i <= OPTION_SLOTS && !e->measuring.which; i++)
		if (value[i]) {
			error("%s is given, but nothing is measured: expected --measure beside it", options[i].name);
			return suggest("--measure front");
		}
	if (e->measuring.which && !value[OPTION_BOARD]) {
		error("--measure is given without a board: expected the board for which to place the networks");
		return suggest("--board ulx3s-25f");
	}
	if (!e->measuring.which || e->line->output)
		return true;
	error("--measure is given without a place for results and logs");
	return suggest("-o out");
}

static bool read_options(struct explore *e)
{
	const char *const *value = e->line->value;

	e->request = (struct points_request){
		.file = e->line->word[0], .overrides = e->line->overrides, .override_count = e->line->override_count,
	};
	if (!option_unsigned("--leaves", value[OPTION_LEAVES], 2, MAXIMUM_LEAVES, &e->request.ends)
	    || !option_unsigned("--payload", value[OPTION_PAYLOAD], 1, MAXIMUM_BITS, &e->request.payload_bits)
	    || !read_figures(e, value) || !read_measuring(e, value))
		return false;
	if (!value[OPTION_BOARD])
		return true;
	e->request.board = &e->board;
	return board_read(&e->board, value[OPTION_BOARD]) && (!e->measuring.which || constraints_check(&e->board));
}

/* The parameter file of a point. */
static void add_parameters(const struct explore *e, const struct point *point, struct output *out)
{
	char *path = format_string("%s.yaml", point->name);
	struct text text = {0};

	text_print(&text, "# Proposed by `%s`.\n%s", e->line->invocation, point->parameters);
	output_add(out, path, &text);
	free(path);
}

/* Adds the files of -o. */
static bool add_files(const struct explore *e, struct points *p, const char *gnuplot, struct findings *found)
{
	struct text csv = {0};

	points_csv(p, &csv);
	bool drawn = points_picture(p, e->measuring.cost, gnuplot, &csv, &found->files);

	output_add(&found->files, "points.csv", &csv);
	output_add_copy(&found->files, "points.json", &found->json);
	for (size_t i = 0; i < p->count; i++) {
		struct output *logs = &p->point[i].logs;

		if (!p->point[i].yours)
			add_parameters(e, &p->point[i], &found->files);
		for (size_t k = 0; k < logs->count; k++)
			output_add(&found->files, logs->files[k].path, &logs->files[k].content);
	}
	return drawn;
}

static int deliver(const struct explore *e, struct points *p, const char *gnuplot)
{
	struct findings found = {0};
	int status = EXIT_WORK_FAILED;

	points_report(p, e->measuring.cost, &found);
	if (!gnuplot || add_files(e, p, gnuplot, &found))
		status = deliver_findings(e->line, "points", &found);
	findings_free(&found);
	return status;
}

/* Whether none of the networks that were to be measured has been. */
static bool all_failed(const struct points *p)
{
	bool tried = false;

	for (size_t i = 0; i < p->count; i++) {
		tried |= p->point[i].tried;
		if (p->point[i].tried && !p->point[i].failure)
			return false;
	}
	return tried;
}

static int explore_points(const struct explore *e, struct points *p)
{
	char *gnuplot = NULL;
	int status = EXIT_WORK_FAILED;

	if (e->line->output && !output_check(e->line->output, e->line->command, "points", &status))
		return status;
	if (e->line->output && !(gnuplot = require_tool("gnuplot")))
		return EXIT_WORK_FAILED;
	bool within_limit = points_estimate(p);
	if (!e->measuring.which || points_measure(p, &e->measuring)) {
		points_rank(p, e->measuring.cost, e->sort);
		status = deliver(e, p, gnuplot);
		if (status == EXIT_SUCCESS && all_failed(p))
			status = EXIT_WORK_FAILED;
		if (status == EXIT_SUCCESS && !within_limit)
			status = EXIT_USAGE;
	}
	free(gnuplot);
	return status;
}

/* What is measured is a network without bridges, which would stand beside estimates with them. */
static bool check_bus(const struct explore *e, const struct points *p)
{
	if (!e->measuring.which || !p->point[0].spec.bus)
		return true;
	error("--measure is given, but the networks have a bus: expected estimates alone, as bridges are not measured");
	return suggest("ftc compare --bus, which measures accesses");
}

static int explore(const struct command_line *line)
{
	struct explore e = { .line = line };
	struct points p = {0};
	int status = EXIT_USAGE;

	if (read_options(&e) && points_collect(&p, &e.request) && check_bus(&e, &p) && (!e.measuring.which || points_check_which(&p, e.measuring.which)))
		status = explore_points(&e, &p);
	points_free(&p);
	board_free(&e.board);
	return status;
}

const struct command command_explore = {
	.name = "explore",
	.summary = "compare all networks for a number of leaves, a word length and a board",
	.page = "docs/how-to/explore.md",
	.usage = "[FILE] --leaves N [--payload BITS] [--board NAME] [--measure WHICH] [-o DIR]",
	.options = options,
	.words = 1,
	.takes = TAKES_SET | TAKES_OUTPUT | TAKES_DRAWINGS | TAKES_JSON | TAKES_TOOL_TIME | TAKES_TOOL_MEMORY | TAKES_LIMIT | TAKES_PAGE,
	.run = explore,
};
