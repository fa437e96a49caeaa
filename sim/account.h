/* account.h: keeps account of a run: what was sent, what arrived, when, and whether that is right.
 *
 *   offered, taken, received --> account --> scoreboard --> the first thing that is wrong
 *                                  |
 *                                  +--> struct testbench_result
 *
 * It does not matter where the events come from: the testbench reports them as it drives a model, a recording (recording.h)
 * after a board has run. Of one clock, what was taken must be told before what was received, and what is offered from the next
 * clock on behind both.
 */
#ifndef FTC_SIM_ACCOUNT_H
#define FTC_SIM_ACCOUNT_H

#include "scoreboard.h"
#include "testbench.h"

/* A delivery that was right: `which` has come to `leaf` in clock `now`. */
typedef void account_delivery(void *context, const struct flight *which, uint32_t leaf, uint64_t now);

struct account {
	const struct testbench *tb;	/* of which the model is not used */
	struct testbench_result *result;
	struct scoreboard *scoreboard;
	uint64_t now;
	uint64_t window_end;		/* first clock that is not measured any more */
	bool failed;			/* a message has been printed */
	unsigned payload_words;
	uint64_t *payload;		/* of the message that is sent or received just now */
	account_delivery *delivery;	/* is told of every delivery; or NULL */
	void *context;
};

/* Starts at clock 0; the result is empty. */
void account_start(struct account *a, const struct testbench *tb, struct testbench_result *result);
/* Sums up. The result stays. */
void account_end(struct account *a);

/* s_axis_tdest for a destination: the label of the leaf; or a bit above it and the number of the group, 0 for all leaves. */
uint32_t account_tdest(const struct testbench *tb, uint32_t destination);
/* The source's next message; false when there is none. */
bool account_next(struct account *a, uint32_t leaf, struct message *m);
/* A message is on its leaf's s_axis from `clock` on. */
void account_offered(struct account *a, const struct message *m, uint64_t clock);
/* Leaf `leaf` has got a->payload, with `user` on m_axis_tuser, in clock a->now; it has been on m_axis since clock `arrived`. */
void account_received(struct account *a, uint32_t leaf, uint64_t user, uint64_t arrived);
/* Nothing has happened since clock `last`, and something is missing. */
void account_stalled(struct account *a, uint64_t last);

#endif
