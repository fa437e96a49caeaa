/* number.h: properties of whole numbers. */
#ifndef FTC_UTIL_NUMBER_H
#define FTC_UTIL_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

/* 1, 2, 4, 8, ..; 0 is none. */
static inline bool is_power_of_2(unsigned long n)
{
	return n > 0 && (n & (n - 1)) == 0;
}

static inline unsigned larger(unsigned a, unsigned b)
{
	return a > b ? a : b;
}

static inline unsigned smaller(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* a / b, rounded up. */
static inline unsigned quotient_up(unsigned a, unsigned b)
{
	return (a + b - 1) / b;
}

/* Of no values: 0. */
static inline unsigned greatest_of(const unsigned *value, size_t count)
{
	unsigned found = 0;

	for (size_t i = 0; i < count; i++)
		found = larger(found, value[i]);
	return found;
}

/* The greatest; of 0 and n it is n. */
static inline unsigned long common_divisor(unsigned long a, unsigned long b)
{
	while (b > 0) {
		unsigned long rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

static inline unsigned at_least_1(unsigned n)
{
	return n > 0 ? n : 1;
}

#endif
