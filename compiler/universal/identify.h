/* identify.h: which processor of a guest goes to which leaf of a fat-tree (Leiserson 1985, Theorems 8 and 10).
 *
 * All four ways halve the processors from the root down. A subtree of the fat-tree gets half of its parent's
 * processors, to within one, or fewer if it has not enough leaves. The ways differ in how they choose the half.
 */
#ifndef FTC_UNIVERSAL_IDENTIFY_H
#define FTC_UNIVERSAL_IDENTIFY_H

#include "universal/pearls.h"

enum identification {
	IDENTIFY_PEARLS,		/* the balanced decomposition tree of Theorem 8 */
	IDENTIFY_METIS,			/* the graph partitioner METIS, bisection by bisection */
	IDENTIFY_NATURAL,		/* by number */
	IDENTIFY_RANDOM,		/* at random */
	IDENTIFICATIONS
};
extern const char *const identification_words[IDENTIFICATIONS];

/* The fat-tree's leaves, 0 .. leaves - 1, under a binary tree of `levels` levels. */
struct leaf_tree {
	unsigned leaves, levels;	/* 2^(levels - 1) < leaves <= 2^levels */
};

/* How many of `processors` go to the left subtree of (level, vertex); the rest go to the right one. */
unsigned leaf_tree_left(const struct leaf_tree *tree, unsigned level, unsigned vertex, unsigned processors);

/* A set of the balanced decomposition tree. */
struct balanced_set {
	unsigned level, vertex, processors;
	struct pearls pearls;
};

/* Theorem 8: fills leaf[processor]. `visit`, unless NULL, is called for every set that holds processors, parents
 * first. */
void identify_pearls(const struct cutting *cutting, const struct leaf_tree *tree, unsigned *leaf,
		     void (*visit)(void *context, const struct balanced_set *set), void *context);
/* Does the same by METIS, with this seed. */
void identify_metis(const struct placed *guest, const struct leaf_tree *tree, uint64_t seed, unsigned *leaf);
void identify_natural(const struct leaf_tree *tree, unsigned processors, unsigned *leaf);
void identify_random(const struct leaf_tree *tree, unsigned processors, uint64_t seed, unsigned *leaf);

/* identify_ways.c: any of them, a fresh leaf[]. `visit` is called by pearls alone. */
unsigned *identify(const struct placed *guest, const struct cutting *cutting, enum identification way, const struct leaf_tree *tree,
		   uint64_t seed, void (*visit)(void *context, const struct balanced_set *set), void *context);

/* "METIS 5.1.0" */
char *identify_metis_version(void);

#endif
