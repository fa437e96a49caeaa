/* input.c: the input of a fuzz target, as the files that ftc reads. */
#define _GNU_SOURCE		/* F_SETPIPE_SZ */
#include "input.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* FIRST_FILE: of the descriptors behind the names. */
enum { FIRST_FILE = 200, PIPE_ROOM = 1 << 16, MOST_NAMES = 16 };

struct input input_split(const uint8_t *data, size_t size)
{
	struct input input = { .count = 1 };
	size_t from = 0;

	for (size_t i = 0; i < size && input.count < MOST_PARTS; i++)
		if (data[i] == PART_END) {
			text_add_bytes(&input.part[input.count++ - 1], data + from, i - from);
			from = i + 1;
		}
	text_add_bytes(&input.part[input.count - 1], data + from, size - from);
	for (size_t i = 0; i < MOST_PARTS; i++)
		text_add(&input.part[i], "");
	return input;
}

void input_free(struct input *input)
{
	for (size_t i = 0; i < MOST_PARTS; i++)
		text_free(&input->part[i]);
}

/* ---- names ----------------------------------------------------------------------------------------------------- */

static char *folder, *names[MOST_NAMES];
static size_t name_count;

static void remove_names(void)
{
	for (size_t i = 0; i < name_count; i++) {
		unlink(names[i]);
		free(names[i]);
	}
	rmdir(folder);
	free(folder);
}

static void make_folder(void)
{
	const char *place = getenv("TMPDIR");

	folder = format_string("%s/fuzz-XXXXXX", place && *place ? place : "/tmp");
	require(mkdtemp(folder) != NULL);
	atexit(remove_names);
}

/* The path of the link `name` to a descriptor; the link is made once. */
static const char *link_to(unsigned number, const char *name)
{
	size_t i = 0;

	if (!folder)
		make_folder();
	while (i < name_count && strcmp(names[i] + strlen(folder) + 1, name) != 0)
		i++;
	if (i < name_count)
		return names[i];
	char *file = format_string("/proc/self/fd/%u", FIRST_FILE + number);
	names[name_count] = format_string("%s/%s", folder, name);
	require(name_count < MOST_NAMES && symlink(file, names[name_count]) == 0);
	free(file);
	return names[name_count++];
}

const char *input_file(unsigned number, const char *name, const struct text *content)
{
	int ends[2];

	require(number < MOST_PARTS && content->length <= MOST_INPUT && pipe(ends) == 0);
	(void)!fcntl(ends[1], F_SETPIPE_SZ, PIPE_ROOM);
	require(write(ends[1], content->bytes, content->length) == (ssize_t)content->length);
	require(dup2(ends[0], FIRST_FILE + (int)number) >= 0);
	close(ends[0]);
	close(ends[1]);
	return link_to(number, name);
}

void input_close(void)
{
	for (int i = 0; i < MOST_PARTS; i++)
		close(FIRST_FILE + i);
}

/* ---- promises -------------------------------------------------------------------------------------------------- */

void require_that(bool condition, const char *text, const char *file, int line)
{
	if (condition)
		return;
	fprintf(stderr, "%s:%d: not so: %s\n", file, line, text);
	abort();
}

void require_same(const struct text *a, const struct text *b, const char *what)
{
	if (a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0)
		return;
	fprintf(stderr, "%s differ:\n%s\n----\n%s\n", what, a->bytes, b->bytes);
	abort();
}
