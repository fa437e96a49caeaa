/* node.h: a node of a sorting fat-tree as hardware: sizes, times, circuit, and a model of its words.
 *
 * rtl-templates/sorting-fat-tree/sorting_node.v says what a node does. All nodes of a level are alike. */
#ifndef FTC_MACHINES_SORTING_FAT_TREE_NODE_H
#define FTC_MACHINES_SORTING_FAT_TREE_NODE_H

#include <stdbool.h>
#include <stdint.h>

#include "machines/columnsort.h"
#include "machines/sorting-fat-tree/sorting_fat_tree.h"

struct design;
struct module;
struct plan;

/* The sizes of a node of one level: parameters of rtl-templates/sorting-fat-tree/sorting_node.v. */
struct sorting_node {
	unsigned level;
	bool root;
	unsigned lines, line_bits;	/* s, and its logarithm; a child has s / 2 wires each way */
	unsigned up, up_bits;		/* wires each way to the parent, s or s / 2, and their logarithm; a root has such a number, too */
	unsigned column_bits;		/* of a column in either half of Y: of the peak set, of all batches' words, of a FIFO and one more
					   column, into which lines without a word go */
	unsigned beat_bits;		/* of a bit's number in a word */
	unsigned last_beat;		/* the last bit of a word on its way up, with two key bits for M and class */
	unsigned shared;		/* bits behind the key that all words of the peak set share */
	unsigned period;		/* of a channel */
	unsigned sort_period;		/* clocks from column to column, and from wave to wave of the node's own words */
	unsigned sorter_latency;
	unsigned stage, rotator_latency;	/* layers of a rotator between registers */
	unsigned batch_bits;		/* log2 B */
	unsigned depth;			/* of the deepest recursion, at least 1 */
	unsigned row_bits;		/* of a row's number in the table of moves */
	unsigned move_column_bits;	/* of a column there */
	struct flexible_moves moves;
};

/* Of the shape's network. Free it with sorting_node_free(). */
struct sorting_node sorting_node_make(const struct sorting_shape *s, const struct spec *spec, unsigned level);
void sorting_node_free(struct sorting_node *n);
/* Bits of a row of the table of moves: the turn lowest, then the columns of all banks. */
unsigned sorting_node_row_bits(const struct sorting_node *n);
/* Whether the table is in LUTs. In block RAM a wide one is two: one of the lower bits of each row, one of the others. */
bool sorting_node_table_in_logic(const struct sorting_node *n);
unsigned sorting_node_low_row_bits(const struct sorting_node *n);

/* Adds the module of the nodes of that level, sorting_node_LEVEL, once; returns its name. `sorter`: the plan for its
 * lines. */
const char *sorting_node_lower(struct design *d, const struct sorting_node *n, const struct plan *sorter);

/* The sorter in a node or a block: an instance of its plan's module, and the nets fed, sorted, sorter_start around
 * it. */
void sorting_add_sorter(struct module *m, struct design *d, const char *plan, unsigned lines);

/* node_model.c --------------------------------------------------------------------------------------------------- */

/* A node by its words. A word on a channel is the string of its bits behind M, '0' and '1'; a node takes the first
 * one away, and of its own words all that they share. Strings last until the round is over. Whoever sees a node's
 * ports tells waves, their words and their first clocks; see clocks.h. Commands and waves must come as in a round. */
struct sorting_node_model;

/* Behind a reset; `s` and `n` outlive it. */
struct sorting_node_model *sorting_node_model_new(const struct sorting_shape *s, const struct sorting_node *n);
void sorting_node_model_free(struct sorting_node_model *m);

/* In a clock. */
struct sorting_node_inputs {
	bool round, stage, sort_now;
	bool above_sends;		/* waves of a batch may come from above */
	bool batch;			/* one is announced, by any channel */
	bool room;			/* of both children */
	const char *const *wave;	/* [lines]: words whose M bits are there, NULL on the other lines; NULL: no wave begins */
};
struct sorting_node_outputs {
	bool idle;
	/* Words of the last wave, valid until the next one; `start`: it begins. */
	const char *const *up;		/* [up] */
	const char *const *child_down;	/* [lines] */
	bool up_start, up_batch, child_down_start, child_down_batch, child_down_sending;
};
/* As registers show it, behind the last step. */
struct sorting_node_outputs sorting_node_model_outputs(const struct sorting_node_model *m);
/* One clock edge. */
void sorting_node_model_step(struct sorting_node_model *m, const struct sorting_node_inputs *in);

#endif
