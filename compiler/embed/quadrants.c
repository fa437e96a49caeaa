/* quadrants.c: meshes and tori whose sides are not products of neighbouring levels' children: 8x8 where all children
 * are 4.
 *
 * No theorem covers these. The children of each level are split into primes. Each prime goes to the longest
 * remaining side that it divides: the leaves below a node form a small mesh, a quadrant of a larger one. */
#include "embed/embedding.h"

/* The largest remaining side that `prime` divides; product->count when there is none. */
static unsigned longest_divisible(const struct product *product, const unsigned *left, unsigned prime)
{
	unsigned longest = product->count;

	for (unsigned i = product->count; i-- > 0;)
		if (left[i] % prime == 0 && (longest == product->count || left[i] > left[longest]))
			longest = i;
	return longest;
}

static bool all_placed(const struct product *product, const unsigned *left)
{
	for (unsigned i = 0; i < product->count; i++)
		if (left[i] > 1)
			return false;
	return true;
}

/* Gives the primes of a level's children to sides; false when no side takes one. */
static bool split_level(const struct spec *spec, struct product *product, unsigned level, unsigned *left)
{
	unsigned rest = spec->children[level];

	for (unsigned prime = 2; rest > 1; rest /= prime) {
		while (rest % prime)
			prime++;
		unsigned side = longest_divisible(product, left, prime);
		if (side == product->count)
			return false;
		left[side] /= prime;
		product->piece[product->piece_count++] = (struct piece){ level, side, prime };
	}
	return true;
}

bool product_split(const struct spec *spec, struct product *product)
{
	unsigned left[MAXIMUM_LEVELS];

	for (unsigned i = 0; i < product->count; i++)
		left[i] = product->side[i];
	product->piece_count = 0;
	for (unsigned level = 1; level <= spec->height && !all_placed(product, left); level++)
		if (!split_level(spec, product, level, left))
			return false;
	return all_placed(product, left);
}

/* The leaf of a guest node: each prime takes one digit of the node's place on its side, lowest first. */
static unsigned leaf_of(const struct spec *spec, const struct product *product, unsigned node)
{
	struct xgft_label label = { .level = 0 };
	unsigned place[MAXIMUM_LEVELS], weight = 1;

	product_place(product, node, place);
	for (unsigned i = 0; i < product->piece_count; i++) {
		const struct piece *p = &product->piece[i];

		if (i == 0 || product->piece[i - 1].level != p->level)
			weight = 1;
		label.digit[p->level] += weight * (place[p->side] % p->prime);
		place[p->side] /= p->prime;
		weight *= p->prime;
	}
	return xgft_index(spec, &label);
}

/* A node's two links of a side go by different parents; higher up, digits of its leaf separate links of different
 * nodes. */
static void add_link(struct embedding *e, const struct product *product, unsigned side, unsigned node, unsigned next)
{
	unsigned place[MAXIMUM_LEVELS], alpha[MAXIMUM_LEVELS + 1], beta[MAXIMUM_LEVELS + 1];

	product_place(product, node, place);
	leaf_digits(e->spec, e->leaf[node], alpha);
	beta[1] = 2 * side + place[side] % 2;
	for (unsigned j = 1; j < e->spec->height; j++)
		beta[j + 1] = alpha[j];
	embedding_link(e, node, next, beta);
}

void embed_quadrants(struct embedding *e, const struct spec *spec, const struct product *product)
{
	embedding_start(e, spec, product_nodes(product));
	for (unsigned node = 0; node < e->nodes; node++)
		e->leaf[node] = leaf_of(spec, product, node);
	product_links(e, product, add_link);
}
