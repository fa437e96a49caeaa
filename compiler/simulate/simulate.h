/* simulate.h: a verilated network with its stimuli and checks: from options to results.
 *
 * The machine's simulator (struct machine) drives it. message_simulator serves every network whose leaves send
 * messages.
 */
#ifndef FTC_SIMULATE_SIMULATE_H
#define FTC_SIMULATE_SIMULATE_H

#include <stdbool.h>
#include <stdint.h>

#include "network/network.h"
#include "emit/emit.h"
#include "simulate/figure_rows.h"
#include "simulate/pieces.h"
#include "simulate/series.h"
#include "simulate/workload.h"
#include "testbench.h"
#include "traffic.h"
#include "util/output.h"

/* What is run: the Verilog, verilated, or the network's model in C (struct leaf). ENGINE_AUTO: the model, if there is one. */
enum engine { ENGINE_AUTO, ENGINE_RTL, ENGINE_MODEL, ENGINES };
extern const char *const engine_names[ENGINES];

/* Without a handshake for so long, although there is a message, a run has failed. */
enum { SIMULATION_PATIENCE_SLOTS = 1000 };

/* The request. */
struct simulate_options {
	enum engine engine;
	struct traffic_demand demand;		/* of two chips: outward -1: the pattern is of all leaves */
	double load;			/* messages per leaf and slot, or period */
	double period;			/* clocks; 0: a slot */
	double *loads;			/* of a sweep */
	size_t load_count;
	unsigned long frames, warmup;	/* slots measured, slots before */
	unsigned long seed, seeds;	/* of a pattern: so many runs, with the seeds from `seed` on; 0 is 1 */
	double back_pressure;		/* 0 .. 0.95: share of clocks in which a leaf is not ready */
	bool *stopped;			/* [leaf]: takes no message before the measured slots have ended; NULL: none is so */
	const char *messages;		/* file, or title of the workload, or NULL */
	struct collective workload;
	bool works;			/* the messages are those of the workload */
	const char *trace;		/* file, or NULL */
	/* Levels, as the user numbers them, at which the network is cut into pieces; with `whole` at none. Neither: where it
	 * pays. */
	unsigned cut[MOST_CUTS];
	unsigned cuts;
	bool whole;
	const char *log;		/* file for the deliveries of a run, or NULL */
	const char *html;		/* file for a page that plays the run, or NULL */
	const char *tries;		/* file for each try of a word, or NULL */
	const char *heat_map;		/* file for the drawing coloured by use, or NULL */
	const char *channels;		/* file for what each link carries, or NULL .. */
	unsigned long window;		/* .. in windows of so many slots */
	bool one_round;			/* the messages of the file go in one round */
	/* Of a device that runs circuits. */
	const char *image, *against, *top;	/* files, with commas between them; module of the circuit. NULL: not given */
	unsigned long steps;
	struct link_options {		/* of the cable of a link */
		double bit_errors;	/* share of the bits */
		double drift;		/* parts in a million by which the second end's clock is slower */
		double delay;		/* clocks */
		unsigned long cuts, resets;	/* troubles of each way, and resets of each end, in the whole run, on average */
	} link;
	bool sweep;
	bool draw;			/* the sweep, as pictures .. */
	unsigned drawings;		/* .. also in these formats (util/vector.h) */
};

extern const struct link_options usual_link;

/* For a run on a board (host/session.c): the board. */
struct on_board {
	const char *board, *title;	/* its name and title */
	const char *port;		/* NULL: the board is simulated */
	unsigned baud;
	double clock_mhz;
	unsigned batches;		/* each from reset (ftc_host_run()) */
	const char *again;		/* the command that simulates the same network */
	bool waits;			/* a leaf may get two messages in a slot; the second waits */
};

/* The state of a run. */
struct simulation {
	const char *invocation;		/* goes into save files of waveforms */
	bool quiet;			/* runs beside others: its progress is not shown */
	struct simulate_options options;
	struct network *network;	/* its own */
	struct stack stack;
	struct output rtl;
	uint32_t *labels;		/* [leaf] */
	struct message_list list;
	struct testbench_strike *strikes;	/* [strike_count]: what dies while it runs */
	size_t strike_count;
	unsigned fault_bits;		/* of the fault register */
	enum engine engine;		/* that runs: simulation_choose() */
	bool refused;			/* simulation_build(): what is asked for cannot be */
	char *library;			/* of ENGINE_RTL: the Verilog's model .. */
	struct pieces *pieces;		/* .. or those of its pieces */
	char *trace_file;		/* the waveform while it is being written, or NULL */
	const struct on_board *on_board;	/* NULL: a simulation */
	void *loaded;			/* by the simulator's load(); NULL: nothing */
	struct series *series;		/* NULL, or takes the deliveries of the run (series.h) */
	struct delivery_log *log;	/* likewise (delivery_log.h) */
	struct message_classes *classes;	/* likewise (message_classes.h) */
	const char *words_are;		/* a sentence for the page; NULL: messages */
	bool answers;			/* words of one number to and fro between two ends are a request and its answer */
	struct trails *trails;		/* NULL, or takes the words' ways (trails.h): without steps, the model has not told them */
	void *watched;			/* the watcher's, of the last run; NULL: nothing was watched */
};

/* The reported numbers; flat, to pass from one process to another. */
struct latency_summary {
	uint64_t count;			/* messages; without any the others are 0 and mean nothing */
	double mean;
	uint64_t p50, p99, greatest;
	bool exact;			/* the percentiles are; else up to 1 part in 2048 too high */
};
struct simulate_point {
	double load;
	double offered, accepted;	/* messages per leaf and slot, in the measured slots */
	struct latency_summary latency, network_latency;
	struct latency_summary round_trip;	/* of a closed loop .. */
	struct answered answered;	/* .. without clients there is none */
	uint64_t created, sent, delivered, local, unsent;
	bool throws;			/* the network may throw messages away; .. */
	uint64_t thrown;		/* .. so many */
	uint64_t to_all, to_groups, copies;	/* messages to several leaves, and how often they have arrived */
	double went_out, came_in;	/* words per wire of the root and slot, in the measured slots */
	uint64_t retries, retried, most_retries;
	bool counted;			/* lost and held are known */
	uint64_t lost, held;		/* of the retries: tries that did not arrive; and slots in which the word was not sent */
	int64_t least_wait;		/* sim/testbench.h */
	struct word_service most_tried, longest_wait, waiting;	/* sim/service.h */
	struct served served;
	uint64_t clocks;
	unsigned silent;
	bool passed;
	bool knows_tries;		/* simulation_knows_tries() */
	unsigned runs;			/* that the numbers are of */
	bool judged;			/* `judgement` is known: of patterns */
	struct judgement judgement;	/* its rates are of the whole network; its latency counts by when messages arrive */
};

/* Fills s->labels; for runs on a board, too (host/session.c). */
void simulation_plan(struct simulation *s);
void simulation_free(struct simulation *s);
/* The messages of one run: those of the list or, with this load, of the pattern, until clock `end`. */
struct traffic *simulation_traffic(const struct simulation *s, double load, uint64_t end);
/* The testbench of this network, without model, traffic and duration. */
struct testbench simulation_testbench(const struct simulation *s);
/* Whether there are tries, and clocks show how often a message was tried. Slaves have queues, in which messages wait
 * for their tries unseen. */
bool simulation_knows_tries(const struct simulation *s);
/* 2: the network is a chip with a link at its root, and two of them are joined; else 1. */
unsigned simulation_chips(const struct simulation *s);
/* Leaves of all chips. */
unsigned simulation_leaves(const struct simulation *s);
/* A leaf's label; of the second chip's leaves with a 1 above it. */
uint32_t simulation_label(const struct network *net, unsigned leaf);
/* Streams of the outside; 0: the network has none. */
unsigned simulation_outside(const struct simulation *s);
/* Leaves, and these streams. */
unsigned simulation_ends(const struct simulation *s);
/* Whether the leaves have tlast, and their shell lets it through. */
bool simulation_has_packets(const struct simulation *s);
/* Leaves whose readers are stopped. */
unsigned simulation_stopped(const struct simulation *s);
/* Leaves that live. */
unsigned simulation_senders(const struct simulation *s);
/* Messages per leaf and slot with which all lanes of a leaf always have one; leaves without lanes are taken to have one. */
double simulation_full_load(const struct spec *spec);
/* "uniform", "uniform:3+transpose:1" or "the matrix of FILE": for whom the messages are. A fresh string. */
char *simulation_pattern_name(const struct traffic_demand *d);
/* With the process and rates: "uniform traffic, on-off with bursts of 8". A fresh string. */
char *simulation_traffic_name(const struct traffic_demand *d);
/* Whether a run has no measured slots, and ends when all has been delivered. */
bool simulation_ends_itself(const struct simulate_options *o);
/* Slots of a run of so many clocks in which is measured. */
double simulation_slots(const struct simulation *s, uint64_t clocks);
/* Whether all leaves send alike, by a Bernoulli process, to all others. */
bool simulation_is_uniform(const struct simulate_options *o);
/* Computes the numbers of a run. */
void simulation_point(const struct simulation *s, double load, const struct testbench_result *r,
		      struct simulate_point *p);

/* Runs the model with this load, once, or once for each of the seeds; then the numbers are of all runs together. `r` holds what a point does not; the caller frees it. Returns point->passed. */
bool simulate_once(const struct simulation *s, double load, struct simulate_point *point,
		   struct testbench_result *r);

/* The end of a run. */
enum simulation_end {
	SIMULATION_ABSENT,		/* after a message: nothing was run or drawn */
	SIMULATION_FAILED,		/* after a message; findings, if any, are of what came before */
	SIMULATION_PASSED,
};

/* Counts what a machine alone has, such as rounds, while its network runs. Such a network is lowered with
 * spec->watched, and shows on further ports what its watcher reads. */
struct watcher {
	void *(*begin)(const struct simulation *s);
	testbench_clock *clock;		/* context: what begin() has returned; so in all others */
	testbench_delivery *delivery;
	/* Whether all was as the machine promises; false after a message. */
	bool (*check)(const struct simulation *s, void *watched);
	/* True once clock() has said in a message that the run has failed: it ends then. NULL: it never does. */
	const bool *(*failed)(const void *watched);
	/* The counts of the run that has ended, beside those that all networks have; and lines that say them. */
	void (*json)(const void *watched, struct json_t *object);
	void (*say)(const struct json_t *object, struct text *out);
	void (*free)(void *watched);
};

/* How to simulate a machine's networks. */
struct simulator {
	const char *subject;		/* the subject of messages: "a sorter" */
	const char *const *options;	/* options of `ftc simulate` that apply; ends with NULL. NULL: all */
	/* Can it drive such a network? False after a message. */
	bool (*check)(const struct network *net);
	/* Reads the files that the options name into s->loaded, before the network is built. False after a message; *status is
	 * then the exit status. unload() frees them, whatever load() has returned. NULL: there are none. */
	bool (*load)(struct simulation *s, int *status);
	void (*unload)(struct simulation *s);
	bool tells_trails;		/* run() fills s->trails, whatever the engine */
	const char *words_are;		/* s->words_are of its runs */
	bool watches;			/* its network is lowered with spec->watched */
	/* Runs s->library once, or as the options say. Findings: texts and, for -o, files, unless the texts are the
	 * files. */
	enum simulation_end (*run)(struct simulation *s, struct findings *found);
	const struct watcher *watcher;	/* of single runs; NULL: there is nothing more to count */
	const struct figure_row *figures;	/* its own, as figure_rows[]; NULL: none */
	/* Appends its own page of the run that has ended, for --html; false after a message. NULL: simulate/run_page.h. */
	bool (*page)(const struct simulation *s, const struct findings *found, struct text *html);
};

extern const struct simulator message_simulator;
/* Its entries, for simulators with a watcher. */
bool simulate_messages_check(const struct network *net);
enum simulation_end simulate_messages(struct simulation *s, struct findings *found);

/* Why several processes cannot share the model of this run, after simulation_choose(); NULL: they can. */
const char *simulation_unshared(const struct simulation *s);
/* Decides s->engine by what is asked for and what there is. False after a message, for what is asked for cannot be had. */
bool simulation_choose(struct simulation *s);
/* For ENGINE_RTL, lowers s->network, and checks that it has subtrees at the levels of s->options. False after a message. */
bool simulation_lower(struct simulation *s);
/* Chooses the engine, if that has not been done. For ENGINE_RTL, lowers s->network, if that has not been done, and verilates it:
 * fills stack, rtl, and library or pieces. False after a message. */
bool simulation_build(struct simulation *s);
/* An instance of the model, with the waveform if there is one. NULL after a message. */
struct model *simulation_open(const struct simulation *s);

/* Whether a model tells the ways of the words of this run, after simulation_choose(): that which runs, or, beside the Verilog, its twin
 * in C. */
bool simulation_tells_trails(const struct simulation *s);

/* Of ranks other than 0 that share the Verilog: evaluates parts until rank 0 closes its model. */
void simulation_serve(const struct simulation *s);

/* The throughput-latency curve: sweep.csv, sweep.json and, if s->options.draw, sweep.gp, sweep.svg and sweep.png. */
enum simulation_end simulate_sweep(struct simulation *s, struct findings *found);

/* The number of leaves to which the `bits` of a module's port `port` belong; 0: no leaves' port. */
unsigned port_leaves(const struct simulation *s, const char *port, unsigned bits);

/* Checks the waveform's destination, and sets s->trace_file to its temporary place. False after a message. */
bool trace_prepare(struct simulation *s);
/* Moves the finished waveform to its destination, and writes a GTKWave save file beside it: the same name with .gtkw.
 * `tell`: says so on standard output. False after a message. */
bool trace_finish(const struct simulation *s, bool tell);

/* Reports, as text and as JSON. Both end with a newline. */
void result_report(const struct simulation *s, const struct simulate_point *p, const struct testbench_result *r,
		   struct findings *found);

/* What was simulated: engine, pieces and piece_kinds; and a line that says them, "rtl, 5 pieces of 4 kinds". */
void engine_json(const struct simulation *s, struct json_t *object);
void engine_say(const struct json_t *object, struct text *out);

/* Adds for whom a pattern's messages are, and when they come into being. */
void demand_json(const struct traffic_demand *d, struct json_t *object);
/* The same as fields of CSV, and the pattern, which is empty where there is a matrix. */
#define DEMAND_CSV_COLUMNS "matrix,injection,burst,rates,packet_words"
void demand_csv(const struct traffic_demand *d, struct text *out);
const char *demand_csv_pattern(const struct traffic_demand *d);

struct latency_summary latency_of(const struct histogram *h);
/* Each value null where there is none. */
struct json_t *latency_json(const struct latency_summary *latency);
/* Adds whether the figures of a pattern are those that last, and their intervals, to `object`, which has "latency"; of a file of
 * messages null. */
void judgement_json(const struct simulation *s, const struct simulate_point *p, struct json_t *object);
/* The same: "mean 175.9 +-2.1, median 133, p99 638, max 1045 clocks", each - where there is none. */
void latency_say(const struct json_t *latency, struct text *out);

/* How the leaves were served, for a program and for a person (sim/service.h). The lines say what waits, who waited
 * longest, and who was served least. */
void service_json(const struct simulation *s, const struct simulate_point *p, const struct service *service,
		  struct json_t *object);
void service_say(const struct machine *machine, const struct json_t *object, struct text *out);
struct json_t *served_json(const struct simulation *s, const struct served *served);
/* How often a word may be tried with this traffic before a warning: model/tries.h. 0: unknown. */
double simulation_tries_bound(const struct simulation *s);
/* Warns of a word that was tried more often, if there is one. `when` ("at load 0.4, ") begins the warning. */
void warn_of_tries(const struct simulation *s, const struct simulate_point *p, double bound, const char *when);

/* The round trips of a closed loop; latency_report.c. */
void loop_title(const struct loop_demand *loop, struct text *out);
struct json_t *loop_request_json(const struct loop_demand *loop);
void loop_json(const struct simulation *s, const struct simulate_point *p, struct json_t *object);
void loop_say(const struct machine *machine, const struct json_t *loop, struct text *out);

/* Describes the simulation in one line: pattern or file, load, seed. */
void result_title(const struct simulation *s, struct text *out);

#endif
