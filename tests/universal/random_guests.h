/* random_guests.h: guests at random, for tests. */
#ifndef FTC_TESTS_RANDOM_GUESTS_H
#define FTC_TESTS_RANDOM_GUESTS_H

#include <stdbool.h>

#include "random.h"
#include "universal/placed.h"

/* Different points with whole coordinates in 0 .. side - 1, in a cube of that side, and so many wires. Clustered: most
 * are near few centres, at distances that are halved again and again, and the cube is the smallest that holds them. */
void random_guest(struct placed *guest, struct random *random, unsigned processors, unsigned dimensions, unsigned side,
		  bool clustered, unsigned wires);

#endif
