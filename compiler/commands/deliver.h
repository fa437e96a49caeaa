/* deliver.h: how a command writes its results. All functions return an exit status; any but EXIT_DONE follows a
 * message. */
#ifndef FTC_COMMANDS_DELIVER_H
#define FTC_COMMANDS_DELIVER_H

#include "commands/command.h"
#include "util/output.h"

/* Whether an option's `file` is a place for a result beside those of -o; NULL: it is not wanted. `example` is what a suggestion calls
 * it. False after a message; *status is the exit status then. */
bool deliver_check_file(const char *option, const char *file, const char *example, const struct command_line *line, int *status);
/* Likewise of --html, which no other result may share, before a command begins. */
bool deliver_check(const struct command_line *line, int *status);

/* Reads the list of --drawings. False after a message. */
bool deliver_read_drawings(const char *list, unsigned *formats);

/* Notes a network whose parameters a page and JSON show. */
void deliver_about(struct findings *found, const struct spec *spec);
/* Does the same for a command whose figures are of a chip: the text says so if a link joins it to another one. */
void deliver_chip(struct findings *found, const struct spec *spec);

/* Writes `out` to the directory of -o, if given, for a network of this name, and its drawings in the formats of --drawings; frees
 * `out`. */
int deliver_directory(const struct command_line *line, const char *name, struct output *out);

/* Prints the findings as text or, with --json, as JSON, and writes them as a page with --html; the JSON then
 * begins with how it was made (made.h). Frees nothing. */
int deliver_shown(const struct command_line *line, const char *name, struct findings *found);

/* Does the same, writes their files as deliver_directory() does, and frees all. */
int deliver_findings(const struct command_line *line, const char *name, struct findings *found);

/* Does the same; with -o and no other files, the text and the JSON also become COMMAND.txt and COMMAND.json. */
int deliver_report(const struct command_line *line, const char *name, struct findings *found);

/* Writes `text` to the file `path`; frees `text`. */
int deliver_file(const char *path, struct text *text);

/* Writes the drawing `svg` to the file `path`, in the format of its ending: .svg, .pdf or .tex (TikZ). */
int deliver_picture(const char *path, const struct text *svg);

#endif
