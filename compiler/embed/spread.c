/* spread.c: paths of guest links where no theorem says which, and how far they can be spread. */
#include "embed/embedding.h"

#include <stdlib.h>

#include "util/budget.h"
#include "util/number.h"
#include "util/text.h"

/* Passes over all links, and ways that a link tries in a pass. Ways that are as good are taken, too, so that a link makes room for the next; most embeddings need three passes. */
enum { MOST_PASSES = 12, MOST_WAYS = 4096 };

/* The links of the tree on one path, and how full they are without it. */
struct path {
	size_t link[2 * MAXIMUM_LEVELS];
	unsigned count, fullest;
	unsigned long sum;
};

static unsigned turn(const struct embedding *e, const struct guest_link *link)
{
	return xgft_turn_level(e->spec, e->leaf[link->a], e->leaf[link->b]);
}

static struct path path_of(const struct embedding *e, const struct guest_link *link, unsigned top, unsigned way, const unsigned *uses)
{
	struct path p = { .count = 2 * top };

	xgft_way_links(e->spec, e->leaf[link->a], top, way, p.link);
	xgft_way_links(e->spec, e->leaf[link->b], top, way, p.link + top);
	for (unsigned i = 0; i < p.count; i++) {
		p.fullest = larger(p.fullest, uses[p.link[i]]);
		p.sum += uses[p.link[i]];
	}
	return p;
}

static unsigned ways_up_to(const struct spec *spec, unsigned top)
{
	unsigned ways = 1;

	for (unsigned i = 1; i <= top; i++)
		ways *= spec->parents[i];
	return ways;
}

static void add_path(const struct path *p, int by, unsigned *uses)
{
	for (unsigned i = 0; i < p->count; i++)
		uses[p->link[i]] += by;
}

/* Gives a link the way whose fullest link is the least full, then the emptiest one. True if it is another way. */
static bool move(const struct embedding *e, struct guest_link *link, unsigned *uses)
{
	unsigned top = turn(e, link), ways = ways_up_to(e->spec, top), own = link->way;
	struct path best = path_of(e, link, top, own, uses);

	add_path(&best, -1, uses);
	best = path_of(e, link, top, own, uses);
	for (unsigned k = 1; k < ways && k < MOST_WAYS; k++) {
		struct path other = path_of(e, link, top, (own + k) % ways, uses);

		if (other.fullest < best.fullest || (other.fullest == best.fullest && other.sum <= best.sum)) {
			best = other;
			link->way = (own + k) % ways;
		}
	}
	add_path(&best, 1, uses);
	return link->way != own;
}

/* Steps of a pass. */
static uint64_t pass_steps(const struct embedding *e)
{
	uint64_t steps = 0;

	for (size_t i = 0; i < e->link_count; i++) {
		unsigned top = turn(e, &e->links[i]), ways = ways_up_to(e->spec, top);

		steps += 40 * (uint64_t)top * (ways < MOST_WAYS ? ways : MOST_WAYS);
	}
	return steps;
}

static unsigned fullest(const struct embedding *e, const unsigned *uses)
{
	unsigned most = 0;

	for (size_t i = 0; i < xgft_all_links(e->spec); i++)
		most = larger(most, uses[i]);
	return most;
}

void embedding_spread(struct embedding *e)
{
	uint64_t steps = pass_steps(e);
	unsigned *uses = allocate_array(xgft_all_links(e->spec), sizeof *uses);
	unsigned bound = embedding_cut_bound(e);
	bool moved = true;

	for (size_t i = 0; i < e->link_count; i++) {
		struct path p = path_of(e, &e->links[i], turn(e, &e->links[i]), e->links[i].way, uses);

		add_path(&p, 1, uses);
	}
	/* Half of what is left is for what comes behind. */
	for (unsigned pass = 0; pass < MOST_PASSES && moved && steps < budget_left() / 2 && fullest(e, uses) > bound; pass++) {
		budget_spend(steps);
		moved = false;
		for (size_t i = 0; i < e->link_count; i++)
			moved |= move(e, &e->links[i], uses);
	}
	free(uses);
}

unsigned embedding_cut_bound(const struct embedding *e)
{
	unsigned bound = 0, leaves = 1, up = 1;

	for (unsigned level = 0; level < e->spec->height; level++) {
		leaves *= level ? e->spec->children[level] : 1;
		up *= e->spec->parents[level + 1];
		unsigned *leaving = allocate_array(e->spec->leaves / leaves, sizeof *leaving);

		for (size_t i = 0; i < e->link_count; i++) {
			unsigned a = e->leaf[e->links[i].a] / leaves, b = e->leaf[e->links[i].b] / leaves;

			leaving[a] += a != b;
			leaving[b] += a != b;
		}
		for (unsigned s = 0; s < e->spec->leaves / leaves; s++)
			bound = larger(bound, (leaving[s] + up - 1) / up);
		free(leaving);
	}
	return bound;
}
