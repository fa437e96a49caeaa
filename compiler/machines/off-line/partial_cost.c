/* partial_cost.c: compares partial concentrators with full ones.
 *
 * network ---> sizes of its concentrators ---> one of each kind: partial, crossbar, Batcher's or butterfly ---> table
 */
#include "machines/off-line/partial_cost.h"

#include <stdio.h>
#include <stdlib.h>

#include "util/json.h"

/* A concentrator at the lower end or the upper end of a channel. r <= s: only wires. */
struct feed {
	unsigned inputs, outputs;
	const struct subtree *below;	/* the subtree below the channel */
};

enum { FEEDS = 3 };

/* The concentrators of the node on top of a subtree: up, then down to each child. */
static void feeds_of(const struct subtree *tree, struct feed feed[FEEDS])
{
	const unsigned *child = tree->node->child_wires;

	feed[0] = (struct feed){ child[0] + child[1], tree->node->parent_wires, tree };
	for (int side = 0; side < 2; side++)
		feed[1 + side] = (struct feed){ tree->node->parent_wires + child[1 - side], child[side],
						tree->child[side] };
}

static bool concentrates(const struct feed *feed)
{
	return feed->outputs > 0 && feed->inputs > feed->outputs;
}

static struct partial_cost cost_of(const struct network *net, struct partial_library *library, unsigned r, unsigned s)
{
	struct plan_library plans = net->plans;
	const struct partial_concentrator *partial = partial_concentrator(library, r, s);
	struct partial_cost cost = {
		.partial = partial,
		.lut4 = partial_lut4(partial),
		.setting_bits = partial_setting_bits(partial),
		.crossbar_lut4 = (unsigned long)s * (r - s),
		.crossbar_bits = (unsigned long)s * digit_bits(r - s + 1),
	};

	/* A separate library, with concentrators for on-line switching. */
	plans.plan = NULL;
	plans.count = 0;
	plans.partials = (struct partial_library){ 0 };
	plans.wish = PLAN_AUTO;
	plans.input_level = 1;
	cost.online_lut4 = plan_cost(plan_concentrator(&plans, r, s)).lut4;
	plan_library_free(&plans);
	return cost;
}

static size_t find(const struct partial_cost *costs, size_t count, const struct feed *feed)
{
	size_t i = 0;

	while (i < count && (costs[i].partial->inputs != feed->inputs || costs[i].partial->outputs != feed->outputs))
		i++;
	return i;
}

size_t partial_costs(const struct network *net, struct partial_library *library, struct partial_cost **costs)
{
	size_t count = 0;

	*costs = NULL;
	for (size_t i = 0; i < net->subtree_count; i++) {
		struct feed feed[FEEDS];

		if (!net->subtree[i]->node)
			continue;
		feeds_of(net->subtree[i], feed);
		for (int k = 0; k < FEEDS; k++) {
			if (!concentrates(&feed[k]))
				continue;
			size_t at = find(*costs, count, &feed[k]);

			if (at == count) {
				*costs = reallocate(*costs, ++count * sizeof **costs);
				(*costs)[at] = cost_of(net, library, feed[k].inputs, feed[k].outputs);
			}
			(*costs)[at].number += net->subtree[i]->users;
		}
	}
	return count;
}

/* At the right edge a channel may take fewer messages than others of its level. It is ignored if it takes all that
 * its leaves can send or receive. */
static void lower_capacity(const struct network *net, struct partial_library *library, const struct feed *feed,
			   unsigned *capacity)
{
	if (!concentrates(feed))
		return;
	unsigned any = partial_concentrator(library, feed->inputs, feed->outputs)->capacity, level = feed->below->level;

	if (any < feed->below->leaves * net->spec->connections && any < capacity[level])
		capacity[level] = any;
}

void partial_capacities(const struct network *net, struct partial_library *library, unsigned *capacity)
{
	for (unsigned k = 0; k <= net->levels; k++)
		capacity[k] = net->capacity[k];
	for (size_t i = 0; i < net->subtree_count; i++) {
		struct feed feed[FEEDS];

		if (!net->subtree[i]->node)
			continue;
		feeds_of(net->subtree[i], feed);
		for (int k = 0; k < FEEDS; k++)
			lower_capacity(net, library, &feed[k], capacity);
	}
}

/* For `ftc report` ------------------------------------------------------------------------------------------------- */

/* The totals: each size times its number. */
static struct partial_cost sum_of(const struct partial_cost *costs, size_t count)
{
	struct partial_cost sum = { 0 };

	for (size_t i = 0; i < count; i++) {
		const struct partial_cost *c = &costs[i];

		sum.number += c->number;
		sum.lut4 += c->number * c->lut4;
		sum.setting_bits += c->number * c->setting_bits;
		sum.crossbar_lut4 += c->number * c->crossbar_lut4;
		sum.crossbar_bits += c->number * c->crossbar_bits;
		sum.online_lut4 += c->number * c->online_lut4;
	}
	return sum;
}

static void print_line(const struct partial_cost *c, struct text *out)
{
	text_print(out, " %7lu %8lu %9lu %8lu %8lu\n", c->lut4, c->setting_bits, c->crossbar_lut4, c->crossbar_bits,
		   c->online_lut4);
}

void partial_print(const struct network *net, struct text *out)
{
	struct partial_library library = { .seed = PARTIAL_SEED };
	struct partial_cost *costs, sum;
	size_t count = partial_costs(net, &library, &costs);
	unsigned capacity[MAXIMUM_LEVELS + 1];

	text_print(out, "\nPartial concentrators (Leiserson 1985, section IV), beside full ones\n"
		   "                                        partial               crossbar          on-line\n"
		   "     in -> out    number    any stages    LUT4 settings      LUT4 settings     LUT4\n");
	for (size_t i = 0; i < count; i++) {
		const struct partial_concentrator *p = costs[i].partial;

		text_print(out, "  %5u -> %-5u %7llu %6u %6zu", p->inputs, p->outputs, costs[i].number, p->capacity,
			   p->stages);
		print_line(&costs[i], out);
	}
	sum = sum_of(costs, count);
	text_print(out, "  %-14s %7llu %13s", "all", sum.number, "");
	print_line(&sum, out);
	text_add(out, "  any: so many messages on any inputs get through; each is proved up to 48 inputs\n");
	partial_capacities(net, &library, capacity);
	text_add(out, "  messages a cycle, each way:");
	for (unsigned k = 1; k <= net->levels; k++)
		text_print(out, "%s %u of %u", k == 1 ? "" : ",", capacity[k], net->capacity[k]);
	text_print(out, " wires of a channel of level 1 .. %u\n", net->levels);
	free(costs);
	partial_library_free(&library);
}

static json_t *json_cost(const struct partial_cost *c)
{
	json_t *object = json_object();

	JSON_NUMBERS(object, { "inputs", c->partial->inputs }, { "outputs", c->partial->outputs },
			     { "count", c->number }, { "capacity", c->partial->capacity },
			     { "stages", c->partial->stages }, { "lut4", c->lut4 },
			     { "setting_bits", c->setting_bits }, { "crossbar_lut4", c->crossbar_lut4 },
			     { "crossbar_setting_bits", c->crossbar_bits }, { "online_lut4", c->online_lut4 });
	return object;
}

json_t *partial_json(const struct network *net)
{
	struct partial_library library = { .seed = PARTIAL_SEED };
	struct partial_cost *costs;
	size_t count = partial_costs(net, &library, &costs);
	unsigned capacity[MAXIMUM_LEVELS + 1];
	json_t *object = json_object(), *list = json_array(), *levels = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(list, json_cost(&costs[i]));
	partial_capacities(net, &library, capacity);
	for (unsigned k = 1; k <= net->levels; k++)
		json_array_append_new(levels, json_integer(capacity[k]));
	json_object_set_new(object, "concentrators", list);
	json_object_set_new(object, "capacity", levels);
	free(costs);
	partial_library_free(&library);
	return object;
}
