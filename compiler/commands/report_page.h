/* report_page.h: the result of a command as a page of HTML.
 *
 * The page has the text, the drawings and the JSON of the findings, and JSON among their files that says more. Tables, plots and
 * what one steps through are made from the JSON by compiler/page/, whatever the command. */
#ifndef FTC_COMMANDS_REPORT_PAGE_H
#define FTC_COMMANDS_REPORT_PAGE_H

#include <stdbool.h>

#include "commands/command.h"
#include "util/output.h"

/* Drawings and files of more bytes are left out, and the page names them. */
enum { REPORT_PAGE_MOST_BYTES = 8 << 20 };

/* Appends the page of `name`, the network or what else the findings are of. False after a message. */
bool report_page_print(const struct command_line *line, const char *name, const struct findings *found, struct text *html);

#endif
