/* clocks.h: a sorting fat-tree, clock by clock: what the templates sorting_terminal.v, sorting_pace.v, sorting_command.v and
 * sorting_timer.v do, said a second time, and the whole network of these and of the nodes of node.h. A step takes the wires of a
 * clock and leaves in the state what the registers show in the next one. All bits are 0 or 1. */
#ifndef FTC_MACHINES_SORTING_FAT_TREE_CLOCKS_H
#define FTC_MACHINES_SORTING_FAT_TREE_CLOCKS_H

#include "machines/sorting-fat-tree/sorting_fat_tree.h"

enum { LEFT_CHILD, RIGHT_CHILD, SORTING_CHILDREN };

/* DELAY of rtl-templates/sorting-fat-tree/sorting_ranks.v in a node of that level; a block's adders are on levels of their own, from H on. */
unsigned sorting_rank_delay(const struct sorting_shape *s, unsigned level);

/* ---- parts of terminals ---- */

/* A word that is sent. */
struct sorting_sent {
	unsigned source, destination;
	uint64_t data;
};
/* The level at which it turns, H or more if it stays in its block. */
unsigned sorting_sent_peak(const struct sorting_shape *s, const struct sorting_sent *w);
/* Bit k behind M: for each node from below whether the word goes on, destination, source, payload; 0 behind them. */
bool sorting_sent_bit(const struct sorting_shape *s, const struct sorting_sent *w, unsigned k);

/* rtl-templates/sorting-fat-tree/sorting_number.v */
struct sorting_number_in {
	uint8_t round, step, opens, prefix;
	bool counts;			/* there is a word that climbs */
	unsigned peak;			/* of that word */
};
struct sorting_number {
	uint8_t sum;
	unsigned number;
	/* private: */
	bool seeks;			/* levels are counted, or their numbers come */
	unsigned level_steps;
};
void sorting_number_step(struct sorting_number *n, const struct sorting_shape *s, const struct sorting_number_in *in);

/* rtl-templates/sorting-fat-tree/sorting_receiver.v */
struct sorting_receiver {
	uint8_t room, valid;		/* room: 1 at first */
	unsigned source;		/* if valid */
	uint64_t data;
	/* private: */
	unsigned come;			/* bits, if there is no room */
};
void sorting_receiver_step(struct sorting_receiver *r, const struct sorting_shape *s, bool begins, bool bit, bool ready);

/* rtl-templates/sorting-fat-tree/sorting_ranks.v */
struct sorting_ranks_below {
	uint8_t prefix[2], prefix_first;
};
struct sorting_ranks {
	uint8_t sum, sum_first;
	struct sorting_ranks_below down;
	/* private: */
	bool is_root;
	unsigned delay;
	bool carry, left_carry;
	uint64_t sums, marks;		/* bit k: k + 1 clocks ago, of the left child */
};
void sorting_ranks_start(struct sorting_ranks *r, const struct sorting_shape *s, unsigned level);
void sorting_ranks_step(struct sorting_ranks *r, const uint8_t child_sum[2], bool child_sum_first, bool prefix, bool prefix_first);

/* ---- a terminal ---- */

/* What its streams show to it. */
struct sorting_streams {
	uint8_t s_valid, m_ready;
	unsigned s_destination;
	uint64_t s_data;
};
struct sorting_terminal_in {
	uint8_t round, stage, send, step, opens, prefix, down, down_start;
	unsigned batch;
	struct sorting_streams streams;
};
struct sorting_terminal {
	/* What it shows, beside `number` and `receiver`. */
	uint8_t wish, up, up_start, s_ready;
	struct sorting_number number;
	struct sorting_receiver receiver;
	/* private: */
	const struct sorting_shape *shape;
	enum { TERMINAL_FREE, TERMINAL_WAITS, TERMINAL_IN_ROUND, TERMINAL_SENDS } state;
	struct sorting_sent word;
	unsigned sent;			/* bits behind M */
};
/* `s` outlives it. */
void sorting_terminal_start(struct sorting_terminal *t, const struct sorting_shape *s, unsigned address);
void sorting_terminal_step(struct sorting_terminal *t, const struct sorting_terminal_in *in);

/* ---- the pace of two terminals, or two blocks ---- */

struct sorting_pace_in {
	uint8_t round, stage, rank, prefix[SORTING_CHILDREN], prefix_first;
};
struct sorting_pace {
	uint8_t round, stage, order, rises, batch_begins, send, step, opens, sum_first, prefix[SORTING_CHILDREN];
	unsigned batch;
	/* private: */
	unsigned batches, batch_bits, wait;
	bool has_blocks, in_round, asked;
	unsigned stages;		/* of the round, that have begun, but for that of the blocks' order */
	bool unordered;			/* that one is still to come */
	uint64_t begun, ranks, firsts;	/* bit k: an event k + 1 clocks ago */
	uint8_t later[SORTING_CHILDREN];
};
void sorting_pace_start(struct sorting_pace *p, const struct sorting_shape *s);
void sorting_pace_step(struct sorting_pace *p, const struct sorting_pace_in *in);

/* ---- the control part of a node ---- */

/* What a child shows: a node's control part, or a terminal with its pace. */
struct sorting_command_up {
	uint8_t done, ready, wish, sum, sum_first;
};
struct sorting_command_down {
	uint8_t command, prefix, prefix_first;
};
struct sorting_command {
	uint8_t round, stage, sort_now, rank;		/* strobes for the node */
	struct sorting_command_up up;
	struct sorting_command_down down[SORTING_CHILDREN];
	/* private: */
	bool ranked;
	unsigned command_bits, command;
	struct sorting_ranks ranks;
};
void sorting_command_start(struct sorting_command *c, const struct sorting_shape *s, unsigned level);
void sorting_command_step(struct sorting_command *c, bool idle, const struct sorting_command_up *child,
			  const struct sorting_command_down *above);

/* ---- the timer ---- */

struct sorting_timer {
	uint8_t command;
	uint8_t vacant;			/* a round may begin, if the root's control part is done and ready and there is a wish */
	/* private: */
	struct sorting_times times;
	unsigned stages, ranks;
	bool has_order;			/* blocks have a stage before the others */
	unsigned next;			/* command of the round: 0 ROUND, then RANKs, STAGEs up, SORT, STAGEs down */
	unsigned clocks;		/* since the last one, or since the reset */
	unsigned least;			/* of them, to the next one */
	unsigned bits;			/* of a command that are still to be said, the first on top of 3 */
};
void sorting_timer_start(struct sorting_timer *t, const struct sorting_shape *s);
/* `root`: what the root's control part shows. */
void sorting_timer_step(struct sorting_timer *t, const struct sorting_command_up *root);

/* ---- the network ---- */

struct sorting_node_clocks;
struct sorting_block;
struct surroundings;
struct sorting_clocks {
	struct sorting_shape shape;
	struct sorting_timer timer;
	unsigned ends;					/* terminals or blocks */
	/* [vertex]: 1 is the root, 2v and 2v + 1 are the children of v, and ends + k is terminal or block k. */
	struct sorting_command *command;
	struct sorting_pace *pace;			/* of lowest nodes */
	struct sorting_node_clocks **node;
	struct sorting_terminal *terminal;		/* [k]; NULL with meshes: */
	struct sorting_block **block;			/* [k]; else NULL */
	/* private: */
	struct sorting_node *sizes;			/* [level] */
	uint8_t **up, **down;				/* [vertex]: wires of the channel above it, as they are in this clock */
	struct surroundings *around;			/* [vertex]: room for a step */
};
/* Of a network of sorting_machine, which must outlive it; behind a reset. */
struct sorting_clocks *sorting_clocks_new(const struct network *net);
void sorting_clocks_free(struct sorting_clocks *c);
/* Bits of what `probe_up` or `probe_down` of the network shows in this clock; `bit` has room for them. Returns how many. */
size_t sorting_clocks_probe(const struct sorting_clocks *c, bool up, uint8_t *bit);
/* What leaf `leaf` shows to its streams in this clock; and its word in the round that begins, from then until the first batch. */
struct sorting_leaf_view {
	bool s_ready, m_valid;
	unsigned m_source;		/* if m_valid */
	uint64_t m_data;
	bool has_word;
	struct sorting_sent word;
	unsigned number;		/* of the word, modulo the batches */
};
struct sorting_leaf_view sorting_clocks_leaf(const struct sorting_clocks *c, unsigned leaf);
/* Whether terminal or block k begins a wave on its wires up in this clock. */
bool sorting_clocks_sends(const struct sorting_clocks *c, unsigned k);
/* One clock edge; streams: of each leaf. */
void sorting_clocks_step(struct sorting_clocks *c, const struct sorting_streams *streams);

#endif
