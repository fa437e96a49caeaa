/* output.h: writes results atomically.
 *
 * All files of a command are gathered in memory (struct output). output_commit() writes them into a temporary directory
 * beside the target, then renames it. An interrupted run, a full disk or an unwritable place leaves the previous
 * content untouched.
 */
#ifndef FTC_UTIL_OUTPUT_H
#define FTC_UTIL_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "util/file.h"
#include "util/text.h"

struct output_file {
	char *path;		/* relative to the output directory, '/' between folders */
	struct text content;
};

struct output {
	struct output_file *files;
	size_t count;
	bool first_only;	/* no other file is wanted, so none need be made */
};

/* The results of a command: text for people, JSON for programs, and the files of -o. */
struct findings {
	struct text text, json;
	struct output files;
	json_t *networks;	/* for a page: what deliver_about() says of each; NULL: of none */
};

/* Adds a file; takes over `content` (which is empty afterwards). A path may be added once. */
void output_add(struct output *out, const char *path, struct text *content);
/* Likewise with a copy of `content`. */
void output_add_copy(struct output *out, const char *path, const struct text *content);

/* Writes every file into `directory`.
 *
 * A directory that does not exist is created. An existing one is replaced as a whole if it is empty or holds an earlier
 * output of ftc for the same `kind` and `name` ("generate", "tree16"; recorded there in the file `.ftc-output`).
 * Files that others have put into such an output stay; one in the place of a new file is refused. Any other directory
 * is refused: nothing is lost. Missing
 * directories above it are made. The current directory must not lie inside.
 * On failure prints one message, returns false, and sets *status, the command's exit status: 2 if the place was wrong,
 * 1 if writing failed. */
bool output_commit(const struct output *out, const char *directory, const char *kind, const char *name,
		   int *status);

/* Whether output_commit() would accept this place, for commands that work for minutes before they write. Messages and
 * status as there, but an accepted place leaves *status alone: the work is still to be done. Does not detect every
 * folder that is not writable. */
bool output_check(const char *directory, const char *kind, const char *name, int *status);

void output_free(struct output *out);
void findings_free(struct findings *found);

#endif
