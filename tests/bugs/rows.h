/* rows.h: the rows of .bugs files: edits that a proof or a check must notice.
 *
 * NAME.bugs stands beside NAME.v or NAME.c. A row is a line of four fields, between " | ":
 *
 *   FROM -> TO | CIRCUIT | NOTICED BY | MEANING
 *
 * FROM, which is in the text once, becomes TO. In both \n is the end of a line, \t a tab, \\ a backslash, \| a bar, and \> stands for the
 * end of an arrow that separates nothing. CIRCUIT is one of tests/bugs/circuits, in whose copy of NAME.v the bug is planted, or
 * CIRCUIT:FILE, in whose module FILE that the compiler prints it is ("top": the network's own; "proof/FILE": of the proofs): the
 * proof whose name ends with NOTICED BY must fail ("!": must not even be tried). Or it is "-": NAME itself is edited in a copy of the
 * tree, in which the check NOTICED BY (tests/bugs/checks) must fail. Empty lines and those that begin with # mean nothing. */
#ifndef TEST_BUGS_ROWS_H
#define TEST_BUGS_ROWS_H

#include <stdbool.h>
#include <stddef.h>

struct bug {
	char *from, *to;
	char *circuit;			/* "-": an edit of the source */
	char *module;			/* that the compiler prints; NULL: the template beside the row */
	char *by;			/* end of a proof's name, or a check */
	char *meaning;
	char *file;			/* the source beside the row, below the root: "rtl-templates/plan/pick.v" */
	char *place;			/* "rtl-templates/plan/pick.bugs:3" */
};

struct bugs {
	struct bug *bug;
	size_t count;
};

/* Reads all .bugs files below compiler/ and rtl-templates/ of the folder `root`, in the order of their paths. Prints what is wrong
 * with a row, with file, line and column, to standard error; false if anything is. */
bool bugs_read(const char *root, struct bugs *bugs);
void bugs_free(struct bugs *bugs);

/* Whether a bug is an edit of the source, for a check, and not one for a proof. */
bool bug_is_edit(const struct bug *bug);
/* The text with FROM replaced; NULL if there is none. A fresh string. */
char *bug_apply(const struct bug *bug, const char *text);
/* How often FROM is in the text. */
size_t bug_occurs(const struct bug *bug, const char *text);

#endif
