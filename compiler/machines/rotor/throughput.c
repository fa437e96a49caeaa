/* throughput.c: what a rotor carries if all leaves always have a word, by its model. */
#include <stdlib.h>

#include "machines/rotor/rotor.h"
#include "model.h"
#include "random.h"
#include "util/text.h"

struct saturation {
	struct model *model;
	const struct model_port *destination, *valid, *taken;	/* s_axis_tdest, tvalid, tready */
	unsigned leaves, label_bits;
	struct random random;
	unsigned long *since, *words;	/* [leaf]: the clock in which its word came; words that left it */
	bool *took;			/* [leaf]: its word leaves in this clock */
};

/* A word for any other leaf. */
static void offer(struct saturation *s, unsigned leaf, unsigned long clock)
{
	unsigned to = (unsigned)random_below(&s->random, s->leaves - 1);

	s->since[leaf] = clock;
	model_set(s->model, s->destination, leaf * s->label_bits, s->label_bits, to + (to >= leaf));
	model_set(s->model, s->valid, leaf, 1, 1);
}

/* A clock. Words that are taken count from clock `from` on. */
static void step(struct saturation *s, unsigned long clock, unsigned long from, struct rotor_throughput *t)
{
	model_eval(s->model);
	for (unsigned leaf = 0; leaf < s->leaves; leaf++)
		s->took[leaf] = model_get(s->model, s->taken, leaf, 1);
	model_edge(s->model);
	for (unsigned leaf = 0; leaf < s->leaves; leaf++) {
		unsigned long waited = clock + 1 - s->since[leaf];

		if (clock >= from && waited > t->longest)
			t->longest = waited;
		if (!s->took[leaf])
			continue;
		s->words[leaf] += clock >= from;
		offer(s, leaf, clock + 1);
	}
}

static void find_extremes(const struct saturation *s, unsigned long clocks, struct rotor_throughput *t)
{
	unsigned long sum = 0;

	for (unsigned leaf = 0; leaf < s->leaves; leaf++) {
		sum += s->words[leaf];
		if (s->words[leaf] < s->words[t->least_leaf])
			t->least_leaf = leaf;
		if (s->words[leaf] > s->words[t->most_leaf])
			t->most_leaf = leaf;
	}
	t->accepted = (double)sum / clocks;
	t->least = (double)s->words[t->least_leaf] / clocks;
	t->most = (double)s->words[t->most_leaf] / clocks;
}

struct rotor_throughput rotor_saturate(const struct network *net, uint64_t seed, unsigned long clocks)
{
	unsigned long settling = clocks / 10;
	struct rotor_throughput t = { .clocks = clocks };
	struct saturation s = { .model = rotor_model(net), .leaves = net->ends, .label_bits = net->label_bits };

	s.destination = model_port(s.model, "s_axis_tdest");
	s.valid = model_port(s.model, "s_axis_tvalid");
	s.taken = model_port(s.model, "s_axis_tready");
	s.since = allocate_array(s.leaves, sizeof *s.since);
	s.words = allocate_array(s.leaves, sizeof *s.words);
	s.took = allocate_array(s.leaves, sizeof *s.took);
	random_start(&s.random, seed, 1);
	for (unsigned leaf = 0; leaf < s.leaves; leaf++) {
		model_set(s.model, model_port(s.model, "m_axis_tready"), leaf, 1, 1);
		offer(&s, leaf, 0);
	}
	for (unsigned long clock = 0; clock < settling + clocks; clock++)
		step(&s, clock, settling, &t);
	find_extremes(&s, clocks, &t);
	t.accepted_in_slot = t.accepted * net->slot_clocks / net->ends;
	model_close(s.model);
	free(s.since);
	free(s.words);
	free(s.took);
	return t;
}
