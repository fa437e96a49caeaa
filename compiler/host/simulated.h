/* simulated.h: a simulated board: its top module, verilated, behind a pseudo-terminal that stands for the board's
 * serial port. Every bit of the serial line is simulated.
 */
#ifndef FTC_HOST_SIMULATED_H
#define FTC_HOST_SIMULATED_H

#include <stdbool.h>
#include <sys/types.h>

#include "emit/emit.h"
#include "fpga/board_top.h"

struct board_simulation {
	pid_t process;
	char *port;			/* to open instead of /dev/ttyUSB0, .. */
	int terminal;			/* the same, already open; board_simulation_stop() closes it */
};

/* Makes the model of the board with this application, around the top of `stack`, and starts it in its own process,
 * which ends with this one. Its time advances only while the line is active, and for some thousand clocks after, or, if the
 * application works long, until it has answered. False
 * after a message. */
bool board_simulation_start(struct board_simulation *s, const struct stack *stack, const struct board_top *top);
/* Starts a model of `top` that exists, with ports uart_rx and uart_tx: a library of verilate(). Its clock has `mhz`. False
 * likewise. */
bool board_simulation_run(struct board_simulation *s, const char *library, const struct board_top *top, double mhz);
/* Ends the process, if one was started; `s` may be all zeros. */
void board_simulation_stop(struct board_simulation *s);

#endif
