/* cache.h: what took long to make, kept between runs.
 *
 * ${FTC_CACHE:-${XDG_CACHE_HOME:-~/.cache}/ftc} has a folder for each kind of thing; in it are files named by digest. An
 * empty FTC_CACHE turns all of it off. Safe with any number of ftc running at once: a file appears by rename, is never
 * changed, and one that was used within the last minutes is not removed. A damaged one is not used.
 */
#ifndef FTC_UTIL_CACHE_H
#define FTC_UTIL_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/digest.h"

/* One kind of kept things. */
struct cache {
	const char *folder;	/* "models" */
	const char *suffix;	/* ".so" */
	uint64_t limit;		/* bytes; when there are more, those not used for longest go */
};

/* A fresh path of the kept file, or NULL when there is none (or no cache). It ends with CACHE_TRAILER bytes that are
 * not its own. */
char *cache_find(const struct cache *cache, const struct digest *d);

/* Keeps a copy of the file at `path`. Failing to do so costs only time later, so nothing is said. Then removes
 * what is too much. */
void cache_keep(const struct cache *cache, const struct digest *d, const char *path);

enum { CACHE_TRAILER = 8 };

#endif
