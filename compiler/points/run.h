/* run.h: work on points, beside each other: what ftc explore and ftc compare do with each of theirs.
 *
 * Every piece of work has a process of its own, which a limit or a fault ends without the others. As many run at a time as there
 * are processors, so the work should have no threads of its own. */
#ifndef FTC_POINTS_RUN_H
#define FTC_POINTS_RUN_H

#include <stdbool.h>
#include <stddef.h>

#include "util/text.h"

struct points_work {
	/* In a process of its own, which nothing but `result` leaves behind. What it says is printed at once. */
	bool (*work)(void *context, size_t number, struct text *result);
	/* In this process, when the work has ended, in any order. `good`: what work() has returned; false, with an empty result, if
	 * its process was ended. */
	void (*take)(void *context, size_t number, bool good, const struct text *result);
	void *context;
	const char *what;		/* for the line of progress: "networks compared" */
	size_t before, total;		/* for it, too: pieces that are done already, and all, with those of this call */
	double began;			/* and when the first one began: seconds_now() */
};

/* Does work 0 .. count - 1, begun in this order; returns when all have ended. */
void points_run(size_t count, const struct points_work *work);

/* A result of several parts. */
void result_add(struct text *result, const void *bytes, size_t count);
/* The next part, of *count bytes; *at, 0 at first, is where it begins. NULL: there is none, or the result is no whole one. */
const char *result_next(const struct text *result, size_t *at, size_t *count);

#endif
