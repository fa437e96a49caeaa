/* deflate.c: see deflate.h. */
#include "util/deflate.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
	BLOCK = 1 << 15,		/* bytes: each block has its own code */
	SYMBOLS = 257, END = 256,	/* a byte, or the end of the block */
	LONGEST = 15,			/* bits of a symbol */
	HEADER = 200,			/* bytes, at most: the code of a block */
};

/* Bits, the lowest first. */
struct bits {
	unsigned char *at;
	uint64_t held;
	unsigned count;
};

static inline void put(struct bits *b, uint32_t value, unsigned bits)
{
	b->held |= (uint64_t)value << b->count;
	b->count += bits;
	while (b->count >= 8) {
		*b->at++ = (unsigned char)b->held;
		b->held >>= 8;
		b->count -= 8;
	}
}

/* ---- the code of a block ---- */

struct tree_node {
	uint32_t weight;
	int symbol;			/* -1: an inner node */
	unsigned parent, depth;
};

static int by_weight(const void *a, const void *b)
{
	const struct tree_node *x = a, *y = b;

	return x->weight == y->weight ? x->symbol - y->symbol : (x->weight > y->weight) - (x->weight < y->weight);
}

/* Huffman's tree: leaves by weight, then the inner nodes, which come by weight, too. Returns the greatest depth. */
static unsigned grow_tree(struct tree_node *node, unsigned leaves)
{
	unsigned leaf = 0, inner = leaves, end = leaves, deepest = 0;

	qsort(node, leaves, sizeof *node, by_weight);
	while (end < 2 * leaves - 1) {
		struct tree_node *made = &node[end];

		*made = (struct tree_node){ .symbol = -1 };
		for (unsigned k = 0; k < 2; k++) {
			struct tree_node *least = inner == end || (leaf < leaves && node[leaf].weight <= node[inner].weight) ? &node[leaf++] : &node[inner++];

			made->weight += least->weight;
			least->parent = end;
		}
		end++;
	}
	node[end - 1].depth = 0;
	for (unsigned i = end - 1; i-- > 0;) {
		node[i].depth = node[node[i].parent].depth + 1;
		deepest = node[i].depth > deepest ? node[i].depth : deepest;
	}
	return deepest;
}

/* By symbol its length, 0 if it is not there. Where the tree is too deep, weights that differ less make it flatter. */
static void find_lengths(uint32_t *weight, unsigned char *length)
{
	struct tree_node node[2 * SYMBOLS];
	unsigned leaves, deepest;

	do {
		leaves = 0;
		for (int s = 0; s < SYMBOLS; s++)
			if (weight[s] > 0) {
				node[leaves++] = (struct tree_node){ .weight = weight[s], .symbol = s };
				weight[s] = weight[s] / 4 + 1;
			}
		deepest = grow_tree(node, leaves);
	} while (deepest > LONGEST);
	memset(length, 0, SYMBOLS);
	for (unsigned i = 0; i < leaves; i++)
		length[node[i].symbol] = (unsigned char)node[i].depth;
}

/* Canonical codes, whose highest bit comes first in the stream. */
static void find_codes(const unsigned char *length, uint32_t *code)
{
	uint32_t next = 0;

	for (unsigned bits = 1; bits <= LONGEST; bits++, next <<= 1)
		for (unsigned s = 0; s < SYMBOLS; s++)
			if (length[s] == bits) {
				uint32_t turned = 0, value = next++;

				for (unsigned k = 0; k < bits; k++)
					turned |= (value >> k & 1) << (bits - 1 - k);
				code[s] = turned;
			}
}

/* A block of symbols and one distance, which is never used; each length takes four bits. */
static void put_header(struct bits *b, const unsigned char *length, bool last)
{
	put(b, last, 1);
	put(b, 2, 2);
	put(b, SYMBOLS - 257, 5);
	put(b, 0, 5);
	put(b, 19 - 4, 4);
	for (unsigned i = 0; i < 19; i++)
		put(b, i < 3 ? 0 : 4, 3);	/* the first three of RFC 1951's order are repetitions */
	for (unsigned s = 0; s <= SYMBOLS; s++) {
		unsigned four = s < SYMBOLS ? length[s] : 0, turned = (four & 1) << 3 | (four & 2) << 1 | (four & 4) >> 1 | four >> 3;

		put(b, turned, 4);
	}
}

static void put_block(struct bits *b, const unsigned char *bytes, size_t count, bool last)
{
	uint32_t weight[SYMBOLS] = { 0 }, code[SYMBOLS] = { 0 };
	unsigned char length[SYMBOLS];

	for (size_t i = 0; i < count; i++)
		weight[bytes[i]]++;
	weight[END] = 1;
	if (count == 0)
		weight[0] = 1;		/* a code has two symbols */
	find_lengths(weight, length);
	find_codes(length, code);
	put_header(b, length, last);

	uint64_t held = b->held;
	unsigned bits = b->count;
	unsigned char *at = b->at;

	for (unsigned s = 0; s < SYMBOLS; s++)
		code[s] |= (uint32_t)length[s] << 16;
	for (size_t i = 0; i < count; i++) {
		uint32_t symbol = code[bytes[i]];

		held |= (uint64_t)(symbol & 0xffff) << bits;
		bits += symbol >> 16;
		if (bits >= 32) {
			at[0] = (unsigned char)held;
			at[1] = (unsigned char)(held >> 8);
			at[2] = (unsigned char)(held >> 16);
			at[3] = (unsigned char)(held >> 24);
			at += 4;
			held >>= 32;
			bits -= 32;
		}
	}
	*b = (struct bits){ at, held, bits };
	put(b, code[END] & 0xffff, length[END]);
}

void deflate_bytes(const unsigned char *bytes, size_t count, struct text *out)
{
	text_reserve(out, 2 * count + (count / BLOCK + 1) * HEADER + 16);	/* a symbol takes at most 15 bits */
	struct bits b = { (unsigned char *)out->bytes + out->length, 0, 0 };
	uint32_t sum = (uint32_t)adler32(adler32(0, NULL, 0), bytes, (uInt)count);
	size_t at = 0;

	put(&b, 0x0178, 16);
	do {
		size_t size = count - at < BLOCK ? count - at : BLOCK;

		put_block(&b, bytes + at, size, at + size == count);
		at += size;
	} while (at < count);
	put(&b, 0, 7);			/* to the end of the byte */
	b.held = b.count = 0;
	for (unsigned k = 4; k-- > 0;)
		*b.at++ = (unsigned char)(sum >> 8 * k);
	out->length = (size_t)(b.at - (unsigned char *)out->bytes);
	out->bytes[out->length] = 0;
}
