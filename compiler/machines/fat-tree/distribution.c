/* distribution.c: arithmetic on the number of messages on a channel. */
#include "machines/fat-tree/distribution.h"

#include <stdlib.h>
#include <string.h>

#include "util/budget.h"
#include "util/text.h"

static const double negligible = 1e-18;

static struct distribution empty(size_t low, size_t count)
{
	return (struct distribution){low, count, allocate_array(count, sizeof(double))};
}

/* Drops negligible tails: a distribution is then as wide as its spread, not its range. */
static void trim(struct distribution *x)
{
	size_t first = 0, last = x->count - 1;

	while (first < last && x->p[first] < negligible)
		first++;
	while (last > first && x->p[last] < negligible)
		last--;
	x->count = last - first + 1;
	memmove(x->p, x->p + first, x->count * sizeof *x->p);
	x->low += first;
}

struct distribution distribution_constant(size_t value)
{
	struct distribution x = empty(value, 1);

	x.p[0] = 1;
	return x;
}

/* The number of successes in `trials` with probability q, 0 < q < 1: outwards from the most likely number by the
 * ratio of neighbours, then scaled to 1. No factorials are needed. */
static struct distribution binomial(size_t trials, double q)
{
	double odds = q / (1 - q), total = 1, ratio;
	size_t mode = (size_t)((double)(trials + 1) * q), low, high;
	struct distribution x;

	if (mode > trials)
		mode = trials;
	for (low = mode, ratio = 1; low > 0 && ratio > negligible; low--)
		ratio *= (double)low / ((double)(trials - low + 1) * odds);
	for (high = mode, ratio = 1; high < trials && ratio > negligible; high++)
		ratio *= (double)(trials - high) * odds / (double)(high + 1);
	x = empty(low, high - low + 1);
	x.p[mode - low] = 1;
	for (size_t i = mode; i > low; i--)
		total += x.p[i - 1 - low] = x.p[i - low] * (double)i / ((double)(trials - i + 1) * odds);
	for (size_t i = mode; i < high; i++)
		total += x.p[i + 1 - low] = x.p[i - low] * (double)(trials - i) * odds / (double)(i + 1);
	for (size_t i = 0; i < x.count; i++)
		x.p[i] /= total;
	trim(&x);
	return x;
}

/* Horner's rule on the generating function of X - low, in the variable (1 - q) + q z. */
static struct distribution thin_above_low(const struct distribution *x, double q)
{
	struct distribution y = empty(0, x->count);
	size_t degree = 0;

	budget_spend(x->count * x->count);
	for (size_t i = x->count; i-- > 0;) {
		if (i + 1 < x->count)
			degree++;
		for (size_t j = degree; j > 0; j--)
			y.p[j] = y.p[j] * (1 - q) + y.p[j - 1] * q;
		y.p[0] = y.p[0] * (1 - q) + x->p[i];
	}
	trim(&y);
	return y;
}

struct distribution distribution_thin(const struct distribution *x, double q)
{
	struct distribution above, below, both;

	if (q <= 0)
		return distribution_constant(0);
	if (q >= 1) {
		both = empty(x->low, x->count);
		memcpy(both.p, x->p, x->count * sizeof *x->p);
		return both;
	}
	above = thin_above_low(x, q);
	below = binomial(x->low, q);
	both = distribution_sum(&above, &below);
	distribution_free(&above);
	distribution_free(&below);
	return both;
}

struct distribution distribution_sum(const struct distribution *x, const struct distribution *y)
{
	struct distribution z = empty(x->low + y->low, x->count + y->count - 1);

	budget_spend(x->count * y->count);
	for (size_t i = 0; i < x->count; i++)
		for (size_t j = 0; j < y->count; j++)
			z.p[i + j] += x->p[i] * y->p[j];
	trim(&z);
	return z;
}

void distribution_limit(struct distribution *x, size_t limit)
{
	double above = 0;
	size_t kept;

	if (x->low + x->count - 1 <= limit)
		return;
	kept = limit >= x->low ? limit - x->low : 0;
	for (size_t i = kept; i < x->count; i++)
		above += x->p[i];
	if (limit < x->low)
		x->low = limit;
	x->p[kept] = above;
	x->count = kept + 1;
	trim(x);
}

double distribution_mean(const struct distribution *x)
{
	double sum = 0;

	for (size_t i = 0; i < x->count; i++)
		sum += x->p[i] * (double)(x->low + i);
	return sum;
}

void distribution_free(struct distribution *x)
{
	free(x->p);
	*x = (struct distribution){0};
}
