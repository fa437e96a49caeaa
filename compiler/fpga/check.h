/* check.h: does a bitstream pass its own self test?
 *
 *   bitstream --> netlist (check_netlist.h) --> verilator --> power on --> first round --> line and lights, as expected?
 *
 * The bitstream's own bytes are turned back into a netlist and that is simulated from power-on, with the oscillator on its pin
 * and nothing else: what is wrong with it by a fault of ftc, of the synthesis, the placement, the routing or (iCE40) the
 * packing shows as it would on the board. Only timing does not: that is nextpnr's to say.
 */
#ifndef FTC_FPGA_CHECK_H
#define FTC_FPGA_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "fpga/board_top.h"
#include "fpga/check_netlist.h"
#include "fpga/flow.h"

enum check_end {
	CHECK_NONE,		/* not run */
	CHECK_PASSED,
	CHECK_FAILED,		/* a message has been printed, as for the next */
	CHECK_TOOL,		/* a tool failed */
};

struct check {
	struct check_tools tools;
	enum check_end end;
	uint64_t clocks;		/* of the network, from power-on to the end of the line */
	double seconds;			/* it took to simulate them */
	struct text line;		/* what the serial line said, without its end; empty where there is none */
	struct output logs;		/* log/check.log and so on; after a failure log/check.v too, the netlist */
};

/* What is checked on the chip: "bitstream" or, of an ECP5, "netlist". */
const char *check_subject(const struct board *board);

/* Finds all tools. One message for each that is missing; false then. */
bool check_find_tools(struct check *check, const struct board *board);

/* Checks flow->bitstream, which is the self test `top`. `flow` has ended with a bitstream; that of an ECP5 was asked for its
 * netlist, too. */
void check_run(struct check *check, const struct board_top *top, const struct flow *flow);

/* Of a bitstream that passed: one line for a person, and an object for a program. */
void check_print(const struct check *check, const struct board_top *top);
struct json_t *check_json(const struct check *check, const struct board_top *top);
void check_free(struct check *check);

#endif
