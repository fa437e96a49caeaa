/* identify.c: which processor of a guest goes to which leaf of a fat-tree: by pearls, by number, at random. */
#include "universal/identify.h"

#include <stdlib.h>

#include "random.h"
#include "util/budget.h"

const char *const identification_words[IDENTIFICATIONS] = {
	[IDENTIFY_PEARLS] = "pearls", [IDENTIFY_METIS] = "metis", [IDENTIFY_NATURAL] = "natural",
	[IDENTIFY_RANDOM] = "random",
};

/* Leaves of subtree number `vertex` of a level. */
static unsigned leaf_tree_room(const struct leaf_tree *tree, unsigned level, unsigned vertex)
{
	unsigned long size = 1ul << (tree->levels - level), first = vertex * size;

	if (first >= tree->leaves)
		return 0;
	return tree->leaves - first < size ? (unsigned)(tree->leaves - first) : (unsigned)size;
}

unsigned leaf_tree_left(const struct leaf_tree *tree, unsigned level, unsigned vertex, unsigned processors)
{
	unsigned right = leaf_tree_room(tree, level + 1, 2 * vertex + 1), half = processors / 2;

	return processors - (half < right ? half : right);
}

struct balancing {
	const struct cutting *cutting;
	const struct leaf_tree *tree;
	struct necklace necklace;
	unsigned *leaf;
	void (*visit)(void *context, const struct balanced_set *set);
	void *context;
};

static void seat_last(const struct balancing *b, const struct balanced_set *set)
{
	const struct pearl_string *string = set->pearls.string;
	bool second = !pearls_black(&b->necklace, &(struct pearls){ { string[0] } });

	b->leaf[b->cutting->processor[pearls_before(&b->necklace, string[second].first)]] = set->vertex;
}

enum { BALANCING = 3000 };		/* steps of the budget, for each set */

static void balance(const struct balancing *b, const struct balanced_set *set)
{
	struct pearls part[2];
	unsigned left;

	if (!set->processors)
		return;
	budget_spend(BALANCING);
	if (b->visit)
		b->visit(b->context, set);
	if (set->level == b->tree->levels) {
		seat_last(b, set);
		return;
	}
	left = leaf_tree_left(b->tree, set->level, set->vertex, set->processors);
	if (left == set->processors - set->processors / 2)
		pearls_halve(&b->necklace, &set->pearls, part);
	else
		pearls_divide(&b->necklace, &set->pearls, left, part);
	balance(b, &(struct balanced_set){ set->level + 1, 2 * set->vertex, left, part[0] });
	balance(b, &(struct balanced_set){ set->level + 1, 2 * set->vertex + 1, set->processors - left, part[1] });
}

void identify_pearls(const struct cutting *cutting, const struct leaf_tree *tree, unsigned *leaf,
		     void (*visit)(void *context, const struct balanced_set *set), void *context)
{
	struct balancing b = { cutting, tree, { cutting->leaf, cutting->processors }, leaf, visit, context };
	struct balanced_set all = { .processors = cutting->processors };

	all.pearls.string[0].length = (leaf_number)1 << cutting->depth;
	balance(&b, &all);
}

/* Gives order[first .. first + processors - 1] to the leaves of a subtree. */
static void halve_order(const struct leaf_tree *tree, unsigned level, unsigned vertex, const unsigned *order,
			unsigned processors, unsigned *leaf)
{
	unsigned left;

	if (!processors)
		return;
	if (level == tree->levels) {
		leaf[*order] = vertex;
		return;
	}
	left = leaf_tree_left(tree, level, vertex, processors);
	halve_order(tree, level + 1, 2 * vertex, order, left, leaf);
	halve_order(tree, level + 1, 2 * vertex + 1, order + left, processors - left, leaf);
}

/* Gives the processors to the leaves, in a random order unless `random` is NULL. */
static void identify_order(const struct leaf_tree *tree, unsigned processors, struct random *random, unsigned *leaf)
{
	unsigned *order = allocate_array(processors, sizeof *order);

	for (unsigned i = 0; i < processors; i++)
		order[i] = i;
	for (unsigned i = processors; random && i > 1; i--) {
		unsigned j = (unsigned)random_below(random, i), other = order[j];

		order[j] = order[i - 1];
		order[i - 1] = other;
	}
	halve_order(tree, 0, 0, order, processors, leaf);
	free(order);
}

void identify_natural(const struct leaf_tree *tree, unsigned processors, unsigned *leaf)
{
	identify_order(tree, processors, NULL, leaf);
}

void identify_random(const struct leaf_tree *tree, unsigned processors, uint64_t seed, unsigned *leaf)
{
	struct random random;

	random_start(&random, seed, IDENTIFY_RANDOM);
	identify_order(tree, processors, &random, leaf);
}
