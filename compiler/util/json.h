/* json.h: helpers for all JSON that ftc prints. */
#ifndef FTC_UTIL_JSON_H
#define FTC_UTIL_JSON_H

#include <stdbool.h>

#include <jansson.h>

#include "util/interval.h"
#include "util/text.h"

/* Has ftc end, with a message, where jansson gets no memory: a result would lack what there is no room for. */
void json_never_lacks_memory(void);

void json_add_number(json_t *object, const char *key, unsigned long long value);
/* Several at once: JSON_NUMBERS(object, { "links", 12 }, { "nodes", 9 }). */
struct json_number {
	const char *key;
	unsigned long long value;
};
void json_add_numbers(json_t *object, const struct json_number *list);
#define JSON_NUMBERS(object, ...) json_add_numbers(object, (const struct json_number[]){ __VA_ARGS__, { NULL, 0 } })
/* A number, or null for one that is not known. A fresh value. */
json_t *json_known(bool known, unsigned long long number);
/* Likewise of true and false. */
json_t *json_known_truth(bool known, bool truth);
/* A number, or null for one that is not finite. A fresh value. */
json_t *json_finite(double number);
/* {"mean", "half95"}, each null where there is none. */
json_t *json_interval(struct interval x);
/* A fresh list. */
json_t *json_list(const unsigned *numbers, size_t count);
void json_add_real(json_t *object, const char *key, double value);

/* Whether a JSON string can hold this: only UTF-8. */
bool json_can_say(const char *string);

/* Appends `object` to `out`, indented and with a final newline, and frees it. */
void json_print(json_t *object, struct text *out);

#endif
