/* rounds.h: rounds of the messages of a file and of random words: what the model foresees of them. */
#ifndef FTC_MACHINES_SORTING_FAT_TREE_ROUNDS_H
#define FTC_MACHINES_SORTING_FAT_TREE_ROUNDS_H

#include <jansson.h>

#include "machines/sorting-fat-tree/model.h"
#include "schedule/schedule.h"

/* A set of messages in rounds: a leaf that has several sends one in each round, in their order. */
struct sorting_rounds {
	const struct message_set *set;
	size_t *message;		/* those of round 0, then those of round 1, .. */
	size_t *first;			/* [round]: where its messages begin; of `count` their number */
	unsigned leaves, count;		/* rounds: at least 1 */
};
/* The set outlives the rounds. */
struct sorting_rounds sorting_deal(const struct sorting_shape *s, const struct message_set *set);
void sorting_rounds_free(struct sorting_rounds *rounds);
/* The words of a round, as sorting_model_round() takes them. */
void sorting_round_words(const struct sorting_rounds *rounds, unsigned round, uint32_t *destination);

/* Traffic of which every round is alike but for chance. */
enum sorting_traffic {
	SORTING_PERMUTATION,		/* a random permutation: each leaf sends a word and gets one, perhaps its own */
	SORTING_COMPLEMENT,		/* leaf i to leaf N - 1 - i: all words meet at the root */
	SORTING_TO_ONE,			/* each other leaf to leaf 0 */
	SORTING_LONE,			/* one word, from the first leaf to the last */
	SORTING_TRAFFICS
};
extern const char *const sorting_traffic_names[SORTING_TRAFFICS];

/* Means of a round. */
struct sorting_means {
	unsigned long rounds;
	unsigned words;
	double local, up, column_sorts, down;	/* word times */
	double clocks;
	unsigned long most_clocks;
	double bits;			/* payload bits that reach leaves in a clock, in the whole network */
};

enum { SORTING_SEED = 1 };		/* of reports */
/* Plays so many rounds, or 0: as many as make a good average, which is one where nothing is left to chance. */
struct sorting_means sorting_play(const struct sorting_shape *s, enum sorting_traffic traffic, uint64_t seed,
				  unsigned long rounds);
/* The words of these rounds, as sets of messages: a fresh array. The caller also frees each set's demand. */
struct message_set *sorting_traffic_sets(const struct sorting_shape *s, enum sorting_traffic traffic, uint64_t seed,
					 unsigned long sets);

/* worst.c: the most clocks of each part of a round, and of the round, by its load factor (Bay's Theorem 3 with its constants).
 * No set of words takes more, for whichever leaves they are; of load factors from sorting_greatest_load() on all is alike. */
struct sorting_bound {
	unsigned long clocks[SORTING_PHASES], all;
};
/* lambda: the load factor, rounded up: the greatest quotient of a channel's words and its wires, up or down. */
void sorting_bound(const struct sorting_shape *s, unsigned long lambda, struct sorting_bound *bound);
/* The greatest load factor, rounded up, that a round can have: each leaf sends a word. */
unsigned long sorting_greatest_load(const struct sorting_shape *s);
/* The load factor of a round that was played, rounded up. */
unsigned long sorting_load_factor(const struct sorting_round *r);

/* peers_report.c: other networks beside this one, for the same words: a section of the report, and its member of the JSON.
 * own: the network of the spec, for its estimate; NULL: there is none. means: of all traffics. */
struct network;
json_t *sorting_peers_json(const struct spec *spec, const struct network *own, const struct sorting_shape *s,
			   const struct sorting_means *means);
void sorting_peers_say(const struct spec *spec, const json_t *peers, struct text *out);

#endif
