/* dependencies.c: which queues wait for which, and whether some wait for each other in a circle.
 *
 * A packet at the head of a queue waits for room in the next queue of its way. If these dependencies have no cycle, some
 * packet can always move, and the network never locks up (Dally and Seitz 1987). The dependencies are those of the
 * routes of all pairs by the rule. Those to a dead node count, too: it gets packets like any other, until they are
 * dropped beside it. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "machines/hypertree/hypertree.h"
#include "util/budget.h"

enum { QUEUES_OF_NODE = HYPERTREE_PORTS * MOST_CLASSES, STEPS_OF_HOP = 60 };
enum { FRESH, OPEN, DONE };

/* Queue (node, input port, class) is number node * QUEUES_OF_NODE + port * MOST_CLASSES + class. Bit p * MOST_CLASSES + c
 * of waits_for[] means the queue of class c behind the node's output port p. */
struct graph {
	const struct hypertree *h;
	enum hypertree_trial trial;
	uint16_t *waits_for;
	uint8_t *state;
	unsigned *came_from;		/* [queue]: in the search */
	struct hypertree_dependencies *found;
};

static unsigned queue_at(const struct graph *g, unsigned node, enum hypertree_port port, unsigned class)
{
	return node * QUEUES_OF_NODE + port * MOST_CLASSES + (g->trial == TRIAL_ONE_CLASS ? 0 : class);
}

static struct hypertree_queue queue_named(unsigned queue)
{
	return (struct hypertree_queue){ queue / QUEUES_OF_NODE, queue % QUEUES_OF_NODE / MOST_CLASSES,
					 queue % MOST_CLASSES };
}

/* The queue that bit `bit` of waits_for[queue] means. */
static unsigned queue_behind(const struct graph *g, unsigned queue, unsigned bit)
{
	unsigned node = queue / QUEUES_OF_NODE;
	enum hypertree_port port = bit / MOST_CLASSES;

	return queue_at(g, hypertree_neighbour(g->h, node, port), hypertree_far_port(g->h, node, port),
			bit % MOST_CLASSES);
}

/* The dependencies of a route, each as queue * QUEUES_OF_NODE + bit. Returns how many. */
static unsigned follow(struct graph *g, unsigned source, unsigned destination, uint16_t edge[MOST_HOPS])
{
	struct hypertree_hop hops[MOST_HOPS];
	unsigned count = hypertree_route(g->h, source, destination, hops), queue = queue_at(g, source, PORT_OWN, 0);
	unsigned edges = 0;

	budget_spend(STEPS_OF_HOP * count);
	g->found->lost += hops[count - 1].step.move == MOVE_DROP && !g->h->dead_node[destination];
	for (unsigned i = 0; i < count; i++) {
		if (hops[i].step.move != MOVE_PORT || hops[i].step.port == PORT_OWN)
			continue;
		unsigned bit = hops[i].step.port * MOST_CLASSES + (g->trial == TRIAL_ONE_CLASS ? 0 : hops[i].packet.class);

		edge[edges++] = (uint16_t)(queue * QUEUES_OF_NODE + bit);
		queue = queue_behind(g, queue, bit);
	}
	return edges;
}

static void add_edge(struct graph *g, unsigned edge)
{
	unsigned queue = edge / QUEUES_OF_NODE, bit = edge % QUEUES_OF_NODE;

	g->found->edges += !(g->waits_for[queue] >> bit & 1);
	g->waits_for[queue] |= 1u << bit;
}

static void add_routes(struct graph *g)
{
	uint16_t edge[MOST_HOPS];

	for (unsigned source = 1; source <= g->h->nodes; source++)
		for (unsigned destination = 1; destination <= g->h->nodes; destination++) {
			if (source == destination || g->h->dead_node[source])
				continue;
			for (unsigned i = follow(g, source, destination, edge); i-- > 0;)
				add_edge(g, edge[i]);
		}
}

/* Packets turn back on the link from the root to its left child, at both ends. */
static void turn_back(struct graph *g)
{
	unsigned left = hypertree_neighbour(g->h, 1, PORT_LEFT);

	g->waits_for[queue_at(g, 1, PORT_LEFT, 0)] |= 1u << PORT_LEFT * MOST_CLASSES;
	g->waits_for[queue_at(g, left, PORT_UP, 0)] |= 1u << PORT_UP * MOST_CLASSES;
}

/* Notes the cycle that ends with `queue` waiting for `first`, which is open. */
static void note_cycle(struct graph *g, unsigned queue, unsigned first)
{
	unsigned length = 1;

	for (unsigned q = queue; q != first; q = g->came_from[q])
		length++;
	g->found->cycle_length = length;
	g->found->cycle = allocate_array(length, sizeof *g->found->cycle);
	for (unsigned q = queue; length-- > 0; q = g->came_from[q])
		g->found->cycle[length] = queue_named(q);
}

/* Depth first: a queue that is reached while it is open closes a cycle. */
static bool search(struct graph *g, unsigned queue)
{
	g->state[queue] = OPEN;
	for (unsigned bit = 0; bit < QUEUES_OF_NODE; bit++) {
		if (!(g->waits_for[queue] >> bit & 1))
			continue;
		unsigned next = queue_behind(g, queue, bit);

		if (g->state[next] == OPEN)
			note_cycle(g, queue, next);
		else if (g->state[next] == FRESH)
			g->came_from[next] = queue;
		if (g->state[next] == OPEN || (g->state[next] == FRESH && !search(g, next)))
			return false;
	}
	g->state[queue] = DONE;
	return true;
}

static unsigned queues_of(const struct hypertree *h)
{
	return (h->nodes + 1) * QUEUES_OF_NODE;
}

static struct graph graph_of(const struct hypertree *h, enum hypertree_trial trial,
			     struct hypertree_dependencies *found)
{
	struct graph g = { .h = h, .trial = trial, .found = found };

	*found = (struct hypertree_dependencies){0};
	g.waits_for = allocate_array(queues_of(h), sizeof *g.waits_for);
	g.state = allocate_array(queues_of(h), sizeof *g.state);
	g.came_from = allocate_array(queues_of(h), sizeof *g.came_from);
	return g;
}

/* True if there is no cycle. Frees the graph. */
static bool is_acyclic(struct graph *g)
{
	for (unsigned queue = 0; queue < queues_of(g->h) && !g->found->cycle; queue++)
		if (g->state[queue] == FRESH)
			search(g, queue);
	free(g->waits_for);
	free(g->state);
	free(g->came_from);
	return !g->found->cycle;
}

bool hypertree_depend(const struct hypertree *h, enum hypertree_trial trial, struct hypertree_dependencies *found)
{
	struct graph g = graph_of(h, trial, found);

	add_routes(&g);
	if (trial == TRIAL_TURNING_BACK)
		turn_back(&g);
	return is_acyclic(&g);
}

/* ---- single faults ------------------------------------------------------------------------------------------- */

struct hypertree_ways {
	unsigned edges;			/* of the network: numbers of dependencies are below this */
	size_t *first;			/* [source * (nodes + 1) + destination]: of its dependencies in `edge`; then comes the next
					   pair's first one */
	uint16_t *edge;
	unsigned *uses;			/* [edge]: pairs */
};

struct hypertree_ways *hypertree_ways_new(struct hypertree *h)
{
	struct hypertree_ways *ways = allocate(sizeof *ways);
	struct hypertree_dependencies found = {0};
	struct graph g = { .h = h, .trial = TRIAL_AS_IS, .found = &found };
	size_t pairs = (size_t)(h->nodes + 1) * (h->nodes + 1), pair = 0, count = 0, room = 0;

	assert(!h->any_dead && h->nodes <= MOST_HYPERTREE_NODES);
	h->any_dead = true;
	ways->edges = queues_of(h) * QUEUES_OF_NODE;
	ways->first = allocate_array(pairs + 1, sizeof *ways->first);
	ways->uses = allocate_array(ways->edges, sizeof *ways->uses);
	for (unsigned source = 0; source <= h->nodes; source++)
		for (unsigned destination = 0; destination <= h->nodes; destination++) {
			uint16_t edge[MOST_HOPS];
			bool is_pair = source && destination && source != destination;
			unsigned edges = is_pair ? follow(&g, source, destination, edge) : 0;

			if (count + edges > room) {
				room = 2 * room + MOST_HOPS;
				ways->edge = reallocate(ways->edge, room * sizeof *ways->edge);
			}
			for (unsigned i = 0; i < edges; i++) {
				ways->edge[count++] = edge[i];
				ways->uses[edge[i]]++;
			}
			ways->first[++pair] = count;
		}
	h->any_dead = false;
	return ways;
}

void hypertree_ways_free(struct hypertree_ways *ways)
{
	free(ways->first);
	free(ways->edge);
	free(ways->uses);
	free(ways);
}

/* Whether a pair's packets meet something dead. */
static bool is_disturbed(const struct hypertree *h, const struct hypertree_ways *ways, size_t pair)
{
	for (size_t i = ways->first[pair]; i < ways->first[pair + 1]; i++) {
		unsigned node = ways->edge[i] / (QUEUES_OF_NODE * QUEUES_OF_NODE);
		enum hypertree_port port = ways->edge[i] % QUEUES_OF_NODE / MOST_CLASSES;

		if (hypertree_is_dead(h, node, port))
			return true;
	}
	return false;
}

/* Takes the pair's old dependencies away, and adds those that it has now. */
static void reroute(struct graph *g, const struct hypertree_ways *ways, unsigned source, unsigned destination,
		    unsigned *uses)
{
	size_t pair = (size_t)source * (g->h->nodes + 1) + destination;
	uint16_t edge[MOST_HOPS];

	for (size_t i = ways->first[pair]; i < ways->first[pair + 1]; i++)
		uses[ways->edge[i]]--;
	for (unsigned i = g->h->dead_node[source] ? 0 : follow(g, source, destination, edge); i-- > 0;)
		uses[edge[i]]++;
}

bool hypertree_depend_on_rest(const struct hypertree *h, const struct hypertree_ways *ways,
			      struct hypertree_dependencies *found)
{
	struct graph g = graph_of(h, TRIAL_AS_IS, found);
	unsigned *uses = allocate_array(ways->edges, sizeof *uses);

	memcpy(uses, ways->uses, ways->edges * sizeof *uses);
	budget_spend(ways->first[(size_t)(h->nodes + 1) * (h->nodes + 1)]);
	for (unsigned s = 1; s <= h->nodes; s++)
		for (unsigned t = 1; t <= h->nodes; t++)
			if (h->dead_node[s] || is_disturbed(h, ways, (size_t)s * (h->nodes + 1) + t))
				reroute(&g, ways, s, t, uses);
	for (unsigned edge = 0; edge < ways->edges; edge++)
		if (uses[edge])
			add_edge(&g, edge);
	free(uses);
	return is_acyclic(&g);
}

void hypertree_dependencies_free(struct hypertree_dependencies *found)
{
	free(found->cycle);
}
