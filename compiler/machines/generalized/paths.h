/* paths.h: paths through an XGFT of which some nodes and links are dead, and what is left of it.
 *
 * Messages go up and then down, by the same parents on both sides, so a leaf that is to reach another needs a root
 * position q (see xgft.h) that neither side has lost. Going higher than the level where paths turn does not help: the
 * way down from there leads through the same nodes again.
 */
#ifndef FTC_MACHINES_GENERALIZED_PATHS_H
#define FTC_MACHINES_GENERALIZED_PATHS_H

#include <stdbool.h>
#include <stddef.h>

#include "machines/generalized/xgft.h"
#include "util/text.h"

/* A path that avoids spec->faults, as short as can be: by the wanted parents beta[1] .. beta[h] (up_parents.h) if they are alive, or else by the next ones
 * that are. False when there is none. With fewer than w_1 faults there always is (Theorem 2). */
bool xgft_route(const struct spec *spec, unsigned source, unsigned destination, const unsigned *beta,
		struct xgft_path *path);
/* The same with beta_1 = `first` < w_1: paths of different `first` have no node in common but their ends, so that
 * those which are found are as many as there are. */
bool xgft_disjoint_route(const struct spec *spec, unsigned source, unsigned destination, unsigned first,
			 struct xgft_path *path);

/* Leaves first .. first + count - 1. In pieces of `piece` < count, each is cut off from all others. */
struct leaf_range {
	unsigned first, count, piece;
};

/* What is left. */
struct survivors {
	unsigned long nodes[MAXIMUM_LEVELS + 1];	/* alive, by level */
	unsigned long links[MAXIMUM_LEVELS + 1];	/* alive with both ends, from a level up */
	unsigned long long pairs;		/* of different leaves with a path up and down between them */
	unsigned long long all_pairs;
	struct leaf_range *cut_off;		/* leaves that have no path to most of the others, in ascending order */
	size_t cut_off_count;			/* ranges */
	unsigned long cut_off_leaves;
	/* Links that a cut between the first m_h/2 and the other copies below the roots removes: m_h W_h / 2 without
	 * faults and with even m_h. */
	unsigned long bisection;
};

void xgft_survivors(const struct spec *spec, struct survivors *left);
void survivors_free(struct survivors *left);

/* "3, 8-11 and 240", and after a dozen ranges how many more leaves there are. */
void survivors_print_cut_off(const struct survivors *left, struct text *out);

/* For commands that want a whole network of any kind: false after a message when its faults leave leaves without a path,
 * with which leaves. The command exits with EXIT_USAGE. */
bool xgft_require_connected(const struct spec *spec);

#endif
