/* slots.h: a network slot by slot, on whole messages: throughput, and how often a message is tried.
 *
 * A machine says which of the messages of a slot pass (struct slot_model, an entry of struct machine). Everything else
 * is common to all machines: the leaves' messages, their turns (docs/reference/protocol.md) and the figures.
 */
#ifndef FTC_MODEL_SLOTS_H
#define FTC_MODEL_SLOTS_H

#include <stdbool.h>
#include <stdint.h>

#include "network/network.h"
#include "trails.h"
#include "util/text.h"

/* One part of a frame slot, the data part or the acknowledge part: messages that all leaves send in the same clock.
 *
 * Message m, m < messages, is on lane m % lanes of leaf m / lanes, which is up wire m % lanes of that leaf. A leaf sends
 * none to itself. The outcome depends on nothing but these fields, and on what is dead: slots share no other state.
 *
 * An acknowledge part without losses needs no such run. It never loses an answer to a message that has arrived, sent from
 * the wire on which that arrived, by the same parents: a link that is dead is so both ways, and for whole slots. The
 * answers' own wires do not matter: rtl-templates/leaves/leaf_tags.v looks for a lane's tag on all wires. */
struct slot {
	unsigned lanes;			/* of each leaf that are in use, at most spec->connections */
	/* leaves x lanes; with streams at the root channel, then as many more as it has wires: message leaves x lanes + v comes
	 * from the outside on wire v, and enters the root. */
	size_t messages;
	/* The clock in which the messages' M bits, and the strobe, are on the leaves' up wires. Clock 0 is the first
	 * clock after the reset: rtl-templates/plan/chances.v shows its initial state. With adapters the first data part has
	 * clock frame->first_clock, the next one frame->slot_clocks more; an acknowledge part, frame->acknowledge_at more
	 * than its data part. */
	uint64_t clock;
	const uint32_t *sent;		/* the messages that are sent, each once, in any order */
	size_t sent_count;
	/* The messages go to all leaves: by parents 0 to the root of the spanning tree of their lane, one of trees().
	 * One gets through at each root and goes on to the leaves of reaches(); its arrived_at is that lane. Neither `destination` nor
	 * `path` is read. Only networks with broadcasts. */
	bool to_all;
	/* By message: a leaf, by its number, not its label; or SLOT_OUTSIDE; read for those sent. */
	const unsigned *destination;
	/* By message: the parents on its way up, as the input `path` of rtl-templates/leaves/leaf_path.v (output of
	 * leaf_parents.v); read for those sent, in networks with slot_model.path. The digit for the parent behind level
	 * l of struct route_shape, 1 <= l < height, has parent_bits[l] bits, the most significant one on top. Those of
	 * lower levels come first: level 1 has bits 0 .. parent_bits[1] - 1, level 2 the next ones, and so on. The
	 * digits from the level on which the message turns are not read. A digit that names no parent loses the message
	 * there, as in the RTL: leaves do not send such (frame_parents() of leaves/frame.h). */
	const uint32_t *path;
	/* By message, for the machine to set for those sent: the wire of its destination's down channel, or of the root's channel,
	 * on which it arrives, or SLOT_LOST. Others are left as they are. */
	int *arrived_at;
	/* NULL, or what takes the links that messages enter; the trails' numbers are trail[message]. */
	struct trails *trails;
	const uint32_t *trail;
	/* Sums over all slots, for the machine to add to. [k]: messages on the up, or down, channels of level k. */
	unsigned long long up[MAXIMUM_LEVELS + 1], down[MAXIMUM_LEVELS + 1];
};

enum { SLOT_LOST = -1 };
#define SLOT_OUTSIDE UINT32_MAX

/* For a process that simulates a part of the network (model/share.h). Every rank plays the same slots; messages that leave its
 * subtrees go to all others. */
struct slot_share {
	unsigned level;			/* as in struct share */
	uint32_t first, end;		/* likewise */
	size_t extra;			/* bytes that go with a message: its payload */
	void (*give)(void *context, uint32_t message, struct text *to);	/* adds them */
	/* A message of another rank, whose destination the machine reads from slot.destination. */
	void (*take)(void *context, uint32_t message, unsigned destination, const void *extra);
	void *context;
};

/* A machine's slots. They are those of the RTL, message by message and wire by wire: tests/model/exact.c; those of broadcasts,
 * tests/simulate/lockstep.c. */
struct slot_model {
	/* Wires that one slot sets if all leaves send; its time is at most in proportion. 0: such a network has no
	 * slots. */
	unsigned long long (*work)(const struct network *net);
	/* Make and free what the machine needs for its slots. */
	void *(*new)(const struct network *net);
	void (*free)(void *own);
	/* Sends the messages through the network. Only nodes and routers that they meet take time: little for one message,
	 * and in proportion to a concentrator's elements where several meet. */
	void (*play)(void *own, struct slot *slot);
	/* The path of a message from a lane of a leaf, first try, for slot.path. `random`: state[15:0] of the leaf's
	 * leaf_random.v; of up-routing random only. NULL: leaves choose no path. */
	uint32_t (*path)(const void *own, unsigned leaf, unsigned lane, unsigned destination, uint16_t random);
	/* Leaves of a whole subtree whose root has this level, 1 .. levels. Subtrees stand side by
	 * side. */
	unsigned (*leaves_below)(const struct network *net, unsigned level);
	/* From now on play() is an exchange of all ranks. `share` outlives `own`. */
	void (*share)(void *own, const struct slot_share *share);
	/* Sets all bits of the bus that goes down the tree (model/node_model.h), for the slots that come. At first they are
	 * those of node_model.tell(). NULL: they do not change. */
	void (*tell)(void *own, const uint8_t *told);
	/* Whether leaves try other links with words sent in vain. The figures below are of leaves that do not. NULL:
	 * never. */
	bool (*detours)(const struct network *net);
	/* Networks with broadcasts. The spanning trees without dead links that they take, a bit each, by the lane that leads
	 * there. And whether the links from a tree's root to a leaf are alive. NULL: the machine has no broadcasts. */
	uint32_t (*trees)(const void *own);
	bool (*reaches)(const void *own, unsigned tree, unsigned leaf);
};

/* What the leaves send. Every leaf always has messages for all its lanes; one that did not arrive is sent again. */
struct slot_run {
	unsigned long slots;		/* that are counted */
	unsigned long warm_up;		/* slots before them; 0: a quarter as many */
	unsigned long seed;
	bool queue;			/* as before leaf adapters: a message for a leaf for which one is waiting keeps
					   those behind it from the other lanes */
	bool forget;			/* all messages of a slot are fresh: those that were dropped are forgotten */
	bool turns;			/* leaves take turns */
	bool to_one;			/* all leaves but leaf 0 send to leaf 0, else each message to any other leaf */
};

/* Slots until all messages of a set have arrived that are for another leaf than their own. Every leaf has them from the
 * beginning and sends them in their order. `turns`: leaves take turns. `clock`: that of the first
 * slot (struct slot), which chance depends on; 0: any. `fate`: NULL, or [set->count], set for these. */
struct message_set;
struct slot_fate {
	unsigned long slot;		/* in which it arrives, from 0 */
	unsigned tries;			/* a slot in which it is held for a turn counts */
};
unsigned long slots_of_set(const struct network *net, const struct message_set *set, bool turns, uint64_t clock,
			   struct slot_fate *fate);
/* See struct machine: these slots, in which leaves take turns if the network's do; and their clocks, without the wait for
 * the first slot and the latency of the last. */
struct delivery;
void slots_deliver(const struct network *net, const struct message_set *set, struct delivery *delivery);

struct throughput {
	double offered;		/* messages per leaf and slot: its lanes, at most one per other leaf */
	double accepted;	/* delivered messages per leaf and slot */
	double error;		/* standard error of `accepted`; 0 for the exact recursion, and if all send to one */
	/* The next five are of throughput_slots() only. A slot in which a leaf holds a message for a turn counts as
	 * a try. */
	double tries;		/* of a message that arrives, on the average */
	unsigned most_tries;	/* suffice for 99.9 % of all messages */
	double fairness;	/* messages that arrive from the worst-served leaf, over those from the best-served */
	unsigned long slots;	/* that were counted */
	unsigned long least;	/* messages that arrived in them from the worst-served leaf that sends */
	double up[MAXIMUM_LEVELS + 1];		/* [k]: mean number of messages on an up channel of level k, k >= 1 */
	double down[MAXIMUM_LEVELS + 1];	/* likewise down */
};

/* Simulates slots of a network whose machine has slots. The same seed gives the same result. */
void throughput_slots(const struct network *net, const struct slot_run *run, struct throughput *result);

#endif
