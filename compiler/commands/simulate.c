/* simulate.c: `ftc simulate`: the generated Verilog, verilated, driven from C, every message checked.
 *
 * In: a parameter file and options. Out: throughput and latency, or the first thing that went wrong, with
 * status 1. */
#include "simulate/simulate.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/deliver.h"
#include "emit/emit.h"
#include "model.h"
#include "random.h"
#include "schedule/schedule.h"
#include "schedule/messages.h"
#include "simulate/verilate.h"
#include "util/message.h"
#include "util/text.h"

enum option_index {
	OPTION_PATTERN, OPTION_LOAD, OPTION_FRAMES, OPTION_SEED, OPTION_MESSAGES, OPTION_WARMUP, OPTION_HOTSPOT,
	OPTION_BACK_PRESSURE, OPTION_SWEEP, OPTION_LOADS, OPTION_TRACE, OPTION_COUNT
};

static const struct option options[] = {
	[OPTION_PATTERN] = { "--pattern", "NAME", "uniform (default), bit-complement, bit-reverse, transpose, shuffle,"
			     " tornado, neighbor, hotspot, permutation" },
	[OPTION_LOAD] = { "--load", "RATE", "messages per leaf and frame slot (default 0.4)" },
	[OPTION_FRAMES] = { "--frames", "N", "frame slots to measure (default 1000)" },
	[OPTION_SEED] = { "--seed", "S", "of everything random (default 1)" },
	[OPTION_MESSAGES] = { "--messages", "FILE", "send these, \"source destination [payload]\" a line, instead of a pattern;"
			      " destination * is all leaves, @1 a group" },
	[OPTION_WARMUP] = { "--warmup", "N", "slots before the measured ones (default a tenth of them, at least 20)" },
	[OPTION_HOTSPOT] = { "--hotspot", "LIST", "destinations of the pattern hotspot, LEAF[:WEIGHT],... or rest:WEIGHT"
			     " for all leaves alike (default 0)" },
	[OPTION_BACK_PRESSURE] = { "--back-pressure", "P", "share of clocks, 0 to 0.95, in which a receiving leaf is not ready" },
	[OPTION_SWEEP] = { "--sweep", NULL, "throughput and latency over the load: CSV, and with -o a plot" },
	[OPTION_LOADS] = { "--loads", "LIST", "loads of the sweep, R,R,... (default 20 up to one per connection)" },
	[OPTION_TRACE] = { "--trace", "FILE", "write a waveform, FILE.fst, and a GTKWave save file beside it" },
	[OPTION_COUNT] = { NULL, NULL, NULL }
};

enum { DEFAULT_FRAMES = 1000, LEAST_WARMUP = 20, SWEEP_POINTS = 20, MOST_WEIGHT = 1000000, MOST_LIST = 4096,
       DRAIN_SLOTS = 100, PATIENCE_SLOTS = 1000, MOST_LOAD = 64 };

/* Splits LIST at its commas and hands every piece to `use`; false when one is refused. */
static bool each_of_list(const char *list, bool (*use)(const char *piece, void *context), void *context)
{
	char *copy = copy_string(list), *piece = copy, *comma;
	bool good;

	do {
		comma = strchr(piece, ',');
		if (comma)
			*comma = 0;
		good = use(piece, context);
		piece = comma + 1;
	} while (good && comma);
	free(copy);
	return good;
}

struct hotspot_reader {
	struct simulate_options *options;
	unsigned leaves;
};

static bool add_hotspot(const char *piece, void *context)
{
	struct hotspot_reader *reader = context;
	struct simulate_options *o = reader->options;
	const char *colon = strchr(piece, ':');
	char *leaf = colon ? format_string("%.*s", (int)(colon - piece), piece) : copy_string(piece);
	unsigned long number = HOTSPOT_REST, weight = 1;
	bool good = o->hotspot_count < MOST_LIST;

	if (!good)
		error("--hotspot: more than %d entries", MOST_LIST);
	if (good && strcmp(leaf, "rest"))
		good = option_unsigned("--hotspot", leaf, 0, reader->leaves - 1, &number);
	if (good && colon)
		good = option_unsigned("--hotspot", colon + 1, 1, MOST_WEIGHT, &weight);
	if (good) {
		o->hotspot = reallocate(o->hotspot, (o->hotspot_count + 1) * sizeof(*o->hotspot));
		o->hotspot[o->hotspot_count++] = (struct hotspot){ (uint32_t)number, (uint32_t)weight };
	}
	free(leaf);
	return good;
}

static bool add_load(const char *piece, void *context)
{
	struct simulate_options *o = context;
	double load;

	if (!option_real("--loads", piece, 1e-6, MOST_LOAD, &load))
		return false;
	o->loads = reallocate(o->loads, (o->load_count + 1) * sizeof(*o->loads));
	o->loads[o->load_count++] = load;
	return true;
}

static void default_loads(struct simulate_options *o, unsigned connections)
{
	o->load_count = SWEEP_POINTS;
	o->loads = allocate_array(SWEEP_POINTS, sizeof(*o->loads));
	for (unsigned i = 0; i < SWEEP_POINTS; i++)
		o->loads[i] = (double)connections * (i + 1) / SWEEP_POINTS;
}

/* Options that contradict each other. */
static bool check_together(const char *const *value)
{
	static const struct { enum option_index a, b; const char *why; } excluded[] = {
		{ OPTION_MESSAGES, OPTION_PATTERN, "the file says who sends to whom" },
		{ OPTION_MESSAGES, OPTION_LOAD, "all messages of a file are sent as soon as the network takes them" },
		{ OPTION_MESSAGES, OPTION_SWEEP, "a file of messages has no load" },
		{ OPTION_MESSAGES, OPTION_HOTSPOT, "the file says who sends to whom" },
		{ OPTION_MESSAGES, OPTION_FRAMES, "a file of messages is simulated until all have arrived" },
		{ OPTION_MESSAGES, OPTION_WARMUP, "all messages of a file are measured" },
		{ OPTION_SWEEP, OPTION_LOAD, "a sweep has many loads; choose them by --loads" },
		{ OPTION_SWEEP, OPTION_TRACE, "a sweep is many runs" },
	};

	for (size_t i = 0; i < sizeof(excluded) / sizeof(excluded[0]); i++) {
		if (value[excluded[i].a] && value[excluded[i].b]) {
			error("%s and %s do not go together: %s", options[excluded[i].a].name,
			      options[excluded[i].b].name, excluded[i].why);
			return false;
		}
	}
	if (value[OPTION_LOADS] && !value[OPTION_SWEEP]) {
		error("--loads is only for --sweep");
		return false;
	}
	return true;
}

/* A sorter takes words, not messages. */
static bool check_sorter(const char *const *value)
{
	for (unsigned i = 0; i < OPTION_COUNT; i++) {
		if (value[i] && i != OPTION_FRAMES && i != OPTION_SEED && i != OPTION_TRACE) {
			error("%s has no meaning for a sorter: expected --frames, --seed or --trace", options[i].name);
			return false;
		}
	}
	return true;
}

/* A schedule says who sends what to whom, and when. */
static bool check_scheduled(const struct network *net, const char *const *value)
{
	for (unsigned i = 0; i < OPTION_COUNT; i++) {
		if (value[i] && i != OPTION_SEED && i != OPTION_TRACE) {
			error("%s has no meaning for a network that plays a schedule: expected --seed or --trace", options[i].name);
			return false;
		}
	}
	if (net->schedule && net->schedule->schedule.cycles > 0)
		return true;
	error(net->schedule ? "the schedule has no delivery cycle: there is nothing to play" : "no schedule is built in: there is nothing to play");
	suggest("--set schedule=FILE, which `ftc schedule %s MESSAGES -o FILE` writes", net->spec->source);
	return false;
}

static bool read_pattern(const char *name, unsigned leaves, enum pattern *pattern)
{
	const char *near, *refusal;

	if (!pattern_find(name, pattern)) {
		error("--pattern is \"%s\": expected one of uniform, bit-complement, bit-reverse, transpose, shuffle,"
		      " tornado, neighbor, hotspot, permutation", name);
		near = nearest_name(name, pattern_names, PATTERN_COUNT);
		if (near)
			suggest("--pattern %s", near);
		return false;
	}
	refusal = pattern_refusal(*pattern, leaves);
	if (refusal) {
		error("--pattern %s %s: this network has %u", name, refusal, leaves);
		suggest("--pattern bit-complement, tornado or permutation, which are defined for any number");
	}
	return !refusal;
}

static bool read_numbers(struct simulate_options *o, const char *const *value, const struct spec *spec)
{
	if (value[OPTION_LOAD] && !option_real("--load", value[OPTION_LOAD], 1e-6, MOST_LOAD, &o->load))
		return false;
	if (value[OPTION_FRAMES]
	    && !option_unsigned("--frames", value[OPTION_FRAMES], 1, 1000000000, &o->frames))
		return false;
	o->warmup = o->frames / 10 > LEAST_WARMUP ? o->frames / 10 : LEAST_WARMUP;
	if (value[OPTION_WARMUP]
	    && !option_unsigned("--warmup", value[OPTION_WARMUP], 0, 1000000000, &o->warmup))
		return false;
	if (value[OPTION_SEED] && !option_unsigned("--seed", value[OPTION_SEED], 0, UINT64_MAX, &o->seed))
		return false;
	if (value[OPTION_BACK_PRESSURE]
	    && !option_real("--back-pressure", value[OPTION_BACK_PRESSURE], 0, 0.95, &o->back_pressure))
		return false;
	if (!value[OPTION_LOADS])
		default_loads(o, spec->connections);
	return !value[OPTION_LOADS] || each_of_list(value[OPTION_LOADS], add_load, o);
}

static bool read_options(struct simulation *s)
{
	const struct spec *spec = s->network->spec;
	struct simulate_options *o = &s->options;
	const char *value[OPTION_COUNT] = { 0 };
	struct hotspot_reader hotspots = { o, spec->leaves };
	size_t words;

	*o = (struct simulate_options){ .load = 0.4, .frames = DEFAULT_FRAMES, .seed = 1 };
	if (!options_read(s->line, options, value, NULL, 0, &words) || !check_together(value))
		return false;
	if (spec->network == NETWORK_SORTER && !check_sorter(value))
		return false;
	if (spec->switching == SWITCHING_OFF_LINE && spec->leaf_interface == LEAF_AXI_STREAM && !check_scheduled(s->network, value))
		return false;
	o->messages = value[OPTION_MESSAGES];
	o->trace = value[OPTION_TRACE];
	o->sweep = value[OPTION_SWEEP] != NULL;
	if (value[OPTION_HOTSPOT])
		o->pattern = PATTERN_HOTSPOT;
	if (value[OPTION_PATTERN] && !read_pattern(value[OPTION_PATTERN], spec->leaves, &o->pattern))
		return false;
	if (value[OPTION_HOTSPOT] && o->pattern != PATTERN_HOTSPOT) {
		error("--hotspot is only for --pattern hotspot");
		return false;
	}
	return read_numbers(o, value, spec)
	       && (!value[OPTION_HOTSPOT] || each_of_list(value[OPTION_HOTSPOT], add_hotspot, &hotspots));
}

/* The subtree of some 64 leaves that is verilated by itself in a large network, or NULL in a small one. */
static char *hierarchical_module(const struct simulation *s)
{
	const struct spec *spec = s->network->spec;
	enum { LARGE = 512, BLOCK_LEVELS = 6 };
	unsigned levels = s->network->levels;

	if (spec->network == NETWORK_SORTER || spec->leaves <= LARGE || s->options.trace)
		return NULL;
	if (spec->network == NETWORK_FAT_TREE)
		return format_string("%s_subtree_%u", spec->name, levels - BLOCK_LEVELS);
	for (size_t i = 0; i < s->network->subtree_count; i++)
		if (s->network->subtree[i]->leaves >= 1u << BLOCK_LEVELS)
			return format_string("%s_subtree_%u", spec->name, levels - s->network->subtree[i]->level);
	return NULL;
}

static bool build_model(struct simulation *s)
{
	struct verilate v = { .rtl = &s->rtl, .trace = s->options.trace != NULL };
	struct verilate_port *port;
	char *block;

	s->design = design_lower(s->network);
	/* Not the command line as it is: it would make every run's Verilog, and so its library, another one. */
	if (!design_check(s->design) || !emit_verilog(s->design, s->network, "ftc simulate", &s->rtl))
		return false;
	port = verilate_ports(design_top(s->design), &v.port_count);
	block = hierarchical_module(s);
	v.top = s->network->spec->name;
	v.port = port;
	v.hierarchical = block;
	s->library = verilate(&v);
	free(block);
	free(port);
	return s->library != NULL;
}

/* Traces start from zeros as in an FPGA; other runs from registers full of random bits, so that nothing can
 * rest on what happens to stand in them before reset. */
static struct model *open_model(const struct simulation *s)
{
	struct model_start start = { s->trace_file, 0 };

	if (!s->trace_file)
		start.random_registers = (uint32_t)random_mix(s->options.seed) | 1;
	return model_open_as(s->library, &start);
}

bool simulate_once(const struct simulation *s, double load, struct simulate_point *point,
		   struct testbench_result *r)
{
	const struct simulate_options *o = &s->options;
	uint64_t slot = s->network->slot_clocks, warmup = o->warmup * slot, measured = o->frames * slot;
	struct testbench tb = simulation_testbench(s);

	tb.model = open_model(s);
	tb.traffic = simulation_traffic(s, load, warmup + measured);
	tb.warmup_clocks = o->messages ? 0 : warmup;
	tb.measured_clocks = o->messages ? 0 : measured;
	tb.drain_clocks = measured / 4 + DRAIN_SLOTS * slot;
	tb.patience_clocks = PATIENCE_SLOTS * slot;
	tb.show_progress = !o->sweep;
	memset(point, 0, sizeof(*point));
	memset(r, 0, sizeof(*r));
	if (tb.model) {
		point->passed = testbench_run(&tb, r);
		point->silent = traffic_silent(tb.traffic);
		simulation_point(s, load, r, point);
	}
	traffic_free(tb.traffic);
	model_close(tb.model);
	return point->passed;
}

void suggest_repeat(const struct simulation *s)
{
	suggest("%s (seed %lu): it happens again; with --trace FILE.fst a waveform shows it", s->line->invocation,
		s->options.seed);
}

int deliver_report(const struct simulation *s, const struct text *text, const struct text *json)
{
	struct output out = {0};
	struct text copy = {0};
	char *text_name, *json_name;

	progress_end();
	fputs(s->line->json ? json->bytes : text->bytes, stdout);
	if (!s->line->output)
		return EXIT_DONE;
	text_name = format_string("%s.txt", s->line->command);
	json_name = format_string("%s.json", s->line->command);
	text_add_bytes(&copy, text->bytes, text->length);
	output_add(&out, text_name, &copy);
	text_add_bytes(&copy, json->bytes, json->length);
	output_add(&out, json_name, &copy);
	free(text_name);
	free(json_name);
	return deliver_directory(s->line, s->network->spec->name, &out);
}

static int simulate_tree(struct simulation *s)
{
	struct testbench_result r;
	struct simulate_point point;
	struct text text = {0}, json = {0};
	int status;

	simulate_once(s, s->options.load, &point, &r);
	if (!r.latency)
		return EXIT_WORK_FAILED;
	result_text(s, &point, &r, &text);
	result_json(s, &point, &r, &json);
	status = deliver_report(s, &text, &json);
	/* The waveform of a failure is what one wants to see. */
	if (s->trace_file && !trace_finish(s))
		status = EXIT_WORK_FAILED;
	if (!point.passed) {
		suggest_repeat(s);
		status = EXIT_WORK_FAILED;
	}
	text_free(&text);
	text_free(&json);
	testbench_result_free(&r);
	return status;
}

static bool prepare(struct simulation *s)
{
	const struct spec *spec = s->network->spec;

	if (s->options.trace && !trace_prepare(s))
		return false;
	if (spec->network == NETWORK_SORTER)
		return true;
	if (spec->leaf_interface != LEAF_AXI_STREAM) {
		error("ftc simulate drives AXI4-Stream leaves; this network has bare wires");
		suggest("--set leaf-interface=axi-stream");
		return false;
	}
	return !s->options.messages
	       || messages_read(&s->list, s->options.messages, spec);
}

static int run_simulation(struct simulation *s)
{
	const struct spec *spec = s->network->spec;

	if (!read_options(s) || !prepare(s))
		return EXIT_USAGE;
	simulation_plan(s);
	if (!build_model(s))
		return EXIT_WORK_FAILED;
	if (spec->network == NETWORK_SORTER)
		return simulate_sorter(s);
	if (spec->switching == SWITCHING_OFF_LINE)
		return simulate_schedule(s);
	return s->options.sweep ? simulate_sweep(s) : simulate_tree(s);
}

static int simulate(const struct command_line *line)
{
	struct simulation s = { .line = line, .network = network_read(line->file, line->overrides, line->override_count) };
	int status;

	if (!s.network)
		return EXIT_USAGE;
	status = run_simulation(&s);
	progress_end();
	simulation_free(&s);
	return status;
}

const struct command command_simulate = {
	.name = "simulate",
	.summary = "verilate the network, drive it with traffic and check every message",
	.usage = "FILE [--pattern NAME] [--load RATE] [--frames N] [--seed S] [--messages FILE] [--sweep] [-o DIR]",
	.options = options,
	.needs_file = true,
	.takes = TAKES_SET | TAKES_OUTPUT | TAKES_JSON,
	.run = simulate,
};
