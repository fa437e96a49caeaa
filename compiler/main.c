/* main.c: reads the command line and calls the command.
 *
 * In: argv. Out: a struct command_line, and the exit status that the command returned. All help is
 * printed from the tables that are parsed, so that it cannot name an option that does not exist. */
#include <ctype.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/deliver.h"
#include "parse/keys.h"
#include "shells/shells.h"
#include "util/json.h"
#include "util/limit.h"
#include "util/message.h"
#include "util/process.h"
#include "util/ranks.h"
#include "util/text.h"

/* One command per line, in the order of a user's work. */
static const struct command *const commands[] = {
	&command_new,
	&command_report,
	&command_explore,
	&command_compare,
	&command_sweep,
	&command_route,
	&command_embed,
	&command_schedule,
	&command_universality,
	&command_generate,
	&command_compile,
	&command_import,
	&command_simulate,
	&command_verify,
	&command_boards,
	&command_build,
	&command_flash,
	&command_run,
	&command_fusesoc,
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

/* The options that several commands have, and what a command must take to have them. */
static const struct common {
	struct option option;
	const char *short_name;
	unsigned takes;
} common_options[] = {
	{ { "--set", "KEY=VALUE",
	    "override this key of the parameter file; may be repeated" }, NULL, TAKES_SET },
	{ { "--fault", "FAULT", "a dead part, node:LEVEL:INDEX or link:LEVEL:INDEX:PARENT, in a hypertree"
	  " node:NUMBER or link:NUMBER:NUMBER; replaces the parameter file's faults; may be repeated" }, NULL, TAKES_SET },
	{ { "--output", "DIR", "-o: where the results go" }, "-o", TAKES_OUTPUT },
	{ { "--output", "FILE", "-o: where the result goes" }, "-o", TAKES_OUTPUT_FILE },
	{ { "--drawings", "LIST", "with -o: write each drawing also as pdf (NAME.pdf), tikz (NAME.tex, for LaTeX) or"
	  " pdf,tikz" }, NULL,
	  TAKES_DRAWINGS },
	{ { "--html", "FILE", "write one self-contained HTML page with tables, plots and drawings" }, NULL,
	  TAKES_PAGE },
	{ { "--limit", "N", "limit the analysis to N seconds of a nominal machine and N times 100 MB; or none;"
	  " default 10" }, NULL, TAKES_LIMIT },
	{ { "--tool-timeout", "SECONDS", "stop each tool that runs longer; default none" }, NULL, TAKES_TOOL_TIME },
	{ { "--tool-memory", "MB", "stop each tool that needs more memory; or none; default 8000" }, NULL,
	  TAKES_TOOL_MEMORY },
	{ { "--json", NULL, "print JSON instead of text" }, NULL, TAKES_JSON },
	{ { "--help", NULL, "-h: print this help" }, "-h", 0 },
};
enum { SET, FAULT, OUTPUT, OUTPUT_FILE, DRAWINGS, HTML, LIMIT, TOOL_TIME, TOOL_MEMORY, JSON, HELP, COMMON_COUNT };

enum { GREATEST_TOOL_LIMIT = 100000000, USUAL_TOOL_MEMORY = 8000 };
static const double least_limit = 0.001;

static bool has_common(const struct command *command, unsigned i)
{
	return (command->takes & common_options[i].takes) == common_options[i].takes;
}

/* The options by which a command puts a shell around a network; it has them all or none. */
static const struct shell *const *command_shells(const struct command *command)
{
	static const struct shell *const none[] = { NULL };

	return command->takes & TAKES_SHELL ? shells : none;
}

static struct option shell_option(const struct shell *shell)
{
	return (struct option){ shell->option, NULL, shell->help };
}

static int print_help(void)
{
	puts("Usage: ftc COMMAND FILE [--set KEY=VALUE ...] [-o DIR] [OPTION ...]\n"
	     "\n"
	     "Makes a network on chip out of a short YAML file: a fat-tree (Leiserson 1985), a\n"
	     "generalized fat tree (Oehring et al. 1995), a hypertree (Goodman and Sequin 1981),\n"
	     "a pruned butterfly, sorting fat-tree or area-universal circuit (Bay 1992), a sorting\n"
	     "network (Batcher 1968) or a rotor: as Verilog, as a simulation, as a bitstream.\n"
	     "\n"
	     "Commands:");
	for (size_t i = 0; i < COMMAND_COUNT; i++)
		printf("  %-12s %s\n", commands[i]->name, commands[i]->summary);
	puts("\n"
	     "`ftc COMMAND --help` prints a command's options, `ftc help keys` the keys of the\n"
	     "YAML file, `ftc help figures` the figures of results, `ftc --version` the version.\n"
	     "Exit status: 0 done, 1 the work failed, 2 the command line or the input is wrong,\n"
	     "3 verify: nothing is wrong, but not all was proved.");
	return EXIT_DONE;
}

static void print_own_option(const struct command *command, size_t i)
{
	struct option option = command->options[i];
	char *names = command->alone == &command->options[i] ? command->alone_names() : NULL;
	char *help = names ? format_string("%s; NAME: %s", option.help, names) : NULL;

	if (help)
		option.help = help;
	help_print_option(&option, command->whose ? command->whose[i] : NULL);
	free(help);
	free(names);
}

static int print_command_help(const struct command *command)
{
	const struct shell *const *first = command_shells(command);
	struct text usage = {0};
	int column = printf("Usage: ftc %s", command->name);

	text_add(&usage, command->usage);
	for (const struct shell *const *shell = first; *shell; shell++)
		text_print(&usage, "%s%s%s", shell == first ? " [" : " | ", (*shell)->option, shell[1] ? "" : "]");
	text_print(&usage, "%s%s", command->takes & TAKES_SET ? " [--set KEY=VALUE ...]" : "",
		   command->takes & TAKES_JSON ? " [--json]" : "");
	help_print_wrapped(usage.bytes, column, column);
	printf("\n%c%s.\n\nOptions:\n", toupper(command->summary[0]), command->summary + 1);
	text_free(&usage);
	for (size_t i = 0; command->options && command->options[i].name; i++)
		print_own_option(command, i);
	for (const struct shell *const *shell = first; *shell; shell++) {
		struct option option = shell_option(*shell);

		help_print_option(&option, NULL);
	}
	for (unsigned i = 0; i < COMMON_COUNT; i++)
		if (has_common(command, i))
			help_print_option(&common_options[i].option, NULL);
	printf("\nPage: %s\n", command->page);
	return EXIT_DONE;
}

static const struct command *command_named(const char *name)
{
	for (size_t i = 0; i < COMMAND_COUNT; i++)
		if (strcmp(commands[i]->name, name) == 0)
			return commands[i];
	return NULL;
}

static const struct command *find_command(const char *name)
{
	const char *names[COMMAND_COUNT + 3] = { "--help", "--version", "help" };
	const struct command *command = command_named(name);
	size_t count = 3;

	if (command)
		return command;
	for (size_t i = 0; i < COMMAND_COUNT; i++)
		names[count++] = commands[i]->name;
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
	const char **value, **word;	/* as line has them */
	struct given *given;
	struct text invocation;
	struct text faults;		/* "faults=node:2:5,link:0:1:0", or empty */
	double limit;			/* of the analysis */
	struct process_limits limits;
	bool help;
	bool failed;
};

/* Adds a word to the command that generated files show. It goes into one-line comments. */
static void show_word(struct text *invocation, const char *word)
{
	size_t from = invocation->length;

	text_add(invocation, " ");
	text_add_word(invocation, word);
	for (char *c = invocation->bytes + from; *c; c++)
		if ((unsigned char)*c < 0x20)
			*c = ' ';
}

/* Does `word` name the option, alone or with its value behind it? `letter` is "-o", or NULL. */
static bool names_option(const struct option *option, const char *letter, const char *word)
{
	size_t length = strlen(option->name);

	if (letter && strncmp(word, letter, 2) == 0)
		return !word[2] || option->value;
	return strncmp(word, option->name, length) == 0 && (!word[length] || word[length] == '=');
}

/* The command's own option that `word` names, or NULL. */
static const struct option *find_own(const struct command *command, const char *word)
{
	const struct option *option = command->options;

	while (option && option->name && !names_option(option, option->name[1] == '-' ? NULL : option->name, word))
		option++;
	return option && option->name ? option : NULL;
}

/* The shell whose option `word` names, or NULL. */
static const struct shell *find_shell(const struct command *command, const char *word)
{
	for (const struct shell *const *shell = command_shells(command); *shell; shell++) {
		struct option option = shell_option(*shell);

		if (names_option(&option, NULL, word))
			return *shell;
	}
	return NULL;
}

/* Which of the common options `word` names: SET .. HELP, or COMMON_COUNT. */
static unsigned find_common(const struct command *command, const char *word)
{
	unsigned i = 0;

	while (i < COMMON_COUNT && !(has_common(command, i)
				     && names_option(&common_options[i].option, common_options[i].short_name, word)))
		i++;
	return i;
}

/* The value of the option at argv[*i], which moves onto the last word taken: "" for one that has none. NULL after a
 * message. */
static const char *take_value(const struct reading *r, const struct option *option, char **argv, int *i)
{
	const char *word = argv[*i], *equals = strncmp(word, "--", 2) == 0 ? strchr(word, '=') : NULL;

	if (!option->value && equals) {
		bool name = option == r->command->alone && equals[1];

		error("%s takes no value, but is given '%s'", option->name, equals + 1);
		suggest("%s%s%s", option->name, name ? " " : "", name ? shell_word(equals + 1) : "");
		return NULL;
	}
	if (!option->value)
		return "";
	if (equals)
		return equals + 1;
	if (word[1] != '-' && word[2])
		return word + 2;
	if (argv[*i + 1])
		return argv[++*i];
	error("%s has no value: expected %s %s", word, word, option->value);
	suggest("ftc %s --help", r->command->name);
	return NULL;
}

/* Reads a limit of the analysis or of tools. It changes no result, so that the files do not show it. */
static void read_limit(struct reading *r, unsigned which, const char *value)
{
	const char *option = common_options[which].option.name;
	double limit = 0;

	if (which == LIMIT)
		r->failed = !option_limit(option, value, least_limit, GREATEST_LIMIT, &r->limit);
	else if (!option_limit(option, value, 1, GREATEST_TOOL_LIMIT, &limit))
		r->failed = true;
	else if (which == TOOL_TIME)
		r->limits.seconds = isfinite(limit) ? limit : 0;
	else
		r->limits.megabytes = isfinite(limit) ? limit : 0;
}

/* Reads the common option at argv[*i]. */
static void read_common(struct reading *r, unsigned which, char **argv, int *i)
{
	const char *word = argv[*i], *value = take_value(r, &common_options[which].option, argv, i);

	if (!value) {
		r->failed = true;
	} else if (which == HELP) {
		r->help = true;
	} else if (which == LIMIT || which == TOOL_TIME || which == TOOL_MEMORY) {
		read_limit(r, which, value);
	} else if (which == JSON) {
		r->line.json = true;
		show_word(&r->invocation, "--json");
	} else if (which == SET && hint_torn_setting(value, argv[*i + 1])) {
		r->failed = true;
	} else if (which == SET) {
		r->overrides[r->line.override_count++].text = value;
		show_word(&r->invocation, "--set");
		show_word(&r->invocation, value);
	} else if (which == FAULT) {
		text_print(&r->faults, "%s%s", r->faults.length ? "," : "faults=", value);
		show_word(&r->invocation, "--fault");
		show_word(&r->invocation, value);
	} else if (which == DRAWINGS) {
		r->failed |= !deliver_read_drawings(value, &r->line.drawings);
	} else if (which == HTML) {
		r->line.html = value;	/* deliver_check() looks at it */
	} else if (*value) {
		r->line.output = value;
	} else {
		error("%s is empty: expected a %s", word, which == OUTPUT ? "directory" : "file");
		r->failed = true;
	}
}

/* Reads the command's own option at argv[*i]. */
static void read_own(struct reading *r, const struct option *option, char **argv, int *i)
{
	int first = *i;
	const char *value = take_value(r, option, argv, i);

	r->failed = !value;
	r->value[option - r->command->options] = value;
	if (option->value)
		r->given[r->line.given_count++] = (struct given){ option, value };
	for (int k = first; k <= *i; k++)
		show_word(&r->invocation, argv[k]);
}

/* Reads the shell's option at argv[*i]. */
static void read_shell(struct reading *r, const struct shell *shell, char **argv, int *i)
{
	struct option option = shell_option(shell);
	const char *other = r->line.shell->option;

	r->failed = !take_value(r, &option, argv, i);
	if (!r->failed && other && other != shell->option) {
		error("%s and %s are given: expected one of them", other, shell->option);
		suggest("without %s", shell->option);
		r->failed = true;
	}
	r->line.shell = shell;
	show_word(&r->invocation, argv[*i]);
}

/* Takes a word that is no option: the parameter file, or one of the command's own words. */
static void take_word(struct reading *r, const char *word)
{
	const char *slash = strrchr(word, '/');

	if (!r->command->needs_file || r->line.file) {
		r->word[r->line.word_count++] = word;
		show_word(&r->invocation, word);
		return;
	}
	r->line.file = word;
	/* Generated files must not depend on where the parameters lie. */
	show_word(&r->invocation, slash ? slash + 1 : word);
}

static size_t count_own(const struct command *command)
{
	size_t count = 0;

	while (command->options && command->options[count].name)
		count++;
	return count;
}

/* Says that the command has no such option, with the parameter or the nearest option that is meant. `next` is the word
 * behind it, or NULL. */
static void unknown_option(const struct command *command, const char *word, const char *next)
{
	size_t own = count_own(command), count = own;
	const char **names = allocate_array(own + MOST_SHELLS + COMMON_COUNT, sizeof *names);
	char *name = format_string("%.*s", (int)strcspn(word, "="), word);

	for (size_t i = 0; i < own; i++)
		names[i] = command->options[i].name;
	for (const struct shell *const *shell = command_shells(command); *shell; shell++)
		names[count++] = (*shell)->option;
	for (unsigned i = 0; i < COMMON_COUNT; i++)
		if (has_common(command, i))
			names[count++] = common_options[i].option.name;
	const char *nearest = nearest_name(name, names, count);
	error("unknown option %s: expected an option of ftc %s", name, command->name);
	if (command->takes & TAKES_SET && (command->needs_file || !nearest) && hint_key_as_option(word, next))
		;	/* said */
	else if (nearest)
		suggest("%s", nearest);
	else if (access(word, F_OK) == 0)
		suggest("./%s, if the file is meant", shell_word(word));
	else
		suggest("ftc %s --help", command->name);
	free(names);
	free(name);
}

/* Reads argv behind the command's name. */
static void read_line(struct reading *r, char **argv)
{
	bool words_only = false;

	text_print(&r->invocation, "ftc %s", r->command->name);
	for (int i = 0; argv[i] && !r->failed; i++) {
		const struct option *own = find_own(r->command, argv[i]);
		const struct shell *shell = find_shell(r->command, argv[i]);
		unsigned common = find_common(r->command, argv[i]);

		if (words_only || argv[i][0] != '-' || !argv[i][1]) {
			take_word(r, argv[i]);
		} else if (strcmp(argv[i], "--") == 0) {
			words_only = true;
			show_word(&r->invocation, argv[i]);
		} else if (common < COMMON_COUNT) {
			read_common(r, common, argv, &i);
		} else if (own) {
			read_own(r, own, argv, &i);
		} else if (shell) {
			read_shell(r, shell, argv, &i);
		} else {
			unknown_option(r->command, argv[i], argv[i + 1]);
			r->failed = true;
		}
	}
}

static bool check_name(const struct reading *r, const char *name)
{
	if (!name || json_can_say(name))
		return true;
	error("the name '%s' is not in UTF-8, as all of JSON must be: expected another one", name);
	return suggest("renaming it%s", r->line.json ? ", or no --json" : r->line.html ? ", or no --html" : "");
}

/* JSON repeats names: of inputs in result files, too, of results and parameter files only where it is printed, or on a page. */
static bool check_names(const struct reading *r)
{
	bool good = true, shown = r->line.json || r->line.html;

	if (!shown && !r->line.output)
		return true;
	for (size_t i = 0; i < r->line.word_count && good; i++)
		good = check_name(r, r->word[i]);
	for (size_t i = 0; i < r->line.given_count && good; i++)
		good = check_name(r, r->given[i].value);
	return good && (!shown || (check_name(r, r->line.file) && check_name(r, r->line.output)));
}

/* `word` behind `ftc CALLED`; the suggestion is that with `further`. */
static int refuse_word(const char *word, const char *called, const char *further)
{
	error("'%s' is one word too many for ftc %s", word, called);
	suggest("ftc %s%s", called, further);
	return EXIT_USAGE;
}

static bool needs_file(const struct reading *r)
{
	const struct command *c = r->command;

	return c->needs_file && !(c->alone && r->value[c->alone - c->options]);
}

static int run_invocation(struct reading *r)
{
	if (r->help)
		return print_command_help(r->command);
	if (r->failed)
		return EXIT_USAGE;
	if (needs_file(r) && !r->line.file) {
		error("ftc %s is given no file: expected ftc %s %s", r->command->name, r->command->name,
		      r->command->usage);
		suggest("ftc %s --help", r->command->name);
		return EXIT_USAGE;
	}
	if (r->faults.length)
		r->overrides[r->line.override_count++].text = r->faults.bytes;
	if (r->line.word_count > r->command->words)
		return refuse_word(r->word[r->command->words], r->command->name, " --help");
	if (!check_names(r))
		return EXIT_USAGE;
	if (ranks_are_there() && !r->command->in_ranks) {
		/* mpirun ends all others when one fails. */
		if (!ranks_is_first())
			return EXIT_DONE;
		error("ftc %s runs in one process: expected it without mpirun", r->command->name);
		return EXIT_USAGE;
	}
	process_limit(r->limits);
	if (r->command->takes & TAKES_LIMIT)
		limit_start(r->limit);
	r->line.command = r->command->name;
	r->line.overrides = r->overrides;
	r->line.value = r->value;
	r->line.given = r->given;
	r->line.word = r->word;
	r->line.invocation = r->invocation.bytes;

	int status = EXIT_USAGE;

	if (!deliver_check(&r->line, &status))
		return status;
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
	struct reading r = { .command = find_command(argv[1]), .limit = USUAL_LIMIT,
			     .limits.megabytes = USUAL_TOOL_MEMORY, .line.shell = &no_shell };

	if (!r.command)
		return EXIT_USAGE;
	r.overrides = allocate_array((size_t)argc, sizeof *r.overrides);
	r.value = allocate_array(count_own(r.command) + 1, sizeof *r.value);
	r.given = allocate_array((size_t)argc, sizeof *r.given);
	r.word = allocate_array((size_t)argc, sizeof *r.word);
	read_line(&r, argv + 2);
	int status = run_invocation(&r);
	free(r.overrides);
	free(r.value);
	free(r.given);
	free(r.word);
	text_free(&r.invocation);
	text_free(&r.faults);
	return status;
}

static int print_help_of_help(void)
{
	puts("Usage: ftc help [COMMAND | keys | KEY | figures]\n"
	     "\n"
	     "Print the commands, a command's options as `ftc COMMAND --help` does, the keys of\n"
	     "the YAML file or one of them, or the keys of results.");
	return EXIT_DONE;
}

static int refuse_topic(const char *what)
{
	const char *names[COMMAND_COUNT + MOST_KEYS + 3] = { "help", "keys", "figures" };
	size_t count = 3;

	for (size_t i = 0; i < COMMAND_COUNT; i++)
		names[count++] = commands[i]->name;
	count += key_names(names + count);
	const char *nearest = likely_name(what, names, count);
	error("no help on '%s': expected a command, a key of the YAML file, keys or figures", what);
	if (nearest)
		suggest("ftc help %s", nearest);
	else
		suggest("ftc help");
	return EXIT_USAGE;
}

/* `ftc help`, and with a word: a command, a key of the parameter file, keys, figures or help. */
static int help(char **words)
{
	const char *what = words[0];

	if (what && words[1])
		return refuse_word(words[1], "help", " help");
	if (!what)
		return print_help();
	if (strcmp(what, "help") == 0 || strcmp(what, "--help") == 0)
		return print_help_of_help();
	if (strcmp(what, "keys") == 0)
		help_print_keys();
	else if (strcmp(what, "figures") == 0)
		help_print_figures();
	else if (command_named(what))
		return print_command_help(command_named(what));
	else if (!help_print_key(what))
		return refuse_topic(what);
	return EXIT_DONE;
}

/* Standard streams that are closed must not become files that are opened later. What uses them fails as before. */
static void occupy_streams(void)
{
	for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
		if (fcntl(stream, F_GETFD) < 0)
			open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
	occupy_streams();
	json_never_lacks_memory();
	if (!ranks_command_line(&argc, &argv))
		return EXIT_WORK_FAILED;
	if (argc < 2) {
		error("no command: expected ftc COMMAND FILE");
		suggest("ftc --help");
		return EXIT_USAGE;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
		return finish(argv[2] ? refuse_word(argv[2], argv[1], "") : print_help());
	if (strcmp(argv[1], "help") == 0)
		return finish(help(argv + 2));
	if (strcmp(argv[1], "--version") == 0) {
		if (argv[2])
			return refuse_word(argv[2], argv[1], "");
		version_print(FTC_VERSION);
		return finish(EXIT_DONE);
	}
	return finish(run_command(argc, argv));
}
