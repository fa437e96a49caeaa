/* key_table.c: the tables of docs/reference/parameters.md, an empty line behind each: the rows of all keys, and which keys choose
 * which machine. Fails if there is a machine that no keys choose, or the other way round. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/machine.h"
#include "parse/keys.h"
#include "parse/kind.h"

static void print_keys(void)
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
	printf("\n");
}

/* The first kind that has these choices prints the rows of all that have. */
static bool is_first(const struct kind *const *kind)
{
	for (const struct kind *const *other = network_kinds; other < kind; other++)
		if ((*other)->choices == (*kind)->choices)
			return false;
	return true;
}

static void print_choice(const struct kind *const *first, const struct machine_choice *choice)
{
	char *condition = machine_choice_condition(choice);

	for (const struct kind *const *kind = first; *kind; kind++)
		if ((*kind)->choices == (*first)->choices)
			printf("%s`%s`", kind == first ? "| " : ", ", (*kind)->word);
	printf(" | %s | `%s` |\n", *condition ? condition : choice == (*first)->choices ? "" : "otherwise",
	       choice->machine);
	free(condition);
}

static bool is_machine(const char *folder)
{
	for (const struct machine *const *machine = network_machines; *machine; machine++)
		if (strcmp((*machine)->folder, folder) == 0)
			return true;
	return false;
}

static bool is_chosen(const char *folder)
{
	for (const struct kind *const *kind = network_kinds; *kind; kind++)
		for (const struct machine_choice *choice = (*kind)->choices;; choice++) {
			if (strcmp(choice->machine, folder) == 0)
				return true;
			if (!choice->key)
				break;
		}
	return false;
}

static bool print_machines(void)
{
	bool good = true;

	printf("| `network` | with | machine |\n| --- | --- | --- |\n");
	for (const struct kind *const *kind = network_kinds; *kind; kind++) {
		const struct machine_choice *choice = (*kind)->choices;

		do {
			if (is_first(kind))
				print_choice(kind, choice);
			good = good && is_machine(choice->machine);
		} while (choice++->key);
	}
	printf("\n");
	for (const struct machine *const *machine = network_machines; *machine; machine++)
		good = good && is_chosen((*machine)->folder);
	return good;
}

int main(void)
{
	print_keys();
	return print_machines() ? EXIT_SUCCESS : EXIT_FAILURE;
}
