/* run_page.h: a run as a page of HTML that plays it.
 *
 * The page has the report of the run as JSON, the machine's drawing, and the deliveries of the run: little-endian numbers, one
 * column after the other, as the page's `meta` lists them. Of a word's way it knows what the machine says (way of struct
 * machine_report); tries that were lost are in no delivery. */
#ifndef FTC_SIMULATE_RUN_PAGE_H
#define FTC_SIMULATE_RUN_PAGE_H

#include <stdbool.h>

#include "simulate/simulate.h"

/* A page has the ways of at most so many pairs of ends. */
enum { RUN_PAGE_WAYS = 1 << 14 };
/* .. and so many words on links: a browser plays no more. */
enum { RUN_PAGE_HOPS = 1500000 };

/* Appends the page of a run that s->log has heard. A log that is too large for a browser is cut, with a warning. False after a
 * message. */
bool run_page_print(const struct simulation *s, const struct findings *found, struct text *html);

#endif
