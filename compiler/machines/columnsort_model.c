/* columnsort_model.c: a flexible sorter, word by word: banks, turns and columns as the hardware has them. */
#include <stdlib.h>
#include <string.h>

#include "machines/columnsort.h"
#include "util/text.h"

static const uint64_t no_word = UINT64_MAX;

struct flexible_banks flexible_banks_new(const struct flexible_moves *m)
{
	size_t places = (size_t)m->lines * m->columns;
	struct flexible_banks b = { .moves = m, .line = allocate_array(m->lines, sizeof *b.line),
				    .written = allocate_array(places, sizeof *b.written) };

	for (int half = 0; half < 2; half++)
		b.half[half] = allocate_array(places, sizeof *b.half[half]);
	return b;
}

void flexible_banks_free(struct flexible_banks *b)
{
	free(b->half[0]);
	free(b->half[1]);
	free(b->line);
	free(b->written);
}

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* Sorts b->line and writes it as a row of the table says, from column `base` up. Beyond the last column nothing is kept. */
static void write_line(struct flexible_banks *b, int half, unsigned row, unsigned base)
{
	const struct flexible_moves *m = b->moves;

	qsort(b->line, m->lines, sizeof *b->line, compare);
	for (unsigned i = 0; i < m->lines; i++) {
		unsigned bank = (i + m->turn[row]) % m->lines, column = base + m->column[row * m->lines + bank];

		if (column >= m->columns)
			continue;
		b->half[half][column * m->lines + bank] = b->line[i];
		b->clashes += b->written[column * m->lines + bank];
		b->written[column * m->lines + bank] = true;
	}
}

static void begin_pass(struct flexible_banks *b)
{
	memset(b->written, 0, (size_t)b->moves->lines * b->moves->columns * sizeof *b->written);
}

void flexible_banks_take(struct flexible_banks *b, const uint64_t *wave)
{
	unsigned lines = b->moves->lines;

	begin_pass(b);
	memcpy(b->line, wave, lines * sizeof *wave);
	write_line(b, 0, b->words % lines, b->words / lines);
	for (unsigned i = 0; i < lines; i++)
		b->words += wave[i] != no_word;
}

/* Fills the columns behind the last word with places that hold none. */
static void fill(struct flexible_banks *b, const struct flexible_width *w)
{
	unsigned lines = b->moves->lines;

	for (unsigned column = b->words / lines; column < w->columns; column++) {
		begin_pass(b);
		for (unsigned i = 0; i < lines; i++)
			b->line[i] = no_word;
		write_line(b, 0, b->words % lines, column);
	}
}

unsigned flexible_banks_sort(struct flexible_banks *b, uint64_t *sorted)
{
	const struct flexible_moves *m = b->moves;
	const struct flexible_width *w = flexible_width_of(m, b->words);
	unsigned waves = flexible_waves(m->lines, b->words);

	fill(b, w);
	for (unsigned pass = 0; pass < w->passes; pass++) {
		if (b->see)
			b->see(b->context, pass, b->half[pass % 2]);
		begin_pass(b);
		for (unsigned c = 0; c < w->columns; c++) {
			memcpy(b->line, b->half[pass % 2] + c * m->lines, m->lines * sizeof *b->line);
			write_line(b, !(pass % 2), w->row + flexible_move_behind(w, pass) * w->columns + c, 0);
		}
	}
	if (b->see)
		b->see(b->context, w->passes, b->half[0]);
	memcpy(sorted, b->half[0], (size_t)waves * m->lines * sizeof *sorted);
	for (unsigned c = 0; c < waves; c++)
		qsort(sorted + c * m->lines, m->lines, sizeof *sorted, compare);
	b->words = 0;
	return waves;
}
