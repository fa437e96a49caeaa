/* account.h: records what was sent and received in a run, when, and checks it.
 *
 *   offered, taken, received --> account --> scoreboard --> the first error
 *                                  |
 *                                  +--> struct testbench_result
 *
 * Events may come from the testbench as it drives a model, or from a recording (recording.h) of a board. Within one
 * clock, messages taken are reported first, then messages received, then those offered from the next clock on.
 */
#ifndef FTC_SIM_ACCOUNT_H
#define FTC_SIM_ACCOUNT_H

#include "scoreboard.h"
#include "testbench.h"

struct account {
	const struct testbench *tb;	/* its model is not used */
	struct testbench_result *result;
	struct scoreboard *scoreboard;
	uint64_t now;
	uint64_t window_end;		/* first clock after the measured ones */
	bool failed;			/* a message has been printed */
	unsigned payload_words;
	uint64_t *payload;		/* of the message being sent or received */
	uint32_t *begun;		/* [leaf]: the source of the packet that it gets, or UINT32_MAX */
	testbench_delivery *delivery;	/* called for every delivery; or NULL */
	void *context;
};

/* Starts at clock 0; the result is empty. */
void account_start(struct account *a, const struct testbench *tb, struct testbench_result *result);
/* The oldest message that waits, and since when; false if none does. */
bool account_oldest(const struct account *a, struct word_service *oldest);
/* The measured clocks have ended: notes the oldest message that waits, if one does. */
void account_window_ended(struct account *a);
/* The same of several accounts, of all of which this is the oldest. `own`: it is one of this account. */
void account_window_ended_with(struct account *a, const struct word_service *oldest, bool own);
/* Computes the totals. The result stays valid. */
void account_end(struct account *a);

/* s_axis_tdest for a destination: the leaf's label; or a bit above it and the group's number, 0 for all leaves. */
uint32_t account_tdest(const struct testbench *tb, uint32_t destination);
/* The same of a message, with what the list of messages has for it above the label. */
uint32_t account_tdest_of(const struct testbench *tb, const struct message *m);
/* The leaf that has sent what leaf `leaf` received with `user` on m_axis_tuser; beyond all leaves if there is none. */
uint32_t account_source(const struct testbench *tb, uint32_t leaf, uint64_t user);
/* The source's next message; false when there is none. */
bool account_next(struct account *a, uint32_t leaf, struct message *m);
/* A message is on its leaf's s_axis from `clock` on. */
void account_offered(struct account *a, const struct message *m, uint64_t clock);
/* Leaf `leaf` has received a->payload, with `user` on m_axis_tuser, in clock a->now, as the last message of
 * its packet or not; it has been on m_axis since clock `arrived`. */
void account_received(struct account *a, uint32_t leaf, uint64_t user, bool last, uint64_t arrived);
/* The network has thrown away a message that leaf `source` sent to leaf `leaf`; `shown`: the leaf is shown another one from there. */
void account_thrown(struct account *a, uint32_t leaf, uint32_t source, bool shown);
/* No event since clock `last`, and a message is missing. */
void account_stalled(struct account *a, uint64_t last);

#endif
