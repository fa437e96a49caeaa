/* board_line.h: a line to a board or to a simulated one, and what to do about its errors. */
#ifndef FTC_HOST_BOARD_LINE_H
#define FTC_HOST_BOARD_LINE_H

#include <stdbool.h>

#include "emit/emit.h"
#include "fpga/board.h"
#include "fpga/pll.h"
#include "host/library/ftc-host.h"
#include "host/simulated.h"

struct board_line {
	const char *file;		/* of the parameters, for advice */
	const char *again;		/* the running command, for advice */
	const struct network *net;	/* what shall be in the board; from board_line_open() on */
	struct board board;
	struct pll pll;
	unsigned baud;
	const char *port;		/* as given; NULL: a simulated board */
	struct board_simulation simulated;
	struct ftc_host *host;
};

/* Opens the port, or starts a simulated board with the top of `stack` in it. Nobody has been identified then. False after
 * a message; *status is then the exit status. */
bool board_line_open(struct board_line *c, const struct stack *stack, const struct ftc_host_options *options, int *status);
/* Closes what is open. */
void board_line_close(struct board_line *c);

/* Prints the library's last error, and advice. */
void board_line_complain(const struct board_line *c, enum ftc_host_error error);
/* The exit status after an error: a port that cannot be the intended one is an error of the command line. */
int board_line_status(enum ftc_host_error error);

#endif
