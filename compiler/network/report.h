/* report.h: what the reports of all machines have in common. A machine puts its report together from these and its own parts:
 * for a person sections of text, for a program one JSON object. */
#ifndef FTC_NETWORK_REPORT_H
#define FTC_NETWORK_REPORT_H

#include <jansson.h>

#include "network/network.h"

/* Sections of text. Parameters as understood; what every level costs, and in all;
 * plans and elements. */
void report_parameters(const struct spec *spec, struct text *out);
void report_logic(const struct network *net, struct text *out);
void report_plans(const struct network *net, const char *title, struct text *out);

/* A fresh object that begins a report: summary_add() with what each level is made of, parameters, elements, and the plans under
 * the key `plans_are`. */
json_t *report_json(const struct network *net, const char *plans_are);

#endif
