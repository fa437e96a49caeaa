/* cost.c: what the instances of rtl-templates/lanes/ cost, by the terms in the headers there. */
#include "lower/cost.h"

#include <stdlib.h>

#include "leaves/leaf.h"
#include "lower/builder.h"
#include "machines/lanes/lanes.h"
#include "network/cost.h"

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

struct cost lanes_spec_cost(const struct spec *spec, const struct cost_table *table)
{
	struct cost sum = lanes_leaves_cost(spec, table), timer = lanes_timer_cost(spec, table);

	for (unsigned k = 0; k < lane_shape(spec).stages; k++) {
		struct cost stage = lanes_stage_cost(spec, table, k);

		cost_add(&sum, &stage, 1);
	}
	cost_add(&sum, &timer, 1);
	return sum;
}

struct cost lanes_cost(const struct network *net)
{
	return lanes_spec_cost(net->spec, cost_table_at_hand(net->spec->family));
}
