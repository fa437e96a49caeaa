/* plans.c: the plans of the nodes of a pruned butterfly that routes in batches. */
#include "machines/batched/batched.h"

void batched_add_plans(struct network *net)
{
	struct batched_shape s = batched_shape(net->spec);

	for (unsigned level = s.levels; level-- > 0;) {
		unsigned vertices = batched_vertices(&s, level), nodes = 1u << level;
		unsigned parents = (s.levels - level) % 2 == 0 ? 2 : 1;

		if (level > 0) {
			network_use_plan(net, plan_gather(&net->plans, vertices, parents), level, nodes);
			network_use_plan(net, plan_spread(&net->plans, vertices, parents), level, nodes);
		}
		/* One for each way across. */
		network_use_plan(net, plan_sorter(&net->plans, vertices), level, 2 * nodes);
	}
}
