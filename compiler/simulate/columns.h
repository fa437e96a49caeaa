/* columns.h: the numbers of a page, one column after the other, as a list in its JSON says.
 *
 * A number below 16 takes 1, 2 or 4 bits, the first one the lowest of its byte; a larger one 8, 16, 24 or 32: then the lowest bytes of
 * all numbers come first, and are followed by the next ones. A column of zeros takes no room. Columns that Huffman's codes make much
 * shorter are packed; the others are plain. */
#ifndef FTC_SIMULATE_COLUMNS_H
#define FTC_SIMULATE_COLUMNS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/text.h"

struct columns {
	json_t *list;			/* an array; by column {name, bits of a number, count, steps, packed} */
	struct text packed, plain;	/* the bytes of these columns, before they are packed */
	uint32_t *value;		/* of the next column */
	size_t room;
};

/* Room for the values of the next column. */
uint32_t *columns_values(struct columns *c, size_t count);
/* Adds a column of the first values. `steps`: each but the first is how much a number is above the one before it. */
void columns_add(struct columns *c, const char *name, size_t count, bool steps);
/* The same, of numbers, which ascend if each is to be a step above the one before it. */
typedef uint64_t columns_number(const void *context, size_t i);
void columns_add_from(struct columns *c, const char *name, columns_number *number, const void *context, size_t count, bool steps);
/* Adds a column of bytes. */
void columns_add_bytes(struct columns *c, const char *name, const uint8_t *value, size_t count);
/* Appends the packed columns (RFC 1950), a space, and the plain ones, each as base64. */
void columns_print(const struct columns *c, struct text *out);
/* Frees the room for values, and the bytes. */
void columns_free(struct columns *c);

/* A number that may be negative, as one that is small where its amount is. */
static inline uint32_t columns_signed(int64_t number)
{
	return (uint32_t)(number < 0 ? -2 * number - 1 : 2 * number);
}

/* A column that grows. */
struct numbers {
	uint64_t *value;
	size_t count;
};

void numbers_add(struct numbers *n, uint64_t value);
/* Adds the column, and frees it. */
void columns_add_numbers(struct columns *c, const char *name, struct numbers *n, bool steps);

#endif
