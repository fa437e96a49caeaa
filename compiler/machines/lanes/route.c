/* route.c: the way of a leaf's words to another leaf. There is one: the sender's place says by which parents a word climbs to
 * a root, and the destination by which children it descends. */
#include <stdlib.h>

#include "machines/xgft_drawing.h"
#include "machines/xgft_path_report.h"
#include "machines/lanes/lanes.h"
#include "network/machine.h"
#include "network/network.h"
#include "util/message.h"
#include "util/output.h"

void lane_path(const struct spec *spec, unsigned source, unsigned destination, struct xgft_path *path)
{
	unsigned beta[MAXIMUM_LEVELS + 1];

	for (unsigned l = 0; l < spec->height; l++)
		beta[l + 1] = lane_parent(spec, l, source);
	xgft_path(spec, source, destination, spec->height, beta, path);
}

bool lanes_way(const struct network *net, unsigned source, unsigned destination, struct word_way *way)
{
	struct xgft_path path;

	lane_path(net->spec, source, destination, &path);
	xgft_way(&path, 1, way);
	return true;
}

int lanes_route(const struct spec *spec, const struct route_request *request, bool files, struct findings *found)
{
	struct lane_shape s = lane_shape(spec);
	struct xgft_path path;
	char *name = xgft_name(spec);

	lane_path(spec, request->source, request->destination, &path);
	text_print(&found->text, "%s: %s, from leaf %u to leaf %u: %u links, by root %u, past %u switches\n", spec->name, name,
		   request->source, request->destination, 2 * path.top, path.node[path.top], s.stages);
	text_add(&found->text, "the only path, nodes as (level,index):\n ");
	xgft_path_print(&path, &found->text);
	xgft_paths_json(spec, &path, 1, &found->json);
	if (files)
		xgft_draw(spec, s.width, &path, 1, &found->files);
	free(name);
	return EXIT_DONE;
}
