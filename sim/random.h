/* random.h: the pseudo-random numbers of every simulation: small, fast, the same on every machine.
 *
 * xoshiro256** (Blackman and Vigna) seeded through splitmix64, as its authors advise. Equal seeds give equal
 * traffic, for ever: no generator of the C library is used.
 */
#ifndef FTC_SIM_RANDOM_H
#define FTC_SIM_RANDOM_H

#include <stdint.h>

struct random {
	uint64_t state[4];
};

/* A bijection of 64-bit numbers that looks random: the finaliser of splitmix64. */
static inline uint64_t random_mix(uint64_t x)
{
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return x ^ (x >> 31);
}

static inline uint64_t random_rotate(uint64_t x, unsigned by)
{
	return (x << by) | (x >> (64 - by));
}

/* 64 random bits. */
static inline uint64_t random_next(struct random *r)
{
	uint64_t *s = r->state;
	uint64_t result = random_rotate(s[1] * 5, 7) * 9;
	uint64_t shifted = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= shifted;
	s[3] = random_rotate(s[3], 45);
	return result;
}

/* Starts stream `stream` of `seed`: streams of one seed are independent of each other. */
static inline void random_start(struct random *r, uint64_t seed, uint64_t stream)
{
	uint64_t x = random_mix(seed + 0x9e3779b97f4a7c15u) ^ random_mix(~stream * 0xd1342543de82ef95u);

	for (unsigned i = 0; i < 4; i++)
		r->state[i] = random_mix(x += 0x9e3779b97f4a7c15u);
}

/* 0 .. bound-1, bound from 1 to 2^32: the high half of a 64-bit product; the bias is below 2^-32. */
static inline uint64_t random_below(struct random *r, uint64_t bound)
{
	return ((random_next(r) >> 32) * bound) >> 32;
}

/* [0, 1) in steps of 2^-53. */
static inline double random_unit(struct random *r)
{
	return (double)(random_next(r) >> 11) * 0x1p-53;
}

/* 64 bits, each 1 with probability `of_65536` / 65536: in every lane a 16-bit random number is compared with that
 * threshold, all lanes at once, from the least significant bit up. */
static inline uint64_t random_mask(struct random *r, uint32_t of_65536)
{
	uint64_t below = 0;

	if (of_65536 >= 65536)
		return ~(uint64_t)0;
	for (unsigned bit = 0; bit < 16; bit++) {
		if (of_65536 >> bit & 1)
			below |= random_next(r);
		else if (below)
			below &= random_next(r);
	}
	return below;
}

#endif
