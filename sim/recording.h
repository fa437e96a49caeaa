/* recording.h: checks a run that has already been, from a record of what happened at the leaves.
 *
 * The same account as of a simulation (testbench.h), fed with events that a board has logged instead of with a model's ports. */
#ifndef FTC_SIM_RECORDING_H
#define FTC_SIM_RECORDING_H

#include "account.h"

/* Something that has happened at a leaf. */
struct recorded_event {
	bool received;			/* else: handshake on s_axis */
	uint32_t batch;
	uint32_t leaf;
	uint64_t clock;			/* since the reset of its batch; of what was received, the first one on m_axis */
	uint64_t user;			/* received: m_axis_tuser .. */
	const uint64_t *payload;	/* .. and tdata */
};

/* A run in one batch or in several, each from reset, all messages of a batch created in its clock 0. */
struct recording {
	const struct recorded_event *event;	/* by batch, clock, and of one clock what was sent first */
	size_t count;
	const uint32_t *batch_of;	/* by number of message */
	uint32_t batches;		/* that were run */
	account_delivery *delivery;	/* is told of every delivery; or NULL */
	void *context;
};

/* As testbench_run(): tb->model is not used, and all messages of the traffic are measured. Results of several batches are
 * added, clocks too. */
bool recording_run(const struct testbench *tb, const struct recording *recording, struct testbench_result *result);

#endif
