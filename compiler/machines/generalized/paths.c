/* paths.c: paths that avoid dead nodes and links. survivors.c measures the surviving tree. */
#include "machines/generalized/paths.h"

#include "machines/generalized/fault_spans.h"

struct span fault_span(const struct spec *spec, const struct fault *fault)
{
	unsigned at = fault->index % xgft_subtree_roots(spec, fault->level), level = fault->level;

	if (fault->is_link)
		at = at * spec->parents[++level] + fault->parent;
	unsigned width = xgft_subtree_roots(spec, spec->height) / xgft_subtree_roots(spec, level);
	return (struct span){ at * width, (at + 1) * width };
}

unsigned fault_subtree(const struct spec *spec, const struct fault *fault)
{
	return fault->index / xgft_subtree_roots(spec, fault->level);
}

/* Adds the root positions that `leaf` has lost on its way up to level `top`. */
static void add_lost(const struct spec *spec, unsigned leaf, unsigned top, struct spans *lost)
{
	for (size_t i = 0; i < spec->fault_count; i++) {
		const struct fault *f = &spec->faults[i];

		if (f->level + f->is_link <= top &&
		    leaf / xgft_subtree_leaves(spec, f->level) == fault_subtree(spec, f))
			spans_add(lost, fault_span(spec, f));
	}
}

static bool route_within(const struct spec *spec, unsigned source, unsigned destination, struct span within,
			 unsigned wanted, struct xgft_path *path)
{
	struct xgft_label root = { .level = spec->height };
	unsigned top = xgft_turn_level(spec, source, destination), position;
	struct spans lost = {0};

	add_lost(spec, source, top, &lost);
	add_lost(spec, destination, top, &lost);
	bool found = spans_gap(&lost, within, wanted, &position);
	spans_free(&lost);
	if (!found)
		return false;
	xgft_label(spec, spec->height, position, &root);
	xgft_path(spec, source, destination, top, root.digit, path);
	return true;
}

bool xgft_route(const struct spec *spec, unsigned source, unsigned destination, const unsigned *beta,
		struct xgft_path *path)
{
	unsigned wanted = 0;

	for (unsigned i = 1; i <= spec->height; i++)
		wanted = wanted * spec->parents[i] + beta[i];
	return route_within(spec, source, destination, (struct span){ 0, xgft_subtree_roots(spec, spec->height) },
			    wanted, path);
}

bool xgft_disjoint_route(const struct spec *spec, unsigned source, unsigned destination, unsigned first,
			 struct xgft_path *path)
{
	unsigned width = xgft_subtree_roots(spec, spec->height) / spec->parents[1];

	return route_within(spec, source, destination, (struct span){ first * width, (first + 1) * width },
			    first * width, path);
}
