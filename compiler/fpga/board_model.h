/* board_model.h: the top module of a bitstream as a model: what a board would do, clock by clock, before there is a board. */
#ifndef FTC_FPGA_BOARD_MODEL_H
#define FTC_FPGA_BOARD_MODEL_H

#include "fpga/board_top.h"

/* Verilates the top module and the network, with models of the PLLs (sim/pll_models.v: the clock passes as it is). The ports are
 * those of the board. `rtl`: all Verilog, as emit_verilog() and board_top_emit() give it; `option`: further ones for verilator,
 * or NULL. The path of a library for model_open(), fresh; NULL after a message. */
char *board_model(const struct board_top *top, const struct output *rtl, const char *const *option, size_t option_count);

#endif
