/* cost.h: what the instances of templates cost: the terms that a template's header names, each times a coefficient that
 * was fitted to what a version of Yosys makes of whole networks for a family (docs/contributing/architecture.md, What a template
 * costs). */
#ifndef FTC_LOWER_COST_H
#define FTC_LOWER_COST_H

#include <jansson.h>

#include "lower/design.h"
#include "network/network.h"

/* The coefficients for a family and a Yosys: a file compiler/lower/costs/FAMILY-YOSYS.tsv. */
struct cost_table {
	const char *target;		/* the family as Yosys calls it; NULL behind the last one */
	const char *yosys;		/* its version: "0.23" */
};
extern const struct cost_table cost_tables[];

/* The table for a family that is nearest to the Yosys at hand, which is asked once, or to the version that
 * $FTC_ESTIMATES names; without both, the newest. A family without any table gets the first of all. */
const struct cost_table *cost_table_at_hand(const struct family *family);
/* The oldest table for a family: for choices that shape a network. They must not depend on the Yosys at hand. */
const struct cost_table *cost_table_oldest(const struct family *family);

/* For reports, if estimates are fitted to the family: a line of text, or the name `estimate_yosys` of a JSON object. */
void cost_table_say(const struct cost_table *table, const struct family *family, struct text *out);
void cost_table_json(const struct cost_table *table, const struct family *family, json_t *object);

/* Of some templates so many equal instances each, their sum rounded. */
struct cost template_cost(const struct cost_table *table, const struct family *family, const struct instance *i,
			  const unsigned long *count, size_t templates);

/* What `count` equal instances have of a term. */
unsigned long term_value(const struct template_term *term, const struct instance *i, unsigned long count,
			 const struct family *family);

/* Visits every term of all instances in a design; `count`: how many are equal. */
typedef void visit_term(const struct instance *i, unsigned long count, const struct template_term *term, void *context);
void design_visit_terms(const struct design *d, visit_term *visit, void *context);
/* All instances of templates in a design, but those whose headers say nothing of their cost. */
struct cost design_cost(const struct cost_table *table, const struct family *family, const struct design *d);

#endif
