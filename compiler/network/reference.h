/* reference.h: the reference tree of a network, and the load factor of a set of messages on it (Bay 1992, chapter 4).
 *
 * A network is tree-structured if its vertices fall into the vertices of a tree such that every edge stays in one vertex
 * of the tree or joins two neighbours. The tree is the reference tree; the capacity of one of its channels is the number
 * of the network's edges there. A wire up and a wire down make one edge. Loads are undirected accordingly: that of a
 * channel is all that passes it, up or down.
 *
 * Depths are counted from the root, depth 0; the channel of depth k lies above a vertex of depth k. No set of edges that
 * cuts the tree has a greater quotient of load and capacity than some single channel has (Lemma 12).
 */
#ifndef FTC_NETWORK_REFERENCE_H
#define FTC_NETWORK_REFERENCE_H

#include <jansson.h>

#include "schedule/schedule.h"
#include "util/text.h"

struct reference_tree {
	unsigned leaves;			/* 2 .. MAXIMUM_LEAVES */
	unsigned levels;			/* depth of the leaves, 1 .. MAXIMUM_LEVELS */
	/* [k]: leaves below a vertex of depth k = 0 .. levels; the last vertex may have fewer. A multiple of the next. */
	unsigned below[MAXIMUM_LEVELS + 1];
	unsigned capacity[MAXIMUM_LEVELS + 1];	/* [k]: of a channel of depth k = 1 .. levels, in edges, at least 1 */
	/* For a layout (network/h_tree.h), [k]: nodes of the network in a vertex of depth k = 0 .. levels, at least 1; and
	 * wires of a channel of depth k = 1 .. levels, up and down together, without clocks, strobes and control. The
	 * standard tree, which is no network, has none. */
	unsigned nodes[MAXIMUM_LEVELS + 1], wires[MAXIMUM_LEVELS + 1];
	/* Between any two sets of leaves the network has at least gamma = numerator / denominator times as many
	 * edge-disjoint paths as the tree's maximum flow. 0 / 1: not known. */
	unsigned gamma_numerator, gamma_denominator;
	const char *gamma_by;			/* why; NULL: not known */
	bool is_butterfly;			/* of Bay's pruned butterfly, in which the paths of a flow are known */
};

/* Channels of a depth. */
unsigned reference_channels(const struct reference_tree *tree, unsigned depth);

/* How d / 2 is rounded in sqrt(N) / 2^(d / 2), the standard tree's capacity at depth d: the thesis leaves it open. */
enum standard {
	STANDARD_CEIL,			/* 2^floor((L - d) / 2) edges: ours, with which all of Bay's inequalities hold */
	STANDARD_FLOOR,			/* 2^ceil((L - d) / 2) edges */
	STANDARD_COUNT
};
extern const char *const standard_names[STANDARD_COUNT];	/* "ceil", "floor" */

/* Bay's standard tree, which defines the reference load factor eta: binary, 2^L leaves. False unless `leaves` is a power of
 * two: it is not defined. */
bool reference_standard(unsigned leaves, enum standard reading, struct reference_tree *tree);

/* The capacity of a channel with `below` leaves below it; 0: there is none. */
unsigned reference_capacity_above(const struct reference_tree *tree, unsigned below);

/* Adds members to `object`: reference_tree, the channels of each depth; standard_tree, the same of the standard tree,
 * and gamma, each null if there is none. */
void reference_add_json(const struct reference_tree *tree, enum standard reading, json_t *object);
/* What reference_add_json() has added, as a table with both trees side by side, and gamma. */
void reference_say(const json_t *object, struct text *out);

/* The greatest quotient of load and capacity over all channels. */
struct reference_factor {
	uint64_t load, capacity;		/* of that channel, not reduced; 0 / 1: nothing passes any channel */
	unsigned depth, vertex;			/* of the first such channel by depth, then from the left; 0, 0: none */
};
struct reference_load {
	struct reference_factor both, up, down;	/* all messages of a channel, only those up, only those down */
};

/* Time O(messages x levels + leaves). Messages of a leaf to itself load nothing. */
void reference_load(const struct reference_tree *tree, const struct message_set *set, struct reference_load *load);

/* A fresh object: numerator and denominator in lowest terms, value, depth and vertex. */
json_t *reference_factor_json(const struct reference_factor *factor);

#endif
