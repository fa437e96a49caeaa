/* rounds.c: rounds of the messages of a file, and of random words. */
#include "machines/sorting-fat-tree/rounds.h"

#include <stdlib.h>

#include "random.h"
#include "util/text.h"

/* ---- the messages of a file -------------------------------------------------------------------------------------------- */

struct sorting_rounds sorting_deal(const struct sorting_shape *s, const struct message_set *set)
{
	struct sorting_rounds r = { .set = set, .leaves = s->leaves, .count = 1 };
	unsigned *sent = allocate_array(s->leaves, sizeof *sent), *round = allocate_array(set->count + 1, sizeof *round);

	for (size_t i = 0; i < set->count; i++) {
		round[i] = sent[set->demand[i].source]++;
		r.count = round[i] >= r.count ? round[i] + 1 : r.count;
	}
	r.first = allocate_array(r.count + 1, sizeof *r.first);
	r.message = allocate_array(set->count + 1, sizeof *r.message);
	for (size_t i = 0; i < set->count; i++)
		r.first[round[i]]++;
	for (unsigned i = 1; i <= r.count; i++)
		r.first[i] += r.first[i - 1];
	/* These are ends, which filling from behind makes beginnings. */
	for (size_t i = set->count; i-- > 0;)
		r.message[--r.first[round[i]]] = i;
	free(sent);
	free(round);
	return r;
}

void sorting_rounds_free(struct sorting_rounds *rounds)
{
	free(rounds->message);
	free(rounds->first);
}

static void clear_words(uint32_t *destination, unsigned leaves)
{
	for (unsigned leaf = 0; leaf < leaves; leaf++)
		destination[leaf] = SORTING_NOWHERE;
}

void sorting_round_words(const struct sorting_rounds *rounds, unsigned round, uint32_t *destination)
{
	clear_words(destination, rounds->leaves);
	for (size_t i = rounds->first[round]; i < rounds->first[round + 1]; i++) {
		const struct demand *d = &rounds->set->demand[rounds->message[i]];

		destination[d->source] = d->destination;
	}
}

/* ---- random words ------------------------------------------------------------------------------------------------------ */

const char *const sorting_traffic_names[SORTING_TRAFFICS] = {
	[SORTING_PERMUTATION] = "permutations", [SORTING_COMPLEMENT] = "complement", [SORTING_TO_ONE] = "all to one",
	[SORTING_LONE] = "a lone word",
};

static void permute(uint32_t *to, unsigned leaves, struct random *random)
{
	for (unsigned i = 0; i < leaves; i++)
		to[i] = i;
	for (unsigned i = leaves - 1; i > 0; i--) {
		unsigned j = (unsigned)random_below(random, i + 1);
		uint32_t other = to[j];

		to[j] = to[i];
		to[i] = other;
	}
}

static void make_words(uint32_t *to, const struct sorting_shape *s, enum sorting_traffic traffic, struct random *random)
{
	clear_words(to, s->leaves);
	switch (traffic) {
	case SORTING_LONE:
		to[0] = s->leaves - 1;
		break;
	case SORTING_TO_ONE:
		for (unsigned i = 1; i < s->leaves; i++)
			to[i] = 0;
		break;
	case SORTING_COMPLEMENT:
		for (unsigned i = 0; i < s->leaves; i++)
			to[i] = s->leaves - 1 - i;
		break;
	default:
		permute(to, s->leaves, random);
	}
}

enum { USUAL_ROUNDS = 400, WORDS_IN_ALL = 1 << 16 };

struct message_set *sorting_traffic_sets(const struct sorting_shape *s, enum sorting_traffic traffic, uint64_t seed, unsigned long sets)
{
	struct message_set *set = allocate_array(sets, sizeof *set);
	uint32_t *to = allocate_array(s->leaves, sizeof *to);
	struct random random;

	random_start(&random, seed, 0);
	for (unsigned long i = 0; i < sets; i++) {
		make_words(to, s, traffic, &random);
		set[i].demand = allocate_array(s->leaves, sizeof *set[i].demand);
		for (unsigned leaf = 0; leaf < s->leaves; leaf++)
			if (to[leaf] != SORTING_NOWHERE)
				set[i].demand[set[i].count++] = (struct demand){ leaf, to[leaf] };
	}
	free(to);
	return set;
}

/* As many as are quickly played. */
static unsigned long usual_rounds(const struct sorting_shape *s, enum sorting_traffic traffic)
{
	unsigned long fit = WORDS_IN_ALL / s->leaves;

	return traffic != SORTING_PERMUTATION ? 1 : fit < USUAL_ROUNDS ? fit : USUAL_ROUNDS;
}

static void note_round(struct sorting_means *all, const struct sorting_round *r)
{
	all->words = r->words;
	all->local += r->local_waves;
	all->up += r->up_waves;
	all->column_sorts += r->column_sorts;
	all->down += r->down_waves;
	all->clocks += (double)r->all_clocks;
	if (r->all_clocks > all->most_clocks)
		all->most_clocks = r->all_clocks;
}

struct sorting_means sorting_play(const struct sorting_shape *s, enum sorting_traffic traffic, uint64_t seed,
				  unsigned long rounds)
{
	struct sorting_model *m = sorting_model_new(s);
	struct sorting_means all = { .rounds = rounds ? rounds : usual_rounds(s, traffic) };
	uint32_t *to = allocate_array(s->leaves, sizeof *to);
	struct random random;

	random_start(&random, seed, 0);
	for (unsigned long i = 0; i < all.rounds; i++) {
		struct sorting_round round;

		make_words(to, s, traffic, &random);
		sorting_model_round(m, to, NULL, &round);
		note_round(&all, &round);
	}
	double *const mean[] = { &all.local, &all.up, &all.column_sorts, &all.down, &all.clocks };

	for (size_t i = 0; i < sizeof mean / sizeof *mean; i++)
		*mean[i] /= (double)all.rounds;
	all.bits = (double)all.words * s->payload_bits / all.clocks;
	free(to);
	sorting_model_free(m);
	return all;
}
