/* key_table.c: the rows of all keys as the table of docs/parameters.md. */
#include <stdio.h>
#include <stdlib.h>

#include "parse/keys.h"

int main(void)
{
	const struct key *rows[MOST_KEYS];
	size_t count = key_rows(rows);

	printf("| key | for | values | default | meaning |\n| --- | --- | --- | --- | --- |\n");
	for (size_t i = 0; i < count; i++) {
		char *kinds = key_kinds(rows[i]), *takes = key_takes(rows[i]), *otherwise = key_otherwise(rows[i]);

		printf("| [`%s`](#%s) | %s | %s | %s | %s |\n", rows[i]->name, rows[i]->name, kinds, takes, otherwise,
		       rows[i]->help);
		free(kinds);
		free(takes);
		free(otherwise);
	}
	return 0;
}
