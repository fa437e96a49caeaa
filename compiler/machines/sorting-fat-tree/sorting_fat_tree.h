/* sorting_fat_tree.h: Bay's sorting fat-tree (thesis, 1992, chapter 3).
 *
 * Terminals stand in blocks of m x m, and the blocks are the leaves of a fat-tree whose nodes are flexible sorters. In a
 * round every terminal sends at most one word; any number may come to a terminal. The peak of a word is the level of
 * the node common to its source and its destination; words within a block have none and are local. A round:
 *
 *   1. Local words leave their block's sorter and come back on its buses.
 *   2. Each word gets its rank by source among the words of its peak level, and goes in batch rank mod B.
 *   3. The sorter of each block puts its words in the order of their batches.
 *   4. The batches go up in lockstep. Each node keeps the words whose peak it is.
 *   5. Every node sorts those by destination.
 *   6. Word number p of a node goes down in batch p mod B.
 *   7. The batches go down in lockstep, each node adding its own words.
 *   8. The terminals of a block take words from its buses.
 *
 * A stage moves one batch through every other level of channels, in waves: a word on each wire. It lasts until the
 * slowest channel is done. Levels count from the root, level 0; the blocks are level H, and the channel of level k lies
 * above a vertex of level k. Per channel each batch gets about its share of the words (Bay's Lemma 11), which is what
 * makes the stages short.
 */
#ifndef FTC_MACHINES_SORTING_FAT_TREE_SORTING_FAT_TREE_H
#define FTC_MACHINES_SORTING_FAT_TREE_SORTING_FAT_TREE_H

#include <stdint.h>

#include "network/machine.h"
#include "parse/keys.h"
#include "parse/kind.h"

enum {
	LEAST_SORTING_LEAVES = 4,
	MOST_SORTING_LEAVES = 65536,
	MOST_SORTING_LEVELS = 16,	/* H */
	MOST_MESH_SIDE = 32,		/* m: a block's sorter has m^2 lines */
	MOST_SORTING_BATCHES = 16,	/* B */
	MOST_SORTING_STAGES = MOST_SORTING_LEVELS + 2 * MOST_SORTING_BATCHES,
};

extern const struct machine sorting_machine;
extern const struct kind sorting_fat_tree_kind;

/* parameters.c: spec->own; the rest as in struct kind. */
struct sorting_parameters {
	unsigned mesh_side;		/* m, a power of two; m^2 <= N / 2 */
	unsigned batches;		/* B, a power of two up to sorting_most_batches() */
};
const struct sorting_parameters *sorting_parameters(const struct spec *spec);
extern const struct key *const sorting_keys[];
bool sorting_read(const struct request *q);
/* 2^ceil(lg lg N): lg N batches, as Bay has them, rounded up to a power of two. */
unsigned sorting_most_batches(unsigned leaves);

/* shape.c: the one place for sizes and times. */

/* The nodes of level i, 0 <= i < H. */
struct sorting_level {
	unsigned nodes;			/* 2^i */
	unsigned terminals;		/* n: below a node, and the most words of its peak set */
	unsigned above;			/* cap(i): wires each way of the channel above; 0: the root has none */
	unsigned below;			/* cap(i + 1): of the channel to each child */
	unsigned lines;			/* s = 2 cap(i + 1): of the sorter, of either rotator; banks X and banks Y */
	unsigned columns;		/* n / s: words of a peak set in a bank Y */
	/* FIFO X holds a batch for the channel above or for the left child, FIFO Y one for the right child: */
	unsigned fifo_words;		/* the most words of a batch */
	unsigned fifo_columns;		/* words in a bank */
	/* A bank has two halves. Columns in each: those of the peak set, one for each batch, and those of a FIFO with one more for
	 * lines without a word. The sort ends in half 1; FIFO Y is in half 0. */
	unsigned column_bits;		/* of a column's number in a half */
	unsigned beat_bits;		/* of a bit's number in a word */
	unsigned long bank_bits;	/* half, column and beat together are an address */
	unsigned sorter_latency, rotator_latency;
	unsigned delay;			/* from a bit's read in a bank to the first clock in which it can be read again */
	unsigned shared;		/* bits that all words of the peak set share: they are skipped while it is sorted */
	unsigned last_beat;		/* the last bit of a word on its way up, with two key bits for M and class */
	unsigned sort_period;		/* clocks from column to column, and from wave to wave of the node's own words */
};

/* A block of m x m leaves as hardware; all 0 for m = 1, which has none. See rtl-templates/sorting-fat-tree/sorting_block.v. */
struct sorting_mesh {
	unsigned side_bits;		/* lg m */
	unsigned label_bits;		/* that distinguish the leaves of a block */
	unsigned key_bits;		/* before a word: none, far, batch */
	unsigned place_bits;		/* a word with its key, without M */
	unsigned sorter_latency;
	unsigned wave;			/* clocks from wave to wave, up */
	unsigned order;			/* clocks in which the words pass the sorter */
	unsigned ring;			/* bits of a bus, and clocks of its turn */
};

/* Times of the control, in clocks. */
struct sorting_times {
	unsigned spacing;		/* from RANK to RANK, and from ROUND to the first one */
	unsigned hold;			/* the root holds the first level's ranks back until all levels have been counted */
	unsigned pause;			/* from any other command to the next one, at least */
	unsigned wait;			/* WAIT of rtl-templates/sorting-fat-tree/sorting_pace.v */
};

struct sorting_shape {
	unsigned levels;		/* L = lg N */
	unsigned leaves;		/* N */
	unsigned payload_bits;		/* P */
	unsigned mesh_side;		/* m */
	unsigned block;			/* m^2 terminals, and lines of a block's sorter */
	unsigned height;		/* H = L - 2 lg m */
	unsigned batches;		/* B */
	unsigned batch_bits;		/* of a batch's number: ceil(lg B) */
	unsigned up_bits;		/* of a word between blocks and nodes: M, H climb bits, destination, source, payload */
	unsigned down_bits;		/* of a word from the root on: M, destination, source, payload */
	unsigned period;		/* clocks from wave to wave on channels between nodes, and down to leaves */
	struct sorting_mesh mesh;
	struct sorting_times times;
	unsigned up_stages;		/* H + 2 (B - 1) */
	unsigned down_stages;		/* one more: in the first one the root reads its first batch */
	struct sorting_level level[MOST_SORTING_LEVELS];
};

/* Of a spec of sorting_machine. */
struct sorting_shape sorting_shape(const struct spec *spec);
/* The same with B batches, 1 .. MOST_SORTING_BATCHES. Hardware has powers of two; the shape and the model take any number. */
struct sorting_shape sorting_shape_with(const struct spec *spec, unsigned batches);
/* The batch that a sender `delay` stages behind the first one sends in a stage, one in two stages; B or more: none. */
unsigned sorting_batch_of(const struct sorting_shape *s, unsigned stage, unsigned delay);
/* cap(k), 0 < k <= H. */
unsigned sorting_capacity(const struct sorting_shape *s, unsigned level);

/* Where the sort of a node leaves its words. Word number p is in column p / s, which sorting_turn() has turned: in bank
 * (p + turn) mod s. So s words of a batch in a row lie in s different banks. */
unsigned sorting_turn(const struct sorting_shape *s, unsigned level, unsigned column);
/* The column that a bank is read at for words g s .. g s + s - 1 of a batch. Only for batches that are a power of two. */
unsigned sorting_feed_column(const struct sorting_shape *s, unsigned level, unsigned batch, unsigned group, unsigned bank);

/* How often columns are sorted in a node of r words: with w columns (4^depth + 1) w times, once with a single one. 0 for no
 * word. *columns, unless NULL, is set to w. */
unsigned sorting_column_sorts(const struct sorting_shape *s, unsigned level, unsigned words, unsigned *columns);
/* The parts of a round, in their order. */
enum sorting_phase { SORTING_RANKS, SORTING_LOCAL, SORTING_UP, SORTING_SORT, SORTING_DOWN, SORTING_PHASES };
extern const char *const sorting_phase_names[SORTING_PHASES];

/* times.c: how long things take, in clocks. What a node takes is held against every clock of the model and of the hardware by
 * tests/machines/sorting-fat-tree/node.c, what a round takes by rtl.c. */

enum { SORTING_FIRST_WAVE = 5 };	/* from the command for a stage to the M bits of a node's first wave */

/* A node's, from `sort_now` until `idle`, with `words` words in the peak set. */
unsigned long sorting_sort_clocks(const struct sorting_shape *s, unsigned level, unsigned words);
/* From `stage` until `idle` at a node that sends so many waves, if its children always have room. */
unsigned long sorting_send_clocks(const struct sorting_shape *s, unsigned waves);
/* From the M bits of the last wave from elsewhere until `idle` at a node that has received it. */
unsigned long sorting_take_clocks(const struct sorting_shape *s, unsigned level);
/* From the clock in which no wave comes from above any more, with the node's batch known, until `idle`: so many waves of its own
 * words. */
unsigned long sorting_feed_clocks(const struct sorting_shape *s, unsigned level, unsigned waves);
/* Waves of batch `batch` of a peak set of `words` words. */
unsigned sorting_feed_waves(const struct sorting_shape *s, unsigned level, unsigned words, unsigned batch);

/* From command to command, as far as one channel, node or block has to do with it; the pause if it has nothing to do.
 * Up: the channel above a vertex of that level carries so many waves. */
unsigned long sorting_up_stage(const struct sorting_shape *s, unsigned level, unsigned waves);
/* Down: a node of that level gets so many waves from above, and adds so many of its own when the node above has sent all its
 * waves, which may be more: to the other child. */
unsigned long sorting_down_stage(const struct sorting_shape *s, unsigned level, unsigned waves, unsigned sent, unsigned own);
/* SORT: a node of that level sorts so many words. */
unsigned long sorting_sort_stage(const struct sorting_shape *s, unsigned level, unsigned words);
/* Down: the words for a block, or for a leaf with a channel of its own, in so many waves; `turns[k]` of its buses for wave k.
 * `last`: until the next round may begin. */
unsigned long sorting_land_stage(const struct sorting_shape *s, unsigned waves, const unsigned *turns, bool last);
/* The stage in which a block puts its words in order and delivers its own. */
unsigned long sorting_order_stage(const struct sorting_shape *s, unsigned waves, const unsigned *turns);
/* From the command for a stage, at the root, to the first bits of a wave, if the sender is a root: up, above a vertex of that level; and
 * down, if no buses hold the waves up. */
unsigned long sorting_up_clock(const struct sorting_shape *s, unsigned level, unsigned wave);
unsigned long sorting_down_clock(const struct sorting_shape *s, unsigned wave);
/* .. and until a block has its words in order. */
unsigned long sorting_order_clocks(const struct sorting_shape *s);
/* From wave to wave, if a wave takes so many turns of the buses; `own`: from one of the block's own words to the next. */
unsigned long sorting_bus_spacing(const struct sorting_shape *s, unsigned turns, bool own);
/* From ROUND to the first STAGE. */
unsigned long sorting_rank_stage(const struct sorting_shape *s);

/* machine's entries: report.c, messages_report.c, accept.c */
int sorting_report(const struct spec *spec, bool files, struct findings *found);
int sorting_report_messages(const struct spec *spec, const char *path, struct findings *found);
bool sorting_accept(const struct spec *spec);
/* Each bank fits a block RAM: only such networks are built, and have an estimate. */
bool sorting_fits_banks(const struct sorting_shape *s);
/* universal.c: machine's entries for Bay's measures. */
bool sorting_reference(const struct spec *spec, struct reference_tree *tree);
void sorting_deliver(const struct network *net, const struct message_set *set, struct delivery *delivery);
/* drawing.c: adds NAME.svg, even if no hardware can be made of the spec. */
void sorting_add_drawing(const struct spec *spec, struct output *out);

#endif
