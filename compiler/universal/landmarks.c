/* landmarks.c: places for a guest that comes without: by its distances from three processors far from one another. */
#include <stdlib.h>

#include "universal/placed.h"

/* What sorts the processors along one axis. */
struct rank {
	unsigned key[MOST_DIMENSIONS], processor;
};

/* Distances in wires from `start`; another part of the guest lies behind all of this one, and behind the parts before it. */
static void measure(const struct adjacency *joined, unsigned processors, const unsigned *component, unsigned start,
		    unsigned *distance)
{
	unsigned *queue = allocate_array(processors, sizeof *queue), head = 0, tail = 0;

	for (unsigned v = 0; v < processors; v++)
		distance[v] = processors + component[v];
	distance[start] = 0;
	queue[tail++] = start;
	while (head < tail) {
		unsigned u = queue[head++];

		for (size_t i = joined->first[u]; i < joined->first[u + 1]; i++) {
			unsigned v = joined->neighbour[i];

			if (distance[v] < processors)
				continue;
			distance[v] = distance[u] + 1;
			queue[tail++] = v;
		}
	}
	free(queue);
}

/* The first of the farthest. */
static unsigned farthest(const unsigned *distance, unsigned processors)
{
	unsigned found = 0;

	for (unsigned v = 1; v < processors; v++)
		if (distance[v] > distance[found])
			found = v;
	return found;
}

static int compare(const void *left, const void *right)
{
	const struct rank *l = left, *r = right;

	for (unsigned i = 0; i < MOST_DIMENSIONS; i++)
		if (l->key[i] != r->key[i])
			return l->key[i] < r->key[i] ? -1 : 1;
	return l->processor < r->processor ? -1 : 1;
}

static void rank_axis(struct placed *guest, unsigned axis, unsigned *const distance[MOST_DIMENSIONS])
{
	struct rank *rank = allocate_array(guest->processors, sizeof *rank);

	for (unsigned v = 0; v < guest->processors; v++) {
		rank[v].processor = v;
		for (unsigned i = 0; i < MOST_DIMENSIONS; i++)
			rank[v].key[i] = distance[(axis + i) % MOST_DIMENSIONS][v];
	}
	qsort(rank, guest->processors, sizeof *rank, compare);
	for (unsigned i = 0; i < guest->processors; i++)
		guest->at[(size_t)rank[i].processor * MOST_DIMENSIONS + axis] = i;
	free(rank);
}

void placed_by_landmarks(struct placed *guest)
{
	unsigned n = guest->processors, *component = allocate_array(n, sizeof *component);
	unsigned *distance[MOST_DIMENSIONS], *least = allocate_array(n, sizeof *least);
	struct adjacency joined;

	guest->landmarks = true;
	guest->dimensions = MOST_DIMENSIONS;
	guest->at = allocate_array((size_t)n * MOST_DIMENSIONS, sizeof *guest->at);
	placed_components(guest, component);
	adjacency_make(&joined, guest);
	for (unsigned i = 0; i < MOST_DIMENSIONS; i++)
		distance[i] = allocate_array(n, sizeof *distance[i]);
	/* The first is far from processor 0, the second far from the first, the third far from both. */
	measure(&joined, n, component, 0, least);
	measure(&joined, n, component, farthest(least, n), distance[0]);
	measure(&joined, n, component, farthest(distance[0], n), distance[1]);
	for (unsigned v = 0; v < n; v++)
		least[v] = distance[0][v] < distance[1][v] ? distance[0][v] : distance[1][v];
	measure(&joined, n, component, farthest(least, n), distance[2]);
	for (unsigned i = 0; i < MOST_DIMENSIONS; i++)
		rank_axis(guest, i, distance);
	for (unsigned i = 0; i < MOST_DIMENSIONS; i++)
		free(distance[i]);
	adjacency_free(&joined);
	free(component);
	free(least);
}
