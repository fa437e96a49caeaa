/* library.c: the plans of a network, each made once, and the choice between kinds of concentrators. */
#include <stdlib.h>
#include <string.h>

#include "plan/builder.h"
#include "util/text.h"

/* Batcher's networks are written out element by element. Beyond this many inputs only the butterfly is considered,
 * whose description does not grow. */
enum { BATCHER_MAXIMUM_INPUTS = 128 };

/* r <= s: every input goes to its own output; the others stay idle. */
static struct plan *plan_wires(unsigned r, unsigned s)
{
	struct plan *p = plan_new(PLAN_WIRES, r, s);

	operand_append(&p->output, PLAN_INPUT, 0, r);
	operand_append(&p->output, PLAN_ZERO, 0, s - r);
	return p;
}

/* A plan's cost on its target: on ECP5 flip-flops are free until they far outnumber the LUTs; on iCE40 both share
 * cells. */
static unsigned long score(const struct plan *p, const struct plan_library *library)
{
	struct cost c = plan_cost(p);

	return library->lone_flip_flops ? 4 * c.lut4 + c.ff : c.cells;
}

const struct plan *library_add(struct plan_library *library, struct plan *p, char *name)
{
	p->name = name;
	p->index = (unsigned)library->count;
	library->plan = reallocate(library->plan, (library->count + 1) * sizeof(struct plan *));
	library->plan[library->count++] = p;
	return p;
}

/* Drops the plans from position `from` on, which were made on trial. */
static void library_drop(struct plan_library *library, size_t from)
{
	while (library->count > from)
		plan_free(library->plan[--library->count]);
}

static bool is_concentrator(const struct plan *p)
{
	return p->kind == PLAN_WIRES || p->kind == PLAN_BATCHER || p->kind == PLAN_BUTTERFLY ||
	       p->kind == PLAN_CROSSBAR || p->kind == PLAN_PARTIAL;
}

static const struct plan *library_find(const struct plan_library *library, unsigned r, unsigned s)
{
	for (size_t i = 0; i < library->count; i++) {
		const struct plan *p = library->plan[i];

		if (p->inputs == r && p->outputs == s && is_concentrator(p))
			return p;
	}
	return NULL;
}

const struct plan *library_named(const struct plan_library *library, const char *name)
{
	for (size_t i = 0; i < library->count; i++)
		if (strcmp(library->plan[i]->name, name) == 0)
			return library->plan[i];
	return NULL;
}

static struct plan *make_concentrator(struct plan_library *library, unsigned r, unsigned s)
{
	if (r <= s)
		return plan_pipeline(plan_wires(r, s), library);
	if (library->wish == PLAN_CROSSBAR)
		return plan_pipeline(plan_crossbar(r, s), library);
	if (library->wish == PLAN_PARTIAL)
		return plan_pipeline(plan_partial(library, r, s), library);

	bool try_batcher = library->wish == PLAN_BATCHER ||
			   (library->wish == PLAN_AUTO && r <= BATCHER_MAXIMUM_INPUTS);
	struct plan *batcher = try_batcher ? plan_pipeline(plan_batcher(r, s), library) : NULL;

	if (library->wish == PLAN_BATCHER)
		return batcher;

	size_t before = library->count;
	struct plan *butterfly = plan_pipeline(plan_butterfly(library, r, s, plan_concentrator), library);

	if (batcher && score(batcher, library) < score(butterfly, library)) {
		plan_free(butterfly);
		library_drop(library, before);
		return batcher;
	}
	plan_free(batcher);
	return butterfly;
}

const struct plan *plan_concentrator(struct plan_library *library, unsigned r, unsigned s)
{
	const struct plan *known = library_find(library, r, s);

	if (known)
		return known;
	struct plan *made = make_concentrator(library, r, s);

	return library_add(library, made, format_string("concentrator_%u_%u", r, s));
}

const struct plan *plan_sorter(struct plan_library *library, unsigned n)
{
	char *name = format_string("sorter_%u", n);
	const struct plan *known = library_named(library, name);

	if (!known)
		return library_add(library, plan_pipeline(plan_batcher_sorter(n), library), name);
	free(name);
	return known;
}

void plan_library_free(struct plan_library *library)
{
	library_drop(library, 0);
	partial_library_free(&library->partials);
	free(library->plan);
	library->plan = NULL;
}
