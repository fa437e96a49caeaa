/* columns.h: the numbers of a page: little-endian, one column after the other, as a list in its JSON says. */
#ifndef FTC_SIMULATE_COLUMNS_H
#define FTC_SIMULATE_COLUMNS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/text.h"

struct columns {
	json_t *list;			/* an array; by column {name, bytes of a number, count, steps} */
	struct text bytes;
};

/* Value i of a column, which is asked for twice: so no list of them is needed. */
typedef uint64_t columns_value(const void *context, size_t i);
/* `steps`: each number but the first is how much it is above the one before it; the values ascend. */
void columns_add_from(struct columns *c, const char *name, columns_value *value, const void *context, size_t count, bool steps);
void columns_add(struct columns *c, const char *name, const uint64_t *value, size_t count, bool steps);

/* A column that grows. */
struct numbers {
	uint64_t *value;
	size_t count;
};

void numbers_add(struct numbers *n, uint64_t value);
/* Adds the column, and frees it. */
void columns_add_numbers(struct columns *c, const char *name, struct numbers *n, bool steps);

#endif
