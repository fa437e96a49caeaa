/* dependencies.c: which queues wait for which, and whether some wait for each other in a circle.
 *
 * A packet at the head of a queue waits for room in the next queue of its way. If these dependencies have no cycle, some
 * packet can always move, and the network never locks up (Dally and Seitz 1987). The dependencies are those of the
 * routes of all pairs by the rule. Those to a dead node count, too: it gets packets like any other, until they are
 * dropped beside it. */
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

static void add_route(struct graph *g, unsigned source, unsigned destination)
{
	struct hypertree_hop hops[MOST_HOPS];
	unsigned count = hypertree_route(g->h, source, destination, hops), queue = queue_at(g, source, PORT_OWN, 0);

	budget_spend(STEPS_OF_HOP * count);
	g->found->lost += hops[count - 1].step.move == MOVE_DROP && !g->h->dead_node[destination];
	for (unsigned i = 0; i < count; i++) {
		if (hops[i].step.move != MOVE_PORT || hops[i].step.port == PORT_OWN)
			continue;
		unsigned bit = hops[i].step.port * MOST_CLASSES + (g->trial == TRIAL_ONE_CLASS ? 0 : hops[i].packet.class);

		g->found->edges += !(g->waits_for[queue] >> bit & 1);
		g->waits_for[queue] |= 1u << bit;
		queue = queue_behind(g, queue, bit);
	}
}

static void add_routes(struct graph *g)
{
	for (unsigned source = 1; source <= g->h->nodes; source++)
		for (unsigned destination = 1; destination <= g->h->nodes; destination++)
			if (source != destination && !g->h->dead_node[source])
				add_route(g, source, destination);
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

bool hypertree_depend(const struct hypertree *h, enum hypertree_trial trial, struct hypertree_dependencies *found)
{
	unsigned queues = (h->nodes + 1) * QUEUES_OF_NODE;
	struct graph g = { .h = h, .trial = trial, .found = found };

	*found = (struct hypertree_dependencies){0};
	g.waits_for = allocate_array(queues, sizeof *g.waits_for);
	g.state = allocate_array(queues, sizeof *g.state);
	g.came_from = allocate_array(queues, sizeof *g.came_from);
	add_routes(&g);
	if (trial == TRIAL_TURNING_BACK)
		turn_back(&g);
	for (unsigned queue = 0; queue < queues && !found->cycle; queue++)
		if (g.state[queue] == FRESH)
			search(&g, queue);
	free(g.waits_for);
	free(g.state);
	free(g.came_from);
	return !found->cycle;
}

void hypertree_dependencies_free(struct hypertree_dependencies *found)
{
	free(found->cycle);
}
