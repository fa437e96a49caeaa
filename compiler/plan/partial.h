/* partial.h: Leiserson's partial concentrators (1985, section IV), after Pippenger: stages of constant degree.
 *
 * A stage is a bipartite graph: each of its s outputs can take the message of any of a few inputs. Graphs are drawn at
 * random from a seed until one can match any k inputs to distinct outputs: proved where a proof is feasible, else
 * searched for a counterexample (hall.h). k is at least three quarters of s, rounded up. Stages are pasted together,
 * outputs to inputs, each at most a third narrower than the one before:
 *
 *        r inputs                                          s outputs
 *     occupied ---> [ stage 0 ] ---> [ stage 1 ] ---> [ .. ] --->
 *                        ^                ^              ^
 *                     choice           choice         choice        partial_settings(): one bipartite matching each
 *
 * In hardware a stage is one multiplexer per output.
 */
#ifndef FTC_PLAN_PARTIAL_H
#define FTC_PLAN_PARTIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "plan/hall.h"

enum {
	PARTIAL_IN_DEGREE = 6,		/* most outputs that an input may go to */
	PARTIAL_OUT_DEGREE = 16,	/* most inputs that an output chooses between */
	PARTIAL_SEED = 1,		/* of every concentrator that ftc makes */
	PARTIAL_MAXIMUM_INPUTS = 16384,
	PARTIAL_IDLE = UINT32_MAX,	/* an output without a message, a message without an output */
};

struct partial_stage {
	struct bipartite graph;		/* 1 .. PARTIAL_OUT_DEGREE inputs for each output */
	unsigned capacity;		/* any `capacity` inputs can be matched to outputs, <= outputs. Often not one
					   more, as draws minimize edges */
	enum hall_verdict verdict;	/* HALL_PROVED or HALL_SEARCHED */
	unsigned long effort;		/* steps of the proof, or starts of the search; 0: a crossbar */
	unsigned edges;			/* as drawn; 0: a crossbar, which is not drawn */
	unsigned draw;			/* the graph's number among the seed's graphs with `edges` edges */
};

struct partial_concentrator {
	unsigned inputs, outputs;	/* r, s; r <= s: there are no stages, input i is output i */
	unsigned capacity;		/* k: any k messages get through on disjoint paths; the least capacity of a
					   stage, or r without stages */
	struct partial_stage *stage;
	size_t stages;
	size_t choices;			/* outputs of all stages */
};

/* One concentrator per (r, s). */
struct partial_library {
	uint64_t seed;
	struct partial_concentrator **item;
	size_t count;
};

/* The partial concentrator for r -> s, 1 <= s, r <= PARTIAL_MAXIMUM_INPUTS; equal for equal seeds on every machine.
 * Takes under half a second up to r = 48, under three seconds up to r = 64, at most a second beyond. */
const struct partial_concentrator *partial_concentrator(struct partial_library *library, unsigned r, unsigned s);
void partial_library_free(struct partial_library *library);

/* A seed's graph number `draw` with r inputs, s outputs and `edges` edges (a pair drawn twice is one edge), divided
 * equally among inputs and among outputs. Its capacity is unknown and set to 0. */
struct partial_stage partial_draw(unsigned r, unsigned s, unsigned edges, uint64_t seed, unsigned draw);

/* Settings for the messages on the occupied inputs (occupied[r]).
 * choice[c->choices], by stage, then by output: an index into the output's list of inputs, or PARTIAL_IDLE.
 * leaves_by[r], unless NULL: the last stage's output by which the message of an input leaves, or PARTIAL_IDLE.
 * Returns whether all messages get through: always up to c->capacity. With more messages each stage passes as many as
 * it can. */
bool partial_settings(const struct partial_concentrator *c, const bool *occupied, unsigned *choice,
		      unsigned *leaves_by);

/* LUT4 of the multiplexers: for each output one fewer than its inputs. */
unsigned long partial_lut4(const struct partial_concentrator *c);
/* Bits of one setting: for each output the number of the chosen input. Idle outputs are not encoded. */
unsigned long partial_setting_bits(const struct partial_concentrator *c);

#endif
