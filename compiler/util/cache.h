/* cache.h: expensive results, kept between runs.
 *
 * ${FTC_CACHE:-${XDG_CACHE_HOME:-~/.cache}/ftc} has a folder for each kind of result, with files named by digest. An
 * empty FTC_CACHE turns the cache off. Any number of ftc may run at once: a file appears by rename, is never changed,
 * and is not removed within minutes of its last use. Damaged files are not used.
 */
#ifndef FTC_UTIL_CACHE_H
#define FTC_UTIL_CACHE_H

#include <stdint.h>

#include "util/digest.h"

/* One kind of result. */
struct cache {
	const char *folder;	/* "models" */
	const char *suffix;	/* ".so" */
	uint64_t limit;		/* bytes; beyond them the least recently used files are removed */
};

/* A fresh path of the kept file, or NULL if there is none (or no cache). The cache has appended CACHE_TRAILER bytes to
 * the file. */
char *cache_find(const struct cache *cache, const struct digest *d);

/* Keeps a copy of the file at `path`, then removes files beyond the limit. Failure only costs time later and is
 * silent. */
void cache_keep(const struct cache *cache, const struct digest *d, const char *path);

enum { CACHE_TRAILER = 8 };

#endif
