/* flow.h: from Verilog to a bitstream: yosys, nextpnr, the packer.
 *
 *   Verilog --> yosys --> does it fit? --> placements, one per seed --> the fastest --> packer --> bitstream
 *                 ^             |
 *                 +- few LUTs --+
 *
 * The flow runs in its own directory, with the Verilog under rtl/. It stops before placement when the design does not
 * fit, and before packing when timing fails: then there is no bitstream. Synthesis, the check for size, and each
 * placement are stages (stage.h): the results of earlier runs are reused.
 *
 * Files in the directory afterwards (SUFFIX as in device.h):
 *   synthesis.json           the netlist that yosys made
 *   constraints.pcf or .lpf  constraints
 *   floorplan.py             if there is a floorplan
 *   layout.SUFFIX            the placed and routed design, of the kept placement: .asc or .config
 *   report.json              nextpnr's report of it
 *   layout.json              the placed and routed netlist, if `netlist` was set
 *   bitstream.SUFFIX         after flow_pack()
 * They stay until ftc ends.
 */
#ifndef FTC_FPGA_FLOW_H
#define FTC_FPGA_FLOW_H

#include <stdbool.h>

#include "fpga/board.h"
#include "fpga/domains.h"
#include "util/cache.h"
#include "util/output.h"
#include "util/process.h"

struct own_top;

enum flow_end {
	FLOW_DONE,
	FLOW_TOOL,		/* a tool failed; a message has been printed */
	FLOW_TOO_LARGE,
	FLOW_TOO_SLOW,
};

/* The result of one seed. */
struct placement {
	unsigned long seed;
	bool placed;		/* false: nextpnr found no placement or no routing */
	bool earlier;		/* taken from an earlier run */
	unsigned long cells;
	double fmax_mhz;	/* of the network clock */
	double excess;		/* delay / period of the worst path of other clocks, or between clocks, if above 1; else 1 */
};

struct flow {
	/* the request */
	const struct board *board;
	const char *top;		/* module */
	const char *const *source;	/* Verilog files, relative to the directory */
	size_t source_count;
	struct text floorplan;		/* a script for nextpnr (floorplan.h); empty: none */
	const struct own_top *own;	/* the user's files and constraints; NULL: none */
	const char *directory;		/* to work in */
	const char *kept;		/* the output directory, in which the user will find the logs, */
	const char *log_folder;		/* and the folder in it: "log" */
	unsigned long seed, seeds;	/* seed .. seed + seeds - 1 are placed, */
	unsigned at_once;		/* number of placements at a time; it affects only the duration */
	double required_mhz;
	bool searched;			/* it is one of several clocks that are tried */
	unsigned spacing;		/* elements between registers in the network */
	const char *smaller;		/* what makes the network smaller, for messages: "fewer wires" */
	/* Prefer few LUTs to the fastest clock. flow_place() sets it if the design does not fit otherwise. */
	bool compact;
	bool netlist;			/* nextpnr writes layout.json, too */

	char *yosys, *place, *pack;	/* the tools' paths, by flow_find_tools() */
	struct text yosys_identity, place_identity;

	/* the results */
	unsigned long lut4;		/* 4-input LUTs, those of carries included */
	unsigned long ff;
	unsigned long cells, cells_available;	/* cells: a LUT and a flip-flop each; ECP5: the scarcer */
	unsigned long ram, ram_available;	/* block RAMs */
	double fmax_mhz;		/* of the network clock, by the kept placement; 0: not placed */
	struct domains domains;		/* other clocks, and paths between clocks, of it */
	struct placement *placement;
	size_t placement_count;		/* 0: no placement was begun */
	const struct placement *best;	/* the one that is kept; among equals the first. NULL: none */
	bool again;			/* flow_place() has set `compact`, and synthesised again */
	bool synthesis_earlier, fit_earlier;	/* taken from an earlier run */
	struct text bitstream;
	struct text report;		/* nextpnr's, JSON */
	struct output logs;		/* log/yosys.log and so on */
};

/* Adds the arguments of nextpnr that depend on the board: device, network clock in MHz, options of its description. */
void flow_board_arguments(const struct board *board, double mhz, struct arguments *a);

/* Finds the tools for flow->board's device; false after a message for each that is missing or too old. */
bool flow_find_tools(struct flow *flow);

/* Only synthesises flow->top, and counts its LUTs and flip-flops: lut4, ff. False after a message. */
bool flow_count(struct flow *flow);
/* Runs everything up to the choice of a placement. Reports only tools that fail. */
enum flow_end flow_place(struct flow *flow);
/* Explains why a design is too large or too slow. */
void flow_explain(const struct flow *flow, enum flow_end end);
/* Packs the kept placement into a bitstream. False after a message. */
bool flow_pack(struct flow *flow);
void flow_free(struct flow *flow);

#endif
