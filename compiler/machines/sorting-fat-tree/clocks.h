/* clocks.h: a sorting fat-tree by the words on its channels: equal to the Verilog at the ports of nodes, blocks and
 * leaves in every clock.
 *
 * Nobody moves bits here. Times follow from commands, from times.c, and from readers that are not ready; words move
 * when their M bits pass. So a wire shows what its word says from M to the word's end; what it shows behind that,
 * until the next wave may come, is left open. All bits are 0 or 1. */
#ifndef FTC_MACHINES_SORTING_FAT_TREE_CLOCKS_H
#define FTC_MACHINES_SORTING_FAT_TREE_CLOCKS_H

#include "machines/sorting-fat-tree/sorting_fat_tree.h"

enum { LEFT_CHILD, RIGHT_CHILD, SORTING_CHILDREN };

/* DELAY of rtl-templates/sorting-fat-tree/sorting_ranks.v in a node of that level; a block's adders are on levels of
 * their own, from H on. */
static inline unsigned sorting_rank_delay(const struct sorting_shape *s, unsigned level)
{
	return 2 * level + s->times.hold;
}

/* Commands, the first bit on top. */
enum sorting_command { COMMAND_RANK = 4, COMMAND_STAGE = 5, COMMAND_SORT = 6, COMMAND_ROUND = 7 };

/* ---- leaves: terminal_model.c ---- */

/* What its streams show to a leaf. */
struct sorting_streams {
	uint8_t s_valid, m_ready;
	unsigned s_destination;
	uint64_t s_data;
};

/* A leaf: a terminal on a channel of its own, or in a block. */
struct sorting_terminal {
	uint8_t s_ready, room, m_valid;	/* room: for a word that comes */
	enum terminal_state { TERMINAL_FREE, TERMINAL_WAITS, TERMINAL_IN_ROUND, TERMINAL_SENDS } state;
	/* The word, unless it is free. In a round: the level at which it turns, H or more if it stays in its block; its
	 * number among the words of that level, modulo the batches; and its bits behind M, '0' and '1': for each node from
	 * below whether it climbs on, destination, source, payload. */
	unsigned source, destination, peak, number;
	uint64_t data;
	char *bits;
	/* The word that comes, or is shown. */
	unsigned m_source;
	uint64_t m_data;
	/* private: */
	unsigned long whole;		/* the clock in which it is shown first */
};

/* A word begins to come in clock `now`: source and payload are these. */
void sorting_terminal_receive(struct sorting_terminal *l, const struct sorting_shape *s, const char *bits,
			      unsigned long now);
/* Clock `now` of m_axis. */
void sorting_terminal_show(struct sorting_terminal *l, bool ready, unsigned long now);

/* ---- ports ---- */

/* Words on the wires of a channel since clock `began`: bits behind M; NULL: none on that wire. */
struct sorting_wires {
	const char *const *word;
	unsigned long began;
	bool used;			/* a wave has begun since the reset */
};

struct sorting_up {
	struct sorting_wires wires;
	uint8_t start, batch, done, ready, wish, sum, sum_first;
};

struct sorting_down {
	struct sorting_wires wires;
	uint8_t start, batch, sending, command, prefix, prefix_first;
};

/* What the lowest nodes say to leaves or blocks; see rtl-templates/sorting-fat-tree/sorting_pace.v. */
struct sorting_pace {
	uint8_t round, stage, order, rises, batch_begins, send, step, opens, sum_first;
	unsigned batch;
};

/* ---- the network ---- */

/* What a vertex says to the one above, a clock behind what those below it say. */
struct sorting_signs {
	bool done, ready, wish;
};

struct sorting_control;
struct sorting_node;
struct sorting_node_model;
struct sorting_node_outputs;
struct sorting_block;

struct sorting_clocks {
	struct sorting_shape shape;
	unsigned ends;			/* terminals with channels of their own, or blocks */
	unsigned long now;		/* the clock, from 0 on behind the reset */
	struct sorting_terminal *terminal;	/* [leaf] */
	struct sorting_control *control;	/* see control.h */
	/* private: */
	struct sorting_node *sizes;	/* [level] */
	/* [vertex]: 1 is the root, 2 v and 2 v + 1 are the children of v, and ends + k is terminal or block k. */
	struct sorting_node_model **node;
	struct sorting_node_outputs *out;	/* of the present clock */
	struct sorting_signs *signs;
	unsigned long *began_up, *began_down;	/* the clock behind that of the last M bits on the channel above; 0: none yet */
	const char **sent;		/* [leaf] with a channel of its own: the word on it */
	unsigned long *sent_at;		/* [leaf]: since this clock */
	struct sorting_block **block;	/* NULL without blocks */
	const char **wave;		/* room for that of a node */
};

/* Of a network of sorting_machine, which must outlive it; behind a reset. */
struct sorting_clocks *sorting_clocks_new(const struct network *net);
void sorting_clocks_free(struct sorting_clocks *c);
/* One clock edge; streams: of each leaf. */
void sorting_clocks_step(struct sorting_clocks *c, const struct sorting_streams *streams);

/* All these are of the present clock. The channel above a vertex that is not the root: */
struct sorting_up sorting_clocks_up(const struct sorting_clocks *c, unsigned vertex);
struct sorting_down sorting_clocks_down(const struct sorting_clocks *c, unsigned vertex);
/* The bit of its number that a terminal with a channel of its own is told. */
uint8_t sorting_clocks_number_bit(const struct sorting_clocks *c, unsigned leaf);
/* A round may begin, but for a wish. */
bool sorting_clocks_vacant(const struct sorting_clocks *c);
/* All nodes and blocks are idle. */
bool sorting_clocks_idle(const struct sorting_clocks *c);

#endif
