/* pearls.h: halving strings of black and white pearls (Leiserson 1985, Lemmas 6 and 7).
 *
 * The leaves of a decomposition tree, in order, are pearls: black with a processor, white without. At most two cuts
 * halve a set of at most two strings into two such sets, each with half of the black and half of the white pearls. A
 * decomposition tree thus becomes a balanced one (Theorem 8), whose sets are strings of leaves. A string of leaves is a
 * few whole subtrees (Lemma 7), whose surfaces are known.
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

/* The positions of the black pearls, ascending. */
struct necklace {
	const leaf_number *black;
	unsigned blacks;
};

/* The number of black pearls before `end`. */
unsigned pearls_before(const struct necklace *necklace, leaf_number end);
leaf_number pearls_count(const struct pearls *pearls);
unsigned pearls_black(const struct necklace *necklace, const struct pearls *pearls);

/* Lemma 6. part[0] and part[1] get equally many black pearls, and equally many pearls. An odd black pearl goes to
 * part[0], an odd pearl to either. Time O(log length log blacks). */
void pearls_halve(const struct necklace *necklace, const struct pearls *pearls, struct pearls part[2]);

/* For incomplete trees: part[0] gets `blacks` of the black pearls, part[1] the others. White pearls do not matter. */
void pearls_divide(const struct necklace *necklace, const struct pearls *pearls, unsigned blacks,
		   struct pearls part[2]);

/* Lemma 7: calls `visit`, from left to right, for each of the largest complete subtrees that hold black pearls and
 * lie in the string: subtree `index` has the 2^height leaves from index 2^height on. Counting those without black
 * pearls, at most two have the same height, and the tallest has at most height lg(length). */
void pearls_forest(const struct necklace *necklace, const struct pearl_string *string,
		   void (*visit)(void *context, unsigned height, leaf_number index), void *context);

#endif
