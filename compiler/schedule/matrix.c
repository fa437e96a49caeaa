/* matrix.c: sparse matrices in Matrix Market files, and the messages of a product of one and a vector.
 *
 *   file   := header { "%" anything newline } size { entry }		each on its own line, blank lines anywhere
 *   header := "%%MatrixMarket matrix" format field symmetry		in letters of either case; some programs write one %
 *   size   := rows columns entries | rows columns			the second for array format
 *   entry  := row column value.. | value..				value..: 0 for pattern, 2 for complex, else 1
 *
 *   entries --> pairs of a column and a leaf that needs it --sort, remove duplicates--> messages
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "schedule/matrix.h"
#include "schedule/sources.h"

enum format { COORDINATE, ARRAY, FORMATS };
enum field { PATTERN, INTEGER, REAL, COMPLEX, FIELDS };
enum symmetry { GENERAL, SYMMETRIC, SKEW, HERMITIAN, SYMMETRIES };
static const char *const format_names[FORMATS] = { "coordinate", "array" };
static const char *const field_names[FIELDS] = { "pattern", "integer", "real", "complex" };
static const char *const symmetry_names[SYMMETRIES] = { "general", "symmetric", "skew-symmetric", "hermitian" };

enum { MOST_ROWS = INT32_MAX };

struct reader {
	struct words *w;
	struct matrix *matrix;
	unsigned format, field, symmetry;
	unsigned long entries;
};

unsigned row_owner(enum row_layout layout, unsigned leaves, uint64_t count, uint64_t i)
{
	return (unsigned)(layout == ROWS_BLOCK ? i * leaves / count : i % leaves);
}

/* Reads word `i`, which must be one of `names`. */
static bool read_name(const struct words *w, size_t i, const char *what, const char *const *names, unsigned count,
		      unsigned *which)
{
	for (*which = 0; *which < count && i < w->count; ++*which)
		if (strlen(names[*which]) == w->word[i].length
		    && strncasecmp(w->word[i].at, names[*which], w->word[i].length) == 0)
			return true;
	char *wanted = list_words(names, count);
	words_refuse(w, i, what, wanted);
	free(wanted);
	return false;
}

bool matrix_banner(const struct words *w)
{
	static const char banner[] = "%%MatrixMarket";
	const char *line = w->content.bytes;
	size_t length = strcspn(line, " \t\r\n");

	return (length == strlen(banner) && strncasecmp(line, banner, length) == 0)
	       || (length == strlen(banner) - 1 && strncasecmp(line, banner + 1, length) == 0);
}

static bool read_header(struct reader *r)
{
	static const char *const banners[] = { "%%MatrixMarket" }, *const objects[] = { "matrix" };
	struct words *w = r->w;
	unsigned only;

	w->marks = "";
	if (!words_line(w))
		return error_at((struct place){ .file = w->path }, "empty: expected a matrix in Matrix Market format");
	w->marks = "%";
	if ((!matrix_banner(w) && !read_name(w, 0, "the first word", banners, 1, &only)) || !read_name(w, 1, "object", objects, 1, &only)
	    || !read_name(w, 2, "format", format_names, FORMATS, &r->format)
	    || !read_name(w, 3, "field", field_names, FIELDS, &r->field)
	    || !read_name(w, 4, "symmetry", symmetry_names, SYMMETRIES, &r->symmetry))
		return false;
	if ((r->format == ARRAY && r->field == PATTERN) || (r->symmetry == SKEW && r->field == PATTERN)
	    || (r->symmetry == HERMITIAN && r->field != COMPLEX))
		return error_at(word_place(w, 0), "%s, %s and %s do not go together in Matrix Market files",
				format_names[r->format], field_names[r->field], symmetry_names[r->symmetry]);
	return words_end(w, 5, "\"%%MatrixMarket matrix FORMAT FIELD SYMMETRY\"");
}

/* How many entries an array file has, without those that its symmetry omits. */
static unsigned long stored(const struct reader *r)
{
	switch (r->symmetry) {
	case GENERAL: return r->matrix->rows * r->matrix->columns;
	case SKEW: return r->matrix->rows * (r->matrix->rows - 1) / 2;
	default: return r->matrix->rows * (r->matrix->rows + 1) / 2;
	}
}

static bool read_size(struct reader *r)
{
	const char *wanted = r->format == COORDINATE ? "\"ROWS COLUMNS ENTRIES\"" : "\"ROWS COLUMNS\"";
	struct words *w = r->w;

	if (!words_line_of_data(w))
		return error_at((struct place){ w->path, w->number, 0, NULL },
				"the file ends before its size: expected %s", wanted);
	if (!words_unsigned(w, 0, "number of rows", 1, MOST_ROWS, &r->matrix->rows)
	    || !words_unsigned(w, 1, "number of columns", 1, MOST_ROWS, &r->matrix->columns))
		return false;
	r->entries = stored(r);
	if (r->format == COORDINATE && !words_unsigned(w, 2, "number of entries", 0, INT64_MAX / 16, &r->entries))
		return false;
	if (r->symmetry != GENERAL && r->matrix->rows != r->matrix->columns)
		return error_at(word_place(w, 0), "%s matrix of %lu rows and %lu columns: expected a square one",
				symmetry_names[r->symmetry], r->matrix->rows, r->matrix->columns);
	return words_end(w, r->format == COORDINATE ? 3 : 2, wanted);
}

/* Reads a value of the field; *zero stays true if it is 0. */
static bool read_value(const struct reader *r, size_t i, bool *zero)
{
	const struct word none = { "", 0 }, *word = i < r->w->count ? &r->w->word[i] : &none;
	char *end;
	/* "inf" and "nan" are values, too. */
	double value = strtod(word->at, &end);
	bool good = (size_t)(end - word->at) == word->length ? word->length > 0 : word_real(word, &value);

	if (r->field == INTEGER) {
		bool sign = *word->at == '-' || *word->at == '+';

		good = word->length > sign && strspn(word->at + sign, "0123456789") >= word->length - sign;
		*zero &= strspn(word->at + sign, "0") >= word->length - sign;
	} else {
		*zero &= value == 0;
	}
	return good || words_refuse(r->w, i, "value", r->field == INTEGER ? "a whole number" : "a number");
}

/* Reads the values of an entry, from word `first` on. */
static bool read_values(const struct reader *r, size_t first, bool *zero)
{
	size_t end = first + (r->field == PATTERN ? 0 : r->field == COMPLEX ? 2 : 1);

	*zero = true;
	for (size_t i = first; i < end; i++)
		if (!read_value(r, i, zero))
			return false;
	return words_end(r->w, end, "one entry in each line");
}

static void add_entry(const struct reader *r, uint64_t i, uint64_t j)
{
	r->matrix->entry(r->matrix, i, j);
	if (r->symmetry != GENERAL && i != j)
		r->matrix->entry(r->matrix, j, i);
}

static bool next_entry(struct reader *r, unsigned long had)
{
	return words_line_of_data(r->w) || error_at((struct place){ r->w->path, r->w->number, 0, NULL },
						     "the file ends after %lu of %lu entries", had, r->entries);
}

static bool read_coordinates(struct reader *r)
{
	for (unsigned long k = 0; k < r->entries; k++) {
		unsigned long i, j;
		bool zero;

		if (!next_entry(r, k) || !words_unsigned(r->w, 0, "row", 1, r->matrix->rows, &i)
		    || !words_unsigned(r->w, 1, "column", 1, r->matrix->columns, &j) || !read_values(r, 2, &zero))
			return false;
		add_entry(r, i - 1, j - 1);
	}
	return true;
}

/* Column after column; of a symmetric matrix from the diagonal down, of a skew one from below it. */
static bool read_array(struct reader *r)
{
	unsigned long had = 0;

	for (uint64_t j = 0; j < r->matrix->columns; j++) {
		for (uint64_t i = r->symmetry == GENERAL ? 0 : r->symmetry == SKEW ? j + 1 : j; i < r->matrix->rows; i++) {
			bool zero;

			if (!next_entry(r, had++) || !read_values(r, 0, &zero))
				return false;
			if (!zero)
				add_entry(r, i, j);
		}
	}
	return true;
}

static bool read_nothing_more(struct reader *r)
{
	return !words_line_of_data(r->w)
	       || error_at(word_place(r->w, 0), "a line more than the %lu entries of the size have: expected no more",
			   r->entries);
}

bool matrix_read(struct words *w, struct matrix *matrix)
{
	struct reader r = { .w = w, .matrix = matrix };

	words_rewind(w);
	return read_header(&r) && read_size(&r) && (r.format == COORDINATE ? read_coordinates(&r) : read_array(&r))
	       && read_nothing_more(&r);
}

/* ---- messages of a product ---------------------------------------------------------------------------------- */

struct product {
	struct matrix matrix;		/* the first member */
	unsigned leaves;
	enum row_layout layout;
	uint64_t *need;			/* column << 32 | leaf: the leaf needs the column's element; with duplicates */
	size_t need_count;
};

/* Notes that row i has an entry in column j. */
static void add_need(struct matrix *matrix, uint64_t i, uint64_t j)
{
	struct product *p = (struct product *)matrix;
	unsigned needs = row_owner(p->layout, p->leaves, matrix->rows, i);

	if (needs == row_owner(p->layout, p->leaves, matrix->columns, j))
		return;
	p->need = room_for_one(p->need, p->need_count, sizeof *p->need);
	p->need[p->need_count++] = j << 32 | needs;
}

static int by_value(const void *a, const void *b)
{
	uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;

	return (first > second) - (first < second);
}

static bool make_messages(struct product *p, const char *path, struct message_set *set)
{
	size_t distinct = 0;

	if (p->need_count > 0)
		qsort(p->need, p->need_count, sizeof *p->need, by_value);
	for (size_t k = 0; k < p->need_count; k++)
		if (k == 0 || p->need[k] != p->need[k - 1])
			p->need[distinct++] = p->need[k];
	if (distinct >= UINT32_MAX - 1)
		return error_at((struct place){ .file = path }, "more than %u messages", UINT32_MAX - 2);
	set->demand = allocate_array(distinct + 1, sizeof *set->demand);
	for (size_t k = 0; k < distinct; k++)
		set->demand[k] = (struct demand){ row_owner(p->layout, p->leaves, p->matrix.columns, p->need[k] >> 32),
						  (uint32_t)p->need[k] };
	set->count = distinct;
	return true;
}

bool source_matrix(struct message_set *set, const char *path, unsigned leaves, enum row_layout layout)
{
	struct product p = { .matrix = { .entry = add_need }, .leaves = leaves, .layout = layout };
	struct words w;

	*set = (struct message_set){ .count = 0 };
	bool good = words_open(&w, path, "%", USUAL_LINE) && matrix_read(&w, &p.matrix) && make_messages(&p, w.path, set);
	words_close(&w);
	free(p.need);
	return good;
}
