/* model_cache.h: finished model libraries, kept between runs.
 *
 * A directory of files named by digest. Safe with any number of ftc running at once: a library appears by rename,
 * is never changed, and one that was used within the last minutes is not removed. A damaged one is not used.
 */
#ifndef FTC_SIMULATE_MODEL_CACHE_H
#define FTC_SIMULATE_MODEL_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* 128 bits of FNV-1a over everything that was added. */
struct digest {
	uint64_t half[2];
};

void digest_start(struct digest *d);
/* Adds `count` bytes and their number, so that what follows cannot be confused with them. */
void digest_add(struct digest *d, const void *bytes, size_t count);
void digest_add_string(struct digest *d, const char *s);

/* A fresh path of the kept library, or NULL when there is none (or no cache). */
char *model_cache_find(const struct digest *d);

/* Keeps a copy of the file at `path`. Failing to do so costs only time later, so nothing is said. Then removes
 * the libraries that were not used for longest, down to MODEL_CACHE_BYTES. */
void model_cache_keep(const struct digest *d, const char *path);

enum { MODEL_CACHE_BYTES = 256 << 20 };

#endif
