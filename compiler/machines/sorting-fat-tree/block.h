/* block.h: a block of m x m terminals of a sorting fat-tree as hardware: sizes, times, circuit, and a model of every clock.
 *
 * rtl-templates/sorting_block.v says what a block does. All blocks of a network are alike; mesh-side 1 has none. */
#ifndef FTC_MACHINES_SORTING_FAT_TREE_BLOCK_H
#define FTC_MACHINES_SORTING_FAT_TREE_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "machines/sorting-fat-tree/clocks.h"

struct design;

/* The sizes of a block: parameters of rtl-templates/sorting_block.v. */
struct sorting_block_sizes {
	unsigned side, side_bits;	/* m, and its logarithm */
	unsigned terminals;		/* m^2 */
	unsigned label_bits;		/* that tell the terminals of a block apart */
	unsigned key_bits;		/* none, far, batch */
	unsigned climb_bits;		/* H */
	unsigned place_bits;		/* a word with its key, without M */
	unsigned wave;			/* clocks from wave to wave, up */
	unsigned order;			/* clocks in which the words pass the sorter */
	unsigned ring;			/* bits of a bus, and clocks of its turn */
};
struct sorting_block_sizes sorting_block_sizes(const struct sorting_shape *s);

/* Adds the module of the blocks of that network, block, once; returns its name. */
const char *sorting_block_lower(struct design *d, const struct network *net, const struct sorting_shape *s);

/* block_clocks.c -------------------------------------------------------------------------------------------------------- */

struct sorting_block;

/* Behind a reset. Block number `number` from the left; `s` outlives it. */
struct sorting_block *sorting_block_new(const struct sorting_shape *s, unsigned number);
void sorting_block_free(struct sorting_block *b);

/* In a clock; wires as in rtl-templates/sorting_block.v. */
struct sorting_block_inputs {
	bool round, rises, order, send, step, opens, count_first, prefix, prefix_first;
	unsigned batch;
	const uint8_t *down;		/* [side] */
	bool down_start;
	const struct sorting_streams *streams;	/* [terminals] */
};
struct sorting_block_outputs {
	bool done, wish, sum, sum_first, up_start, room;
	const uint8_t *up;		/* [side]; valid until the next clock */
};
/* All are registers. */
struct sorting_block_outputs sorting_block_outputs(const struct sorting_block *b);
/* One clock edge. */
void sorting_block_step(struct sorting_block *b, const struct sorting_block_inputs *in);

/* Of terminal 0 .. terminals - 1 of the block. */
struct sorting_leaf_view sorting_block_member(const struct sorting_block *b, unsigned terminal);

#endif
