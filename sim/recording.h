/* recording.h: checks a past run from a record of the events at the leaves.
 *
 * Uses the same account as a simulation (testbench.h), with events logged by a board instead of a model's ports. */
#ifndef FTC_SIM_RECORDING_H
#define FTC_SIM_RECORDING_H

#include "account.h"

/* An event at a leaf. */
struct recorded_event {
	bool received;			/* else: handshake on s_axis */
	uint32_t batch;
	uint32_t leaf;
	uint64_t clock;			/* since the reset of its batch; if received: the first clock on m_axis */
	uint64_t user;			/* received: m_axis_tuser .. */
	const uint64_t *payload;	/* .. and tdata */
};

/* A run in one or several batches, each from reset; all messages of a batch are created in its clock 0. */
struct recording {
	const struct recorded_event *event;	/* ordered by batch and clock; within a clock, messages sent first */
	size_t count;
	const uint32_t *batch_of;	/* by number of message */
	uint32_t batches;		/* complete ones */
	testbench_delivery *delivery;	/* called for every delivery; or NULL */
	void *context;
};

/* As testbench_run(), but without tb->model; all messages of the traffic are measured. Results and clocks of several
 * batches are added. */
bool recording_run(const struct testbench *tb, const struct recording *recording, struct testbench_result *result);

#endif
