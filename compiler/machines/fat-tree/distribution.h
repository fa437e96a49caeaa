/* distribution.h: the number of messages on a channel, as probabilities.
 *
 * Three operations: some messages take another way (thin), two channels join (sum), and a concentrator passes at most
 * so many (limit). All are exact, except that probabilities below 1e-18 in the tails are dropped.
 */
#ifndef FTC_MACHINES_FAT_TREE_DISTRIBUTION_H
#define FTC_MACHINES_FAT_TREE_DISTRIBUTION_H

#include <stddef.h>

/* P(low + i) = p[i], i < count; zero elsewhere. count >= 1. */
struct distribution {
	size_t low;
	size_t count;
	double *p;
};

/* Always `value`. */
struct distribution distribution_constant(size_t value);
/* Each of X messages takes this way with probability q in [0, 1], independently. Cost: count x width of the result. */
struct distribution distribution_thin(const struct distribution *x, double q);
/* X + Y for independent X and Y. */
struct distribution distribution_sum(const struct distribution *x, const struct distribution *y);
/* X becomes min(X, limit). */
void distribution_limit(struct distribution *x, size_t limit);
double distribution_mean(const struct distribution *x);
void distribution_free(struct distribution *x);

#endif
