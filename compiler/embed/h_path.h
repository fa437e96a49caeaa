/* h_path.h: the H-path of Theorem 4 (Oehring et al. 1995): through all leaves of an XGFT, no link twice.
 *
 * The path begins at root 0. A closed path returns there; an open one ends at another root. On height 1 it goes from
 * leaf to leaf by roots 1 and 0 alternately. Above an open path the copies are walked forwards and backwards
 * alternately, joined above the path's two ends; above a closed one all are walked forwards, joined over parents 1 and
 * 0 of root 0 alternately. With w_l = 1 there is no parent 1, and links are used twice.
 */
#ifndef FTC_EMBED_H_PATH_H
#define FTC_EMBED_H_PATH_H

#include <stdbool.h>

#include "parse/spec.h"

/* A path for levels first + 1 .. first + height of a tree, treated as a tree of their own whose leaves keep their
 * parents. */
struct h_path {
	unsigned height;
	unsigned m[MAXIMUM_LEVELS + 1], w[MAXIMUM_LEVELS + 1];	/* from 1 */
	unsigned leaves;
	/* For the path on height k: is it open and, if so, at which level does its end leave root 0's betas, all
	 * others of which are 0? */
	bool open[MAXIMUM_LEVELS + 1];
	unsigned turn[MAXIMUM_LEVELS + 1];
};

void h_path_make(struct h_path *path, const struct spec *spec, unsigned first, unsigned height);

/* The digits alpha[1] .. alpha[height] of the leaf at place `at` of the path, from 0. */
void h_path_leaf(const struct h_path *path, unsigned at, unsigned *alpha);

/* The betas of the way from place `at` to the next, or from the last back to the first: beta[1] .. beta[the level
 * returned]. */
unsigned h_path_step(const struct h_path *path, unsigned at, unsigned *beta);

#endif
