/* emit.h: from a checked design to files. */
#ifndef FTC_EMIT_EMIT_H
#define FTC_EMIT_EMIT_H

#include <stdbool.h>

#include "commands/command.h"
#include "network/network.h"
#include "lower/design.h"
#include "util/output.h"

struct board;
struct pll;

/* One Verilog file per module, under rtl/, templates included, and the file list NAME.f.
 * Byte-identical for equal parameters: no dates, no paths. False after a message when a template cannot be read. */
bool emit_verilog(const struct design *design, const struct network *net, const char *invocation,
		  struct output *out);

/* The same for a folder of any name; only rtl is in the file list. A design around a network comes after the network. */
bool emit_design(const struct design *design, const struct network *net, const char *folder, const char *invocation,
		 struct output *out);

/* What is wanted beside the network. */
struct extras {
	bool wishbone;			/* NAME_wishbone: a Wishbone slave at every leaf */
	const struct board *board;	/* or NULL: a top module for this board, with the self test */
	const struct pll *pll;		/* the board's */
};

/* wishbone.c: can it be had for this network? False after a message. */
bool wishbone_check(const struct network *net);
/* The name of its module. Fresh. */
char *wishbone_top_name(const struct network *net);
/* That module, around the network. */
struct design *wishbone_design(const struct design *network, const struct network *net);

/* bench.c: is there a testbench for such networks? */
bool bench_exists(const struct spec *spec);
/* The name of its module. Fresh. */
char *bench_name(const struct network *net);
/* That module: around the network, or around wishbone_design(). */
struct design *bench_design(const struct design *around, const struct network *net, bool wishbone);

/* board/: the board's top module, the self test and the constraints. False after a message. */
bool emit_board(const struct design *design, const struct network *net, const struct extras *extras, const char *invocation,
		struct output *out);

/* The FuseSoC core, CAPI2, of all files of `out`, which lie in `folder` ("" or "NAME/") beside it. `vlnv`: its name, or NULL for
 * ftc:networks:NAME:VERSION. Who depends on it gets the network, and the board's top with it if `whole`. */
void print_fusesoc(const struct network *net, const struct extras *extras, const struct output *out, const char *folder,
		   const char *vlnv, bool whole, struct text *core);
/* NAME.json: parameters, ports, levels, latency, frame, cost. */
void emit_manifest(const struct design *design, const struct network *net, struct output *out);

/* All of the above but the core. */
bool emit_all(const struct network *net, const struct extras *extras, const char *invocation, struct output *out);

#endif
