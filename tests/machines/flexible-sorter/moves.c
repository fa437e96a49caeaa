/* moves.c: the plan of passes of every flexible sorter of up to 4096 words, by code that did not make it: where
 * Columnsort moves words, what a table of moves does with banks and columns, and whether the whole sorts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machines/flexible-sorter/flexible_sorter.h"
#include "random.h"
#include "util/text.h"

static const char *conditions_path, *plans_path;

/* Columns of zeros and ones, sorted: the ones of each column are at its end. --------------------------------------- */

enum { MOST_COLUMNS = 64 };

/* The ones of each column after a step, whose moves are `to`: the column that the word at a position goes to. */
static void step_counts(unsigned rows, unsigned columns, const unsigned *to, unsigned *ones)
{
	unsigned next[MOST_COLUMNS] = {0};

	for (unsigned c = 0; c < columns; c++)
		for (unsigned i = rows - ones[c]; i < rows; i++)
			next[to[c * rows + i]]++;
	memcpy(ones, next, columns * sizeof *ones);
}

/* Whole columns of zeros, at most one mixed column, whole columns of ones. */
static bool counts_are_sorted(unsigned rows, unsigned columns, const unsigned *ones)
{
	for (unsigned c = 1; c < columns; c++)
		if (ones[c - 1] > 0 && ones[c] < rows)
			return false;
	return true;
}

/* Whether the last step takes all ones behind all zeros, without another sort. */
static bool ends_sorted(unsigned rows, unsigned columns, const unsigned *ones)
{
	unsigned all = 0;

	for (unsigned c = 0; c < columns; c++)
		all += ones[c];
	for (unsigned c = 0; c < columns; c++)
		for (unsigned i = rows - ones[c]; i < rows; i++)
			if (columnsort_move(rows, columns, 3, c * rows + i) < rows * columns - all)
				return false;
	return true;
}

/* Where the four steps of Columnsort take a word, from their definition: a matrix is read and written. */
static unsigned column_by_definition(unsigned rows, unsigned columns, unsigned step, unsigned position)
{
	unsigned row = position % rows, column = position / rows;

	if (step == 0)		/* pick up by columns, lay down by rows */
		return position % columns;
	if (step == 1)		/* pick up by rows, lay down by columns */
		return (row * columns + column) / rows;
	if (step == 2)		/* down by half a column; what leaves the last column goes to the top of the first */
		return row < rows / 2 ? column : (column + 1) % columns;
	if (column == 0)	/* back: the first column had the smallest half and the largest */
		return row < rows / 2 ? 0 : columns - 1;
	return row < rows / 2 ? column - 1 : column;
}

struct columnsort {
	unsigned rows, columns;
	unsigned *to[4];
};

static struct columnsort columnsort_of(unsigned rows, unsigned columns)
{
	struct columnsort s = { rows, columns, { NULL } };

	for (unsigned step = 0; step < 4; step++) {
		s.to[step] = allocate_array(rows * columns, sizeof *s.to[step]);
		for (unsigned p = 0; p < rows * columns; p++) {
			s.to[step][p] = columnsort_move(rows, columns, step, p) / rows;
			assert_int_equal(s.to[step][p], column_by_definition(rows, columns, step, p));
		}
	}
	return s;
}

static void columnsort_free(struct columnsort *s)
{
	for (unsigned step = 0; step < 4; step++)
		free(s->to[step]);
}

static bool sorts(const struct columnsort *s, const unsigned *start)
{
	unsigned ones[MOST_COLUMNS];

	memcpy(ones, start, s->columns * sizeof *ones);
	for (unsigned step = 0; step < 3; step++)
		step_counts(s->rows, s->columns, s->to[step], ones);
	return ends_sorted(s->rows, s->columns, ones);
}

/* The next combination of counts 0 .. rows; false after the last. */
static bool next_counts(unsigned rows, unsigned columns, unsigned *ones)
{
	for (unsigned c = 0; c < columns; c++) {
		if (ones[c]++ < rows)
			return true;
		ones[c] = 0;
	}
	return false;
}

/* Whether all counts are sorted; *tried how many there are. */
static bool sorts_all(const struct columnsort *s, unsigned long *tried)
{
	unsigned ones[MOST_COLUMNS] = {0};
	bool good = true;

	*tried = 0;
	do {
		good = sorts(s, ones) && good;
		++*tried;
	} while (next_counts(s->rows, s->columns, ones));
	return good;
}

static bool sorts_random(const struct columnsort *s, unsigned samples)
{
	struct random random;

	random_start(&random, 1, 1);
	for (unsigned k = 0; k < samples; k++) {
		unsigned ones[MOST_COLUMNS], few = random_next(&random) & 1;

		for (unsigned c = 0; c < s->columns; c++)
			ones[c] = few ? s->rows / 2 - 2 + (unsigned)random_below(&random, 5) : (unsigned)random_below(&random, s->rows + 1);
		if (!sorts(s, ones))
			return false;
	}
	return true;
}

static void conditions_hold(void **state)
{
	FILE *f = fopen(conditions_path, "r");
	unsigned rows, columns, lines = 0, failures = 0;
	char verdict[8], line[256];

	(void)state;
	assert_non_null(f);
	while (fgets(line, sizeof line, f)) {
		assert_int_equal(sscanf(line, "R=%u C=%u %7s", &rows, &columns, verdict), 3);
		struct columnsort s = columnsort_of(rows, columns);
		const char *exhaustive = strstr(line, "exhaustive ");
		bool fails = strcmp(verdict, "FAIL") == 0, condition = columnsort_sorts(rows, columns);
		unsigned long tried;

		assert_int_equal(condition, strstr(line, "(cond R>=2(C-1)^2: 1)") || strstr(line, "(cond 1)"));
		assert_false(fails && condition);
		if (columns <= 4) {
			assert_int_equal(sorts_all(&s, &tried), !fails);
			assert_true(!exhaustive || tried == strtoul(exhaustive + strlen("exhaustive "), NULL, 10));
		} else {
			assert_int_equal(sorts_random(&s, fails ? 3000000 : 2000), !fails);
		}
		columnsort_free(&s);
		lines++;
		failures += fails;
	}
	fclose(f);
	assert_int_equal(lines, 52);
	assert_int_equal(failures, 15);
}

/* 16 rows would do for 4 columns if the bound were one column less; they do not. */
static void the_bound_is_not_too_high(void **state)
{
	struct columnsort s = columnsort_of(16, 4);
	unsigned long tried;

	(void)state;
	assert_false(columnsort_sorts(16, 4));
	assert_true(columnsort_sorts(16, 3));
	assert_false(sorts_all(&s, &tried));
	assert_int_equal(tried, 17 * 17 * 17 * 17);
	columnsort_free(&s);
}

/* Plans ------------------------------------------------------------------------------------------------------------ */

static unsigned distinct_moves(unsigned lines, unsigned width, unsigned depth)
{
	struct flexible_width w = { .columns = width, .depth = depth };
	unsigned count = 0, last = 1u << 2 * depth;
	bool seen[MOST_FLEXIBLE_MOVES] = { false };

	for (unsigned pass = 0; depth > 0 && pass < last; pass++) {
		unsigned move = flexible_move_behind(&w, pass);

		assert_true(move <= 3 * depth);
		count += !seen[move];
		seen[move] = true;
	}
	/* As permutations, too. */
	for (unsigned a = 0; a < count; a++)
		for (unsigned b = 0; b < a; b++) {
			unsigned p = 0;

			while (p < lines * width && flexible_move(lines, width, a, p) == flexible_move(lines, width, b, p))
				p++;
			assert_true(p < lines * width);
		}
	return count;
}

static void plans_are_bays(void **state)
{
	FILE *f = fopen(plans_path, "r");
	unsigned plans = 0;
	char line[256];

	(void)state;
	assert_non_null(f);
	while (fgets(line, sizeof line, f)) {
		unsigned n, s, l, w, r, depth, passes;
		char moves[8], *at = line;
		struct columnsort_level level[MOST_FLEXIBLE_DEPTH];

		assert_int_equal(sscanf(line, "PLAN %u %u %u %u %u | %u %u %7s", &n, &s, &l, &w, &r, &depth, &passes, moves), 8);
		assert_int_equal(columnsort_levels(s, w, level), depth);
		assert_int_equal(1u << 2 * depth, passes);
		if (r <= MOST_FLEXIBLE_WORDS)
			assert_int_equal(distinct_moves(s, w, depth), atoi(moves));
		for (unsigned k = 0; k < depth; k++) {
			unsigned rows, columns;

			at = strchr(at, '(');
			assert_non_null(at);
			assert_int_equal(sscanf(at++, "(%u,%u)", &rows, &columns), 2);
			assert_int_equal(level[k].rows, rows);
			assert_int_equal(level[k].columns, columns);
		}
		plans++;
	}
	fclose(f);
	assert_int_equal(plans, 56);
}

/* Every size ------------------------------------------------------------------------------------------------------- */

/* The permutation of a pass, from the nest of Columnsorts: blocks of the inner ones first, step by step. */
static unsigned composed(unsigned lines, unsigned width, unsigned pass, unsigned position)
{
	struct columnsort_level level[MOST_FLEXIBLE_DEPTH];

	for (unsigned k = columnsort_levels(lines, width, level); k-- > 0; pass /= 4) {
		unsigned block = level[k].rows * level[k].columns, first = position / block * block;

		position = first + columnsort_move(level[k].rows, level[k].columns, pass % 4, position - first);
		if (pass % 4 < 3)
			break;
	}
	return position;
}

/* Every bank once for each source column and for each next column, and the words where the permutation takes them. */
static void check_table(const struct flexible_moves *m, const struct flexible_width *w)
{
	unsigned lines = m->lines, words = lines * w->columns;
	bool *bank_used = allocate_array(lines, sizeof *bank_used), *place_used = allocate_array(words, sizeof *place_used);
	bool *hit = allocate_array(words, sizeof *hit);

	for (unsigned pass = 0; pass < w->passes; pass++) {
		unsigned move = flexible_move_behind(w, pass);

		memset(place_used, 0, words);
		memset(hit, 0, words);
		for (unsigned c = 0; c < w->columns; c++) {
			unsigned row = w->row + move * w->columns + c;

			memset(bank_used, 0, lines);
			assert_true(row < m->rows && m->turn[row] < lines);
			for (unsigned i = 0; i < lines; i++) {
				unsigned bank = (i + m->turn[row]) % lines, column = m->column[row * lines + bank];
				unsigned to = composed(lines, w->columns, pass, c * lines + i);

				assert_true(to < words && !hit[to]);
				hit[to] = true;
				assert_int_equal(column, to / lines);
				assert_false(bank_used[bank] || place_used[column * lines + bank]);
				bank_used[bank] = place_used[column * lines + bank] = true;
			}
		}
	}
	free(bank_used);
	free(place_used);
	free(hit);
}

/* The machine sorts any zeros and ones: all counts of ones in its columns, through the table. */
static void check_zero_one(const struct flexible_moves *m, const struct flexible_width *w)
{
	unsigned lines = m->lines, ones[MOST_COLUMNS] = {0}, *to[MOST_FLEXIBLE_MOVES];

	for (unsigned move = 0; move < w->moves; move++) {
		to[move] = allocate_array(lines * w->columns, sizeof *to[move]);
		for (unsigned c = 0; c < w->columns; c++)
			for (unsigned i = 0; i < lines; i++) {
				unsigned row = w->row + move * w->columns + c;

				to[move][c * lines + i] = m->column[row * lines + (i + m->turn[row]) % lines];
			}
	}
	do {
		unsigned now[MOST_COLUMNS];

		memcpy(now, ones, sizeof now);
		for (unsigned pass = 0; pass < w->passes; pass++)
			step_counts(lines, w->columns, to[flexible_move_behind(w, pass)], now);
		assert_true(counts_are_sorted(lines, w->columns, now));
	} while (next_counts(lines, w->columns, ones));
	for (unsigned move = 0; move < w->moves; move++)
		free(to[move]);
}

static unsigned long combinations(const struct flexible_moves *m, const struct flexible_width *w)
{
	unsigned long all = 1;

	for (unsigned c = 0; c < w->columns; c++)
		all *= m->lines + 1;
	return all;
}

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* Batches of `words` words, in waves with gaps; few of the words differ in every other batch. */
static void check_batch(struct flexible_banks *b, unsigned words, struct random *random)
{
	unsigned lines = b->moves->lines, given = 0, gaps = (unsigned)random_below(random, 3);
	uint64_t *sent = allocate_array(words + 1, sizeof *sent), *wave = allocate_array(lines, sizeof *wave);
	uint64_t *got = allocate_array((size_t)lines * b->moves->columns, sizeof *got), few = random_next(random) & 1;

	for (unsigned i = 0; i < words; i++)
		sent[i] = few ? random_below(random, 3) : random_next(random) >> 1;
	while (given < words) {
		for (unsigned i = 0; i < lines; i++)
			wave[i] = given < words && random_below(random, 3) >= gaps ? sent[given++] : UINT64_MAX;
		flexible_banks_take(b, wave);
	}
	unsigned waves = flexible_banks_sort(b, got);

	assert_int_equal(waves, words == 0 ? 1 : (words + lines - 1) / lines);
	assert_int_equal(b->clashes, 0);
	qsort(sent, words, sizeof *sent, compare);
	for (unsigned i = 0; i < waves * lines; i++)
		assert_true(got[i] == (i < words ? sent[i] : UINT64_MAX));
	free(sent);
	free(wave);
	free(got);
}

static void every_size_sorts(void **state)
{
	enum { EXHAUSTIVE = 200000 };
	unsigned sizes = 0, exhausted = 0;
	struct random random;

	(void)state;
	random_start(&random, 7, 1);
	for (unsigned lines = 2; lines <= MOST_FLEXIBLE_LINES; lines *= 2)
		for (unsigned words = lines; words <= lines * MOST_FLEXIBLE_COLUMNS && words <= MOST_FLEXIBLE_WORDS; words *= 2) {
			struct flexible_moves m = flexible_moves_make(lines, words);
			struct flexible_banks b = flexible_banks_new(&m);
			/* Smaller sorters have the same widths. */
			const struct flexible_width *w = &m.width[m.widths - 1];

			for (unsigned k = 0; k < m.widths; k++)
				check_table(&m, &m.width[k]);
			for (unsigned k = m.widths == 4 ? 2 : m.widths - 1; k < m.widths; k++)
				if (m.width[k].columns <= 4 && combinations(&m, &m.width[k]) <= EXHAUSTIVE) {
					check_zero_one(&m, &m.width[k]);
					exhausted++;
				}
			for (unsigned k = 0; k < 12; k++)
				check_batch(&b, k == 0 ? words : k == 1 ? 0 : (unsigned)random_below(&random, words + 1), &random);
			assert_int_equal(w->columns, words / lines);
			flexible_banks_free(&b);
			flexible_moves_free(&m);
			sizes++;
		}
	assert_int_equal(sizes, 60);
	assert_true(exhausted >= 15);
}

/* Any number of words, and the width that it takes. */
static void every_number_of_words_sorts(void **state)
{
	struct flexible_moves m = flexible_moves_make(16, 64);
	struct flexible_banks b = flexible_banks_new(&m);
	struct random random;

	(void)state;
	random_start(&random, 9, 1);
	for (unsigned words = 0; words <= 64; words++) {
		unsigned columns = words <= 16 ? 1 : words <= 32 ? 2 : words <= 48 ? 3 : 4;

		assert_int_equal(flexible_width_of(&m, words)->columns, columns);
		for (unsigned k = 0; k < 50; k++)
			check_batch(&b, words, &random);
	}
	flexible_banks_free(&b);
	flexible_moves_free(&m);
}

int main(int count, char **argument)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(conditions_hold),
		cmocka_unit_test(the_bound_is_not_too_high),
		cmocka_unit_test(plans_are_bays),
		cmocka_unit_test(every_size_sorts),
		cmocka_unit_test(every_number_of_words_sorts),
	};

	if (count != 3)
		return 2;
	conditions_path = argument[1];
	plans_path = argument[2];
	return cmocka_run_group_tests(tests, NULL, NULL);
}
