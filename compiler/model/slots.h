/* slots.h: a network slot by slot, on whole messages: throughput, and how often a message is tried.
 *
 * A machine says which of the messages of a slot pass (struct slot_model, an entry of struct machine). Everything else
 * is common to all machines: the leaves' messages, their turns (docs/protocol.md) and the figures.
 */
#ifndef FTC_MODEL_SLOTS_H
#define FTC_MODEL_SLOTS_H

#include <stdbool.h>
#include <stdint.h>

#include "network/network.h"

/* The messages of a slot. Message m is on lane m % lanes of leaf m / lanes. */
struct slot {
	unsigned lanes;			/* of each leaf that are in use */
	size_t messages;		/* leaves x lanes */
	const unsigned *destination;	/* by message: a leaf */
	const bool *sent;		/* by message: it is sent in this slot */
	bool *arrived;			/* by message, for the machine to set; all false before */
	/* Sums over all slots, for the machine to add to. [k]: messages on the up, or down, channels of level k. */
	unsigned long long up[MAXIMUM_LEVELS + 1], down[MAXIMUM_LEVELS + 1];
	uint64_t random;
};

/* 32 bits, the same on every computer. */
uint32_t slot_random(struct slot *slot);

/* A machine's slots. */
struct slot_model {
	/* Wires that one slot sets; its time is in proportion. 0: such a network has no slots. */
	unsigned long long (*work)(const struct network *net);
	/* Make and free what the machine needs for its slots. */
	void *(*new)(const struct network *net);
	void (*free)(void *own);
	/* Sends the messages through the network. */
	void (*play)(void *own, struct slot *slot);
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
 * beginning and sends them in their order. `turns`: leaves take turns. */
struct message_set;
unsigned long slots_of_set(const struct network *net, const struct message_set *set, bool turns);
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
