/* check_netlist.h: turns the contents of a bitstream back into Verilog.
 *
 *   iCE40   bitstream --> icepack -u --> icebox_vlog --> Verilog
 *   ECP5    placed and routed netlist, written by nextpnr with the packer's input --> yosys --> Verilog
 *
 * Cells that remain cells have models in rtl-templates/families/check/. No tool turns the bits of an ECP5 back into a netlist:
 * the work of its packer is not checked.
 */
#ifndef FTC_FPGA_CHECK_NETLIST_H
#define FTC_FPGA_CHECK_NETLIST_H

#include <stdbool.h>

#include "fpga/board.h"
#include "simulate/verilate.h"
#include "util/output.h"

#define CHECK_NETLIST_TOP "chip"		/* its module */
#define CHECK_NETLIST_CLOCK "clk_pin"		/* its clock port, which takes the network clock; see mhz */

/* The tools, by check_netlist_find_tools(). */
struct check_tools {
	char *convert;			/* icebox_vlog, yosys */
	char *unpack, *python;		/* icepack, and the interpreter of icebox_vlog; NULL for an ECP5 */
};

/* Finds the tools for the board's device; false after a message for each missing one. */
bool check_netlist_find_tools(struct check_tools *tools, const struct board *board);
void check_tools_free(struct check_tools *tools);

/* The design to turn back, and its place. */
struct check_source {
	const struct board *board;
	const struct check_tools *tools;
	const struct text *bitstream;
	const char *directory;		/* directory of the flow that made it (flow.h), with all its files */
	const char *kept;		/* the output directory, in which the user will find the logs */
	struct output *logs;		/* the tools' logs are added here */
};

struct check_netlist {
	struct output rtl;		/* the netlist, check.v, and the models of its cells */
	struct verilate_port *port;	/* all ports but the clock, with names of their own */
	size_t port_count;
	double mhz;			/* output of its PLL for the board's oscillator */
};

/* False after a message: a tool failed, or its output cannot be read. */
bool check_netlist_make(struct check_netlist *netlist, const struct check_source *source);
/* The part of it after the tools: edits their Verilog for verilator, and reads ports and PLL from it into the empty
 * `netlist`. False after a message: it is not what they write. */
bool check_netlist_read(struct check_netlist *netlist, const struct board *board, struct text *verilog);
/* Adds cells.v, the models of its cells, with block RAMs as late as boards wait for them at most. False after a message. */
bool check_netlist_add_models(struct check_netlist *netlist, const struct board *board);
void check_netlist_free(struct check_netlist *netlist);

#endif
