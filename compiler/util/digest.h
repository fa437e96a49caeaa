/* digest.h: short names for long texts: FNV-1a, not cryptographic. */
#ifndef FTC_UTIL_DIGEST_H
#define FTC_UTIL_DIGEST_H

#include <stddef.h>
#include <stdint.h>

#include "util/text.h"

/* Extends a 64-bit hash (FNV_START: of nothing) by `count` bytes. */
#define FNV_START UINT64_C(0xcbf29ce484222325)
uint64_t fnv(uint64_t hash, const void *bytes, size_t count);

/* 16 hex digits and a NUL: the 64-bit hash of a text. */
void digest_text(const struct text *t, char digest[17]);

/* 128 bits over everything that was added. */
struct digest {
	uint64_t half[2];
};

void digest_start(struct digest *d);
/* Adds `count` bytes and their number, which separates them from the following ones. */
void digest_add(struct digest *d, const void *bytes, size_t count);
void digest_add_string(struct digest *d, const char *s);

#endif
