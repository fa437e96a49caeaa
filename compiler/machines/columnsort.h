/* columnsort.h: Columnsort of many words through few lines (Bay 1992, chapter 3), which flexible sorters and the nodes
 * of sorting fat-trees share: the moves of words, the banks, their circuit's parameters and their proofs. */
#ifndef FTC_MACHINES_COLUMNSORT_H
#define FTC_MACHINES_COLUMNSORT_H

#include <stdbool.h>
#include <stdint.h>

struct instance;
struct proofs;
struct spec;

enum {
	MOST_FLEXIBLE_COLUMNS = 64,
	MOST_FLEXIBLE_WIDTHS = 9,	/* 1, 2, 3, 4, 8, .. 128: a table may be made for twice the columns of a network */
	MOST_FLEXIBLE_DEPTH = 5,	/* of 64 columns of 2 words */
	MOST_FLEXIBLE_MOVES = 3 * MOST_FLEXIBLE_DEPTH + 1,
	MOST_BANK_BITS = 16384,		/* an EBR of an ECP5, one bit wide */
};

/* columnsort.c ----------------------------------------------------------------------------------------------------- */

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

/* columnsort_moves.c ----------------------------------------------------------------------------------------------- */

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

/* columnsort_model.c: the banks, word by word ---------------------------------------------------------------------- */

/* The banks, of which the passes use two halves in turn. Greater words are UINT64_MAX: no word. */
struct flexible_banks {
	const struct flexible_moves *moves;
	uint64_t *half[2];		/* [column * lines + bank] */
	uint64_t *line;			/* [lines]: a column in the sorter */
	unsigned words;			/* that have come */
	unsigned clashes;		/* words that were written where one had been written in the same pass */
	bool *written;			/* [column * lines + bank], in this pass */
	/* Sees the half that pass `pass` reads, from 0 on, and the one that the last pass leaves; NULL: nobody looks. */
	void (*see)(void *context, unsigned pass, const uint64_t *half);
	void *context;
};
struct flexible_banks flexible_banks_new(const struct flexible_moves *m);
void flexible_banks_free(struct flexible_banks *b);
/* Appends a wave of up to s words, in any order; `no word` where a line has none. At most l words come. */
void flexible_banks_take(struct flexible_banks *b, const uint64_t *wave);
/* Sorts them: `sorted` gets whole columns, at least one; returns how many. The banks are empty again. */
unsigned flexible_banks_sort(struct flexible_banks *b, uint64_t *sorted);

/* columnsort_hardware.c: times and parameters of the circuit ------------------------------------------------------- */

/* The way of a bit from a bank through the sorter and a rotator back into a bank, in clocks. */
struct flexible_way {
	unsigned sorter_latency;	/* of the plan */
	unsigned stage;			/* of the rotator: layers between registers */
	unsigned rotator_latency;
	unsigned delay;			/* from a bit's read to the first clock in which it can be read again */
};
struct flexible_way flexible_way(const struct spec *spec, unsigned lines);

/* Waves of a batch of r words, in and out: at least one. */
unsigned flexible_waves(unsigned lines, unsigned words);

/* Sets the parameters of flexible_widths.v and flexible_move.v for the moves: DEPTH, ROW_BITS, WIDTHS, WIDTH_BITS, MOVE_BITS, LASTS,
 * DEPTHS, ROWS. `column_bits`: of a column's number; `row_number_bits`: of a row's in the table. */
void flexible_set_widths(struct instance *i, const struct flexible_moves *m, unsigned column_bits, unsigned row_number_bits);
/* A bit of a row of the table: the turn lowest, then the columns of all banks, each in so many bits. */
unsigned flexible_row_bit(const struct flexible_moves *m, unsigned column_bits, unsigned row, unsigned bit);

/* columnsort_proof.c ----------------------------------------------------------------------------------------------- */

/* Adds a search that checks the moves from Columnsort's definition. */
void flexible_prove_moves(struct proofs *list, const char *subject, const struct flexible_moves *m);

#endif
