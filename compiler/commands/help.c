/* help.c: prints help in columns, including the keys of a parameter file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "network/machine.h"
#include "parse/keys.h"
#include "simulate/simulate.h"
#include "util/text.h"

enum { HELP_COLUMN = 27, HELP_WIDTH = 79 };

void help_print_wrapped(const char *text, int column, int indent)
{
	while (*text) {
		int length = (int)strcspn(text, " ");
		const char *end = *text == '[' ? "]" : *text == '{' ? "}" : NULL;

		if (end && strpbrk(text, end)) {
			length = (int)strcspn(text, end) + 1;
			length += (int)strcspn(text + length, " ");
		}
		if (column + 1 + length > HELP_WIDTH && column > indent) {
			putchar('\n');
			column = 0;
		}
		if (column < indent)
			column += printf("%*s", indent - column, "");
		else
			column += printf(" ");
		column += printf("%.*s", length, text);
		text += length;
		text += strspn(text, " ");
	}
	putchar('\n');
}

void help_print_option(const struct option *option, const char *whose)
{
	int width = printf("  %s", option->name);

	if (option->value && width + 1 + (int)strlen(option->value) >= HELP_COLUMN) {
		help_print_wrapped(option->value, width, width + 1);
		width = 0;
	} else if (option->value) {
		width += printf(" %s", option->value);
	}
	char *help = format_string("%s%s%s", whose ? whose : "", whose ? ": " : "", option->help);
	help_print_wrapped(help, width, HELP_COLUMN);
	free(help);
}

/* Removes Markdown's backquotes, which are meant for pages. */
static char *without_quotes(char *text)
{
	char *to = text;

	for (const char *from = text; *from; from++)
		if (*from != '`')
			*to++ = *from;
	*to = 0;
	return text;
}

static void print_key(const struct key *key)
{
	char *takes = without_quotes(key_takes(key)), *otherwise = without_quotes(key_otherwise(key));
	char *kinds = without_quotes(key_kinds(key)), *sentence = without_quotes(copy_string(key->help));
	bool all = strcmp(kinds, "all") == 0;
	char *help = format_string("%s %s%s.%s%s%s", sentence,
				   key->required ? "M" : "Default: ", otherwise + (key->required != NULL),
				   all ? "" : " For ", all ? "" : kinds, all ? "" : ".");

	help_print_option(&(struct option){ key->name, takes, help }, NULL);
	free(help);
	free(sentence);
	free(kinds);
	free(otherwise);
	free(takes);
}

void help_print_keys(void)
{
	const struct key *rows[MOST_KEYS];
	size_t count = key_rows(rows);

	puts("Keys of a parameter file, a line `KEY: VALUE` each; --set KEY=VALUE takes the\nplace of a line.\n");
	for (size_t i = 0; i < count; i++)
		print_key(rows[i]);
}

bool help_print_key(const char *name)
{
	const struct key *rows[MOST_KEYS];
	size_t count = key_rows(rows);
	bool found = false;

	for (size_t i = 0; i < count; i++)
		if (strcmp(rows[i]->name, name) == 0) {
			print_key(rows[i]);
			found = true;
		}
	return found;
}

static void print_figures(const struct figure_row *row)
{
	for (; row->key; row++) {
		char *unit = format_string("(%s)", row->unit);

		help_print_option(&(struct option){ row->key, *row->unit ? unit : NULL, row->meaning }, NULL);
		free(unit);
	}
}

void help_print_figures(void)
{
	puts("Keys of the JSON and columns of the CSV of simulate, compare, explore and compile, with\nunits. {A,B}: A or B. points[], networks[], curves[] and"
	     " loads[] have the keys of one run.\n");
	print_figures(figure_rows);
	for (const struct figure_group *group = figure_groups; group->of; group++) {
		printf("\nOf %s:\n\n", group->of);
		print_figures(group->rows);
	}
	for (size_t i = 0; network_machines[i]; i++) {
		const struct simulator *simulator = network_machines[i]->model.simulator;

		if (!simulator || !simulator->figures)
			continue;
		printf("\nOf %s:\n\n", network_machines[i]->name);
		print_figures(simulator->figures);
	}
}
