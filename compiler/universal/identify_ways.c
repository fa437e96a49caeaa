/* identify_ways.c: the leaves of a guest's processors, by any of the ways. */
#include <stdlib.h>

#include "universal/identify.h"

unsigned *identify(const struct placed *guest, const struct cutting *cutting, enum identification way, const struct leaf_tree *tree,
		   uint64_t seed, void (*visit)(void *context, const struct balanced_set *set), void *context)
{
	unsigned *leaf = allocate_array(guest->processors, sizeof *leaf);

	switch (way) {
	case IDENTIFY_PEARLS: identify_pearls(cutting, tree, leaf, visit, context); break;
	case IDENTIFY_METIS: identify_metis(guest, tree, seed, leaf); break;
	case IDENTIFY_NATURAL: identify_natural(tree, guest->processors, leaf); break;
	default: identify_random(tree, guest->processors, seed, leaf); break;
	}
	return leaf;
}
