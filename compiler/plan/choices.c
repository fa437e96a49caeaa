/* choices.c: concentrators with settings: the choices of their outputs, and the settings for given messages. */
#include <stdlib.h>

#include "plan/builder.h"
#include "util/text.h"

unsigned plan_passes(const struct plan *plan)
{
	if (plan->kind == PLAN_PARTIAL)
		return plan->partial->capacity;
	return plan->inputs < plan->outputs ? plan->inputs : plan->outputs;
}

unsigned plan_stages(const struct plan *plan)
{
	if (plan->kind == PLAN_PARTIAL)
		return (unsigned)plan->partial->stages;
	return plan->kind == PLAN_CROSSBAR;
}

unsigned plan_stage_outputs(const struct plan *plan, unsigned stage)
{
	return plan->kind == PLAN_PARTIAL ? plan->partial->stage[stage].graph.outputs : plan->outputs;
}

static unsigned degree(const struct bipartite *graph, unsigned output)
{
	return graph->first[output + 1] - graph->first[output];
}

/* The settings of a partial concentrator: stage after stage, output after output, bit after bit. */
static unsigned partial_setting(const struct plan *plan, unsigned stage, unsigned output)
{
	unsigned setting = 0;

	for (unsigned t = 0; t <= stage; t++) {
		const struct bipartite *graph = &plan->partial->stage[t].graph;

		for (unsigned j = 0; j < (t < stage ? graph->outputs : output); j++)
			setting += digit_bits(degree(graph, j));
	}
	return setting;
}

struct choice plan_choice(const struct plan *plan, unsigned stage, unsigned output)
{
	if (plan->kind == PLAN_PARTIAL) {
		const struct bipartite *graph = &plan->partial->stage[stage].graph;

		return (struct choice){ .count = degree(graph, output), .wire = graph->source + graph->first[output],
					.setting = partial_setting(plan, stage, output), .step = 1 };
	}
	return (struct choice){ .count = plan->inputs - plan->outputs + 1, .first = output,
				.setting = output, .step = plan->outputs };
}

/* Writes `number` to the bits of the choice. */
static void set_choice(const struct choice *choice, unsigned number, bool *setting)
{
	for (unsigned bit = 0; bit < digit_bits(choice->count); bit++)
		setting[choice->setting + bit * choice->step] = number >> bit & 1;
}

/* Each message, in order, goes to the first free output that reaches its input (see crossbar.c). */
static void set_crossbar(const struct plan *plan, const int *message, int *out, bool *setting)
{
	unsigned r = plan->inputs, s = plan->outputs, spare = r - s, next = 0;

	for (unsigned i = 0; i < r; i++) {
		if (message[i] == PLAN_IDLE)
			continue;
		unsigned output = i > spare + next ? i - spare : next;
		struct choice choice = plan_choice(plan, 0, output);

		out[output] = message[i];
		set_choice(&choice, i - output, setting);
		next = output + 1;
	}
}

/* Takes the matching of partial_settings(), stage by stage. An idle output may show any input. */
static void set_partial(const struct plan *plan, const int *message, int *out, bool *setting)
{
	const struct partial_concentrator *c = plan->partial;
	bool *occupied = allocate_array(plan->inputs, sizeof *occupied);
	unsigned *number = allocate_array(c->choices + 1, sizeof *number);
	unsigned *leaves_by = allocate_array(plan->inputs, sizeof *leaves_by);
	unsigned at = 0, first = 0;

	for (unsigned i = 0; i < plan->inputs; i++)
		occupied[i] = message[i] != PLAN_IDLE;
	partial_settings(c, occupied, number, leaves_by);
	for (unsigned stage = 0; stage < c->stages; stage++)
		for (unsigned j = 0; j < plan_stage_outputs(plan, stage); j++, at++) {
			struct choice choice = { degree(&c->stage[stage].graph, j), .setting = first, .step = 1 };

			set_choice(&choice, number[at] == PARTIAL_IDLE ? 0 : number[at], setting);
			first += digit_bits(choice.count);
		}
	for (unsigned i = 0; i < plan->inputs; i++)
		if (occupied[i])
			out[leaves_by[i]] = message[i];
	free(occupied);
	free(number);
	free(leaves_by);
}

bool plan_set(const struct plan *plan, const int *message, int *out, bool *setting)
{
	unsigned messages = 0;

	for (unsigned i = 0; i < plan->inputs; i++)
		messages += message[i] != PLAN_IDLE;
	if (messages > plan_passes(plan))
		return false;
	for (unsigned j = 0; j < plan->outputs; j++)
		out[j] = PLAN_IDLE;
	for (unsigned k = 0; k < plan->settings; k++)
		setting[k] = false;
	if (plan->kind == PLAN_CROSSBAR)
		set_crossbar(plan, message, out, setting);
	else if (plan->kind == PLAN_PARTIAL)
		set_partial(plan, message, out, setting);
	else
		for (unsigned i = 0; i < plan->inputs; i++)
			out[i] = message[i];
	return true;
}
