/* frame.h: the timing of a frame slot (docs/reference/protocol.md), in clocks.
 *
 * All leaves work in lockstep with one frame timer: a slot is a list of numbers that follow from the sizes of the
 * network. frame_plan() computes them, rtl-templates/leaves/frame_timer.v counts them, and the leaf adapters and simulations
 * rely on them.
 *
 * Clock 0 of a slot is the clock in which the M bits of the data part are on the leaves' `up` wires.
 */
#ifndef FTC_LEAVES_FRAME_H
#define FTC_LEAVES_FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "network/network.h"

struct text;

/* Width of the `timing` bus from the frame timer. With broadcasts, broadcast_timer.v adds a bit for broadcast slots and
 * a bit for each spanning tree in use. With turns, there are below these `mark` of frame_timer.v and `index` and `line`
 * of turn_timer.v. */
enum { FRAME_TIMING_BITS = 5 };

/* Bits of the bus at the leaves, above frame_turn_bits(); the last two with broadcasts only. TIMING_TREE is the first
 * of the trees. */
enum { TIMING_START, TIMING_BODY, TIMING_ANSWER, TIMING_TAG, TIMING_DECIDE, TIMING_BROADCAST, TIMING_TREE };

/* The format of routes in a generalized fat tree (rtl-templates/leaves/leaf_path.v). Indices are levels as in the paper
 * (leaves 0), entry 0 is not used. */
struct route_shape {
	unsigned height;			/* h; 0: a binary tree, which uses no other field */
	unsigned child_bits[MAXIMUM_LEVELS + 1];	/* of the digit of a label on level l */
	unsigned children[MAXIMUM_LEVELS + 1];		/* values of that digit */
	unsigned turn_bits[MAXIMUM_LEVELS + 1];		/* of the digit of a message that turns on level l */
	unsigned parent_bits[MAXIMUM_LEVELS + 1];	/* of the digit of the parent behind the one of level l < h */
	unsigned parents[MAXIMUM_LEVELS + 1];		/* its values */
	enum up_routing up_routing;
	unsigned trees;				/* spanning trees, w_1, for broadcasts; 0: there are none */
	unsigned trees_at_once;			/* of them: broadcasts of a slot, 1 or w_1 */
	unsigned groups;			/* of leaves that a broadcast can address */
	bool detour;				/* words sent in vain try other links */
	unsigned phase_slots;			/* words bring their parents and their slot, below this; 0: they do not */
};

/* Registers of a leaf adapter from `timing` to the wire: its own copy of the strobe, and the wire's. */
enum { FRAME_START_AHEAD = 2 };

/* Levels of 4-input gates, each with a register, that gather n bits into one (rtl-templates/leaves/leaf_any.v). */
unsigned frame_gather_clocks(unsigned n);

struct frame {
	/* What was given. */
	unsigned levels;		/* L, 1 .. 20: bits of a leaf's label */
	unsigned leaves;		/* 2 .. 2^L; not a power of 2: some labels name no leaf */
	unsigned lanes;			/* c, 1 .. 64: wires each way between a leaf and its channel */
	unsigned external_wires;	/* w: wires of the external channel, 0 = there is none */
	bool root_streams;		/* adapters at the root (leaves/root.h): w is at most MAXIMUM_CONNECTIONS */
	unsigned payload_bits;		/* P, 1 .. 65535 */
	unsigned latency;		/* T: an M bit on `up` in clock t is on `down` in t + T; at least R and L */

	bool turns;			/* leaves take turns */

	struct route_shape shape;	/* of a generalized fat tree */
	unsigned depth;			/* levels of the tree: L, or h */

	/* Fields of a message, in bits. */
	unsigned up_bits;		/* of the longest way up */
	unsigned route_bits;		/* R: the longest route, 0 .. 39 */
	unsigned stripped_bits;		/* of the shortest route: nodes strip at least these from any message */
	unsigned path_bits;		/* digits of the parents, which a message also carries behind its start bit */
	unsigned lane_bits;		/* of the lane's number, 0 .. 6 */
	unsigned number_bits;		/* of the field for it, which with adapters at the root holds a wire's number, too */
	unsigned source_bits;		/* digits of the parents, outside bit, label, number of the lane */
	unsigned slot_bits;		/* of the number of a word's slot, beside the word */
	unsigned group_bits;		/* the number of the group, 0 .. 7 */
	unsigned tag_bits;		/* behind an acknowledgement; 0: neither tag nor start bit is sent */

	/* Lengths in clocks. */
	unsigned data_clocks;		/* the data part on a wire: M, route, start bit, source, group, payload */
	unsigned acknowledge_clocks;	/* the acknowledge part on a wire: M, route, start bit and tag */
	unsigned label_clocks;		/* until a leaf adapter knows a label's meaning and the route to it */
	unsigned dispatch_clocks;	/* between two words that go to two lanes of a leaf; 0 for one lane */

	/* The slot. */
	unsigned acknowledge_at;	/* A: clock of the M bits of the acknowledge part */
	unsigned first_clock;		/* from the first clock after reset until the first M bits are on the wires */
	unsigned slot_clocks;		/* S: clock of the next slot's M bits */

	/* Parameters of frame_timer besides A and S: clocks after its `start` for the data part, which is 2 clocks
	 * before clock 0, as a leaf adapter has two registers from there to the wire. */
	unsigned body_at;		/* BODY_AT: source and payload follow the route */
	unsigned tag_at;		/* TAG_AT: likewise the tag of an acknowledgement */
	unsigned answer_from;		/* ANSWER_FROM: received labels are examined, to answer, .. */
	unsigned answer_to;		/* ANSWER_TO: .. until here; then those of words to send */
	unsigned broadcast_at;		/* BROADCAST_AT: from now on the next slot may be for broadcasts; 0: never */
	unsigned decide_at;		/* DECIDE_AT: all tags of acknowledgements are in; 0 for one lane */
	unsigned mark_at, mark_again_at;	/* MARK_AT, MARK_AGAIN_AT: an announcement begins, and has come back */

	/* Parameters of turn_timer; 0 without turns. */
	unsigned index_bits;		/* INDEX_BITS: of the number of a label's bit */
	unsigned line_registers;	/* REGISTERS: between the way up and the way down of an announcement */
};

/* Plans the slot: from the fields that are given (and `shape`) follow all others. Every number is the least that works;
 * frame.c accounts for each clock. */
void frame_plan(struct frame *frame);

/* Parameters of rtl-templates/leaves/root_timer.v, in clocks from the strobes of the root. */
struct root_times {
	unsigned message_bits;		/* MESSAGE_BITS */
	unsigned answer_at;		/* ANSWER_AT */
	unsigned decide_at, load_at;	/* DECIDE_AT, LOAD_AT */
};

/* Of a frame whose fields and lanes are planned. */
struct root_times root_times(const struct frame *frame);

/* Sets frame and slot_clocks of a network with an elaborated tree and latency. `shape`: its format of routes; NULL: a
 * binary tree's. */
void frame_plan_network(struct network *net, const struct route_shape *shape);

/* Bits that nodes strip from a message of that peak (bit length of the xor of the labels, 1 .. levels). */
unsigned frame_stripped_bits(const struct frame *frame, unsigned peak);

/* A parameter of a template and its value. */
struct frame_parameter {
	const char *name;
	unsigned value;
};

enum { FRAME_TIMER_LIST = 10 };

/* The parameters of rtl-templates/leaves/frame_timer.v, in the order of its header. Returns how many there are: fewer without
 * broadcasts or turns. */
unsigned frame_list_timer(const struct frame *frame, struct frame_parameter list[FRAME_TIMER_LIST]);

/* The digits of labels and routes in a generalized fat tree, lowest level first: the widths, encoded in three bits
 * each, whether a message that turns on a level has one, and the largest values. Parameters of
 * rtl-templates/leaves/leaf_path.v, leaf_parents.v and leaf_label_digits.v. All 0 for a binary tree. */
struct route_digits {
	unsigned long child_bits, parent_bits, turn_digit, last_label, last_path;
};

struct route_digits frame_digits(const struct frame *frame);

/* What rtl-templates/leaves/leaf_parents.v makes of a wish: each digit that names no parent is reduced by the number of parents,
 * once. Digits of lower levels come first, and bits as in the input `path` of leaf_path.v (model/slots.h). For wishes of
 * leaf_detour.v: their bit k is bit (5 lane + k) mod 16 of the leaf's random word. */
uint32_t frame_parents(const struct frame *frame, uint32_t wish);

/* How turns work, as a line of a report; nothing without turns. */
void frame_print_turns(const struct frame *frame, struct text *out);

/* Bits for turns, the lowest of the timing bus at the leaves: mark, index, a line for each lane. Without turns 0. What
 * leaves do not read is then on top, where Yosys removes the registers. */
unsigned frame_turn_bits(const struct frame *frame);

/* Bits of the timing bus at the leaves. */
unsigned frame_timing_bits(const struct frame *frame);

#endif
