/* command.h: one function per ftc command.
 *
 * main.c reads the command line by the command's table of options and that of the common options (--set, --json, -o,
 * --html, --limit, --tool-timeout, --help) and of the shells, then calls the command. Each command returns an exit status
 * (util/message.h).
 */
#ifndef FTC_COMMANDS_COMMAND_H
#define FTC_COMMANDS_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "parse/spec.h"

struct option;

/* The parsed command line. */
struct command_line {
	const char *command;			/* "generate" */
	const char *file;			/* the parameter file, NULL when none was given */
	const struct override *overrides;	/* --set, in order, then all --fault as one `faults=...` */
	size_t override_count;
	const char *output;			/* -o DIR or FILE, or NULL */
	unsigned drawings;			/* --drawings: enum drawn (util/vector.h), or-ed */
	const char *html;			/* --html FILE, or NULL */
	bool json;				/* --json */
	const struct shell *shell;		/* that an option names; or no_shell */
	/* Of the command's own options, in the order of its table: the last one given, "" for a flag, or NULL. */
	const char *const *value;
	/* All of them that have a value, in the order in which they were given. */
	const struct given {
		const struct option *option;
		const char *value;
	} *given;
	size_t given_count;
	const char *const *word;		/* the words that are no option, value or file; ends with NULL */
	size_t word_count;
	/* "ftc generate tree.yaml": goes into generated files, which -o, --drawings, --html and their values must not change. */
	const char *invocation;
};

/* One option of a command: a row of the table that is parsed and that --help prints. */
struct option {
	const char *name;	/* "--load" */
	const char *value;	/* placeholder of the value in the help, "RATE"; NULL for a flag */
	const char *help;	/* one line */
};

struct command;
/* Does every given option apply to `whom`, a kind of network? If not, one message and false. */
bool options_fit(const struct command *command, const char *const *values, const char *whom);

/* help.c: prints text between columns `indent` and 79, broken at spaces outside brackets and braces; `column` is the
 * cursor's. */
void help_print_wrapped(const char *text, int column, int indent);
/* Prints an option, its value, the kind of network it is for (NULL: all) and its help, in columns. */
void help_print_option(const struct option *option, const char *whose);
/* Prints all keys of parameter files in the same columns. */
void help_print_keys(void);
/* Prints those of this name: a key may mean another thing for another kind of network. False if there is none. */
bool help_print_key(const char *name);
void help_print_figures(void);
/* version.c: prints the version, and each tool that ftc runs with its own version or "not found". */
void version_print(const char *version);

/* What is read of an option's value: the whole value, or a part of a list. Suggestions keep what stands around it. */
struct option_part {
	const char *option;		/* "--hotspot" */
	const char *text;		/* "99" of the value "3:2,99:4" */
	const char *before, *after;	/* "3:2," and ":4"; "" both: the text is the whole value */
	char separator;			/* of the list's parts; 0: a comma */
};

/* Read a part: a number in [low, high], or the index of one of `words`. False after a message that names the option; *value is
 * as before then. */
bool part_unsigned(const struct option_part *part, unsigned long low, unsigned long high, unsigned long *value);
bool part_real(const struct option_part *part, double low, double high, double *value);
bool part_word(const struct option_part *part, const char *const *words, size_t count, unsigned *value);
/* Suggests the value without this part and its separator. False, as suggest(). */
bool suggest_without_part(const struct option_part *part);
/* Splits the option's value at its commas and passes every part to `use`, until one is refused; then false. */
bool option_each_part(const char *option, const char *list, bool (*use)(const struct option_part *part, void *context),
		      void *context);
/* The same with another separator. */
bool option_each_separated(const char *option, char separator, const char *list,
			   bool (*use)(const struct option_part *part, void *context), void *context);

/* The same of a whole value; NULL, the option is not given, leaves *value alone. */
bool option_unsigned(const char *option, const char *text, unsigned long low, unsigned long high,
		     unsigned long *value);
bool option_real(const char *option, const char *text, double low, double high, double *value);
/* A limit: a number in [low, high] or "none", which is INFINITY. */
bool option_limit(const char *option, const char *text, double low, double high, double *value);
bool option_word(const char *option, const char *text, const char *const *words, size_t count, unsigned *value);
/* Whether --picture, if it is given, names a drawing: SVG, or else PDF or TikZ; `usual` is what a suggestion calls it. */
bool option_picture(const char *text, const char *usual, bool svg_only);

/* hints.c: a parameter in the wrong form.
 * `--set payload-bits 16`: a message with the right form, and true, if `setting` has no '=' and `next`, the word behind
 * it or NULL, is its value. */
bool hint_torn_setting(const char *setting, const char *next);
/* `--payload-bits 16`: suggests `--set payload-bits=16`, and true, if `option`, which the command does not have, is the
 * name of a key. `next` is the word behind it, or NULL. */
bool hint_key_as_option(const char *option, const char *next);

/* Which common options a command uses. Others are refused, not ignored. */
enum takes {
	TAKES_SET = 1,		/* its FILE is a parameter file */
	TAKES_OUTPUT = 2,
	TAKES_JSON = 4,
	TAKES_OUTPUT_FILE = 8,		/* -o FILE instead of a directory */
	TAKES_TOOL_TIME = 16,		/* it runs tools; --tool-timeout */
	TAKES_TOOL_MEMORY = 32,		/* --tool-memory */
	TAKES_LIMIT = 64,		/* it analyses; --limit */
	TAKES_PAGE = 256,		/* its result as a page; --html */
	TAKES_DRAWINGS = 512,		/* with -o it draws; --drawings */
	TAKES_SHELL = 128,		/* networks with a shell (shells/shells.h); an option for each */
};

struct command {
	const char *name;
	const char *summary;		/* one line for ftc --help */
	const char *page;		/* of the documentation: "docs/how-to/explore.md" */
	const char *usage;		/* "FILE [--load RATE] ..."; --help adds --set and --json */
	const struct option *options;	/* its own; a NULL name ends the table */
	bool needs_file;
	size_t words;			/* it takes at most so many further words */
	unsigned takes;			/* enum takes, or-ed */
	int (*run)(const struct command_line *line);
	const char *const *whose;	/* by `options`: the only kind of network that it is for; NULL: for all */
	const struct option *alone;	/* of `options`: where it is given, a name or nothing stands in the file's place; NULL: none */
	char *(*alone_names)(void);	/* with `alone`: the names, "gft or hypertree", fresh; NULL: there are none */
	bool in_ranks;			/* mpirun may start it in several processes */
};

extern const struct command command_new;	/* new.c */
extern const struct command command_generate;	/* generate.c */
extern const struct command command_fusesoc;	/* fusesoc.c */
extern const struct command command_report;	/* report.c */
extern const struct command command_explore;	/* explore.c */
extern const struct command command_compare;	/* compare.c */
extern const struct command command_sweep;	/* sweep.c */
extern const struct command command_route;	/* route.c */
extern const struct command command_embed;	/* embed.c */
extern const struct command command_schedule;	/* schedule.c */
extern const struct command command_universality;	/* universality.c */
extern const struct command command_compile;	/* compile.c */
extern const struct command command_import;	/* import.c */
extern const struct command command_simulate;	/* simulate.c */
extern const struct command command_verify;	/* verify.c */
extern const struct command command_build;	/* build.c */
extern const struct command command_boards;	/* boards.c */
extern const struct command command_run;	/* run.c */
extern const struct command command_flash;	/* flash.c */

#endif
