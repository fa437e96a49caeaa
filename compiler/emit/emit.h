/* emit.h: from a checked design to files. */
#ifndef FTC_EMIT_EMIT_H
#define FTC_EMIT_EMIT_H

#include <stdbool.h>

#include "network/network.h"
#include "lower/design.h"
#include "util/output.h"

/* One Verilog file per module, under rtl/, templates included, and the file list NAME.f.
 * Byte-identical for equal parameters: no dates, no paths. False after a message if a template cannot be read. */
bool emit_verilog(const struct design *design, const struct network *net, const char *invocation,
		  struct output *out);

/* The same for a folder of any name; only rtl is in the file list. Emit a design around a network after the network. */
bool emit_design(const struct design *design, const struct network *net, const char *folder, const char *invocation,
		 struct output *out);

/* The Verilog of the design's top alone, without comments: its own name as it is, the names of what it instantiates with
 * the prefix. The caller frees the text. */
struct text emit_wrapper(const struct design *design, const char *prefix);

/* stack.c: emit_design(), after design_check(), of a design that may be NULL: there is none. */
bool emit_checked(const struct design *design, const struct network *net, const char *folder, const char *invocation,
		  struct output *out);

/* A network with what stands around it. */
struct stack {
	struct design *network;
	struct design *crossing;	/* emit/crossing.h; NULL: all leaves have the network's clock */
	struct design *shell, *drivers;	/* emit/shell.h; NULL without a shell, or if it has no drivers */
	struct design *crossing_drivers;	/* emit/crossing.h; NULL without a crossing, or where the drivers of a shell are missing */
	bool bare;			/* stack_bare() */
};
/* Lowers the network, crosses its leaves' clocks and, with a shell, puts that and its drivers around it. Free it with stack_free(). */
struct stack stack_lower(const struct network *net);
/* The design that shells and users see as the network. */
const struct design *stack_streams(const struct stack *s);
/* Takes the drivers away: the user drives the shell. */
void stack_bare(struct stack *s);
/* The design that is used: the one with streams, which is the network or the drivers; of a bare stack the outermost one, the
 * shell if there is one. */
const struct design *stack_top(const struct stack *s);
/* The name of its module. A fresh string. */
char *stack_top_name(const struct stack *s, const struct network *net);
/* For simulations: synchronisers see what changes old or new, by chance. */
void stack_unsettle(struct stack *s);
/* Checks all and puts them into rtl/, the network first. */
bool stack_emit(const struct stack *s, const struct network *net, const char *invocation, struct output *out);
void stack_free(struct stack *s);

/* The testbench of a machine's networks, made of templates. */
struct verilog_bench {
	unsigned speech;		/* enum leaf_speech: what the leaves must speak */
	const char *what;		/* the things that arrive: "messages" */
	/* How many of them must arrive, and within how many clocks. */
	unsigned long (*wanted)(const struct network *net);
	unsigned long (*patience)(const struct network *net);
	/* Adds the network, or the drivers around it, and the modules that drive and check it. */
	void (*add)(struct module *m, struct design *d, const struct network *net);
};

extern const struct verilog_bench message_bench;

/* bench.c: gives leaves with clocks of their own these, and metastable synchronisers; the network, or what stands around it, is the
 * latest instance, and has the net of these clocks. */
void bench_add_clocks(struct module *m, struct design *d, const struct network *net);
/* Does so with the testbench's own clock at all leaves, and drives the net `go` when all their resets are over. */
void bench_share_clock(struct module *m, struct design *d, const struct network *net);
/* Whether such networks have a testbench. */
bool bench_exists(const struct spec *spec);
/* The name of the testbench. A fresh string. */
char *bench_name(const struct network *net);
/* The testbench around the network, its drivers, or a shell that has its own testbench. */
struct design *bench_design(const struct stack *stack, const struct network *net);

/* NAME.json: parameters, levels, latency, frame, cost; name and ports of `top`, the design that a user instantiates. */
void emit_manifest(const struct design *top, const struct network *net, struct output *out);

#endif
