/* bits.h: numbers of bits; fields of 1 to 64 bits in vectors of 32-bit words, least significant word first; sets, a bit for each
 * member, in 64-bit words. */
#ifndef FTC_SIM_BITS_H
#define FTC_SIM_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The position of the highest bit set, from 1; 0 for 0. */
static inline unsigned bit_length(uint64_t x)
{
	return x ? 64 - (unsigned)__builtin_clzll(x) : 0;
}

static inline uint64_t bits_low(unsigned count)
{
	return count >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << count) - 1;
}

/* `count` (1..64) bits from bit `at`. */
static inline uint64_t bits_get(const uint32_t *vector, size_t at, unsigned count)
{
	const uint32_t *word = vector + at / 32;
	unsigned shift = at % 32;
	uint64_t value = word[0] >> shift;

	for (unsigned have = 32 - shift; have < count; have += 32)
		value |= (uint64_t)*++word << have;
	return value & bits_low(count);
}

/* Replaces `count` (1..64) bits from bit `at`. */
static inline void bits_put(uint32_t *vector, size_t at, unsigned count, uint64_t value)
{
	while (count) {
		unsigned shift = at % 32;
		unsigned here = count < 32 - shift ? count : 32 - shift;
		uint32_t mask = (uint32_t)bits_low(here) << shift;
		uint32_t *word = vector + at / 32;

		*word = (*word & ~mask) | ((uint32_t)(value << shift) & mask);
		value >>= here;
		at += here;
		count -= here;
	}
}

/* Whether a set has a member. */
static inline bool bits_has(const uint64_t *set, size_t member)
{
	return set[member / 64] >> member % 64 & 1;
}

/* Puts a member into a set, or takes it out. */
static inline void bits_set(uint64_t *set, size_t member, bool is_in)
{
	uint64_t bit = (uint64_t)1 << member % 64;

	set[member / 64] = is_in ? set[member / 64] | bit : set[member / 64] & ~bit;
}

#endif
