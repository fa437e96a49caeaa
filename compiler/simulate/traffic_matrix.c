/* traffic_matrix.c: who sends how much to whom, from a file. */
#include "simulate/traffic_matrix.h"

#include <stdlib.h>

#include "network/machine.h"
#include "util/text.h"
#include "util/words.h"

enum { LONGEST_ROW = 1 << 22 };

struct matrix_reader {
	struct words w;
	struct traffic_matrix *m;
	const struct network *net;
	size_t entries;
};

static void add_entry(struct matrix_reader *r, uint32_t column, double sum)
{
	r->m->column = room_for_one(r->m->column, r->entries, sizeof *r->m->column);
	r->m->sum = room_for_one(r->m->sum, r->entries, sizeof *r->m->sum);
	r->m->column[r->entries] = column;
	r->m->sum[r->entries++] = sum;
}

static bool read_entry(struct matrix_reader *r, uint32_t row, uint32_t column, double *value)
{
	const bool *dead = r->net->dead_ends;

	if (!words_real(&r->w, column, "entry", value))
		return false;
	if (*value < 0)
		return words_refuse(&r->w, column, "entry", "a number from 0 on");
	return *value == 0 || column == row || !dead || (!dead[row] && !dead[column])
	       || words_refuse(&r->w, column, "entry", "0, for one of its ends is dead");
}

static bool read_row(struct matrix_reader *r, uint32_t row)
{
	unsigned leaves = spec_all_leaves(r->net->spec);
	double sum = 0;

	if (r->w.count != leaves)
		return error_at(word_place(&r->w, r->w.count < leaves ? r->w.count : leaves), "row %u has %zu number%s: expected %u, one for each"
				" of the network's %s", row + 1, r->w.count, r->w.count == 1 ? "" : "s", leaves, r->net->spec->machine->ends);
	for (uint32_t column = 0; column < leaves; column++) {
		double value;

		if (!read_entry(r, row, column, &value))
			return false;
		if (value == 0 || column == row)
			continue;
		sum += value;
		add_entry(r, column, sum);
	}
	r->m->end[row] = r->entries;
	r->m->total += sum;
	return true;
}

static bool read_rows(struct matrix_reader *r)
{
	struct place file = { .file = r->w.path };
	unsigned leaves = spec_all_leaves(r->net->spec), row = 0;

	r->w.commas = true;
	for (; words_line_of_data(&r->w); row++)
		if (row == leaves)
			return error_at(word_place(&r->w, 0), "row %u is one too many: expected %u, one for each of the network's %s", row + 1,
					leaves, r->net->spec->machine->ends);
		else if (!read_row(r, row))
			return false;
	if (row < leaves)
		return error_at(file, "%u row%s: expected %u, one for each of the network's %s", row, row == 1 ? "" : "s", leaves,
				r->net->spec->machine->ends);
	return r->m->total > 0 || error_at(file, "nobody sends anything to another: expected a number above 0 beside the diagonal");
}

bool traffic_matrix_read(struct traffic_matrix *m, const char *path, const struct network *net)
{
	struct matrix_reader r = { .m = m, .net = net };

	*m = (struct traffic_matrix){ .end = allocate_array(spec_all_leaves(net->spec), sizeof *m->end) };
	bool good = words_open(&r.w, path, "#", LONGEST_ROW) && read_rows(&r);

	words_close(&r.w);
	return good;
}
