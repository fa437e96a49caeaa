/* throughput.c: what a network of lanes accepts at saturation, counted with the model. */
#include "machines/lanes/lanes.h"

#include <stdlib.h>

#include "bits.h"
#include "random.h"
#include "util/budget.h"
#include "util/text.h"

enum { WARM_UP = 64 };

/* Steps of a slot (util/budget.h): of a leaf's word, and of a word that asks a switch, of which there are as many as inputs at
 * most. Measured. */
enum { WORK_OF_LEAF = 16, WORK_OF_WORD = 10 };

static uint64_t work_of_slot(const struct spec *spec)
{
	struct lane_shape s = lane_shape(spec);
	uint64_t inputs = 0;

	for (unsigned k = 0; k < s.stages; k++)
		inputs += (uint64_t)s.stage[k].switches * s.stage[k].inputs;
	return WORK_OF_WORD * inputs + WORK_OF_LEAF * (uint64_t)s.leaves;
}

/* A leaf other than `leaf`. */
static int another(struct random *random, unsigned leaf, unsigned leaves)
{
	unsigned n = (unsigned)random_below(random, leaves - 1);

	return (int)(n < leaf ? n : n + 1);
}

static void find_extremes(struct lane_throughput *t, const unsigned long *served, unsigned leaves)
{
	unsigned long all = 0;

	for (unsigned leaf = 0; leaf < leaves; leaf++) {
		all += served[leaf];
		if (served[leaf] < served[t->least_leaf])
			t->least_leaf = leaf;
		if (served[leaf] > served[t->most_leaf])
			t->most_leaf = leaf;
	}
	t->accepted = (double)all / (double)t->slots / leaves;
	t->least = (double)served[t->least_leaf] / (double)t->slots;
	t->most = (double)served[t->most_leaf] / (double)t->slots;
}

double lane_estimate(const struct spec *spec)
{
	struct lane_shape s = lane_shape(spec);
	double carries = 1;		/* the chance that a link has a word */

	for (unsigned k = 0; k < s.stages; k++) {
		double none = 1;	/* that no input of a switch asks for an output */

		for (unsigned i = 0; i < s.stage[k].inputs; i++)
			none *= 1 - carries / s.stage[k].outputs;
		carries = 1 - none;
	}
	return carries;
}

struct lane_throughput lane_saturate(const struct spec *spec, unsigned long packet, uint64_t seed, unsigned long slots)
{
	struct lane_throughput t = { .slots = slots };
	struct lane_model *m = lane_model_new(spec);
	struct random random;
	unsigned leaves = spec->leaves;
	int *wants = allocate_array(leaves, sizeof *wants);
	unsigned long *tries = allocate_array(leaves, sizeof *tries), *served = allocate_array(leaves, sizeof *served);
	unsigned long *left = allocate_array(leaves, sizeof *left);	/* words of its packet */
	struct lane_shape shape = lane_shape(spec);
	unsigned words = lane_end_words(&shape);
	uint64_t *asks = allocate_array(words, sizeof *asks), *more = allocate_array(words, sizeof *more);
	uint64_t *taken = allocate_array(words, sizeof *taken);

	budget_spend((slots + WARM_UP) * work_of_slot(spec));
	random_start(&random, seed, 0);
	for (unsigned leaf = 0; leaf < leaves; leaf++) {
		wants[leaf] = another(&random, leaf, leaves);
		left[leaf] = packet;
		bits_set(asks, leaf, true);
	}
	for (unsigned long slot = 0; slot < slots + WARM_UP; slot++) {
		for (unsigned leaf = 0; leaf < leaves; leaf++)
			bits_set(more, leaf, left[leaf] > 1);
		lane_model_begin(m, asks, wants, spec->packet ? more : NULL);
		lane_model_turn(m, asks, NULL);
		lane_model_end(m, NULL, taken);
		for (unsigned leaf = 0; leaf < leaves; leaf++) {
			if (++tries[leaf] > t.longest)
				t.longest = tries[leaf];
			if (!bits_has(taken, leaf))
				continue;
			served[leaf] += slot >= WARM_UP;
			tries[leaf] = 0;
			if (--left[leaf] > 0)
				continue;
			left[leaf] = packet;
			wants[leaf] = another(&random, leaf, leaves);
		}
	}
	find_extremes(&t, served, leaves);
	lane_model_free(m);
	free(wants);
	free(tries);
	free(served);
	free(asks);
	free(taken);
	free(left);
	free(more);
	return t;
}
