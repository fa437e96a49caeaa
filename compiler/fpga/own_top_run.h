/* own_top_run.h: a user's own top module, simulated as it would be on a board: `ftc simulate --top`.
 *
 *   pins' lines --> buttons, switches, headers --> +--------------------+ --> LEDs and other outputs: each change
 *                                  uart_rx <-----> | the board's module | --> uart_tx: text
 *                                                  +--------------------+
 *
 * The module that `ftc build` makes for the board (own_top.h) is verilated with models of the PLL. Clock 0 is the first one after the
 * reset. Inputs that no line sets are low, buttons and switches off, uart_rx high.
 */
#ifndef FTC_FPGA_OWN_TOP_RUN_H
#define FTC_FPGA_OWN_TOP_RUN_H

#include "fpga/pin_lines.h"

/* The request. */
struct own_top_run {
	const struct own_top *own;	/* with shows_reset */
	const struct board_top *top;
	const struct output *rtl;	/* the network's Verilog and the module around the user's */
	const struct pin_lines *lines;
	uint64_t clocks;
	double clock_hz;		/* CLOCK_HZ */
	unsigned baud;
	char *trace;			/* an absolute path for the waveform, or NULL */
	const char *shown;		/* the user's path for it */
};

/* Whether its ports can be simulated at this rate of the serial line. False after a message. */
bool own_top_run_check(const struct own_top *own, double clock_hz, unsigned baud);

/* Runs it. A fresh object; NULL after a message: it could not be made. `passed` is false in it, after messages, where a line that checks
 * is not met, or what was sent is no text at this rate. */
json_t *own_top_run(const struct own_top_run *r);
/* Shows it as text. */
void own_top_run_say(const json_t *object, struct text *out);

/* What a window of GTKWave shows of it; `object` is that of the run. */
void own_top_run_save(const struct own_top_run *r, const json_t *object, const char *invocation, struct text *out);

#endif
