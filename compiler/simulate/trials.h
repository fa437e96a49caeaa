/* trials.h: a load, simulated with several seeds, as long as it takes.
 *
 *   seeds --> runs of L slots --series_judge--> long enough? --no--> the same runs go on to 2 L slots; or, where they differ, more runs
 *                                                  |
 *                                                  yes --> they go on to 2 L slots, of which the second half counts
 *
 * The first quarter of each run, in which the network fills, does not decide either. Near saturation queues change slowly, so there
 * runs become long. The seeds decide all: the same ones give the same figures on any machine.
 */
#ifndef FTC_SIMULATE_TRIALS_H
#define FTC_SIMULATE_TRIALS_H

#include "simulate/series.h"
#include "simulate/simulate.h"

enum { TRIALS_MOST_SEEDS = 64 };

struct trials_request {
	double load;			/* messages per end and slot */
	unsigned long seed, seeds;	/* the first, and how many at first: 1 .. TRIALS_MOST_SEEDS */
	unsigned long slots, most_slots;	/* of a run: at first, and at most; those that do not count are included */
	struct closeness close;
};

/* What the runs of a load have shown; flat, to pass from one process to another. */
struct trials {
	double load;
	unsigned runs;
	unsigned long slots, warmup;	/* of each run, and those of them that do not count */
	struct interval offered, accepted;	/* messages per end and slot */
	/* Clocks from creation to delivery of what was delivered; NAN: nothing was. Of a saturated load it has no interval: it grows
	 * with the run. */
	struct interval latency;
	uint64_t messages;		/* of that mean */
	uint64_t p50, p99;		/* of the same messages; 0 without any */
	bool saturated;			/* more and more messages wait */
	bool undecided;			/* they seemed to at the last look, which the runs are too short to repeat; not saturated, then */
	bool steady, converged;		/* struct judgement */
};

/* Runs `s`, with its pattern, for `r`. False if a message was wrong, after a message. */
bool trials_run(struct simulation *s, const struct trials_request *r, struct trials *t);

#endif
