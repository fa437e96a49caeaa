/* product.c: arrays, rings, meshes and tori (Theorems 4, 6 and 7).
 *
 * Each side follows the H-path of its levels. A link's way up takes the first beta of that path, then the digits of
 * the lower sides, which separate parallel links of a side, then the path's other betas. */
#include "embed/embedding.h"
#include "embed/h_path.h"

unsigned product_nodes(const struct product *product)
{
	unsigned nodes = 1;

	for (unsigned i = 0; i < product->count; i++)
		nodes *= product->side[i];
	return nodes;
}

void product_place(const struct product *product, unsigned node, unsigned *place)
{
	for (unsigned i = product->count; i-- > 0;) {
		place[i] = node % product->side[i];
		node /= product->side[i];
	}
}

static unsigned leaf_of(const struct spec *spec, const struct product *product, const struct h_path *paths,
			unsigned node)
{
	unsigned place[MAXIMUM_LEVELS];
	struct xgft_label label = { .level = 0 };

	product_place(product, node, place);
	for (unsigned i = 0; i < product->count; i++)
		h_path_leaf(&paths[i], place[i], label.digit + product->first[i]);
	return xgft_index(spec, &label);
}

static void add_link(struct embedding *e, const struct product *product, unsigned side, unsigned node, unsigned next)
{
	unsigned place[MAXIMUM_LEVELS], alpha[MAXIMUM_LEVELS + 1], step[MAXIMUM_LEVELS + 1];
	unsigned beta[MAXIMUM_LEVELS + 1] = {0};
	unsigned first = product->first[side], top;
	struct h_path path;

	h_path_make(&path, e->spec, first, product->height[side]);
	product_place(product, node, place);
	leaf_digits(e->spec, e->leaf[node], alpha);
	top = h_path_step(&path, place[side], step);
	beta[1] = step[1];
	for (unsigned j = 1; j <= first; j++)
		beta[j + 1] = alpha[j];
	for (unsigned k = 2; k <= top; k++)
		beta[first + k] = step[k];
	embedding_link(e, node, next, beta);
}

void product_links(struct embedding *e, const struct product *product, add_product_link *add)
{
	unsigned stride = 1;

	for (unsigned i = product->count; i-- > 0; stride *= product->side[i])
		for (unsigned node = 0; node < e->nodes; node++) {
			unsigned side = product->side[i], place = node / stride % side;

			if (place + 1 < side)
				add(e, product, i, node, node + stride);
			else if (product->wrap && side > 2)	/* a ring of two nodes is one link */
				add(e, product, i, node, node - place * stride);
		}
}

void embed_product(struct embedding *e, const struct spec *spec, const struct product *product)
{
	struct h_path paths[MAXIMUM_LEVELS];

	for (unsigned i = 0; i < product->count; i++)
		h_path_make(&paths[i], spec, product->first[i], product->height[i]);
	embedding_start(e, spec, product_nodes(product));
	for (unsigned node = 0; node < e->nodes; node++)
		e->leaf[node] = leaf_of(spec, product, paths, node);
	product_links(e, product, add_link);
}
