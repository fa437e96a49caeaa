/* flow.h: from Verilog to a bitstream: yosys, nextpnr, the packer.
 *
 * The flow runs in a directory of its own, in which the Verilog lies under rtl/. It stops before
 * placement when the design does not fit, and before packing when its timing fails: then there is no bitstream.
 */
#ifndef FTC_BUILD_FLOW_H
#define FTC_BUILD_FLOW_H

#include <stdbool.h>

#include "build/board.h"
#include "util/output.h"

enum flow_end {
	FLOW_DONE,
	FLOW_TOOL,		/* a tool failed; a message has been printed */
	FLOW_TOO_LARGE,
	FLOW_TOO_SLOW,
};

struct flow {
	/* what is wanted */
	const struct board *board;
	const char *top;		/* module */
	const char *const *source;	/* Verilog files, relative to the directory */
	size_t source_count;
	const char *directory;		/* to work in */
	const char *kept;		/* where the user will find the logs: the output directory */
	unsigned long seed;
	double required_mhz;

	char *yosys, *place, *pack;	/* the tools' paths, by flow_find_tools() */

	/* what came of it */
	unsigned long lut4;		/* 4-input LUTs, those of carries included */
	unsigned long ff;
	unsigned long cells, cells_available;	/* logic cells (iCE40: a LUT and a flip-flop each; ECP5: LUTs) */
	unsigned long ram, ram_available;	/* block RAMs */
	double fmax_mhz;		/* of the network clock; 0: not placed */
	struct text bitstream;
	struct text report;		/* nextpnr's, JSON */
	struct output logs;		/* log/yosys.log and so on */
};

/* Finds the tools of flow->board's device. One message for each that is missing or too old; false then. */
bool flow_find_tools(struct flow *flow);

enum flow_end flow_run(struct flow *flow);
void flow_free(struct flow *flow);

#endif
