/* columnsort_proof_moves.c: checks the table of moves, by code that did not make it.
 *
 *   levels     Columnsorts nest down to columns of a line for each word, and each has enough rows (Leighton 1985)
 *   steps      a pass takes every word to the column where the steps of these Columnsorts take it: matrices that are
 *              written and read, as Leighton draws them
 *   banks      a pass reads and writes each bank once for each column, and no place twice
 *   0-1        where there are few, all columns of zeros and ones come out sorted
 *
 * The wrong goal: the same of a table with one turn changed. */
#include <stdlib.h>
#include <string.h>

#include "machines/columnsort.h"
#include "prove/builder.h"
#include "util/text.h"

enum { MOST_COMBINATIONS = 200000 };

struct check {
	const struct flexible_moves *m;
	unsigned lines;
	unsigned long passes, moved, combinations;	/* that have been checked */
	struct text wrong;		/* what is wrong first; empty: nothing */
};

static void complain(struct check *c, const struct flexible_width *w, unsigned pass, unsigned column, const char *what)
{
	if (c->wrong.length == 0)
		text_print(&c->wrong, "width %u, pass %u, column %u: %s\n", w->columns, pass, column, what);
}

/* Where a step takes the words of a matrix: to[p] is the new place of the word at place p. Places go down the columns. */
static void step_matrix(unsigned rows, unsigned columns, unsigned step, unsigned *to)
{
	unsigned words = rows * columns;

	/* Slot q of the matrix, row by row, is place (q mod columns) rows + floor(q / columns). */
	for (unsigned q = 0; step < 2 && q < words; q++) {
		unsigned place = q % columns * rows + q / columns;

		to[step == 0 ? q : place] = step == 0 ? place : q;
	}
	/* A column more: half a column of least words, then the words, then half a column of greatest words. With the two
	 * halves in one column, all is shifted by half a column. */
	for (unsigned p = 0; step >= 2 && p < words; p++) {
		unsigned shifted = (p + rows / 2) % words;

		to[step == 2 ? p : shifted] = step == 2 ? shifted : p;
	}
	/* Behind the last sort the first column has the least half above the greatest half. */
	for (unsigned r = 0; step == 3 && r < rows; r++)
		to[r] = r < rows / 2 ? r : words - rows + r;
}

/* The levels, innermost first, by Lemma 9: the least number of columns side by side that is long enough for Columnsort of the
 * whole; that number, in turn, down to one column. Returns how many; 0 with wrong ones. */
static unsigned find_levels(unsigned lines, unsigned width, unsigned rows[MOST_FLEXIBLE_DEPTH], unsigned columns[MOST_FLEXIBLE_DEPTH])
{
	unsigned depth = 0, outer[MOST_FLEXIBLE_DEPTH];

	for (unsigned whole = width; whole > 1 && depth < MOST_FLEXIBLE_DEPTH; depth++) {
		unsigned part = 1;

		while (part < whole && (whole % part > 0 || lines * part < 2 * (whole / part - 1) * (whole / part - 1)))
			part++;
		outer[depth] = part;
		columns[depth] = whole / part;
		whole = part;
	}
	for (unsigned k = 0; k < depth / 2; k++) {
		unsigned swap = columns[k];

		columns[k] = columns[depth - 1 - k];
		columns[depth - 1 - k] = swap;
	}
	for (unsigned k = 0; k < depth; k++)
		rows[k] = lines * outer[depth - 1 - k];
	return depth;
}

/* Where a pass takes all words: the steps of all levels that end with it, innermost first. */
static void pass_matrix(unsigned lines, const struct flexible_width *w, unsigned pass, unsigned *to)
{
	unsigned rows[MOST_FLEXIBLE_DEPTH], columns[MOST_FLEXIBLE_DEPTH], words = lines * w->columns;
	unsigned depth = find_levels(lines, w->columns, rows, columns), *step = allocate_array(words, sizeof *step);

	for (unsigned p = 0; p < words; p++)
		to[p] = p;
	for (unsigned k = 0, rest = pass; k < depth; k++, rest /= 4) {
		unsigned block = rows[k] * columns[k];

		step_matrix(rows[k], columns[k], rest % 4, step);
		for (unsigned p = 0; p < words; p++)
			to[p] = to[p] / block * block + step[to[p] % block];
		if (rest % 4 < 3)
			break;
	}
	free(step);
}

static void check_pass(struct check *c, const struct flexible_width *w, unsigned pass)
{
	unsigned lines = c->lines, words = lines * w->columns, first = w->row + flexible_move_behind(w, pass) * w->columns;
	unsigned *to = allocate_array(words, sizeof *to);
	bool *read = allocate_array(lines, sizeof *read), *written = allocate_array(words, sizeof *written);

	pass_matrix(lines, w, pass, to);
	for (unsigned column = 0; column < w->columns; column++) {
		unsigned row = first + column;

		memset(read, 0, lines * sizeof *read);
		for (unsigned i = 0; i < lines; i++) {
			unsigned bank = (i + c->m->turn[row]) % lines, next = c->m->column[row * lines + bank];

			if (next != to[column * lines + i] / lines) {
				complain(c, w, pass, column, "a word does not go where Columnsort takes it");
			} else if (read[bank] || written[next * lines + bank]) {
				complain(c, w, pass, column, "a bank is needed twice");
			} else {
				read[bank] = written[next * lines + bank] = true;
				c->moved++;
			}
		}
	}
	c->passes++;
	free(written);
	free(read);
	free(to);
}

/* A pass over sorted columns of zeros and ones, as the number of ones in each. */
static void pass_ones(const struct check *c, const struct flexible_width *w, unsigned pass, unsigned *ones)
{
	unsigned first = w->row + flexible_move_behind(w, pass) * w->columns, next[MOST_FLEXIBLE_COLUMNS] = { 0 };

	for (unsigned column = 0; column < w->columns; column++)
		for (unsigned i = c->lines - ones[column]; i < c->lines; i++)
			next[c->m->column[(first + column) * c->lines + (i + c->m->turn[first + column]) % c->lines]]++;
	memcpy(ones, next, w->columns * sizeof *ones);
}

static void check_zeros_and_ones(struct check *c, const struct flexible_width *w)
{
	unsigned start[MOST_FLEXIBLE_COLUMNS] = { 0 }, column = 0;
	double all = 1;

	for (unsigned k = 0; k < w->columns; k++)
		all *= c->lines + 1;
	while (all <= MOST_COMBINATIONS && column < w->columns) {
		unsigned ones[MOST_FLEXIBLE_COLUMNS];

		memcpy(ones, start, sizeof ones);
		for (unsigned pass = 0; pass < w->passes; pass++)
			pass_ones(c, w, pass, ones);
		for (unsigned k = 1; k < w->columns; k++)
			if (ones[k - 1] > 0 && ones[k] < c->lines)
				complain(c, w, w->passes, k, "zeros and ones are not sorted");
		c->combinations++;
		for (column = 0; column < w->columns && start[column] == c->lines; column++)
			start[column] = 0;
		if (column < w->columns)
			start[column]++;
	}
}

static void check_all(struct check *c)
{
	for (unsigned k = 0; k < c->m->widths; k++) {
		const struct flexible_width *w = &c->m->width[k];
		unsigned rows[MOST_FLEXIBLE_DEPTH], columns[MOST_FLEXIBLE_DEPTH], depth = find_levels(c->lines, w->columns, rows, columns);

		if (depth != w->depth || w->passes != (depth > 0 ? 1u << 2 * depth : 0))
			complain(c, w, 0, 0, "Columnsorts do not nest so");
		for (unsigned pass = 0; pass < w->passes; pass++)
			check_pass(c, w, pass);
		if (c->wrong.length == 0)
			check_zeros_and_ones(c, w);
	}
}

/* Whether the table is still right with another turn in its last row. */
static bool holds_of_another(const struct flexible_moves *m)
{
	struct flexible_moves other = *m;
	struct check c = { .m = &other, .lines = m->lines };

	if (m->rows == m->lines)
		return false;		/* one column: there are no moves */
	other.turn = allocate_array(m->rows, sizeof *other.turn);
	memcpy(other.turn, m->turn, m->rows * sizeof *other.turn);
	other.turn[m->rows - 1] ^= 1;
	check_all(&c);
	bool holds = c.wrong.length == 0;

	free(other.turn);
	text_free(&c.wrong);
	return holds;
}

void flexible_prove_moves(struct proofs *list, const char *subject, const struct flexible_moves *m)
{
	struct check c = { .m = m, .lines = m->lines };

	check_all(&c);
	bool holds = c.wrong.length == 0;
	char *what = format_string("%lu passes, %lu moves of words, %lu sets of zeros and ones", c.passes, c.moved, c.combinations);
	char *counterexample = holds ? NULL : copy_string(c.wrong.bytes);

	prove_by_search(list, "moves", subject, what, "each word goes where Columnsort takes it, each bank is used once a column",
			holds, counterexample, holds_of_another(m));
	text_free(&c.wrong);
	free(what);
}
