/* cost.c: adds up the terms of templates. */
#include "lower/cost.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lower/builder.h"
#include "parse/family.h"
#include "util/message.h"
#include "util/process.h"
#include "util/text.h"

/* ---- tables ------------------------------------------------------------------------------------------------------ */

/* A version as a number that grows with it. */
static unsigned join_version(unsigned major, unsigned minor)
{
	return 10000 * major + minor;
}

/* 0: it cannot be read. */
static unsigned version_number(const char *text)
{
	unsigned major, minor;

	return sscanf(text, "%u.%u", &major, &minor) == 2 ? join_version(major, minor) : 0;
}

/* Of the Yosys in PATH; 0: there is none, or it says none. */
static unsigned ask_yosys(void)
{
	char *yosys = find_tool("yosys");
	struct process_result result = { 0 };
	unsigned major, minor, number = 0;

	if (yosys && run_process((char *const []){ yosys, "-V", NULL }, NULL, &result)
	    && tool_version(result.output.bytes, &major, &minor))
		number = join_version(major, minor);
	text_free(&result.output);
	free(yosys);
	return number;
}

/* Of the Yosys that estimates follow; 0: any. */
static unsigned version_at_hand(void)
{
	const char *wanted = getenv("FTC_ESTIMATES");
	unsigned number = wanted ? version_number(wanted) : ask_yosys();

	if (wanted && number == 0)
		warning("FTC_ESTIMATES is %s: expected a version of Yosys, such as %s", wanted, cost_tables[0].yosys);
	return number;
}

static unsigned distance(const struct cost_table *table, unsigned version)
{
	unsigned own = version_number(table->yosys);

	return own > version ? own - version : version - own;
}

static const struct cost_table *nearest(const struct family *family, unsigned version)
{
	const struct cost_table *best = NULL;
	const char *target = family->yosys;

	for (const struct cost_table *t = cost_tables; t->target; t++)
		if (strcmp(t->target, target) == 0 && (!best || distance(t, version) < distance(best, version)))
			best = t;
	return best ? best : cost_tables;
}

const struct cost_table *cost_table_at_hand(const struct family *family)
{
	static bool asked;
	static unsigned at_hand;

	if (!asked)
		at_hand = version_at_hand();
	asked = true;
	return nearest(family, at_hand > 0 ? at_hand : UINT_MAX / 2);
}

const struct cost_table *cost_table_oldest(const struct family *family)
{
	return nearest(family, 0);
}

void cost_table_say(const struct cost_table *table, const struct family *family, struct text *out)
{
	if (family->fitted)
		text_print(out, "  (as Yosys %s makes it)\n", table->yosys);
}

void cost_table_json(const struct cost_table *table, const struct family *family, json_t *object)
{
	if (family->fitted)
		json_object_set_new(object, "estimate_yosys", json_string(table->yosys));
}

/* ---- terms ------------------------------------------------------------------------------------------------------- */

unsigned long term_value(const struct template_term *term, const struct instance *i, unsigned long count,
			 const struct family *family)
{
	return term->size(i, count, family) * (term->once ? 1 : count);
}

struct sum {
	const struct cost_table *table;
	const struct family *family;
	double of[COST_RAM_BITS + 1];
};

static void add_term(const struct instance *i, unsigned long count, const struct template_term *term, void *context)
{
	struct sum *sum = context;
	double value = (double)term_value(term, i, count, sum->family);

	sum->of[term->kind] += value * term->fitted[sum->table - cost_tables];
}

static unsigned long rounded(double value)
{
	return (unsigned long)(value + 0.5);
}

static struct cost rounded_cost(const struct sum *sum)
{
	return (struct cost){ .lut4 = rounded(sum->of[COST_LUT4]), .ff = rounded(sum->of[COST_FF]),
			      .cells = rounded(sum->of[COST_LUT4]) + rounded(sum->of[COST_LONE]),
			      .ram_bits = rounded(sum->of[COST_RAM_BITS]) };
}

static void visit_instance(const struct instance *i, unsigned long count, visit_term *visit, void *context)
{
	const struct template *t = template_find(i->module);

	for (const struct template_term *term = t ? t->term : NULL; term && term->basis; term++)
		visit(i, count, term, context);
}

struct cost template_cost(const struct cost_table *table, const struct family *family, const struct instance *i,
			  const unsigned long *count, size_t templates)
{
	struct sum sum = { .table = table, .family = family };

	for (size_t k = 0; k < templates; k++)
		visit_instance(&i[k], count[k], add_term, &sum);
	return rounded_cost(&sum);
}

/* ---- a design ---------------------------------------------------------------------------------------------------- */

static size_t index_of(const struct design *d, const char *module)
{
	size_t k = 0;

	while (k < d->module_count && strcmp(d->module[k]->name, module) != 0)
		k++;
	return k;
}

/* [i]: how often module i is in the top. A fresh array. */
static unsigned long *module_uses(const struct design *d)
{
	unsigned long *uses = allocate_array(d->module_count + 1, sizeof *uses);

	uses[d->module_count - 1] = 1;
	for (size_t k = d->module_count; k-- > 0;)
		for (size_t j = 0; j < d->module[k]->instance_count; j++)
			uses[index_of(d, d->module[k]->instance[j].module)] += uses[k] * d->module[k]->instance[j].count;
	return uses;
}

void design_visit_terms(const struct design *d, visit_term *visit, void *context)
{
	unsigned long *uses = module_uses(d);

	for (size_t k = 0; k < d->module_count; k++)
		for (size_t j = 0; j < d->module[k]->instance_count; j++)
			visit_instance(&d->module[k]->instance[j], uses[k] * d->module[k]->instance[j].count, visit, context);
	free(uses);
}

struct cost design_cost(const struct cost_table *table, const struct family *family, const struct design *d)
{
	struct sum sum = { .table = table, .family = family };

	design_visit_terms(d, add_term, &sum);
	return rounded_cost(&sum);
}
