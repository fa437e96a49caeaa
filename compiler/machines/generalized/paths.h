/* paths.h: paths through an XGFT with dead nodes and links, and the surviving tree.
 *
 * Messages go up and then down by the same parents on both sides: a leaf reaches another by a root position q (see
 * xgft.h) that neither side has lost. Climbing above the level where paths turn does not help: the way down leads
 * through the same nodes again.
 */
#ifndef FTC_MACHINES_GENERALIZED_PATHS_H
#define FTC_MACHINES_GENERALIZED_PATHS_H

#include <stdbool.h>
#include <stddef.h>

#include "machines/xgft.h"
#include "util/text.h"

/* Finds a shortest path that avoids spec->faults, by the wanted parents beta[1] .. beta[h] (up_parents.h) if they
 * are alive, else by the next ones alive. False when there is none. With fewer than w_1 faults there always is one
 * (Theorem 2). */
bool xgft_route(const struct spec *spec, unsigned source, unsigned destination, const unsigned *beta,
		struct xgft_path *path);
/* The same with beta_1 = `first` < w_1. Paths with different `first` share only their end nodes: together they are
 * all the disjoint paths that exist. */
bool xgft_disjoint_route(const struct spec *spec, unsigned source, unsigned destination, unsigned first,
			 struct xgft_path *path);

/* Leaves first .. first + count - 1. With `piece` < count, each piece of that size is cut off from all others. */
struct leaf_range {
	unsigned first, count, piece;
};

/* The surviving part of a tree. */
struct survivors {
	unsigned long nodes[MAXIMUM_LEVELS + 1];	/* alive, by level */
	unsigned long links[MAXIMUM_LEVELS + 1];	/* alive with both ends, from a level up */
	unsigned long long pairs;		/* of different leaves with a path up and down between them */
	unsigned long long all_pairs;
	/* Leaves outside the largest connected set, ascending. Of sets equally large, one that reaches a root counts as
	 * the largest. Where each leaf is alone, all leaves but a single one that reaches a root. */
	struct leaf_range *cut_off;
	size_t cut_off_count;			/* ranges */
	unsigned long cut_off_leaves;
	/* Links removed by a cut between the first m_h/2 copies below the roots and the rest: m_h W_h / 2 without
	 * faults and with even m_h. */
	unsigned long bisection;
};

void xgft_survivors(const struct spec *spec, struct survivors *left);
void survivors_free(struct survivors *left);

/* "3, 8-11 and 240"; after a dozen ranges, the number of further leaves. */
void survivors_print_cut_off(const struct survivors *left, struct text *out);

/* For commands that need a connected network of any kind. False after a message that lists the leaves cut off by
 * faults; the command then exits with EXIT_USAGE. */
bool xgft_require_connected(const struct spec *spec);

#endif
