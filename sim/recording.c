/* recording.c: checks a past run from a record of the events at the leaves.
 *
 *   events of one clock:  taken --> received --> the next messages, offered from the next clock on
 */
#include "recording.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/message.h"
#include "util/text.h"

struct replay {
	const struct recording *recording;
	struct account account;
	struct message *head;		/* by leaf: the message on s_axis, or the one waiting for its batch */
	bool *has_head, *offered;	/* by leaf */
	uint32_t batch;
	uint64_t offering;		/* number of leaves that offer a message */
	uint64_t last;			/* clock of the last event */
	uint64_t clocks;		/* of all batches so far */
};

/* Puts the leaf's next message, if it is in this batch, on its s_axis from `clock` on. */
static void offer_next(struct replay *r, uint32_t leaf, uint64_t clock)
{
	if (!r->has_head[leaf])
		r->has_head[leaf] = account_next(&r->account, leaf, &r->head[leaf]);
	r->offered[leaf] = r->has_head[leaf] && r->recording->batch_of[r->head[leaf].number] == r->batch;
	if (!r->offered[leaf])
		return;
	account_offered(&r->account, &r->head[leaf], clock);
	r->offering++;
}

static void take(struct replay *r, const struct recorded_event *e)
{
	if (!r->offered[e->leaf]) {
		error("clock %" PRIu64 ": %s %" PRIu32 " has sent a message that it did not have", e->clock,
		      testbench_end(r->account.tb), e->leaf + r->account.tb->first_end);
		r->account.failed = true;
		return;
	}
	scoreboard_taken(r->account.scoreboard, e->leaf, e->clock);
	r->has_head[e->leaf] = r->offered[e->leaf] = false;
	r->offering--;
}

static void receive(struct replay *r, const struct recorded_event *e)
{
	memcpy(r->account.payload, e->payload, r->account.payload_words * sizeof *e->payload);
	account_received(&r->account, e->leaf, e->user, true, e->clock);
}

/* Handles all events of one clock, from `first` on; returns their number. */
static size_t one_clock(struct replay *r, size_t first)
{
	const struct recorded_event *event = r->recording->event + first;
	size_t count = 0, most = r->recording->count - first;

	for (; count < most && event[count].batch == r->batch && event[count].clock == event->clock
	       && !r->account.failed; count++) {
		r->account.now = event[count].clock;
		(event[count].received ? receive : take)(r, &event[count]);
	}
	for (size_t i = 0; i < count && !r->account.failed; i++)
		if (!event[i].received)
			offer_next(r, event[i].leaf, event[i].clock + 1);
	r->last = event->clock;
	return count;
}

static size_t one_batch(struct replay *r, size_t at)
{
	const struct recording *recording = r->recording;
	uint64_t in_flight;

	r->last = 0;
	for (uint32_t leaf = 0; leaf < r->account.tb->leaves; leaf++)
		offer_next(r, leaf, 0);
	while (!r->account.failed && at < recording->count && recording->event[at].batch == r->batch)
		at += one_clock(r, at);
	in_flight = scoreboard_in_flight(r->account.scoreboard);
	if (!r->account.failed && (r->offering || in_flight)) {
		r->account.now = r->last + 1;
		account_stalled(&r->account, r->last);
	}
	r->clocks += r->last + 1;
	return at;
}

bool recording_run(const struct testbench *tb, const struct recording *recording, struct testbench_result *result)
{
	struct replay r = { .recording = recording };
	size_t at = 0;

	account_start(&r.account, tb, result);
	r.account.delivery = recording->delivery;
	r.account.context = recording->context;
	r.head = allocate_array(tb->leaves, sizeof *r.head);
	r.has_head = allocate_array(tb->leaves, sizeof *r.has_head);
	r.offered = allocate_array(tb->leaves, sizeof *r.offered);
	for (; r.batch < recording->batches && !r.account.failed; r.batch++)
		at = one_batch(&r, at);
	result->clocks = r.clocks;
	account_end(&r.account);
	free(r.head);
	free(r.has_head);
	free(r.offered);
	return !r.account.failed;
}
