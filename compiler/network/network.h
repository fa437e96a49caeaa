/* network.h: the papers' object: a tree of shared subtrees.
 *
 * A fat-tree is a complete binary tree (Leiserson 1985, section II): processors at the leaves, a switching
 * node at every internal vertex, and beneath every node two channels, each a bundle of wires up and as many down.
 * The level of a node is its distance to the root; the level of a channel is that of the node beneath it.
 *
 * Equal subtrees are one object (hash-consing): a symmetric tree of a million leaves is twenty objects, and everything
 * downstream costs O(levels). If the number of leaves n is not a power of two, the leaves n .. 2^L - 1 of the complete
 * tree are left out, with all vertices above no other leaf: each level has at most two different subtrees, the full one
 * and the one at the right edge.
 *
 * A generalized fat tree XGFT(h; m_1..m_h; w_1..w_h) (Oehring et al. 1995) is such a tree, too: a subtree of height l
 * is m_l subtrees of height l - 1 and W_l = w_1 .. w_l routers side by side, and the channel above it is their W_l
 * w_(l+1) links. The paper counts levels from the leaves; here the level of a vertex is its distance to the root, h -
 * l. Top levels whose nodes have one child each are left out, as no message ever goes there.
 */
#ifndef FTC_NETWORK_NETWORK_H
#define FTC_NETWORK_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "parse/spec.h"
#include "plan/plan.h"
#include "schedule/schedule.h"

/* Off-line there are no selectors and no waiting: settings choose the inputs that every port's concentrator picks, and
 * the other inputs do not matter. */

/* A switching node: three input and three output ports (Leiserson's U, L, R), a selector on every input wire,
 * a concentrator before every output port, and a delay chain on every child-to-child turn. */
struct node {
	unsigned child_wires[2];	/* wires each way to the left and right child; 0: no such child */
	unsigned parent_wires;		/* wires each way to the parent; 0: the root of a tree without an outside */

	/* Clocks from the M bit on the children's up wires to the M bit on this node's up wires, one of them for the
	 * stripped route bit. The same for all nodes of a level. */
	unsigned up_latency;
	/* From the M bit on this node's down wires coming from the parent to the M bit on the children's. */
	unsigned down_latency;
	/* Clocks for which a turning message waits at this node: all paths are equally long. */
	unsigned turn_delay;

	const struct plan *up;		/* child_wires[0] + child_wires[1] -> parent_wires, or NULL at the root */
	const struct plan *down[2];	/* parent_wires + child_wires[other] -> child_wires[this]; NULL: no child */
	unsigned up_padding;		/* registers behind the concentrators that keep a level in step */
	unsigned down_padding[2];
	unsigned settings;		/* bits: of `up`, of down[0], of down[1]; 0 on-line */

	/* A generalized fat tree has `routers` routers instead. Router b has wires b c .. b c + c - 1 of the channel to
	 * each child, and wires b w c .. b w c + w c - 1 of the channel to the parents. Turning messages wait between
	 * the router's two parts. */
	unsigned routers;		/* 0: Leiserson's node */
	struct router_shape shape;	/* m, w, c; w is 0 at the root */
	const struct plan *router_up;	/* NULL at the root */
	const struct plan *router_down;

	unsigned users;			/* vertices of the tree with this node (exact, fits n <= 2^20) */
	unsigned level;
	unsigned index;			/* position in network.node */
};

/* A subtree type: a vertex of the tree with everything below it and the channel above it. */
struct subtree {
	unsigned level;			/* of its topmost vertex; L for a leaf */
	unsigned leaves;		/* below it, 1 .. n */
	unsigned capacity;		/* wires each way of the channel above; 0 for a root without outside */
	unsigned children;		/* 2, or m_l; 0 for a leaf */
	const struct subtree **child;	/* [at least 2], left first; NULL: both of a leaf, and the right one at the
					   right edge */
	unsigned digit_bits;		/* of a child's number in its label: ceil(log2 children) */
	const struct node *node;	/* NULL for a leaf */
	unsigned settings;		/* off-line, bits: the node's, then each child's; a leaf's: for each lane
					   whether it sends, then for each lane whether it receives; 0 for bare wires */
	bool chooses[2];		/* node_chooses(), down and up, of any node here */
	unsigned users;			/* vertices of the tree with this subtree */
	unsigned index;			/* position in network.subtree */
};

/* Whether messages that a node sends up, or down, are chosen by chance where there are too many. */
bool node_chooses(const struct node *node, bool up);

/* `times` instances of a plan in the nodes of a level (level 0 in a network without levels). */
struct plan_use {
	const struct plan *plan;
	unsigned level;
	unsigned long long times;
};

enum { MAXIMUM_LABEL_BITS = 32 };

struct network {
	const struct spec *spec;	/* the network's own copy, completed by the files that it names */
	struct spec *own;		/* the same, writable: for network.c and the machine's load() only */
	struct schedule_file *schedule;	/* the built-in schedule; NULL: none */
	unsigned ends;			/* leaves, or what else the network joins: machine.h */
	bool *dead_ends;		/* [end]: takes and sends nothing; NULL: none is dead */
	unsigned living_ends;		/* the others, if some are dead */
	unsigned levels;		/* L */
	struct subtree **subtree;	/* distinct ones, children before parents; the last one is the root */
	size_t subtree_count;
	struct node **node;		/* distinct ones, in order of level from the leaves up */
	size_t node_count;
	struct plan_library plans;	/* distinct concentrators */
	struct plan_use *use;		/* where they occur, without calls by other plans */
	size_t use_count;

	unsigned up_arrival[MAXIMUM_LEVELS + 1];	/* [k]: clocks from the leaves' M bits to the M bits on the
							   wires that come from below to a node of level k */
	unsigned down_arrival[MAXIMUM_LEVELS + 1];	/* [k]: likewise to the wires that come from above to a vertex
							   of level k; [L] is the leaves */
	unsigned latency;		/* = down_arrival[L], leaf to leaf, in clocks */
	unsigned slot_clocks;		/* from one set of messages, or words, to the next: frame slot or cycle */
	/* If leaves send messages: when the first can set out, and the clocks of an unhindered one by its peak:
	 * first_clock and direct_clocks of sim/testbench.h. */
	unsigned first_clock, direct_clocks[MAXIMUM_LABEL_BITS + 1];
	bool may_overtake;		/* messages of a pair of leaves may overtake each other */
	bool takes_early;		/* a leaf hands a message over before it has arrived: `lanes` there */
	struct frame *frame;		/* leaves/frame.h: the timing of a frame slot; NULL: no frames */
	struct playback *playback;	/* machines/playback.h: the timing of a delivery cycle; NULL: none */
	unsigned capacity[MAXIMUM_LEVELS + 1];	/* [k]: wires each way of a channel of level k of a whole subtree;
						   [0]: 0 without an outside, to which it would lead */
	unsigned passes[MAXIMUM_LEVELS + 1];	/* [k], k = 1 .. L: messages each way that such a channel takes in a
						   delivery cycle: its wires, or fewer behind partial concentrators;
						   0: no schedules */
	unsigned children[MAXIMUM_LEVELS + 1];	/* [k], k < L: of a node of level k of a whole subtree; [L] is 0 */
	unsigned label_bits;		/* of a leaf's label: L for Leiserson's tree, else the sum over all digits */
	unsigned route_bits;		/* R of docs/reference/protocol.md */
	unsigned elements_between_registers;	/* as chosen, 1 .. 16 */

	const struct plan *sorter;	/* of a sorter: the whole network; the tree fields are empty then */
};

/* Like spec_read(), but also requires that hardware can be made of the network (the machine's accept()). False after a
 * message, with nothing to free. Elaborates nothing. */
bool network_read_spec(struct spec *spec, const char *path, const struct override *overrides, size_t override_count);

/* Likewise with spec_read_entries(). */
bool network_read_entries(struct spec *spec, const char *path, const struct document *entries, const char *source);

/* The wanted clock in MHz: as the spec says or, with 0, 100. */
unsigned network_wanted_mhz(const struct spec *spec);
/* The most elements between registers: as the spec says or, with 0, as many as the wanted clock allows, 1 .. 16. */
unsigned network_spacing(const struct spec *spec);

/* Makes the network that `spec` describes, and reads the files that the spec names (a schedule). NULL after a message.
 * The network has a copy of the spec. */
struct network *network_new(const struct spec *spec);

/* The network of a parameter file: network_read_spec() and network_new(). NULL after a message. */
struct network *network_read(const char *path, const struct override *overrides, size_t override_count);

/* network_new() without the files, for callers that are about to write them or do not need them. Cannot fail. */
struct network *network_elaborate(const struct spec *spec);
void network_free(struct network *net);

/* Any node of a level: all of them keep step. */
const struct node *network_node(const struct network *net, unsigned level);
/* Sets up_arrival, down_arrival and latency from the latencies of the nodes. For the elaborators. */
void network_set_arrivals(struct network *net);

/* Adds to net->use, unless `plan` is NULL. For the elaborators. */
void network_use_plan(struct network *net, const struct plan *plan, unsigned level, unsigned long long times);
/* The first plan of that kind in net->use that a node of that level uses; NULL: none. */
const struct plan *network_plan(const struct network *net, enum plan_kind kind, unsigned level);

static inline const struct subtree *network_root(const struct network *net)
{
	return net->subtree[net->subtree_count - 1];
}

/* The tree as a scheduler sees it. Only for a machine with channels(). */
struct channel_tree channel_tree_of(const struct network *net);

/* Bits of the label of a vertex of that level, 0 .. levels: the common prefix of the labels of all leaves below it. */
unsigned network_address_bits(const struct network *net, unsigned level);

/* The label of leaf 0 .. leaves - 1: the digits of its number side by side, which is the number itself if all digits
 * have a power of two of values. Without levels, labels count from machine->first_end. Labels grow with the number. */
uint32_t network_label(const struct network *net, unsigned leaf);

/* Why its leaves have no model in C of it (struct leaf): a clause for a message. NULL: they have one. */
const char *network_no_model(const struct network *net);

/* Bits above the label in s_axis_tdest of a network whose words bring their way: beta_1, the wire of the leaf, beta_2, .., each
 * with the bits of its greatest value, and the slot, with at least one. Else 0. */
unsigned network_way_bits(const struct network *net);
/* Bits of s_axis_tdest and m_axis_tuser: a label and, with an outside or broadcasts, a bit above it that marks them; or the bits
 * of the word's way, which are 0 in m_axis_tuser. */
unsigned network_tdest_bits(const struct network *net);
/* Streams each way at the root channel, one for each of its wires; 0: none. */
unsigned network_root_streams(const struct network *net);
/* They end at a link to another chip (leaves/link_end.h), and are no ports. */
bool network_has_root_link(const struct network *net);
/* Bits of the group's number above that in m_axis_tuser; 0 without groups. */
unsigned network_group_bits(const struct spec *spec);

/* turn_wires() of its leaves; 0: they take no turns. */
unsigned network_turn_wires(const struct network *net);

/* A level's number in reports and messages: `level`, or its distance to the leaves (levels_from_leaves
 * of network/machine.h). */
unsigned network_level_number(const struct network *net, unsigned level);

/* Nodes (switching) of a level, and leaves at level L: ceil(n / 2^(L - level)). */
unsigned network_vertices(const struct network *net, unsigned level);

#endif
