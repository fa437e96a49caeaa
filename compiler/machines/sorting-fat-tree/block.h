/* block.h: a block of m x m terminals of a sorting fat-tree as hardware: its circuit, and a model of its words.
 *
 * rtl-templates/sorting-fat-tree/sorting_block.v says what a block does. All blocks of a network are alike; mesh-side
 * 1 has none. */
#ifndef FTC_MACHINES_SORTING_FAT_TREE_BLOCK_H
#define FTC_MACHINES_SORTING_FAT_TREE_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "machines/sorting-fat-tree/clocks.h"

struct design;

/* Adds the module of the blocks of that network, block, once; returns its name. */
const char *sorting_block_lower(struct design *d, const struct network *net, const struct sorting_shape *s);

/* block_model.c -------------------------------------------------------------------------------------------------- */

struct sorting_block;

/* Behind a reset. `leaf`: its terminals; they and `s` outlive it. */
struct sorting_block *sorting_block_new(const struct sorting_shape *s, struct sorting_terminal *leaf);
void sorting_block_free(struct sorting_block *b);

/* In a clock. */
struct sorting_block_inputs {
	const struct sorting_pace *pace;
	const char *const *down;	/* [mesh side]: words whose M bits are on the wires; NULL: no wave begins */
	const struct sorting_streams *streams;	/* [terminal] */
};
struct sorting_block_outputs {
	bool done, wish, up_start, room;
	const char *const *up;		/* [mesh side]: words of the last wave; valid until the next one */
};
/* As registers show it, behind the last step. */
struct sorting_block_outputs sorting_block_outputs(const struct sorting_block *b);
/* One clock edge. Leaves with words are TERMINAL_WAITS until somebody else says that they are in a round, and free
 * behind `order`. */
void sorting_block_step(struct sorting_block *b, const struct sorting_block_inputs *in);

#endif
