/* leaf.h: the leaves of a module, and the ports of many leaves side by side.
 *
 * The ports of a subtree are vectors with leaf i's share at [i * width +: width]. A subtree passes the lowest part to
 * its first child, the next to its second, and so on. One table serves the leaf, every subtree and the top.
 */
#ifndef FTC_LOWER_LEAF_H
#define FTC_LOWER_LEAF_H

#include "lower/design.h"
#include "network/leaf.h"
#include "network/network.h"

struct leaf_port {
	const char *name;
	enum port_direction direction;
	unsigned width;			/* per leaf */
	const char *comment;
};

enum { MAXIMUM_LEAF_PORTS = 14 };

/* The place of a leaf, and its connections. Each kind of leaf reads only the fields that it needs. */
struct leaf_site {
	struct design *design;
	struct module *m;
	const struct network *net;
	const char *name;		/* of its instance */
	unsigned first;			/* its number among the leaves of the module */
	int up, down;			/* nets: its channel */
	int up_start, down_start;	/* nets: strobes, a clock before M bits */
	int timing, reset;		/* nets */
	int leaf_reset;			/* net: from the reset on until the leaves begin; -1: none (struct leaf) */
	int line_up, token_in, token_out;	/* nets, if leaves take turns */
	/* From the machine, taken over by the leaf: its label and its memberships of groups; or which lanes send and
	 * which receive. */
	struct bits told[2];
};

/* Adds the ports of `leaves` leaves. */
void leaf_ports_add(struct module *m, const struct network *net, unsigned leaves);
/* Connects the leaf ports of an instance with `leaves` leaves to the module's ports from leaf `first` on. */
void leaf_ports_connect(struct module *m, struct instance *i, const struct network *net, unsigned first,
			unsigned leaves);

#endif
