/* testbench.h: drives a network's AXI4-Stream leaves with traffic and checks every message.
 *
 * The model is a whole network (docs/reference/protocol.md) with one s_axis and one m_axis per leaf, flattened. In each clock the
 * harness presents the messages that are due, lets the model settle, notes the handshakes, and clocks. It writes only
 * changes, and scans the ready and valid vectors word by word: it costs little beside the model.
 *
 * Clock 0 is the first one after reset.
 */
#ifndef FTC_SIM_TESTBENCH_H
#define FTC_SIM_TESTBENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "model.h"
#include "service.h"
#include "statistics.h"
#include "traffic.h"

enum { TESTBENCH_PEAKS = 33 };

struct flight;

/* A change of the fault register: from `clock` on, a bit of `dead` enters in each clock. */
struct testbench_strike {
	uint64_t clock;			/* at least dead_links + 2 slots behind the one before */
	bool *dead;			/* [dead_links] */
	char *what;			/* "node:6", for reports */
};

/* A correct delivery: `which` (scoreboard.h) has reached `leaf` in clock `now`. */
typedef void testbench_delivery(void *context, const struct flight *which, uint32_t leaf, uint64_t now);

/* Whether a leaf's reader is ready in clock `now`. Asked once for each leaf and clock. */
typedef bool testbench_reader(void *context, uint32_t leaf, uint64_t now);

/* Looks at the model's outputs in clock `now`, before its edge. UINT64_MAX: a clock before clock 0 (`together`). */
typedef void testbench_clock(void *context, const struct model *model, uint64_t now);

struct testbench {
	struct model *model;
	/* A second model of the same network, which gets the same inputs and counts what the first one cannot; NULL: none. Not with
	 * ranks, strikes, or `together`. */
	struct model *beside;
	struct traffic *traffic;
	unsigned leaves;		/* and streams of the outside: */
	unsigned outside;		/* the last so many of the leaves are streams of the root's channel (docs/reference/protocol.md) */
	const char *end;		/* what messages call a leaf: "node"; NULL: "leaf" */
	unsigned first_end;		/* the number of leaf 0 in messages */
	unsigned levels;		/* bits of a label without the outside bit; streams of the outside have labels from 2^levels on */
	const uint32_t *labels;		/* [leaf]: growing; NULL: leaf i has label i */
	unsigned payload_bits;
	unsigned label_bits;		/* of a leaf in s_axis_tdest and m_axis_tuser */
	const uint32_t *way;		/* [message]: of a list, what its s_axis_tdest has above the label, within label_bits; or NULL */
	bool broadcasts;		/* the top one of them says that the message is for several leaves */
	unsigned group_bits;		/* of the group's number, above them in m_axis_tuser; 0: no groups */
	const uint64_t *member_of;	/* [leaf]: bit g - 1 if it is a member of group g; or NULL */
	bool may_overtake;		/* messages of a pair may overtake each other */
	bool packets;			/* leaves have s_axis_tlast and m_axis_tlast */
	unsigned slot_clocks;

	uint64_t warmup_clocks;		/* messages created before are not measured */
	uint64_t measured_clocks;	/* nor those created after so many more; 0: all are */
	uint64_t drain_clocks;		/* then the sources have so long to send what they have; what is left
					   in their queues is `unsent`. What was offered must arrive */
	uint64_t patience_clocks;	/* without a handshake although there is a message: no progress */
	uint32_t back_pressure;		/* chance, of 65536, that a leaf is not ready in a clock */
	uint64_t seed;			/* of the back-pressure */
	const bool *stopped;		/* [leaf]: takes no message before the measured clocks have ended; NULL: none is so */
	const bool *dead;		/* [dead_links]: shifted into `fault_in` after the reset; NULL: none */
	const struct testbench_strike *strikes;	/* [strike_count]: clocks ascend */
	size_t strike_count;
	unsigned dead_links;		/* bits of the fault register */

	/* [h]: clocks from the moment in which a message of peak h (0: to its own leaf) goes to its adapter until
	 * it is on m_axis, when it waits for no slot and arrives in the first one. The moment is when it
	 * is offered or, with `lanes`, its handshake. From them the tries are counted: each further one is a slot
	 * more. Exact for leaves of one wire; with several, a message that waits in its receiver for
	 * others of the same slot to leave may count as one try too many. */
	unsigned direct_clocks[TESTBENCH_PEAKS];
	uint64_t first_clock;		/* an earlier message waits for the first slot as if offered in this clock */
	bool lanes;			/* leaves of several wires: s_axis_tready precedes the arrival */
	/* With ranks (util/ranks.h), whose models are the same one: [rank]: the leaf behind those that it drives. Rank 0 gets the
	 * result of all. No message may wait for the delivery of another, nothing is struck, and nobody reads. NULL: alone. */
	const uint32_t *rank_end;
	bool show_progress;
	uint64_t messages;		/* of a list, for the progress; 0: unknown */
	/* All messages are in their leaves before the first of them leaves its own. For a network that sends in rounds, and
	 * begins none before the last one's words have been taken: leaf 0 sends itself a word and takes it when all others'
	 * words are in. The word and the clocks until it is on m_axis are not counted. */
	bool together;
	const bool *failed;		/* once it is true the run has failed, and whoever made it so has said why; or NULL */
	testbench_delivery *delivery;	/* called for every correct delivery; or NULL */
	testbench_clock *clock;		/* called in every clock; or NULL */
	testbench_reader *reader;	/* decides in place of back_pressure; or NULL */
	void *context;
};

static inline const char *testbench_end(const struct testbench *tb)
{
	return tb->end ? tb->end : "leaf";
}

struct testbench_result {
	uint64_t clocks;		/* until everything had arrived */
	uint64_t created;		/* messages made by the sources (measured ones: in the window) */
	uint64_t measured_created;
	uint64_t last_created;		/* clock of the last of them */
	uint64_t sent;			/* offered to the network */
	uint64_t delivered;
	uint64_t to_all, to_groups;	/* of those, to several leaves; and how often these have arrived in all */
	uint64_t copies;
	uint64_t local;			/* of those, to the sending leaf itself: its adapter turns them round */
	bool throws;			/* the network has ports that say which messages it has thrown away, .. */
	uint64_t thrown;		/* .. so many in the whole run */
	uint64_t unsent;		/* still in the sources' queues at the end */
	uint64_t accepted;		/* delivered during the measured clocks, each copy counted */
	uint64_t went_out, came_in;	/* of these, to the outside and from it */
	uint64_t retries;		/* tries beyond the first of all messages to one leaf; see direct_clocks */
	uint64_t retried;		/* messages that needed more than one try */
	uint64_t most_retries;		/* of one message */
	/* Clocks, beyond direct_clocks, of the luckiest message: 0 in a run that is long enough to have one that came
	 * just in time for its slot; INT64_MAX: no message to one leaf was delivered. */
	int64_t least_wait;
	size_t strikes;			/* those that had begun when everything had arrived */
	struct service service;		/* leaf by leaf */
	struct histogram *latency;	/* clocks from creation to delivery, of measured messages */
	struct histogram *network_latency;	/* from being offered at s_axis, the queue before it left out */
	struct histogram *round_trip;	/* of a closed loop: clocks from the creation of measured requests to the delivery of their replies */
	/* What the model counts; a second one counts nothing if it once gave other outputs than the first. */
	bool counted;
	uint64_t lost;			/* tries of messages to one leaf that did not arrive, in the whole run */
	uint64_t carried_up[MODEL_LEVELS], carried_down[MODEL_LEVELS];	/* by level: tries that entered its channels in the
									   measured clocks, whether they arrived or not */
	struct cable_counts { uint64_t wrong_bits, bad_frames, frames_again, sessions_lost; } cable;	/* of a model of two chips (chips.h) */
	struct crossings *crossings;	/* of messages to one leaf delivered during the measured clocks */
};

/* Resets the model and runs. False after printing what went wrong: a message lost, duplicated, reordered, corrupted,
 * misrouted or invented, amid a packet, a broken handshake, or no progress. `result` holds what was counted either way; free
 * it with testbench_result_free(). */
bool testbench_run(const struct testbench *tb, struct testbench_result *result);

/* A run whose length is found while it runs, by one process, of a pattern's traffic that does not end by itself; `tb` measures
 * all clocks. */
struct bench;
struct bench *testbench_begin(const struct testbench *tb, struct testbench_result *result);
/* Goes on to `clock`. False after a message; then only testbench_finish() follows. */
bool testbench_advance(struct bench *b, uint64_t clock);
/* Ends the traffic now, lets arrive what is under way, and frees `b`. False after a message, now or before. */
bool testbench_finish(struct bench *b);

void testbench_result_free(struct testbench_result *result);

/* gather.c */

/* The ranks' results become one, in rank 0: an exchange. */
void testbench_gather(const struct testbench *tb, struct testbench_result *result);
/* Adds the result of another run of the same network; its clocks are those of the longer run, and which leaf had something to send
 * all the time, it must have had in both. */
void testbench_add(struct testbench_result *result, const struct testbench_result *other);
/* The leaves that this process drives are those from *first to before *end. */
void testbench_own(const struct testbench *tb, uint32_t *first, uint32_t *end);

#endif
