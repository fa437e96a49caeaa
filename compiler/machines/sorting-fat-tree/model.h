/* model.h: rounds of a sorting fat-tree, word by word: what is in every bank and on every wire in each wave. When it
 * happens follows from times.c. */
#ifndef FTC_MACHINES_SORTING_FAT_TREE_MODEL_H
#define FTC_MACHINES_SORTING_FAT_TREE_MODEL_H

#include "machines/sorting-fat-tree/banks.h"
#include "machines/sorting-fat-tree/sorting_fat_tree.h"

/* A leaf without a word. */
#define SORTING_NOWHERE UINT32_MAX

/* A load: words, and the wires that they share. */
struct sorting_load {
	unsigned words, wires;
};

struct sorting_round {
	unsigned words, local;
	unsigned peak[MOST_SORTING_LEVELS];	/* [i]: words of peak level i */
	/* Word times: the waves that follow one another. In a stage down a node first takes the waves of its channel, then reads
	 * its own words of the batch; a wave on a block's buses goes round until each terminal has taken all of its words. */
	unsigned local_waves;
	unsigned up[MOST_SORTING_STAGES], down[MOST_SORTING_STAGES];	/* [stage] */
	unsigned up_waves, down_waves;		/* sums */
	unsigned repeats;			/* of waves on buses: those beyond the first time, of the slowest block in each stage */
	unsigned column_sorts;			/* of the node that sorts longest */
	/* Waves as Bay counts them for his Theorem 3: of the channels alone, in H + 2 (B - 1) + 1 stages of at least one wave. */
	unsigned lockstep_up, lockstep_down;
	struct sorting_load up_load, down_load;	/* of the channel with the greatest quotient; 0 / 1: no word */
	struct sorting_load batch_load;		/* likewise of a batch in a channel up */
	unsigned most_waves;			/* of a batch in a channel */
	struct sorting_load peak_set;		/* the greatest, beside its node's terminals in place of wires */
	unsigned x_most[MOST_SORTING_LEVELS], y_most[MOST_SORTING_LEVELS];	/* words in a FIFO of that level */
	struct sorting_violations violations;
	unsigned long clocks[SORTING_PHASES], all_clocks;
};

/* A wave in the channel above a vertex, up or down; of a block's own words it turns at the block, on its way to the buses. */
struct sorting_wave {
	bool down, local;
	unsigned level, vertex;
	unsigned stage;			/* of those up or of those down, from 0 */
	unsigned number;		/* among those of the channel in the stage */
	unsigned long clock;		/* of its first bits, behind the first bit of the stage's command; for vertices of level 0 */
	const uint64_t *wire;		/* [wires]: SORTING_IDLE: none */
	unsigned wires;
};

/* Hears of what happens, by the callbacks that are not NULL. */
struct sorting_watch {
	void *context;
	/* A terminal takes a word from a bus. */
	void (*arrive)(void *context, unsigned leaf, uint64_t word);
	void (*wave)(void *context, const struct sorting_wave *wave);
};

struct sorting_model;
struct sorting_model *sorting_model_new(const struct sorting_shape *s);
void sorting_model_free(struct sorting_model *m);
/* A round in which leaf i sends a word to leaf destination[i], or none (SORTING_NOWHERE). `watch` may be NULL. */
void sorting_model_round(struct sorting_model *m, const uint32_t *destination, const struct sorting_watch *watch,
			 struct sorting_round *round);

#endif
