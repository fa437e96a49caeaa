/* universality.h: the cost of a guest's step on a fat-tree, beside what Theorem 10 allows (Leiserson 1985, section VI).
 *
 *   placed.h --> cutting.h --> identify.h --+--> schedule/schedule.h --> struct universality --> universality_report.c
 *                                           |                                   |
 *                                           '--> messages over each channel ----'--> emulation.h
 *
 * The proof, in numbers. Let w_i be the most messages that leave a box of level i of the cutting planes in a step. At
 * most w'_k = 4 (w_k + .. + w_r) messages then leave a subtree of level k of the fat-tree (Theorem 8), and at most as
 * many as its processors send. The lesser of the two, divided by the channel's capacity, at the worst level, bounds the
 * load factor. A message set of load factor lambda > 1 takes at most L 2^ceil(lg lambda) delivery cycles (Theorem 1).
 */
#ifndef FTC_UNIVERSAL_UNIVERSALITY_H
#define FTC_UNIVERSAL_UNIVERSALITY_H

#include "schedule/schedule.h"
#include "universal/identify.h"

/* The sets of the balanced decomposition tree at level k, and the channels above them. `most` is the maximum over
 * all sets. */
struct universal_level {
	unsigned capacity;		/* of a channel; 0 for level 0 */
	unsigned most_processors;	/* in a set */
	uint64_t out[IDENTIFICATIONS];	/* most messages that leave a subtree in a step */
	/* Bounds of out[IDENTIFY_PEARLS]. */
	uint64_t forest;		/* the sum of the surfaces of the boxes that make up the set (Lemma 7) */
	uint64_t theorem_8;		/* w'_k; 0 where a set could not be halved */
	double corollary_9;		/* likewise from gamma and the volume alone: w_i at most gamma times
					   Theorem 5's surface, but not less than one processor sends */
	uint64_t by_degree;		/* the most that the processors send */
	uint64_t bound;			/* the least of by_degree and theorem_8 (or forest, where theorem_8 is 0) */
};

/* Load factor and cycles allowed by a proof. */
struct allowance {
	double load_factor;
	uint64_t cycles;
	unsigned level;			/* the level of that load factor */
};

/* One identification and its results. */
struct identified {
	unsigned *leaf;			/* [processor] */
	struct message_set set;		/* one step of the guest, between leaves: each wire both ways */
	struct load_factor lambda;
	unsigned theorem_1_cycles;
	unsigned cycles;		/* of the best schedule .. */
	enum schedule_method method;	/* .. and how it was found */
};

struct universality {
	const struct spec *spec;
	const struct placed *guest;
	unsigned long degree;		/* the most messages that a processor sends in a step */
	unsigned long messages;		/* in a step, in total */
	unsigned components;
	struct cutting cutting;
	struct universal_level level[MAXIMUM_LEVELS + 1];
	bool balanced;			/* every set was halved: Theorem 8 applies. Otherwise a subtree is too small */
	struct allowance by_cuts;	/* Theorem 10 with w_i as counted */
	struct allowance by_volume;	/* the same with Corollary 9; 0 cycles where it does not apply */
	double fair_root_capacity;	/* of the universal fat-tree of the guest's volume, constants 1 */
	struct identified by[IDENTIFICATIONS];
	unsigned slot_clocks;		/* length of this tree's delivery cycle */
};

/* Measures a guest that has places and at most as many processors as the tree has leaves. Prints one message and
 * returns false when the cutting planes cannot separate its processors. */
bool universality_measure(struct universality *u, const struct spec *spec, const struct placed *guest, uint64_t seed);
void universality_free(struct universality *u);

/* The most messages that leave a subtree of each level: out[0 .. levels]. */
void universality_loads(const struct placed *guest, const struct leaf_tree *tree, const unsigned *leaf, uint64_t *out);

/* universality_report.c: text for a person, JSON for a program. `emulation`, unless NULL, belongs to identification
 * `way`. */
struct emulation;
void universality_print(const struct universality *u, const struct emulation *emulation, enum identification way,
			struct text *out);
void universality_json(const struct universality *u, const struct emulation *emulation, enum identification way,
			struct text *out);

#endif
