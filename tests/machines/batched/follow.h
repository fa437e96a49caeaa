/* follow.h: follows the rounds of a verilated pruned butterfly that routes in batches, with `probe: true`: each leaf's wires
 * against the model of rounds (batches.h), and every channel's, in every clock, against that of clocks (clocks.h).
 *
 *   words of a round --> model of rounds --> what each leaf's wires show, bit by bit
 *   wires of leaves  --> model of clocks --> what all other wires show
 *
 * What it follows may have leaves, or none: then it says what they would do. */
#ifndef FTC_TESTS_MACHINES_BATCHED_FOLLOW_H
#define FTC_TESTS_MACHINES_BATCHED_FOLLOW_H

#include <stdio.h>

#include "../../schedule/sets.h"
#include "machines/batched/batches.h"
#include "machines/batched/clocks.h"
#include "model.h"
#include "random.h"

enum { MOST_FOLLOWED_LEAVES = 256, MOST_WORD_BITS = 4 * MOST_BATCHED_LEVELS + 64, FOLLOW_HISTORY = 64 };

/* A round, as the model of rounds has it. */
struct slot_record {
	unsigned stage;
	struct batched_wire (*up)[2], (*down)[2];	/* [leaf] */
};
struct round_record {
	struct batched_word *word;
	size_t words;
	struct batched_round round;
	struct batched_count *count[MOST_BATCHED_LEVELS];	/* [stage][leaf] */
	struct slot_record *slot;				/* of all stages */
	size_t slots;
	size_t first[MOST_BATCHED_LEVELS + 1];			/* [stage]: its first slot */
	unsigned leaves;
};

/* A leaf, seen from its channel. */
struct wire_player {
	uint8_t out[MOST_WORD_BITS], in[MOST_WORD_BITS];
	unsigned out_bits;
};
struct player {
	unsigned bit, command;		/* of a command */
	long stage;			/* -1: none yet */
	unsigned slots;			/* that have begun in this stage */
	unsigned arrived;		/* slots whose words have come */
	unsigned long started;		/* clock of the command's start bit */
	unsigned long sum_at, m_at;	/* clocks in which numbers and words begin; 0: none */
	unsigned long next_m_at;	/* likewise, while the words before are still on their way */
	unsigned long come_at;		/* likewise, of the words that come */
	struct wire_player wire[2];
	unsigned numbers;
	uint64_t prefix, batches;
};

struct follow {
	struct batched_shape shape;
	struct batched_clocks *model;
	struct batched_model *rounds;
	struct model *rtl;
	const struct model_port *probe[2];	/* down, up */
	unsigned *place[2];		/* [vertex]: where the channel above it begins in the probe */
	struct player player[MOST_FOLLOWED_LEAVES];
	struct round_record now;
	unsigned long clock, count_at, round_at;	/* of start bits at the root */
	unsigned rounds_begun;
	bool steady;			/* leaves are always ready, and wish */
	bool history[FOLLOW_HISTORY];	/* [clock % FOLLOW_HISTORY]: all leaves were ready, and one wished */
	bool ready[FOLLOW_HISTORY];	/* likewise: they were ready */
	bool good;
	char *what;			/* that runs */
	unsigned long words;		/* of all rounds */
	/* A round begins: sets now.word, a fresh array, and now.words. */
	void (*next_round)(struct follow *f, void *context);
	/* `up` is what the leaf's wires show, but for `ready` and `wish`: completes it, or compares. */
	void (*leaf)(struct follow *f, unsigned leaf, struct batched_up *up, void *context);
	void *context;
};

/* The first failure is printed. */
#define FAIL(f, ...) do { \
	if ((f)->good) { \
		printf("# %s, clock %lu: ", (f)->what, (f)->clock); \
		printf(__VA_ARGS__); \
		printf("\n"); \
	} \
	(f)->good = false; \
} while (0)

enum { FIRST_FOLLOWED_CLOCK = 60 };

/* Begins at the first clock behind a reset. `f` has next_round, leaf and context. False if the RTL has no probes. */
bool follow_begin(struct follow *f, const struct network *net, struct model *rtl);
void follow_end(struct follow *f);
/* A clock, in two parts: reads the leaves' wires; then, before the RTL's edge and with its outputs settled, compares all
 * channels and steps the model. */
void follow_leaves(struct follow *f);
void follow_fabric(struct follow *f);
/* Whether the last stage of the round is over: its COUNT, had there been a next one, has come to the leaves. */
bool follow_is_over(const struct follow *f);
/* The bits of the channel above a vertex in the RTL: its wires, the first one lowest, then the rest in the order of clocks.h. */
uint64_t follow_channel(const struct follow *f, unsigned vertex, bool up);

/* ---- networks and sets to follow ---- */

/* Reads butterfly.yaml with probes and these keys; `more`: a further KEY=VALUE, or NULL. False after a message. */
bool follow_read(struct spec *spec, unsigned leaves, unsigned payload, unsigned round_words, const char *interface,
		 const char *more);

/* The message sets of batches.txt: `seeds` of each kind. */
struct set_kind {
	const char *kind;
	unsigned seeds;
};
enum { SET_KINDS = 12 };
extern const struct set_kind set_kinds[SET_KINDS];

#endif
