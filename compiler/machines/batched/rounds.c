/* rounds.c: rounds of the words of a file, and of random ones. */
#include "machines/batched/rounds.h"

#include <stdlib.h>

#include "random.h"
#include "schedule/sources.h"
#include "util/budget.h"
#include "util/message.h"
#include "util/number.h"

/* ---- the words of a file ---------------------------------------------------------------------------------------------- */

static const char *name_of(const char *path)
{
	return path[0] == '-' && !path[1] ? "standard input" : path;
}

/* Each leaf sends at most D words; with a degree d it gets at most d, too. */
static bool check_numbers(const struct batched_words *words, const char *path, const struct spec *spec, bool from)
{
	const struct butterfly_parameters *own = butterfly_parameters(spec);
	unsigned *number = allocate_array(spec->leaves, sizeof *number), most = 0, leaf = 0, allowed = own->round_words;
	const char *key = own->degree ? "degree" : "round-words", *way = from ? "from" : "to";

	for (size_t i = 0; i < words->count; i++) {
		unsigned end = from ? words->word[i].source : words->word[i].destination;

		if (++number[end] > most) {
			leaf = end;
			most = number[leaf];
		}
	}
	free(number);
	if (most <= allowed || !(from || own->degree))
		return true;
	error("%s has %u messages %s leaf %u: expected at most %u %s a leaf, the %s of %s", name_of(path), most, way, leaf, allowed, way, key,
	      spec->name);
	return most <= MOST_ROUND_WORDS ? suggest("--set %s=%u", key, most)
					: suggest("a file with at most %d messages %s a leaf", MOST_ROUND_WORDS, way);
}

static int by_ends(const void *a, const void *b)
{
	const struct batched_word *x = a, *y = b;

	if (x->source != y->source)
		return x->source < y->source ? -1 : 1;
	if (x->destination != y->destination)
		return x->destination < y->destination ? -1 : 1;
	return x->payload < y->payload ? -1 : x->payload > y->payload;
}

/* With `order: pairs` a leaf holds a second word for the same leaf back. */
static bool check_pairs(const struct batched_words *words, const char *path, const struct spec *spec)
{
	struct batched_word *sorted = allocate_array(words->count + 1, sizeof *sorted);
	size_t i;

	for (i = 0; i < words->count; i++)
		sorted[i] = words->word[i];
	qsort(sorted, words->count, sizeof *sorted, by_ends);
	for (i = 1; i < words->count; i++)
		if (sorted[i].source == sorted[i - 1].source && sorted[i].destination == sorted[i - 1].destination)
			break;
	bool good = i >= words->count || butterfly_parameters(spec)->order == ORDER_NONE;

	if (!good) {
		error("%s: messages %llu and %llu both go from leaf %u to leaf %u: expected one of a pair in a round, with order pairs",
		      name_of(path), (unsigned long long)sorted[i - 1].payload + 1, (unsigned long long)sorted[i].payload + 1,
		      sorted[i].source, sorted[i].destination);
		suggest("--set order=none");
	}
	free(sorted);
	return good;
}

bool batched_words_read(struct batched_words *words, const char *path, const struct spec *spec)
{
	struct message_set set;
	bool good = source_file(&set, path, spec, "all messages of a round are there when it begins");

	*words = (struct batched_words){ allocate_array(set.count + 1, sizeof *words->word), set.count };
	for (size_t i = 0; i < set.count; i++)
		words->word[i] = (struct batched_word){ set.demand[i].source, set.demand[i].destination, i };
	free(set.demand);
	return good && check_numbers(words, path, spec, true) && check_numbers(words, path, spec, false) && check_pairs(words, path, spec);
}

/* ---- random words ----------------------------------------------------------------------------------------------------- */

const char *const batched_traffic_names[BATCHED_TRAFFICS] = {
	[BATCHED_UNIFORM] = "uniform", [BATCHED_TO_ONE] = "all to one", [BATCHED_LONE] = "a lone word",
};

/* Makes the words of rounds. */
struct maker {
	enum batched_traffic traffic;
	const struct batched_shape *shape;
	unsigned each;			/* words of a leaf */
	struct random random;
	struct batched_words words;
};

static void add_round_word(struct maker *k, unsigned source, unsigned destination)
{
	k->words.word[k->words.count] = (struct batched_word){ source, destination, k->words.count };
	k->words.count++;
}

static bool has_word(const struct maker *k, size_t first, unsigned destination)
{
	for (size_t i = first; i < k->words.count; i++)
		if (k->words.word[i].destination == destination)
			return true;
	return false;
}

static void make_uniform(struct maker *k)
{
	for (unsigned leaf = 0; leaf < k->shape->leaves; leaf++) {
		size_t first = k->words.count;

		while (k->words.count < first + k->each) {
			unsigned n = (unsigned)random_below(&k->random, k->shape->leaves - 1), to = n < leaf ? n : n + 1;

			if (!k->shape->ordered || !has_word(k, first, to))
				add_round_word(k, leaf, to);
		}
	}
}

/* Each leaf has as many words as go to it: for those behind it in a random order, in a ring. */
static void make_relation(struct maker *k)
{
	unsigned n = k->shape->leaves, *order = allocate_array(n, sizeof *order);

	for (unsigned i = 0; i < n; i++) {
		unsigned j = (unsigned)random_below(&k->random, i + 1);

		order[i] = order[j];
		order[j] = i;
	}
	for (unsigned i = 0; i < n; i++)
		for (unsigned w = 0; w < k->each; w++)
			add_round_word(k, order[i], order[(i + 1 + w % (n - 1)) % n]);
	free(order);
}

static void make_words(struct maker *k)
{
	unsigned senders = k->shape->leaves - 1;

	k->words.count = 0;
	switch (k->traffic) {
	case BATCHED_LONE:
		add_round_word(k, 0, k->shape->leaves - 1);
		break;
	case BATCHED_TO_ONE:
		if (k->shape->degree > 0)
			senders = smaller(senders, k->shape->degree / k->each);
		for (unsigned leaf = 1; leaf <= senders; leaf++)
			for (unsigned i = 0; i < k->each; i++)
				add_round_word(k, leaf, 0);
		break;
	default:
		(k->shape->degree > 0 ? make_relation : make_uniform)(k);
	}
}

/* Words that a leaf can have in a round of the traffic. */
static unsigned words_each(const struct batched_shape *s, enum batched_traffic traffic)
{
	unsigned pairs = traffic == BATCHED_TO_ONE ? 1 : s->leaves - 1;

	return s->ordered && s->round_words > pairs ? pairs : s->round_words;
}

enum { USUAL_ROUNDS = 100, WORDS_IN_ALL = 1 << 20 };

/* As many as are quickly played. */
static unsigned long usual_rounds(const struct batched_shape *s, const struct maker *k)
{
	unsigned long fit = WORDS_IN_ALL / ((unsigned long)s->leaves * k->each);

	return k->traffic != BATCHED_UNIFORM || fit < 1 ? 1 : fit < USUAL_ROUNDS ? fit : USUAL_ROUNDS;
}

static void note_round(struct batched_rounds *all, const struct batched_shape *s, const struct batched_round *r)
{
	unsigned long batches = batched_round_batches(s, r);

	all->batches += (double)batches;
	all->sidetracked += (double)batched_round_sidetracked(s, r);
	all->clocks += (double)r->clocks;
	all->lambda += (double)r->load.both.load / (double)r->load.both.capacity;
	if (batches > all->most_batches)
		all->most_batches = batches;
	if (r->clocks > all->most_clocks)
		all->most_clocks = r->clocks;
	if (r->queue_most > all->queue_most)
		all->queue_most = r->queue_most;
	all->waiting_most = larger(all->waiting_most, r->waiting_most);
	all->waiting_bound = larger(all->waiting_bound, r->waiting_bound);
}

struct batched_rounds batched_play(const struct spec *spec, enum batched_traffic traffic, uint64_t seed, unsigned long rounds)
{
	struct batched_model *m = batched_model_new(spec);
	const struct batched_shape *s = batched_model_shape(m);
	struct maker k = { .traffic = traffic, .shape = s, .each = words_each(s, traffic) };
	struct batched_rounds all = { .rounds = rounds ? rounds : usual_rounds(s, &k) };

	random_start(&k.random, seed, 0);
	k.words.word = allocate_array((size_t)s->leaves * k.each, sizeof *k.words.word);
	for (unsigned long i = 0; i < all.rounds; i++) {
		struct batched_round round;

		make_words(&k);
		batched_model_round(m, k.words.word, k.words.count, NULL, &round);
		note_round(&all, s, &round);
	}
	all.words = k.words.count;
	all.batches /= (double)all.rounds;
	all.sidetracked /= (double)all.rounds;
	all.clocks /= (double)all.rounds;
	all.lambda /= (double)all.rounds;
	all.bits = (double)all.words * s->payload_bits / all.clocks;
	free(k.words.word);
	batched_model_free(m);
	return all;
}

double batched_accepted(const struct network *net, const struct batched_rounds *r)
{
	return r->bits / net->spec->payload_bits / net->spec->leaves * net->slot_clocks;
}
