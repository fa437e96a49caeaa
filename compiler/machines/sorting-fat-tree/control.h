/* control.h: when the parts of a sorting fat-tree are told what: a model. All follows from the clocks of commands. */
#ifndef FTC_MACHINES_SORTING_FAT_TREE_CONTROL_H
#define FTC_MACHINES_SORTING_FAT_TREE_CONTROL_H

#include "machines/sorting-fat-tree/clocks.h"

enum { SORTING_REMEMBERED = 64 };	/* clocks for which a command is known: more than it takes to the leaves */

/* A command. */
struct sorting_said {
	enum sorting_command command;	/* 0: none */
	int stage;			/* number of the STAGE in its round, from 0 on; -1: that of the blocks' order */
};

struct sorting_control {
	const struct sorting_shape *shape;
	unsigned long now;
	/* private: */
	bool has_blocks;
	unsigned next;			/* command of the round: 0 ROUND, then RANKs, STAGEs up, SORT, STAGEs down */
	unsigned said_stages;		/* of the round */
	unsigned clocks, least;		/* since the last command, or since the reset; until the next one, at least */
	struct sorting_said said[SORTING_REMEMBERED];	/* [clock of the first bit at the root, modulo so many] */
	unsigned stages;		/* that the lowest nodes have told */
	bool in_round;
	unsigned long ranked[MOST_SORTING_LEVELS];	/* first bits of RANKs in this round */
	unsigned ranks;
};

/* Behind a reset; `s` outlives it. */
void sorting_control_start(struct sorting_control *c, const struct sorting_shape *s);
/* A clock edge. The root says that all is `done`; `may_begin`: all terminals have room, and one wishes for a round. */
void sorting_control_step(struct sorting_control *c, bool done, bool may_begin);

/* What the nodes of a level obey in this clock; 0: nothing. */
enum sorting_command sorting_control_obeyed(const struct sorting_control *c, unsigned level);
/* The bit of a command that vertices of a level see. */
bool sorting_control_bit(const struct sorting_control *c, unsigned level);
/* A round may begin, as far as commands have to do with it. */
bool sorting_control_rests(const struct sorting_control *c);
struct sorting_pace sorting_control_pace(const struct sorting_control *c);

/* Whether leaves are asked in a clock to add themselves to a level's words: they put 1 on the wires of sums. */
bool sorting_control_asks(const struct sorting_control *c, unsigned long clock);
/* What terminals first .. end - 1 add up to: the bit of that sum which belongs to what they add in clock `clock`. */
bool sorting_control_sum(const struct sorting_control *c, const struct sorting_terminal *t, unsigned first, unsigned end,
			 unsigned long clock);

#endif
