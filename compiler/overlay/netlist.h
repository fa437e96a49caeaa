/* netlist.h: a user's circuit as read from BLIF, from Yosys' JSON, or from Verilog by way of Yosys.
 *
 * One clock, flip-flops without enable and reset, gates of any number of the kinds below. Nets are numbered; every net
 * has one driver. The reader has checked all that: no combinational loop, nothing undriven that something reads.
 */
#ifndef FTC_OVERLAY_NETLIST_H
#define FTC_OVERLAY_NETLIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NET_CONSTANT_0, NET_CONSTANT_1, NET_FIRST };	/* nets 0 and 1 are the constants */

/* A gate of at most three inputs: bit (a + 2 b + 4 c) of `truth` is its value. */
struct netlist_gate {
	unsigned inputs;			/* 0 .. 3 */
	unsigned in[3];				/* nets */
	uint8_t truth;
	unsigned out;				/* net */
	size_t line;				/* in the file; 0: unknown */
};
struct netlist_latch {
	unsigned d, q;				/* nets */
	bool initial;
	char *name;				/* of its output: "count[3]"; distinct */
	bool open;				/* the file leaves the initial value open: the reader has chosen `initial`,
						   so that the flip-flop takes the fewest elements */
};
/* A bit of a port. */
struct netlist_pin {
	char *port;				/* "count" */
	unsigned bit;				/* 0 .. width - 1, position within the port from its least significant bit */
	bool vector;				/* the port has more than one bit: "count[3]", else "enable" */
	unsigned net;
};

struct netlist {
	char *name;				/* of the module or model */
	char *source;				/* file name as given */
	unsigned nets;				/* how many, the constants included */
	char **net_name;			/* [net]; NULL: none */
	struct netlist_gate *gate;		/* in an order in which each comes after those that drive it */
	size_t gate_count;
	struct netlist_latch *latch;
	size_t latch_count;
	struct netlist_pin *input;		/* ports in the order of the file, bit 0 first; without the clock */
	size_t input_count;
	struct netlist_pin *output;
	size_t output_count;
	char *clock;				/* name of the port; NULL: no latches, or no latch of a BLIF file names one */
	char digest[17];			/* of the file's bytes */
	char *json;				/* what Yosys has written, if the circuit came as its JSON or as Verilog: for
						   --against */
};

/* Reads FILE by its suffix: .blif, .json (Yosys), .v (through Yosys; `top`: the module, NULL: Yosys finds it). False after
 * one message, with nothing to free; *status is then EXIT_USAGE or EXIT_WORK_FAILED. */
bool netlist_read(struct netlist *n, const char *path, const char *top, int *status);
void netlist_free(struct netlist *n);

#endif
