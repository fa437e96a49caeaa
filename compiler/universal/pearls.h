/* pearls.h: halving strings of black and white pearls (Leiserson 1985, Lemmas 6 and 7).
 *
 * The leaves of a decomposition tree, in their order, are pearls: black with a processor, white without. A set of them that is
 * at most two strings is halved into two sets that are at most two strings again, each with half of the black and half of the
 * white ones, by at most two cuts. So a decomposition tree becomes a balanced one (Theorem 8) whose sets are strings of leaves,
 * and a string of leaves is a few whole subtrees (Lemma 7), whose surfaces are known.
 */
#ifndef FTC_UNIVERSAL_PEARLS_H
#define FTC_UNIVERSAL_PEARLS_H

#include "universal/cutting.h"

/* first .. first + length - 1; a length of 0: none. */
struct pearl_string {
	leaf_number first, length;
};
struct pearls {
	struct pearl_string string[2];
};

/* Where the black ones are: ascending. */
struct necklace {
	const leaf_number *black;
	unsigned blacks;
};

leaf_number pearls_count(const struct pearls *pearls);
unsigned pearls_black(const struct necklace *necklace, const struct pearls *pearls);

/* Lemma 6. part[0] gets as many black pearls as part[1] or one more, and as many pearls as part[1], where their number is even;
 * where it is odd one of them gets one more. Time O(log length log blacks). */
void pearls_halve(const struct necklace *necklace, const struct pearls *pearls, struct pearls part[2]);

/* For trees that are not complete: part[0] gets `blacks` of the black ones, and part[1] the rest, with no care for the white. */
void pearls_divide(const struct necklace *necklace, const struct pearls *pearls, unsigned blacks, struct pearls part[2]);

/* Lemma 7: the largest complete subtrees that hold black pearls and whose leaves are all in the string, from the left:
 * subtree `index` of the 2^height leaves from index 2^height on. With those that hold none there are at most two of a height, and
 * the tallest has at most lg(length). Calls `visit` for each. */
void pearls_forest(const struct necklace *necklace, const struct pearl_string *string,
		   void (*visit)(void *context, unsigned height, leaf_number index), void *context);

#endif
