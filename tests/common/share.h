/* share.h: which cases of a long test `./check` takes; `./check nightly` takes all. tap.sh has the same for shell. */
#ifndef SHARE_H
#define SHARE_H

#include <stdbool.h>
#include <stdlib.h>

/* Cases that asked. */
struct share { unsigned asked; };

static inline bool every_case(void)
{
	const char *all = getenv("FTC_EVERY_CASE");

	return all && *all;
}

/* Of the cases that ask: the first, and each `of`-th behind it. */
static inline bool share_takes(struct share *s, unsigned of)
{
	return s->asked++ % of == 0 || every_case();
}

#endif
