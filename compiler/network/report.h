/* report.h: the common parts of all machines' reports. A machine combines them with its own: sections of text for
 * people, one JSON object for programs. */
#ifndef FTC_NETWORK_REPORT_H
#define FTC_NETWORK_REPORT_H

#include <jansson.h>

#include "network/network.h"

/* Sections of text: parameters as understood; cost by level and in total; plans and elements. */
void report_parameters(const struct spec *spec, struct text *out);
void report_logic(const struct network *net, struct text *out);
/* The same, with a row for each part in place of those of levels and leaves. */
struct report_part {
	char *name;
	struct cost cost;
};
void report_logic_parts(const struct network *net, const struct report_part *part, unsigned count, struct text *out);
void report_plans(const struct network *net, const char *title, struct text *out);

/* The reference tree (network/reference.h) of a spec whose machine has one: a section of text, and members of `object`. */
void report_reference(const struct spec *spec, struct text *out);
void report_reference_json(const struct spec *spec, json_t *object);

/* Adds to `object`: network, name, leaves (sorter: wires), payload_bits, slot_clocks, estimate (if there is one for its
 * family), and summary_add_shell(); of trees also levels (root first, numbered by network_level_number()), and
 * latency_clocks where all messages take as long. */
void summary_add(json_t *object, const struct network *net);

/* Adds to `object` the part of the estimate that is the shell, estimate_WORD, if there is one. */
void summary_add_shell(json_t *object, const struct network *net);

/* Adds "rates" to `object`, at the clock that is expected, if all leaves always have a word and the network accepts so many in a
 * clock: mhz, mbps; mbps_per_lut4, mbps_per_cell and, with each block RAM counted as the LUT4 that the family's largest part has
 * for it, mbps_per_lut4_charged; block_rams. Null if no clock or no estimate is known. And the lines that say them. */
void report_rates_json(const struct network *net, double accepted_per_clock, json_t *object);
void report_rates_say(const json_t *object, const struct family *family, struct text *out);

/* A fresh object; NULL if no estimates are fitted to the family: an object to which it is added then lacks the key. */
json_t *summary_cost(const struct cost *cost, const struct family *family);

/* A fresh object with the common part of a report: summary_add(), with the components of each level, parameters,
 * elements, and the plans under the key `plans_are`. */
json_t *report_json(const struct network *net, const char *plans_are);

#endif
