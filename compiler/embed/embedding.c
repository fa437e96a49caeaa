/* embedding.c: builds embeddings and measures them. */
#include "embed/embedding.h"

#include <stdlib.h>

#include "util/budget.h"
#include "util/text.h"

void leaf_digits(const struct spec *spec, unsigned leaf, unsigned *alpha)
{
	for (unsigned i = 1; i <= spec->height; i++) {
		alpha[i] = leaf % spec->children[i];
		leaf /= spec->children[i];
	}
}

enum { LINKING = 30 };			/* steps of the budget, for each link and level, all measures included */

void embedding_start(struct embedding *e, const struct spec *spec, unsigned nodes)
{
	*e = (struct embedding){ .spec = spec, .nodes = nodes, .leaf = allocate_array(nodes, sizeof *e->leaf) };
}

void embedding_link(struct embedding *e, unsigned a, unsigned b, const unsigned *beta)
{
	unsigned top = xgft_turn_level(e->spec, e->leaf[a], e->leaf[b]), way = 0;

	budget_spend(LINKING * (uint64_t)e->spec->height);
	for (unsigned i = 1; i <= top; i++)
		way = way * e->spec->parents[i] + beta[i] % e->spec->parents[i];
	e->links = room_for_one(e->links, e->link_count, sizeof *e->links);
	e->links[e->link_count++] = (struct guest_link){ a, b, way };
}

void embedding_free(struct embedding *e)
{
	free(e->leaf);
	free(e->links);
	*e = (struct embedding){0};
}

static unsigned most(const unsigned *counts, size_t count)
{
	unsigned found = 0;

	for (size_t i = 0; i < count; i++)
		found = counts[i] > found ? counts[i] : found;
	return found;
}

/* Counts the links from `leaf` up to node number `way` of the top level, `top`, of its sub-tree. */
static void count_way(const struct spec *spec, unsigned *uses, unsigned leaf, unsigned top, unsigned way)
{
	size_t link[MAXIMUM_LEVELS];

	xgft_way_links(spec, leaf, top, way, link);
	for (unsigned level = 0; level < top; level++)
		uses[link[level]]++;
}

static unsigned measure_congestion(const struct embedding *e)
{
	unsigned *uses = allocate_array(xgft_all_links(e->spec), sizeof *uses);

	for (size_t i = 0; i < e->link_count; i++) {
		const struct guest_link *link = &e->links[i];
		unsigned a = e->leaf[link->a], b = e->leaf[link->b], top = xgft_turn_level(e->spec, a, b);

		count_way(e->spec, uses, a, top, link->way);
		count_way(e->spec, uses, b, top, link->way);
	}
	unsigned congestion = most(uses, xgft_all_links(e->spec));
	free(uses);
	return congestion;
}

void embedding_measure(const struct embedding *e, struct embedding_measures *m)
{
	unsigned *load = allocate_array(e->spec->leaves,
					sizeof *load), *degree = allocate_array(e->nodes, sizeof *degree);

	*m = (struct embedding_measures){0};
	for (unsigned i = 0; i < e->nodes; i++)
		load[e->leaf[i]]++;
	for (size_t i = 0; i < e->link_count; i++) {
		unsigned a = e->links[i].a, b = e->links[i].b;
		unsigned length = 2 * xgft_turn_level(e->spec, e->leaf[a], e->leaf[b]);

		degree[a]++;
		degree[b]++;
		m->dilation = length > m->dilation ? length : m->dilation;
	}
	m->load = most(load, e->spec->leaves);
	m->degree = most(degree, e->nodes);
	m->congestion = measure_congestion(e);
	free(load);
	free(degree);
}
