/* scratch.h: for tests that touch the file system: an empty directory to stand in, and what is said to
 * standard error. */
#ifndef FTC_TESTS_SCRATCH_H
#define FTC_TESTS_SCRATCH_H

#include <stdbool.h>

#include "util/text.h"

/* cmocka set-up and tear-down: makes a fresh directory the current one; removes it. */
int scratch_enter(void **state);
int scratch_leave(void **state);

/* Between the two, standard error is caught; the text comes back, fresh. */
void catch_begin(void);
char *catch_end(void);

/* Makes a file with this content, and the folders above it. */
void make_file(const char *path, const char *content);
/* The file's content, fresh; NULL when there is none. */
char *file_content(const char *path);
/* How many entries of the current directory begin so. */
unsigned count_entries(const char *begin);

#endif
