/* columns.c: see columns.h. */
#include "simulate/columns.h"

#include <stdlib.h>

static unsigned bytes_of(uint64_t most)
{
	return most <= UINT8_MAX ? 1 : most <= UINT16_MAX ? 2 : most <= UINT32_MAX ? 4 : 8;
}

static void put(unsigned char *at, uint64_t value, unsigned bytes)
{
	for (unsigned b = 0; b < bytes; b++)
		at[b] = (unsigned char)(value >> 8 * b);
}

void columns_add_from(struct columns *c, const char *name, columns_value *value, const void *context, size_t count, bool steps)
{
	uint64_t most = 0, before = 0;

	for (size_t i = 0; i < count; i++) {
		uint64_t now = value(context, i), stored = now - before;

		before = steps ? now : 0;
		most = stored > most ? stored : most;
	}
	unsigned bytes = bytes_of(most);

	text_reserve(&c->bytes, count * bytes);
	before = 0;
	for (size_t i = 0; i < count; i++) {
		uint64_t now = value(context, i);

		put((unsigned char *)c->bytes.bytes + c->bytes.length, now - before, bytes);
		c->bytes.length += bytes;
		before = steps ? now : 0;
	}
	json_array_append_new(c->list, json_pack("{s:s, s:i, s:I, s:b}", "name", name, "bytes", (int)bytes, "count",
						 (json_int_t)count, "steps", (int)steps));
}

static uint64_t of_array(const void *context, size_t i)
{
	const uint64_t *value = context;

	return value[i];
}

void columns_add(struct columns *c, const char *name, const uint64_t *value, size_t count, bool steps)
{
	columns_add_from(c, name, of_array, value, count, steps);
}

void numbers_add(struct numbers *n, uint64_t value)
{
	n->value = room_for_one(n->value, n->count, sizeof *n->value);
	n->value[n->count++] = value;
}

void columns_add_numbers(struct columns *c, const char *name, struct numbers *n, bool steps)
{
	columns_add(c, name, n->value, n->count, steps);
	free(n->value);
	*n = (struct numbers){ 0 };
}
