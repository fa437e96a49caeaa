/* partial_cost.c: compares partial concentrators with full ones.
 *
 * network ---> sizes of its concentrators ---> one of each kind: partial, crossbar, Batcher's or butterfly ---> table
 */
#include "machines/off-line/partial_cost.h"

#include <stdlib.h>

#include "util/figures.h"
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

static json_t *cost_json(const struct partial_cost *c)
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
		json_array_append_new(list, cost_json(&costs[i]));
	partial_capacities(net, &library, capacity);
	for (unsigned k = 1; k <= net->levels; k++)
		json_array_append_new(levels, json_integer(capacity[k]));
	json_object_set_new(object, "concentrators", list);
	json_object_set_new(object, "capacity", levels);
	free(costs);
	partial_library_free(&library);
	return object;
}

static const struct column columns[] = {
	{ "   in -> out", -14, "{inputs:5} -> {outputs:-5}" }, { "number", 6, "{count}" },
	{ "any stages", 12, "{capacity} {stages:6}" }, { "LUT4 settings", 15, "{lut4} {setting_bits:8}" },
	{ "LUT4 settings", 17, "{crossbar_lut4} {crossbar_setting_bits:8}" }, { "LUT4", 7, "{online_lut4}" },
	{ .label = NULL },
};

/* Of all concentrators: what the sizes say by this key, or 1, times their numbers. */
static unsigned long long all_of(const json_t *list, const char *key)
{
	unsigned long long sum = 0;

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *size = json_array_get(list, i);
		json_int_t each = key ? json_integer_value(json_object_get(size, key)) : 1;

		sum += (unsigned long long)(json_integer_value(json_object_get(size, "count")) * each);
	}
	return sum;
}

void partial_say(const struct network *net, const json_t *partial, struct text *out)
{
	const json_t *list = json_object_get(partial, "concentrators"), *capacity = json_object_get(partial, "capacity");

	text_add(out, "\nPartial concentrators (Leiserson 1985, section IV), beside full ones\n"
		      "                                        partial               crossbar          on-line\n");
	figures_table(list, columns, out);
	text_print(out, "  all            %7llu               %7llu %8llu %9llu %8llu %8llu\n", all_of(list, NULL),
		   all_of(list, "lut4"), all_of(list, "setting_bits"), all_of(list, "crossbar_lut4"),
		   all_of(list, "crossbar_setting_bits"), all_of(list, "online_lut4"));
	text_add(out, "  any: so many messages on any inputs get through; each is proved up to 48 inputs\n"
		      "  messages a cycle, each way:");
	for (unsigned k = 1; k <= net->levels; k++)
		text_print(out, "%s %lld of %u", k == 1 ? "" : ",",
			   (long long)json_integer_value(json_array_get(capacity, k - 1)), net->capacity[k]);
	text_print(out, " wires of a channel of level 1 .. %u\n", net->levels);
}
