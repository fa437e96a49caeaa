/* made.h: how a result was made, for who keeps the result.
 *
 * JSON that ftc prints begins with the member "made", in a line of its own: "ftc", the version; "command", the command line;
 * "networks", the "name", "digest" and "parameters" of each. The digest is equal where parameters and version are. */
#ifndef FTC_COMMANDS_MADE_H
#define FTC_COMMANDS_MADE_H

#include "commands/command.h"
#include "util/output.h"

/* Adds it to the findings' JSON and to the copies of that among their files, unless it is there: of the networks that
 * deliver_about() has noted. */
void made_add(const struct command_line *line, struct findings *found);

/* Prints an object with it, of a network or, for NULL, of none. Real numbers have that many digits. */
void made_show(const struct command_line *line, const struct spec *spec, const json_t *object, int digits);

#endif
