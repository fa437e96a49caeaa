/* drawing.c: draws a tree with lanes: the generalized fat tree that it is, and what its links carry. */
#include "machines/xgft_drawing.h"
#include "machines/lanes/lanes.h"

void lanes_draw(const struct network *net, struct output *out)
{
	const struct spec *spec = net->spec;
	struct lane_shape s = lane_shape(spec);
	struct xgft_path example;

	lane_path(spec, 0, s.leaves - 1, &example);
	xgft_draw(spec, s.width, &example, xgft_is_sketched(spec), out);
}
