/* cost.c: plans, elements and cost, summed over node types. */
#include "network/cost.h"

#include <stdlib.h>

#include "network/leaf.h"
#include "network/machine.h"
#include "parse/family.h"
#include "network/crossing.h"
#include "parse/shell.h"
#include "util/text.h"

void cost_add(struct cost *sum, const struct cost *more, unsigned long long times)
{
	sum->lut4 += times * more->lut4;
	sum->ff += times * more->ff;
	sum->cells += times * more->cells;
	sum->ram_bits += times * more->ram_bits;
}

/* Large RAMs are unused. */
unsigned long cost_block_rams(const struct cost *cost, const struct family *family)
{
	unsigned long each = family->block_ram.bits;

	return (cost->ram_bits + each - 1) / each;
}

enum { ALL_LEVELS = MAXIMUM_LEVELS + 1 };

static bool counts(unsigned level, unsigned of)
{
	return level == ALL_LEVELS || level == of;
}

/* How often each plan occurs in a level, including calls by other plans. */
static unsigned long long *plan_uses(const struct network *net, unsigned level)
{
	unsigned long long *uses = allocate_array(net->plans.count + 1, sizeof *uses);

	for (size_t i = 0; i < net->use_count; i++)
		if (counts(level, net->use[i].level))
			uses[net->use[i].plan->index] += net->use[i].times;
	for (size_t i = net->plans.count; i-- > 0;) {	/* callers come after the plans they call */
		const struct plan *plan = net->plans.plan[i];

		for (size_t k = 0; k < plan->element_count; k++)
			if (plan->element[k].kind == ELEMENT_CALL)
				uses[plan->element[k].plan->index] += uses[i];
	}
	return uses;
}

unsigned long long *network_plan_uses(const struct network *net)
{
	return plan_uses(net, ALL_LEVELS);
}

static void count_elements(const struct network *net, unsigned level, unsigned long long *elements)
{
	unsigned long long *uses = plan_uses(net, level);

	for (size_t i = 0; i < net->plans.count; i++) {
		const struct plan *plan = net->plans.plan[i];

		for (size_t k = 0; k < plan->element_count; k++)
			elements[plan->element[k].kind] += uses[i] * plan->element[k].count;
	}
	free(uses);
}

void network_elements(const struct network *net, unsigned long long elements[ELEMENT_KINDS])
{
	for (int i = 0; i < ELEMENT_KINDS; i++)
		elements[i] = 0;
	count_elements(net, ALL_LEVELS, elements);
}

static void add_total(struct level_logic *logic)
{
	const struct cost *parts[] = { &logic->selection, &logic->concentrators, &logic->turns, &logic->settings,
				       &logic->pace };

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		cost_add(&logic->total, parts[i], 1);
}

/* rtl-templates/plan/chances.v */
static const struct cost chances = { .lut4 = 3, .ff = 18, .cells = 18 };

static struct level_logic logic_of(const struct network *net, unsigned level)
{
	struct level_logic logic = {0};

	for (size_t i = 0; i < net->node_count; i++)
		if (counts(level, net->node[i]->level))
			net->spec->machine->hardware.add_node_logic(net, net->node[i], &logic);
	for (size_t i = 0; i < net->use_count; i++)
		if (counts(level, net->use[i].level)) {
			/* Nodes have counted the pace of their plans. */
			struct cost cost = net->node_count > 0 ? net->use[i].plan->cost : plan_cost(net->use[i].plan);

			cost_add(&logic.concentrators, &cost, net->use[i].times);
		}
	if (net->node_count > 0 && counts(level, 0) &&
	    (network_root(net)->chooses[false] || network_root(net)->chooses[true]))
		cost_add(&logic.pace, &chances, 1);
	add_total(&logic);
	return logic;
}

void network_level_logic(const struct network *net, unsigned level, struct level_logic *logic)
{
	*logic = logic_of(net, level);
	count_elements(net, level, logic->elements);
}

struct cost network_adapter_cost(const struct network *net)
{
	const struct leaf *leaf = net->spec->leaf;

	return leaf->cost ? leaf->cost(net) : (struct cost){0};
}

struct cost network_shell_cost(const struct network *net)
{
	const struct spec *spec = net->spec;
	bool there = spec->shell->cost && spec->leaf->speaks & spec->shell->speech;

	return there ? spec->shell->cost(net) : (struct cost){0};
}

struct cost network_cost(const struct network *net)
{
	struct cost sum = logic_of(net, ALL_LEVELS).total, adapters = network_adapter_cost(net),
		    shell = network_shell_cost(net), crossing = crossing_cost(net);

	cost_add(&sum, &crossing, 1);
	cost_add(&sum, &adapters, 1);
	cost_add(&sum, &shell, 1);
	return sum;
}
