/* batches.h: rounds of a pruned butterfly that routes in batches, word by word: which words go in which batch, where they
 * are sidetracked, and when all have arrived. What the hardware does in a clock follows from batched.h's times.
 *
 * A leaf keeps its words in a stack for each peak, the newest on top. A stage sends from one of the stacks; what is
 * sidetracked goes on one of a greater peak. Words are compared as they are on the wires: destination, source, payload.
 */
#ifndef FTC_MACHINES_BATCHED_BATCHES_H
#define FTC_MACHINES_BATCHED_BATCHES_H

#include <stddef.h>

#include "machines/batched/batched.h"
#include "network/reference.h"

struct batched_word {
	unsigned source, destination;	/* leaves */
	uint64_t payload;		/* or whatever orders words as their payloads do */
};

/* A wire between a leaf and its channel, in a slot. */
#define BATCHED_IDLE SIZE_MAX
struct batched_wire {
	size_t word;			/* its place in the list of the round, or BATCHED_IDLE */
	/* Up: h, its rank in its batch: the number of the vertex to which it climbs. Down: its rank where the batch is sorted, which is
	 * that of the vertex from which it goes down. */
	unsigned rank;
	bool active;			/* down: it has arrived; else it was sidetracked */
};

/* What a leaf knows in a stage. */
struct batched_count {
	unsigned words;			/* y: those that it sends in the stage */
	unsigned before;		/* x: those of the leaves to its left in its subtree */
	unsigned batches;		/* A_T: batches of the subtree */
};

/* Hears of all that happens, by the callbacks that are not NULL; all arrays are by leaf. */
struct batched_watch {
	void *context;
	/* A stage begins. */
	void (*stage)(void *context, unsigned stage, const struct batched_count *count);
	/* A slot is over. */
	void (*slot)(void *context, unsigned stage, unsigned slot, const struct batched_wire (*up)[2],
		     const struct batched_wire (*down)[2]);
};

/* How often something happened that Bay has proved impossible: never. */
struct batched_violations {
	unsigned long edges;		/* two words climb by one edge of a batch, or too high (Corollary 1, Lemma 5) */
	unsigned long conflicts;	/* words that are sidetracked, where the channel is not full of active ones (Lemma 2) */
	unsigned long peaks;		/* an active word arrives elsewhere, or another one does not get a greater peak */
	unsigned long pairs;		/* a leaf sends more than two words in a slot */
	unsigned long stored;		/* more sidetracked words lie at a leaf behind a batch than Lemma 8 allows */
};

struct batched_round {
	unsigned batches[MOST_BATCHED_LEVELS];		/* [stage]: of the subtree with the most */
	unsigned long sidetracked[MOST_BATCHED_LEVELS];	/* [stage]: words that another one sends off their way */
	unsigned long beside_full;	/* of the sidetracked words, those whose channel was full of active ones: all, by Lemma 2 */
	unsigned long clocks;		/* batched_round_clocks() */
	/* Words at the leaf that has the most of them at any time: all, if readers take what has arrived after the round only; and
	 * those that wait there for a later stage because they were sidetracked. */
	unsigned queue_most, waiting_most;
	unsigned degree, waiting_bound;	/* the most words from or to a leaf, d; (d + 1) lg N + d: waiting_most is no more (Lemma 8) */
	struct reference_load load;	/* of the words, on the reference tree */
	struct batched_violations violations;
};

/* The network's state is the vertices' direction bits, which last from round to round. */
struct batched_model;
/* Of a spec of batched_machine. */
struct batched_model *batched_model_new(const struct spec *spec);
void batched_model_free(struct batched_model *m);
/* A round with these words; those of a leaf come in the order of the list. They may be more than `round-words`: nothing in
 * the algorithm depends on that. `watch` may be NULL. */
void batched_model_round(struct batched_model *m, const struct batched_word *word, size_t count,
			 const struct batched_watch *watch, struct batched_round *round);
const struct batched_shape *batched_model_shape(const struct batched_model *m);

/* Sums over the stages. */
unsigned long batched_round_batches(const struct batched_shape *s, const struct batched_round *round);
unsigned long batched_round_sidetracked(const struct batched_shape *s, const struct batched_round *round);

/* deliver.c: see struct machine. Each leaf hands in its messages in their order, `round-words` for each round and, with
 * `order: pairs`, one of a pair. The clocks are those of all rounds, from the first ROUND to the one after the last; the steps
 * are batches. */
void batched_deliver(const struct network *net, const struct message_set *set, struct delivery *delivery);

#endif
