/* block.h: a block of m x m terminals of a sorting fat-tree as hardware: its circuit, and a model of every clock.
 *
 * rtl-templates/sorting-fat-tree/sorting_block.v says what a block does. All blocks of a network are alike; mesh-side 1 has none. */
#ifndef FTC_MACHINES_SORTING_FAT_TREE_BLOCK_H
#define FTC_MACHINES_SORTING_FAT_TREE_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "machines/sorting-fat-tree/clocks.h"

struct design;

/* Adds the module of the blocks of that network, block, once; returns its name. */
const char *sorting_block_lower(struct design *d, const struct network *net, const struct sorting_shape *s);

/* block_clocks.c -------------------------------------------------------------------------------------------------------- */

struct sorting_block;

/* Behind a reset. Block number `number` from the left; `s` outlives it. */
struct sorting_block *sorting_block_new(const struct sorting_shape *s, unsigned number);
void sorting_block_free(struct sorting_block *b);

/* In a clock; wires as in rtl-templates/sorting-fat-tree/sorting_block.v. */
struct sorting_block_inputs {
	bool round, rises, order, send, step, opens, count_first, prefix, prefix_first;
	unsigned batch;
	const uint8_t *down;		/* [mesh side] */
	bool down_start;
	const struct sorting_streams *streams;	/* [terminal] */
};
struct sorting_block_outputs {
	bool done, wish, sum, sum_first, up_start, room;
	const uint8_t *up;		/* [mesh side]; valid until the next clock */
};
/* All are registers. */
struct sorting_block_outputs sorting_block_outputs(const struct sorting_block *b);
/* One clock edge. */
void sorting_block_step(struct sorting_block *b, const struct sorting_block_inputs *in);

/* Of terminal 0 .. m^2 - 1 of the block. */
struct sorting_leaf_view sorting_block_member(const struct sorting_block *b, unsigned terminal);

#endif
