/* board_top.h: the top module of a bitstream: clock, reset, the network, its application, lights and serial line.
 *
 * Everything in it that thinks is the application's (application.h) and in rtl-templates; this file only joins the board's ports,
 * the network and the application.
 */
#ifndef FTC_FPGA_BOARD_TOP_H
#define FTC_FPGA_BOARD_TOP_H

#include "fpga/application.h"
#include "fpga/board.h"
#include "fpga/pll.h"
#include "network/network.h"
#include "lower/design.h"
#include "util/output.h"

enum {
	SELF_TEST_BAUD = 115200,
	SELF_TEST_STEP_BITS = 16,	/* a leaf sends 2^16 - 1 messages a round */
};

/* What it is made from. */
struct board_top {
	const struct board *board;
	const struct pll *pll;
	const struct network *net;
	const struct design *design;	/* whose last module is the network */
	enum application_kind application;
	unsigned step_bits;		/* of a self test: 6, 8, 10, 12 or SELF_TEST_STEP_BITS; short rounds are for simulation */
	unsigned baud;
	const char *invocation;
};

/* The name of the top module: the network's with _board behind it. Fresh. */
char *board_top_name(const struct network *net);

/* Adds the top module and the application's modules to a folder of `out`, where emit_verilog() has put the network under rtl/. False after
 * a message when a template cannot be read. */
bool board_top_emit(const struct board_top *top, const char *folder, struct output *out);

#endif
