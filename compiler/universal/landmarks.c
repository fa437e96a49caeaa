/* landmarks.c: places for a guest that has none, by its distances from three processors far from one another. */
#include <stdlib.h>

#include "universal/placed.h"

/* A processor and its distances from the landmarks; `axis` is the axis of the next cut. */
struct seat {
	unsigned distance[MOST_DIMENSIONS], processor, axis;
};

/* Distances in wires from `start`. A part of the guest that no wire joins to it comes after this part and those
 * before. */
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

/* The first of the farthest processors. */
static unsigned farthest(const unsigned *distance, unsigned processors)
{
	unsigned found = 0;

	for (unsigned v = 1; v < processors; v++)
		if (distance[v] > distance[found])
			found = v;
	return found;
}

/* Orders by the distance from the landmark of the axis, then from the other landmarks, then by number. */
static int compare(const void *left, const void *right)
{
	const struct seat *l = left, *r = right;

	for (unsigned i = 0; i < MOST_DIMENSIONS; i++) {
		unsigned axis = (l->axis + i) % MOST_DIMENSIONS;

		if (l->distance[axis] != r->distance[axis])
			return l->distance[axis] < r->distance[axis] ? -1 : 1;
	}
	return l->processor < r->processor ? -1 : 1;
}

/* Halves a box and its processors `cuts` times. The box is at `corner`, in units of its own size. The final boxes
 * are cubes, or longer along axes with fewer cuts. */
static void pack(struct placed *guest, struct seat *seats, unsigned count, unsigned cut, unsigned cuts,
		 const unsigned *corner)
{
	unsigned axis = cut % MOST_DIMENSIONS, low[MOST_DIMENSIONS], high[MOST_DIMENSIONS], half = count - count / 2;

	if (!count)
		return;
	if (cut == cuts) {
		for (unsigned i = 0; i < MOST_DIMENSIONS; i++) {
			bool cut_less = cuts % MOST_DIMENSIONS && i >= cuts % MOST_DIMENSIONS;

			placed_at(guest, seats->processor)[i] = corner[i] << cut_less;
		}
		return;
	}
	for (unsigned i = 0; i < count; i++)
		seats[i].axis = axis;
	qsort(seats, count, sizeof *seats, compare);
	for (unsigned i = 0; i < MOST_DIMENSIONS; i++)
		low[i] = high[i] = corner[i] * (i == axis ? 2 : 1);
	high[axis]++;
	pack(guest, seats, half, cut + 1, cuts, low);
	pack(guest, seats + half, count - half, cut + 1, cuts, high);
}

void placed_by_landmarks(struct placed *guest)
{
	unsigned n = guest->processors, *component = allocate_array(n, sizeof *component);
	unsigned *distance[MOST_DIMENSIONS], *least = allocate_array(n, sizeof *least);
	struct seat *seats = allocate_array(n, sizeof *seats);
	struct adjacency joined;
	unsigned cuts = 0;

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
	for (unsigned v = 0; v < n; v++)
		seats[v] = (struct seat){ { distance[0][v], distance[1][v], distance[2][v] }, v, 0 };
	while (1u << cuts < n)
		cuts++;
	guest->side = 1u << (cuts + MOST_DIMENSIONS - 1) / MOST_DIMENSIONS;
	pack(guest, seats, n, 0, cuts, (const unsigned[MOST_DIMENSIONS]){0});
	for (unsigned i = 0; i < MOST_DIMENSIONS; i++)
		free(distance[i]);
	free(seats);
	adjacency_free(&joined);
	free(component);
	free(least);
}
