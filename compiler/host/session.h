/* session.h: a session with a board's host bridge: sets of messages in, checked results out.
 *
 *   struct simulation's messages --> libftc-host --> board --> log --> sim/recording.h --> struct testbench_result
 */
#ifndef FTC_HOST_SESSION_H
#define FTC_HOST_SESSION_H

#include "host/board_line.h"
#include "recording.h"
#include "schedule/messages.h"
#include "simulate/simulate.h"

struct session {
	struct board_line line;
	struct simulation simulation;	/* its spec, plan, messages and seed are used */
	struct ftc_host_identity who;
	char digest[17];
	unsigned batches;		/* in the last set */
};

/* For messages to a board: a time is refused. */
struct message_form session_form(const struct network *net);

/* Opens the port, or starts a simulated board, and checks that the network of s->simulation is behind it, whose plan
 * must exist (simulation_plan()). False after a message; *status is then the exit status. */
bool session_open(struct session *s, int *status);
void session_close(struct session *s);

/* Runs the messages of s->simulation.list. Calls `delivery`, unless NULL, for every message that arrives correctly,
 * in order of time. False after a message: the line failed (then there is no result: r->latency is NULL), or a
 * message arrived wrongly. Free the result with testbench_result_free(). */
bool session_run(struct session *s, testbench_delivery *delivery, void *context, struct simulate_point *point,
		 struct testbench_result *r);

#endif
