/* detours.c: follows the packets of a link across of Hypertree I after its death. */
#include "machines/hypertree/detours.h"

enum { LEAVES = 1 << DETOUR_LEVELS };

struct trial {
	struct hypertree *whole, *hurt;
	unsigned level, ends[2];	/* of the dead link */
};

/* The hop at which a way goes by the link; `count`: it does not. */
static unsigned crossing(const struct trial *t, const struct hypertree_hop *hops, unsigned count)
{
	unsigned i = 0;

	while (i < count && !((hops[i].node == t->ends[0] || hops[i].node == t->ends[1])
			      && hops[i].step.port == PORT_CROSS_0))
		i++;
	return i;
}

/* The packet goes up for a destination with the other bit. On the way down it passes the link across on the level of the
 * dead one, unless that is the dead one. */
static unsigned by_memory(const struct trial *t, unsigned source, unsigned destination, unsigned up)
{
	unsigned flipped = (t->ends[0] ^ t->ends[1]) << (DETOUR_LEVELS - t->level);
	unsigned end = hypertree_ancestor(destination, t->level);

	if (end == t->ends[0] || end == t->ends[1])
		return up;
	return (unsigned)hypertree_route_links(t->hurt, source, destination ^ flipped) + 1;
}

static void follow(const struct trial *t, unsigned source, unsigned destination, struct detour_count *count)
{
	struct hypertree_hop hops[MOST_HOPS];
	unsigned steps = hypertree_route(t->whole, source, destination, hops), i = crossing(t, hops, steps);
	unsigned links = steps - 1;

	if (i == steps)
		return;
	unsigned up = (unsigned)hypertree_route_links(t->hurt, source, destination);

	count->packets++;
	count->up += up - links;
	count->remembered += by_memory(t, source, destination, up) - links;
	/* Up, down, across and up again: a packet that goes up after the link is on its way there, another one goes down. */
	count->local += t->level == 1 ? up - links : hops[i + 1].step.port == PORT_UP ? 2 : 4;
}

static unsigned long long shortest(const struct hypertree *h)
{
	struct graph g = hypertree_graph(h);
	unsigned long long sum = graph_distances(&g, LEAVES).sum;

	graph_free(&g);
	return sum;
}

void detours_count(unsigned level, struct detour_count *count)
{
	struct trial t = { hypertree_new(HYPERTREE_1, 2 * LEAVES - 1), hypertree_new(HYPERTREE_1, 2 * LEAVES - 1), level, {0} };

	*count = (struct detour_count){0};
	t.ends[0] = 1u << level;
	t.ends[1] = hypertree_neighbour(t.whole, t.ends[0], PORT_CROSS_0);
	hypertree_kill_link(t.hurt, t.ends[0], PORT_CROSS_0);
	for (unsigned source = LEAVES; source < 2 * LEAVES; source++)
		for (unsigned destination = LEAVES; destination < 2 * LEAVES; destination++)
			follow(&t, source, destination, count);
	count->shortest = shortest(t.hurt) - shortest(t.whole);
	hypertree_free(t.whole);
	hypertree_free(t.hurt);
}
