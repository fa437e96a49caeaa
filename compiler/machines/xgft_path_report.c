/* xgft_path_report.c: paths through an XGFT as text and JSON. */
#include "machines/xgft_path_report.h"

#include <jansson.h>
#include <stdlib.h>

#include "util/text.h"

void xgft_path_print(const struct xgft_path *path, struct text *out)
{
	for (unsigned j = 0; j <= 2 * path->top; j++)
		text_print(out, " (%u,%u)", xgft_path_level(path, j), path->node[j]);
	text_add(out, "\n");
}

static json_t *nodes_json(const struct xgft_path *path)
{
	json_t *nodes = json_array();

	for (unsigned j = 0; j <= 2 * path->top; j++)
		json_array_append_new(nodes, json_pack("[i, i]", (int)xgft_path_level(path, j), (int)path->node[j]));
	return nodes;
}

void xgft_paths_json(const struct spec *spec, const struct xgft_path *paths, size_t count, struct text *out)
{
	unsigned links = 2 * paths[0].top;
	json_t *list = json_array(), *object = spec_identity(spec);

	for (size_t i = 0; i < count; i++)
		json_array_append_new(list, nodes_json(&paths[i]));
	json_object_update_new(object, json_pack("{s:i, s:i, s:i, s:o}", "source", (int)paths[0].node[0], "destination",
						 (int)paths[0].node[links], "links", (int)links, "paths", list));
	char *dumped = json_dumps(object, JSON_COMPACT);

	text_print(out, "%s\n", dumped);
	free(dumped);
	json_decref(object);
}
