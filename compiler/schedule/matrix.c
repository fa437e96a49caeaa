/* matrix.c: the messages of a product of a sparse matrix and a vector, read from a Matrix Market file.
 *
 *   file   := header { "%" anything newline } size { entry }		each on its own line, blank lines anywhere
 *   header := "%%MatrixMarket matrix" format field symmetry		in letters of either case
 *   size   := rows columns entries | rows columns			the second for array format
 *   entry  := row column value.. | value..				value..: 0 for pattern, 2 for complex, else 1
 *
 *   entries --> pairs of a column and a leaf that needs it --sort, remove duplicates--> messages
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "schedule/sources.h"
#include "util/words.h"

enum format { COORDINATE, ARRAY, FORMATS };
enum field { PATTERN, INTEGER, REAL, COMPLEX, FIELDS };
enum symmetry { GENERAL, SYMMETRIC, SKEW, HERMITIAN, SYMMETRIES };
static const char *const format_names[FORMATS] = { "coordinate", "array" };
static const char *const field_names[FIELDS] = { "pattern", "integer", "real", "complex" };
static const char *const symmetry_names[SYMMETRIES] = { "general", "symmetric", "skew-symmetric", "hermitian" };

enum { MOST_ROWS = INT32_MAX };

struct reader {
	struct words w;
	unsigned format, field, symmetry;
	unsigned long rows, columns, entries;
	unsigned leaves;
	enum row_layout layout;
	uint64_t *need;			/* column << 32 | leaf: the leaf needs the column's element; with duplicates */
	size_t need_count;
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

static bool read_header(struct reader *r)
{
	static const char *const banners[] = { "%%MatrixMarket" }, *const objects[] = { "matrix" };
	struct words *w = &r->w;
	unsigned only;

	w->marks = "";
	if (!words_line(w))
		return error_at((struct place){ .file = w->path }, "empty: expected a matrix in Matrix Market format");
	w->marks = "%";
	if (!read_name(w, 0, "the first word", banners, 1, &only) || !read_name(w, 1, "object", objects, 1, &only)
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
	case GENERAL: return r->rows * r->columns;
	case SKEW: return r->rows * (r->rows - 1) / 2;
	default: return r->rows * (r->rows + 1) / 2;
	}
}

static bool read_size(struct reader *r)
{
	const char *wanted = r->format == COORDINATE ? "\"ROWS COLUMNS ENTRIES\"" : "\"ROWS COLUMNS\"";
	struct words *w = &r->w;

	if (!words_line_of_data(w))
		return error_at((struct place){ w->path, w->number, 0, NULL },
				"the file ends before its size: expected %s", wanted);
	if (!words_unsigned(w, 0, "number of rows", 1, MOST_ROWS, &r->rows)
	    || !words_unsigned(w, 1, "number of columns", 1, MOST_ROWS, &r->columns))
		return false;
	r->entries = stored(r);
	if (r->format == COORDINATE && !words_unsigned(w, 2, "number of entries", 0, INT64_MAX / 16, &r->entries))
		return false;
	if (r->symmetry != GENERAL && r->rows != r->columns)
		return error_at(word_place(w, 0), "%s matrix of %lu rows and %lu columns: expected a square one",
				symmetry_names[r->symmetry], r->rows, r->columns);
	return words_end(w, r->format == COORDINATE ? 3 : 2, wanted);
}

/* Reads a value of the field; *zero stays true if it is 0. */
static bool read_value(const struct reader *r, size_t i, bool *zero)
{
	const struct word none = { "", 0 }, *word = i < r->w.count ? &r->w.word[i] : &none;
	size_t length;

	if (r->field == INTEGER) {
		bool sign = *word->at == '-' || *word->at == '+';

		length = strspn(word->at + sign, "0123456789");
		*zero &= strspn(word->at + sign, "0") == length;
		length += length ? sign : 0;
	} else {
		char *end;

		*zero &= strtod(word->at, &end) == 0;
		length = (size_t)(end - word->at);
	}
	return (length && length == word->length)
	       || words_refuse(&r->w, i, "value", r->field == INTEGER ? "a whole number" : "a number");
}

/* Reads the values of an entry, from word `first` on. */
static bool read_values(const struct reader *r, size_t first, bool *zero)
{
	size_t end = first + (r->field == PATTERN ? 0 : r->field == COMPLEX ? 2 : 1);

	*zero = true;
	for (size_t i = first; i < end; i++)
		if (!read_value(r, i, zero))
			return false;
	return words_end(&r->w, end, "one entry in each line");
}

/* Notes that row i has an entry in column j. */
static void add_need(struct reader *r, uint64_t i, uint64_t j)
{
	unsigned needs = row_owner(r->layout, r->leaves, r->rows, i);

	if (needs == row_owner(r->layout, r->leaves, r->columns, j))
		return;
	r->need = room_for_one(r->need, r->need_count, sizeof *r->need);
	r->need[r->need_count++] = j << 32 | needs;
}

static void add_entry(struct reader *r, uint64_t i, uint64_t j)
{
	add_need(r, i, j);
	if (r->symmetry != GENERAL && i != j)
		add_need(r, j, i);
}

static bool next_entry(struct reader *r, unsigned long had)
{
	return words_line_of_data(&r->w) || error_at((struct place){ r->w.path, r->w.number, 0, NULL },
						     "the file ends after %lu of %lu entries", had, r->entries);
}

static bool read_coordinates(struct reader *r)
{
	for (unsigned long k = 0; k < r->entries; k++) {
		unsigned long i, j;
		bool zero;

		if (!next_entry(r, k) || !words_unsigned(&r->w, 0, "row", 1, r->rows, &i)
		    || !words_unsigned(&r->w, 1, "column", 1, r->columns, &j) || !read_values(r, 2, &zero))
			return false;
		add_entry(r, i - 1, j - 1);
	}
	return true;
}

/* Column after column; of a symmetric matrix from the diagonal down, of a skew one from below it. */
static bool read_array(struct reader *r)
{
	unsigned long had = 0;

	for (uint64_t j = 0; j < r->columns; j++) {
		for (uint64_t i = r->symmetry == GENERAL ? 0 : r->symmetry == SKEW ? j + 1 : j; i < r->rows; i++) {
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
	return !words_line_of_data(&r->w)
	       || error_at(word_place(&r->w, 0), "a line more than the %lu entries of the size have: expected no more",
			   r->entries);
}

static int by_value(const void *a, const void *b)
{
	uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;

	return (first > second) - (first < second);
}

static bool make_messages(struct reader *r, struct message_set *set)
{
	size_t distinct = 0;

	if (r->need_count > 0)
		qsort(r->need, r->need_count, sizeof *r->need, by_value);
	for (size_t k = 0; k < r->need_count; k++)
		if (k == 0 || r->need[k] != r->need[k - 1])
			r->need[distinct++] = r->need[k];
	if (distinct >= UINT32_MAX - 1)
		return error_at((struct place){ .file = r->w.path }, "more than %u messages", UINT32_MAX - 2);
	set->demand = allocate_array(distinct + 1, sizeof *set->demand);
	for (size_t k = 0; k < distinct; k++)
		set->demand[k] = (struct demand){ row_owner(r->layout, r->leaves, r->columns, r->need[k] >> 32),
						  (uint32_t)r->need[k] };
	set->count = distinct;
	return true;
}

bool source_matrix(struct message_set *set, const char *path, unsigned leaves, enum row_layout layout)
{
	struct reader r = { .leaves = leaves, .layout = layout };

	*set = (struct message_set){ .count = 0 };
	bool good = words_open(&r.w, path, "%", USUAL_LINE) && read_header(&r) && read_size(&r)
		    && (r.format == COORDINATE ? read_coordinates(&r) : read_array(&r)) && read_nothing_more(&r)
		    && make_messages(&r, set);
	words_close(&r.w);
	free(r.need);
	return good;
}
