/* h_path.c: the H-path of Theorem 4. */
#include "embed/h_path.h"

void h_path_make(struct h_path *path, const struct spec *spec, unsigned first, unsigned height)
{
	*path = (struct h_path){ .height = height, .leaves = 1 };
	for (unsigned k = 1; k <= height; k++) {
		path->m[k] = spec->children[first + k];
		path->w[k] = spec->parents[k == 1 ? 1 : first + k];
		path->leaves *= path->m[k];
		path->open[k] = path->m[k] % 2;
		/* An open path keeps the betas of its end and continues by parent 0; a closed one ends by parent 1. */
		path->turn[k] = k > 1 && path->open[k - 1] ? path->turn[k - 1] : k;
	}
}

/* The place within a copy on height k - 1, in the order of that copy's own path, and the number of the copy. */
static unsigned descend(const struct h_path *path, unsigned k, unsigned at, unsigned leaves, unsigned *copy)
{
	unsigned within = at % leaves;

	*copy = at / leaves;
	return k > 1 && path->open[k - 1] && *copy % 2 ? leaves - 1 - within : within;
}

void h_path_leaf(const struct h_path *path, unsigned at, unsigned *alpha)
{
	unsigned leaves = path->leaves;

	for (unsigned k = path->height; k >= 1; k--) {
		leaves /= path->m[k];
		at = descend(path, k, at, leaves, &alpha[k]);
	}
}

/* The betas of the end of a path on height k (those of the start are all 0). */
static void set_end(const struct h_path *path, unsigned k, unsigned *beta)
{
	if (k >= 1 && path->open[k])
		beta[path->turn[k]] = 1 % path->w[path->turn[k]];
}

unsigned h_path_step(const struct h_path *path, unsigned at, unsigned *beta)
{
	unsigned k = path->height, leaves = path->leaves, next = at + 1, copy, next_copy;

	for (unsigned i = 1; i <= path->height; i++)
		beta[i] = 0;
	if (next == path->leaves) {
		set_end(path, k, beta);
		return k;
	}
	for (;; k--) {
		leaves /= path->m[k];
		at = descend(path, k, at, leaves, &copy);
		next = descend(path, k, next, leaves, &next_copy);
		if (copy != next_copy)
			break;
	}
	if (copy > next_copy)
		copy = next_copy;
	/* An even copy is left over the end of its path, an odd one over its start. */
	if (copy % 2 == 0 && k > 1 && path->open[k - 1])
		set_end(path, k - 1, beta);
	else if (copy % 2 == 0)
		beta[k] = 1 % path->w[k];
	return k;
}
