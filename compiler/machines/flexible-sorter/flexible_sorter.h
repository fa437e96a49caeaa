/* flexible_sorter.h: a sorter of any number of words through few lines: Columnsort, recursively (Bay 1992, chapter 3).
 *
 * The words lie in s banks, one for each line, as columns of s words. A pass sorts the columns one after the other through
 * one sorter of s lines, and moves every word to a column of the next pass. A last pass sorts the columns on the way out.
 * With few words the passes have fewer columns: a width. */
#ifndef FTC_MACHINES_FLEXIBLE_SORTER_FLEXIBLE_SORTER_H
#define FTC_MACHINES_FLEXIBLE_SORTER_FLEXIBLE_SORTER_H

#include <stdint.h>

#include "machines/columnsort.h"
#include "machines/serial_words.h"
#include "network/machine.h"
#include "network/network.h"
#include "parse/kind.h"

struct model;

extern const struct machine flexible_machine;
extern const struct kind flexible_sorter_kind;
extern const struct leaf flexible_leaf;

enum {
	MOST_FLEXIBLE_WORDS = 4096, MOST_FLEXIBLE_LINES = 1024,
	FLEXIBLE_OUT = 2,		/* clocks from the first read of a column to out_start, but for the sorter's */
	FLEXIBLE_COUNT = 1,		/* further clocks until the words of a wave have been counted */
	FLEXIBLE_FILL = 1,		/* clocks to fill, but for the delay and one for each column */
	MOST_LOGIC_BITS = 4096,		/* of a table in LUTs; greater ones take block RAMs */
};

/* parameters.c: spec->own; the rest as in struct kind. */
struct flexible_parameters {
	struct serial_words serial;	/* first: serial_words.h */
	unsigned words;			/* l, a multiple of the lines by a power of two up to MOST_FLEXIBLE_COLUMNS */
	unsigned lines;			/* s, a power of two from 2 to MOST_FLEXIBLE_LINES */
};
const struct flexible_parameters *flexible_parameters(const struct spec *spec);
extern const struct key *const flexible_keys[];
bool flexible_read(const struct request *q);
bool flexible_accept(const struct spec *spec);	/* accept.c */

/* shape.c: sizes and times ------------------------------------------------------------------------------------------ */

struct flexible_shape {
	unsigned lines, columns, word_bits;	/* word_bits: with the bit that says whether there is a word */
	unsigned column_bits, beat_bits;	/* of a column's number and of a bit's; at least 1 */
	unsigned sorter_latency;	/* of the plan */
	unsigned stage;			/* of the rotator: layers between registers */
	unsigned rotator_latency;
	unsigned delay;			/* clocks from a bit's read until it can be read again, and the words have been counted */
	unsigned period;		/* clocks from column to column */
	unsigned long bank_bits;	/* of a bank: two halves of columns of words */
	unsigned row_bits;		/* of a row of the table */
};
struct flexible_shape flexible_shape(const struct spec *spec);
/* Clocks of a batch, from the `start` of its last wave to the first `out_start`, if the receiver is always ready. */
unsigned long flexible_sort_clocks(const struct flexible_shape *s, const struct flexible_moves *m, unsigned words);
/* From the first `start` to the last bit that leaves, with full waves one after the other. */
unsigned long flexible_batch_clocks(const struct flexible_shape *s, const struct flexible_moves *m, unsigned words);
/* The sorter of a column. */
const struct plan *flexible_sorter_plan(const struct network *net);
/* cost.c: the whole but the sorter. */
struct cost flexible_cost(const struct network *net);

/* memories.c: block RAMs of the target's family, as Yosys takes them. */
unsigned long flexible_block_rams(const struct spec *spec);
bool flexible_check_rams(const struct network *net, const char *board, unsigned long block_rams);	/* as in struct machine */

/* engine.c: as struct leaf has it, of flexible_leaf. Its ports are those of the Verilog. */
struct model *flexible_model(const struct network *net);

/* See struct machine. */
extern const struct simulator flexible_simulator;	/* simulate.c */
extern const struct verilog_bench flexible_bench;	/* bench.c */
extern const struct self_test flexible_self_test;	/* self_test.c */
int flexible_report(const struct spec *spec, bool files, struct findings *found);	/* report.c */
void flexible_lower(struct design *d, const struct network *net);	/* lower.c */

void flexible_draw(const struct network *net, struct output *out);	/* drawing.c */
void flexible_prove(struct proofs *list, const struct network *net);	/* proof.c */

#endif
