/* circuit.c: reads the table of circuits and makes them. */
#include "circuit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/file.h"
#include "util/text.h"

enum { MOST_BYTES = 1 << 16, NAME = 0, PART, PROVED, WHAT };

static bool add_row(struct circuits *circuits, const char *line, size_t length, size_t number)
{
	struct circuit_row row = { .line = format_string("%.*s", (int)length, line) };
	size_t count = 0;

	for (char *rest = NULL, *word = strtok_r(row.line, "\t ", &rest); word; word = strtok_r(NULL, "\t ", &rest))
		if (count < MOST_WORDS)
			row.words[count++] = word;
	circuits->row = reallocate(circuits->row, (circuits->count + 1) * sizeof row);
	circuits->row[circuits->count++] = row;
	if (count <= WHAT || (strcmp(row.words[PROVED], "proofs") != 0 && strcmp(row.words[PROVED], "here") != 0)) {
		fprintf(stderr, "tests/bugs/circuits:%zu: expected a name, a part, `proofs` or `here`, and a circuit\n", number);
		return false;
	}
	return true;
}

bool circuits_read(const char *root, struct circuits *circuits)
{
	char *path = format_string("%s/tests/bugs/circuits", root);
	struct text text = { 0 };
	bool good = read_file(path, MOST_BYTES, &text);
	size_t number = 0;

	circuits->root = copy_string(root);
	for (const char *line = text.bytes; line && *line;) {
		size_t length = strcspn(line, "\n");

		number++;
		if (length > 0 && *line != '#')
			good = add_row(circuits, line, length, number) && good;
		line += length + (line[length] == '\n');
	}
	text_free(&text);
	free(path);
	return good;
}

void circuits_free(struct circuits *circuits)
{
	for (size_t k = 0; k < circuits->count; k++)
		free(circuits->row[k].line);
	free(circuits->row);
	free(circuits->root);
}

const struct circuit_row *circuit_find(const struct circuits *circuits, const char *name)
{
	for (size_t k = 0; k < circuits->count; k++)
		if (strcmp(circuits->row[k].words[NAME], name) == 0)
			return &circuits->row[k];
	return NULL;
}

const char *circuit_part(const struct circuit_row *row)
{
	return row->words[PART];
}

bool circuit_proved_elsewhere(const struct circuit_row *row)
{
	return strcmp(row->words[PROVED], "proofs") == 0;
}

/* "plan batcher 6 3 whole" */
static struct subject make_plan(char *const *words)
{
	enum plan_kind kind = strcmp(words[1], "batcher") == 0 ? PLAN_BATCHER
			      : strcmp(words[1], "butterfly") == 0 ? PLAN_BUTTERFLY : PLAN_SORTER;

	return subject_plan(kind, (unsigned)atoi(words[2]), (unsigned)atoi(words[3]), 1,
			    strcmp(words[4], "rows") == 0 ? PROOF_BY_ROWS : PROOF_WHOLE);
}

struct subject circuit_make(const struct circuits *circuits, const struct circuit_row *row)
{
	if (strcmp(row->words[WHAT], "plan") == 0)
		return make_plan(&row->words[WHAT]);
	char *path = format_string("%s/%s", circuits->root, row->words[WHAT]);
	struct subject s = subject_network(path, (const char *const *)&row->words[WHAT + 1]);

	free(path);
	return s;
}
