/* emit.h: from a checked design to files. */
#ifndef FTC_EMIT_EMIT_H
#define FTC_EMIT_EMIT_H

#include <stdbool.h>

#include "network/network.h"
#include "lower/design.h"
#include "util/output.h"

/* One Verilog file per module, under rtl/, templates included, and the file list NAME.f.
 * Byte-identical for equal parameters: no dates, no paths. False after a message when a template cannot be read. */
bool emit_verilog(const struct design *design, const struct network *net, const char *invocation,
		  struct output *out);

/* The same for a folder of any name; only rtl is in the file list. A design around a network comes after the network. */
bool emit_design(const struct design *design, const struct network *net, const char *folder, const char *invocation,
		 struct output *out);

/* wishbone.c: can it be had for this network? False after a message. */
bool wishbone_check(const struct network *net);
/* The name of its module. Fresh. */
char *wishbone_top_name(const struct network *net);
/* That module, around the network. */
struct design *wishbone_design(const struct design *network, const struct network *net);

/* The testbench of a machine's networks, of templates. */
struct verilog_bench {
	unsigned speech;		/* enum leaf_speech: what the leaves must speak */
	const char *what;		/* what comes out: "messages" */
	/* How much of it must come, and clocks until all must be there. */
	unsigned long (*wanted)(const struct network *net);
	unsigned long (*patience)(const struct network *net);
	/* Adds the network, or the Wishbone top around it, and what drives and checks it. */
	void (*add)(struct module *m, struct design *d, const struct network *net, bool wishbone);
};

extern const struct verilog_bench message_bench;

/* bench.c: is there a testbench for such networks? */
bool bench_exists(const struct spec *spec);
/* The name of its module. Fresh. */
char *bench_name(const struct network *net);
/* That module: around the network, or around wishbone_design(). */
struct design *bench_design(const struct design *around, const struct network *net, bool wishbone);

/* NAME.json: parameters, ports, levels, latency, frame, cost. */
void emit_manifest(const struct design *design, const struct network *net, struct output *out);

#endif
