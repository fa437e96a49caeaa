/* fat_tree_measures.h: the papers' measures of a fat-tree, on-line or off-line. Time by levels; counts are of the whole tree. */
#ifndef FTC_MACHINES_FAT_TREE_MEASURES_H
#define FTC_MACHINES_FAT_TREE_MEASURES_H

#include "network/network.h"

/* How many messages per slot can cross from one half of the leaves to the other. */
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
	unsigned long long selectors;	/* one for each input wire and output port that it can take */
	unsigned long long crosspoints;	/* if every concentrator were a full crossbar */
	unsigned long long partial_crosspoints;	/* if each were a single-stage partial one: 6 per input */
	unsigned root_capacity;		/* w of the two bounds; see universal_root_capacity() */
	double bound;			/* n lg(w^3 / n^2), the expression inside the paper's O() (Theorem 4) */
	double volume;			/* (w lg(n / w))^(3/2), likewise for the network's volume */
};
struct components fat_tree_components(const struct network *net);

/* The root capacity of a universal fat-tree: as given; for a list of capacities, the least w, up to the number of
 * leaves, whose universal fat-tree is at least as wide everywhere (connections count as wires of one leaf). */
unsigned universal_root_capacity(const struct spec *spec);

#endif
