/* emulation.h: fixed-connection networks on a fat-tree in one delivery cycle a step (Leiserson 1985, end of section VI).
 *
 * A processor gets as many connections as the guest's degree; the channels get as many wires as the guest's connections over
 * them, so that a step is a one-cycle message set.
 */
#ifndef FTC_UNIVERSAL_EMULATION_H
#define FTC_UNIVERSAL_EMULATION_H

#include "universal/universality.h"

struct emulation {
	bool one_cycle;			/* a step is one on the tree as it is */
	unsigned capacity[MAXIMUM_LEVELS + 1];	/* [1 .. L]: the least with which it is; [L]: connections */
	bool too_wide;			/* a processor has more than MAXIMUM_CONNECTIONS: no tree of ours will do */
	unsigned root_capacity;		/* the least of a universal fat-tree with these connections; 0: none is wide enough, as
					   its leaves are no power of two */
};

void emulation_find(struct emulation *emulation, const struct universality *u, enum identification way);
/* The parameters of the tree with the least capacities, as spec_print() prints them. */
void emulation_parameters(const struct emulation *emulation, const struct spec *spec, struct text *out);

#endif
