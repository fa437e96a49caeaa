/* measures.c: hypertrees as graphs, and traffic by the rule. */
#include "machines/hypertree/measures.h"

#include <assert.h>
#include <stdlib.h>

#include "util/budget.h"
#include "util/text.h"

struct graph hypertree_graph(const struct hypertree *h)
{
	struct graph g = graph_new(h->nodes + 1);

	for (unsigned x = 1; x <= h->nodes; x++)
		for (enum hypertree_port port = PORT_UP; port < PORT_OWN; port++)
			if (!hypertree_is_dead(h, x, port))
				graph_join(&g, x, hypertree_neighbour(h, x, port));
	return g;
}

unsigned hypertree_first_leaf(const struct hypertree *h)
{
	return h->nodes / 2 + 1;
}

/* The rule as the flows of graph.c want it. */
static unsigned packet_mode(const void *network, unsigned source, unsigned target)
{
	return hypertree_packet(network, source, target).symmetric;
}

static unsigned next_node(const void *network, unsigned mode, unsigned at, unsigned target)
{
	const struct hypertree *h = network;
	struct hypertree_packet packet = { .destination = target, .symmetric = mode };
	struct hypertree_step step = hypertree_next(h, at, &packet, h->dead_ports[at]);

	assert(step.move == MOVE_PORT && step.port != PORT_OWN);
	return hypertree_neighbour(h, at, step.port);
}

/* Follows one packet. False if it is dropped, which counts nowhere. */
static bool follow_packet(const struct hypertree *h, const struct graph *g, unsigned source, unsigned target,
			  struct graph_loads *loads)
{
	struct hypertree_hop hops[MOST_HOPS];
	unsigned steps = hypertree_route(h, source, target, hops), links = 0;

	budget_spend(steps * 20);
	if (hops[steps - 1].step.move == MOVE_DROP)
		return false;
	for (unsigned i = 0; i + 1 < steps; i++) {
		if (hops[i].step.move != MOVE_PORT)
			continue;
		unsigned x = hops[i].node, y = hypertree_neighbour(h, x, hops[i].step.port);

		loads->leaving[(size_t)x * MOST_NEIGHBOURS + graph_port(g, x, y)]++;
		links++;
	}
	loads->sum += links;
	loads->longest = links > loads->longest ? links : loads->longest;
	return true;
}

/* Whether a step depends on the mode, the place and the target alone. With faults it also depends on what the packet
 * has met. */
static bool is_memoryless(const struct hypertree *h)
{
	return !h->any_dead;
}

/* Of any network. */
static struct graph_loads follow_packets(const struct hypertree *h, const struct graph *g, unsigned first,
					 unsigned long long *lost)
{
	struct graph_loads loads = {
		.leaving = allocate_array((size_t)g->nodes * MOST_NEIGHBOURS, sizeof *loads.leaving)
	};

	for (unsigned s = first; s <= h->nodes; s++)
		for (unsigned t = first; t <= h->nodes; t++)
			if (s != t && !h->dead_node[s] && !h->dead_node[t] && !follow_packet(h, g, s, t, &loads))
				++*lost;
	return loads;
}

static unsigned long long greater(unsigned long long a, unsigned long long b)
{
	return a > b ? a : b;
}

/* Changing the same bits of all numbers maps a complete hypertree, and its rule, onto itself: all nodes of a level are
 * equivalent, and so are all links of a level and port. */
static bool is_symmetric(const struct hypertree *h)
{
	return h->kind != FULL_RING && h->kind != HALF_RING && !hypertree_is_unfinished(h) && !h->any_dead;
}

/* For is_symmetric(): the first node of a level stands for all. */
static unsigned level_weight(const void *network, unsigned target)
{
	(void)network;
	return target & (target - 1) ? 0 : target;
}

/* Links of a level and port. */
struct link_class {
	unsigned links;
	unsigned long long out, in;		/* on all of them: from the nodes that have the port, to them */
	unsigned long long most, most_one_way;	/* on one of them */
};

static struct link_class class_loads(const struct hypertree *h, const struct graph *g, const struct graph_loads *loads,
				     unsigned level, enum hypertree_port port)
{
	struct link_class c = {0};

	for (unsigned x = 1u << level; x < 2u << level && x <= h->nodes; x++) {
		if (hypertree_is_dead(h, x, port))
			continue;
		unsigned y = hypertree_neighbour(h, x, port);
		unsigned long long out = graph_load(g, loads, x, y), in = graph_load(g, loads, y, x);

		c.links++;
		c.out += out;
		c.in += in;
		c.most = greater(c.most, out + in);
		c.most_one_way = greater(c.most_one_way, greater(out, in));
	}
	if (c.links > 0 && is_symmetric(h)) {
		c.most = (c.out + c.in) / c.links;
		c.most_one_way = greater(c.out, c.in) / c.links;
	}
	return c;
}

static void sort_loads(const struct hypertree *h, const struct graph *g, const struct graph_loads *loads,
		       struct hypertree_traffic *t)
{
	static const enum hypertree_port ports[] = { PORT_UP, PORT_CROSS_0, PORT_CROSS_1 };

	for (unsigned m = 1; m <= h->levels; m++) {
		for (unsigned i = 0; i < sizeof ports / sizeof *ports; i++) {
			struct link_class c = class_loads(h, g, loads, m, ports[i]);

			*(ports[i] == PORT_UP ? &t->up[m] : &t->cross[m][ports[i] - PORT_CROSS_0]) = c.most;
			t->busiest = greater(t->busiest, c.most);
			t->busiest_way = greater(t->busiest_way, c.most_one_way);
		}
	}
}

static void find_traffic(const struct hypertree *h, unsigned first, bool plain, struct hypertree_traffic *traffic)
{
	struct graph g = hypertree_graph(h);
	struct graph_rule rule = { h, plain ? 1 : 2, plain ? NULL : packet_mode, next_node,
				   is_symmetric(h) ? level_weight : NULL };

	*traffic = (struct hypertree_traffic){0};
	struct graph_loads loads = is_memoryless(h) ? graph_loads(&g, first, &rule)
								  : follow_packets(h, &g, first, &traffic->lost);

	traffic->sum = loads.sum;
	traffic->longest = loads.longest;
	sort_loads(h, &g, &loads, traffic);
	graph_loads_free(&loads);
	graph_free(&g);
}

void hypertree_traffic(const struct hypertree *h, unsigned first, struct hypertree_traffic *traffic)
{
	find_traffic(h, first, false, traffic);
}

void hypertree_plain_traffic(const struct hypertree *h, unsigned first, struct hypertree_traffic *traffic)
{
	find_traffic(h, first, true, traffic);
}
