/* emulation.h: fixed-connection networks on a fat-tree, one step per delivery cycle (Leiserson 1985, end of section
 * VI).
 *
 * A processor gets as many connections as the guest's degree, and a channel as many wires as guest connections cross
 * it. A step is then a one-cycle message set.
 */
#ifndef FTC_UNIVERSAL_EMULATION_H
#define FTC_UNIVERSAL_EMULATION_H

#include "universal/universality.h"

struct emulation {
	bool one_cycle;			/* a step takes one cycle on the tree as it is */
	unsigned capacity[MAXIMUM_LEVELS + 1];	/* [1 .. L]: the least for one cycle; [L]: connections */
	bool too_wide;			/* a processor has more than MAXIMUM_CONNECTIONS: no tree of ftc suffices */
	unsigned root_capacity;		/* the least of a universal fat-tree with these connections; 0: none is
					   wide enough, as its leaves are no power of two */
};

void emulation_find(struct emulation *emulation, const struct universality *u, enum identification way);
/* The parameters of the tree with the least capacities, as spec_print() prints them. */
void emulation_parameters(const struct emulation *emulation, const struct spec *spec, struct text *out);

#endif
