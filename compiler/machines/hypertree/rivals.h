/* rivals.h: the networks that Goodman and Séquin compare, at the sizes of their figures, and what they print of them.
 *
 * Tree n has the levels 0 .. n, all complete, and N = 2^n leaves. An n-cube has N nodes, all of which count as leaves;
 * a de Bruijn network has 2N.
 */
#ifndef FTC_MACHINES_HYPERTREE_RIVALS_H
#define FTC_MACHINES_HYPERTREE_RIVALS_H

#include "machines/hypertree/measures.h"

enum rival {
	RIVAL_BINARY, RIVAL_HALF_RING, RIVAL_FULL_RING, RIVAL_CUBE, RIVAL_HYPERTREE_1, RIVAL_HYPERTREE_2,
	RIVAL_IN_FIGURES,		/* the networks above are in Figures 5 and 6 */
	RIVAL_DE_BRUIJN = RIVAL_IN_FIGURES,
	RIVAL_SHUFFLE,			/* Hypertree I with a perfect shuffle between its leaves */
	RIVAL_RINGED,			/* Hypertree I with the links of a half ring: section 4.2's advice for five ports */
	RIVALS
};
enum { MOST_RIVAL_LEVELS = 11 };	/* n */

extern const char *const rival_names[RIVALS];

struct rival_count {
	unsigned ports;			/* p: of the largest node of the unlimited network */
	unsigned nodes, leaves;
	struct distances between_leaves, between_all;
	struct distances around;	/* the ends of each link, without it; of Hypertree I, II and RIVAL_RINGED only */
	/* One message between any two leaves. Of RIVAL_IN_FIGURES only; `up` and `cross` of trees only. */
	struct hypertree_traffic traffic;
	/* The same between any two nodes, by the rule and by the rule as the paper prints it. Of hypertrees only. */
	unsigned long long rule_sum, plain_sum;
};

/* Counts all of this in the network itself. */
void rival_count(enum rival rival, unsigned n, struct rival_count *count);

/* Whether section 3.2.3, as corrected, is exactly the mean of a network with these distances: 2 - k/(2^k - 1), k being
 * the diameter. The print has 2 - 2^-k. */
bool rival_is_local(const struct distances *all);

/* The formula of Table II for the mean distance between leaves, each with itself included. Denominator 0: the paper has
 * none for this network and n. */
struct rival_formula {
	long long numerator, denominator;
};
struct rival_formula rival_table_2(enum rival rival, unsigned n);
/* What Table II prints: L, L' and for which n; NULL: nothing. */
struct rival_print {
	const char *mean, *normalized, *valid;
};
extern const struct rival_print rival_prints[RIVALS];

#endif
