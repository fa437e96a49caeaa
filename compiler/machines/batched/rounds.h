/* rounds.h: rounds of the words of a file and of random words: what the model foresees of them, and how reports print it. */
#ifndef FTC_MACHINES_BATCHED_ROUNDS_H
#define FTC_MACHINES_BATCHED_ROUNDS_H

#include <jansson.h>

#include "machines/batched/batches.h"

/* ---- one round ---- */

struct batched_words {
	struct batched_word *word;		/* in the order of the file; the payload is its place */
	size_t count;
};
/* Reads the messages of a file ("-": standard input) as the words of one round of the network: at most `round-words` of a
 * leaf and, with `order: pairs`, one of a pair of leaves. False after one message. Free words->word in either case. */
bool batched_words_read(struct batched_words *words, const char *path, const struct spec *spec);

/* What is known of a round of so many words, and of its stages: a fresh object. */
json_t *batched_round_json(const struct batched_shape *s, const struct batched_round *round, size_t words);
/* Appends a table of the stages, and lines about the round, from that object. */
void batched_round_say(const struct batched_shape *s, const json_t *round, struct text *out);

/* ---- many rounds ---- */

/* Traffic of which every round is alike but for chance. */
enum batched_traffic {
	/* Each leaf has D words for other leaves, distinct ones with `order: pairs`; with a degree as many are for it. */
	BATCHED_UNIFORM,
	BATCHED_TO_ONE,			/* each other leaf has D words for leaf 0, with `order: pairs` one; as far as a degree allows */
	BATCHED_LONE,			/* one word, from the first leaf to the last */
	BATCHED_TRAFFICS
};
extern const char *const batched_traffic_names[BATCHED_TRAFFICS];

struct batched_rounds {
	unsigned long rounds;
	size_t words;			/* of a round */
	double batches, sidetracked, clocks;	/* of a round, on the average */
	unsigned long most_batches, most_clocks;
	unsigned queue_most;
	unsigned waiting_most, waiting_bound;	/* of a leaf's sidetracked words; what Lemma 8 allows in the round with the greatest degree */
	double lambda;			/* the load factor of a round, on the average */
	double bits;			/* payload bits that reach leaves in a clock, in the whole network */
};

/* Words that a leaf accepts on the average in net->slot_clocks, while such rounds follow each other. */
double batched_accepted(const struct network *net, const struct batched_rounds *r);

enum { BATCHED_SEED = 1 };		/* of reports */
/* Plays so many rounds, or 0: as many as make a good average, which is one where nothing is left to chance. */
struct batched_rounds batched_play(const struct spec *spec, enum batched_traffic traffic, uint64_t seed, unsigned long rounds);

#endif
