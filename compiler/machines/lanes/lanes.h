/* lanes.h: extended generalized fat trees whose wires carry several bits a clock, and whose switches decide for a slot.
 *
 * Each leaf asks with one word in every slot. The word climbs to a root, by a link that its leaf alone decides, and
 * descends by the digits of its destination. On its way it passes switches, each of which takes one clock to decide and
 * one to ask the next switch; the word itself follows in S beats of W bits. Where two words ask for the same output one
 * is granted it, and the other one asks again in the next slot. What has been taken is known in the last clock of a slot,
 * so a leaf has one word under way, and words arrive once and in order.
 *
 * Which parent a child's words take depends on the child's number and on where its parents are (lane_skew in shape.c). If it
 * were the child's number alone, the leaves that transpose sends to one node would all share one root.
 *
 * All words turn at a root. Where a node has as many parents as children (w_(l+1) = m_l), nothing is decided on the way
 * up: links are wires, and a network of h levels has h switches on each way. Turning lower would take further inputs at
 * each switch: for 16 leaves half as many LUTs again for each bit, and an eighth more throughput (docs/explanation/lanes.md).
 *
 * The outside (external: true): each root has a stream each way. A switch for it stands beside the root's own one, and the
 * adapter of a stream is that of a leaf whose slots begin in the clock in which the root decides.
 *
 * Links: the link from node (l, i) to its parent p is link i w_(l+1) + p of level l, in both directions.
 */
#ifndef FTC_MACHINES_LANES_LANES_H
#define FTC_MACHINES_LANES_LANES_H

#include <stdint.h>

#include "network/machine.h"
#include "network/network.h"
#include "util/number.h"

struct leaf;
struct leaf_port;
struct module;

enum {
	MOST_LANE_LEAVES = 1024,
	MOST_LANE_STAGES = 2 * 10,	/* up and down, with two children or more each */
	MOST_LANE_INPUTS = 16,		/* of a switch */
	LONE_LANE_SLOT = 5,		/* the least one with a single switch between leaves */
	MOST_PICKED_BEATS = 8,		/* a leaf picks from as many, and shifts more; rtl-templates/lanes/lane_leaf.v */
	LANE_TIMING_BITS = 4,		/* inputs of leaves beside the pair of beats */
	LANE_LET_GO_BITS = 4,		/* of the state: all ones in one of 16 slots, in which packets go no further than others */
};

/* The switches that all words pass at the same time: those of the nodes of a level, on the way up or down. */
struct lane_stage {
	bool down;
	unsigned level;			/* of the nodes, 1 .. h; leaves are level 0 */
	unsigned switches;		/* in the network: a node has one for all children, or one for each parent */
	unsigned inputs, outputs;	/* of a switch; up: one output. The root's has an input from the outside, the last one, .. */
	bool outside;			/* .. and what asks it can ask for the outside instead: the output behind its own */
	unsigned number_bits;		/* of an input's number; at least 1 */
	unsigned digit_bits;		/* of the destination's label, by which it is asked; 0: it has one output */
	unsigned favor;			/* the first of its number_bits favors */
};

/* What follows from the parameters. */
struct lane_shape {
	unsigned stages;
	struct lane_stage stage[MOST_LANE_STAGES];	/* in the order of the way */
	unsigned leaves, label_bits;	/* of a label as the leaves' streams have it: the uppermost bit is the outside's, if there is one */
	unsigned roots;			/* with a stream each way; 0: there is no outside */
	unsigned turn;			/* the stage of the roots */
	struct lane_stage outside;	/* the switch beside it, of the streams out */
	unsigned carried_bits;		/* in front of a payload, of the destination: what the outside gets of it */
	unsigned favors;		/* of all stages, and with packets of letting go: LANE_LET_GO_BITS */
	unsigned let_go;		/* the first of these */
	bool packets;
	unsigned known_bits;		/* of a source's label, the lowest: the last switch knows them by the input .. */
	unsigned skewed_bits;		/* .. and by the label's highest digit, which has as many bits; 0: by the input alone */
	unsigned word_bits;		/* payload, what is carried, the rest of the source's label, and with packets whether more follow */
	unsigned slot;			/* S */
	unsigned width;			/* W */
	/* Clocks of a slot; from S on, of the next one. Switch k decides in clock 2k. */
	unsigned data_at;		/* beat 0 is on the wires of the leaf that sends */
	unsigned read_at;		/* the switches read whether leaves are busy */
	unsigned catch_at, done_at;	/* see rtl-templates/lanes/lane_leaf.v */
	unsigned state_bits, tap;	/* of the shift register of favors */
};

/* shape.c */

struct lane_shape lane_shape(const struct spec *spec);
/* The least slot of a network with that many stages: the last clock is that in which leaves know what has been taken. */
unsigned lane_least_slot(unsigned stages);
/* A trinomial x^bits + x^tap + 1 that is primitive: its shift register passes all states but zero. */
struct lane_register {
	unsigned bits, tap;
};
enum { LANE_REGISTERS = 10 };
extern const struct lane_register lane_registers[LANE_REGISTERS];	/* the shortest first */
/* The state behind `state`, as rtl-templates/lanes/lane_timer.v has it. */
uint32_t lane_next_state(struct lane_register r, uint32_t state);
/* Clocks between the numbers of the inputs that have won at stage k and their data. */
unsigned lane_lag(const struct lane_shape *s, unsigned k);
/* Wires of a request to a switch of stage k; behind the last stage 1. */
unsigned lane_asks(const struct lane_shape *s, unsigned k);
/* The clock of the leaves' slot in which that of the outside's streams begins. */
unsigned lane_outside_begins(const struct lane_shape *s);
/* The clock of their own slot in which a word to the outside is whole. */
unsigned lane_outside_done(const struct lane_shape *s);
/* The lowest digit behind k stages: with packets whether the word is not the first of its packet. The switch before the last
 * reads it, or the only one. */
unsigned lane_packet_bits(const struct lane_shape *s, unsigned k);
/* Bits of the digits behind those by which the switch after k stages is asked, with that of packets. */
unsigned lane_rest_bits(const struct lane_shape *s, unsigned k);
/* Pairs of beats among which a leaf picks; rtl-templates/lanes/lane_leaf.v. */
unsigned lane_pairs(const struct lane_shape *s);
/* The module of a stage's switches: "down_2". A fresh string. */
char *lane_stage_name(const struct lane_stage *stage);

/* A link of a level, 0 .. h-1, on the way up or down. */
struct lane_link {
	bool down;
	unsigned level, index;
};
/* The parent that a leaf's word climbs to from the node of a level, 0 .. h-1, on its way: which one of the node's. */
unsigned lane_parent(const struct spec *spec, unsigned level, unsigned leaf);
/* How many stages a link is behind; 0: it is a leaf's. Its driver may not only pass another one on. */
unsigned lane_stages_before(const struct lane_shape *s, struct lane_link link);
/* The link at an input of switch `i` of a stage, as its driver has it: a link up by a node that only passes it on is the
 * one below. */
struct lane_link lane_input(const struct spec *spec, const struct lane_stage *stage, unsigned i, unsigned input);
struct lane_link lane_output(const struct spec *spec, const struct lane_stage *stage, unsigned i, unsigned output);

/* parts.c: the parameters of the templates' instances: the switches of stage k, or beside the roots' for the outside, what asks the
 * next one for each of their outputs, adapters of leaves and of streams of the outside, the timer of the one and of the other. */

struct instance;
void lane_set_switch(const struct spec *spec, const struct lane_shape *s, unsigned k, struct instance *i);
void lane_set_ask(const struct spec *spec, const struct lane_shape *s, unsigned k, struct instance *i);
void lane_set_leaf(const struct spec *spec, const struct lane_shape *s, struct instance *i);
void lane_set_timer(const struct lane_shape *s, struct instance *i);
void lane_set_outside_switch(const struct lane_shape *s, struct instance *i);
void lane_set_outside(const struct spec *spec, const struct lane_shape *s, struct instance *i);
void lane_set_outside_timer(const struct lane_shape *s, struct instance *i);

/* The machine's entries. */

/* parameters.c: sets the leaf; refuses trees and keys that go with one bit in a clock only. False after a message. */
bool lanes_read(const struct request *q);
void lanes_lower(struct design *d, const struct network *net);
/* cost.c: estimates by a table: all switches of a stage; all leaf adapters; the timer, with its copies; the streams of the roots, with
 * switches, adapters and timer; everything but a link behind them. */
struct cost_table;
struct cost lanes_stage_cost(const struct spec *spec, const struct cost_table *table, unsigned k);
struct cost lanes_leaves_cost(const struct spec *spec, const struct cost_table *table);
struct cost lanes_timer_cost(const struct spec *spec, const struct cost_table *table);
struct cost lanes_outside_cost(const struct spec *spec, const struct cost_table *table);
struct cost lanes_spec_cost(const struct spec *spec, const struct cost_table *table);
struct cost lanes_cost(const struct network *net);
int lanes_report(const struct spec *spec, bool files, struct findings *found);
/* points.c */
void lanes_propose(struct proposals *list);
void lanes_predict(const struct network *net, struct prediction *p);
/* drawing.c: the tree, and what its links carry. */
void lanes_draw(const struct network *net, struct output *out);
/* route.c: the way of a leaf's words to another leaf. */
struct word_way;
struct xgft_path;
void lane_path(const struct spec *spec, unsigned source, unsigned destination, struct xgft_path *path);
bool lanes_way(const struct network *net, unsigned source, unsigned destination, struct word_way *way);
int lanes_route(const struct spec *spec, const struct route_request *request, bool files, struct findings *found);
struct proofs;
void lanes_prove(struct proofs *list, const struct network *net);

extern const struct leaf lane_leaf, lane_wires;
extern const struct machine lanes_machine;
extern const struct self_test lanes_self_test;

/* model.c: a network slot by slot: which words are taken, as the Verilog does it. */

struct lane_model;
struct lane_model *lane_model_new(const struct spec *spec);
void lane_model_free(struct lane_model *m);
enum { LANE_IDLE = -1 };
/* The ends are the leaves and, from lane_first_outside() on, the streams of the outside, a bit each in a set (sim/bits.h). */
unsigned lane_first_outside(const struct lane_shape *s);
/* Words of 64 bits of such a set. */
unsigned lane_end_words(const struct lane_shape *s);
/* A slot. In: the ends whose words ask, of which those of the outside do not count yet; what each of these words is for, as a label in
 * s_axis_tdest; and the leaves of which more words of their packets follow (NULL in a network without packets). The arrays stay
 * until the end of the slot. Words go up to the roots. The time is that of the words, not of the network's size. */
void lane_model_begin(struct lane_model *m, const uint64_t *asks, const int *wants, const uint64_t *more);
/* The roots decide. In: the ends whose words ask, of which those of the outside count now; and which of its streams are busy (NULL: none).
 * Words go as far as to the last switch. */
void lane_model_turn(struct lane_model *m, const uint64_t *asks, const uint64_t *busy);
/* The last switches decide. In: which leaves are busy (NULL: none). Out: which ends' words are taken. */
void lane_model_end(struct lane_model *m, const uint64_t *busy, uint64_t *taken);
/* Whether in this slot the last switch was not asked for the word on that link into it: its leaf was busy, or in another's
 * packet. */
bool lane_model_refuses(const struct lane_model *m, unsigned place);
/* The same of the word of a leaf that asked. */
bool lane_model_refused(const struct lane_model *m, unsigned leaf);
/* After lane_model_end(): how many stages the word of a leaf that asked has passed. */
unsigned lane_model_passed(const struct lane_model *m, unsigned leaf);
/* The ends whose words have left by a root, as far as the roots have decided; returns how many; and the end of the outside that gets
 * the word of one of these. */
unsigned lane_model_gone(const struct lane_model *m, const unsigned **ends);
unsigned lane_model_stream(const struct lane_model *m, unsigned end);
/* [place]: the end whose word is on a link, or LANE_IDLE. Places are the links of the leaves, then those behind the first
 * stage, behind the second, .., then those from the outside and those to it. */
const int *lane_model_words(const struct lane_model *m);
unsigned lane_model_places(const struct lane_model *m);
/* The first place of the links behind k stages. */
unsigned lane_first_place(const struct lane_shape *s, unsigned k);
unsigned lane_place(const struct lane_shape *s, struct lane_link link);
unsigned lane_inward_place(const struct lane_shape *s, unsigned root);

/* clocks.c: a network with its adapters, clock by clock, behind the ports of the Verilog: rst, s_axis_*, m_axis_*. */

struct model;
struct lane_clocks;
/* It reads `net`, which must outlive it. The model (sim/model.h) owns it. */
struct lane_clocks *lane_clocks_new(const struct network *net);
struct model *lane_clocks_model(struct lane_clocks *c);
/* Its slots: words on links are known from the first clock of a slot on, those to leaves once the last switches have decided,
 * until the next slot begins. A reset replaces them. */
const struct lane_model *lane_clocks_slots(const struct lane_clocks *c);
/* As struct leaf has it, of lane_leaf. */
struct model *lanes_model(const struct network *net);

/* throughput.c */

/* What a network accepts if all leaves always have a word for another leaf, and always take theirs. */
struct lane_throughput {
	unsigned long slots;
	double accepted;		/* words of a leaf in a slot */
	double least, most;		/* the same of the worst and the best served leaf, .. */
	unsigned least_leaf, most_leaf;	/* .. and which they are */
	unsigned long longest;		/* slots that a word was sent in, at most */
};
enum { SATURATED_SLOTS = 10000, SATURATED_SEED = 1 };	/* of reports */
/* With packets of so many words; 1 in a network without packets. */
struct lane_throughput lane_saturate(const struct spec *spec, unsigned long packet, uint64_t seed, unsigned long slots);
/* An estimate of `accepted` without a run: a word that was not taken is for any leaf again, and links are independent. Within
 * 12 % of the model, and for all networks of a size alike. */
double lane_estimate(const struct spec *spec);

/* merge.c: Leiserson's binary fat-tree as a generalized one. A node whose channel up has as many wires as a channel down, or
 * twice as many, is as many nodes with one parent or two. Words turn at roots only, so levels can be merged: two levels
 * become one of 4 children, and so on. */

/* One way to merge the levels. */
struct lane_merge {
	unsigned height, children[MOST_LANE_STAGES / 2 + 1], parents[MOST_LANE_STAGES / 2 + 1];	/* as in struct spec */
	unsigned slot;
	double accepted;		/* lane_estimate() */
	unsigned long lut4;		/* the estimate on an ECP5 */
	double merit;			/* payload bits in a clock, in the whole network, for each LUT4 */
};

/* Completes the spec of a binary tree with lanes: capacities, and the tree whose levels are merged in the best way. False
 * after a message. */
bool lanes_read_binary(const struct request *q);
/* Whether the tree was made so. */
bool lanes_is_binary(const struct spec *spec);
/* All ways to merge the levels of such a tree, the best first; returns how many. *list: free it. */
size_t lane_merges(const struct spec *spec, struct lane_merge **list);

#endif
