/* check.h: does a bitstream pass its own self test?
 *
 *   bitstream --> netlist (check_netlist.h) --> verilator --> power on --> first round --> line and lights
 *
 * The bitstream's own bytes become a netlist again, which is simulated from power-on with only the oscillator on its
 * pin. Faults of ftc, synthesis, placement, routing and (iCE40) packing show as they would on the board. Timing is not
 * checked: nextpnr analyses it.
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
	CHECK_FAILED,		/* after a message, as CHECK_TOOL */
	CHECK_TOOL,		/* a tool failed */
};

struct check {
	struct check_tools tools;
	enum check_end end;
	uint64_t clocks;		/* of the network, from power-on to the end of the line */
	unsigned images, steps;		/* what a host has loaded and done */
	double seconds;			/* duration of their simulation */
	struct text line;		/* text on the serial line, without its end; empty without a line */
	struct output logs;		/* log/check.log and others; after a failure also log/check.v, the netlist */
};

/* What the check examines: "bitstream" or, for an ECP5, "netlist". */
const char *check_subject(const struct board *board);

/* Finds all tools; false after a message for each missing one. */
bool check_find_tools(struct check *check, const struct board *board);

/* Checks flow->bitstream, made from the self test `top`. `flow` has ended with a bitstream and, for an ECP5, a
 * netlist. */
void check_run(struct check *check, const struct board_top *top, const struct flow *flow);

/* The verdict on a bitstream as a fresh object, and that object as a line of text. */
struct json_t *check_json(const struct check *check, const struct board_top *top);
void check_say(const struct json_t *check, const struct board_top *top, struct text *out);
void check_free(struct check *check);

/* The parts of a check that others judge (host/bitstream.h). */
/* The netlist in flow->bitstream; false after a message. */
bool check_make_netlist(struct check *check, const struct board_top *top, const struct flow *flow, struct check_netlist *n);
/* Why the netlist cannot work on the board: its PLL, or a pin that nothing drives. NULL: it may. A fresh string. */
char *check_before_power(const struct check_netlist *n, const struct board_top *top);
/* Verilates the netlist; the library's path, a fresh string, or NULL after a message. */
char *check_model(const struct check_netlist *n);
/* Says that the bitstream does not pass `test`, and keeps the netlist in log/check.v. */
void check_tell_failure(struct check *check, const struct board_top *top, const struct flow *flow, struct check_netlist *n,
			const char *test, const char *why);

#endif
