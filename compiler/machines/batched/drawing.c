/* drawing.c: draws the graph, and the way of a word that is alone in its batch: to vertex 0 of the root, and down. */
#include "machines/batched/batched.h"

#include "machines/xgft_drawing.h"

void batched_draw(const struct network *net, struct output *out)
{
	const struct spec *spec = net->spec;
	struct xgft_path example;

	xgft_disjoint_path(spec, 0, spec->leaves - 1, spec->height, 0, &example);
	xgft_draw(spec, 1, &example, xgft_is_sketched(spec), out);
}
