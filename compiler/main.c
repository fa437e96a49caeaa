/* main.c: reads the command line and calls the command.
 *
 * In: argv. Out: a struct command_line, and the exit status that the command returned. All help is
 * printed from the tables that are parsed, so that it cannot tell of an option that does not exist. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "util/message.h"
#include "util/text.h"

/* Commands whose folder is still being furnished are not listed. */
#pragma weak command_report
#pragma weak command_generate
#pragma weak command_simulate
#pragma weak command_verify
#pragma weak command_build
#pragma weak command_flash

/* One command per line, in the order of a user's work. */
static const struct command *const commands[] = {
	&command_report,
	&command_generate,
	&command_simulate,
	&command_verify,
	&command_build,
	&command_flash,
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static const struct option common_options[] = {
	{ "--set", "KEY=VALUE", "use this value instead of the parameter file's; may be repeated" },
	{ "--output", "DIR", "-o: where the results go" },
	{ "--json", NULL, "print for a program instead of a person" },
	{ "--help", NULL, "-h: print this help" },
	{ NULL, NULL, NULL }
};

enum { HELP_COLUMN = 27, HELP_WIDTH = 79 };

/* Prints text between HELP_COLUMN and HELP_WIDTH, broken at spaces; the cursor stands at `column`. */
static void print_wrapped(const char *text, int column)
{
	while (*text) {
		int length = (int)strcspn(text, " ");

		if (column + 1 + length > HELP_WIDTH && column > HELP_COLUMN) {
			putchar('\n');
			column = 0;
		}
		if (column < HELP_COLUMN)
			column += printf("%*s", HELP_COLUMN - column, "");
		else
			column += printf(" ");
		column += printf("%.*s", length, text);
		text += length;
		text += strspn(text, " ");
	}
	putchar('\n');
}

static void print_options(const struct option *options)
{
	for (; options && options->name; options++) {
		int width = printf("  %s%s%s", options->name, options->value ? " " : "",
				   options->value ? options->value : "");

		if (width >= HELP_COLUMN) {
			putchar('\n');
			width = 0;
		}
		print_wrapped(options->help, width);
	}
}

static int print_help(void)
{
	puts("Usage: ftc COMMAND FILE [--set KEY=VALUE ...] [-o DIR] [OPTION ...]\n"
	     "\n"
	     "Makes a network on chip out of a short YAML file: a fat-tree (Leiserson 1985) or a\n"
	     "sorting network (Batcher 1968), as Verilog, as a simulation, as a bitstream.\n"
	     "\n"
	     "Commands:");
	for (size_t i = 0; i < COMMAND_COUNT; i++)
		if (commands[i])
			printf("  %-10s %s\n", commands[i]->name, commands[i]->summary);
	puts("\n"
	     "`ftc COMMAND --help` prints a command's options, `ftc --version` the version.\n"
	     "Exit status: 0 done, 1 the work failed, 2 the command line or the input is wrong.");
	return EXIT_DONE;
}

static int print_command_help(const struct command *command)
{
	printf("Usage: ftc %s %s\n\n%s\n", command->name, command->usage, command->summary);
	if (command->options && command->options->name) {
		puts("\nOptions:");
		print_options(command->options);
	}
	puts("\nOptions of all commands:");
	print_options(common_options);
	return EXIT_DONE;
}

static const struct command *find_command(const char *name)
{
	const char *names[COMMAND_COUNT + 2] = { "--help", "--version" };
	size_t count = 2;

	for (size_t i = 0; i < COMMAND_COUNT; i++) {
		if (!commands[i])
			continue;
		if (strcmp(commands[i]->name, name) == 0)
			return commands[i];
		names[count++] = commands[i]->name;
	}
	const char *nearest = nearest_name(name, names, count);
	error("unknown command '%s': expected one that `ftc --help` lists", name);
	suggest("ftc %s", nearest ? nearest : "--help");
	return NULL;
}

/* A command line that is being read. */
struct reading {
	const struct command *command;
	struct command_line line;
	struct override *overrides;
	struct arguments_left { char **items; size_t count; } left;
	struct text invocation;
	bool help;
	bool failed;
};

/* Adds a word to the command that generated files show, quoted where a shell would need it. */
static void show_word(struct text *invocation, const char *word)
{
	static const char harmless[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./,:+@%";

	text_add(invocation, " ");
	if (*word && strspn(word, harmless) == strlen(word)) {
		text_add(invocation, word);
		return;
	}
	text_add(invocation, "'");
	for (; *word; word++) {
		/* It goes into one-line comments. */
		char c = (unsigned char)*word < 0x20 ? ' ' : *word;
		if (c == '\'')
			text_add(invocation, "'\\''");
		else
			text_add_bytes(invocation, &c, 1);
	}
	text_add(invocation, "'");
}

static void keep(struct reading *r, char *word)
{
	r->left.items[r->left.count++] = word;
	r->left.items[r->left.count] = NULL;
	show_word(&r->invocation, word);
}

/* The value of the option at argv[*i], which is `short_name` ("-o", may be NULL) or `name`; NULL when it is
 * another option, or (failed is set then) when the value is missing. */
static char *value_of(struct reading *r, char **argv, int *i, const char *short_name, const char *name,
		      const char *what)
{
	char *word = argv[*i];
	size_t length = strlen(name);

	if (strncmp(word, name, length) == 0 && word[length] == '=')
		return word + length + 1;
	if (short_name && strncmp(word, short_name, 2) == 0 && word[1] != '-' && word[2])
		return word + 2;
	if (strcmp(word, name) != 0 && !(short_name && strcmp(word, short_name) == 0))
		return NULL;
	if (argv[*i + 1])
		return argv[++*i];
	error("%s has no value: expected %s %s", word, word, what);
	suggest("ftc %s --help", r->command->name);
	r->failed = true;
	return NULL;
}

/* Reads one of the options that all commands have. False when argv[*i] is none of them. */
static bool read_common(struct reading *r, char **argv, int *i)
{
	const char *word = argv[*i], *value;

	if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
		r->help = true;
		return true;
	}
	if (strcmp(word, "--json") == 0) {
		r->line.json = true;
		show_word(&r->invocation, word);
		return true;
	}
	if ((value = value_of(r, argv, i, NULL, "--set", "KEY=VALUE"))) {
		r->overrides[r->line.override_count++].text = value;
		show_word(&r->invocation, "--set");
		show_word(&r->invocation, value);
	} else if (!r->failed && (value = value_of(r, argv, i, "-o", "--output", "DIR"))) {
		r->line.output = value;
		if (!*value) {
			error("%s is empty: expected a directory", word);
			r->failed = true;
		}
	}
	return value || r->failed;
}

/* Takes a word that is no option: the parameter file, or one of the command's own words. */
static void read_word(struct reading *r, char *word)
{
	const char *slash = strrchr(word, '/');

	if (!r->command->needs_file || r->line.file) {
		keep(r, word);
		return;
	}
	r->line.file = word;
	/* Generated files must not depend on where the parameters lie. */
	show_word(&r->invocation, slash ? slash + 1 : word);
}

static void read_word_or_option(struct reading *r, char **argv, int *i)
{
	char *word = argv[*i];
	const struct option *option = option_find(r->command->options, word);

	if (option) {
		keep(r, word);
		/* Its value is not the parameter file. A missing one is for options_read() to say. */
		if (option->value && !strchr(word, '=') && argv[*i + 1])
			keep(r, argv[++*i]);
	} else if (word[0] == '-' && word[1]) {
		option_unknown(r->command->name, r->command->options, word);
		r->failed = true;
	} else {
		read_word(r, word);
	}
}

/* Reads argv behind the command's name. */
static void read_line(struct reading *r, char **argv)
{
	text_print(&r->invocation, "ftc %s", r->command->name);
	for (int i = 0; argv[i] && !r->failed; i++) {
		if (strcmp(argv[i], "--") == 0) {
			keep(r, argv[i]);
			while (argv[++i])
				read_word(r, argv[i]);
			break;
		}
		if (!read_common(r, argv, &i))
			read_word_or_option(r, argv, &i);
	}
}

static int run(struct reading *r)
{
	if (r->help)
		return print_command_help(r->command);
	if (r->failed)
		return EXIT_USAGE;
	if (r->command->needs_file && !r->line.file) {
		error("ftc %s needs a parameter file: expected ftc %s %s", r->command->name, r->command->name,
		      r->command->usage);
		suggest("ftc %s examples/tree16.yaml", r->command->name);
		return EXIT_USAGE;
	}
	r->line.command = r->command->name;
	r->line.overrides = r->overrides;
	r->line.argument = r->left.items;
	r->line.argument_count = r->left.count;
	r->line.invocation = r->invocation.bytes;
	return r->command->run(&r->line);
}

/* Output that could not be written (a full disk, a closed pipe) is work not done. */
static int finish(int status)
{
	progress_end();
	if (fflush(stdout) != 0 || ferror(stdout)) {
		error("standard output cannot be written");
		return status == EXIT_DONE ? EXIT_WORK_FAILED : status;
	}
	return status;
}

static int run_command(int argc, char **argv)
{
	struct reading r = { .command = find_command(argv[1]) };

	if (!r.command)
		return EXIT_USAGE;
	r.overrides = allocate_array((size_t)argc, sizeof *r.overrides);
	r.left.items = allocate_array((size_t)argc + 1, sizeof *r.left.items);
	read_line(&r, argv + 2);
	int status = run(&r);
	free(r.overrides);
	free(r.left.items);
	text_free(&r.invocation);
	return status;
}

int main(int argc, char **argv)
{
	if (argc < 2) {
		error("no command: expected ftc COMMAND FILE");
		suggest("ftc --help");
		return EXIT_USAGE;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
		return finish(print_help());
	if (strcmp(argv[1], "--version") == 0) {
		puts("ftc " FTC_VERSION);
		return finish(EXIT_DONE);
	}
	return finish(run_command(argc, argv));
}
