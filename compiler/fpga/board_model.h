/* board_model.h: a C model of a bitstream's top module: simulates a board clock by clock. */
#ifndef FTC_FPGA_BOARD_MODEL_H
#define FTC_FPGA_BOARD_MODEL_H

#include "fpga/board_top.h"

/* Verilates the top module and the network, with models of the PLLs (sim/pll_models.v: the clock passes unchanged).
 * The ports are the board's. `rtl`: all Verilog of emit_verilog() and board_top_emit(); `option`: further options of
 * verilator, or NULL. Returns the path of a library for model_open(), fresh; NULL after a message. */
char *board_model(const struct board_top *top, const struct output *rtl, const char *const *option,
		  size_t option_count);

#endif
