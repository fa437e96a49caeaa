/* phases.h: phases of a generalized fat tree (machines/phases.h) as commands ask for them and report them. */
#ifndef FTC_COMMANDS_PHASES_H
#define FTC_COMMANDS_PHASES_H

#include <jansson.h>

#include "commands/command.h"
#include "machines/phases.h"

/* Whether every link of the network is one wire and lives. False after a message. */
bool phases_check_network(const struct spec *spec);
/* The method that --method names; NULL leaves *method alone. PHASES_AUTO becomes the one that applies. False after a
 * message. */
bool phases_method(const char *text, const struct spec *spec, unsigned *method);

/* Slots, method, congestion, degree, and the least slots. */
json_t *phases_json(const struct phases *p);
/* Writes the file of -o, then prints the report of messages from `source`. Returns an exit status. */
int phases_deliver(const struct phases *p, const char *source, const struct command_line *line);

#endif
