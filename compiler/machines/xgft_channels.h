/* xgft_channels.h: for proofs of a subtree of a generalized fat tree: the wires between its routers and its children, all of which
 * are cut out. */
#ifndef FTC_MACHINES_XGFT_CHANNELS_H
#define FTC_MACHINES_XGFT_CHANNELS_H

#include "network/network.h"
#include "prove/builder.h"

/* With more wires between routers and children Yosys takes too long even to read them. */
enum { MOST_CHANNEL_WIRES = 2048 };

struct channels {
	struct parts parts;
	const struct network *net;
	const struct subtree *tree;
	bool bare;			/* its children are bare leaves: ports of the network */
	unsigned leaf_parts;		/* instances side by side that a leaf with ports is, at least 1 */
};

/* A port of the subtree. */
void channels_join(struct channels *ch, bool drives, const char *port, unsigned width);
/* A port of all routers side by side, the first at the least significant end. */
const char *channels_of_routers(struct channels *ch, bool drives, const char *port, unsigned width);
/* A port of a child; of a bare leaf its share of the subtree's port leaf_PORT. */
const char *channels_of_child(struct channels *ch, bool drives, unsigned j, const char *port, unsigned width);
/* parts_same_later() */
void channels_same(struct channels *ch, const char *meaning, unsigned width, const char *from, unsigned clocks, const char *to);
/* The same bit for every router. */
void channels_add_router_bits(struct channels *ch, const char *port, const char *bit, unsigned clocks, const char *meaning);
/* Each router has its wires from and to child j; those to and from its parents. */
void channels_add_child(struct channels *ch, unsigned j);
void channels_add_above(struct channels *ch);

#endif
