/* series.h: runs slot by slot: what was created and delivered, how long that took, and whether it lasts.
 *
 *   deliveries, messages --> struct series, one for each run --judge--> means, intervals, verdicts
 *
 * This is the one place that decides whether figures have converged; `ftc compare`, `ftc simulate`, and sweeps ask it.
 *
 * The steady part of all runs is cut into batches of slots. A mean is that of all batches, its interval follows from the
 * batches' variance, widened by their autocorrelation (util/interval.h). Figures have converged if the interval is narrow, the
 * batches are longer than what one of them leaves to the next, and no trend runs through them, as one does while a network fills.
 */
#ifndef FTC_SIMULATE_SERIES_H
#define FTC_SIMULATE_SERIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "testbench.h"
#include "util/interval.h"

/* Slots of a run that are counted together. */
struct stretch {
	uint32_t created, delivered;	/* messages */
	uint64_t clocks;		/* from the creation to the delivery of those that were delivered, in all */
};

/* Collects the messages of one run. */
struct series {
	unsigned slot_clocks;		/* set by the caller, all else is 0 */
	unsigned each;			/* slots of a stretch: a power of two, 1 at first */
	struct stretch *stretch;
	size_t count, room;
	/* With part_slots, set by the caller, latencies by when they were delivered: of that many slots at first, and of twice as
	 * many whenever there would be more parts. */
	unsigned part_slots;
	struct histogram *part[16];
};
enum { SERIES_PARTS = 16 };

/* A testbench_delivery; the context is a struct series. */
void series_note(void *context, const struct flight *which, uint32_t leaf, uint64_t now);
/* A message was created in this clock. */
void series_note_created(struct series *s, uint64_t created);
/* The same of all messages that the sources of `traffic`, one like that of the run, create before clock `end`. `head`: [leaves] of
 * zeros at first, kept from call to call. */
struct series_source {
	bool has;
	uint64_t created;		/* of the next message */
};
void series_note_traffic(struct series *s, struct traffic *traffic, struct series_source *head, unsigned leaves, uint64_t end);
void series_free(struct series *s);
/* Of ranks, each of which has heard of its own leaves' deliveries: rank 0 gets those of all. An exchange. */
void series_gather(struct series *s);

/* What is asked of figures that have converged: half of the 95 % interval, as a share of the mean. */
struct closeness {
	double latency, accepted;	/* the second of a saturated load: others deliver what is offered */
};
extern const struct closeness usual_closeness;

struct judgement {
	struct interval offered, accepted;	/* messages per slot, of the whole network */
	struct interval latency;	/* clocks from creation to delivery of what was delivered; the mean is NAN: nothing was */
	double grown;			/* share of what was offered by which what waits has grown, in the second half */
	uint64_t messages;		/* delivered */
	bool saturated;			/* that is more than 2 %, and more than chance makes */
	bool steady;			/* no trend runs through what counts */
	bool converged;			/* steady, close, and with batches that are long enough */
	bool runs_differ;		/* see util/interval.h: longer runs do not help, more of them do */
};

/* Judges the slots `first` to before `end` of `runs` runs. */
struct judgement series_judge(struct series *const *run, size_t runs, uint64_t first, uint64_t end,
			      const struct closeness *close);

#endif
