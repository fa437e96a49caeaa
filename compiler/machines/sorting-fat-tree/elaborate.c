/* elaborate.c: what the rest of the compiler asks of a sorting fat-tree that is to be built. */
#include "machines/sorting-fat-tree/hardware.h"
#include "plan/plan.h"

/* No leaf sends more than a word in a round, and no round is shorter than the pauses behind its commands. */
static unsigned least_round(const struct sorting_shape *s)
{
	return (unsigned)sorting_rank_stage(s) + (s->up_stages + s->down_stages + 1) * s->times.pause + 2 * s->period + s->mesh.order;
}

void sorting_elaborate(struct network *net)
{
	struct sorting_shape s = sorting_shape(net->spec);

	net->ends = s.leaves;
	net->label_bits = s.levels;
	net->slot_clocks = least_round(&s);
	net->takes_early = true;
	for (unsigned level = 0; level < s.height; level++)
		network_use_plan(net, plan_sorter(&net->plans, s.level[level].lines), level, s.level[level].nodes);
	if (s.mesh_side > 1)
		network_use_plan(net, plan_sorter(&net->plans, s.block), s.height, s.leaves / s.block);
}
