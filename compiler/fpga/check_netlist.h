/* check_netlist.h: what is in a bitstream, as Verilog again.
 *
 *   iCE40   bitstream --> icepack -u --> icebox_vlog --> Verilog
 *   ECP5    placed and routed netlist, which nextpnr wrote along with what was packed --> yosys --> Verilog
 *
 * The cells that stay cells have models in rtl-templates/check/. No tool turns the bits of an ECP5 back into a netlist: what the
 * packer made of it is not seen.
 */
#ifndef FTC_FPGA_CHECK_NETLIST_H
#define FTC_FPGA_CHECK_NETLIST_H

#include <stdbool.h>

#include "fpga/board.h"
#include "simulate/verilate.h"
#include "util/output.h"

#define CHECK_NETLIST_TOP "chip"		/* its module */
#define CHECK_NETLIST_CLOCK "clk_pin"		/* its clock port; a clock there is one of the network, see mhz */

/* The tools, by check_netlist_find_tools(). */
struct check_tools {
	char *convert;			/* icebox_vlog, yosys */
	char *unpack, *python;		/* icepack, and what runs icebox_vlog; NULL for an ECP5 */
};

/* Finds the tools for the board's device. One message for each that is missing; false then. */
bool check_netlist_find_tools(struct check_tools *tools, const struct board *board);
void check_tools_free(struct check_tools *tools);

/* What is turned back, and where. */
struct check_source {
	const struct board *board;
	const struct check_tools *tools;
	const struct text *bitstream;
	const char *directory;		/* of the flow that made it (flow.h), with all that it left */
	const char *kept;		/* where the user will find the logs: the output directory */
	struct output *logs;		/* they are added here */
};

struct check_netlist {
	struct output rtl;		/* the netlist, check.v, and the models of its cells */
	struct verilate_port *port;	/* all ports but the clock, with names of its own */
	size_t port_count;
	double mhz;			/* what its PLL makes out of the board's oscillator */
};

/* False after a message: a tool failed, or wrote what cannot be read. */
bool check_netlist_make(struct check_netlist *netlist, const struct check_source *source);
void check_netlist_free(struct check_netlist *netlist);

#endif
