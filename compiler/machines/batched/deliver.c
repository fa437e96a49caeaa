/* deliver.c: a set of messages in rounds of the network's model, for struct machine. */
#include <stdlib.h>
#include <string.h>

#include "machines/batched/batches.h"
#include "model/delivery.h"
#include "schedule/schedule.h"
#include "util/text.h"

/* Which round takes which message. */
struct dealing {
	const struct message_set *set;
	const struct batched_shape *shape;
	unsigned *round;		/* [message]: 1 .., or 0: from a leaf to itself */
	size_t *before;			/* [message]: the message before it from its leaf, plus 1; 0: none */
	size_t *latest;			/* [leaf]: its latest message, plus 1; 0: none yet */
	unsigned rounds;
	/* With a degree: [round leaves + leaf]: words of the round for the leaf, of so many rounds. */
	unsigned *received, rows;
};

/* Has the leaf's latest round room for a word for this leaf? With `order: pairs` only if it has none for it yet. */
static bool has_room(const struct dealing *d, unsigned source, unsigned destination)
{
	unsigned round = d->round[d->latest[source] - 1], words = 0;

	for (size_t i = d->latest[source]; i > 0 && d->round[i - 1] == round; i = d->before[i - 1]) {
		words++;
		if (d->shape->ordered && d->set->demand[i - 1].destination == destination)
			return false;
	}
	return words < d->shape->round_words;
}

/* The first round from this one on in which the leaf does not get as many words as the degree allows; it gets one more. */
static unsigned receive(struct dealing *d, unsigned round, unsigned leaf)
{
	size_t leaves = d->shape->leaves;

	for (;; round++) {
		if (round >= d->rows) {
			unsigned rows = 2 * round + 1;

			d->received = reallocate(d->received, rows * leaves * sizeof *d->received);
			memset(d->received + d->rows * leaves, 0, (rows - d->rows) * leaves * sizeof *d->received);
			d->rows = rows;
		}
		if (d->received[round * leaves + leaf] < d->shape->degree)
			break;
	}
	d->received[round * leaves + leaf]++;
	return round;
}

/* A leaf hands in its words in their order: one that has no place waits for the next round, and those behind it with it. */
static void deal(struct dealing *d)
{
	for (size_t i = 0; i < d->set->count; i++) {
		unsigned source = d->set->demand[i].source, destination = d->set->demand[i].destination;

		if (source == destination)
			continue;
		d->before[i] = d->latest[source];
		d->round[i] = d->latest[source] == 0 ? 1 : d->round[d->latest[source] - 1] + !has_room(d, source, destination);
		if (d->shape->degree > 0)
			d->round[i] = receive(d, d->round[i], destination);
		d->latest[source] = i + 1;
		if (d->round[i] > d->rounds)
			d->rounds = d->round[i];
	}
}

/* The words of all rounds, one round after the other. first: [round]: the round's first word; all 0 before. */
static struct batched_word *sort_words(const struct dealing *d, size_t *first)
{
	struct batched_word *word = allocate_array(d->set->count, sizeof *word);

	for (size_t i = 0; i < d->set->count; i++)
		first[d->round[i]]++;
	first[0] = 0;
	for (unsigned r = 1; r <= d->rounds; r++)
		first[r] += first[r - 1];
	/* These are ends, which filling from behind makes beginnings. */
	for (size_t i = d->set->count; i-- > 0;)
		if (d->round[i] > 0)
			word[--first[d->round[i]]] = (struct batched_word){ d->set->demand[i].source, d->set->demand[i].destination, i };
	return word;
}

void batched_deliver(const struct network *net, const struct message_set *set, struct delivery *delivery)
{
	struct batched_model *model = batched_model_new(net->spec);
	const struct batched_shape *shape = batched_model_shape(model);
	struct dealing d = {
		.set = set, .shape = shape, .round = allocate_array(set->count, sizeof *d.round),
		.before = allocate_array(set->count, sizeof *d.before), .latest = allocate_array(shape->leaves, sizeof *d.latest),
	};

	deal(&d);
	size_t *first = allocate_array(d.rounds + 2, sizeof *first), words = 0;
	struct batched_word *word = sort_words(&d, first);

	for (size_t i = 0; i < set->count; i++)
		words += d.round[i] > 0;
	first[d.rounds + 1] = words;
	*delivery = (struct delivery){ .unit = "batches" };
	for (unsigned r = 1; r <= d.rounds; r++) {
		struct batched_round round;

		batched_model_round(model, word + first[r], first[r + 1] - first[r], NULL, &round);
		delivery->steps += batched_round_batches(shape, &round);
		delivery->clocks += round.clocks;
	}
	free(word);
	free(first);
	free(d.round);
	free(d.before);
	free(d.latest);
	free(d.received);
	batched_model_free(model);
}
