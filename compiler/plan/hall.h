/* hall.h: how many inputs of a bipartite graph can always be matched.
 *
 * Any k inputs can be matched to distinct outputs if and only if no set T of fewer than k outputs contains all
 * neighbours of more than |T| inputs (P. Hall, 1935). Such inputs are a *violator*. Trying all 2^s sets T is not
 * feasible. Instead:
 *
 *   few outputs in T      some |T| + 1 inputs have at most |T| neighbours: add inputs one by one while their neighbours
 *                         are few enough. Neighbours accumulate quickly, which prunes most choices.
 *   few outputs outside   the s - |T| other outputs have at most r - |T| - 1 neighbours: the same with sides exchanged.
 *
 * Each |T| is settled from the cheaper side. The proof is exhaustive and takes a fraction of a second up to r = 48.
 */
#ifndef FTC_PLAN_HALL_H
#define FTC_PLAN_HALL_H

#include <stdint.h>

/* Output j is a neighbour of the inputs source[first[j]] .. source[first[j + 1] - 1], ascending, each once. */
struct bipartite {
	unsigned inputs, outputs;	/* r, s */
	unsigned *first;		/* [s + 1] */
	unsigned *source;		/* [first[s]] */
};

void bipartite_free(struct bipartite *graph);

enum hall_verdict {
	HALL_PROVED,			/* an exhaustive proof: there is no violator */
	HALL_SEARCHED,			/* no violator found, no proof */
	HALL_VIOLATED,			/* there is a violator */
};

enum { HALL_MAXIMUM_INPUTS = 64 };	/* of a graph that hall_prove() takes */

/* Whether any k inputs can be matched, k <= s <= r <= HALL_MAXIMUM_INPUTS. Counts *steps down by one for each candidate
 * examined; HALL_SEARCHED: they did not suffice. */
enum hall_verdict hall_prove(const struct bipartite *graph, unsigned k, unsigned long *steps);

/* Looks for a violator of fewer than k outputs: starts from `trials` random inputs and as many random outputs and
 * greedily adds the item with fewest new neighbours. Finds gross violators, proves nothing; deterministic for a
 * seed. */
enum hall_verdict hall_search(const struct bipartite *graph, unsigned k, unsigned trials, uint64_t seed);

#endif
