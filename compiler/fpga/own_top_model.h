/* own_top_model.h: a C model of a user's own top module on a board. */
#ifndef FTC_FPGA_OWN_TOP_MODEL_H
#define FTC_FPGA_OWN_TOP_MODEL_H

#include "fpga/own_top.h"

/* Verilates the user's files with the network and the module around them, which are in `rtl`, and models of the PLLs
 * (sim/pll_models.v: the clock passes unchanged). The ports are the user's but clk and rst, those of the board that are held at one level,
 * and OWN_TOP_RESET. `trace`: it can write a waveform. Returns the path of a library for model_open(), fresh; NULL after a message. */
char *own_top_model(const struct own_top *own, const struct board_top *top, const struct output *rtl, bool trace);

#endif
