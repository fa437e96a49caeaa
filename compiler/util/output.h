/* output.h: writing results so that nothing half-written is ever left behind.
 *
 * All files of a command are gathered in memory (struct output), then written by output_commit():
 * into a temporary directory beside the target, then renamed. An interrupted run, a full disk or an
 * unwritable place leaves what was there before untouched.
 */
#ifndef FTC_UTIL_OUTPUT_H
#define FTC_UTIL_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "util/text.h"

struct output_file {
	char *path;		/* relative to the output directory, '/' between folders */
	struct text content;
};

struct output {
	struct output_file *files;
	size_t count;
};

/* What a command has found: for a person, for a program, and as the files of -o. */
struct findings {
	struct text text, json;
	struct output files;
};

/* Adds a file; takes over `content` (which is empty afterwards). A path may be added once. */
void output_add(struct output *out, const char *path, struct text *content);

/* Writes every file into `directory`.
 *
 * A directory that does not exist is created. One that exists must be empty or hold an earlier output
 * of ftc for the same `kind` and `name` ("generate", "tree16"; kept in the file `.ftc-output` there): then it is replaced
 * as a whole. Anything else is refused: nothing of somebody else's is ever mixed in or lost.
 * The directory above must exist, and the current one must not lie inside.
 * On failure one message is printed and false returned (the command then exits with status 2 where
 * the place was wrong, 1 where writing failed: *status says which). */
bool output_commit(const struct output *out, const char *directory, const char *kind, const char *name,
		   int *status);

/* Would output_commit() take this place? For commands that work for minutes before they write. Messages and status
 * as there; a folder that is not writable is found only by writing. */
bool output_check(const char *directory, const char *kind, const char *name, int *status);

/* Writes one file through a temporary name and rename. Prints a message and returns false on failure. */
bool write_file(const char *path, const struct text *content);
/* Reads a whole file ("-": standard input) of at most `limit` bytes. Prints a message and returns false on failure. */
bool read_file(const char *path, size_t limit, struct text *content);

/* As write_file() and read_file(), of the file `name` in `directory`. */
bool write_file_in(const char *directory, const char *name, const struct text *content);
bool read_file_in(const char *directory, const char *name, size_t limit, struct text *content);

void output_free(struct output *out);
void findings_free(struct findings *found);

#endif
