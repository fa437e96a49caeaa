/* compare.c: `ftc compare`: throughput and latency of several networks, load by load, in one table and one plot.
 *
 * In: parameter files, patterns, seeds, maybe a board. Out: a table; with -o also CSV, JSON and a picture. The work is done in
 * compiler/points/. */
#include <stdlib.h>
#include <string.h>

#include "commands/compare_bus.h"
#include "commands/deliver.h"
#include "fpga/board.h"
#include "leaves/leaf.h"
#include "network/leaf.h"
#include "network/machine.h"
#include "parse/kind.h"
#include "points/curves.h"
#include "simulate/simulate.h"
#include "util/limit.h"
#include "util/message.h"
#include "util/process.h"

enum {
	OPTION_PATTERN, OPTION_SEEDS, OPTION_SEED, OPTION_SLOTS, OPTION_MOST_SLOTS, OPTION_LOADS, OPTION_BOARD, OPTION_BUS, OPTION_ACCESSES,
	OPTION_READS, OPTION_THINK, OPTION_MEMORY_CLOCKS, OPTION_COUNT
};

static const struct option options[] = {
	[OPTION_PATTERN] = { "--pattern", "LIST", "patterns, NAME,...: uniform (default), bit-complement, bit-reverse, transpose, shuffle,"
			     " tornado, neighbor, hotspot, permutation" },
	[OPTION_SEEDS] = { "--seeds", "N", "runs of each load, 2 to 64; default 4; more where they differ by more than chance" },
	[OPTION_SEED] = { "--seed", "S", "seed of the first of them; default 1" },
	[OPTION_SLOTS] = { "--slots", "N", "slots of a run at first, its warm-up included; it becomes twice as long until its figures"
			   " have converged; default 256" },
	[OPTION_MOST_SLOTS] = { "--most-slots", "N", "slots of a run at most; default 131072, of Verilog 4096" },
	[OPTION_LOADS] = { "--loads", "LIST", "loads, LOAD,... in messages per end and slot, besides the greatest one; default: found for"
			   " each network, from 0.2 of its saturation to its knee" },
	[OPTION_BOARD] = { "--board", "NAME", "with the clocks that the networks reach on this board; default: on any parts of the"
			   " family that the files give" },
	[OPTION_BUS] = { "--bus", NULL, "instead of messages, the same random accesses over each network's bus: accesses a second, alone and"
			 " for each LUT4, bridges included; in the Verilog, which is compiled for each network" },
	[OPTION_ACCESSES] = { "--accesses", "N", "with --bus: accesses to measure in each run (default 10000)" },
	[OPTION_READS] = { "--reads", "P", "with --bus: share of the accesses that read (default 0.5)" },
	[OPTION_THINK] = { "--think", "N", "with --bus: clocks, on average, that a master waits before its next access (default 0)" },
	[OPTION_MEMORY_CLOCKS] = { "--memory-clocks", "N", "with --bus: clocks that a memory takes beyond the first, or a range, 0..15, from"
				   " which each access draws (default 0)" },
	[OPTION_COUNT] = { 0 },
};

enum { MOST_NETWORKS = 64, USUAL_SEEDS = 4, LEAST_SLOTS = 40, USUAL_SLOTS = 256, MOST_SLOTS = 1 << 20 };

/* What is asked for. */
struct compare {
	const struct command_line *line;
	struct board board;
	bool has_board;
	enum pattern pattern[PATTERN_COUNT];
	double load[CURVE_MOST_LOADS];
	struct curves_request request;
	struct points points;
	bool renamed;			/* at least one network is called like its file */
	struct bus_options accesses;	/* with --bus */
};

/* Takes a pattern of the list. False after a message. */
static bool add_pattern(const struct option_part *part, void *context)
{
	struct compare *c = context;
	unsigned pattern = 0;

	if (!part_word(part, pattern_names, PATTERN_COUNT, &pattern))
		return false;
	for (size_t i = 0; i < c->request.patterns; i++)
		if (c->pattern[i] == (enum pattern)pattern) {
			error("--pattern names %s twice: expected each pattern once", part->text);
			return suggest_without_part(part);
		}
	c->pattern[c->request.patterns++] = (enum pattern)pattern;
	return true;
}

static bool read_patterns(struct compare *c, const char *list)
{
	c->request.pattern = c->pattern;
	return option_each_part("--pattern", list ? list : pattern_names[PATTERN_UNIFORM], add_pattern, c);
}

static bool add_load(const struct option_part *part, void *context)
{
	struct compare *c = context;
	double load;

	if (!part_real(part, 0.0001, 64, &load))
		return false;
	for (size_t i = 0; i < c->request.loads; i++)
		if (c->load[i] == load) {
			error("--loads has %s twice: expected each load once", part->text);
			return suggest_without_part(part);
		}
	if (c->request.loads == CURVE_MOST_LOADS) {
		error("--loads has more than %d loads", CURVE_MOST_LOADS);
		return suggest_without_part(part);
	}
	c->load[c->request.loads++] = load;
	return true;
}

static bool read_lengths(struct compare *c, const char *const *value)
{
	struct curves_request *r = &c->request;

	if (!option_unsigned("--slots", value[OPTION_SLOTS], LEAST_SLOTS, MOST_SLOTS, &r->slots)
	    || !option_unsigned("--most-slots", value[OPTION_MOST_SLOTS], LEAST_SLOTS, MOST_SLOTS, &r->most_slots))
		return false;
	if (!value[OPTION_MOST_SLOTS] || r->most_slots >= r->slots)
		return true;
	error("--most-slots is %lu: expected --slots, %lu, or more", r->most_slots, r->slots);
	return suggest("--slots %lu", r->most_slots);
}

/* With --bus, no option of messages; without it, none of accesses. */
static bool check_bus_options(const char *const *value)
{
	static const bool messages[OPTION_COUNT] = {
		[OPTION_PATTERN] = true, [OPTION_SLOTS] = true, [OPTION_MOST_SLOTS] = true, [OPTION_LOADS] = true,
	};

	for (unsigned i = 0; i < OPTION_COUNT; i++) {
		if (value[i] && value[OPTION_BUS] && messages[i])
			return error("--bus and %s do not go together: that option is of runs of messages, not of accesses", options[i].name)
			       || suggest("without %s", options[i].name);
		if (value[i] && !value[OPTION_BUS] && i > OPTION_BUS)
			return error("%s is given without --bus: expected both, for it is about accesses over a bus", options[i].name)
			       || suggest("--bus");
	}
	return true;
}

static bool read_options(struct compare *c)
{
	const char *const *value = c->line->value;

	c->request = (struct curves_request){ .slots = USUAL_SLOTS, .seed = 1, .seeds = USUAL_SEEDS,
					       .close = usual_closeness };
	if (!check_bus_options(value) || !read_patterns(c, value[OPTION_PATTERN])
	    || !option_unsigned("--seeds", value[OPTION_SEEDS], 2, TRIALS_MOST_SEEDS, &c->request.seeds)
	    || !option_unsigned("--seed", value[OPTION_SEED], 0, INT32_MAX, &c->request.seed)
	    || !read_lengths(c, value))
		return false;
	if (value[OPTION_LOADS] && !option_each_part("--loads", value[OPTION_LOADS], add_load, c))
		return false;
	c->request.load = c->load;
	c->has_board = value[OPTION_BOARD];
	return !c->has_board || board_read(&c->board, value[OPTION_BOARD]);
}

/* Whether the pattern has a meaning for so many ends. */
static bool check_patterns(const struct compare *c, const struct spec *spec, const char *file)
{
	for (size_t i = 0; i < c->request.patterns; i++) {
		const char *refusal = pattern_refusal(c->pattern[i], spec->leaves);

		if (!refusal)
			continue;
		error("--pattern %s %s: %s has %u %s", pattern_names[c->pattern[i]], refusal, file, spec->leaves, spec->machine->ends);
		return suggest("--pattern uniform");
	}
	return true;
}

static bool check_bus(struct compare *c, const char *file)
{
	const char *const *value = c->line->value;
	char *seeds = format_string("%lu", c->request.seeds);
	const struct bus_values values = {
		.reads = value[OPTION_READS], .unmapped = "0", .think = value[OPTION_THINK], .memory_clocks = value[OPTION_MEMORY_CLOCKS],
		.accesses = value[OPTION_ACCESSES], .seed = value[OPTION_SEED], .seeds = seeds,
	};
	bool good = compare_bus_check(&c->points, file, &values, &c->accesses);

	free(seeds);
	return good;
}

static bool check_network(struct compare *c, const char *file)
{
	const struct point *point = &c->points.point[c->points.count - 1];

	if (c->line->value[OPTION_BUS])
		return check_bus(c, file);
	if (point->spec.leaf->speaks & LEAF_SPEAKS_WIRES)
		return require_speech(&point->spec, LEAF_SPEAKS_MESSAGES, "ftc compare");
	if (!(point->spec.leaf->speaks & LEAF_SPEAKS_MESSAGES) || point->spec.machine->model.simulator->options)
		return machine_lacks(&point->spec, "ftc compare");
	return machine_on_one_chip(&point->spec, "ftc compare") && machine_draws_messages(&point->spec) && check_patterns(c, &point->spec, file);
}

/* The name of a file, without folders and suffix, as a name of a network in tables: no commas, quotes or control characters. Fresh. */
static char *name_of_file(const char *file)
{
	const char *slash = strrchr(file, '/');
	char *name = copy_string(slash ? slash + 1 : file), *point = strrchr(name, '.');

	if (point && point > name && (strcmp(point, ".yaml") == 0 || strcmp(point, ".yml") == 0))
		*point = 0;
	for (char *at = name; *at; at++)
		if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-", *at))
			*at = '_';
	return name;
}

static const char *file_of(const struct compare *c, size_t i)
{
	return i == 0 ? c->line->file : c->line->word[i - 1];
}

static bool has_name(const struct compare *c, const char *name, size_t first, size_t end)
{
	for (size_t i = first; i < end; i++)
		if (strcmp(c->points.point[i].name, name) == 0)
			return true;
	return false;
}

/* Networks without a name of their own are called like their kind: where that is not enough, like their files. */
static void name_by_files(struct compare *c)
{
	for (size_t i = 0; i < c->points.count; i++) {
		struct point *point = &c->points.point[i];
		const char *kind = point->spec.kind->name;

		if (strcmp(point->spec.name, kind) == 0
		    && (has_name(c, kind, 0, i) || has_name(c, kind, i + 1, c->points.count) || c->renamed)) {
			free(point->name);
			point->name = name_of_file(file_of(c, i));
			c->renamed = true;
		}
	}
}

static bool check_names(const struct compare *c)
{
	for (size_t i = 0; i < c->points.count; i++) {
		const char *name = c->points.point[i].name;

		if (has_name(c, name, 0, i)) {
			error("%s is called %s, as a file before it is: expected a name of its own for each network", file_of(c, i), name);
			return suggest("name: %s_2, in %s", name, file_of(c, i));
		}
	}
	return true;
}

static bool read_networks(struct compare *c)
{
	const struct command_line *line = c->line;

	c->points = (struct points){ .board = c->has_board ? &c->board : NULL };
	for (size_t i = 0; i <= line->word_count; i++) {
		struct points_request request = {
			.file = file_of(c, i), .overrides = line->overrides,
			.override_count = line->override_count, .board = c->points.board,
		};

		if (!points_add(&c->points, &request) || !check_network(c, request.file))
			return false;
	}
	name_by_files(c);
	return check_names(c);
}

static int deliver(struct compare *c, const struct curve *curve, const char *gnuplot)
{
	struct findings found = { 0 };
	struct text csv = { 0 };
	int status = EXIT_WORK_FAILED;

	curves_report(&c->points, &c->request, curve, &found);
	for (size_t i = 0; i < c->points.count; i++)
		deliver_about(&found, &c->points.point[i].spec);
	curves_csv(&c->points, &c->request, curve, &csv);
	if (!gnuplot || curves_picture(&c->points, &c->request, curve, gnuplot, &csv, &found.files)) {
		if (gnuplot) {
			output_add(&found.files, "compare.csv", &csv);
			output_add_copy(&found.files, "compare.json", &found.json);
		}
		status = deliver_findings(c->line, "compare", &found);
	}
	text_free(&csv);
	findings_free(&found);
	return status;
}

static int compare_networks(struct compare *c)
{
	char *gnuplot = NULL;
	int status = EXIT_WORK_FAILED;

	if (c->line->output && (!output_check(c->line->output, c->line->command, "compare", &status)
				|| !(gnuplot = require_tool("gnuplot", "gnuplot-nox"))))
		return status;
	points_estimate(&c->points);
	limit_end();
	struct curve *curve = curves_make(&c->points, &c->request);

	status = deliver(c, curve, gnuplot);
	for (size_t i = 0; i < c->points.count * c->request.patterns && status == EXIT_DONE; i++)
		status = curve[i].done ? EXIT_DONE : EXIT_WORK_FAILED;
	free(curve);
	free(gnuplot);
	return status;
}

static int compare(const struct command_line *line)
{
	struct compare c = { .line = line };
	int status = EXIT_USAGE;

	if (read_options(&c) && read_networks(&c))
		status = line->value[OPTION_BUS] ? compare_bus(line, &c.points, &c.accesses) : compare_networks(&c);
	points_free(&c.points);
	board_free(&c.board);
	return status;
}

const struct command command_compare = {
	.name = "compare",
	.summary = "simulate several networks load by load: one table, one plot",
	.usage = "FILE... [--pattern LIST | --bus] [--seeds N] [--board NAME] [-o DIR]",
	.options = options,
	.needs_file = true,
	.words = MOST_NETWORKS - 1,
	.takes = TAKES_SET | TAKES_OUTPUT | TAKES_JSON | TAKES_TOOL_TIME | TAKES_TOOL_MEMORY | TAKES_LIMIT | TAKES_PAGE,
	.run = compare,
};
