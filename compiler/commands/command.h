/* command.h: one function per ftc command.
 *
 * main.c reads the options common to all (--set, --json, -o, --help) and calls the command; a command
 * reads its own from what is left. Each returns an exit status (util/message.h).
 */
#ifndef FTC_COMMANDS_COMMAND_H
#define FTC_COMMANDS_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "parse/spec.h"

/* What the command line said. `argument` holds what is neither an option of all commands nor its value:
 * the command's own options, "--name" "value" or "--name=value" each, in order. */
struct command_line {
	const char *command;			/* "generate" */
	const char *file;			/* the parameter file, NULL when none was given */
	const struct override *overrides;	/* --set, in order, then all --fault as one `faults=...` */
	size_t override_count;
	const char *output;			/* -o DIR or FILE, or NULL */
	bool json;				/* --json */
	char **argument;			/* NULL-terminated */
	size_t argument_count;
	const char *invocation;			/* "ftc generate tree.yaml -o out": goes into generated files
						   without -o and its value, so that output does not depend on the place */
};

/* One option of a command, for the table that is parsed and that --help prints. */
struct option {
	const char *name;	/* "--load" */
	const char *value;	/* what the value is called in the help, "RATE", or NULL for a flag */
	const char *help;	/* one line */
};

/* Reads `line->argument` by `options` (ends with a NULL name): values[i] becomes the last value given for
 * options[i] ("" for a flag), or stays NULL. An unknown option or a missing value is one message with the nearest
 * option; returns false then. Positional words that are no option go to positional (at most `room`;
 * *positional_count of them); too many is an error. */
bool options_read(const struct command_line *line, const struct option *options, const char **values,
		  const char **positional, size_t room, size_t *positional_count);

/* The option that `word` ("--load" or "--load=0.4") names, or NULL. */
const struct option *option_find(const struct option *options, const char *word);
/* Is the option's value in the same word, "--load=0.4" or "-j4"? */
bool option_has_value(const char *word);
/* Says that `word` is no option of the command, with the nearest that is. */
void option_unknown(const char *command, const struct option *options, const char *word);

/* help.c: prints text between the columns `indent` and 79, broken at spaces; the cursor stands at `column`. What stands in
 * brackets stays together. */
void help_print_wrapped(const char *text, int column, int indent);
/* An option with its value and its help, in columns. */
void help_print_option(const struct option *option);
/* All keys of parameter files, likewise. */
void help_print_keys(void);

/* Text to a number in [low, high]; anything else is one message naming the option. */
bool option_unsigned(const char *option, const char *text, unsigned long low, unsigned long high,
		     unsigned long *value);
bool option_real(const char *option, const char *text, double low, double high, double *value);

/* Which of the common options a command has a use for; the others are refused rather than ignored. */
enum takes {
	TAKES_SET = 1,		/* its FILE is a parameter file */
	TAKES_OUTPUT = 2,
	TAKES_JSON = 4,
	TAKES_OUTPUT_FILE = 8,		/* -o FILE instead of a directory */
};

struct command {
	const char *name;
	const char *summary;		/* one line for ftc --help */
	const char *usage;		/* "FILE [--load RATE] ..."; --set and --json are added by --help */
	const struct option *options;	/* its own, ends with a NULL name */
	bool needs_file;
	unsigned takes;			/* enum takes, or-ed */
	int (*run)(const struct command_line *line);
};

extern const struct command command_generate;	/* emit/generate.c */
extern const struct command command_fusesoc;	/* emit/fusesoc_command.c */
extern const struct command command_report;	/* analyse/report.c */
extern const struct command command_route;	/* analyse/route.c */
extern const struct command command_embed;	/* embed/embed.c */
extern const struct command command_schedule;	/* schedule/schedule.c */
extern const struct command command_simulate;	/* simulate/simulate.c */
extern const struct command command_verify;	/* prove/verify.c */
extern const struct command command_build;	/* build/build.c */
extern const struct command command_boards;	/* build/boards.c */
extern const struct command command_run;	/* host/run.c */
extern const struct command command_flash;	/* build/flash.c */

#endif
