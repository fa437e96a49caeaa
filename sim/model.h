/* model.h: a verilated network as seen from C.
 *
 * The model is a shared library that ftc builds from the generated Verilog (simulate/verilate.h): Verilator's C-linkage
 * library (--lib-create) behind a wrapper with three ports, `clk`, `in` and `out`, both vectors of `bit`. Ports of the
 * network are fields in those vectors, found by name.
 *
 * One clock is: set inputs, model_eval() (outputs follow combinationally), model_clock() (rising edge), read outputs.
 */
#ifndef FTC_SIM_MODEL_H
#define FTC_SIM_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct model;

/* The place of a port: `width` bits from bit `low` (a multiple of 64) of the in or out vector. */
struct model_port {
	const char *name;
	unsigned low;
	unsigned width;
	bool output;
};

/* Opens the shared library at `path`. NULL after printing a message. */
struct model *model_open(const char *path);

/* How to start an instance. */
struct model_start {
	const char *trace;		/* file for the waveform (FST), or NULL; needs a library built for it.
					   One traced instance per process: Verilator keeps one time */
	void (*trace_failed)(int reason);	/* called when the waveform cannot be written, with an errno; or NULL */
	uint32_t random_registers;	/* 0: registers power up as 0; else the seed of random values */
};
/* As model_open(), started as `start` says (NULL: no trace, zeros). */
struct model *model_open_as(const char *path, const struct model_start *start);
/* A model that is no library: an instance of `abi`, whose create() is not called. model_close() destroys the instance. */
struct model_abi;
struct model *model_around(const struct model_abi *abi, void *instance);
/* A model of several libraries (composition.h), which must outlive it. */
struct composition;
struct model *model_open_composed(const struct composition *c, const struct model_start *start);
/* Of such a model that ranks share: ranks other than 0 drive it no other way. Ends when rank 0 closes its model. */
void model_serve(struct model *m);
/* Accepts NULL. Completes the waveform. */
void model_close(struct model *m);
/* Of a model that is no library: sets all bits of an output that its eval() leaves alone. */
void model_hold(struct model *m, const struct model_port *p);

/* The port called `name`; NULL when there is none. */
const struct model_port *model_port(const struct model *m, const char *name);

/* Sets `count` (1..64) bits of an input port from bit `at`. Takes effect at the next model_eval or model_clock. */
void model_set(struct model *m, const struct model_port *p, unsigned at, unsigned count, uint64_t value);
/* Reads bits of an output port. */
uint64_t model_get(const struct model *m, const struct model_port *p, unsigned at, unsigned count);
/* Whole vectors, 32 bits a word, least significant first, for fast access. */
uint32_t *model_inputs(struct model *m);
const uint32_t *model_outputs(const struct model *m);

/* If the model has clocks of leaves (clocks.h), a bit each of the port `leaf_clocks`, they rise from now on before each rising edge of
 * its own, until the caller takes them over. NULL: there are none. The caller frees them. */
struct clocks;
void model_run_clocks(struct model *m, uint64_t seed);
struct clocks *model_take_clocks(struct model *m);
/* Raises those of this round, and lets them fall. */
void model_raise(struct model *m, const struct clocks *clocks);
/* Whether the leaf with this clock is in reset, by the port `leaf_resets`. */
bool model_is_reset(const struct model *m, unsigned clock);
/* Lets combinational paths settle with clk low. */
void model_eval(struct model *m);
/* One rising and one falling edge. Outputs then show the state after the edge with the inputs as set. */
void model_clock(struct model *m);
/* A rising edge alone; the falling edge is the next model_eval(). Testbenches that must see combinational
 * outputs before the edge loop over: set inputs, model_eval(), read outputs, model_edge(). That is two
 * evaluations a clock where model_eval() and model_clock() are three. */
void model_edge(struct model *m);
/* Holds the input `rst` high for `clocks` clocks, then low. Without such a port, only clocks. */
void model_reset(struct model *m, unsigned clocks);
/* Shifts into the network's fault register which of its `count` links are dead, bit 0 first, one per clock
 * (docs/reference/protocol.md). Only for networks with faults at run time. */
void model_shift_faults(struct model *m, const bool *dead, unsigned count);
/* What a model knows of its inside, since the last reset: words to one leaf. */
enum { MODEL_LEVELS = 40 };
struct model_counts {
	uint64_t sent, taken;		/* sent into the network, each try counted; taken by their leaves */
	uint64_t up[MODEL_LEVELS], down[MODEL_LEVELS];	/* [k]: that entered the channels of level k (statistics.h) */
};
/* False: the model does not count. */
bool model_counts(const struct model *m, struct model_counts *counts);
/* Of a model that is no library: what counts. */
void model_counts_by(struct model *m, void (*count)(const void *instance, struct model_counts *counts));
/* From the next reset on, the ways of words go to `trails` (trails.h), which must outlive the model; NULL: no longer. False: the model does
 * not tell them. */
struct trails;
bool model_trails(struct model *m, struct trails *trails);
/* Of a model that is no library: what passes them on to the instance. */
void model_trails_by(struct model *m, void (*tell)(void *instance, struct trails *trails));
/* Rising edges since the model was opened. */
uint64_t model_clocks(const struct model *m);

#endif
