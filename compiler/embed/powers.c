/* powers.c: hypercubes and complete binary trees (Theorems 8 and 5): guests for powers of two.
 *
 * All betas but the first are digits of a leaf: links of different sub-trees part as early as possible. */
#include "embed/embedding.h"

/* beta[j + 1] = alpha_j of the leaf, and beta[1] as given. */
static void take_digits(const struct spec *spec, unsigned leaf, unsigned first, unsigned *beta)
{
	unsigned alpha[MAXIMUM_LEVELS + 1];

	leaf_digits(spec, leaf, alpha);
	beta[1] = first;
	for (unsigned j = 1; j < spec->height; j++)
		beta[j + 1] = alpha[j];
}

void embed_hypercube(struct embedding *e, const struct spec *spec)
{
	unsigned beta[MAXIMUM_LEVELS + 1];

	embedding_start(e, spec, spec->leaves);
	for (unsigned x = 0; x < spec->leaves; x++)
		e->leaf[x] = x;
	for (unsigned d = 0; 1u << d < spec->leaves; d++)
		for (unsigned x = 0; x < spec->leaves; x++)
			if (!(x >> d & 1)) {
				/* The dimensions use a leaf's parents in turn. */
				take_digits(spec, x, d, beta);
				embedding_link(e, x, x | 1u << d, beta);
			}
}

void embed_binary_tree(struct embedding *e, const struct spec *spec)
{
	unsigned beta[MAXIMUM_LEVELS + 1];

	embedding_start(e, spec, spec->leaves - 1);
	for (unsigned x = 0; x + 1 < spec->leaves; x++)
		e->leaf[x] = x;
	/* A node of height k has its children 2^(k-1) away on either side. */
	for (unsigned half = 1; 2 * half < spec->leaves; half *= 2)
		for (unsigned x = 2 * half - 1; x + 1 < spec->leaves; x += 4 * half)
			for (unsigned right = 0; right < 2; right++) {
				unsigned child = right ? x + half : x - half;

				take_digits(spec, child, right, beta);
				embedding_link(e, child, x, beta);
			}
}
