/* partial.h: Leiserson's partial concentrators (1985, section IV), after Pippenger: stages of constant degree.
 *
 * A stage is a bipartite graph: each of its s outputs may take the message of any of a few inputs. It is drawn at random
 * from a seed, and taken when any k inputs can be matched to outputs of their own: by proof where that is feasible, else when a
 * search has found nothing against it (hall.h). k is at least three quarters of s, rounded up. Stages are pasted together,
 * outputs to inputs, each at most a third narrower than the one before:
 *
 *        r inputs                                          s outputs
 *     occupied ---> [ stage 0 ] ---> [ stage 1 ] ---> [ .. ] --->
 *                        ^                ^              ^
 *                     choice           choice         choice        partial_settings(): one bipartite matching each
 *
 * What a stage takes in hardware is a multiplexer at each output.
 */
#ifndef FTC_PLAN_PARTIAL_H
#define FTC_PLAN_PARTIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "plan/hall.h"

enum {
	PARTIAL_IN_DEGREE = 6,		/* outputs that an input may go to, at most */
	PARTIAL_OUT_DEGREE = 16,	/* inputs that an output chooses between, at most */
	PARTIAL_SEED = 1,		/* of all that ftc makes */
	PARTIAL_MAXIMUM_INPUTS = 4096,
	PARTIAL_IDLE = UINT32_MAX,	/* an output that takes no message, a message that goes nowhere */
};

struct partial_stage {
	struct bipartite graph;		/* inputs, outputs; for each output its inputs, ascending: 1 .. PARTIAL_OUT_DEGREE */
	unsigned capacity;		/* any so many inputs can be matched to outputs, <= outputs. Often not one more: draws are for the
					   fewest edges */
	enum hall_verdict verdict;	/* HALL_PROVED or HALL_SEARCHED */
	unsigned long effort;		/* steps of the proof, or starts of the search; 0: a crossbar */
	unsigned edges;			/* as drawn; 0: a crossbar, of which nothing is drawn */
	unsigned draw;			/* which of the seed's graphs with so many edges this is */
};

struct partial_concentrator {
	unsigned inputs, outputs;	/* r, s; r <= s: there are no stages, input i is output i */
	unsigned capacity;		/* k: any so many messages get through, by paths without a common wire: the least of the
					   stages'; r without stages */
	struct partial_stage *stage;
	size_t stages;
	size_t choices;			/* outputs of all stages */
};

/* Each (r, s) is made once. */
struct partial_library {
	uint64_t seed;
	struct partial_concentrator **item;
	size_t count;
};

/* The partial concentrator for r -> s, 1 <= s, r <= PARTIAL_MAXIMUM_INPUTS; equal for equal seeds, everywhere.
 * Takes less than half a second up to r = 48, less than three to r = 64 and above a second at most. */
const struct partial_concentrator *partial_concentrator(struct partial_library *library, unsigned r, unsigned s);
void partial_library_free(struct partial_library *library);

/* The graph number `draw` of r inputs and s outputs that a seed gives, with so many edges as drawn (a pair that is drawn twice
 * is one edge), divided equally among inputs and among outputs. Nothing is known of it yet: capacity is 0. */
struct partial_stage partial_draw(unsigned r, unsigned s, unsigned edges, uint64_t seed, unsigned draw);

/* Settings for the messages on the occupied inputs (occupied[r]).
 * choice[c->choices]: stage after stage, output after output: which of the output's inputs it takes, as an index into its own
 * list of inputs, or PARTIAL_IDLE. leaves_by[r], unless NULL: the last stage's output by which the message of an input leaves, or
 * PARTIAL_IDLE. Returns whether all messages get through. Up to c->capacity they always do. Of more, each stage takes as many as
 * it can. */
bool partial_settings(const struct partial_concentrator *c, const bool *occupied, unsigned *choice, unsigned *leaves_by);

/* LUT4 of the multiplexers: one less than it has inputs for each output. */
unsigned long partial_lut4(const struct partial_concentrator *c);
/* Bits of one setting: for each output those that choose between its inputs. That it is idle is not among them. */
unsigned long partial_setting_bits(const struct partial_concentrator *c);

#endif
