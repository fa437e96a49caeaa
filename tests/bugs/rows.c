/* rows.c: reads .bugs files. */
#include "rows.h"

#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/file.h"
#include "util/text.h"

enum { MOST_BYTES = 1 << 20, FIELDS = 4 };

/* ---- The files ------------------------------------------------------------------------------------------------- */

static struct {
	char **path;
	size_t count;
} found;

static void add_found(const FTSENT *entry)
{
	const char *end = strrchr(entry->fts_name, '.');

	if (entry->fts_info != FTS_F || !end || strcmp(end, ".bugs") != 0)
		return;
	found.path = reallocate(found.path, (found.count + 1) * sizeof *found.path);
	found.path[found.count++] = copy_string(entry->fts_path);
}

static int by_path(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void find_all(const char *root)
{
	char *folders[] = { format_string("%s/compiler", root), format_string("%s/rtl-templates", root), NULL };
	FTS *walk = fts_open(folders, FTS_PHYSICAL | FTS_NOCHDIR, NULL);

	for (const FTSENT *entry; walk && (entry = fts_read(walk));)
		add_found(entry);
	if (walk)
		fts_close(walk);
	free(folders[0]);
	free(folders[1]);
	if (found.count > 0)
		qsort(found.path, found.count, sizeof *found.path, by_path);
}

/* ---- A row ----------------------------------------------------------------------------------------------------- */

/* Where a row stands, and what it is. */
struct row {
	const char *path, *line;	/* the file below the root; the text, up to its end */
	size_t number, length;
};

static bool refuse(const struct row *row, size_t column, const char *what)
{
	fprintf(stderr, "%s:%zu:%zu: %s: %.*s\n", row->path, row->number, column + 1, what, (int)row->length, row->line);
	return false;
}

/* The next `separator` from `at` on; the row's length if there is none. */
static size_t next(const struct row *row, size_t at, const char *separator)
{
	size_t length = strlen(separator);

	while (at + length <= row->length && strncmp(row->line + at, separator, length) != 0)
		at++;
	return at + length <= row->length ? at : row->length;
}

/* A field from `begin` to `end` without its escapes, fresh; NULL after a message. */
static char *unescape(const struct row *row, size_t begin, size_t end)
{
	struct text text = { 0 };

	text_add(&text, "");
	for (size_t i = begin; i < end; i++) {
		char c = row->line[i];

		if (c == '\\') {
			const char *known = i + 1 < end ? strchr("nt\\|>", row->line[i + 1]) : NULL;

			if (!known) {
				refuse(row, i, "a backslash stands before n, t, \\, | or >");
				text_free(&text);
				return NULL;
			}
			c = "\n\t\\|>"[known - "nt\\|>"];
			i++;
		}
		text_add_bytes(&text, &c, 1);
	}
	return text.bytes;
}

/* The source beside a .bugs file, below the root; NULL if there is none. A fresh string. */
static char *source_beside(const char *root, const char *path)
{
	static const char *const ends[] = { "v", "c" };
	int stem = (int)(strlen(path) - strlen("bugs"));

	for (size_t k = 0; k < sizeof ends / sizeof ends[0]; k++) {
		char *whole = format_string("%s/%.*s%s", root, stem, path, ends[k]);
		bool there = access(whole, R_OK) == 0;

		free(whole);
		if (there)
			return format_string("%.*s%s", stem, path, ends[k]);
	}
	return NULL;
}

static char *split_module(char *circuit)
{
	char *colon = strchr(circuit, ':');

	if (!colon)
		return NULL;
	*colon = '\0';
	return copy_string(colon + 1);
}

static bool read_row(const char *root, const struct row *row, struct bugs *bugs)
{
	size_t arrow = next(row, 0, " -> "), end[FIELDS];

	end[0] = next(row, arrow, " | ");
	for (int k = 1; k < FIELDS; k++)
		end[k] = next(row, end[k - 1] + 1, k + 1 < FIELDS ? " | " : "\n");
	if (arrow == row->length)
		return refuse(row, 0, "no ` -> `: expected FROM -> TO | CIRCUIT | NOTICED BY | MEANING");
	if (arrow == 0)
		return refuse(row, 0, "FROM is empty");
	if (end[2] >= row->length)
		return refuse(row, row->length, "fewer than four fields: expected FROM -> TO | CIRCUIT | NOTICED BY | MEANING");
	if (next(row, end[2] + 1, " | ") < row->length)
		return refuse(row, next(row, end[2] + 1, " | "), "more than four fields");
	struct bug bug = { .from = unescape(row, 0, arrow), .to = unescape(row, arrow + 4, end[0]),
			   .circuit = unescape(row, end[0] + 3, end[1]), .by = unescape(row, end[1] + 3, end[2]),
			   .meaning = unescape(row, end[2] + 3, row->length), .file = source_beside(root, row->path),
			   .place = format_string("%s:%zu", row->path, row->number) };

	bug.module = bug.circuit ? split_module(bug.circuit) : NULL;
	bugs->bug = reallocate(bugs->bug, (bugs->count + 1) * sizeof *bugs->bug);
	bugs->bug[bugs->count++] = bug;
	if (!bug.file)
		return refuse(row, 0, "neither a .v nor a .c of this name stands beside the file");
	return bug.from && bug.to && bug.circuit && bug.by && bug.meaning;
}

static bool read_file_of_bugs(const char *root, const char *path, struct bugs *bugs)
{
	struct text text = { 0 };
	bool good = read_file(path, MOST_BYTES, &text);
	struct row row = { .path = path + strlen(root) + 1, .line = text.bytes };

	while (text.bytes && *row.line) {
		row.length = strcspn(row.line, "\n");
		row.number++;
		if (row.length > 0 && *row.line != '#')
			good = read_row(root, &row, bugs) && good;
		row.line += row.length + (row.line[row.length] == '\n');
	}
	text_free(&text);
	return good;
}

bool bugs_read(const char *root, struct bugs *bugs)
{
	bool good = true;

	find_all(root);
	for (size_t k = 0; k < found.count; k++) {
		good = read_file_of_bugs(root, found.path[k], bugs) && good;
		free(found.path[k]);
	}
	free(found.path);
	found.path = NULL;
	found.count = 0;
	return good;
}

void bugs_free(struct bugs *bugs)
{
	for (size_t k = 0; k < bugs->count; k++) {
		struct bug *bug = &bugs->bug[k];

		free(bug->from);
		free(bug->to);
		free(bug->circuit);
		free(bug->module);
		free(bug->by);
		free(bug->meaning);
		free(bug->file);
		free(bug->place);
	}
	free(bugs->bug);
}

bool bug_is_edit(const struct bug *bug)
{
	return strcmp(bug->circuit, "-") == 0;
}

char *bug_apply(const struct bug *bug, const char *text)
{
	const char *at = strstr(text, bug->from);

	return at ? format_string("%.*s%s%s", (int)(at - text), text, bug->to, at + strlen(bug->from)) : NULL;
}

size_t bug_occurs(const struct bug *bug, const char *text)
{
	size_t count = 0;

	for (const char *at = text; (at = strstr(at, bug->from)); at++)
		count++;
	return count;
}
