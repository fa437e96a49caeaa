/* vertices.c: a node of a pruned butterfly: its vertices on the way up, and on the way down. */
#include <stdlib.h>

#include "plan/builder.h"
#include "util/text.h"

/* The plan of that name, or one element in a plan that ends where it does. */
static const struct plan *finish(struct plan_library *library, struct plan *raw, struct element *e, char *name)
{
	for (int k = 0; k < 2; k++)
		if (e->out[k] != PLAN_NO_SIGNAL)
			operand_append(&raw->output, e->out[k], 0, e->count);
	return library_add(library, plan_pipeline(raw, library), name);
}

const struct plan *plan_gather(struct plan_library *library, unsigned vertices, unsigned parents)
{
	char *name = format_string("gather_%u_%u", vertices, parents);
	const struct plan *known = library_named(library, name);

	if (known) {
		free(name);
		return known;
	}
	struct plan *p = plan_new(PLAN_GATHER, 2 * vertices, parents * vertices);
	struct element *e = plan_add(p, ELEMENT_GATHER, vertices, true, parents == 2);

	for (unsigned k = 0; k < 2; k++)
		element_input(e, operand_of(PLAN_INPUT, k * vertices, vertices));
	return finish(library, p, e, name);
}

const struct plan *plan_spread(struct plan_library *library, unsigned vertices, unsigned parents)
{
	char *name = format_string("spread_%u_%u", vertices, parents);
	const struct plan *known = library_named(library, name);

	if (known) {
		free(name);
		return known;
	}
	struct plan *p = plan_new(PLAN_SPREAD, parents * vertices, 2 * vertices);
	struct element *e = plan_add(p, ELEMENT_SPREAD, vertices, true, true);

	p->turned = 2 * vertices;
	for (unsigned k = 0; k < parents; k++)
		element_input(e, operand_of(PLAN_INPUT, k * vertices, vertices));
	return finish(library, p, e, name);
}
