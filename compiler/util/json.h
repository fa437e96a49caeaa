/* json.h: what all JSON that ftc prints has in common. */
#ifndef FTC_UTIL_JSON_H
#define FTC_UTIL_JSON_H

#include <jansson.h>

#include "util/text.h"

void json_add_number(json_t *object, const char *key, unsigned long long value);
void json_add_real(json_t *object, const char *key, double value);

/* Adds `object` to `out`, in indented lines of which the last one ends, too, and frees it. */
void json_print(json_t *object, struct text *out);

#endif
