/* columns.c: see columns.h. */
#include "simulate/columns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/page.h"

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

/* Whether Huffman's codes would leave a third of the bytes or less, as a sample of them tells: it takes time to make and to unpack them. */
static bool shrinks(const unsigned char *bytes, size_t count)
{
	enum { SAMPLE = 512 };
	unsigned often[256] = { 0 }, sample = 0;
	double bits = 0;

	for (size_t i = 0; i < count; i += count / SAMPLE + 1, sample++)
		often[bytes[i]]++;
	for (unsigned v = 0; v < 256; v++)
		bits += often[v] ? often[v] * log2((double)sample / often[v]) : 0;
	return bits < 8.0 / 3 * sample;
}

/* Room for a column. */
static unsigned char *begin(struct columns *c, size_t bytes)
{
	text_reserve(&c->plain, bytes);
	return (unsigned char *)c->plain.bytes + c->plain.length;
}

/* What stands in the room that begin() made is a column. */
static void end(struct columns *c, const char *name, unsigned bits, size_t count, bool steps)
{
	size_t bytes = (count * bits + 7) / 8;
	const char *at = c->plain.bytes + c->plain.length;
	bool packed = bits >= 8 && shrinks((const unsigned char *)at, bytes);

	if (packed)
		text_add_bytes(&c->packed, at, bytes);
	else
		c->plain.length += bytes;
	json_array_append_new(c->list, json_pack("{s:s, s:i, s:I, s:b, s:b}", "name", name, "bits", (int)bits, "count",
						 (json_int_t)count, "steps", (int)steps, "packed", (int)packed));
}

void columns_add(struct columns *c, const char *name, size_t count, bool steps)
{
	unsigned bits = bits_of(c->value, count);
	unsigned char *at = begin(c, (count * bits + 7) / 8);

	if (bits > 0 && bits < 8)
		put_small(at, c->value, count, bits);
	for (unsigned b = 0; bits >= 8 && b < bits; b += 8)
		for (size_t i = 0; i < count; i++)
			*at++ = (unsigned char)(c->value[i] >> b);
	end(c, name, bits, count, steps);
}

static void put_bytes(unsigned char *at, const uint8_t *v, size_t count, unsigned bits)
{
	unsigned each = 8 / bits;

	memset(at, 0, (count * bits + 7) / 8);
	for (size_t i = 0; i < count; i++)
		at[i / each] |= (unsigned char)(v[i] << bits * (i % each));
}

void columns_add_bytes(struct columns *c, const char *name, const uint8_t *value, size_t count)
{
	unsigned all = 0;

	for (size_t i = 0; i < count; i++)
		all |= value[i];
	unsigned bits = all > 15 ? 8 : all > 3 ? 4 : all > 1 ? 2 : all;
	unsigned char *at = begin(c, (count * bits + 7) / 8);

	if (bits == 4)			/* constants are quicker */
		put_bytes(at, value, count, 4);
	else if (bits > 0)
		put_bytes(at, value, count, bits);
	end(c, name, bits, count, false);
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

void columns_print(const struct columns *c, struct text *out)
{
	page_add_packed((const unsigned char *)c->packed.bytes, c->packed.length, out);
	text_add(out, " ");
	page_add_base64((const unsigned char *)c->plain.bytes, c->plain.length, out);
}

void columns_free(struct columns *c)
{
	free(c->value);
	text_free(&c->packed);
	text_free(&c->plain);
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
