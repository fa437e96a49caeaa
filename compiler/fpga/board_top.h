/* board_top.h: the top module of a bitstream: clock, reset, network, application, lights and serial line.
 *
 * All logic belongs to the application (application.h) and rtl-templates; this file only connects the board's ports,
 * the network and the application.
 */
#ifndef FTC_FPGA_BOARD_TOP_H
#define FTC_FPGA_BOARD_TOP_H

#include <stdint.h>

#include "fpga/application.h"
#include "fpga/board.h"
#include "fpga/pll.h"
#include "network/network.h"
#include "lower/design.h"
#include "util/output.h"

enum {
	SELF_TEST_BAUD = 115200,
	SELF_TEST_STEP_BITS = 16,	/* a leaf sends 2^16 - 1 messages per round */
};

/* The inputs. */
struct board_top {
	const struct board *board;
	const struct pll *pll;
	const struct network *net;
	const struct design *design;	/* its last module is the network, or has its ports */
	enum application_kind application;
	unsigned step_bits;		/* of a self test: 6, 8, 10, 12 (to simulate) or SELF_TEST_STEP_BITS */
	unsigned baud;
	const char *invocation;
};

/* The reset lasts 2^b clocks from the PLL's lock on, and a few more: at least 32, which networks need, and as many as the
 * device's block RAMs take for their contents. Returns b. */
unsigned board_top_reset_bits(const struct board_top *top);
/* An upper bound of the clocks from configuration to the end of the reset, where the PLL locks as its models do. */
uint64_t board_top_reset_clocks(const struct board_top *top);

/* The name of the top module: the network's, followed by _board. Fresh. */
char *board_top_name(const struct network *net);

/* Begins a top module: adds it to `d`, with the board's clock pin, PLL and reset (nets clk, locked, rst).
 * Takes over `purpose`. */
struct module *board_top_begin(const struct board_top *top, char *purpose, struct design *d);
/* Ends it: the outputs of the board that always have the same level. */
void board_top_end(const struct board_top *top, struct module *m);

/* Adds the top module and the application's modules to a folder of `out`; emit_verilog() has put the network into
 * its rtl/. False after a message when a template cannot be read. */
bool board_top_emit(const struct board_top *top, const char *folder, struct output *out);

#endif
