/* clocks.h: a sorting fat-tree, clock by clock: what the templates sorting_terminal.v, sorting_pace.v, sorting_command.v and
 * sorting_timer.v do, said a second time, and the whole network of these and of the nodes of node.h. A step takes the wires of a
 * clock and leaves in the state what the registers show in the next one. All bits are 0 or 1. */
#ifndef FTC_MACHINES_SORTING_FAT_TREE_CLOCKS_H
#define FTC_MACHINES_SORTING_FAT_TREE_CLOCKS_H

#include "machines/sorting-fat-tree/sorting_fat_tree.h"

enum { LEFT_CHILD, RIGHT_CHILD, SORTING_CHILDREN };

/* Times of the control, in clocks. */
struct sorting_times {
	unsigned spacing;		/* from RANK to RANK, and from ROUND to the first one */
	unsigned hold;			/* the root holds the first level's ranks back until all levels have been counted */
	unsigned pause;			/* from any other command to the next one, at least */
	unsigned wait;			/* WAIT of rtl-templates/sorting_pace.v */
};
struct sorting_times sorting_times(const struct sorting_shape *s);
/* DELAY of rtl-templates/sorting_command.v in a node of that level. */
unsigned sorting_rank_delay(const struct sorting_shape *s, unsigned level);

/* ---- a terminal ---- */

struct sorting_terminal_in {
	uint8_t round, stage, send, step, opens, prefix, down, down_start;
	unsigned batch;
	uint8_t s_valid, m_ready;
	unsigned s_destination;
	uint64_t s_data;
};
struct sorting_terminal {
	/* What it shows. */
	uint8_t sum, wish, up, up_start, room, s_ready, m_valid;
	unsigned m_source;		/* if m_valid */
	uint64_t m_data;
	/* private: */
	unsigned address, label_bits, payload_bits, batch_bits;
	enum { TERMINAL_FREE, TERMINAL_WAITS, TERMINAL_IN_ROUND, TERMINAL_SENDS } state;
	unsigned destination;
	uint64_t data;
	unsigned sent;			/* bits behind M */
	bool seeks;			/* levels are counted, or their numbers come */
	unsigned level_steps, number;
	unsigned come;			/* bits behind M, if there is no room */
};
void sorting_terminal_start(struct sorting_terminal *t, const struct sorting_shape *s, unsigned address);
void sorting_terminal_step(struct sorting_terminal *t, const struct sorting_terminal_in *in);

/* ---- what tells two terminals when to do what ---- */

struct sorting_pace_in {
	uint8_t round, stage, rank, prefix[SORTING_CHILDREN], prefix_first;
};
struct sorting_pace {
	uint8_t round, stage, batch_begins, send, step, opens, sum_first, prefix[SORTING_CHILDREN];
	unsigned batch;
	/* private: */
	unsigned batches, batch_bits;
	bool in_round, asked;
	unsigned stages;		/* of the round, that have begun */
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
	bool is_root, ranked;
	unsigned delay, command_bits, command;
	bool carry, left_carry;
	uint64_t sums, marks;		/* bit k: k + 1 clocks ago, of the left child */
};
void sorting_command_start(struct sorting_command *c, const struct sorting_shape *s, unsigned level);
void sorting_command_step(struct sorting_command *c, bool idle, const struct sorting_command_up *child,
			  const struct sorting_command_down *above);

/* ---- the timer ---- */

struct sorting_timer {
	uint8_t command, vacant;
	/* private: */
	struct sorting_times times;
	unsigned levels, stages, ranks;
	unsigned next;			/* command of the round: 0 ROUND, then RANKs, STAGEs up, SORT, STAGEs down */
	unsigned clocks;		/* since the last one, or since the reset */
	unsigned least;			/* of them, to the next one */
	unsigned bits;			/* of a command that are still to be said, the first on top of 3 */
};
void sorting_timer_start(struct sorting_timer *t, const struct sorting_shape *s);
/* `root`: what the root's control part shows. */
void sorting_timer_step(struct sorting_timer *t, const struct sorting_command_up *root);

/* ---- the network ---- */

/* What a terminal's streams show to it. */
struct sorting_streams {
	uint8_t s_valid, m_ready;
	unsigned s_destination;
	uint64_t s_data;
};
struct sorting_node_clocks;
struct sorting_clocks {
	struct sorting_shape shape;
	struct sorting_timer timer;
	/* [vertex]: 1 is the root, 2v and 2v + 1 are the children of v, and N + k is terminal k. */
	struct sorting_command *command;
	struct sorting_pace *pace;			/* of lowest nodes, from N / 2 on */
	struct sorting_node_clocks **node;
	struct sorting_terminal *terminal;		/* [k] */
	/* private: */
	struct sorting_node *sizes;			/* [level] */
	uint8_t **up, **down;				/* [vertex]: wires of the channel above it, as they are in this clock */
};
/* Of a network of sorting_machine, which must outlive it; behind a reset. */
struct sorting_clocks *sorting_clocks_new(const struct network *net);
void sorting_clocks_free(struct sorting_clocks *c);
/* Bits of what `probe_up` or `probe_down` of the network shows in this clock; `bit` has room for them. Returns how many. */
size_t sorting_clocks_probe(const struct sorting_clocks *c, bool up, uint8_t *bit);
/* One clock edge; streams: of each terminal. */
void sorting_clocks_step(struct sorting_clocks *c, const struct sorting_streams *streams);

#endif
