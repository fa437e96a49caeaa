/* run_results.h: the files of a run beside its report: the log, tables, the waveform and the page that plays it. */
#ifndef FTC_COMMANDS_RUN_RESULTS_H
#define FTC_COMMANDS_RUN_RESULTS_H

#include "commands/command.h"
#include "simulate/simulate.h"

/* Where results go is looked at before a run that may take hours. False after a message; *status is the exit status then. */
bool run_results_check(const struct simulate_options *o, const char *name, const struct command_line *line, int *status);
/* Makes what the run fills for the results that s->options wants. */
void run_results_begin(struct simulation *s);
/* Prints the findings and writes all results; frees the findings. Returns an exit status. */
int run_results_deliver(struct simulation *s, const struct command_line *line, struct findings *found);

#endif
