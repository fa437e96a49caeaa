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
 * reads; each port named one that a board's top module can have (board.h). Each port of this board must have a pin,
 * and no pin two ports. Where ftc knows the iCE40 package, the pin of clk_pin must be able to drive the board's kind
 * of PLL. On an error prints one message and returns false. nextpnr itself reports pins that the package lacks. */
bool constraints_check(const struct board *board);

#endif
