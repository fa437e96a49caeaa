/* broadcast_model.h: the part that a leaf has in broadcasts, clock by clock: for adapter_model.c.
 *
 * The registers of rtl-templates/leaves/leaf_broadcast.v, leaf_broadcast_lane.v, leaf_broadcast_many.v, and leaf_to_all.v or
 * leaf_group.v, but for those that a message passes bit by bit.
 */
#ifndef FTC_LEAVES_BROADCAST_MODEL_H
#define FTC_LEAVES_BROADCAST_MODEL_H

#include <stdbool.h>
#include <stdint.h>

/* The registers of a leaf. Words have a bit for each lane; where broadcasts take one tree at a time, all bits of those that the
 * Verilog has once for each tree are alike. */
struct broadcast_registers {
	uint32_t refuses;		/* of leaf_broadcast_lane.v */
	uint32_t several;		/* the message stored last is a broadcast: the bit on top of the source's label */
	uint32_t won_it;		/* of leaf_broadcast_many.v */
	uint32_t mine, concerned;	/* of the broadcast that came last */
	uint32_t listening;		/* leaf_group.v: a broadcast has begun */
	uint32_t pending, renew, refused, hold_back;
	bool start;			/* leaf_group.v: a data part has begun */
	bool blamed, owed, closed, came, starved;
	uint8_t silences;		/* of leaf_group.v */
};

/* What comes in, in this clock. */
struct broadcast_inputs {
	bool rst, load_body, answering, down_start;
	bool broadcast;			/* the words chosen now, or sent, go to all leaves, .. */
	uint32_t tree;			/* .. by these lanes; 0: by none */
	bool at_once;			/* a broadcast for each of them */
	bool verdict;			/* of leaf_broadcast.v */
	bool known;			/* the group of a broadcast of this slot is known in the next clock */
	bool groups;			/* the network has some: leaf_group.v */
	uint32_t mine, member;		/* with down_start, of the broadcasts that come: the leaf is the sender; is addressed */
	bool decided;			/* of leaf_adapter_many.v */
	bool turned_any;		/* a message of this slot is the leaf's own */
	bool holds;			/* a message is here */
	uint32_t down, open, complete;
	uint32_t take, take_own;	/* messages that begin to be stored: from the network, from the leaf itself */
	uint32_t move;			/* lanes that store the message of the next lane */
};

/* What the registers and this clock's inputs say. */
struct broadcast_outputs {
	uint32_t arrived, won;		/* of leaf_broadcast.v */
	uint32_t answer;		/* lanes that refuse the broadcast of this slot */
	uint32_t may_refuse, had_turn, silent;
};

struct broadcast_outputs broadcast_show(const struct broadcast_registers *r, const struct broadcast_inputs *in);
/* A rising edge; `out` is what broadcast_show() said before it. */
void broadcast_clock(struct broadcast_registers *r, const struct broadcast_inputs *in, const struct broadcast_outputs *out);
/* Whether nothing of former broadcasts is left that changes by itself, or acts. */
bool broadcast_idle(const struct broadcast_registers *r);

#endif
