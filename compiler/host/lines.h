/* lines.h: the line protocol of `ftc run --lines` (docs/how-to/host.md). */
#ifndef FTC_HOST_LINES_H
#define FTC_HOST_LINES_H

#include "host/session.h"

/* Reads commands from standard input until its end or `quit` and answers on standard output. Exit status:
 * EXIT_WORK_FAILED when the line is lost or dead, else EXIT_DONE. */
int lines_serve(struct session *s);

#endif
