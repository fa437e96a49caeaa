/* cost.c: what the instances of rtl-templates/lanes/ cost, by the terms in the headers there. */
#include "lower/cost.h"

#include <stdlib.h>

#include "leaves/leaf.h"
#include "leaves/link_end.h"
#include "lower/builder.h"
#include "machines/lanes/lanes.h"
#include "network/cost.h"
#include "util/number.h"

/* `count` instances that have these parameters, which it frees. */
static struct cost cost_of(const struct spec *spec, struct instance *i, unsigned long count, const struct cost_table *table)
{
	struct cost cost = template_cost(table, spec->family, i, &count, 1);

	free(i->parameter);
	return cost;
}

struct cost lanes_stage_cost(const struct spec *spec, const struct cost_table *table, unsigned k)
{
	struct lane_shape s = lane_shape(spec);
	const struct lane_stage *stage = &s.stage[k];
	struct instance i[] = { { .module = (char []){ "lane_switch" } }, { .module = (char []){ "lane_ask" } } };
	unsigned long asks = k + 1 < s.stages ? (unsigned long)stage->switches * stage->outputs : 0;

	lane_set_switch(spec, &s, k, &i[0]);
	lane_set_ask(spec, &s, k, &i[1]);
	struct cost cost = template_cost(table, spec->family, i, (unsigned long []){ stage->switches, asks }, 2);

	free(i[0].parameter);
	free(i[1].parameter);
	return cost;
}

struct cost lanes_leaves_cost(const struct spec *spec, const struct cost_table *table)
{
	struct lane_shape s = lane_shape(spec);
	struct instance i = { .module = (char []){ "lane_leaf" } };

	if (spec->leaf_interface == LEAF_WIRES)
		return (struct cost){ 0 };
	lane_set_leaf(spec, &s, &i);
	return cost_of(spec, &i, s.leaves, table);
}

struct cost lanes_timer_cost(const struct spec *spec, const struct cost_table *table)
{
	struct lane_shape s = lane_shape(spec);
	struct instance i = { .module = (char []){ "lane_timer" } };
	unsigned copies = spec->leaf_interface == LEAF_WIRES ? 1 : s.leaves / spec->children[1];
	unsigned long copied = copies * (LANE_TIMING_BITS + lane_pairs(&s));

	lane_set_timer(&s, &i);
	struct cost sum = cost_of(spec, &i, 1, table);

	cost_add(&sum, &(struct cost){ .ff = copied, .cells = copied }, 1);
	return sum;
}

struct cost lanes_outside_cost(const struct spec *spec, const struct cost_table *table)
{
	struct lane_shape s = lane_shape(spec);
	struct instance i[] = { { .module = (char []){ "lane_switch" } }, { .module = (char []){ "lane_leaf" } },
				{ .module = (char []){ "lane_timer" } } };

	if (s.roots == 0)
		return (struct cost){ 0 };
	lane_set_outside_switch(&s, &i[0]);
	lane_set_outside(spec, &s, &i[1]);
	lane_set_outside_timer(&s, &i[2]);
	struct cost sum = template_cost(table, spec->family, i, (unsigned long []){ s.roots, s.roots, 1 }, 3);
	unsigned long copied = s.roots / smaller(s.roots, spec->children[1]) * (LANE_TIMING_BITS + lane_pairs(&s));

	for (size_t k = 0; k < sizeof i / sizeof *i; k++)
		free(i[k].parameter);
	sum.lut4 += s.roots * s.outside.inputs;		/* what is taken by the one switch or by the other */
	sum.cells += s.roots * s.outside.inputs + copied;
	sum.ff += copied;
	return sum;
}

struct cost lanes_spec_cost(const struct spec *spec, const struct cost_table *table)
{
	struct cost sum = lanes_leaves_cost(spec, table), timer = lanes_timer_cost(spec, table), outside = lanes_outside_cost(spec, table);

	cost_add(&sum, &outside, 1);
	for (unsigned k = 0; k < lane_shape(spec).stages; k++) {
		struct cost stage = lanes_stage_cost(spec, table, k);

		cost_add(&sum, &stage, 1);
	}
	cost_add(&sum, &timer, 1);
	return sum;
}

struct cost lanes_cost(const struct network *net)
{
	struct cost sum = lanes_spec_cost(net->spec, cost_table_at_hand(net->spec->family)), link = link_root_cost(net);

	cost_add(&sum, &link, 1);
	return sum;
}
