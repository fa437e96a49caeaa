/* digest.h: short names for long texts: FNV-1a, for what nobody tries to forge. */
#ifndef FTC_UTIL_DIGEST_H
#define FTC_UTIL_DIGEST_H

#include <stddef.h>
#include <stdint.h>

#include "util/text.h"

/* 64 bits: the hash of what came before (FNV_START: of nothing), and of `count` bytes more. */
#define FNV_START UINT64_C(0xcbf29ce484222325)
uint64_t fnv(uint64_t hash, const void *bytes, size_t count);

/* 16 hex digits and a NUL: 64 bits over a text. */
void digest_text(const struct text *t, char digest[17]);

/* 128 bits over everything that was added. */
struct digest {
	uint64_t half[2];
};

void digest_start(struct digest *d);
/* Adds `count` bytes and their number, so that what follows cannot be confused with them. */
void digest_add(struct digest *d, const void *bytes, size_t count);
void digest_add_string(struct digest *d, const char *s);

#endif
