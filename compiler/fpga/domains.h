/* domains.h: what nextpnr's report says of the clocks of a design, and of the paths from one to another.
 *
 *   --freq       the network's clock, and those without a constraint of their own
 *   a constraint of the user's file  another clock
 *   Max delay posedge A -> posedge B: a crossing
 *
 * nextpnr checks clocks, if at all, and reports crossings without a check. What crosses must arrive within the shorter period of both
 * clocks: else bits of a Gray code, or a word behind it, are seen further apart than the FIFOs of docs/how-to/clocks.md allow.
 */
#ifndef FTC_FPGA_DOMAINS_H
#define FTC_FPGA_DOMAINS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "util/text.h"

/* The slowest path between two clocks, or, if they are the same, of a clock with a constraint of its own. */
struct domain_path {
	char *from, *to;		/* as the user calls them, as far as nextpnr says that */
	bool crosses;			/* it is one between two */
	double delay_ns, period_ns;	/* what it takes, and what it may take */
};

struct domains {
	double fmax_mhz;		/* of the slowest clock that has no constraint of its own */
	struct domain_path *path;
	size_t count;
	const struct domain_path *worst;	/* of the paths that take longer than they may, by share; NULL: none does */
};

/* Reads a report of `tool` for a network's clock of `required_mhz`. False after a message. */
bool domains_read(const char *tool, const json_t *report, double required_mhz, struct domains *d);
void domains_free(struct domains *d);

/* delay / period of the worst path, or 1, if all are met. */
double domains_excess(const struct domains *d);

/* Reports the worst path, with a suggestion. */
void domains_explain(const struct domains *d);

/* A member "domains" of a report: a fresh list, or NULL if there is one clock; and as lines of text. */
json_t *domains_json(const struct domains *d);
void domains_say(const json_t *list, struct text *out);

#endif
