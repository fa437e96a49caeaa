/* compare.c: `ftc compare`: throughput and latency of several networks, load by load, in one table and one plot.
 *
 * In: parameter files, patterns, seeds, maybe a board. Out: a table; with -o also CSV, JSON and a picture. The work is done in
 * compiler/points/. */
#include <stdlib.h>
#include <string.h>

#include "commands/compare_bus.h"
#include "commands/compare_paired.h"
#include "commands/deliver.h"
#include "commands/demand.h"
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
	OPTION_PATTERN, OPTION_HOTSPOT, OPTION_MATRIX, OPTION_INJECTION, OPTION_BURST, OPTION_RATES, OPTION_PACKET_WORDS,
	OPTION_PAIRED, OPTION_OUTSTANDING, OPTION_BATCH, OPTION_REQUEST_WORDS, OPTION_REPLY_WORDS, OPTION_WORKLOAD, OPTION_WORDS,
	OPTION_ALGORITHM, OPTION_SEEDS, OPTION_SEED, OPTION_SLOTS, OPTION_MOST_SLOTS, OPTION_LOADS, OPTION_BOARD, OPTION_BUS, OPTION_ACCESSES,
	OPTION_READS, OPTION_THINK, OPTION_MEMORY_CLOCKS, OPTION_COUNT
};

static const struct option options[] = {
	[OPTION_PATTERN] = { "--pattern", "LIST", "patterns, NAME,...: uniform (default), bit-complement, bit-reverse, transpose, shuffle,"
			     " tornado, neighbor, hotspot, permutation; or mixtures, NAME:WEIGHT+..." },
	[OPTION_HOTSPOT] = { "--hotspot", "LIST", "destinations of the pattern hotspot; this option, and those up to"
			     " --packet-words, are as in ftc simulate" },
	[OPTION_MATRIX] = { "--matrix", "FILE", "traffic matrix, instead of patterns" },
	[OPTION_INJECTION] = { "--injection", "NAME", "injection process: bernoulli (default), poisson, on-off,"
			       " self-similar" },
	[OPTION_BURST] = { "--burst", "N", "mean burst length in messages or packets (default 8)" },
	[OPTION_RATES] = { "--rates", "LIST", "factor of the load for a leaf, LEAF:RATE,..., and rest:RATE for all"
			   " others (default 1)" },
	[OPTION_PACKET_WORDS] = { "--packet-words", "N", "in networks with packets: their sizes, 1 to N words at"
				  " random (default 1), or WORDS:WEIGHT,..." },
	[OPTION_PAIRED] = { "--paired", NULL, "instead of curves: send all networks the same messages at the same"
			    " times, and print how much later they arrive than in the first; --loads are in messages"
			    " per leaf and slot of the first (default 0.3)" },
	[OPTION_OUTSTANDING] = { "--outstanding", "N", "as --paired, with requests of a closed loop; this option,"
				 " and those up to --algorithm, are as in ftc simulate" },
	[OPTION_BATCH] = { "--batch", "N", "as --paired, with a closed loop that ends when each leaf has N requests"
			   " answered" },
	[OPTION_REQUEST_WORDS] = { "--request-words", "N", "words per request (default 1)" },
	[OPTION_REPLY_WORDS] = { "--reply-words", "N", "words per reply (default 1)" },
	[OPTION_WORKLOAD] = { "--workload", "NAME", "as --paired, with the messages of this collective operation" },
	[OPTION_WORDS] = { "--words", "N", "words per leaf of the workload (default 64)" },
	[OPTION_ALGORITHM] = { "--algorithm", "NAME", "algorithm of all-reduce: ring (default), tree,"
			       " recursive-doubling" },
	[OPTION_SEEDS] = { "--seeds", "N", "runs per load, 2 to 64; default 4; more where they differ by more than"
			   " chance" },
	[OPTION_SEED] = { "--seed", "S", "seed of the first run; default 1" },
	[OPTION_SLOTS] = { "--slots", "N", "initial length of a run in slots, warm-up included; doubled until its"
			   " figures converge; default 256" },
	[OPTION_MOST_SLOTS] = { "--most-slots", "N", "maximum length of a run in slots; default 131072, in Verilog"
				" 4096" },
	[OPTION_LOADS] = { "--loads", "LIST", "loads besides the greatest, LOAD,... in messages per leaf and slot;"
			   " default: for each network from 0.2 of its saturation to its knee" },
	[OPTION_BOARD] = { "--board", "NAME", "use the clocks that the networks reach on this board; default: on any"
			   " part of the family in the files" },
	[OPTION_BUS] = { "--bus", NULL, "instead of messages: simulate, in Verilog, the same random accesses over"
			 " each network's bus, and print accesses per second and per LUT4, bridges included" },
	[OPTION_ACCESSES] = { "--accesses", "N", "with --bus: accesses to measure in each run (default 10000)" },
	[OPTION_READS] = { "--reads", "P", "with --bus: share of accesses that read (default 0.5)" },
	[OPTION_THINK] = { "--think", "N", "mean wait of a master before its next access (--bus), or of a leaf"
			   " before its next request (closed loop), in clocks of the first network (default 0)" },
	[OPTION_MEMORY_CLOCKS] = { "--memory-clocks", "N", "with --bus: clocks per memory access beyond the first,"
				   " or a range, 0..15, from which each access draws (default 0)" },
	[OPTION_COUNT] = { 0 },
};

enum { MOST_NETWORKS = 64, MOST_PATTERNS = 16, USUAL_SEEDS = 4, LEAST_SLOTS = 40, USUAL_SLOTS = 256, MOST_SLOTS = 1 << 20, PAIRED_SLOTS = 1000 };
static const double paired_load = 0.3;

/* What is asked for. */
struct compare {
	const struct command_line *line;
	struct board board;
	bool has_board;
	char *pattern[MOST_PATTERNS];	/* NULL: not given */
	struct traffic_demand *demand;	/* [network * patterns + pattern] */
	double load[CURVE_MOST_LOADS];
	struct curves_request request;
	struct points points;
	bool renamed;			/* at least one network is called like its file */
	struct bus_options accesses;	/* with --bus */
	struct collective workload;	/* with --workload */
};

/* Takes a pattern, or a mixture, of the list. False after a message. */
static bool add_pattern(const struct option_part *part, void *context)
{
	struct compare *c = context;

	for (size_t i = 0; i < c->request.patterns; i++)
		if (strcmp(c->pattern[i], part->text) == 0) {
			error("--pattern names %s twice: expected each pattern once", part->text);
			return suggest_without_part(part);
		}
	if (c->request.patterns == MOST_PATTERNS)
		return error("--pattern: more than %d patterns", MOST_PATTERNS);
	c->pattern[c->request.patterns++] = copy_string(part->text);
	return true;
}

static bool read_patterns(struct compare *c, const char *list)
{
	c->request.patterns = list ? 0 : 1;
	return !list || option_each_part("--pattern", list, add_pattern, c);
}

/* What the leaves of the network that was added last send, by pattern. */
static bool read_demands(struct compare *c)
{
	const char *const *value = c->line->value;
	size_t first = (c->points.count - 1) * c->request.patterns;
	struct network *net = network_new(&c->points.point[c->points.count - 1].spec);
	bool good = net;

	for (size_t i = 0; i < c->request.patterns && good; i++) {
		const struct demand_values v = {
			.pattern = c->pattern[i], .hotspot = value[OPTION_HOTSPOT], .matrix = value[OPTION_MATRIX],
			.injection = value[OPTION_INJECTION], .burst = value[OPTION_BURST], .rates = value[OPTION_RATES],
			.packet_words = value[OPTION_PACKET_WORDS], .outstanding = value[OPTION_OUTSTANDING], .batch = value[OPTION_BATCH],
			.think = value[OPTION_THINK], .request_words = value[OPTION_REQUEST_WORDS], .reply_words = value[OPTION_REPLY_WORDS],
		};

		c->demand[first + i] = (struct traffic_demand){ .packet_words = 1 };
		good = demand_read(&c->demand[first + i], &v, net);
	}
	network_free(net);
	return good;
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

static bool is_loop(const char *const *value)
{
	return value[OPTION_OUTSTANDING] || value[OPTION_BATCH];
}

static bool is_paired(const char *const *value)
{
	return value[OPTION_PAIRED] || is_loop(value) || value[OPTION_WORKLOAD];
}

static bool refuse_together(unsigned a, unsigned b, const char *why)
{
	return error("%s and %s do not go together: %s", options[a].name, options[b].name, why) || suggest("without %s", options[b].name);
}

/* Refuses what pairs, closed loops and workloads do not have, and what only they have. */
static bool check_paired(const struct compare *c)
{
	static const unsigned open[] = { OPTION_LOADS, OPTION_INJECTION, OPTION_BURST, OPTION_RATES, OPTION_PACKET_WORDS, OPTION_PATTERN,
					 OPTION_HOTSPOT, OPTION_MATRIX, OPTION_OUTSTANDING, OPTION_BATCH };
	static const struct { unsigned option, of; } only[] = {
		{ OPTION_REQUEST_WORDS, OPTION_OUTSTANDING }, { OPTION_REPLY_WORDS, OPTION_OUTSTANDING }, { OPTION_WORDS, OPTION_WORKLOAD },
		{ OPTION_ALGORITHM, OPTION_WORKLOAD },
	};
	enum { OF_LOOPS = 5 };		/* the first ones: a closed loop does not have these either */
	const char *const *value = c->line->value;
	unsigned what = value[OPTION_WORKLOAD] ? OPTION_WORKLOAD : value[OPTION_BATCH] ? OPTION_BATCH : OPTION_OUTSTANDING;
	size_t count = value[OPTION_WORKLOAD] ? sizeof open / sizeof *open : is_loop(value) ? OF_LOOPS : 0;

	for (size_t i = 0; i < count; i++)
		if (value[open[i]])
			return refuse_together(what, open[i], i < OF_LOOPS ? "what has arrived decides what is sent" : "it says who sends what");
	for (size_t i = 0; i < sizeof only / sizeof *only; i++)
		if (value[only[i].option] && (only[i].of == OPTION_WORKLOAD ? !value[OPTION_WORKLOAD] : !is_loop(value)))
			return error("%s is only for %s", options[only[i].option].name, only[i].of == OPTION_WORKLOAD ? "--workload"
				     : "--outstanding and --batch") || suggest("without %s", options[only[i].option].name);
	if ((value[OPTION_WORKLOAD] || value[OPTION_BATCH]) && value[OPTION_SLOTS])
		return refuse_together(what, OPTION_SLOTS, "such a run ends by itself");
	if (is_paired(value) && value[OPTION_MOST_SLOTS])
		return refuse_together(value[OPTION_PAIRED] ? OPTION_PAIRED : what, OPTION_MOST_SLOTS, "pairs run for as long as --slots says");
	return !is_paired(value) || c->request.patterns == 1
	       || error("--pattern names %zu patterns: expected one for pairs", c->request.patterns) || suggest("--pattern %s", c->pattern[0]);
}

/* With --bus, no option of messages; without it, none of accesses. */
static bool check_bus_options(const char *const *value)
{
	static const bool messages[OPTION_COUNT] = {
		[OPTION_PATTERN] = true, [OPTION_HOTSPOT] = true, [OPTION_MATRIX] = true, [OPTION_INJECTION] = true, [OPTION_BURST] = true,
		[OPTION_RATES] = true, [OPTION_PACKET_WORDS] = true, [OPTION_PAIRED] = true, [OPTION_OUTSTANDING] = true, [OPTION_BATCH] = true,
		[OPTION_REQUEST_WORDS] = true, [OPTION_REPLY_WORDS] = true, [OPTION_WORKLOAD] = true, [OPTION_WORDS] = true,
		[OPTION_ALGORITHM] = true, [OPTION_SLOTS] = true, [OPTION_MOST_SLOTS] = true, [OPTION_LOADS] = true,
	};

	for (unsigned i = 0; i < OPTION_COUNT; i++) {
		if (value[i] && value[OPTION_BUS] && messages[i])
			return error("--bus and %s do not go together: that option is of runs of messages, not of accesses", options[i].name)
			       || suggest("without %s", options[i].name);
		if (value[i] && !value[OPTION_BUS] && i > OPTION_BUS && !(i == OPTION_THINK && is_loop(value)))
			return error("%s is given without --bus%s", options[i].name, i == OPTION_THINK ? ", --outstanding or --batch: expected one of them"
				     : ": expected both, for it is about accesses over a bus") || suggest("--bus");
	}
	return true;
}

static bool read_options(struct compare *c)
{
	const char *const *value = c->line->value;

	c->request = (struct curves_request){ .slots = is_paired(value) ? PAIRED_SLOTS : USUAL_SLOTS, .seed = 1, .seeds = USUAL_SEEDS,
					       .close = usual_closeness };
	if (!check_bus_options(value) || !read_patterns(c, value[OPTION_PATTERN]) || !check_paired(c)
	    || !option_unsigned("--seeds", value[OPTION_SEEDS], 2, TRIALS_MOST_SEEDS, &c->request.seeds)
	    || !option_unsigned("--seed", value[OPTION_SEED], 0, INT32_MAX, &c->request.seed)
	    || !read_lengths(c, value))
		return false;
	if (value[OPTION_LOADS] && !option_each_part("--loads", value[OPTION_LOADS], add_load, c))
		return false;
	c->request.load = c->load;
	if (value[OPTION_WORKLOAD]
	    && !workload_read(&c->workload, value[OPTION_WORKLOAD], value[OPTION_WORDS], value[OPTION_ALGORITHM]))
		return false;
	c->has_board = value[OPTION_BOARD];
	return !c->has_board || board_read(&c->board, value[OPTION_BOARD]);
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

/* Where words are single, packets have no sizes. */
static bool check_packets(const struct spec *spec, const char *words, const char *file)
{
	return !words || spec->packet || error("--packet-words is given, but %s has no packets: expected packet: true, in networks with lanes", file)
	       || suggest("--set packet=true --set lanes=auto");
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
	return machine_draws_messages(&point->spec) && (!is_paired(c->line->value) || compare_paired_check(&c->points, file)) && check_packets(&point->spec, c->line->value[OPTION_PACKET_WORDS], file) && read_demands(c);
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
	c->demand = allocate_array((line->word_count + 1) * c->request.patterns, sizeof *c->demand);
	c->request.demand = c->demand;
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
				|| !(gnuplot = require_tool("gnuplot"))))
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

static int compare_pairs(struct compare *c)
{
	const struct curves_request *r = &c->request;
	const struct paired_request pairs = {
		.demand = c->demand, .workload = c->line->value[OPTION_WORKLOAD] ? &c->workload : NULL, .load = r->loads > 0 ? r->load : &paired_load,
		.loads = r->loads > 0 ? r->loads : 1, .slots = r->slots, .seed = r->seed, .seeds = r->seeds,
	};

	return compare_paired(c->line, &c->points, &pairs);
}

static int compare(const struct command_line *line)
{
	struct compare c = { .line = line };
	int status = EXIT_USAGE;

	if (read_options(&c) && read_networks(&c))
		status = line->value[OPTION_BUS] ? compare_bus(line, &c.points, &c.accesses)
			 : is_paired(line->value) ? compare_pairs(&c) : compare_networks(&c);
	for (size_t i = 0; c.demand && i < (line->word_count + 1) * c.request.patterns; i++)
		demand_free(&c.demand[i]);
	for (size_t i = 0; i < c.request.patterns; i++)
		free(c.pattern[i]);
	free(c.demand);
	points_free(&c.points);
	board_free(&c.board);
	return status;
}

const struct command command_compare = {
	.name = "compare",
	.summary = "simulate several networks over a range of loads: one table, one plot",
	.page = "docs/how-to/compare.md",
	.usage = "FILE... [--pattern LIST | --paired | --outstanding N | --workload NAME | --bus] [--seeds N] [--board NAME] [-o DIR]",
	.options = options,
	.needs_file = true,
	.words = MOST_NETWORKS - 1,
	.takes = TAKES_SET | TAKES_OUTPUT | TAKES_DRAWINGS | TAKES_JSON | TAKES_TOOL_TIME | TAKES_TOOL_MEMORY | TAKES_LIMIT | TAKES_PAGE,
	.run = compare,
};
