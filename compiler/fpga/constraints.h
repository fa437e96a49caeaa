/* constraints.h: the pins of a board, checked before any tool sees them.
 *
 * The tools accept different mistakes: nextpnr-ecp5 ignores a constraint for a port that does not exist, and neither
 * nextpnr gives the line of a duplicate pin. This check makes each an error with its place.
 */
#ifndef FTC_FPGA_CONSTRAINTS_H
#define FTC_FPGA_CONSTRAINTS_H

#include <stdbool.h>

#include "fpga/board.h"

/* Checks board->constraints_path, a .pcf or .lpf according to the device. Each statement must be one that nextpnr
 * reads; each port named one that a board's top module can have, or a bit of board->pin (board.h). Each port of this board
 * and each of those bits must have a pin, and no pin two ports of the board's top module. Where ftc knows the package
 * (package.h), it must have each of the pins; of an iCE40 that of clk_pin must be able to drive the board's kind of PLL.
 * On an error prints one message and returns false. */
bool constraints_check(const struct board *board);

/* A port of a module around a user's own top module (own_top.h). */
struct constrained_port {
	const char *name;
	unsigned width;
	struct place at;		/* of the user's port; file NULL: it is not the user's */
};

/* Adds to `out` the statements for these ports of constrained_port[0 .. count - 1] only: those of the file `own` (NULL:
 * none), and for the bits that it does not name those of the board, whose file constraints_check() has allowed. Statements of
 * `own` for other ports are left out, with a warning where the name is nearly that of a port. False after a message if a bit has
 * no pin or two have the same. */
bool constraints_select(const struct board *board, const struct constrained_port *port, size_t count, const char *own,
			struct text *out);

#endif
