/* random_guests.c: random guests for tests. */
#include "random_guests.h"

#include <math.h>

enum { CENTRES = 3, HALVINGS = 12 };

static void draw(double *at, struct random *random, unsigned dimensions, unsigned side,
		 double centres[CENTRES][MOST_DIMENSIONS])
{
	unsigned centre = (unsigned)random_below(random, CENTRES), halvings = (unsigned)random_below(random, HALVINGS);

	for (unsigned axis = 0; axis < dimensions; axis++) {
		double whole = (double)random_below(random, side);

		at[axis] = centres ? centres[centre][axis] + ldexp(whole, -(int)halvings) : whole;
	}
}

static bool taken(const struct placed *guest, unsigned v)
{
	for (unsigned u = 0; u < v; u++) {
		bool same = true;

		for (unsigned axis = 0; axis < guest->dimensions; axis++)
			same &= guest->at[u * guest->dimensions + axis] == guest->at[v * guest->dimensions + axis];
		if (same)
			return true;
	}
	return false;
}

void random_guest(struct placed *guest, struct random *random, unsigned processors, unsigned dimensions, unsigned side,
		  bool clustered, unsigned wires)
{
	double centres[CENTRES][MOST_DIMENSIONS];

	*guest = (struct placed){ .title = copy_string("random"), .processors = processors, .dimensions = dimensions,
				  .side = clustered ? 0 : side };
	guest->at = allocate_array((size_t)processors * dimensions, sizeof *guest->at);
	for (unsigned centre = 0; centre < CENTRES; centre++)
		for (unsigned axis = 0; axis < dimensions; axis++)
			centres[centre][axis] = (double)random_below(random, 8 * side);
	for (unsigned v = 0; v < processors; v++)
		do
			draw(&guest->at[v * dimensions], random, dimensions, side, clustered ? centres : NULL);
		while (taken(guest, v));
	for (unsigned i = 0; i < wires; i++) {
		unsigned a = (unsigned)random_below(random, processors),
			b = (unsigned)random_below(random, processors - 1);

		placed_wire(guest, a, b < a ? b : b + 1, 1 + (unsigned)random_below(random, 3));
	}
}
