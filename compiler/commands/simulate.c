/* simulate.c: `ftc simulate`: the generated Verilog, verilated, or the network's model, driven from C, with every message checked.
 *
 * In: a parameter file and options. Out: throughput and latency, or the first error, with status 1. The work is done
 * in compiler/simulate/ and by the machine. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/deliver.h"
#include "commands/demand.h"
#include "commands/run_results.h"
#include "commands/simulate_bus.h"
#include "commands/simulate_top.h"
#include "commands/strikes.h"
#include "leaves/leaf.h"
#include "model/share.h"
#include "network/machine.h"
#include "parse/crossing.h"
#include "parse/keys.h"
#include "schedule/messages.h"
#include "shells/shells.h"
#include "simulate/heat_map.h"
#include "simulate/simulate.h"
#include "simulate/trials.h"
#include "util/digest.h"
#include "util/file.h"
#include "util/limit.h"
#include "util/message.h"
#include "util/ranks.h"
#include "util/text.h"

enum option_index {
	OPTION_PATTERN, OPTION_MATRIX, OPTION_INJECTION, OPTION_BURST, OPTION_RATES, OPTION_LOAD, OPTION_FRAMES, OPTION_SEED, OPTION_SEEDS, OPTION_MESSAGES, OPTION_WORKLOAD, OPTION_WORDS, OPTION_ALGORITHM,
	OPTION_OUTSTANDING, OPTION_BATCH, OPTION_REQUEST_WORDS, OPTION_REPLY_WORDS, OPTION_WARMUP, OPTION_HOTSPOT,
	OPTION_TO_OUTSIDE, OPTION_FROM_OUTSIDE, OPTION_BACK_PRESSURE, OPTION_STOPPED, OPTION_PACKET_WORDS, OPTION_STRIKE, OPTION_ENGINE, OPTION_PIECES, OPTION_PROCESSES, OPTION_SWEEP, OPTION_LOADS,
	OPTION_TRACE, OPTION_LOG, OPTION_HTML, OPTION_CHANNELS, OPTION_WINDOW, OPTION_TRIES, OPTION_HEAT_MAP, OPTION_ONE_ROUND, OPTION_BUS, OPTION_READS, OPTION_UNMAPPED, OPTION_ERRORS, OPTION_HOLDS, OPTION_THINK,
	OPTION_MEMORY_CLOCKS, OPTION_HOT, OPTION_DEAD, OPTION_ACCESSES, OPTION_TOP, OPTION_BOARD, OPTION_PINS, OPTION_CLOCKS, OPTION_CONSTRAINTS,
	OPTION_CLOCK, OPTION_CLOCK_HZ, OPTION_BAUD, OPTION_TOP_MODULE, OPTION_IMAGE, OPTION_AGAINST, OPTION_STEPS,
	OPTION_BIT_ERRORS, OPTION_DRIFT, OPTION_DELAY, OPTION_CUTS, OPTION_RESETS,
	OPTION_COUNT,
	FIRST_OF_BUS = OPTION_BUS, FIRST_OF_TOPS = OPTION_TOP, FIRST_OF_CIRCUITS = OPTION_TOP_MODULE, FIRST_OF_LINKS = OPTION_BIT_ERRORS
};

static const struct option options[] = {
	[OPTION_PATTERN] = { "--pattern", "NAME", "uniform (default), bit-complement, bit-reverse, transpose, shuffle,"
			     " tornado, neighbor, hotspot, permutation; or a mixture, NAME:WEIGHT+..." },
	[OPTION_MATRIX] = { "--matrix", "FILE", "traffic matrix: for each leaf a row of comma-separated numbers, its"
			    " traffic to each leaf; --load is the mean of all leaves" },
	[OPTION_INJECTION] = { "--injection", "NAME", "injection process: bernoulli (default), poisson, on-off,"
			       " self-similar" },
	[OPTION_BURST] = { "--burst", "N", "mean burst length of on-off and self-similar, in messages or packets"
			   " (default 8)" },
	[OPTION_RATES] = { "--rates", "LIST", "factor of --load for a leaf, LEAF:RATE,..., and rest:RATE for all"
			   " others (default 1)" },
	[OPTION_LOAD] = { "--load", "RATE", "messages per leaf and frame slot (default 0.4); with --messages:"
			  " divides their times (default 1)" },
	[OPTION_FRAMES] = { "--frames", "N", "frame slots to measure (default 1000)" },
	[OPTION_SEED] = { "--seed", "S", "seed of all random choices (default 1)" },
	[OPTION_SEEDS] = { "--seeds", "N", "run a pattern with N seeds, 1 to 64, and combine the results (default 1,"
			   " with --sweep 4)" },
	[OPTION_MESSAGES] = { "--messages", "FILE", "send these messages instead of a pattern, each line \"[name:]"
			      " [time] source destination [payload]\"; destination * is all leaves, @1 a group;"
			      " times: @1200 (clocks), @12s (slots), @+5 after 17,18 (after these are delivered),"
			      " @1200 after 17 (no sooner); `words N`: N words long; `class NAME` last: latencies by"
			      " class" },
	[OPTION_WORKLOAD] = { "--workload", "NAME", "run barrier, broadcast, reduce, all-reduce, all-gather,"
			      " all-to-all, halo-2d, halo-3d or fft among all leaves; prints its time beside lower"
			      " bounds" },
	[OPTION_WORDS] = { "--words", "N", "words per leaf of a workload, as in MPI's calls (default 64)" },
	[OPTION_ALGORITHM] = { "--algorithm", "NAME", "algorithm of all-reduce: ring (default), tree,"
			       " recursive-doubling" },
	[OPTION_OUTSTANDING] = { "--outstanding", "N", "closed loop: each leaf keeps N requests in flight, to leaves"
				 " of the pattern; --think after an answer it sends the next" },
	[OPTION_BATCH] = { "--batch", "N", "closed loop that ends when each leaf has N requests answered; prints its"
			   " time (default of --outstanding: N)" },
	[OPTION_REQUEST_WORDS] = { "--request-words", "N", "closed loop: words per request (default 1)" },
	[OPTION_REPLY_WORDS] = { "--reply-words", "N", "closed loop: words per reply (default 1); 0: delivery of a"
				 " request answers it" },
	[OPTION_WARMUP] = { "--warmup", "N", "slots before the measured ones (default: a tenth of them, at least 20)" },
	[OPTION_HOTSPOT] = { "--hotspot", "LIST", "destinations of the pattern hotspot, LEAF[:WEIGHT],... or"
			     " rest:WEIGHT for all leaves alike (default: the first leaf)" },
	[OPTION_TO_OUTSIDE] = { "--to-outside", "P", "share of messages to the outside, 0 to 1 (default 0), with"
				" root-interface: axi-stream; with link: to the other chip (default: the pattern"
				" covers all leaves)" },
	[OPTION_FROM_OUTSIDE] = { "--from-outside", "RATE", "messages from the outside per root wire and frame slot,"
				  " 0 to 1 (default 0)" },
	[OPTION_BACK_PRESSURE] = { "--back-pressure", "P",
				   "share of clocks in which a receiving leaf is not ready, 0 to 0.95" },
	[OPTION_STOPPED] = { "--stopped", "LIST", "leaves, LEAF,..., that receive nothing until the measured slots have ended" },
	[OPTION_PACKET_WORDS] = { "--packet-words", "N", "in networks with packets: their sizes, 1 to N words at"
				  " random (default 8), or WORDS:WEIGHT,..." },
	[OPTION_STRIKE] = { "--strike", "LIST", "set faults at given clocks: CLOCK:FAULT[+FAULT...],... or"
			    " CLOCK:none, in a hypertree with fault registers" },
	[OPTION_ENGINE] = { "--engine", "NAME", "rtl: the Verilog, in Verilator; model: the network's cycle-accurate"
			    " model in C; auto (default): the model, if there is one" },
	[OPTION_SWEEP] = { "--sweep", NULL, "measure throughput and latency over the load: CSV, and with -o a plot" },
	[OPTION_LOADS] = { "--loads", "LIST", "loads of the sweep, R,R,... (default 20 up to one per connection)" },
	[OPTION_TRACE] = { "--trace", "FILE", "write a waveform, FILE.fst, and a GTKWave save file beside it" },
	[OPTION_LOG] = { "--log", "FILE", "write a CSV line per delivery: source, number, destination, clocks of"
			 " creation, offer and delivery" },
	[OPTION_HTML] = { "--html", "FILE", "write one self-contained HTML page that plays the run word by word" },
	[OPTION_CHANNELS] = { "--channels", "FILE", "write a CSV of the words on each link in each window of slots:"
			      " all, delivered, lost beyond the link, refused" },
	[OPTION_WINDOW] = { "--window", "SLOTS", "slots per window of --channels (default 100)" },
	[OPTION_TRIES] = { "--tries", "FILE", "write a CSV line per try of a word: slot, source, destination,"
			   " number, outcome and path" },
	[OPTION_HEAT_MAP] = { "--heat-map", "FILE", "draw the network with its links coloured by use: FILE.svg, .pdf"
			      " or, for LaTeX, .tex" },
	[OPTION_PIECES] = { "--pieces", "LEVEL", "cut the network at these levels, LEVEL,..., and verilate equal"
			    " pieces once; 0: no cut (default auto)" },
	[OPTION_PROCESSES] = { "--processes", "N", "run in at most N processes, by Open MPI; or start `mpirun -n N ftc simulate ..` yourself,"
			       " also over several machines (default 1)" },
	[OPTION_ONE_ROUND] = { "--one-round", NULL, "send the messages of the file in one round, in a network that sends in"
			       " rounds" },
	[OPTION_BUS] = { "--bus", NULL, "instead of messages: simulate, in Verilog, random accesses of masters to"
			 " slaves over the network's bus" },
	[OPTION_READS] = { "--reads", "P", "with --bus: share of accesses that read (default 0.5)" },
	[OPTION_UNMAPPED] = { "--unmapped", "P", "with --bus: share of accesses to unmapped addresses (default 0.01)" },
	[OPTION_ERRORS] = { "--errors", "P", "with --bus: share of accesses that a memory answers with an error"
			    " (default 0)" },
	[OPTION_HOLDS] = { "--holds", "P", "with --bus: share of clocks in which a channel of an AXI4-Lite or"
			   " classic port waits (default 0)" },
	[OPTION_THINK] = { "--think", "N", "mean wait of a master before its next access (--bus), or of a leaf"
			   " before its next request (closed loop), in clocks (default 0)" },
	[OPTION_MEMORY_CLOCKS] = { "--memory-clocks", "N", "with --bus: clocks per memory access beyond the first,"
				   " or a range, 0..15, from which each access draws (default 0)" },
	[OPTION_HOT] = { "--hot", "LEAF", "with --bus: the slave to which all accesses go (default: to all slaves alike)" },
	[OPTION_DEAD] = { "--dead", "LEAF", "with --bus: the slave that never answers, in a bus with timeouts" },
	[OPTION_ACCESSES] = { "--accesses", "N", "with --bus: accesses to measure, of all masters together (default 10000)" },
	[OPTION_TOP] = { "--top", "FILE", "instead: your own top module with the network in it, as on a board; more files by more --top" },
	[OPTION_BOARD] = { "--board", "NAME", "with --top: the board whose pins it has (default icebreaker)" },
	[OPTION_PINS] = { "--pins", "FILE", "with --top: lines \"@CLOCK PIN LEVEL\" press buttons and check LEDs: @1000 button[0] 1; @2ms; uart_rx \"go\\n\"" },
	[OPTION_CLOCKS] = { "--clocks", "N", "with --top: clocks of the board's clock from the end of the reset on (default 1000000, or to the last line of --pins)" },
	[OPTION_CONSTRAINTS] = { "--constraints", "FILE", "with --top: a .pcf or .lpf with further pins of your top module" },
	[OPTION_CLOCK] = { "--clock", "MHZ", "with --top: the network's clock (default: the parameter file's or the board's)" },
	[OPTION_CLOCK_HZ] = { "--clock-hz", "N", "with --top: another CLOCK_HZ than the board's clock, for shorter times (4000: a second has 4,000 clocks)" },
	[OPTION_BAUD] = { "--baud", "RATE", "with --top: rate of the other end of the serial line (default 115200)" },
	[OPTION_TOP_MODULE] = { "--top-module", "NAME", "the name of your top module, or of the circuit's (default: ftc finds it)" },
	[OPTION_IMAGE] = { "--image", "FILE", "image that a device runs, made by `ftc compile`; several,"
			   " comma-separated, run in turn without a reset" },
	[OPTION_AGAINST] = { "--against", "FILE", "circuit to compare the image with, .v, .blif or Yosys' .json; one"
			     " per image" },
	[OPTION_STEPS] = { "--steps", "N", "steps of the circuit (default 1000)" },
	[OPTION_BIT_ERRORS] = { "--bit-errors", "P", "of a link: share of wrong bits on the cable (default 0)" },
	[OPTION_DRIFT] = { "--drift", "PPM", "of a link: parts in a million by which the second end's clock is slower (default 100)" },
	[OPTION_DELAY] = { "--delay", "CLOCKS", "of a link: delay of the cable (default 1)" },
	[OPTION_CUTS] = { "--cuts", "N", "of a link: mean number of times that each way of the cable is cut, is"
			  " noise, or loses or doubles a clock (default 0)" },
	[OPTION_RESETS] = { "--resets", "N", "of a link: mean number of resets of each end (default 0)" },
	[OPTION_COUNT] = { NULL, NULL, NULL }
};

enum { USUAL_WINDOW = 100 };	/* slots */
enum { SWEEP_SEEDS = 4, DEFAULT_PACKET_WORDS = 8 };
enum { DEFAULT_FRAMES = 1000, DEFAULT_STEPS = 1000, LEAST_WARMUP = 20, SWEEP_POINTS = 20 };
/* Of a sweep of messages with times. */
static const double trace_loads[] = { 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4 };
enum { MOST_LOAD = 64, MOST_PROCESSES = 65536 };

struct stopped_reader {
	bool *stopped;
	unsigned first, leaves;
};

static bool add_stopped(const struct option_part *part, void *context)
{
	struct stopped_reader *reader = context;
	unsigned long number;

	if (!part_unsigned(part, reader->first, reader->first + reader->leaves - 1, &number))
		return false;
	reader->stopped[number - reader->first] = true;
	return true;
}

static bool read_stopped(struct simulation *s, const char *list)
{
	const struct spec *spec = s->network->spec;
	struct stopped_reader reader = { NULL, spec->machine->first_end, simulation_leaves(s) };

	if (!list)
		return true;
	reader.stopped = s->options.stopped = allocate_array(simulation_ends(s), sizeof *reader.stopped);
	return option_each_part("--stopped", list, add_stopped, &reader);
}

static bool add_load(const struct option_part *part, void *context)
{
	struct simulate_options *o = context;
	double load;

	if (!part_real(part, 1e-6, MOST_LOAD, &load))
		return false;
	o->loads = reallocate(o->loads, (o->load_count + 1) * sizeof *o->loads);
	o->loads[o->load_count++] = load;
	return true;
}

static bool add_cut(const struct option_part *part, void *context)
{
	struct simulate_options *o = context;
	unsigned long level;

	/* simulation_lower() refuses levels that the network does not have. */
	if (!part_unsigned(part, 0, UINT_MAX, &level))
		return false;
	for (unsigned i = 0; i < o->cuts; i++)
		if (o->cut[i] == level)
			return true;
	if ((level == 0 && o->cuts > 0) || (level > 0 && o->whole)) {
		error("--pieces has 0, which cuts nothing, beside other levels: expected 0 alone, or levels");
		return level == 0 ? suggest_without_part(part) : suggest("--pieces %s%s", part->text, part->after);
	}
	if (o->cuts == MOST_CUTS)
		return error("--pieces: more than %d levels", MOST_CUTS);
	if (level > 0)
		o->cut[o->cuts++] = (unsigned)level;
	else
		o->whole = true;
	return true;
}

static void default_loads(struct simulate_options *o, double full_load)
{
	if (o->messages) {
		o->load_count = sizeof trace_loads / sizeof *trace_loads;
		o->loads = allocate_array(o->load_count, sizeof *o->loads);
		memcpy(o->loads, trace_loads, sizeof trace_loads);
		return;
	}
	o->load_count = SWEEP_POINTS;
	o->loads = allocate_array(SWEEP_POINTS, sizeof *o->loads);
	for (unsigned i = 0; i < SWEEP_POINTS; i++)
		o->loads[i] = full_load * (i + 1) / SWEEP_POINTS;
}

/* Refuses options that contradict each other. */
static bool check_together(const char *const *value)
{
	static const struct { enum option_index a, b; const char *why; } excluded[] = {
		{ OPTION_WORKLOAD, OPTION_MESSAGES, "" },
		{ OPTION_WORKLOAD, OPTION_LOAD, "" },
		{ OPTION_WORKLOAD, OPTION_SWEEP, "" },
		{ OPTION_MESSAGES, OPTION_PATTERN, "the file says who sends to whom" },
		{ OPTION_MESSAGES, OPTION_MATRIX, "the file says who sends to whom" },
		{ OPTION_MESSAGES, OPTION_RATES, "the file says who sends to whom" },
		{ OPTION_MESSAGES, OPTION_HOTSPOT, "the file says who sends to whom" },
		{ OPTION_MESSAGES, OPTION_INJECTION, "the file says when" },
		{ OPTION_MATRIX, OPTION_HOTSPOT, "the matrix says who sends to whom" },
		{ OPTION_MESSAGES, OPTION_SEEDS, "the file says what is sent" },
		{ OPTION_MESSAGES, OPTION_TO_OUTSIDE, "the file says what is sent" },
		{ OPTION_MESSAGES, OPTION_FROM_OUTSIDE, "the file says what is sent" },
		{ OPTION_SEEDS, OPTION_STRIKE, "parts die in one run" },
		{ OPTION_SEEDS, OPTION_TRACE, "a waveform is of one run" },
		{ OPTION_SEEDS, OPTION_LOG, "the log is of one run" },
		{ OPTION_SEEDS, OPTION_CHANNELS, "the links are of one run" },
		{ OPTION_SEEDS, OPTION_TRIES, "the tries are of one run" },
		{ OPTION_SEEDS, OPTION_HTML, "the page is of one run" },
		{ OPTION_SEEDS, OPTION_HEAT_MAP, "the heat map is of one run" },
		{ OPTION_PROCESSES, OPTION_SEEDS, "several processes share one run" },
		{ OPTION_MESSAGES, OPTION_FRAMES, "a file of messages is simulated until all have arrived" },
		{ OPTION_MESSAGES, OPTION_STOPPED, "a file of messages is simulated until all have arrived" },
		{ OPTION_MESSAGES, OPTION_WARMUP, "all messages of a file are measured" },
		{ OPTION_MESSAGES, OPTION_PACKET_WORDS, "each message of a file is a packet" },
		{ OPTION_ONE_ROUND, OPTION_SWEEP, "a sweep is many rounds" },
		{ OPTION_SWEEP, OPTION_LOAD, "a sweep has many loads; choose them by --loads" },
		{ OPTION_SWEEP, OPTION_STRIKE, "a sweep is many runs" },
		{ OPTION_SWEEP, OPTION_TRACE, "a sweep is many runs" },
		{ OPTION_SWEEP, OPTION_LOG, "a sweep is many runs" },
		{ OPTION_SWEEP, OPTION_CHANNELS, "a sweep is many runs" },
		{ OPTION_SWEEP, OPTION_TRIES, "a sweep is many runs" },
		{ OPTION_SWEEP, OPTION_HTML, "a sweep is many runs" },
		{ OPTION_SWEEP, OPTION_HEAT_MAP, "a sweep is many runs" },
		{ OPTION_PROCESSES, OPTION_SWEEP, "a sweep runs its loads side by side" },
		{ OPTION_PROCESSES, OPTION_CHANNELS, "each process sees its part of the network" },
		{ OPTION_PROCESSES, OPTION_TRIES, "each process sees its part of the network" },
		{ OPTION_PROCESSES, OPTION_HEAT_MAP, "each process sees its part of the network" },
		{ OPTION_PROCESSES, OPTION_TRACE, "a waveform shows the network as one" },
		{ OPTION_PIECES, OPTION_TRACE, "a waveform shows the network as one" },
	};

	for (size_t i = 0; i < sizeof excluded / sizeof *excluded; i++) {
		enum option_index a = excluded[i].a == OPTION_MESSAGES && !value[OPTION_MESSAGES] ? OPTION_WORKLOAD : excluded[i].a;

		if ((value[a] || (a == OPTION_PROCESSES && ranks_count() > 1)) && value[excluded[i].b])
			return error("%s and %s do not go together: %s", options[a].name, options[excluded[i].b].name,
				     a == OPTION_WORKLOAD ? "the workload says what is sent" : excluded[i].why)
			       || suggest("without %s", options[excluded[i].b].name);
	}
	if (!value[OPTION_WORKLOAD] && (value[OPTION_WORDS] || value[OPTION_ALGORITHM]))
		return error("%s is only for --workload", options[value[OPTION_WORDS] ? OPTION_WORDS : OPTION_ALGORITHM].name)
		       || suggest("--workload all-reduce");
	if (value[OPTION_LOADS] && !value[OPTION_SWEEP])
		return error("--loads is only for --sweep") || suggest("--sweep --loads %s", shell_word(value[OPTION_LOADS]));
	if (value[OPTION_WINDOW] && !value[OPTION_CHANNELS])
		return error("--window is only for --channels") || suggest("--channels FILE --window %s", shell_word(value[OPTION_WINDOW]));
	if (value[OPTION_ONE_ROUND] && !value[OPTION_MESSAGES])
		return error("--one-round is only for --messages") || suggest("--messages FILE --one-round");
	return true;
}

static bool is_loop(const char *const *value)
{
	return value[OPTION_OUTSTANDING] || value[OPTION_BATCH];
}

/* Refuses what a closed loop does not have, and without one what only it has. */
static bool check_loop(const char *const *value)
{
	static const enum option_index open[] = {
		OPTION_MESSAGES, OPTION_WORKLOAD, OPTION_LOAD, OPTION_SWEEP, OPTION_LOADS, OPTION_INJECTION, OPTION_BURST, OPTION_RATES,
		OPTION_PACKET_WORDS, OPTION_TO_OUTSIDE, OPTION_FROM_OUTSIDE, OPTION_STOPPED, OPTION_FRAMES, OPTION_WARMUP,
	}, closed[] = { OPTION_REQUEST_WORDS, OPTION_REPLY_WORDS };
	enum { OF_BATCHES = 2 };	/* the last ones */
	const char *loop = options[value[OPTION_BATCH] ? OPTION_BATCH : OPTION_OUTSTANDING].name;
	size_t count = sizeof open / sizeof *open - (value[OPTION_BATCH] ? 0 : OF_BATCHES);

	for (size_t i = 0; i < count && is_loop(value); i++)
		if (value[open[i]])
			return error("%s and %s do not go together: %s", loop, options[open[i]].name,
				     i < sizeof open / sizeof *open - OF_BATCHES ? "in a closed loop replies decide when requests are sent"
				     : "a batch is simulated until all requests have been answered") || suggest("without %s", options[open[i]].name);
	for (size_t i = 0; i < sizeof closed / sizeof *closed && !is_loop(value); i++)
		if (value[closed[i]])
			return error("%s is only for --outstanding and --batch", options[closed[i]].name)
			       || suggest("--outstanding 1 %s %s", options[closed[i]].name, shell_word(value[closed[i]]));
	return true;
}

/* Refuses options that the shell does not allow. */
static bool check_shell(const struct shell *shell, const char *const *value)
{
	const struct { enum option_index option; const char *why; bool shell_first; } excluded[] = {
		{ OPTION_PACKET_WORDS, shell->no_packets, true },
		{ OPTION_ONE_ROUND, shell->no_rounds, false },
		{ OPTION_PROCESSES, shell->no_pieces, false },
		{ OPTION_PIECES, shell->no_pieces, false },
	};

	for (size_t i = 0; i < sizeof excluded / sizeof *excluded; i++) {
		const char *option = options[excluded[i].option].name;
		bool first = excluded[i].shell_first;
		bool given = value[excluded[i].option] || (excluded[i].option == OPTION_PROCESSES && ranks_count() > 1);

		if (excluded[i].why && given)
			return error("%s and %s do not go together: %s", first ? shell->option : option,
				     first ? option : shell->option, excluded[i].why)
			       || suggest("without %s", first ? option : shell->option);
	}
	return true;
}

/* Refuses options that do not apply to this simulator. One that names none takes all but those of circuits. */
static bool check_meaning(const struct simulation *s, const char *const *value)
{
	const struct simulator *simulator = s->network->spec->machine->model.simulator;
	const char *const *wanted = simulator->options;
	unsigned end = simulation_chips(s) > 1 ? FIRST_OF_LINKS : OPTION_COUNT;
	size_t count = 0, k;

	for (unsigned i = FIRST_OF_CIRCUITS; !wanted && i < end; i++)
		if (value[i])
			return error("%s has no meaning for %s: expected it for a %s", options[i].name, simulator->subject,
				     i < FIRST_OF_LINKS ? "device that runs circuits" : "link") || suggest("without %s", options[i].name);

	while (wanted && wanted[count])
		count++;
	for (unsigned i = 0; wanted && i < OPTION_COUNT; i++) {
		for (k = 0; k < count && strcmp(wanted[k], options[i].name) != 0;)
			k++;
		if (!value[i] || k < count)
			continue;
		char *expected = list_words(wanted, count);

		error("%s has no meaning for %s: expected %s", options[i].name, simulator->subject, expected);
		free(expected);
		return suggest("without %s", options[i].name);
	}
	return true;
}

/* Refuses --packet-words where words are single. */
static bool check_packets(const struct spec *spec, const char *words)
{
	if (!words || spec->packet)
		return true;
	error("--packet-words is given, but the network has no packets: expected packet: true, in a network with lanes");
	return key_of(spec->kind, "packet") && suggest("--set packet=true%s", spec->lanes == 1 ? " --set lanes=auto" : "");
}

/* Refuses what two chips that a link joins cannot have. */
static bool check_chips(const struct simulation *s, const char *const *value)
{
	static const struct { enum option_index option; const char *why; } excluded[] = {
		{ OPTION_FROM_OUTSIDE, "words from outside a chip are those of the other one" },
		{ OPTION_RESETS, "words that a reset finds in a tree are lost" },
		{ OPTION_PIECES, "each chip is simulated as one" },
	};

	if (simulation_chips(s) == 1)
		return true;
	for (size_t i = 0; i < sizeof excluded / sizeof *excluded; i++)
		if (value[excluded[i].option])
			return error("%s has no meaning for chips that a link joins: %s", options[excluded[i].option].name, excluded[i].why)
			       || suggest("without %s", options[excluded[i].option].name);
	return crossing_count(s->network->spec) == 0
	       || error("async-leaves: chips that a link joins are simulated with one clock each: expected no leaf with a clock of its own");
}

static bool check_to_other_chip(const struct simulation *s, const char *const *value)
{
	const struct traffic_demand *d = &s->options.demand;

	if (simulation_chips(s) == 1 || !value[OPTION_TO_OUTSIDE] || (!d->mix && !d->matrix && d->pattern == PATTERN_UNIFORM))
		return true;
	char *pattern = simulation_pattern_name(d);

	error("--to-outside has no meaning for %s, which says what words go to the other chip: expected the pattern uniform", pattern);
	free(pattern);
	return suggest("without --to-outside");
}

/* Refuses words to and from the outside where the network has no streams for them. */
static bool check_outside(const struct simulation *s, const char *const *value)
{
	const struct spec *spec = s->network->spec;
	const char *given = value[OPTION_TO_OUTSIDE] ? "--to-outside" : value[OPTION_FROM_OUTSIDE] ? "--from-outside" : NULL;

	if (!given || simulation_outside(s) > 0 || simulation_chips(s) > 1)
		return true;
	error("%s is given, but the network has no streams to the outside: expected a fat-tree with external: true and root-interface:"
	      " axi-stream", given);
	return !key_of(spec->kind, "root-interface") ? suggest("without %s", given)
		: suggest(spec->external ? "--set root-interface=axi-stream" : "--set external=true --set root-interface=axi-stream");
}

/* A page has places for leaves only. */
static bool check_page(const struct simulation *s)
{
	if (!s->options.html || simulation_outside(s) == 0)
		return true;
	return error("--html: a page shows leaves, and words of this network cross its root: expected root-interface: wires")
	       || suggest("--log FILE, which has each delivery");
}

static bool read_link(struct link_options *o, const char *const *value)
{
	return option_real("--bit-errors", value[OPTION_BIT_ERRORS], 0, 0.5, &o->bit_errors)
	       && option_real("--drift", value[OPTION_DRIFT], -500000, 500000, &o->drift)
	       && option_real("--delay", value[OPTION_DELAY], 0, 400, &o->delay)
	       && option_unsigned("--cuts", value[OPTION_CUTS], 0, 1000000, &o->cuts)
	       && option_unsigned("--resets", value[OPTION_RESETS], 0, 1000000, &o->resets);
}

static bool read_numbers(struct simulate_options *o, const char *const *value, const struct spec *spec)
{
	if (!option_real("--load", value[OPTION_LOAD], 1e-6, MOST_LOAD, &o->load)
	    || !option_unsigned("--frames", value[OPTION_FRAMES], 1, 1000000000, &o->frames))
		return false;
	o->warmup = o->frames / 10 > LEAST_WARMUP ? o->frames / 10 : LEAST_WARMUP;
	if (!option_unsigned("--warmup", value[OPTION_WARMUP], 0, 1000000000, &o->warmup)
	    || !option_unsigned("--seed", value[OPTION_SEED], 0, UINT64_MAX, &o->seed)
	    || !option_unsigned("--seeds", value[OPTION_SEEDS], 1, TRIALS_MOST_SEEDS, &o->seeds)
	    || !option_unsigned("--steps", value[OPTION_STEPS], 1, 1000000000, &o->steps)
	    || !option_unsigned("--window", value[OPTION_WINDOW], 1, 1000000000, &o->window)
	    || !option_real("--back-pressure", value[OPTION_BACK_PRESSURE], 0, 0.95, &o->back_pressure)
	    || !read_link(&o->link, value))
		return false;
	if (value[OPTION_PIECES] && !option_each_part("--pieces", value[OPTION_PIECES], add_cut, o))
		return false;
	if (value[OPTION_LOADS])
		return option_each_part("--loads", value[OPTION_LOADS], add_load, o);
	default_loads(o, simulation_full_load(spec));
	return true;
}

static bool read_engine(const char *name, enum engine *engine)
{
	unsigned found = *engine;

	if (!option_word("--engine", name, engine_names, ENGINES, &found))
		return false;
	*engine = found;
	return true;
}

static bool read_workload(struct simulate_options *o, const char *const *value)
{
	if (!value[OPTION_WORKLOAD])
		return true;
	o->works = true;
	o->messages = value[OPTION_WORKLOAD];
	return workload_read(&o->workload, value[OPTION_WORKLOAD], value[OPTION_WORDS], value[OPTION_ALGORITHM]);
}

static bool read_options(struct simulation *s, const struct command_line *line)
{
	const struct spec *spec = s->network->spec;
	struct simulate_options *o = &s->options;
	const char *const *value = line->value;

	*o = (struct simulate_options){ .load = value[OPTION_MESSAGES] || value[OPTION_WORKLOAD] ? 1 : 0.4, .frames = DEFAULT_FRAMES, .seed = 1, .link = usual_link,
					.steps = DEFAULT_STEPS, .image = value[OPTION_IMAGE],
					.against = value[OPTION_AGAINST], .top = value[OPTION_TOP_MODULE],
					.demand.packet_words = DEFAULT_PACKET_WORDS, .window = USUAL_WINDOW };
	if (!check_together(value) || !check_loop(value) || !check_shell(spec->shell, value)
	    || !check_meaning(s, value) || !check_packets(spec, value[OPTION_PACKET_WORDS])
	    || !check_outside(s, value))
		return false;
	o->messages = value[OPTION_MESSAGES];
	if (!read_workload(o, value))
		return false;
	o->trace = value[OPTION_TRACE];
	o->log = value[OPTION_LOG];
	o->html = value[OPTION_HTML];
	o->channels = value[OPTION_CHANNELS];
	o->tries = value[OPTION_TRIES];
	o->heat_map = value[OPTION_HEAT_MAP];
	o->one_round = value[OPTION_ONE_ROUND];
	o->sweep = value[OPTION_SWEEP];
	o->seeds = o->sweep && !o->messages ? SWEEP_SEEDS : 1;
	o->draw = line->output;
	o->drawings = line->drawings;
	const struct demand_values demand = {
		.pattern = value[OPTION_PATTERN], .hotspot = value[OPTION_HOTSPOT], .matrix = value[OPTION_MATRIX],
		.injection = value[OPTION_INJECTION], .burst = value[OPTION_BURST], .rates = value[OPTION_RATES],
		.packet_words = value[OPTION_PACKET_WORDS], .to_outside = value[OPTION_TO_OUTSIDE], .from_outside = value[OPTION_FROM_OUTSIDE],
		.outstanding = value[OPTION_OUTSTANDING], .batch = value[OPTION_BATCH], .think = value[OPTION_THINK],
		.request_words = value[OPTION_REQUEST_WORDS], .reply_words = value[OPTION_REPLY_WORDS],
	};

	return check_chips(s, value) && read_engine(value[OPTION_ENGINE], &o->engine)
	       && demand_read(&o->demand, &demand, s->network) && check_to_other_chip(s, value)
	       && read_numbers(o, value, spec) && read_stopped(s, value[OPTION_STOPPED]);
}

static int run_simulation(struct simulation *s, const struct command_line *line)
{
	const struct simulator *simulator = s->network->spec->machine->model.simulator;
	struct findings found = {0};
	int status = EXIT_WORK_FAILED;

	simulation_plan(s);
	if (!simulation_build(s))
		return s->refused ? EXIT_USAGE : status;
	limit_end();
	run_results_begin(s);
	if (ranks_rank() > 0 && s->engine == ENGINE_RTL) {
		simulation_serve(s);
		return EXIT_DONE;
	}
	enum simulation_end end = simulator->run(s, &found);

	/* Rank 0 has the results. */
	if (ranks_rank() > 0)
		return EXIT_DONE;
	if (found.text.length > 0)
		status = run_results_deliver(s, line, &found);
	if (end == SIMULATION_FAILED)
		suggest("%s (seed %lu): it happens again; with --trace FILE.fst a waveform shows it", line->invocation,
			s->options.seed);
	return end == SIMULATION_PASSED ? status : EXIT_WORK_FAILED;
}

/* The least clock in which message i can come into being. Messages wait for earlier ones alone. */
static double least_clock(const struct message_list *list, uint32_t i, double load, const double *of_earlier)
{
	uint32_t count;
	const uint32_t *after = message_after(list, i, &count);
	double least = (double)list->time[i] / load;

	for (uint32_t k = 0; k < count; k++)
		least = fmax(least, of_earlier[after[k]] + (double)list->delay[i] / load);
	return least;
}

/* Of a list with times: a chain of waits, or a small load, makes times large that are small in the file. */
static bool check_times(const struct simulation *s)
{
	const struct message_list *list = &s->list;
	double *least = allocate_array(list->count + 1, sizeof *least);
	size_t late = list->count;

	for (uint32_t i = 0; i < list->count && late == list->count; i++) {
		least[i] = least_clock(list, i, s->options.load, least);
		if (least[i] > MOST_MESSAGE_CLOCKS)
			late = i;
	}
	double clock = late < list->count ? least[late] : 0;

	free(least);
	if (late == list->count)
		return true;
	return error("message %zu of %s comes into being in clock %.0f at the earliest: expected at most %lu", late + 1,
		     s->options.messages, clock, MOST_MESSAGE_CLOCKS);
}

/* Reads the messages, if a file gives them. Only with times they have a load. After strikes all ends live. */
static bool read_messages(struct simulation *s, const char *const *value)
{
	const struct spec *spec = s->network->spec;
	struct message_form form = {
		.end = spec->machine->end, .first_end = spec->machine->first_end, .leaves = simulation_leaves(s),
		.slot_clocks = s->network->slot_clocks,
		.dead = value[OPTION_STRIKE] ? NULL : s->network->dead_ends,
		.one_word = value[OPTION_ONE_ROUND] ? "a round has words" : NULL,
		.instead = value[OPTION_ONE_ROUND] ? "a leaf's number, as the messages of one round come into being together" : NULL,
	};
	const char *load = value[OPTION_SWEEP] ? "--sweep" : value[OPTION_LOAD] ? "--load" : NULL;

	if (!s->options.messages)
		return machine_draws_messages(spec);
	if (s->options.works)
		return machine_draws_messages(spec) && workload_make(&s->list, &s->options.workload, s->network);
	if (!machine_messages(&s->list, s->options.messages, s->network, &form))
		return false;
	if (s->list.time)
		return check_times(s);
	if (!load)
		return true;
	error("--messages and %s do not go together: the messages of %s have no times that a load could divide", load,
	      s->options.messages);
	return suggest("a time before the source, in clocks: @1200 3 9");
}

/* Replaces the network by one that sends the messages in one round. False after a message. */
static bool make_one_round(struct simulation *s)
{
	const struct machine *machine = s->network->spec->machine;
	struct spec *spec = spec_copy(s->network->spec);
	bool good = machine->model.one_round(spec, &s->list);

	if (good) {
		network_free(s->network);
		s->network = network_new(spec);
	}
	spec_free(spec);
	free(spec);
	return good && s->network;
}

static bool check_rounds(const struct spec *spec, const char *one_round)
{
	if (!one_round || spec->machine->model.one_round)
		return true;
	error("--one-round is given, but the network does not send in rounds: expected network: pruned-butterfly with routing:"
	      " deterministic");
	return key_of(spec->kind, "routing") && suggest("--set routing=deterministic");
}

/* Tables that the models in C make. */
static bool check_trails(const struct simulation *s)
{
	const struct simulate_options *o = &s->options;
	const char *option = o->channels ? "--channels" : o->tries ? "--tries" : "--heat-map";

	if ((!o->channels && !o->tries && !o->heat_map) || simulation_tells_trails(s))
		return true;
	if (!network_no_model(s->network) && s->engine == ENGINE_RTL)
		return error("%s: only the model in C tells the ways of words, and it does not run beside the Verilog here", option)
		       || suggest("--engine model, without what needs the Verilog");
	return error("%s: nothing tells the ways of words in this %s", option, s->network->spec->machine->name)
	       || suggest("--log FILE, which has each delivery");
}

/* Reads the options and refuses what cannot be simulated; *status is the exit status then. */
static bool prepare(struct simulation *s, const struct command_line *line, int *status)
{
	const struct simulator *simulator = s->network->spec->machine->model.simulator;

	if (!simulator)
		return machine_lacks(s->network->spec, "simulation");
	return read_options(s, line) && check_rounds(s->network->spec, line->value[OPTION_ONE_ROUND])
	       && simulator->check(s->network) && (!s->options.trace || trace_prepare(s)) && read_messages(s, line->value)
	       && (!s->options.one_round || make_one_round(s)) && read_strikes(s, line->value[OPTION_STRIKE])
	       && simulation_choose(s) && (!simulator->load || simulator->load(s, status)) && simulation_lower(s)
	       && check_page(s) && check_trails(s) && heat_map_check(s) && run_results_check(&s->options, s->network->spec->name, line, status);
}

static struct network *read_network(const struct command_line *line)
{
	struct network *net;
	struct spec spec;

	if (!network_read_spec(&spec, line->file, line->overrides, line->override_count))
		return NULL;
	const struct simulator *simulator = spec.machine->model.simulator;

	spec.watched = simulator && (simulator->watcher || simulator->watches);
	net = shell_for_streams(&spec, line->shell) ? network_new(&spec) : NULL;
	spec_free(&spec);
	if (!net || shell_check(net))
		return net;
	network_free(net);
	return NULL;
}

/* ---- Ranks ----------------------------------------------------------------------------------------------------- */

/* Ranks have parts of the model, each with some of the leaves. False after a message. */
static bool check_ranks(const struct simulation *s)
{
	const struct spec *spec = s->network->spec;
	unsigned count = ranks_count();

	/* Of the Verilog: simulation_build(). */
	if (count == 1 || s->engine == ENGINE_RTL)
		return true;
	if (count > share_most(s->network)) {
		error("%u processes: %s has %u %s, and each process needs one", count, spec->name, spec->leaves, spec->machine->ends);
		return suggest("--processes %u", share_most(s->network));
	}
	return true;
}

/* Do all ranks simulate the same? */
static bool ranks_are_alike(const struct command_line *line)
{
	const char *files[] = { line->file, line->value[OPTION_MESSAGES] };
	struct text arguments = {0};
	struct digest digest;
	bool alike = ranks_same_version();

	if (ranks_count() == 1)
		return true;
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		struct text content = {0};

		digest_start(&digest);
		/* A file that cannot be read is refused elsewhere. */
		if (files[i] && read_file(files[i], SIZE_MAX / 2, &content))
			digest_add(&digest, content.bytes, content.length);
		alike = alike && ranks_equal(files[i] ? files[i] : "file", &digest, sizeof digest);
		text_free(&content);
	}
	text_add(&arguments, line->invocation);
	alike = alike && ranks_equal("command line", arguments.bytes, arguments.length);
	text_free(&arguments);
	return alike;
}

/* Reads --processes into *count, the number of processes that are still to be started, this one included. Joins the ranks, if there
 * are any. */
static bool read_processes(const struct command_line *line, unsigned long *count)
{
	*count = 1;
	if (!option_unsigned("--processes", line->value[OPTION_PROCESSES], 1, MOST_PROCESSES, count))
		return false;
	if (!ranks_are_there())
		return true;
	if (!ranks_join())
		return false;
	unsigned long wanted = *count;
	*count = 1;
	return ranks_agree(!line->value[OPTION_PROCESSES] || wanted == ranks_count()
			   || error("--processes %lu: mpirun has started %u", wanted, ranks_count()));
}

/* Below this, mpirun and the meetings of the processes take longer than the run in one process: messages of the run, and of a
 * slot. A process carries some 150,000 messages of serial trees a second; a slot has some 16 meetings of 1 us each. */
static const double least_messages = 500000, least_slot_messages = 32;

static bool is_short(const struct simulation *s)
{
	double a_slot = s->options.load * simulation_leaves(s);

	if (s->options.messages)
		return (double)s->list.words < least_messages;
	return a_slot < least_slot_messages || a_slot * (double)s->options.frames < least_messages;
}

/* Why the run that ftc may choose itself (--engine auto) has one process; NULL: it has `count`. */
static const char *one_process_because(const struct simulation *s)
{
	if (s->engine != ENGINE_MODEL)
		return NULL;
	const char *why = simulation_unshared(s);
	return why || !is_short(s) ? why : "so short a run is faster in one process";
}

/* The whole command in this process, or its part as a rank. *alone: decide whether `count` processes serve better; then *alone
 * becomes false, and nothing has been simulated. */
static int simulate_here(const struct command_line *line, unsigned long count, bool *alone)
{
	struct simulation s = { .invocation = line->invocation };
	int status = EXIT_USAGE;

	s.network = read_network(line);
	if (ranks_agree(s.network && prepare(&s, line, &status) && check_ranks(&s)) && ranks_are_alike(line)) {
		const char *why = count > 1 ? one_process_because(&s) : NULL;

		*alone = count == 1 || why;
		if (why)
			warning("%s: one process instead of %lu", why, count);
		if (*alone)
			status = run_simulation(&s, line);
	}
	progress_end();
	if (s.loaded)
		s.network->spec->machine->model.simulator->unload(&s);
	if (s.network)
		simulation_free(&s);
	return status;
}

/* Does an option go with accesses over a bus? */
static bool is_of_bus(enum option_index i)
{
	return (i >= FIRST_OF_BUS && i < FIRST_OF_TOPS) || i == OPTION_SEED || i == OPTION_SEEDS || i == OPTION_WARMUP || i == OPTION_LOG
	       || i == OPTION_HTML;
}

/* With --bus, all options that are not for accesses; without it, those that only are. */
static bool check_bus_options(const char *const *value)
{
	for (unsigned i = 0; i < OPTION_COUNT; i++) {
		if (!value[i] || (value[OPTION_BUS] ? is_of_bus(i) : i < FIRST_OF_BUS || i >= FIRST_OF_TOPS)
		    || (i == OPTION_THINK && is_loop(value)))
			continue;
		if (value[OPTION_BUS])
			return error("--bus and %s do not go together: that option is of runs of messages, not of accesses", options[i].name)
			       || suggest("without %s", options[i].name);
		return error("%s is given without --bus%s: expected %s", options[i].name,
			     i == OPTION_THINK ? ", --outstanding or --batch" : "",
			     i == OPTION_THINK ? "one of them" : "both, for it is about accesses over a bus") || suggest("--bus");
	}
	return true;
}

/* With --top, all options that are not for a top module; without it, those that only are. */
static bool check_top_options(const char *const *value)
{
	for (unsigned i = 0; i < OPTION_COUNT; i++) {
		bool of_tops = (i >= FIRST_OF_TOPS && i < FIRST_OF_CIRCUITS) || i == OPTION_TOP_MODULE || i == OPTION_TRACE || i == OPTION_ENGINE;

		if (!value[i] || (value[OPTION_TOP] ? of_tops : i < FIRST_OF_TOPS || i >= FIRST_OF_CIRCUITS))
			continue;
		if (value[OPTION_TOP])
			return error("--top and %s do not go together: your top module decides what is sent", options[i].name)
			       || suggest("without %s", options[i].name);
		return error("%s is given without --top: expected both, for it is about your own top module on a board", options[i].name)
		       || suggest("--top my.v");
	}
	return true;
}

/* A single run has a drawing in a file of its own only. */
static bool check_drawings(const struct command_line *line)
{
	if (!line->drawings || line->value[OPTION_SWEEP])
		return true;
	error("--drawings is given without --sweep: expected both, for a single run has no drawing among the files of -o");
	return suggest(line->value[OPTION_BUS] ? "without --drawings" : "--sweep -o sweep --drawings pdf, or --heat-map heat-map.pdf");
}

static int simulate_accesses(const struct command_line *line)
{
	const char *const *value = line->value;

	return simulate_bus(line, &(struct bus_values){
		.reads = value[OPTION_READS], .unmapped = value[OPTION_UNMAPPED], .errors = value[OPTION_ERRORS], .holds = value[OPTION_HOLDS],
		.think = value[OPTION_THINK],
		.memory_clocks = value[OPTION_MEMORY_CLOCKS], .hot = value[OPTION_HOT], .dead = value[OPTION_DEAD], .accesses = value[OPTION_ACCESSES],
		.warmup = value[OPTION_WARMUP], .seed = value[OPTION_SEED], .seeds = value[OPTION_SEEDS], .log = value[OPTION_LOG],
		.html = value[OPTION_HTML],
	});
}

static int simulate_own_top(const struct command_line *line)
{
	const char *const *value = line->value;

	return simulate_top(line, &(struct top_values){
		.board = value[OPTION_BOARD], .top_module = value[OPTION_TOP_MODULE], .constraints = value[OPTION_CONSTRAINTS],
		.clock = value[OPTION_CLOCK], .clock_hz = value[OPTION_CLOCK_HZ], .baud = value[OPTION_BAUD], .pins = value[OPTION_PINS],
		.clocks = value[OPTION_CLOCKS], .engine = value[OPTION_ENGINE], .trace = value[OPTION_TRACE],
	});
}

/* Where ftc may choose the engine it chooses the number of processes, too: at most --processes. */
static int simulate(const struct command_line *line)
{
	enum engine engine = ENGINE_AUTO;		/* asked for, if processes are to be started */
	unsigned long count;
	bool alone;
	int status = EXIT_USAGE;

	if (!check_top_options(line->value) || !check_bus_options(line->value) || !check_drawings(line))
		return EXIT_USAGE;
	if (line->value[OPTION_TOP])
		return simulate_own_top(line);
	if (line->value[OPTION_BUS])
		return check_together(line->value) ? simulate_accesses(line) : EXIT_USAGE;
	if (!read_processes(line, &count) || (count > 1 && !read_engine(line->value[OPTION_ENGINE], &engine)))
		return ranks_leave(EXIT_USAGE);
	alone = engine == ENGINE_AUTO;
	if (alone)
		status = simulate_here(line, count, &alone);
	return ranks_leave(alone ? status : ranks_start((unsigned)count));
}

const struct command command_simulate = {
	.name = "simulate",
	.summary = "simulate the network clock by clock under traffic and check every message",
	.page = "docs/tutorial/guide.md",
	.usage = "FILE [--pattern NAME] [--load RATE] [--frames N] [--seed S] [--messages FILE] [--sweep] [-o DIR]",
	.options = options,
	.needs_file = true,
	.takes = TAKES_SET | TAKES_OUTPUT | TAKES_DRAWINGS | TAKES_JSON | TAKES_TOOL_TIME | TAKES_TOOL_MEMORY | TAKES_LIMIT | TAKES_SHELL,
	.in_ranks = true,
	.run = simulate,
};
