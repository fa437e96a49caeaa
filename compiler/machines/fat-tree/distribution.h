/* distribution.h: how many messages are on a channel, as probabilities.
 *
 * The three things that happen to a number of messages in a fat-tree: some of them take another way (thinning), two
 * channels come together (sum), a concentrator lets at most so many through (limit). All exact but for tails:
 * probabilities below 1e-18 are dropped.
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
/* Of X messages each takes this way with probability q in [0, 1], independently. Cost: count x width of the result. */
struct distribution distribution_thin(const struct distribution *x, double q);
/* X + Y for independent X and Y. */
struct distribution distribution_sum(const struct distribution *x, const struct distribution *y);
/* X becomes min(X, limit). */
void distribution_limit(struct distribution *x, size_t limit);
double distribution_mean(const struct distribution *x);
void distribution_free(struct distribution *x);

#endif
