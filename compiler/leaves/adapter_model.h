/* adapter_model.h: a leaf adapter in C, clock by clock.
 *
 * The registers of rtl-templates/leaves/leaf_*.v that adapter.c puts together, one for one, but for those that a message passes
 * bit by bit: a message is an object here, and a clock is known for each of its events. Bits of the lanes stand side by
 * side in one word: a clock takes a few operations, whatever the number of lanes. Leaves of one lane have a bit each: up to
 * 64 of them are one `struct adapter`, unless they take part in broadcasts.
 *
 * Most of the time nothing changes in an adapter. adapter_clock() says so, and its caller leaves it alone until something
 * comes from outside, or one of the clocks of a slot in which all adapters act (adapter_times).
 */
#ifndef FTC_LEAVES_ADAPTER_MODEL_H
#define FTC_LEAVES_ADAPTER_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "leaves/broadcast_model.h"
#include "leaves/frame.h"

enum { ADAPTER_MOST_LANES = 32, ADAPTER_MOST_LEAVES = 64, ADAPTER_LABEL_CLOCKS = 8 };

/* What is the same for all adapters of a network. */
struct adapter_kind {
	const struct frame *frame;
	unsigned lanes;			/* of a leaf: 1 .. ADAPTER_MOST_LANES */
	unsigned width;			/* of a `struct adapter`: lanes x leaves */
	uint64_t all;			/* a bit for each of them */
	bool gaps;			/* some labels name no leaf */
	bool retries;			/* leaf_retry.v, or `tried` of leaf_adapter_many.v, is read */
	bool top;			/* labels have a bit on top: the word goes to several leaves, or outside */
	bool broadcasts;
	unsigned own_gates, sign_gates, lane_gates, digit_gates;	/* of leaf_any.v, by what they gather */
	unsigned pairs;			/* of label bits, in leaf_dispatch.v */
	unsigned settle;		/* SETTLE of leaf_dispatch.v */
	unsigned gap_clocks;		/* until leaf_label_gap_long.v knows that a label is beyond; 0: another rule */
	uint32_t last_label;		/* of a leaf */
};

/* The signals that all adapters see in this clock. */
struct adapter_signals {
	uint64_t now;			/* clocks since the reset */
	bool rst, load, load_body, answering, answering_next, down_start, decide, mark;
	unsigned slot;			/* slot_next of leaf_phase.v */
	uint32_t line;			/* by lane of a leaf: what the owner of the turn says */
	unsigned index;			/* of turn_timer.v, a clock ago and .. */
	unsigned index_before;		/* .. two clocks ago, */
	bool marked;			/* and `mark` a clock ago: they make the label's bit of this clock */
	/* As in struct broadcast_inputs; all false without broadcasts. */
	bool broadcast, verdict, known;
	uint32_t tree;
};

/* A lane's word and what is found out about it. */
struct adapter_lane {
	uint32_t address;		/* label of its leaf */
	uint32_t to, to_1, to_2;	/* the label now, a clock ago, two clocks ago; with the bit on top */
	uint32_t own_gate;		/* leaf_any.v of leaf_own_long.v */
	uint32_t beyond;		/* [k]: the label k + 1 clocks ago was beyond; or, digit by digit, a clock ago */
	uint32_t digit_gate;
	uint32_t differ, sign_gate;	/* of leaf_dispatch.v */
	uint32_t way;			/* what its word brings above the label: wire, parents, slot */
	uint32_t payload;		/* of its word: where its owner keeps it */
};

/* The registers of an adapter, with a bit for each lane. Names as in the templates. */
struct adapter_registers {
	uint64_t here[ADAPTER_LABEL_CLOCKS];
	uint64_t own, away, none, settled;
	uint64_t m, accepted, turn, turn_loaded, turned;
	uint64_t turn_soon, turn_now, open;
	uint64_t other;			/* leaf_due.v */
	uint64_t late, seen;		/* leaf_turns.v, leaf_turns_many.v */
	/* Several lanes: leaf_adapter_many.v, leaf_dispatch.v, leaf_turns_many.v (`owns` is its `turn`) */
	uint32_t held, owns, passed, token, full, spot, tried, last_bit, received, go_on, done;
	uint32_t wait;			/* settled[] of leaf_dispatch.v */
	uint64_t conflict, vacancy, holds, turned_any, passed_any;	/* gates of leaf_any.v */
	bool go, ready, moving, moved, early, stay, decide_now, decided;
	/* One lane, from here on: leaf_adapter_one.v, leaf_retry.v, leaf_turns.v */
	uint64_t tready, tvalid, in_vain;
	uint64_t bound, ticked, rested, binds, over, gone, again, binding;
};

struct adapter {
	uint32_t port_to, port_way;	/* of several lanes: s_axis_tdest in the last clock that it acted in */
	struct adapter_registers r;
	uint64_t next;			/* the clock behind the last one that it acted in */
	uint64_t announced, stop, hold;	/* leaf_announce.v; of leaf_turns.v */
	uint64_t acknowledged;		/* by the answers of this slot */
	uint64_t took;			/* `take` of leaf_receiver.v */
	struct broadcast_registers broadcasts;	/* of networks with them */
	uint64_t restless;		/* of one lane: leaves whose label, or what is known of it, has changed in that clock */
	bool still;			/* in that clock no register of several lanes has changed .. */
	uint64_t compared, differs;	/* .. while `full` was this and the lanes differed */
	struct adapter_lane lane[];	/* [width] */
};

/* What comes in, in this clock. */
struct adapter_inputs {
	uint64_t valid;			/* s_axis_tvalid, a bit for each leaf */
	uint64_t ready;			/* likewise m_axis_tready */
	uint32_t to;			/* of several lanes: label of s_axis_tdest, while it is valid, and until the next word is */
	uint32_t way;			/* likewise the bits above */
	uint64_t down;			/* with down_start: wires with a message, or lanes that are answered */
	uint64_t complete;		/* wires whose message is complete */
	uint64_t token;			/* lanes whose turn is here */
	bool coin;			/* of leaf_random.v */
	uint32_t mine, member;		/* as in struct broadcast_inputs */
};

/* What happens at the edge, for the owner of payloads and messages. */
struct adapter_events {
	uint64_t take;			/* wires that take the message which comes with down_start */
	uint64_t take_own;		/* lanes whose word for this leaf itself begins to be received */
	uint64_t fresh;			/* lanes of several that take the word on s_axis */
	uint64_t move;			/* lanes that take the received message of the next lane */
	bool changed;			/* some register has */
};

/* A clock of the slot in which adapters that are at rest act. */
struct adapter_times {
	bool load, load_body, answering, down_start, decide, mark, verdict, known;
	bool awake;			/* adapters with a word or a message act */
};

/* Why there is no model of the leaves of a planned frame: a clause for a message. NULL: there is. */
const char *adapter_no_model(const struct frame *frame);
/* Sets `kind` for a planned frame of which there is a model. */
void adapter_kind_set(struct adapter_kind *kind, const struct frame *frame);
/* Fills times[0 .. slot_clocks - 1] for the clocks of a slot, clock 0 as in frame.h; what comes before clock 0 of a slot
 * stands at the end of the one before. */
void adapter_times_set(struct adapter_times *times, const struct frame *frame);
/* Clocks from what an owner of a turn says to what all adapters hear. */
unsigned adapter_line_clocks(const struct frame *frame);

/* Bytes of an adapter. */
size_t adapter_size(const struct adapter_kind *kind);
/* An adapter in reset. `a` is zeroed memory of that size, in which the lanes have their addresses. */
void adapter_reset(const struct adapter_kind *kind, struct adapter *a);
/* The word that leaf i of one lane shows from this clock on: the label of s_axis_tdest, and the bits above. */
void adapter_port(struct adapter *a, unsigned i, uint32_t to, uint32_t way);
/* Whether it has neither a word nor a message, and nothing of former ones. Then nothing but the signals of the last
 * ADAPTER_MEMORY clocks has left traces in its registers: whoever wakes it runs it through these first. */
bool adapter_idle(const struct adapter_kind *kind, const struct adapter *a, uint64_t valid);
enum { ADAPTER_MEMORY = 8 };

/* Lanes that send in the part that begins: `m` while `load` is high. */
static inline uint64_t adapter_sends(const struct adapter *a)
{
	return a->r.m;
}
/* The words that lanes have; of one lane with `valid` of the ports. */
uint64_t adapter_words(const struct adapter_kind *kind, const struct adapter *a, uint64_t valid);
/* The bits of this clock that the lanes announce if they own the turn. */
uint64_t adapter_says(const struct adapter_kind *kind, const struct adapter *a, const struct adapter_signals *s,
		      uint64_t lanes);
/* s_axis_tready, m_axis_tvalid: a bit for each leaf */
uint64_t adapter_takes(const struct adapter_kind *kind, const struct adapter *a);
uint64_t adapter_gives(const struct adapter_kind *kind, const struct adapter *a);

/* A rising edge. */
void adapter_clock(const struct adapter_kind *kind, struct adapter *a, const struct adapter_signals *s,
		   const struct adapter_inputs *in, struct adapter_events *e);

#endif
