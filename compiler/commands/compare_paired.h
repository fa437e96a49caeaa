/* compare_paired.h: `ftc compare` of the same messages at the same time, instead of curves. */
#ifndef FTC_COMMANDS_COMPARE_PAIRED_H
#define FTC_COMMANDS_COMPARE_PAIRED_H

#include "commands/command.h"
#include "points/paired.h"

/* Whether the network that was added last, of this file, has as many ends as the first one. False after a message. */
bool compare_paired_check(const struct points *p, const char *file);
/* Compares them, and delivers; returns an exit status. */
int compare_paired(const struct command_line *line, struct points *p, const struct paired_request *r);

#endif
