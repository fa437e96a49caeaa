/* lines.h: the line protocol of `ftc run --lines` (docs/host.md). */
#ifndef FTC_HOST_LINES_H
#define FTC_HOST_LINES_H

#include "host/session.h"

/* Reads commands from standard input until its end or `quit` and answers on standard output. Exit status: that of the last thing that
 * went wrong beyond repair, a lost line; else EXIT_DONE. */
int lines_serve(struct session *s);

#endif
