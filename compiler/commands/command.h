/* command.h: one function per ftc command.
 *
 * main.c reads the line by the command's table of options and by that of the options common to all (--set, --json,
 * -o, --help), and calls the command. Each returns an exit status (util/message.h).
 */
#ifndef FTC_COMMANDS_COMMAND_H
#define FTC_COMMANDS_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "parse/spec.h"

/* What the command line said. */
struct command_line {
	const char *command;			/* "generate" */
	const char *file;			/* the parameter file, NULL when none was given */
	const struct override *overrides;	/* --set, in order, then all --fault as one `faults=...` */
	size_t override_count;
	const char *output;			/* -o DIR or FILE, or NULL */
	bool json;				/* --json */
	const char *const *value;		/* of the command's own options, in the order of its table: the last one given,
						   "" for a flag, or NULL */
	size_t option_count;			/* how many options that table has */
	const char *const *word;		/* what is neither an option, nor its value, nor the file */
	size_t word_count;
	const char *invocation;			/* "ftc generate tree.yaml -o out": goes into generated files
						   without -o and its value, so that output does not depend on the place */
};

/* One option of a command, for the table that is parsed and that --help prints. */
struct option {
	const char *name;	/* "--load" */
	const char *value;	/* what the value is called in the help, "RATE", or NULL for a flag */
	const char *help;	/* one line */
};

/* values[i] becomes what the line has for options[i], the command's table. The line's words go to positional (at most `room`;
 * *positional_count of them); too many is one message and false. */
bool options_read(const struct command_line *line, const struct option *options, const char **values,
		  const char **positional, size_t room, size_t *positional_count);

struct command;
/* Is every option that is given for `whom`, a kind of network? If not, one message and false. */
bool options_fit(const struct command *command, const char *const *values, const char *whom);

/* help.c: prints text between the columns `indent` and 79, broken at spaces; the cursor stands at `column`. What stands in
 * brackets stays together. */
void help_print_wrapped(const char *text, int column, int indent);
/* An option with its value, for whom it is (NULL: for all) and its help, in columns. */
void help_print_option(const struct option *option, const char *whose);
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
	const char *const *whose;	/* by `options`: the one kind of network that has a use for it; NULL: all have */
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
