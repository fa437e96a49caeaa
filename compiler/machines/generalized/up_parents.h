/* up_parents.h: the parents on a message's way up in a generalized fat tree.
 *
 * The leaves follow this rule in rtl-templates/leaves/leaf_parents.v, and `ftc route` and all calculations here;
 * tests/machines/generalized/parents.sh compares the two.
 *
 * By destination, or by source: the digits beta_2, beta_3, .. are consecutive bits of that leaf's label
 * (docs/reference/protocol.md: its digits alpha side by side, ceil(log2 m) bits each). Each takes ceil(log2 w) bits, beginning
 * after the ceil(log2 lanes) bits that name a wire of the leaf, and wrapping round to bit 0. Where w is no power of
 * two, a digit that names no parent is reduced by w. At random: the digits come from a random word, from different bits
 * for each wire. beta_1 is always the link of the leaf's own wire.
 */
#ifndef FTC_MACHINES_GENERALIZED_UP_PARENTS_H
#define FTC_MACHINES_GENERALIZED_UP_PARENTS_H

#include <stdint.h>

#include "parse/spec.h"

/* What a leaf knows when it sends, in a tree of generalized_machine. */
struct departure {
	unsigned source, destination;	/* leaves, by number */
	unsigned lane;			/* the wire used for sending: less than spec->connections */
	uint16_t random;		/* for up-routing random */
};

/* The rule: sets beta[1] .. beta[h] by spec->up_routing. With first-free the routers choose; all but beta[1] are 0,
 * the choice of routers without other messages. With given, too: words that bring zeros take these. */
void up_parents(const struct spec *spec, const struct departure *departure, unsigned *beta);

/* The wire that the leaf's label names: its lowest ceil(log2 lanes) bits, reduced by the number of wires if there is
 * no such wire. */
unsigned up_lane(const struct spec *spec, unsigned leaf);

/* The same for two leaves without other traffic. A leaf sends by any free wire. Here it takes the wire named by the
 * label of the destination (or source); at random, one derived from `seed` like the random word; with first-free,
 * the first. */
void up_parents_alone(const struct spec *spec, unsigned source, unsigned destination, unsigned seed, unsigned *beta);

#endif
