/* points.c: the pruned butterflies routed in batches that `ftc explore` compares, and what is known of one in advance. */
#include "machines/batched/rounds.h"
#include "network/prediction.h"
#include "network/proposals.h"

#include <stdlib.h>

#include "util/number.h"
#include "util/text.h"

void batched_propose(struct proposals *list)
{
	enum { LEAST_LEAVES = 4, FEW = 1, MANY = 16, STEP = 4 };

	if (list->ends < LEAST_LEAVES || list->ends > MOST_BATCHED_LEAVES || !is_power_of_2(list->ends))
		return;
	/* No more than one word for each other leaf. */
	for (unsigned words = FEW; words <= MANY && words < list->ends; words *= STEP) {
		char *name = format_string("pruned-butterfly-batches-%u", words);

		propose(list, name, "network: pruned-butterfly\nleaves: %u\nrouting: deterministic\nround-words: %u\n", list->ends,
			words);
		free(name);
	}
}

/* Leaves that always have words fill their rounds, which follow each other. */
void batched_predict(const struct network *net, struct prediction *p)
{
	struct batched_rounds r = batched_play(net->spec, BATCHED_UNIFORM, BATCHED_SEED, 0);

	p->knows_accepted = true;
	p->accepted = batched_accepted(net, &r);
}
