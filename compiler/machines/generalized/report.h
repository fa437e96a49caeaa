/* report.h: what `ftc report` says of an XGFT as a graph (Oehring et al. 1995, section 4 and Table 1). */
#ifndef FTC_MACHINES_GENERALIZED_REPORT_H
#define FTC_MACHINES_GENERALIZED_REPORT_H

#include "commands/command.h"
#include "parse/spec.h"

/* Prints the report of a spec with spec_is_xgft(), as text or, with --json, as one object; with -o also writes it into a
 * directory as JSON and CSV and draws Table 1 with gnuplot. Returns an exit status. */
int xgft_report(const struct command_line *line, const struct spec *spec);

/* "XGFT(4; 4,4,4,4; 2,2,2,4)". A fresh string. */
char *xgft_name(const struct spec *spec);

#endif
