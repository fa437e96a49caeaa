/* banks.c: FIFOs of words in banks. */
#include "machines/sorting-fat-tree/banks.h"

#include <stdlib.h>

#include "util/text.h"

void sorting_fifo_start(struct sorting_fifo *f, unsigned lines, unsigned columns)
{
	*f = (struct sorting_fifo){ .lines = lines, .columns = columns };
	f->written = allocate_array(lines, sizeof *f->written);
}

void sorting_fifo_free(struct sorting_fifo *f)
{
	free(f->bank);
	free(f->written);
}

void sorting_fifo_begin(struct sorting_fifo *f)
{
	f->head = f->tail = 0;
}

/* The column of a bank for the next words from number `first` on: those banks before that of the first are a column on. */
static unsigned column_of(const struct sorting_fifo *f, unsigned first, unsigned bank)
{
	return first / f->lines + (bank < first % f->lines);
}

/* Most FIFOs of a large network are never full. */
static void make_columns(struct sorting_fifo *f, unsigned columns)
{
	size_t old = (size_t)f->made * f->lines, all = (size_t)columns * f->lines;

	f->bank = reallocate(f->bank, all * sizeof *f->bank);
	for (size_t i = old; i < all; i++)
		f->bank[i] = SORTING_IDLE;
	f->made = columns;
}

static void write(struct sorting_fifo *f, unsigned bank, uint64_t word, struct sorting_violations *v)
{
	unsigned column = column_of(f, f->tail, bank);

	v->banks += f->written[bank] == f->wave;
	f->written[bank] = f->wave;
	if (column >= f->columns) {
		v->depth++;
		return;
	}
	if (column >= f->made)
		make_columns(f, 2 * column + 1 < f->columns ? 2 * column + 1 : f->columns);
	v->banks += f->bank[column * f->lines + bank] != SORTING_IDLE;
	f->bank[column * f->lines + bank] = word;
}

void sorting_fifo_append(struct sorting_fifo *f, const uint64_t *line, unsigned first, unsigned count,
			 struct sorting_violations *v)
{
	unsigned turn = (f->tail + f->lines - first) % f->lines;

	f->wave++;
	for (unsigned i = first; i < first + count; i++)
		write(f, (i + turn) % f->lines, line[i], v);
	f->tail += count;
	if (sorting_fifo_words(f) > f->most)
		f->most = sorting_fifo_words(f);
}

void sorting_fifo_send(struct sorting_fifo *f, uint64_t *wire, unsigned wires, struct sorting_violations *v)
{
	unsigned words = sorting_fifo_words(f) < wires ? sorting_fifo_words(f) : wires;

	for (unsigned i = 0; i < wires; i++)
		wire[i] = SORTING_IDLE;
	for (unsigned i = 0; i < words; i++) {
		unsigned bank = (f->head + i) % f->lines, column = column_of(f, f->head, bank);

		if (column >= f->made)
			continue;		/* it was lost */
		v->banks += wire[bank % wires] != SORTING_IDLE;
		wire[bank % wires] = f->bank[column * f->lines + bank];
		f->bank[column * f->lines + bank] = SORTING_IDLE;
	}
	f->head += words;
}
