/* flexible_sorter.h: a sorter of any number of words through few lines: Columnsort, recursively (Bay 1992, chapter 3).
 *
 * The words lie in s banks, one for each line, as columns of s words. A pass sorts the columns one after the other through
 * one sorter of s lines, and moves every word to a column of the next pass. A last pass sorts the columns on the way out.
 * With few words the passes have fewer columns: a width. */
#ifndef FTC_MACHINES_FLEXIBLE_SORTER_FLEXIBLE_SORTER_H
#define FTC_MACHINES_FLEXIBLE_SORTER_FLEXIBLE_SORTER_H

#include <stdint.h>

#include "network/machine.h"
#include "network/network.h"
#include "parse/kind.h"
#include "machines/serial_words.h"

struct model;

extern const struct machine flexible_machine;
extern const struct kind flexible_sorter_kind;
extern const struct leaf flexible_leaf;

enum {
	MOST_FLEXIBLE_WORDS = 4096, MOST_FLEXIBLE_LINES = 1024, MOST_FLEXIBLE_COLUMNS = 64,
	MOST_FLEXIBLE_WIDTHS = 9,	/* 1, 2, 3, 4, 8, .. 128: a table may be made for twice the columns of a network */
	MOST_FLEXIBLE_DEPTH = 5,	/* of 64 columns of 2 words */
	MOST_FLEXIBLE_MOVES = 3 * MOST_FLEXIBLE_DEPTH + 1,
	FLEXIBLE_OUT = 2,		/* clocks from the first read of a column to out_start, but for the sorter's */
	FLEXIBLE_COUNT = 1,		/* further clocks until the words of a wave have been counted */
	FLEXIBLE_FILL = 1,		/* clocks to fill, but for the delay and one for each column */
	MOST_LOGIC_BITS = 4096,		/* of a table in LUTs; greater ones take block RAMs */
	MOST_BANK_BITS = 16384,		/* an EBR of an ECP5, one bit wide */
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

/* columnsort.c ------------------------------------------------------------------------------------------------------ */

/* Whether Columnsort sorts C columns of R words each, R even: R >= 2 (C - 1)^2 (Leighton 1985). */
bool columnsort_sorts(unsigned rows, unsigned columns);
/* Where its step 0 .. 3, behind the sort of all columns, moves the word at `position`: transpose, back, shift by half a
 * column, back. Positions count down column 0, then down column 1 .. The shift is circular: column 0 gets the smallest
 * half column and the largest. */
unsigned columnsort_move(unsigned rows, unsigned columns, unsigned step, unsigned position);

/* A level of the recursion: Columnsort of `columns` columns, each of which is sorted by the next level, or by the sorter. */
struct columnsort_level {
	unsigned rows, columns;
};
/* The levels that sort `width` columns of s words, outermost first; returns how many, 0 for one column. `width` is one of
 * flexible_widths(). */
unsigned columnsort_levels(unsigned lines, unsigned width, struct columnsort_level level[MOST_FLEXIBLE_DEPTH]);

/* moves.c ----------------------------------------------------------------------------------------------------------- */

/* A width: how fewer words are sorted. */
struct flexible_width {
	unsigned columns;		/* w */
	unsigned depth;			/* of the recursion; 0: one column */
	unsigned passes;		/* before the last one: 4^depth, but none for one column */
	unsigned moves;			/* distinct permutations: 3 depth + 1, or 0. See flexible_move_behind() */
	unsigned row;			/* of the table: the first of its moves x columns */
};

/* Where the words of a sorted column go. Word i leaves the sorter on line i, for bank (i + turn) mod s, and is written
 * there as part of that bank's column of the next pass. */
struct flexible_moves {
	unsigned lines, columns;	/* s, l / s */
	unsigned widths;
	struct flexible_width width[MOST_FLEXIBLE_WIDTHS];	/* ascending */
	unsigned rows;			/* first `lines` of them, one for each bank at which the next wave begins; then, of each
					   width, move and column, the widths' */
	uint16_t *turn;			/* [row] */
	uint8_t *column;		/* [row * lines + bank]; where a wave begins at a bank: 1 for the banks of the next column */
};

/* The widths that are legal for these lines, up to l / s columns: powers of two, and 3 from 8 lines up; returns how many. */
unsigned flexible_widths(unsigned lines, unsigned columns, unsigned width[MOST_FLEXIBLE_WIDTHS]);
/* Makes the table. Free it with flexible_moves_free(). */
struct flexible_moves flexible_moves_make(unsigned lines, unsigned words);
void flexible_moves_free(struct flexible_moves *m);
/* The move behind pass 0 .. passes - 1, 0 .. moves - 1. */
unsigned flexible_move_behind(const struct flexible_width *w, unsigned pass);
/* Where move `move` of a width takes the word at `position` of a sorted whole: columns of s words. */
unsigned flexible_move(unsigned lines, unsigned width, unsigned move, unsigned position);
/* The width of a batch of r words: the least one with room. */
const struct flexible_width *flexible_width_of(const struct flexible_moves *m, unsigned words);

/* model.c: the machine, word by word -------------------------------------------------------------------------------- */

/* The banks, of which the passes use two halves in turn. Greater words are UINT64_MAX: no word. */
struct flexible_banks {
	const struct flexible_moves *moves;
	uint64_t *half[2];		/* [column * lines + bank] */
	uint64_t *line;			/* [lines]: a column in the sorter */
	unsigned words;			/* that have come */
	unsigned clashes;		/* words that were written where one had been written in the same pass */
	bool *written;			/* [column * lines + bank], in this pass */
};
struct flexible_banks flexible_banks_new(const struct flexible_moves *m);
void flexible_banks_free(struct flexible_banks *b);
/* Appends a wave of up to s words, in any order; `no word` where a line has none. At most l words come. */
void flexible_banks_take(struct flexible_banks *b, const uint64_t *wave);
/* Sorts them: `sorted` gets whole columns, at least one; returns how many. The banks are empty again. */
unsigned flexible_banks_sort(struct flexible_banks *b, uint64_t *sorted);

/* shape.c: sizes and times ------------------------------------------------------------------------------------------ */

/* The way of a bit from a bank through the sorter and a rotator back into a bank, in clocks. */
struct flexible_way {
	unsigned sorter_latency;	/* of the plan */
	unsigned stage;			/* of the rotator: layers between registers */
	unsigned rotator_latency;
	unsigned delay;			/* from a bit's read to the first clock in which it can be read again */
};
struct flexible_way flexible_way(const struct spec *spec, unsigned lines);

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
/* Waves of a batch of r words, in and out: at least one. */
unsigned flexible_waves(unsigned lines, unsigned words);

/* cost.c: the whole but the sorter. */
struct cost flexible_cost(const struct network *net);

/* memories.c: block RAMs of the target's family, as Yosys takes them. */
unsigned long flexible_block_rams(const struct spec *spec);
bool flexible_check_rams(const struct network *net, const char *board, unsigned long block_rams);	/* as in struct machine */

/* proof_moves.c: adds a search that checks the moves from Columnsort's definition. */
void flexible_prove_moves(struct proofs *list, const char *subject, const struct flexible_moves *m);
/* proof.c: adds the proof of a bank of so many bits, with these parameters, options of Yosys; `keeps`: its KEEPS is 1. */
void flexible_prove_places(struct proofs *list, const char *subject, const char *parameters, unsigned long bits, bool keeps);

/* engine.c: as struct leaf has it, of flexible_leaf. Its ports are those of the Verilog. */
struct model *flexible_model(const struct network *net);

/* See struct machine. */
extern const struct simulator flexible_simulator;	/* simulate.c */
extern const struct verilog_bench flexible_bench;	/* bench.c */
extern const struct self_test flexible_self_test;	/* self_test.c */
int flexible_report(const struct spec *spec, bool files, struct findings *found);	/* report.c */
void flexible_lower(struct design *d, const struct network *net);	/* lower.c */

/* lower.c, also for nodes of a sorting fat-tree --------------------------------------------------------------------- */

struct instance;

/* Sets the parameters of flexible_widths.v and flexible_move.v for the moves: DEPTH, ROW_BITS, WIDTHS, WIDTH_BITS, MOVE_BITS, LASTS,
 * DEPTHS, ROWS. `column_bits`: of a column's number; `row_number_bits`: of a row's in the table. */
void flexible_set_widths(struct instance *i, const struct flexible_moves *m, unsigned column_bits, unsigned row_number_bits);
/* A bit of a row of the table: the turn lowest, then the columns of all banks, each in so many bits. */
unsigned flexible_row_bit(const struct flexible_moves *m, unsigned column_bits, unsigned row, unsigned bit);
void flexible_draw(const struct network *net, struct output *out);	/* drawing.c */
void flexible_prove(struct proofs *list, const struct network *net);	/* proof.c */

#endif
