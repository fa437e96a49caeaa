/* simulated.h: a board that is not there: its top module, verilated, behind a pseudo-terminal, every bit of the serial
 * line included. Whoever opens the terminal finds what would be at the board's serial port.
 */
#ifndef FTC_HOST_SIMULATED_H
#define FTC_HOST_SIMULATED_H

#include <stdbool.h>
#include <sys/types.h>

#include "fpga/board_top.h"

struct board_simulation {
	pid_t process;
	char *port;			/* to open instead of /dev/ttyUSB0, .. */
	int terminal;			/* .. and open already; closed by board_simulation_stop() */
};

/* Makes the model of the board with this application and starts it in a process of its own, which ends with this one. Time
 * passes in it only while something is on the line, and for some thousand clocks after that. False after a message. */
bool board_simulation_start(struct board_simulation *s, const struct board_top *top);
/* Ends the process. For one that was started, or for zeros. */
void board_simulation_stop(struct board_simulation *s);

#endif
