/* counts.h: reads files of counts that other programs have made, a line each. */
#ifndef FTC_TESTS_HYPERTREE_COUNTS_H
#define FTC_TESTS_HYPERTREE_COUNTS_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* Opens a file in $FOLDER. next_line() closes it. */
static inline FILE *open_counts(const char *name)
{
	char path[4096];
	FILE *file;

	snprintf(path, sizeof path, "%s/%s", getenv("FOLDER"), name);
	file = fopen(path, "r");
	assert_non_null(file);
	return file;
}

/* Reads the next line that is no comment. False: there is none, and the file is closed. */
static inline bool next_line(FILE *file, char line[256])
{
	while (fgets(line, 256, file))
		if (line[0] != '#')
			return true;
	fclose(file);
	return false;
}

#endif
