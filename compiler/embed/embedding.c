/* embedding.c: builds embeddings and measures them. */
#include "embed/embedding.h"

#include <stdlib.h>

#include "util/budget.h"
#include "util/number.h"
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
	m->load = greatest_of(load, e->spec->leaves);
	m->degree = greatest_of(degree, e->nodes);
	m->congestion = embedding_congestion(e);
	free(load);
	free(degree);
}
