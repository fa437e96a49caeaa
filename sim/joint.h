/* joint.h: two chips, each a model with its own clock, that a cable joins: they have the ports of an end of a link (docs/how-to/link.md). */
#ifndef FTC_SIM_JOINT_H
#define FTC_SIM_JOINT_H

#include "cable.h"
#include "model.h"

/* Of the first chip's clock, in femtoseconds, as if it had 100 MHz. */
enum { JOINT_PERIOD = 10000000 };

struct joint_options {
	double bit_errors;		/* share of the bits */
	double drift;			/* parts in a million by which the second chip's clock is slower */
	double delay;			/* of the cable, in clocks */
	double trouble_every;		/* struct cable */
	unsigned longest;
	uint64_t seed;
};

struct joint_chip {
	struct model *model;
	const struct model_port *tx, *rx_clk, *rx, *bad;
	int64_t period, edge;		/* of its clock, the next one */
	bool high;			/* the clock is, since the last evaluation */
	bool rx_high;			/* likewise the far end's clock */
	uint64_t bad_frames;
	struct cable cable;		/* from it */
};

struct joint {
	struct joint_chip chip[2];
	int64_t delay;
	const struct model_port *clk, *elapsed;	/* of one model of both chips */
	int64_t now, shown;		/* the time; what the waveform has of it */
};

/* One model of both chips side by side (compiler/simulate/chips_beside.h) is given twice. Its ports have these words before their
 * names; the clock is the first chip's, and picoseconds pass before an evaluation. */
#define JOINT_FIRST "first_"
#define JOINT_SECOND "second_"
#define JOINT_SECOND_CLOCK JOINT_SECOND "clk"
#define JOINT_ELAPSED "elapsed"
const struct model_port *joint_port(struct model *const model[2], unsigned side, const char *name);

/* Joins two models, which it does not own. `prefix` precedes the names of the link's ports. */
void joint_begin(struct joint *j, struct model *const model[2], const char *prefix, const struct joint_options *o);
/* Lets arrive what is on the cables before the next edge of a chip's clock; returns that chip. */
unsigned joint_next(struct joint *j);
/* Lets a chip's combinational paths settle. */
void joint_eval(struct joint *j, unsigned side);
/* That edge. The caller has set the inputs; the outputs before the edge are right after joint_eval(). */
void joint_edge(struct joint *j, unsigned side);

#endif
