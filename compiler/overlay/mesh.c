/* mesh.c: what placer, router and timing share. */
#include "overlay/mesh.h"

size_t mesh_sinks(const struct mesh_task *t)
{
	size_t count = 0;

	for (size_t i = 0; i < t->nets; i++)
		count += t->net[i].sink_count;
	return count;
}

void mesh_weigh(int *weight, const double *criticality, size_t sinks, double most, unsigned sharpness)
{
	for (size_t i = 0; i < sinks; i++) {
		double x = most;

		for (unsigned k = 0; k < sharpness; k++)
			x *= criticality[i];
		weight[i] = (int)x;
	}
}

/* A falling run of uniform numbers has odd length with probability 1 / e^(its first number). */
double random_exponential(struct random *random)
{
	for (unsigned whole = 0;; whole++) {
		double first = random_unit(random), last = first, next;
		bool odd = true;

		for (; (next = random_unit(random)) < last; last = next)
			odd = !odd;
		if (odd)
			return whole + first;
	}
}
