/* xgft_spread.h: paths of an XGFT that shall use its links evenly. */
#ifndef FTC_MACHINES_XGFT_SPREAD_H
#define FTC_MACHINES_XGFT_SPREAD_H

#include <stdbool.h>
#include <stddef.h>

#include "parse/spec.h"

/* A path between two leaves; `way` is the number of its top node's betas (q in xgft.h). */
struct xgft_ends {
	unsigned a, b, way;
};

/* Of `directed` paths, from a to b, a link has two directions that count by themselves; other paths use a link as a whole. */

/* The paths over the fullest link. */
unsigned xgft_congestion(const struct spec *spec, const struct xgft_ends *path, size_t count, bool directed);
/* Moves paths one by one to the way whose fullest link is the least full, until none moves or no link is fuller than
 * xgft_cut_bound(); the fullest link never gets fuller. As many passes as half of the budget allows. */
void xgft_spread(const struct spec *spec, struct xgft_ends *path, size_t count, bool directed);
/* The least that the fullest link has with any ways: all paths that leave a sub-tree share its links up. */
unsigned xgft_cut_bound(const struct spec *spec, const struct xgft_ends *path, size_t count, bool directed);

#endif
