/* survival.c: what faults leave of a network: who reaches whom, whether the rule finds the way, and whether queues can
 * wait for each other in a circle. */
#include <stdlib.h>

#include "machines/hypertree/hypertree.h"

/* Gives all nodes that `first` reaches its island. Returns how many. */
static unsigned flood(const struct hypertree *h, struct hypertree_islands *islands, unsigned first)
{
	unsigned *reached = allocate_array(h->nodes, sizeof *reached), count = 0;

	islands->island[first] = islands->count;
	reached[count++] = first;
	for (unsigned i = 0; i < count; i++)
		for (enum hypertree_port port = PORT_UP; port < PORT_OWN; port++) {
			unsigned other = hypertree_neighbour(h, reached[i], port);

			if (hypertree_is_dead(h, reached[i], port) || islands->island[other] <= islands->count)
				continue;
			islands->island[other] = islands->count;
			reached[count++] = other;
		}
	free(reached);
	return count;
}

struct hypertree_islands hypertree_islands(const struct hypertree *h)
{
	struct hypertree_islands islands = {0};

	islands.island = allocate_array(h->nodes + 1, sizeof *islands.island);
	islands.nodes = allocate_array(h->nodes + 1, sizeof *islands.nodes);
	for (unsigned x = 0; x <= h->nodes; x++)
		islands.island[x] = h->nodes;
	for (unsigned x = 1; x <= h->nodes; x++) {
		if (h->dead_node[x] || islands.island[x] < h->nodes)
			continue;
		islands.nodes[islands.count] = flood(h, &islands, x);
		if (islands.nodes[islands.count] > islands.nodes[islands.main])
			islands.main = islands.count;
		islands.count++;
	}
	for (unsigned x = 0; x <= h->nodes; x++)
		if (islands.island[x] == h->nodes)
			islands.island[x] = islands.count;
	return islands;
}

void hypertree_islands_free(struct hypertree_islands *islands)
{
	free(islands->island);
	free(islands->nodes);
}

/* `ways`: NULL, if the rule is not tried. */
static void try_fault(struct hypertree *h, const struct hypertree_part *part, const struct hypertree_ways *ways,
		      struct hypertree_survival *found)
{
	struct hypertree_dependencies dependencies = {0};

	hypertree_kill(h, part);
	struct hypertree_islands islands = hypertree_islands(h);

	if (islands.count > 1)
		found->cut[found->cuts++] = *part;
	if (ways)
		found->cycles += !hypertree_depend_on_rest(h, ways, &dependencies);
	if (dependencies.lost > 0 && islands.count == 1)
		found->loss[found->losses++] = *part;
	hypertree_dependencies_free(&dependencies);
	hypertree_islands_free(&islands);
	hypertree_revive(h);
}

void hypertree_try_faults(struct hypertree *h, bool routes, struct hypertree_survival *found)
{
	struct hypertree_part part[MOST_HYPERTREE_PARTS];
	struct hypertree_ways *ways = routes ? hypertree_ways_new(h) : NULL;

	*found = (struct hypertree_survival){0};
	found->tried = hypertree_parts(h, part);
	for (unsigned i = 0; i < found->tried; i++)
		try_fault(h, &part[i], ways, found);
	if (ways)
		hypertree_ways_free(ways);
}
