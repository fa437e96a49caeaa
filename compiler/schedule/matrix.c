/* matrix.c: the messages of a product of a sparse matrix and a vector, read from a Matrix Market file.
 *
 *   file   := header { "%" anything newline } size { entry }		each on its own line, blank lines anywhere
 *   header := "%%MatrixMarket matrix" format field symmetry		in letters of either case
 *   size   := rows columns entries | rows columns			the second for array format
 *   entry  := row column value.. | value..				value..: 0 for pattern, 2 for complex, else 1
 *
 *   entries --> pairs of a column and a leaf that needs it --sort, remove duplicates--> messages
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "schedule/sources.h"
#include "util/message.h"
#include "util/text.h"

enum format { COORDINATE, ARRAY, FORMATS };
enum field { PATTERN, INTEGER, REAL, COMPLEX, FIELDS };
enum symmetry { GENERAL, SYMMETRIC, SKEW, HERMITIAN, SYMMETRIES };
static const char *const format_names[FORMATS] = { "coordinate", "array" };
static const char *const field_names[FIELDS] = { "pattern", "integer", "real", "complex" };
static const char *const symmetry_names[SYMMETRIES] = { "general", "symmetric", "skew-symmetric", "hermitian" };

enum { SHOWN = 24, MOST_ROWS = INT32_MAX };

struct reader {
	const char *path;
	FILE *file;
	char *line;
	size_t room;
	size_t number;			/* of line, from 1 */
	const char *at;			/* next character to read */
	unsigned format, field, symmetry;
	uint64_t rows, columns, entries;
	unsigned leaves;
	enum row_layout layout;
	uint64_t *need;			/* column << 32 | leaf: the leaf needs the column's element; with duplicates */
	size_t need_count, need_room;
};

unsigned row_owner(enum row_layout layout, unsigned leaves, uint64_t count, uint64_t i)
{
	return (unsigned)(layout == ROWS_BLOCK ? i * leaves / count : i % leaves);
}

static struct place here(const struct reader *r, const char *at)
{
	return (struct place){ r->path, r->number, (size_t)(at - r->line) + 1, r->line };
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static void skip_blanks(struct reader *r)
{
	while (is_blank(*r->at))
		r->at++;
}

static size_t word_length(const char *at)
{
	return strcspn(at, " \t\r\f\v");
}

static int shown_length(const char *at)
{
	size_t length = word_length(at);

	return (int)(length < SHOWN ? length : SHOWN);
}

/* Reports that `wanted` was expected at `at`. */
static bool refuse_word(const struct reader *r, const char *at, const char *what, const char *wanted)
{
	if (*at)
		error_at(here(r, at), "%s is \"%.*s\": expected %s", what, shown_length(at), at, wanted);
	else
		error_at(here(r, at), "%s is missing: expected %s", what, wanted);
	return false;
}

/* Reads one line without its newline; false at the end, or with *good false when it cannot be read. */
static bool next_line(struct reader *r, bool *good)
{
	ssize_t length = getline(&r->line, &r->room, r->file);

	*good = true;
	if (length < 0) {
		*good = !ferror(r->file);
		if (!*good)
			error("cannot read %s: %s", r->path, strerror(errno));
		return false;
	}
	r->number++;
	r->at = r->line;
	if (strlen(r->line) != (size_t)length) {
		error_at((struct place){ r->path, r->number, strlen(r->line) + 1, NULL },
			 "byte 0: expected a text file, a matrix in Matrix Market format");
		*good = false;
		return false;
	}
	if (length > 0 && r->line[length - 1] == '\n')
		r->line[length - 1] = 0;
	return true;
}

/* The next line that is neither blank nor a comment. */
static bool next_content(struct reader *r, bool *good)
{
	while (next_line(r, good)) {
		skip_blanks(r);
		if (*r->at && *r->at != '%')
			return true;
	}
	return false;
}

/* Reads the word that must be one of `names`. */
static bool read_name(struct reader *r, const char *what, const char *const *names, unsigned count, unsigned *which)
{
	size_t length;

	skip_blanks(r);
	length = word_length(r->at);
	for (*which = 0; *which < count; ++*which) {
		if (length == strlen(names[*which]) && strncasecmp(r->at, names[*which], length) == 0) {
			r->at += length;
			return true;
		}
	}
	struct text wanted = {0};
	for (unsigned i = 0; i < count; i++)
		text_print(&wanted, "%s%s", i == 0 ? "" : i + 1 < count ? ", " : " or ", names[i]);
	refuse_word(r, r->at, what, wanted.bytes);
	text_free(&wanted);
	return false;
}

static bool read_end(struct reader *r, const char *wanted)
{
	skip_blanks(r);
	if (!*r->at)
		return true;
	return error_at(here(r, r->at), "\"%.*s\" is more than %s", shown_length(r->at), r->at, wanted);
}

static bool read_header(struct reader *r)
{
	static const char banner[] = "%%MatrixMarket";
	static const char *const objects[] = { "matrix" };
	unsigned object;
	bool good;

	if (!next_line(r, &good)) {
		if (good)
			error_at((struct place){ .file = r->path }, "empty: expected a matrix in Matrix Market format");
		return false;
	}
	if (strncasecmp(r->line, banner, strlen(banner)) != 0 || !is_blank(r->line[strlen(banner)]))
		return error_at(here(r, r->line),
				"not a Matrix Market file: expected \"%s matrix coordinate real general\" or the like",
				banner);
	r->at = r->line + strlen(banner);
	if (!read_name(r, "object", objects, 1, &object) || !read_name(r, "format", format_names, FORMATS, &r->format)
	    || !read_name(r, "field", field_names, FIELDS, &r->field)
	    || !read_name(r, "symmetry", symmetry_names, SYMMETRIES, &r->symmetry))
		return false;
	if ((r->format == ARRAY && r->field == PATTERN) || (r->symmetry == SKEW && r->field == PATTERN)
	    || (r->symmetry == HERMITIAN && r->field != COMPLEX))
		return error_at(here(r, r->line), "%s, %s and %s do not go together in Matrix Market files",
				format_names[r->format], field_names[r->field], symmetry_names[r->symmetry]);
	return read_end(r, "the header has");
}

/* A whole number from low to high. */
static bool read_number(struct reader *r, const char *what, uint64_t low, uint64_t high, uint64_t *number)
{
	const char *start;
	uint64_t value = 0;
	char wanted[64];

	skip_blanks(r);
	start = r->at;
	while (*r->at >= '0' && *r->at <= '9' && value <= high)
		value = value * 10 + (uint64_t)(*r->at++ - '0');
	if (r->at > start && value >= low && value <= high && (!*r->at || is_blank(*r->at))) {
		*number = value;
		return true;
	}
	snprintf(wanted, sizeof wanted, "a whole number from %llu to %llu", (unsigned long long)low,
		 (unsigned long long)high);
	return refuse_word(r, start, what, wanted);
}

/* How many entries an array file has, without those that its symmetry omits. */
static uint64_t stored(const struct reader *r)
{
	switch (r->symmetry) {
	case GENERAL: return r->rows * r->columns;
	case SKEW: return r->rows * (r->rows - 1) / 2;
	default: return r->rows * (r->rows + 1) / 2;
	}
}

static bool read_size(struct reader *r)
{
	const char *start;
	bool good;

	if (!next_content(r, &good)) {
		if (good)
			error_at((struct place){ r->path, r->number, 0, NULL },
				 "the file ends before its size: expected \"rows columns%s\"",
				 r->format == COORDINATE ? " entries" : "");
		return false;
	}
	start = r->at;
	if (!read_number(r, "number of rows", 1, MOST_ROWS, &r->rows)
	    || !read_number(r, "number of columns", 1, MOST_ROWS, &r->columns))
		return false;
	r->entries = stored(r);
	if (r->format == COORDINATE && !read_number(r, "number of entries", 0, INT64_MAX / 16, &r->entries))
		return false;
	if (r->symmetry != GENERAL && r->rows != r->columns)
		return error_at(here(r, start), "%s matrix of %llu rows and %llu columns: expected a square one",
				symmetry_names[r->symmetry], (unsigned long long)r->rows,
				(unsigned long long)r->columns);
	return read_end(r, "the size has");
}

/* Reads a value of the field; *zero stays true if it is 0. */
static bool read_value(struct reader *r, bool *zero)
{
	const char *wanted = r->field == INTEGER ? "a whole number" : "a number";
	const char *start;
	char *end;
	bool good;

	skip_blanks(r);
	start = r->at;
	good = *start && !is_blank(*start);
	if (r->field == INTEGER) {
		end = (char *)start + (*start == '-' || *start == '+');
		good = *end >= '0' && *end <= '9';
		while (*end >= '0' && *end <= '9')
			*zero &= *end++ == '0';
	} else {
		*zero &= strtod(start, &end) == 0;
		good = end > start;
	}
	if (!good || (*end && !is_blank(*end)))
		return refuse_word(r, start, "value", wanted);
	r->at = end;
	return true;
}

static bool read_values(struct reader *r, bool *zero)
{
	unsigned count = r->field == PATTERN ? 0 : r->field == COMPLEX ? 2 : 1;

	*zero = true;
	for (unsigned i = 0; i < count; i++)
		if (!read_value(r, zero))
			return false;
	return read_end(r, "an entry has");
}

/* Notes that row i has an entry in column j. */
static void add_need(struct reader *r, uint64_t i, uint64_t j)
{
	unsigned needs = row_owner(r->layout, r->leaves, r->rows, i);

	if (needs == row_owner(r->layout, r->leaves, r->columns, j))
		return;
	if (r->need_count == r->need_room) {
		r->need_room = r->need_room ? 2 * r->need_room : 4096;
		r->need = reallocate(r->need, r->need_room * sizeof *r->need);
	}
	r->need[r->need_count++] = j << 32 | needs;
}

static void add_entry(struct reader *r, uint64_t i, uint64_t j)
{
	add_need(r, i, j);
	if (r->symmetry != GENERAL && i != j)
		add_need(r, j, i);
}

static bool next_entry(struct reader *r, uint64_t had)
{
	bool good;

	if (next_content(r, &good))
		return true;
	if (good)
		error_at((struct place){ r->path, r->number, 0, NULL }, "the file ends after %llu of %llu entries",
			 (unsigned long long)had, (unsigned long long)r->entries);
	return false;
}

static bool read_coordinates(struct reader *r)
{
	for (uint64_t k = 0; k < r->entries; k++) {
		uint64_t i, j;
		bool zero;

		if (!next_entry(r, k) || !read_number(r, "row", 1, r->rows, &i) || !read_number(r, "column", 1, r->columns, &j)
		    || !read_values(r, &zero))
			return false;
		add_entry(r, i - 1, j - 1);
	}
	return true;
}

/* Column after column; of a symmetric matrix from the diagonal down, of a skew one from below it. */
static bool read_array(struct reader *r)
{
	uint64_t had = 0;

	for (uint64_t j = 0; j < r->columns; j++) {
		for (uint64_t i = r->symmetry == GENERAL ? 0 : r->symmetry == SKEW ? j + 1 : j; i < r->rows; i++) {
			bool zero;

			if (!next_entry(r, had++) || !read_values(r, &zero))
				return false;
			if (!zero)
				add_entry(r, i, j);
		}
	}
	return true;
}

static bool read_nothing_more(struct reader *r)
{
	bool good;

	if (!next_content(r, &good))
		return good;
	return error_at(here(r, r->at), "\"%.*s\" is more than the entries that the size says, %llu",
			shown_length(r->at), r->at, (unsigned long long)r->entries);
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
		return error_at((struct place){ .file = r->path }, "more than %u messages", UINT32_MAX - 2);
	set->demand = allocate_array(distinct + 1, sizeof *set->demand);
	for (; set->count < distinct; set->count++)
		set->demand[set->count] = (struct demand){ row_owner(r->layout, r->leaves, r->columns, r->need[set->count] >> 32),
							   (uint32_t)r->need[set->count] };
	return true;
}

bool source_matrix(struct message_set *set, const char *path, unsigned leaves, enum row_layout layout)
{
	bool standard = strcmp(path, "-") == 0, good;
	struct reader r = { .path = standard ? "standard input" : path, .leaves = leaves, .layout = layout };

	*set = (struct message_set){ .count = 0 };
	r.file = standard ? stdin : fopen(path, "r");
	if (!r.file)
		return error("cannot open %s: %s", path, strerror(errno));
	good = read_header(&r) && read_size(&r) && (r.format == COORDINATE ? read_coordinates(&r) : read_array(&r))
		&& read_nothing_more(&r) && make_messages(&r, set);
	if (!standard)
		fclose(r.file);
	free(r.line);
	free(r.need);
	return good;
}
