/* deliver.h: how a command hands over what it has found. All return an exit status, after a message if it is not EXIT_DONE. */
#ifndef FTC_COMMANDS_DELIVER_H
#define FTC_COMMANDS_DELIVER_H

#include "commands/command.h"
#include "util/output.h"

/* Writes `out` to the directory of -o, if one is given, for a network of this name; frees `out`. */
int deliver_directory(const struct command_line *line, const char *name, struct output *out);

/* Prints the findings, as text or, with --json, as JSON; writes their files as deliver_directory(); frees all. */
int deliver_findings(const struct command_line *line, const char *name, struct findings *found);

/* Likewise; with -o the two texts are files, too, COMMAND.txt and COMMAND.json, unless it has found others. */
int deliver_report(const struct command_line *line, const char *name, struct findings *found);

/* Writes `text` to the file `path`; frees `text`. */
int deliver_file(const char *path, struct text *text);

#endif
