/* json.h: helpers for all JSON that ftc prints. */
#ifndef FTC_UTIL_JSON_H
#define FTC_UTIL_JSON_H

#include <jansson.h>

#include "util/text.h"

void json_add_number(json_t *object, const char *key, unsigned long long value);
void json_add_real(json_t *object, const char *key, double value);

/* Appends `object` to `out`, indented and with a final newline, and frees it. */
void json_print(json_t *object, struct text *out);

#endif
