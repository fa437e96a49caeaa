/* limit.h: the limit of an analysis, as the user sets it and as messages report it.
 *
 * `--limit N` allows N seconds of work on a nominal machine and N times 100 MB of memory (util/budget.h). An
 * analysis stops at the limit, with exit status 2; work whose steps are known is refused before it begins.
 */
#ifndef FTC_UTIL_LIMIT_H
#define FTC_UTIL_LIMIT_H

#include <stdbool.h>
#include <stddef.h>

enum { USUAL_LIMIT = 10, GREATEST_LIMIT = 1000000 };

/* Begins to count. INFINITY: no limit. */
void limit_start(double seconds);
/* The analysis is over: what follows takes as long as the user wants. */
void limit_end(void);

/* What the work from here on makes, and what would make it cheaper: "the schedule", "fewer messages". The
 * strings are not copied. */
void limit_stage(const char *what, const char *cheaper);
/* What saves work, but no memory; until the next stage. */
void limit_quicker(const char *remedy);
/* What asks for most, if that is known, for the message: "leaves: 131071". Copied; NULL: it is not known. */
void limit_because(const char *reason);

/* `beyond` of `count` parts of the work, each in a process of its own, went beyond the limit: an error, and what to try. False. */
bool limit_refuse_parts(size_t beyond, size_t count, const char *parts);

#endif
