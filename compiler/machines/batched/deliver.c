/* deliver.c: a set of messages in rounds of the network's model, for struct machine. */
#include <stdlib.h>

#include "machines/batched/batches.h"
#include "model/delivery.h"
#include "schedule/schedule.h"
#include "util/text.h"

void batched_deliver(const struct network *net, const struct message_set *set, struct delivery *delivery)
{
	struct batched_model *model = batched_model_new(net->spec);
	const struct batched_shape *shape = batched_model_shape(model);
	struct batched_word *word = allocate_array(set->count, sizeof *word);
	unsigned *last = allocate_array(shape->leaves, sizeof *last);	/* by leaf: the latest round with a word of it, from 1 .. */
	unsigned *used = allocate_array(shape->leaves, sizeof *used);	/* .. and how many words it has there */
	unsigned *round_of = allocate_array(set->count, sizeof *round_of), rounds = 0;

	for (size_t i = 0; i < set->count; i++) {
		unsigned source = set->demand[i].source;

		if (source == set->demand[i].destination)
			continue;
		if (last[source] == 0 || used[source] == shape->round_words) {
			last[source]++;
			used[source] = 0;
		}
		used[source]++;
		round_of[i] = last[source];
		rounds = last[source] > rounds ? last[source] : rounds;
	}
	*delivery = (struct delivery){ .unit = "batches" };
	for (unsigned r = 1; r <= rounds; r++) {
		struct batched_round round;
		size_t count = 0;

		for (size_t i = 0; i < set->count; i++)
			if (round_of[i] == r)
				word[count++] = (struct batched_word){ set->demand[i].source, set->demand[i].destination, i };
		batched_model_round(model, word, count, NULL, &round);
		delivery->steps += batched_round_batches(shape, &round);
		delivery->clocks += round.clocks;
	}
	free(word);
	free(last);
	free(used);
	free(round_of);
	batched_model_free(model);
}
