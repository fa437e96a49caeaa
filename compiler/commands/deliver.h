/* deliver.h: how a command writes its results. All functions return an exit status; any but EXIT_DONE follows a
 * message. */
#ifndef FTC_COMMANDS_DELIVER_H
#define FTC_COMMANDS_DELIVER_H

#include "commands/command.h"
#include "util/output.h"

/* Writes `out` to the directory of -o, if given, for a network of this name; frees `out`. */
int deliver_directory(const struct command_line *line, const char *name, struct output *out);

/* Prints the findings as text or, with --json, as JSON; writes their files as deliver_directory() does; frees all. */
int deliver_findings(const struct command_line *line, const char *name, struct findings *found);

/* Does the same; with -o and no other files, the text and the JSON also become COMMAND.txt and COMMAND.json. */
int deliver_report(const struct command_line *line, const char *name, struct findings *found);

/* Writes `text` to the file `path`; frees `text`. */
int deliver_file(const char *path, struct text *text);

#endif
