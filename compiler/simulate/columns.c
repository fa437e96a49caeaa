/* columns.c: see columns.h. */
#include "simulate/columns.h"

#include <stdlib.h>

static unsigned bytes_of(uint64_t most)
{
	return most <= UINT8_MAX ? 1 : most <= UINT16_MAX ? 2 : most <= UINT32_MAX ? 4 : 8;
}

void columns_add(struct columns *c, const char *name, const uint64_t *value, size_t count, bool steps)
{
	uint64_t most = 0;

	for (size_t i = 0; i < count; i++) {
		uint64_t stored = value[i] - (steps && i > 0 ? value[i - 1] : 0);

		most = stored > most ? stored : most;
	}
	unsigned bytes = bytes_of(most);

	for (size_t i = 0; i < count; i++) {
		uint64_t stored = value[i] - (steps && i > 0 ? value[i - 1] : 0);
		unsigned char little[8];

		for (unsigned b = 0; b < bytes; b++)
			little[b] = (unsigned char)(stored >> 8 * b);
		text_add_bytes(&c->bytes, little, bytes);
	}
	json_array_append_new(c->list, json_pack("{s:s, s:i, s:I, s:b}", "name", name, "bytes", (int)bytes, "count",
						 (json_int_t)count, "steps", (int)steps));
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
