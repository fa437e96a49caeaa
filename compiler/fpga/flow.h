/* flow.h: from Verilog to a bitstream: yosys, nextpnr, the packer.
 *
 *   Verilog --> yosys --> does it fit? --> placements, one per seed --> the fastest --> packer --> bitstream
 *
 * The flow runs in a directory of its own, in which the Verilog lies under rtl/. It stops before
 * placement when the design does not fit, and before packing when its timing fails: then there is no bitstream.
 * Synthesis, the question whether it fits, and each placement are stages (stage.h): what an earlier run has finished is
 * taken from there.
 *
 * In the directory are afterwards (SUFFIX as in device.h):
 *   synthesis.json           the netlist that yosys made
 *   BOARD.pcf or .lpf        constraints
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
#include "util/cache.h"
#include "util/output.h"
#include "util/process.h"

enum flow_end {
	FLOW_DONE,
	FLOW_TOOL,		/* a tool failed; a message has been printed */
	FLOW_TOO_LARGE,
	FLOW_TOO_SLOW,
};

/* What one seed gave. */
struct placement {
	unsigned long seed;
	bool placed;		/* false: nextpnr found no places, or no routes */
	bool earlier;		/* taken from an earlier run */
	unsigned long cells;
	double fmax_mhz;	/* of the network clock */
};

struct flow {
	/* what is wanted */
	const struct board *board;
	const char *top;		/* module */
	const char *const *source;	/* Verilog files, relative to the directory */
	size_t source_count;
	const char *directory;		/* to work in */
	const char *kept;		/* where the user will find the logs: the output directory, */
	const char *log_folder;		/* and the folder in it: "log" */
	unsigned long seed, seeds;	/* seed .. seed + seeds - 1 are placed, */
	unsigned at_once;		/* so many at a time, which changes nothing but the time it takes */
	double required_mhz;
	bool compact;			/* rather few LUTs than the fastest clock */
	bool netlist;			/* nextpnr shall write layout.json, too */

	char *yosys, *place, *pack;	/* the tools' paths, by flow_find_tools() */
	struct text yosys_identity, place_identity;

	/* what came of it */
	unsigned long lut4;		/* 4-input LUTs, those of carries included */
	unsigned long ff;
	unsigned long cells, cells_available;	/* logic cells, a LUT and a flip-flop each; ECP5: what there is more of */
	unsigned long ram, ram_available;	/* block RAMs */
	double fmax_mhz;		/* of the network clock, by the kept placement; 0: not placed */
	struct placement *placement;
	size_t placement_count;		/* 0: it did not come so far */
	const struct placement *best;	/* the fastest; of several the first. NULL: none */
	bool synthesis_earlier, fit_earlier;	/* taken from an earlier run */
	struct text bitstream;
	struct text report;		/* nextpnr's, JSON */
	struct output logs;		/* log/yosys.log and so on */
};

/* Adds what nextpnr is told of a board: the device, the network clock in MHz, the options of its description. */
void flow_board_arguments(const struct board *board, double mhz, struct arguments *a);

/* Finds the tools of flow->board's device. One message for each that is missing or too old; false then. */
bool flow_find_tools(struct flow *flow);

/* Everything up to the choice of a placement. Only a tool that fails is told of. */
enum flow_end flow_place(struct flow *flow);
/* Says why a flow ended that is too large or too slow. */
void flow_explain(const struct flow *flow, enum flow_end end);
/* The bitstream of the kept placement. False after a message. */
bool flow_pack(struct flow *flow);
void flow_free(struct flow *flow);

#endif
