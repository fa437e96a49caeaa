/* verilate.h: from Verilog to a model library that sim/model.h opens.
 *
 * Works for any Verilog with one clock: whole networks, single templates, board tops. No C++ is written: Verilator's
 * C-linkage library (--lib-create) is built behind a generated SystemVerilog wrapper with the ports `clk`, `in` and
 * `out`, and a generated C file hides the calling form, which differs between versions of Verilator (from 5.042 on `in`
 * no longer travels with the clock).
 *
 * Libraries are kept under ${FTC_CACHE:-${XDG_CACHE_HOME:-~/.cache}/ftc}/models by a digest of all that went into them,
 * so that a second run does not compile again. An empty FTC_CACHE turns that off. FTC_MODEL_FLAGS are what `make` is
 * given instead of OPT_FAST=-O2 OPT_GLOBAL=-O1; for several libraries at once, OPT_FAST=-O1 OPT_GLOBAL=-O1.
 */
#ifndef FTC_SIMULATE_VERILATE_H
#define FTC_SIMULATE_VERILATE_H

#include <stdbool.h>
#include <stddef.h>

#include "util/output.h"

struct module;

/* A port of the top module other than its clock. */
struct verilate_port {
	const char *name;
	unsigned width;			/* 1 .. */
	bool output;
};

struct verilate {
	const char *top;		/* module to simulate */
	const char *clock;		/* its clock port; NULL: "clk" */
	const struct verilate_port *port;
	size_t port_count;
	const struct output *rtl;	/* every .v file in here is read, in order; or NULL */
	const char *const *source;	/* and these files, by path */
	size_t source_count;
	const char *const *option;	/* further arguments for verilator: "-GWIDTH=3", "+define+X"; or NULL */
	size_t option_count;
	const char *hierarchical;	/* module to be made a block of its own, worth it above some 512 leaves;
					   it must have no parameters. NULL: none */
	bool trace;			/* able to write a waveform (slower) */
	const char *const *beside;	/* two names: so many instances of `top`, of these names; ports have NAME_ before their own, also the
					   second one's clock. NULL: one */
	const char *elapsed;		/* with a waveform: a port, picoseconds from the evaluation before; NULL: 5 ns */
};

/* The ports of a module of a design (lower/design.h) but its clock "clk": a fresh array of *count, with the module's
 * names. */
struct verilate_port *verilate_ports(const struct module *module, size_t *count);

/* Builds the library, or finds it. A fresh path, valid until the program ends; NULL after a message (a tool is
 * missing or failed, or the disk is full: status 1). */
char *verilate(const struct verilate *v);
/* Likewise several, side by side; library[i] becomes that of v[i]. False after a message. */
bool verilate_all(const struct verilate *v, size_t count, char **library);

#endif
