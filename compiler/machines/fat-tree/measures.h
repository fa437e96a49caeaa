/* measures.h: what the papers measure of a fat-tree, on-line or off-line, in time by levels. Counts are of the whole tree. */
#ifndef FTC_MACHINES_FAT_TREE_MEASURES_H
#define FTC_MACHINES_FAT_TREE_MEASURES_H

#include "network/network.h"

/* How many messages a slot can take from one half of the leaves to the other. */
struct bisection {
	unsigned root;			/* wires each way of the narrower channel beneath the root */
	unsigned min_cut;		/* least number of wires that separates the leaves on its two sides, each
					   way: what the channels further down let through at most */
};
struct bisection fat_tree_bisection(const struct network *net);

/* The components of Leiserson 1985, section IV, counted on the network's own nodes. */
struct components {
	unsigned long long wires;	/* incident to the nodes, both ways: 2 (cap(k) + 2 cap(k+1)) each */
	unsigned long long channel_wires;	/* of all channels, both ways; a wire once */
	unsigned long long selectors;	/* one for each input wire and port that it may leave by */
	unsigned long long crosspoints;	/* were every concentrator a full crossbar */
	unsigned long long partial_crosspoints;	/* were it a single stage of his partial concentrators: 6 an input */
	unsigned root_capacity;		/* w of the two bounds; see universal_root_capacity() */
	double bound;			/* n lg(w^3 / n^2), what the paper's O() holds (Theorem 4) */
	double volume;			/* (w lg(n / w))^(3/2), likewise: the volume of the network */
};
struct components fat_tree_components(const struct network *net);

/* The root capacity of a universal fat-tree: as given, or for a list of capacities the least w whose universal
 * fat-tree is everywhere at least as wide (connections counted as wires of one leaf), up to the number of leaves. */
unsigned universal_root_capacity(const struct spec *spec);

#endif
