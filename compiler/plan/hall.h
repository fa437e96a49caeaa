/* hall.h: how many inputs of a bipartite graph can always be matched.
 *
 * Any k inputs can be matched to outputs of their own if and only if no set T of fewer than k outputs holds all neighbours of
 * more than |T| inputs (P. Hall, 1935). Such inputs are a *violator*. There are 2^s sets T, so they are not tried one by one:
 *
 *   few outputs in T      some |T| + 1 inputs have at most |T| neighbours: choose inputs one after the other, as long as
 *                         their neighbours are few enough. Neighbours become many soon, so few choices get far.
 *   few outputs outside   the s - |T| other outputs have at most r - |T| - 1 neighbours: the same with the sides exchanged.
 *
 * Each |T| is settled from the side that is cheaper; that is exhaustive, and takes a fraction of a second up to r = 48.
 */
#ifndef FTC_PLAN_HALL_H
#define FTC_PLAN_HALL_H

#include <stdbool.h>
#include <stdint.h>

/* Output j is a neighbour of the inputs source[first[j]] .. source[first[j + 1] - 1], ascending, each once. */
struct bipartite {
	unsigned inputs, outputs;	/* r, s */
	unsigned *first;		/* [s + 1] */
	unsigned *source;		/* [first[s]] */
};

void bipartite_free(struct bipartite *graph);

enum hall_verdict {
	HALL_PROVED,			/* exhaustively: there is no violator */
	HALL_SEARCHED,			/* none was found */
	HALL_VIOLATED,			/* there is one */
};

enum { HALL_MAXIMUM_INPUTS = 64 };	/* of a graph that hall_prove() takes */

/* Can any k inputs be matched, k <= s <= r <= HALL_MAXIMUM_INPUTS? HALL_SEARCHED: *steps (looks at a
 * candidate, which are counted down) were not enough to say. */
enum hall_verdict hall_prove(const struct bipartite *graph, unsigned k, unsigned long *steps);

/* Looks for a violator of fewer than k outputs: from `trials` random inputs, and from as many outputs, takes
 * greedily whatever adds fewest neighbours. Finds what is badly wrong, and proves nothing. The same seed finds the same. */
enum hall_verdict hall_search(const struct bipartite *graph, unsigned k, unsigned trials, uint64_t seed);

#endif
