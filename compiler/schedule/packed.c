/* packed.c: the first cycle that has room on a message's whole way. */
#include <stdlib.h>

#include "schedule/methods.h"
#include "schedule/tree.h"
#include "util/text.h"

static bool add(const struct channel_tree *tree, const struct demand *m, struct channel_loads *loads)
{
	uint32_t s = tree_leaf(tree, m->source), d = tree_leaf(tree, m->destination);

	for (; s != d; s /= 2, d /= 2)
		if (loads->up[s] >= tree->capacity[vertex_level(s)] || loads->down[d] >= tree->capacity[vertex_level(s)])
			return false;
	s = tree_leaf(tree, m->source), d = tree_leaf(tree, m->destination);
	for (; s != d; s /= 2, d /= 2) {
		loads->up[s]++;
		loads->down[d]++;
	}
	return true;
}

unsigned packed(const struct channel_tree *tree, const struct message_set *set, uint32_t *cycle)
{
	unsigned cycles = 0;
	size_t left = 0;

	for (size_t i = 0; i < set->count; i++) {
		cycle[i] = SCHEDULE_LOCAL;
		left += demand_height(&set->demand[i]) > 0;
	}
	for (; left > 0; cycles++) {
		struct message_set none = { NULL, 0 };
		struct channel_loads loads = channel_loads_of(tree, &none);

		for (size_t i = 0; i < set->count; i++) {
			if (cycle[i] == SCHEDULE_LOCAL && demand_height(&set->demand[i]) > 0 && add(tree, &set->demand[i], &loads)) {
				cycle[i] = cycles;
				left--;
			}
		}
		channel_loads_free(&loads);
	}
	return cycles;
}
