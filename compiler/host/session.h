/* session.h: a board with a host bridge, connected: sets of messages in, checked results out.
 *
 *   struct simulation's messages --> libftc-host --> board --> log --> sim/recording.h --> struct testbench_result
 */
#ifndef FTC_HOST_SESSION_H
#define FTC_HOST_SESSION_H

#include "fpga/board.h"
#include "fpga/pll.h"
#include "host/library/ftc-host.h"
#include "host/simulated.h"
#include "recording.h"
#include "simulate/simulate.h"

struct session {
	const char *file;		/* of the parameters, for advice */
	const char *again;		/* the command that is running, likewise */
	struct simulation simulation;	/* whose spec, plan, messages and seed are used */
	struct board board;
	struct pll pll;
	unsigned baud;
	const char *port;		/* that the user has named; NULL: a simulated board */
	struct board_simulation simulated;
	struct ftc_host *host;
	struct ftc_host_identity who;
	char digest[17];
	unsigned batches;		/* of the last set */
};

/* Opens the port, or starts a simulated board, and makes sure that the network of s->simulation is behind it; its plan must
 * have been made (simulation_plan()). False after a message; *status is the exit status then. */
bool session_open(struct session *s, int *status);
void session_close(struct session *s);

/* Runs the messages of s->simulation.list. `delivery` is told of every one that has arrived as it should, in order of time; or
 * NULL. False after a message when something is wrong: with the line (then there is no result: r->latency is NULL), or with what
 * has arrived. Free the result with testbench_result_free(). */
bool session_run(struct session *s, account_delivery *delivery, void *context, struct simulate_point *point,
		 struct testbench_result *r);

#endif
