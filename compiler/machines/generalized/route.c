/* route.c: `ftc route`: the path between two leaves, or all disjoint ones, as text and as a drawing. */
#include <stdlib.h>

#include "machines/xgft_drawing.h"
#include "machines/generalized/generalized.h"
#include "machines/xgft_kinds.h"
#include "machines/xgft_path_report.h"
#include "machines/generalized/dead_links.h"
#include "machines/generalized/paths.h"
#include "machines/pruned_butterfly.h"
#include "machines/generalized/up_parents.h"
#include "machines/xgft.h"
#include "network/machine.h"
#include "network/network.h"
#include "util/message.h"
#include "util/output.h"

struct route {
	const struct spec *spec;
	const struct route_request *request;
	struct xgft_path path[MAXIMUM_PARENTS];
	unsigned first[MAXIMUM_PARENTS];	/* beta_1 of each */
	unsigned count;
};

static void find_paths(struct route *r)
{
	unsigned beta[MAXIMUM_LEVELS + 1];

	if (!r->request->all) {
		up_parents_alone(r->spec, r->request->source, r->request->destination, r->request->seed, beta);
		r->count = xgft_route(r->spec, r->request->source, r->request->destination, beta, &r->path[0]);
		return;
	}
	for (unsigned i = 0; i < r->spec->parents[1]; i++)
		if (xgft_disjoint_route(r->spec, r->request->source, r->request->destination, i, &r->path[r->count]))
			r->first[r->count++] = i;
}

/* Of several parents, a free wire decides above the leaf, and up-routing above. */
bool generalized_way(const struct network *net, unsigned source, unsigned destination, struct word_way *way)
{
	const struct spec *spec = net->spec;
	bool leaf_decides = spec->up_routing == UP_ROUTING_SOURCE || spec->up_routing == UP_ROUTING_DESTINATION;
	unsigned beta[MAXIMUM_LEVELS + 1], top = xgft_turn_level(spec, source, destination);
	struct xgft_path path;

	for (unsigned l = 1; l <= top; l++)
		if (spec->parents[l] > 1 && (l == 1 || !leaf_decides || network_has_detours(spec)))
			return false;
	up_parents_alone(spec, source, destination, 0, beta);
	xgft_path(spec, source, destination, top, beta, &path);
	xgft_way(&path, spec->link_width, way);
	return true;
}

static void print_path(const struct route *r, const struct xgft_path *path, struct text *out)
{
	xgft_path_print(path, out);
	if (r->spec->kind == &pruned_butterfly_kind) {
		text_add(out, "    as Bay names them:");
		bay_path_print(r->spec, path, out);
	}
}

static void print_text(const struct route *r, struct text *out)
{
	char *name = xgft_name(r->spec);
	unsigned top = xgft_turn_level(r->spec, r->request->source, r->request->destination);

	text_print(out, "%s: %s, from leaf %u to leaf %u: %u links, turning at level %u\n", r->spec->name, name,
		   r->request->source, r->request->destination, 2 * top, top);
	if (r->request->all)
		text_print(out, "%u of %u disjoint paths%s, nodes as (level,index):\n", r->count, r->spec->parents[1],
			   r->count < r->spec->parents[1] ? " (the others are dead)" : "");
	else
		text_print(out, "up-routing %s, nodes as (level,index):\n", up_routing_words[r->spec->up_routing]);
	for (unsigned i = 0; i < r->count; i++) {
		if (r->request->all)
			text_print(out, "  path %u:", r->first[i]);
		else
			text_add(out, " ");
		print_path(r, &r->path[i], out);
	}
	free(name);
}

int generalized_route(const struct spec *spec, const struct route_request *request, bool files, struct findings *found)
{
	struct route r = { .spec = spec, .request = request };

	find_paths(&r);
	if (r.count == 0) {
		error("the faults leave no path from leaf %u to leaf %u", request->source, request->destination);
		suggest("ftc report, which says what they leave");
		return EXIT_WORK_FAILED;
	}
	print_text(&r, &found->text);
	xgft_paths_json(spec, r.path, r.count, &found->json);
	if (files)
		xgft_draw(spec, 1, r.path, r.count, &found->files);
	return EXIT_DONE;
}
