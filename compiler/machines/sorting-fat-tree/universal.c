/* universal.c: a sorting fat-tree as Bay judges networks (thesis, 1992, chapter 4; his Theorem 7 speaks of this one). */
#include "machines/sorting-fat-tree/rounds.h"

#include <stdlib.h>

#include "model/delivery.h"
#include "network/network.h"
#include "network/reference.h"
#include "util/text.h"

/* Nodes and blocks are sorters, in which paths meet no obstacle: each is one vertex of the graph. */
bool sorting_reference(const struct spec *spec, struct reference_tree *tree)
{
	struct sorting_shape s = sorting_shape(spec);

	*tree = (struct reference_tree){
		.leaves = s.leaves, .levels = s.height + (s.block > 1), .gamma_numerator = 1, .gamma_denominator = 1,
		.gamma_by = "nodes that sort",
	};
	for (unsigned k = 0; k <= tree->levels; k++) {
		tree->below[k] = k <= s.height ? s.leaves >> k : 1;
		if (k > 0)
			tree->capacity[k] = k <= s.height ? sorting_capacity(&s, k) : 1;
		tree->nodes[k] = 1;
		tree->wires[k] = 2 * tree->capacity[k];
	}
	return true;
}

/* Rounds follow one another; messages of a leaf to itself need none. */
void sorting_deliver(const struct network *net, const struct message_set *set, struct delivery *delivery)
{
	struct sorting_shape s = sorting_shape(net->spec);
	struct message_set sent = { .demand = allocate_array(set->count + 1, sizeof *sent.demand) };

	*delivery = (struct delivery){ .unit = "rounds" };
	for (size_t i = 0; i < set->count; i++)
		if (set->demand[i].source != set->demand[i].destination)
			sent.demand[sent.count++] = set->demand[i];
	struct sorting_rounds rounds = sorting_deal(&s, &sent);
	uint32_t *destination = allocate_array(s.leaves, sizeof *destination);
	struct sorting_model *m = sorting_model_new(&s);

	for (unsigned i = 0; i < rounds.count && sent.count > 0; i++) {
		struct sorting_round r;

		sorting_round_words(&rounds, i, destination);
		sorting_model_round(m, destination, NULL, &r);
		delivery->steps++;
		delivery->clocks += r.all_clocks;
	}
	sorting_model_free(m);
	sorting_rounds_free(&rounds);
	free(destination);
	free(sent.demand);
}
