/* columns.c: see columns.h. */
#include "simulate/columns.h"

#include <stdlib.h>

uint32_t *columns_values(struct columns *c, size_t count)
{
	if (count >= c->room) {
		free(c->value);
		c->room = count + 1;
		c->value = allocate(c->room * sizeof *c->value);
	}
	return c->value;
}

static unsigned bits_of(const uint32_t *value, size_t count)
{
	uint32_t all = 0;

	for (size_t i = 0; i < count; i++)
		all |= value[i];
	for (unsigned bits = 0;; bits += bits < 1 ? 1 : bits < 8 ? bits : 8)
		if ((uint64_t)all >> bits == 0)
			return bits;
}

/* Several numbers in a byte: whole bytes are made of constants, for there may be millions. */
static void put_small(unsigned char *at, const uint32_t *v, size_t count, unsigned bits)
{
	unsigned each = 8 / bits, rest = 0;
	size_t whole = count / each;

	if (bits == 4)
		for (size_t i = 0; i < whole; i++)
			at[i] = (unsigned char)(v[2 * i] | v[2 * i + 1] << 4);
	else if (bits == 2)
		for (size_t i = 0; i < whole; i++)
			at[i] = (unsigned char)(v[4 * i] | v[4 * i + 1] << 2 | v[4 * i + 2] << 4 | v[4 * i + 3] << 6);
	else
		for (size_t i = 0; i < 8 * whole; i++)
			at[i / 8] = (unsigned char)((i % 8 ? at[i / 8] : 0) | v[i] << i % 8);
	for (size_t i = whole * each; i < count; i++)
		rest |= v[i] << bits * (i % each);
	if (whole * each < count)
		at[whole] = (unsigned char)rest;
}

void columns_add(struct columns *c, const char *name, size_t count, bool steps)
{
	unsigned bits = bits_of(c->value, count);
	size_t bytes = (count * bits + 7) / 8;

	text_reserve(&c->bytes, bytes);
	unsigned char *at = (unsigned char *)c->bytes.bytes + c->bytes.length;

	if (bits > 0 && bits < 8)
		put_small(at, c->value, count, bits);
	for (unsigned b = 0; bits >= 8 && b < bits; b += 8)
		for (size_t i = 0; i < count; i++)
			*at++ = (unsigned char)(c->value[i] >> b);
	c->bytes.length += bytes;
	json_array_append_new(c->list, json_pack("{s:s, s:i, s:I, s:b}", "name", name, "bits", (int)bits, "count",
						 (json_int_t)count, "steps", (int)steps));
}

void columns_add_from(struct columns *c, const char *name, columns_number *number, const void *context, size_t count, bool steps)
{
	uint32_t *value = columns_values(c, count);
	uint64_t before = 0;

	for (size_t i = 0; i < count; i++) {
		uint64_t now = number(context, i);

		value[i] = (uint32_t)(now - before);
		before = steps ? now : 0;
	}
	columns_add(c, name, count, steps);
}

void columns_free(struct columns *c)
{
	free(c->value);
	text_free(&c->bytes);
}

void numbers_add(struct numbers *n, uint64_t value)
{
	n->value = room_for_one(n->value, n->count, sizeof *n->value);
	n->value[n->count++] = value;
}

static uint64_t of_array(const void *context, size_t i)
{
	return ((const uint64_t *)context)[i];
}

void columns_add_numbers(struct columns *c, const char *name, struct numbers *n, bool steps)
{
	columns_add_from(c, name, of_array, n->value, n->count, steps);
	free(n->value);
	*n = (struct numbers){ 0 };
}
