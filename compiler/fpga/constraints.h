/* constraints.h: the pins of a board, checked before any tool sees them.
 *
 * Tools differ in what they let pass: nextpnr-ecp5 says nothing of a constraint for a port that does not exist, and
 * neither says at which line a pin is given twice. Here all of it is an error with its place.
 */
#ifndef FTC_FPGA_CONSTRAINTS_H
#define FTC_FPGA_CONSTRAINTS_H

#include <stdbool.h>

#include "fpga/board.h"

/* Checks board->constraints_path, a .pcf or .lpf by the board's device: that nextpnr can read every statement, every port
 * named is one that a board's top module can have (board.h), every port of this board has a pin, no pin has two ports; and that
 * the board's kind of PLL can be driven from clk_pin's pin, as far as iCE40 packages are known. On any error prints one message
 * and returns false. Whether the package has the pins is left to nextpnr, which says so well. */
bool constraints_check(const struct board *board);

#endif
