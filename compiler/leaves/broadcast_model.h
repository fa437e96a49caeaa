/* broadcast_model.h: the part that a leaf has in broadcasts, clock by clock: for adapter_model.c.
 *
 * The registers of rtl-templates/leaves/leaf_broadcast.v, leaf_broadcast_lane.v, leaf_broadcast_many.v, and leaf_to_all.v or
 * leaf_group.v, but for those that a message passes bit by bit.
 */
#ifndef FTC_LEAVES_BROADCAST_MODEL_H
#define FTC_LEAVES_BROADCAST_MODEL_H

#include <stdbool.h>
#include <stdint.h>

/* The registers of a leaf. Words have a bit for each lane. */
struct broadcast_registers {
	uint32_t refuses;		/* of leaf_broadcast_lane.v */
	uint32_t several;		/* the message stored last is a broadcast: the bit on top of the source's label */
	uint32_t won_it;		/* of leaf_broadcast_many.v */
	bool mine, concerned;		/* of the broadcast that came last */
	bool start, listening;		/* leaf_group.v: a data part has begun; it is a broadcast */
	bool pending, renew, refused, hold_back, blamed, owed, closed;
	uint8_t silences;		/* of leaf_group.v */
};

/* What comes in, in this clock. */
struct broadcast_inputs {
	bool rst, load_body, answering, down_start;
	bool broadcast;			/* the words chosen now, or sent, go to all leaves, .. */
	uint32_t tree;			/* .. by this lane; 0: by none */
	bool verdict;			/* of leaf_broadcast.v */
	bool known;			/* the group of a broadcast of this slot is known in the next clock */
	bool groups;			/* the network has some: leaf_group.v */
	bool mine, member;		/* with down_start, of the broadcast that comes: the leaf is its sender; is addressed */
	bool decided;			/* of leaf_adapter_many.v */
	bool holds;			/* a message is here */
	uint32_t down, open, complete;
	uint32_t take, take_own;	/* messages that begin to be stored: from the network, from the leaf itself */
	uint32_t move;			/* lanes that store the message of the next lane */
};

/* What the registers and this clock's inputs say. */
struct broadcast_outputs {
	uint32_t arrived, won;		/* of leaf_broadcast.v */
	uint32_t answer;		/* lanes that refuse the broadcast of this slot */
	bool may_refuse, silence, had_turn;
};

struct broadcast_outputs broadcast_show(const struct broadcast_registers *r, const struct broadcast_inputs *in);
/* A rising edge; `out` is what broadcast_show() said before it. */
void broadcast_clock(struct broadcast_registers *r, const struct broadcast_inputs *in, const struct broadcast_outputs *out);
/* Whether nothing of former broadcasts is left that changes by itself, or acts. */
bool broadcast_idle(const struct broadcast_registers *r);

#endif
