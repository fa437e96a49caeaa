/* node.h: a node of a sorting fat-tree as hardware: sizes, times, circuit, and a model of every clock.
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

/* Adds the module of the nodes of that level, sorting_node_LEVEL, once; returns its name. `sorter`: the plan for its lines.
 * With `probe` it has a port of that name: fed, sorted (a wire of each line), sorter_start. */
const char *sorting_node_lower(struct design *d, const struct sorting_node *n, const struct plan *sorter, bool probe);

/* The sorter in a node or a block: an instance of its plan's module, and the nets fed, sorted, sorter_start around it. */
void sorting_add_sorter(struct module *m, struct design *d, const char *plan, unsigned lines);

/* node_clocks.c -------------------------------------------------------------------------------------------------------- */

struct sorting_node_clocks;

/* All registers and banks 0; `n` and `sorter` outlive it. */
struct sorting_node_clocks *sorting_node_clocks_new(const struct sorting_node *n, const struct plan *sorter);
void sorting_node_clocks_free(struct sorting_node_clocks *m);

/* In a clock; wires as in rtl-templates/sorting-fat-tree/sorting_node.v, a byte for each, 0 or 1. */
struct sorting_node_inputs {
	bool rst, round, stage, sort_now;
	const uint8_t *down;		/* [up] */
	bool down_start, down_batch, down_sending;
	const uint8_t *child_up;	/* [lines] */
	bool child_start[2], child_batch[2], child_room[2];
};
struct sorting_node_outputs {
	bool idle;
	const uint8_t *up;		/* [up]; valid until the next clock */
	bool up_start, up_batch;
	const uint8_t *child_down;	/* [lines] */
	bool child_down_start, child_down_batch, child_down_sending;
};
/* All are registers. */
struct sorting_node_outputs sorting_node_clocks_outputs(const struct sorting_node_clocks *m);
/* The wires of the port `probe`, 2 lines + 1. */
void sorting_node_clocks_probe(const struct sorting_node_clocks *m, uint8_t *wire);
/* One clock edge. */
void sorting_node_clocks_step(struct sorting_node_clocks *m, const struct sorting_node_inputs *in);

#endif
