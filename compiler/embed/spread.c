/* spread.c: how full the paths of guest links make the tree's links, and paths where no theorem says which. */
#include "embed/embedding.h"

#include <stdlib.h>

#include "machines/xgft_spread.h"
#include "util/text.h"

struct xgft_ends *embedding_paths(const struct embedding *e)
{
	struct xgft_ends *path = allocate_array(e->link_count + 1, sizeof *path);

	for (size_t i = 0; i < e->link_count; i++)
		path[i] = (struct xgft_ends){ e->leaf[e->links[i].a], e->leaf[e->links[i].b], e->links[i].way };
	return path;
}

unsigned embedding_congestion(const struct embedding *e)
{
	struct xgft_ends *path = embedding_paths(e);
	unsigned congestion = xgft_congestion(e->spec, path, e->link_count, false);

	free(path);
	return congestion;
}

void embedding_spread(struct embedding *e)
{
	struct xgft_ends *path = embedding_paths(e);

	xgft_spread(e->spec, path, e->link_count, false);
	for (size_t i = 0; i < e->link_count; i++)
		e->links[i].way = path[i].way;
	free(path);
}

unsigned embedding_cut_bound(const struct embedding *e)
{
	struct xgft_ends *path = embedding_paths(e);
	unsigned bound = xgft_cut_bound(e->spec, path, e->link_count, false);

	free(path);
	return bound;
}
