/* universality.h: what a step of a guest costs on a fat-tree, beside what Theorem 10 allows (Leiserson 1985, section VI).
 *
 *   placed.h --> cutting.h --> identify.h --+--> schedule/schedule.h --> struct universality --> universality_report.c
 *                                           |                                   |
 *                                           '--> messages over each channel ----'--> emulation.h
 *
 * The proof, in numbers. Let w_i be the most messages that leave a box of level i of the cutting planes in a step. A subtree of
 * level k of the fat-tree then holds a set that no more than w'_k = 4 (w_k + .. + w_r) messages leave (Theorem 8), nor more than
 * its processors have to send. The lesser of those over the channel's capacity, at the worst level, is a bound of the load
 * factor; and a message set of load factor lambda > 1 takes at most L 2^ceil(lg lambda) delivery cycles (Theorem 1).
 */
#ifndef FTC_UNIVERSAL_UNIVERSALITY_H
#define FTC_UNIVERSAL_UNIVERSALITY_H

#include "schedule/schedule.h"
#include "universal/identify.h"

/* The sets of the balanced decomposition tree at level k, and the channels above them. `most` is over all of them. */
struct universal_level {
	unsigned capacity;		/* of a channel; 0 for level 0 */
	unsigned most_processors;	/* in a set */
	uint64_t out[IDENTIFICATIONS];	/* most messages that leave a subtree in a step */
	/* What bounds out[IDENTIFY_PEARLS]. */
	uint64_t forest;		/* the surfaces of the boxes that make up the set (Lemma 7), added up */
	uint64_t theorem_8;		/* w'_k; 0 where a set could not be halved */
	double corollary_9;		/* likewise from gamma and the volume alone: w_i at most gamma times Theorem 5's surface,
					   but not less than one processor sends */
	uint64_t by_degree;		/* what the processors send at most */
	uint64_t bound;			/* the least of theorem_8 (forest, where that is 0) and by_degree */
};

/* Load factor and cycles that a proof allows. */
struct allowance {
	double load_factor;
	uint64_t cycles;
	unsigned level;			/* where the load factor is attained */
};

/* One way to identify, and what comes of it. */
struct identified {
	unsigned *leaf;			/* [processor] */
	struct message_set set;		/* one step of the guest, between leaves: both ways of each wire in turn */
	struct load_factor lambda;
	unsigned theorem_1_cycles;
	unsigned cycles;		/* of the best schedule .. */
	enum schedule_method method;	/* .. and how it was found */
};

struct universality {
	const struct spec *spec;
	const struct placed *guest;
	unsigned long degree;		/* most messages that a processor sends in a step */
	unsigned long messages;		/* of a step, all together */
	unsigned components;
	struct cutting cutting;
	struct universal_level level[MAXIMUM_LEVELS + 1];
	bool balanced;			/* every set was halved: Theorem 8 applies. Else some subtree is too small for that */
	struct allowance by_cuts;	/* Theorem 10 with w_i as counted */
	struct allowance by_volume;	/* the same with Corollary 9; 0 cycles where it does not apply */
	double fair_root_capacity;	/* of the universal fat-tree of the guest's volume, with all constants 1 */
	struct identified by[IDENTIFICATIONS];
	unsigned slot_clocks;		/* a delivery cycle of this tree */
};

/* Measures a guest that has places and no more processors than the tree has leaves. Prints one message and returns false when the
 * cutting planes cannot part its processors. */
bool universality_measure(struct universality *u, const struct spec *spec, const struct placed *guest, uint64_t seed);
void universality_free(struct universality *u);

/* Most messages that leave a subtree of each level: out[0 .. levels]. */
void universality_loads(const struct placed *guest, const struct leaf_tree *tree, const unsigned *leaf, uint64_t *out);

/* universality_report.c: for a person, and for a program. `emulation`, or NULL, is of identification `way`. */
struct emulation;
void universality_print(const struct universality *u, const struct emulation *emulation, enum identification way,
			struct text *out);
void universality_json(const struct universality *u, const struct emulation *emulation, enum identification way,
			struct text *out);

#endif
