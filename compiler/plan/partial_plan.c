/* partial_plan.c: a partial concentrator as a plan: each output of each stage is a tree of picks over its inputs. */
#include <stdlib.h>

#include "plan/builder.h"
#include "util/text.h"

/* Adds one output. */
static struct wires add_choice(struct plan *p, const struct wires *before, const unsigned *wire, unsigned count)
{
	struct operand *of = allocate_array(count, sizeof *of);

	for (unsigned i = 0; i < count; i++)
		of[i] = operand_of(before[wire[i]].signal, before[wire[i]].low, 1);
	struct operand picked = plan_pick(p, of, count, 1);
	struct wires chosen = *picked.slice;

	operand_free(&picked);
	free(of);
	return chosen;
}

struct plan *plan_partial(struct plan_library *library, unsigned r, unsigned s)
{
	struct plan *p = plan_new(PLAN_PARTIAL, r, s);
	struct wires *before = allocate_array(r, sizeof *before);

	library->partials.seed = PARTIAL_SEED;
	p->partial = partial_concentrator(&library->partials, r, s);
	for (unsigned i = 0; i < r; i++)
		before[i] = (struct wires){ PLAN_INPUT, i, 1 };
	for (size_t t = 0; t < p->partial->stages; t++) {
		const struct bipartite *graph = &p->partial->stage[t].graph;
		struct wires *after = allocate_array(graph->outputs, sizeof *after);

		for (unsigned j = 0; j < graph->outputs; j++)
			after[j] = add_choice(p, before, graph->source + graph->first[j],
					      graph->first[j + 1] - graph->first[j]);
		free(before);
		before = after;
	}
	for (unsigned j = 0; j < s; j++)
		operand_append(&p->output, before[j].signal, before[j].low, 1);
	free(before);
	return p;
}
