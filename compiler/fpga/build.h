/* build.h: what is settled before a network is made for a board. */
#ifndef FTC_FPGA_BUILD_H
#define FTC_FPGA_BUILD_H

#include <stdbool.h>

#include "fpga/board.h"
#include "fpga/pll.h"
#include "parse/spec.h"

/* Sets family and clock of a spec, and the PLL, as a board wants them. `wanted_mhz`: the clock that
 * the command line asks for; 0: the parameter file's, or else the board's. False after a message when the self test can do nothing
 * with such a network, or no PLL setting makes the clock. */
bool build_for_board(const struct board *board, double wanted_mhz, struct spec *spec, struct pll *pll);

#endif
