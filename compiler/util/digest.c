/* digest.c: FNV-1a as defined by its authors: http://www.isthe.com/chongo/tech/comp/fnv */
#include "util/digest.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

uint64_t fnv(uint64_t hash, const void *bytes, size_t count)
{
	const unsigned char *byte = bytes;

	for (size_t i = 0; i < count; i++)
		hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
	return hash;
}

void digest_text(const struct text *t, char digest[17])
{
	snprintf(digest, 17, "%016" PRIx64, fnv(FNV_START, t->bytes, t->length));
}

void digest_start(struct digest *d)
{
	d->half[0] = FNV_START;
	d->half[1] = ~FNV_START;
}

void digest_add(struct digest *d, const void *bytes, size_t count)
{
	uint64_t length = count;

	for (unsigned i = 0; i < 2; i++) {
		d->half[i] = fnv(d->half[i], bytes, count);
		d->half[i] = fnv(d->half[i], &length, sizeof length);
	}
}

void digest_add_string(struct digest *d, const char *s)
{
	digest_add(d, s, strlen(s));
}
