/* route.c: `ftc route`: the way of a word of rank h in its batch, which climbs to vertex h of the turn, if it also goes down from
 * there. A word that is alone in its batch has rank 0 and does so; others are sorted there, so that other words decide. */
#include "machines/batched/batched.h"

#include "machines/xgft_drawing.h"
#include "machines/xgft_path_report.h"
#include "machines/pruned_butterfly.h"
#include "util/message.h"
#include "util/output.h"

int batched_route(const struct spec *spec, const struct route_request *request, bool files, struct findings *found)
{
	unsigned turn = xgft_turn_level(spec, request->source, request->destination), ranks = request->all ? 2 : 1;
	struct xgft_path path[2];

	text_print(&found->text, "%s: from leaf %u to leaf %u: %u links, turning at level %u\n", spec->name, request->source,
		   request->destination, 2 * turn, spec->height - turn);
	text_add(&found->text, "by the word's rank in its batch, vertices as <level, node, vertex>, levels from the root:\n");
	for (unsigned h = 0; h < ranks; h++) {
		xgft_disjoint_path(spec, request->source, request->destination, turn, h, &path[h]);
		text_print(&found->text, "  rank %u:", h);
		bay_path_print(spec, &path[h], &found->text);
	}
	xgft_paths_json(spec, path, ranks, &found->json);
	if (files)
		xgft_draw(spec, 1, path, ranks, &found->files);
	return EXIT_DONE;
}
