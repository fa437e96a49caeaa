/* partial_plan.c: a partial concentrator as a plan: each output of each stage is a tree of picks over its inputs. */
#include <stdlib.h>

#include "plan/builder.h"
#include "util/text.h"

/* Adds one output: all picks of a layer of its tree share one setting, a bit of the number of the chosen wire. */
static struct wires add_choice(struct plan *p, const struct wires *before, const unsigned *wire, unsigned count)
{
	struct wires *of = allocate_array(count, sizeof *of);

	for (unsigned i = 0; i < count; i++)
		of[i] = before[wire[i]];
	for (; count > 1; count = (count + 1) / 2, p->settings++) {
		for (unsigned i = 0; 2 * i + 1 < count; i++) {
			struct element *e = plan_add(p, ELEMENT_PICK, 1, true, false);

			e->setting = p->settings;
			element_input(e, operand_of(of[2 * i].signal, of[2 * i].low, 1));
			element_input(e, operand_of(of[2 * i + 1].signal, of[2 * i + 1].low, 1));
			of[i] = (struct wires){ e->out[0], 0, 1 };
		}
		if (count % 2 > 0)
			of[count / 2] = of[count - 1];
	}
	struct wires chosen = of[0];

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
