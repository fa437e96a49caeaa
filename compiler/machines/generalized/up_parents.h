/* up_parents.h: which parents a message of a generalized fat tree takes on its way up.
 *
 * This is the rule of rtl-templates/leaf_parents.v, which the leaves follow; `ftc route` and what is computed of the trees
 * follow it from here. tests/machines/generalized/parents.sh holds one against the other.
 *
 * By the destination, or by the source, the digits beta_2, beta_3, .. are consecutive bits of that leaf's label
 * (docs/protocol.md: its digits alpha side by side, each in ceil(log2 m) bits), each in ceil(log2 w) bits, beginning behind
 * those ceil(log2 lanes) bits that name a wire of the leaf, and again from bit 0 when they are used up. A digit that names
 * no parent, where w is no power of two, has w subtracted. At random they are bits of a random word instead, for each wire
 * others. beta_1 is not a matter of digits: it is the link that the leaf's own wire belongs to.
 */
#ifndef FTC_MACHINES_GENERALIZED_UP_PARENTS_H
#define FTC_MACHINES_GENERALIZED_UP_PARENTS_H

#include <stdint.h>

#include "parse/spec.h"

/* What the leaf knows when it sends. Of a spec of generalized_machine. */
struct departure {
	unsigned source, destination;	/* leaves, by number */
	unsigned lane;			/* the wire by which it sends: less than spec->connections */
	uint16_t random;		/* for up-routing random */
};

/* The rule: beta[1] .. beta[h] by spec->up_routing. With first-free, where routers choose, all but beta[1] are 0: what they
 * choose when nothing else is on its way. */
void up_parents(const struct spec *spec, const struct departure *departure, unsigned *beta);

/* The wire that the leaf's label names: its lowest ceil(log2 lanes) bits, less the number of wires where there is no such
 * wire. */
unsigned up_lane(const struct spec *spec, unsigned leaf);

/* The same for two leaves by themselves. A leaf sends by any of its wires that is free; here by the one that the label of the
 * destination (or source) names, at random by one that follows from `seed`, as the random word does, with first-free by
 * the first. */
void up_parents_alone(const struct spec *spec, unsigned source, unsigned destination, unsigned seed, unsigned *beta);

#endif
